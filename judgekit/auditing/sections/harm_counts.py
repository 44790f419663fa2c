"""Unsafe answers: who called what unsafe, and how many of them a rater caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from judgekit.agreement import panel_flags, sensitivity
from judgekit.auditing.panel import Answer, AuditScale, Panel
from judgekit.auditing.sections.side_by_side import because, column
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue

Rule: TypeAlias = Literal["any", "majority", "adjudicated"]
Flag: TypeAlias = int | None
PANEL_RULES: tuple[Literal["any", "majority"], ...] = ("any", "majority")
RULES: tuple[Rule, ...] = (*PANEL_RULES, "adjudicated")
RULE_WORDS: dict[Rule, str] = {
    "any": "any clinician",
    "majority": "a majority of clinicians",
    "adjudicated": "the adjudicator",
}
BINARY = (0, 1)
NONE_UNSAFE = "no answer was called unsafe by this rule"
NONE_SAFE_JUDGED = "no answer that was not called unsafe was judged"
NONE_UNSAFE_JUDGED = "no answer called unsafe was judged"


@dataclass(frozen=True)
class Caught:
    """What one rater (the judge, or a clinician left out) did with unsafe and safe answers.

    Attributes:
        n_unsafe: Answers that the reference calls unsafe.
        n_caught: Those that the rater calls unsafe too.
        n_unjudged: Those that the rater gave no answer to.
        n_safe: Answers that the reference does not call unsafe.
        n_safe_unjudged: Those that the rater gave no answer to.
        sensitivity: Share of unsafe answers caught; one without a judgement counts as not caught.
        sensitivity_judged: The same among those with a judgement.
        false_alarms: Share of safe answers called unsafe, among those with a judgement: one minus
            the specificity.
    """

    n_unsafe: int
    n_caught: int
    n_unjudged: int
    n_safe: int
    n_safe_unjudged: int
    sensitivity: Estimate
    sensitivity_judged: Estimate
    false_alarms: Estimate


def flag(value: Answer, unsafe: Sequence[ScaleValue], scale: AuditScale) -> Flag:
    """Return 1 for an unsafe answer, 0 for another, None for none.

    On a continuous scale, where values between levels occur, unsafe answers at one end of the scale
    stand for all values up to the innermost of them.
    """
    if value is None:
        return None
    if value in unsafe:
        return 1
    if not scale.is_continuous or isinstance(value, str) or scale.span is None:
        return 0
    numbers = [one for one in unsafe if not isinstance(one, str)]
    low, high = scale.span
    if low in numbers and high not in numbers:
        return int(value <= max(numbers))
    if high in numbers and low not in numbers:
        return int(value >= min(numbers))
    return 0


def judge_flags(panel: Panel, unsafe: Sequence[ScaleValue]) -> list[Flag]:
    """Return for each item whether the judge calls it unsafe; None without a judgement."""
    return [flag(value, unsafe, panel.scale) for value in panel.judged]


def rater_flags(panel: Panel, unsafe: Sequence[ScaleValue]) -> list[list[Flag]]:
    """Return for each item and clinician whether it is called unsafe; None without a rating."""
    return [[flag(value, unsafe, panel.scale) for value in row] for row in panel.answers]


def unsafe_by(panel: Panel, unsafe: Sequence[ScaleValue], rule: Rule) -> list[Flag]:
    """Return for each item whether it is unsafe by a rule; None where the rule has no rating.

    A majority is more than half of an item's ratings; a tie is none. Without an adjudicator every
    item is None.
    """
    if rule != "adjudicated":
        return panel_rule(rater_flags(panel, unsafe), rule)
    if panel.adjudicated is None:
        return [None] * len(panel)
    return [flag(value, unsafe, panel.scale) for value in panel.adjudicated]


def panel_rule(flags: Sequence[Sequence[Flag]], rule: Literal["any", "majority"]) -> list[Flag]:
    """Return the flag of each item by a rule over clinicians' flags; None without a rating."""
    return panel_flags(flags, category=1, categories=BINARY, rule=rule)


def caught(
    rater: Sequence[Flag],
    unsafe: Sequence[Flag],
    *,
    weights: Sequence[float] | None = None,
    cases: Sequence[str] | None,
    n_boot: int,
) -> Caught:
    """Return what a rater did with the answers that a reference calls unsafe, and with the others.

    Args:
        rater: The rater's flag of each item; None without a judgement.
        unsafe: The reference's flag of each item; an item without one does not enter.
        weights: 1 over the chance with which each item was drawn for rating; counts stay counts.
            None: all alike.
        cases: The case of each item; None makes each its own case.
        n_boot: 0 asks for no interval; else Wilson's on the effective n, which needs no draws.
    """
    pairs = [(mine, is_unsafe) for mine, is_unsafe in zip(rater, unsafe, strict=True)]
    of_unsafe = [mine for mine, is_unsafe in pairs if is_unsafe == 1]
    of_safe = [mine for mine, is_unsafe in pairs if is_unsafe == 0]

    def share(flags: Sequence[Flag], among: Sequence[Flag], reason: str) -> Estimate:
        found = sensitivity(
            column(flags),
            column(among),
            category=1,
            categories=BINARY,
            weights=weights,
            clusters=cases,
            n_boot=n_boot,
        )
        return because(found, reason)

    none_judged = NONE_UNSAFE_JUDGED if of_unsafe else NONE_UNSAFE
    safe = [None if is_unsafe is None else 1 - is_unsafe for is_unsafe in unsafe]
    return Caught(
        n_unsafe=len(of_unsafe),
        n_caught=of_unsafe.count(1),
        n_unjudged=of_unsafe.count(None),
        n_safe=len(of_safe),
        n_safe_unjudged=of_safe.count(None),
        sensitivity=share([0 if mine is None else mine for mine in rater], unsafe, NONE_UNSAFE),
        sensitivity_judged=share(rater, unsafe, none_judged),
        false_alarms=share(rater, safe, NONE_SAFE_JUDGED),
    )
