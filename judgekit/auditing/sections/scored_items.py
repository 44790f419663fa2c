"""Every item of the run under one criterion: the judge's score, and a label where there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from judgekit.agreement import PpiMean, ppi_mean
from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.panel_numbers import coded_cases
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import IntArray

DRAWN_APART = (
    "unpaired: two answers of one case were drawn for rating apart, with declared chances, so that "
    "the chance of both is not known"
)


class ScoredItem(NamedTuple):
    """One item, or the difference of two.

    Attributes:
        case: Its case; None: none is declared.
        system: The system that wrote it; None: unknown.
        label: The clinicians' number; None: there is none.
        judge: The judge's; None: the judge failed, or its answer is no number here.
        probability: The chance with which it was drawn for rating; None: the same for all.
        is_rated: Whether a clinician answered it under this criterion.
    """

    case: str | None
    system: str | None
    label: float | None
    judge: float | None
    probability: float | None = None
    is_rated: bool = False

    @property
    def is_beside(self) -> bool:
        """Whether it was rated and has no label: it is neither labelled nor unlabelled."""
        return self.is_rated and self.label is None


class Counts(NamedTuple):
    """How items divide under one criterion; they add up to all of them.

    Attributes:
        labelled: With a clinician's label.
        labelled_judged: Those that the judge scored.
        unlabelled: That nobody rated.
        unlabelled_judged: Those that the judge scored.
        beside: Rated, and without a label.
        beside_judged: Those that the judge scored.
    """

    labelled: int
    labelled_judged: int
    unlabelled: int
    unlabelled_judged: int
    beside: int
    beside_judged: int

    @property
    def total(self) -> int:
        """All items."""
        return self.labelled + self.unlabelled + self.beside

    @property
    def judged(self) -> int:
        """Items that the judge scored, without those beside: what a corrected mean is about."""
        return self.labelled_judged + self.unlabelled_judged

    @property
    def unjudged(self) -> int:
        """Items without a judge's score, without those beside."""
        return self.labelled + self.unlabelled - self.judged


class PairedSystems(NamedTuple):
    """Two systems on the cases that both answered, one item each.

    Attributes:
        first: Items of the first system.
        second: Items of the second, same cases, same order.
        n_unpaired: Items of either whose case the other did not answer.
        reason: Why they cannot be paired; None where they can.
    """

    first: tuple[ScoredItem, ...]
    second: tuple[ScoredItem, ...]
    n_unpaired: int
    reason: str | None = None

    @property
    def differences(self) -> tuple[ScoredItem, ...]:
        """First minus second, case by case; a pair of which one is beside is beside."""
        return tuple(
            ScoredItem(
                case=one.case,
                system=None,
                label=_minus(one.label, other.label),
                judge=_minus(one.judge, other.judge),
                probability=one.probability,
                is_rated=one.is_beside or other.is_beside or (one.is_rated and other.is_rated),
            )
            for one, other in zip(self.first, self.second, strict=True)
        )


def scored_items(
    data: AuditData,
    panel: Panel,
    *,
    labels: Sequence[float | None],
    judged: Sequence[Answer],
    read: Callable[[Answer], float | None],
) -> tuple[ScoredItem, ...]:
    """Return the items of a panel, then the run's other items: nobody rated them under it.

    Args:
        data: The audit, with its unlabelled items.
        panel: The criterion.
        labels: The clinicians' number of each item of the panel.
        judged: The judge's answer to each item of the panel.
        read: What number the judge's answer is; None: none.
    """
    cases = panel.cases or (None,) * len(panel)
    chances = data.probabilities or {}
    held = [
        ScoredItem(
            case,
            system,
            label,
            read(said),
            chances.get(item),
            is_rated=any(value is not None for value in answers),
        )
        for item, case, system, label, said, answers in zip(
            panel.items, cases, panel.systems, labels, judged, panel.answers, strict=True
        )
    ]
    known = set(panel.items)
    others = [
        ScoredItem(
            one.case,
            one.system,
            None,
            read(one.values.get(panel.criterion)),
            chances.get(one.item),
        )
        for one in data.unlabelled
        if one.item not in known
    ]
    return (*held, *others)


def counted_items(items: Sequence[ScoredItem]) -> Counts:
    """Return how items divide."""
    labelled = [item for item in items if item.label is not None]
    unlabelled = [item for item in items if not item.is_rated]
    beside = [item for item in items if item.is_beside]
    counts = [
        n
        for group in (labelled, unlabelled, beside)
        for n in (len(group), sum(item.judge is not None for item in group))
    ]
    return Counts(*counts)


