"""What stands before a mention in its sentence: cues, negations, hedges, attributions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from judgekit.mcq.mentions import Group
from judgekit.mcq.scene import Scene

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
class Left:
    """What stands before a mention in its sentence.

    Attributes:
        position: Up to where, going backwards, cues and fillers lead to the mention.
        linked: True while nothing but those was met.
        broken: True once a clause boundary was met.
        commas: Number of commas met.
        seen_group: True once another mention was met.
        tier: The claim that the linked phrases make; None for none.
        hedged: True if the clause hedges.
        negated: True if the clause negates.
        past: True if the clause tells of an earlier opinion.
        conditional: True if the clause states a condition.
        first_person: True if the responder's own voice picks.
        hint_at: Where an attribution was met; -1 for none, -2 for one that ended before.
        hint_commas: Commas between the attribution and the mention.
        contrast: True if a contrast was met before an attribution.
        follows_contrast: True if a contrast leads to the mention ("but D").
        agree: True if the responder endorses.
        released: True if a conclusion or correction ends what went before.
        here: Start of the item being met.
    """

    position: int
    linked: bool = True
    broken: bool = False
    commas: int = 0
    seen_group: bool = False
    tier: Tier | None = None
    hedged: bool = False
    negated: bool = False
    past: bool = False
    conditional: bool = False
    first_person: bool = False
    hint_at: int = -1
    hint_commas: int = 0
    contrast: bool = False
    follows_contrast: bool = False
    agree: bool = False
    released: bool = False
    here: int = 0


def walk_left(scene: Scene, index: int, group: Group) -> Left:
    """Return what stands before a group in its sentence, read from the group backwards."""
    left = Left(group.start)
    items = scene.items
    for back in range(index - 1, max(-1, index - 1 - _MAX_BACK), -1):
        item = items[back]
        if item.tag == "stop" and not _is_heading(scene, back, left):
            break
        if left.linked and not is_gap(scene, item.end, left.position):
            left.linked = False
        step = _STEPS.get(item.tag)
        if step is not None:
            left.here = item.start
            step(left)
    return left


def is_gap(scene: Scene, start: int, end: int) -> bool:
    """Return True if only fillers and punctuation stand in a short range of the text."""
    return end - start <= _MAX_GAP and bool(scene.book.gap.fullmatch(scene.plain.low, start, end))


def _is_heading(scene: Scene, back: int, left: Left) -> bool:
    """Return True for a line break behind a cue that announces what follows."""
    item = scene.items[back]
    if not left.linked or not scene.plain.low.startswith("\n", item.start) or back == 0:
        return False
    previous = scene.items[back - 1]
    if previous.tag == "comma" and back > 1 and scene.plain.low[previous.start] == ":":
        previous = scene.items[back - 2]
    return previous.tag in {"cue", "pick", "conclude", "leave"} and is_gap(
        scene, previous.end, left.position
    )


def _comma(left: Left) -> None:
    left.commas += 1


def _group(left: Left) -> None:
    left.seen_group = True
    left.linked = False


def _cue(left: Left) -> None:
    if left.linked and left.tier is not Tier.DECLARED:
        left.tier = Tier.DECLARED
        left.position = left.here


def _pick(left: Left) -> None:
    if left.linked:
        left.tier = Tier.DECLARED
        left.first_person = True
        left.position = left.here


def _conclude(left: Left) -> None:
    if left.linked and left.tier is None:
        left.tier = Tier.CONCLUDED
    left.broken = True
    if left.commas or left.seen_group:
        left.released = True


def _likely(left: Left) -> None:
    if left.linked:
        left.tier = left.tier or Tier.CONCLUDED
        left.position = left.here


def _point(left: Left) -> None:
    if left.linked:
        left.tier = left.tier or Tier.ASSERTED
        left.position = left.here


def _hedge(left: Left) -> None:
    if left.commas == 0 and not left.seen_group and not left.broken:
        left.hedged = True
        if left.linked:
            left.position = left.here


def _negation(left: Left) -> None:
    if left.commas == 0 and not left.seen_group and not left.broken:
        left.negated = True
        if left.linked:
            left.position = left.here


def _past(left: Left) -> None:
    if left.commas == 0 and not left.seen_group and not left.broken:
        left.past = True


def _condition(left: Left) -> None:
    if left.commas == 0 and not left.seen_group and not left.broken:
        left.conditional = True


def _hint(left: Left) -> None:
    if left.hint_at < 0:
        left.hint_at, left.hint_commas = left.here, left.commas
        if left.contrast or left.released or (left.seen_group and left.commas):
            left.hint_at = -2


def _contrast(left: Left) -> None:
    if left.linked and left.tier is None and left.commas == 0:
        left.follows_contrast = True
    left.broken = True
    if left.hint_at == -1:
        left.contrast = True
    elif left.hint_at >= 0 and left.hint_commas:
        left.hint_at = -2
    left.linked = False


def _because(left: Left) -> None:
    left.broken = True
    left.linked = False


def _agree(left: Left) -> None:
    left.agree = True


def _correct(left: Left) -> None:
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
    "condition": _condition,
    "hint": _hint,
    "contrast": _contrast,
    "because": _because,
    "agree": _agree,
    "correct": _correct,
    "retract": _correct,
}
