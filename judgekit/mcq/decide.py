"""The order of the rules over a text's claims, and the verdict when none of them speaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from judgekit.mcq.claims import Claim, find_claims
from judgekit.mcq.labels import FOREIGN
from judgekit.mcq.leftward import Tier
from judgekit.mcq.scene import Scene
from judgekit.mcq.standing import mark_alone
from judgekit.records.choice import Reason, Status

_RULES = {
    Tier.DECLARED: "declaration",
    Tier.CONCLUDED: "conclusion",
    Tier.ALONE: "label alone",
    Tier.ASSERTED: "assertion",
    Tier.HEDGED: "single hedge",
    Tier.MENTIONED: "only mention",
}


class Decision(NamedTuple):
    """What the rules make of a text.

    Attributes:
        status: As in `Choice`.
        options: Chosen option indices, in option order.
        rule: The rule that decided.
        start: Start of the evidence in the plain text.
        end: End of the evidence.
        reason: Why there is no answer.
        claims: All claims, for the record of what was rejected.
    """

    status: Status
    options: tuple[int, ...] = ()
    rule: str | None = None
    start: int = 0
    end: int = 0
    reason: Reason | None = None
    claims: tuple[Claim, ...] = ()


def decide(scene: Scene) -> Decision:
    """Return the decision of the ordered rules over `scene`."""
    claims = find_claims(scene)
    _mark_echoes(scene, claims)
    mark_alone(scene, claims)
    start = _correction_point(scene, claims)
    if start:
        later = [claim for claim in claims if claim.group.start >= start]
        found = _by_tier(scene, later, weakest=Tier.ALONE)
        if found is not None:
            _void(claims, start)
            return found._replace(claims=tuple(claims))
        if _is_retraction(scene, start):
            _void(claims, start)
    found = _by_tier(scene, claims, weakest=Tier.HEDGED)
    if found is None:
        found = _abstention(scene, claims) or _by_mention(scene, claims) or _nothing(scene, claims)
    return found._replace(claims=tuple(claims))


def _live(claims: Iterable[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.why is None and claim.tier < Tier.DEAD]


def _void(claims: list[Claim], start: int) -> None:
    for claim in claims:
        if claim.group.start < start and claim.why is None:
            claim.why = "corrected"


def _correction_point(scene: Scene, claims: list[Claim]) -> int:
    """Return where the last correction starts that follows a claim; 0 if there is none."""
    first = claims[0].group.start if claims else 0
    for item in reversed(scene.items):
        if item.tag in {"correct", "retract"} and item.start > first:
            return item.start
    return 0


def _is_retraction(scene: Scene, start: int) -> bool:
    return any(item.tag == "retract" and item.start >= start for item in scene.items)


def _mark_echoes(scene: Scene, claims: list[Claim]) -> None:
    """Take lists of all the options for echoes of the question, unless several may be right."""
    total = len(scene.options.names)
    if total < 3 or scene.multi_select:
        return
    for claim in claims:
        if len(claim.group.options) == total and FOREIGN not in claim.group.options:
            claim.why = claim.why or "echoed"


def _by_tier(scene: Scene, claims: list[Claim], *, weakest: Tier) -> Decision | None:
    live = _live(claims)
    for tier in sorted({claim.tier for claim in live}):
        if tier > weakest:
            return None
        same = [c for c in live if c.tier == tier and (tier == Tier.DECLARED or _is_own(c))]
        found = _choose(scene, same, live, tier) if same else None
        if found is not None:
            return found
    return None


def _is_own(claim: Claim) -> bool:
    return FOREIGN not in claim.group.options and not claim.group.is_glued


def _choose(scene: Scene, same: list[Claim], live: list[Claim], tier: Tier) -> Decision | None:
    if scene.multi_select:
        return _choose_several(same, tier)
    last = same[-1]
    options = last.group.options
    if FOREIGN in options:
        return _no_answer("none", "outside the options") if len(options) == 1 else None
    if last.group.conflict:
        return _no_answer("ambiguous", "label and text disagree")
    if len(options) > 1:
        resolved = _resolve(last, live)
        if resolved is not None:
            return _answer((resolved.group.options[0],), tier, resolved)
        return _no_answer("ambiguous", "hedge" if last.group.either else "two answers")
    distinct = {claim.group.options for claim in same}
    if len(distinct) > 1 and tier in {Tier.ALONE, Tier.ASSERTED, Tier.HEDGED}:
        if tier == Tier.ASSERTED and _is_final(scene, last):
            return _answer(options, tier, last)
        return _no_answer("ambiguous", "hedge" if tier == Tier.HEDGED else "two answers")
    return _answer(options, tier, last)


def _resolve(group_claim: Claim, live: list[Claim]) -> Claim | None:
    """Return the later claim that picks one of the options of an undecided list."""
    for claim in reversed(live):
        if claim.group.start <= group_claim.group.start:
            return None
        if claim.tier <= Tier.ALONE and len(claim.group.options) == 1 and _is_own(claim):
            return claim
    return None


def _is_final(scene: Scene, claim: Claim) -> bool:
    """Return True if only the end of its own sentence follows a claim."""
    stops = [item for item in scene.items[claim.index + 1 :] if item.tag == "stop"]
    return not stops or not scene.plain.low[stops[0].end :].strip()


def _choose_several(same: list[Claim], tier: Tier) -> Decision:
    last = same[-1]
    picked = set(last.group.options)
    if tier != Tier.DECLARED or last.verdict:
        for claim in same:
            picked |= set(claim.group.options)
    if FOREIGN in picked:
        return _no_answer("none", "outside the options")
    if last.group.conflict:
        return _no_answer("ambiguous", "label and text disagree")
    if tier == Tier.HEDGED or last.group.either:
        return _no_answer("ambiguous", "hedge")
    return _answer(tuple(sorted(picked)), tier, last)


def _answer(options: tuple[int, ...], tier: Tier, claim: Claim) -> Decision:
    return Decision("answered", options, _RULES[tier], claim.group.start, claim.group.end)


def _no_answer(status: Status, reason: Reason) -> Decision:
    return Decision(status, reason=reason)


def _abstention(scene: Scene, claims: list[Claim]) -> Decision | None:
    """Read refusals, "none of the above" and "all of the above", as options or as no answer."""
    for item in scene.items:
        if item.tag not in _ABSTENTIONS:
            continue
        option = scene.options.classes.get(item.tag)
        if option is None and item.tag in {"all_of", "all_but"} and scene.multi_select:
            return _all_of(scene, claims, item.start, item.end)
        if option is not None and not _live_texts(claims):
            return Decision("answered", (option,), "abstention option", item.start, item.end)
        if item.tag in {"undetermined", "refuse"}:
            return _no_answer("refused", "refused")
        if item.tag == "none_of" and not _live_texts(claims):
            return _no_answer("none", "outside the options")
        if item.tag == "all_of" and not _live_texts(claims):
            return _no_answer("ambiguous", "two answers")
    return None


_ABSTENTIONS = frozenset(("undetermined", "none_of", "all_of", "all_but", "refuse"))


def _all_of(scene: Scene, claims: list[Claim], start: int, end: int) -> Decision:
    """Read "all of them", without those that the text takes out."""
    out = {option for claim in claims if claim.why == "negated" for option in claim.group.options}
    rest = tuple(n for n in range(len(scene.options.names)) if n not in out)
    return Decision("answered", rest, "all of them", start, end)


def _live_texts(claims: list[Claim]) -> bool:
    return any(claim.group.has_text for claim in _live(claims))


def _by_mention(scene: Scene, claims: list[Claim]) -> Decision | None:
    live = [claim for claim in _live(claims) if _is_own(claim)]
    for wants_text in (True, False):
        same = [
            claim
            for claim in live
            if claim.group.has_text == wants_text and (wants_text or not claim.group.is_weak)
        ]
        picked = sorted({option for claim in same for option in claim.group.options})
        if len(picked) == 1 or (picked and scene.multi_select):
            return _answer(tuple(picked), Tier.MENTIONED, same[-1])
        if len(picked) > 1:
            return _no_answer("ambiguous", "two answers")
    return None


def _nothing(scene: Scene, claims: list[Claim]) -> Decision:
    whys = {claim.why for claim in claims if claim.why is not None}
    if not scene.plain.low.strip():
        return _no_answer("none", "prompt echo")
    if "attributed" in whys:
        return _no_answer("none", "hint echo")
    if "echoed" in whys and len(whys) == 1:
        return _no_answer("none", "prompt echo")
    if whys:
        return _no_answer("none", "only rejected options")
    if _ends_with_cue(scene):
        return _no_answer("none", "truncated")
    if any(item.tag == "cue" for item in scene.items):
        return _no_answer("none", "outside the options")
    return _no_answer("none", "no claim")


def _ends_with_cue(scene: Scene) -> bool:
    last = scene.items[-1] if scene.items else None
    if last is not None and last.tag == "comma" and len(scene.items) > 1:
        last = scene.items[-2]
    return (
        last is not None
        and last.tag in {"cue", "pick"}
        and scene.book.gap.fullmatch(scene.plain.low, last.end) is not None
    )