def entering(items: Sequence[ScoredItem]) -> tuple[ScoredItem, ...]:
    """Return the items that are labelled or unlabelled, and not beside."""
    return tuple(item for item in items if not item.is_beside)


def corrected_mean(
    items: Sequence[ScoredItem], *, bounds: tuple[float, float] | None = None
) -> PpiMean:
    """Return the corrected mean of items; those beside enter nothing.

    Args:
        items: The items.
        bounds: The ends of the scale that labels and judge are on, for the interval of the judge's
            own mean; None for differences.
    """
    kept = entering(items)
    return ppi_mean(
        [item.label for item in kept],
        [item.judge for item in kept],
        probabilities=probabilities_of(kept),
        clusters=cases_of(kept),
        bounds=_holding(bounds, kept),
    )


def labelled_mean(
    items: Sequence[ScoredItem], *, bounds: tuple[float, float] | None = None
) -> Estimate:
    """Return the mean label of all labelled items, whether or not the judge scored them.

    Weighted by 1 over the chance of being drawn, where chances are declared; else `bounds`, the
    ends of the scale, enter its interval.
    """
    kept = [item._replace(judge=None) for item in entering(items)]
    bounds = _holding(bounds, kept)
    # A judge that says the same of everything fails on nothing, so that every labelled item enters.
    found = ppi_mean(
        [item.label for item in kept],
        [0.0 if bounds is None else bounds[0]] * len(kept),
        probabilities=probabilities_of(kept),
        clusters=cases_of(kept),
        bounds=bounds,
    )
    return found.labelled_only


def systems_of(items: Sequence[ScoredItem]) -> tuple[str, ...]:
    """Return the systems that are known, by name."""
    return tuple(sorted({item.system for item in items if item.system is not None}))


def cases_of(items: Sequence[ScoredItem]) -> IntArray | None:
    """Return the cases of items as codes; None: none are declared."""
    return coded_cases([item.case for item in items])


def probabilities_of(items: Sequence[ScoredItem]) -> list[float] | None:
    """Return the chance of each item of being drawn for rating; None: the same for all."""
    chances = [item.probability for item in items if item.probability is not None]
    return chances if chances else None


def why_not_sampled(items: Sequence[ScoredItem]) -> str | None:
    """Return why declared chances do not fit what was rated; None where they do."""
    if any(item.probability == 1 and not item.is_rated for item in items):
        return "an item that was certain to be drawn for rating has no rating"
    return None


def pairs_of(items: Sequence[ScoredItem]) -> tuple[tuple[str, str, PairedSystems], ...]:
    """Return every two systems, paired by case."""
    return tuple(
        (one, other, _paired(items, one, other))
        for one, other in combinations(systems_of(items), 2)
    )


def _holding(
    bounds: tuple[float, float] | None, items: Sequence[ScoredItem]
) -> tuple[float, float] | None:
    """Return the bounds, or None where a value lies outside, as a metric's unrated one may."""
    if bounds is None:
        return None
    values = [one for item in items for one in (item.label, item.judge) if one is not None]
    return bounds if all(bounds[0] <= one <= bounds[1] for one in values) else None


def _paired(items: Sequence[ScoredItem], one: str, other: str) -> PairedSystems:
    sides = [[item for item in items if item.system == name] for name in (one, other)]
    if any(item.case is None for side in sides for item in side):
        return _unpaired("unpaired: not every item names its case")
    by_case = [{item.case: item for item in side} for side in sides]
    if any(len(cases) < len(side) for cases, side in zip(by_case, sides, strict=True)):
        return _unpaired("unpaired: a system has several items of one case")
    shared = [case for case in by_case[0] if case in by_case[1]]
    if not shared:
        return _unpaired("unpaired: the two systems share no case")
    first, second = (tuple(cases[case] for case in shared) for cases in by_case)
    if any(_is_drawn_apart(*pair) for pair in zip(first, second, strict=True)):
        return _unpaired(DRAWN_APART)
    return PairedSystems(
        first=first,
        second=second,
        n_unpaired=sum(len(side) for side in sides) - 2 * len(shared),
    )


def _unpaired(reason: str) -> PairedSystems:
    return PairedSystems((), (), 0, reason)


def _is_drawn_apart(one: ScoredItem, other: ScoredItem) -> bool:
    if one.probability is None:
        return False
    return one.probability != other.probability or one.is_rated != other.is_rated


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other
