"""What each mention of an option claims: declared, concluded, negated, attributed, hedged."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum

from judgekit.mcq.mentions import Group
from judgekit.mcq.scene import Item, Scene
from judgekit.records.choice import Why

_MAX_BACK = 14
_MAX_GAP = 90


class Tier(IntEnum):
    """How strongly a mention claims to be the answer, strongest first."""

    DECLARED = 1
    CONCLUDED = 2
    ALONE = 3
    ASSERTED = 4
    HEDGED = 5
    MENTIONED = 6
    DEAD = 9


@dataclass(slots=True)
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


@dataclass(slots=True)
class _Left:
    """State of the walk from a mention back to the start of its sentence."""

    position: int
    linked: bool = True
    broken: bool = False
    commas: int = 0
    seen_group: bool = False
    tier: Tier | None = None
    hedged: bool = False
    negated: bool = False
    past: bool = False
    first_person: bool = False
    hint_at: int = -1
    hint_commas: int = 0
    contrast: bool = False
    contrast_commas: int = 0
    agree: bool = False
    released: bool = False
    tags: list[str] = field(default_factory=list)


def find_claims(scene: Scene) -> list[Claim]:
    """Return a claim for every group of the scene, in order."""
    claims: list[Claim] = []
    for index, item in enumerate(scene.items):
        if item.group is None:
            continue
        claims.append(_claim(scene, index, item.group, claims))
    return claims


def _claim(scene: Scene, index: int, group: Group, before: list[Claim]) -> Claim:
    left = _walk_left(scene, index, group)
    claim = Claim(group, index, first_person=left.first_person)
    _judge_left(scene, claim, left, before)
    _judge_right(scene, claim, left)
    if claim.why is None and _is_question(scene, index) and claim.tier <= Tier.HEDGED:
        claim.tier = Tier.HEDGED if left.tier == Tier.DECLARED else Tier.DEAD
    elif _is_question(scene, index) and claim.tier == Tier.MENTIONED:
        claim.tier = Tier.DEAD
    return claim


def _walk_left(scene: Scene, index: int, group: Group) -> _Left:
    left = _Left(group.start)
    items = scene.items
    for back in range(index - 1, max(-1, index - 1 - _MAX_BACK), -1):
        item = items[back]
        if item.tag == "stop" and not _is_heading(scene, back, left):
            break
        if left.linked and not _gap_ok(scene, item.end, left.position):
            left.linked = False
        _STEPS.get(item.tag, _pass)(left, item, scene)
    return left


def _gap_ok(scene: Scene, start: int, end: int) -> bool:
    return end - start <= _MAX_GAP and bool(scene.book.gap.fullmatch(scene.plain.low, start, end))


def _is_heading(scene: Scene, back: int, left: _Left) -> bool:
    """Return True for a line break behind a cue that announces what follows."""
    item = scene.items[back]
    if not left.linked or not scene.plain.low.startswith("\n", item.start) or back == 0:
        return False
    previous = scene.items[back - 1]
    if previous.tag == "comma" and back > 1 and scene.plain.low[previous.start] == ":":
        previous = scene.items[back - 2]
    return previous.tag in {"cue", "pick", "conclude", "leave"} and _gap_ok(
        scene, previous.end, left.position
    )


def _pass(left: _Left, item: Item, scene: Scene) -> None:
    return


def _comma(left: _Left, item: Item, scene: Scene) -> None:
    left.commas += 1


def _group(left: _Left, item: Item, scene: Scene) -> None:
    left.seen_group = True
    left.linked = False


def _cue(left: _Left, item: Item, scene: Scene) -> None:
    if left.linked and left.tier is not Tier.DECLARED:
        left.tier = Tier.DECLARED
        left.position = item.start


def _pick(left: _Left, item: Item, scene: Scene) -> None:
    if left.linked:
        left.tier = Tier.DECLARED
        left.first_person = True
        left.position = item.start


def _conclude(left: _Left, item: Item, scene: Scene) -> None:
    if left.linked and left.tier is None:
        left.tier = Tier.CONCLUDED
    left.broken = True
    if left.commas or left.seen_group:
        left.released = True


def _likely(left: _Left, item: Item, scene: Scene) -> None:
    if left.linked:
        left.tier = left.tier or Tier.CONCLUDED
        left.position = item.start


def _point(left: _Left, item: Item, scene: Scene) -> None:
    if left.linked:
        left.tier = left.tier or Tier.ASSERTED
        left.position = item.start


def _hedge(left: _Left, item: Item, scene: Scene) -> None:
    if left.commas == 0 and not left.seen_group and not left.broken:
        left.hedged = True
        if left.linked:
            left.position = item.start


def _negation(left: _Left, item: Item, scene: Scene) -> None:
    if left.commas == 0 and not left.seen_group and not left.broken:
        left.negated = True
        if left.linked:
            left.position = item.start


def _past(left: _Left, item: Item, scene: Scene) -> None:
    if left.commas == 0 and not left.seen_group and not left.broken:
        left.past = True


def _hint(left: _Left, item: Item, scene: Scene) -> None:
    if left.hint_at < 0:
        left.hint_at, left.hint_commas = item.start, left.commas
        if left.contrast or left.released or (left.seen_group and left.commas):
            left.hint_at = -2


def _contrast(left: _Left, item: Item, scene: Scene) -> None:
    if left.linked and left.tier is None and left.commas == 0:
        left.contrast_commas = 1
    left.broken = True
    if left.hint_at == -1:
        left.contrast = True
    elif left.hint_at >= 0 and left.hint_commas:
        left.hint_at = -2
    left.linked = False


def _because(left: _Left, item: Item, scene: Scene) -> None:
    left.broken = True
    left.linked = False


def _agree(left: _Left, item: Item, scene: Scene) -> None:
    left.agree = True


def _correct(left: _Left, item: Item, scene: Scene) -> None:
    if left.linked and left.tier is None:
        left.tier = Tier.CONCLUDED
    left.broken = True
    left.released = True


_STEPS = {
    "comma": _comma,
    "group": _group,
    "cue": _cue,
    "pick": _pick,
    "conclude": _conclude,
    "leave": _likely,
    "likely": _likely,
    "point": _point,
    "hedge": _hedge,
    "negation": _negation,
    "refuse": _negation,
    "all_but": _negation,
    "past": _past,
    "hint": _hint,
    "contrast": _contrast,
    "because": _because,
    "agree": _agree,
    "correct": _correct,
    "retract": _correct,
}


def _judge_left(scene: Scene, claim: Claim, left: _Left, before: list[Claim]) -> None:
    claim.tier = left.tier or Tier.MENTIONED
    if left.tier is None and left.linked is False and left.contrast_commas and before:
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
    elif left.past:
        claim.why = "corrected"
    elif left.hint_at >= 0 and not (left.first_person and left.hint_commas):
        if left.agree or _agrees_after(scene, claim.index):
            claim.tier = min(claim.tier, Tier.CONCLUDED)
        else:
            claim.why = "attributed"


def _same_sentence(scene: Scene, first: int, second: int) -> bool:
    return all(item.tag != "stop" for item in scene.items[first:second])


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


def _judge_right(scene: Scene, claim: Claim, left: _Left) -> None:
    group, low = claim.group, scene.plain.low
    if not left.hedged:
        verdict = scene.book.verdict.match(low, group.end)
        if verdict and not left.tier:
            claim.verdict = True
            if verdict["bad"]:
                claim.why = claim.why or "eliminated"
            elif claim.why is None:
                claim.tier = Tier.CONCLUDED
            return
    limit, negation, hedge = _right_clause(scene, claim)
    bad = scene.book.bad.search(low, group.end, limit)
    if bad and not _is_safe(scene, claim.index, bad.end()) and claim.why != "attributed":
        claim.why = "negated"
        claim.verdict = True
    elif negation:
        claim.why = claim.why or "negated"
        claim.verdict = True
    elif claim.why is None and hedge and left.tier is None:
        claim.tier = Tier.HEDGED
    elif claim.why is None and _is_good(scene, group.end, limit):
        claim.tier = min(claim.tier, Tier.CONCLUDED)


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
        if item.tag == "negation" and _gap_ok(scene, start, item.start):
            following = items[place + 1] if place + 1 < len(items) else None
            adjacent = following is not None and following.tag == "group"
            if adjacent and following is not None and _gap_ok(scene, item.end, following.start):
                limit = item.start
                break
            negation = True
        elif item.tag == "hedge" and _gap_ok(scene, start, item.start):
            hedge = True
    return limit, negation, hedge


def _is_question(scene: Scene, index: int) -> bool:
    for item in scene.items[index + 1 : index + 40]:
        if item.tag == "stop":
            return scene.plain.low[item.start] in "?？"
    return False
