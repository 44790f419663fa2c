"""Every item of the run under one criterion: the judge's score, and a label where there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.panel_numbers import coded_cases
from judgekit.statistics.intervals import IntArray


class ScoredItem(NamedTuple):
    """One item.

    Attributes:
        case: Its case; None: none is declared.
        system: The system that wrote it; None: unknown.
        label: The clinicians' number; None: nobody rated it.
        judge: The judge's; None: the judge failed.
        probability: The chance with which it was drawn for rating; None: the same for all.
    """

    case: str | None
    system: str | None
    label: float | None
    judge: float | None
    probability: float | None = None


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


def scored_items(
    data: AuditData,
    panel: Panel,
    *,
    labels: Sequence[float | None],
    read: Callable[[Answer], float | None],
) -> tuple[ScoredItem, ...]:
    """Return the rated items of a panel, then the items that nobody rated.

    Args:
        data: The audit, with its unlabelled items.
        panel: The criterion.
        labels: The clinicians' number of each item of the panel.
        read: What number the judge's answer is; None: none.
    """
    cases = panel.cases or (None,) * len(panel)
    chances = data.probabilities or {}
    rated = [
        ScoredItem(case, system, label, read(judged), chances.get(item))
        for item, case, system, label, judged in zip(
            panel.items, cases, panel.systems, labels, panel.levels_judged, strict=True
        )
    ]
    others = [
        ScoredItem(
            one.case,
            one.system,
            None,
            read(one.values.get(panel.criterion)),
            chances.get(one.item),
        )
        for one in data.unlabelled
    ]
    return (*rated, *others)


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
    if any(item.probability == 1 and item.label is None for item in items):
        return "an item that was certain to be drawn for rating has no rating"
    return None


def pairs_of(items: Sequence[ScoredItem]) -> tuple[tuple[str, str, PairedSystems], ...]:
    """Return every two systems, paired by case."""
    return tuple(
        (one, other, _paired(items, one, other))
        for one, other in combinations(systems_of(items), 2)
    )


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
    return PairedSystems(
        first=tuple(by_case[0][case] for case in shared),
        second=tuple(by_case[1][case] for case in shared),
        n_unpaired=sum(len(side) for side in sides) - 2 * len(shared),
    )


def _unpaired(reason: str) -> PairedSystems:
    return PairedSystems((), (), 0, reason)
