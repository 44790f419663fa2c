"""One criterion of an audit: what clinicians answered and what the judge did, item by item."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

from judgekit.records.outcome import Outcome
from judgekit.records.scale import ScaleValue

Family = Literal["nominal", "ordinal", "numeric"]
Answer: TypeAlias = ScaleValue | None
T = TypeVar("T")
MOST_GRADES = 20
"""A scale with more values than this is numeric: its categories say little one by one."""


@dataclass(frozen=True)
class AuditScale:
    """The scale that clinicians rated on, as the rubric or the layout declares it.

    Attributes:
        levels: Its values, lowest first; for labels the order declared.
        is_ordered: Whether the levels have an order.
        extras: Answers beside the scale, such as "not_applicable" and "other".
        is_continuous: Whether values between the levels occur, as for a total or for the mean of
            a judge's repeats: `levels` then only gives the ends, and no figure may take them as
            categories.
    """

    levels: tuple[ScaleValue, ...]
    is_ordered: bool
    extras: tuple[str, ...] = ()
    is_continuous: bool = False

    @property
    def family(self) -> Family:
        """Which statistics suit the scale."""
        if not self.is_ordered:
            return "nominal"
        is_graded = len(self.levels) <= MOST_GRADES and not self.is_continuous
        return "ordinal" if is_graded or self.span is None else "numeric"

    @property
    def span(self) -> tuple[float, float] | None:
        """Lowest and highest level; None for labels."""
        numbers = [level for level in self.levels if not isinstance(level, str)]
        return (min(numbers), max(numbers)) if self.is_ordered and numbers else None


@dataclass(frozen=True)
class JudgeCell:
    """What the judge (or metric) said of one item under one criterion.

    Attributes:
        outcome: What became of it; a value exists only for `scored`.
        value: A level of the judge's scale, or a metric's number; "not_applicable" is an extra and
            stands here as that label.
        reason: The judge's rationale, or why there is no value.
        repeats: Values of the single judgements where there were several; None for a failed one.
    """

    outcome: Outcome
    value: Answer
    reason: str | None = None
    repeats: tuple[Answer, ...] = ()


@dataclass(frozen=True)
class Panel:
    """One criterion on the items that both sides know.

    Attributes:
        criterion: Id of the clinicians' criterion.
        name: Its name in tables.
        scale: The clinicians' scale.
        is_on_scale: Whether the judge's values lie on that scale. A metric's do not: then only
            order can be compared, and figures of agreement say so.
        items: Ids of the items.
        cases: The case of each; None: none are declared, each item is its own case.
        raters: The clinicians, without adjudicators.
        answers: Items x raters; None where a rating is missing or the rater abstained.
        adjudicated: The settled answer of each item; None: no adjudicator rated this criterion.
        judge: What the judge said of each item.
        systems: The system that wrote each item; None where unknown.
        groups: Further columns by which figures may be split, by item.
    """

    criterion: str
    name: str
    scale: AuditScale
    is_on_scale: bool
    items: tuple[str, ...]
    cases: tuple[str, ...] | None
    raters: tuple[str, ...]
    answers: tuple[tuple[Answer, ...], ...]
    adjudicated: tuple[Answer, ...] | None
    judge: tuple[JudgeCell, ...]
    systems: tuple[str | None, ...]
    groups: tuple[dict[str, str], ...]

    @cached_property
    def judged(self) -> tuple[Answer, ...]:
        """The judge's answer to each item, extras included; None where it has none."""
        return tuple(cell.value for cell in self.judge)

    @cached_property
    def levels_given(self) -> tuple[tuple[Answer, ...], ...]:
        """Items x raters, answers on the scale only: extras count as not given."""
        return tuple(tuple(self.on_scale(value) for value in row) for row in self.answers)

    @cached_property
    def levels_judged(self) -> tuple[Answer, ...]:
        """The judge's answers on the scale only; a metric's numbers as they are."""
        return tuple(self.on_scale(value) if self.is_on_scale else value for value in self.judged)

    @property
    def categories(self) -> tuple[ScaleValue, ...]:
        """Every answer there is: the levels, then the extras."""
        return (*self.scale.levels, *self.scale.extras)

    @cached_property
    def means(self) -> tuple[float | None, ...]:
        """Mean of the clinicians' levels of each item; None without one, or for labels."""
        return tuple(_mean(row) for row in self.levels_given)

    @property
    def is_compared(self) -> bool:
        """Whether some item has both an answer of the judge and a clinician's or settled one.

        Extras are answers to labels; on an ordered scale they are no grade to compare.
        """
        is_nominal = self.scale.family == "nominal"
        judged = self.judged if is_nominal else self.levels_judged
        given = self.answers if is_nominal else self.levels_given
        settled = self.adjudicated or (None,) * len(self)
        ends = settled if is_nominal else tuple(map(self.on_scale, settled))
        return any(
            own is not None and any(one is not None for one in (*row, end))
            for own, row, end in zip(judged, given, ends, strict=True)
        )

    def on_scale(self, value: Answer) -> Answer:
        """Return `value`, or None for an extra."""
        return None if value in self.scale.extras else value

    def at(self, is_kept: Callable[[int], bool]) -> Panel:
        """Return the panel of the items whose position `is_kept` accepts."""
        kept = [place for place in range(len(self.items)) if is_kept(place)]
        return replace(
            self,
            items=_pick(self.items, kept),
            cases=None if self.cases is None else _pick(self.cases, kept),
            answers=_pick(self.answers, kept),
            adjudicated=None if self.adjudicated is None else _pick(self.adjudicated, kept),
            judge=_pick(self.judge, kept),
            systems=_pick(self.systems, kept),
            groups=_pick(self.groups, kept),
        )

    def __len__(self) -> int:
        return len(self.items)


def _pick(values: Sequence[T], kept: Sequence[int]) -> tuple[T, ...]:
    return tuple(values[place] for place in kept)


def _mean(row: Sequence[Answer]) -> float | None:
    numbers = [value for value in row if value is not None and not isinstance(value, str)]
    return sum(numbers) / len(numbers) if numbers else None
