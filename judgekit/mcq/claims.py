"""What each mention of an option claims: declared, concluded, negated, attributed, hedged."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judgekit.mcq.leftward import Left, Tier, is_gap, walk_left
from judgekit.mcq.mentions import Group
from judgekit.mcq.scene import Scene
from judgekit.records.choice import Why


@dataclass(slots=True, eq=False)
class Claim:
    """A group of mentions with what the text around it makes of it.

    Attributes:
        group: The mentions.
        index: Place of the group among the scene's items.
        tier: How strongly it is claimed.
        why: Why it is no candidate; None for a live claim.
        first_person: True if the responder's own voice declares it.
        eliminated: True if a verdict right behind it rejects it.
    """

    group: Group
    index: int
    tier: Tier = Tier.MENTIONED
    why: Why | None = None
    first_person: bool = False
    verdict: bool = False


def find_claims(scene: Scene) -> list[Claim]:
    """Return a claim for every group of the scene, in order."""
    claims: list[Claim] = []
    for index, item in enumerate(scene.items):
        if item.group is None:
            continue
        claims.append(_claim(scene, index, item.group, claims))
    return claims


def _claim(scene: Scene, index: int, group: Group, before: list[Claim]) -> Claim:
    left = walk_left(scene, index, group)
    claim = Claim(group, index, first_person=left.first_person)
    _judge_left(scene, claim, left, before)
    _judge_right(scene, claim, left)
    if _is_question(scene, index) and claim.why is None:
        is_last = scene.stops[index] == scene.stops[-1]
        asks = claim.tier > Tier.ALONE or not (is_last or left.tier == Tier.DECLARED)
        claim.tier = Tier.DEAD if asks else Tier.HEDGED
    return claim


def _judge_left(scene: Scene, claim: Claim, left: Left, before: list[Claim]) -> None:
    claim.tier = left.tier or Tier.MENTIONED
    if left.tier is None and left.linked is False and left.follows_contrast and before:
        last = before[-1]
        if last.why == "negated" and _same_sentence(scene, last.index, claim.index):
            claim.tier = Tier.CONCLUDED
    if claim.tier == Tier.MENTIONED and _copula_before(scene, claim.group):
        claim.tier = Tier.ASSERTED
    if left.hedged and claim.tier != Tier.DECLARED:
        claim.tier = Tier.HEDGED
    elif left.hedged:
        claim.tier = Tier.CONCLUDED
    if left.negated:
        claim.why = "negated"
    elif left.conditional:
        claim.why = "hypothetical"
    elif left.past:
        claim.why = "corrected"
    else:
        _attribute(scene, claim, left)


def _attribute(scene: Scene, claim: Claim, left: Left) -> None:
    """Mark what a hint says, unless the responder picks it or agrees."""
    if left.hint_at < 0 or (left.first_person and left.hint_commas):
        return
    if left.agree or _agrees_after(scene, claim.index):
        claim.tier = min(claim.tier, Tier.CONCLUDED)
    else:
        claim.why = "attributed"


def _same_sentence(scene: Scene, first: int, second: int) -> bool:
    return scene.stops[first] == scene.stops[second]


def _copula_before(scene: Scene, group: Group) -> bool:
    low = scene.plain.low
    context = low[max(0, group.start - 48) : group.start]
    match = scene.book.copula_before.search(context)
    return match is not None and not re.search(r"\b(?:there|here)\s*$", context[: match.start()])


def _agrees_after(scene: Scene, index: int) -> bool:
    """Return True if the responder endorses what was just attributed."""
    stops = 0
    for item in scene.items[index + 1 : index + 9]:
        if item.tag == "stop":
            stops += 1
            if stops > 1:
                return False
        elif item.tag == "agree":
            return True
        elif item.tag in {"group", "negation", "contrast", "correct", "refuse", "bad"}:
            return False
    return False


def _judge_right(scene: Scene, claim: Claim, left: Left) -> None:
    group, low = claim.group, scene.plain.low
    if not left.hedged:
        verdict = scene.book.verdict.match(low, group.end)
        if verdict and not left.tier and not _ends_sentence(scene, claim):
            claim.verdict = True
            if verdict["bad"] or verdict["cross"]:
                claim.why = claim.why or "eliminated"
            elif claim.why is None or (verdict["tick"] and claim.why == "negated"):
                claim.why = None
                claim.tier = Tier.CONCLUDED
            return
    limit, negation, hedge = _right_clause(scene, claim)
    bad = scene.book.bad.search(low, group.end, limit)
    if bad and not _is_safe(scene, claim.index, bad.end()) and claim.why != "attributed":
        claim.why = "negated"
        claim.verdict = True
    elif negation or _taken_back(scene, claim):
        claim.why = claim.why or "negated"
        claim.verdict = True
    elif claim.why is None and hedge and left.tier is None:
        claim.tier = Tier.HEDGED
    elif claim.why is None and _is_good(scene, group.end, limit):
        claim.tier = min(claim.tier, Tier.CONCLUDED)


def _ends_sentence(scene: Scene, claim: Claim) -> bool:
    """Return True if a full stop follows at once, so that what comes next is another sentence."""
    after = scene.items[claim.index + 1 : claim.index + 2]
    return bool(after) and after[0].tag == "stop" and scene.plain.low[after[0].start] == "."


def _taken_back(scene: Scene, claim: Claim) -> bool:
    """Return True if the next clause says "but that is wrong" of this mention."""
    following = scene.items[claim.index + 1 : claim.index + 4]
    for place, item in enumerate(following):
        if item.tag == "contrast":
            stop = scene.stops[claim.index]
            limit = scene.items[stop].start if stop < len(scene.items) else len(scene.plain.low)
            bad = scene.book.bad.search(scene.plain.low, item.end, min(limit, item.end + 40))
            return bad is not None and is_gap(scene, item.end, bad.start())
        if item.tag != "comma" or place > 1:
            return False
    return False


def _is_good(scene: Scene, start: int, limit: int) -> bool:
    book, low = scene.book, scene.plain.low
    if book.good_after.match(low, start, limit):
        return True
    closing = book.close_after.match(low, start)
    return closing is not None and closing.start() == start


def _is_safe(scene: Scene, index: int, place: int) -> bool:
    return any(
        item.tag in {"hedge", "safe"} and item.start < place <= item.end
        for item in scene.items[index + 1 : index + 6]
    )


def _right_clause(scene: Scene, claim: Claim) -> tuple[int, bool, bool]:
    """Return where the clause ends, and whether a negation or a hedge directly follows."""
    start = claim.group.end
    limit = len(scene.plain.low)
    negation = hedge = False
    items = scene.items
    for place in range(claim.index + 1, len(items)):
        item = items[place]
        if item.tag in {"stop", "comma", "contrast", "because", "conclude"}:
            limit = item.start
            break
        if item.tag == "group":
            limit = item.start
            break
        if item.tag == "behind":
            negation = True
            limit = item.start
            break
        if item.tag == "negation" and is_gap(scene, start, item.start):
            following = items[place + 1] if place + 1 < len(items) else None
            adjacent = following is not None and following.tag == "group"
            if adjacent and following is not None and is_gap(scene, item.end, following.start):
                limit = item.start
                break
            negation = True
        elif item.tag == "hedge" and is_gap(scene, start, item.start):
            hedge = True
    return limit, negation, hedge


def _is_question(scene: Scene, index: int) -> bool:
    stop = scene.stops[index]
    return stop < len(scene.items) and scene.plain.low[scene.items[stop].start] in "?？"
