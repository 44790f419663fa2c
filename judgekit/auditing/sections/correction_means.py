"""The corrected mean of all answers, of each system, and of the difference of every two systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judgekit.agreement import PpiMean
from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.panel_numbers import NO_ITEM, numbers, undefined, why_no_points
from judgekit.auditing.sections.scored_items import (
    Counts,
    PairedSystems,
    ScoredItem,
    corrected_mean,
    counted_items,
    labelled_mean,
    pairs_of,
    scored_items,
    systems_of,
    why_not_sampled,
)
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import NO_ITEMS

MOST_PAIRED = 5
ALL = "all answers"
NOTHING_TO_PREDICT = (
    "no answer that nobody rated has a judge's score, so the clinicians' mean needs no correction"
)
NO_COUNTS = Counts(0, 0, 0, 0, 0, 0)


class Corrected(NamedTuple):
    """One mean, or difference of means, three ways.

    Attributes:
        label: Whose it is.
        group: {} for all answers, else the system or the two systems.
        mean: The judge's own and the corrected mean; None where there are none.
        labelled: The clinicians' mean of everything they rated, whether or not the judge scored it.
        reason: Why there are none.
        counts: How the answers (or pairs of them) divide.
        n_unpaired: For a difference: items without a partner.
    """

    label: str
    group: dict[str, str]
    mean: PpiMean | None
    labelled: Estimate | None
    reason: str
    counts: Counts = NO_COUNTS
    n_unpaired: int = 0

    @property
    def estimates(self) -> tuple[Estimate, Estimate, Estimate]:
        """The judge's own, the clinicians' own and the corrected one."""
        if self.mean is None or self.labelled is None:
            return (undefined(self.reason),) * 3
        return self.mean.judge_only, self.labelled, predicted(self.mean)

    @property
    def said(self) -> str:
        """Rated, not rated and left out, in words; the three add up to all."""
        if self.mean is None:
            return "none"
        counts = self.counts
        words = (
            f"{counts.labelled} rated ({counts.labelled - counts.labelled_judged} without a "
            f"judge's score), {counts.unlabelled} not rated "
            f"({counts.unlabelled - counts.unlabelled_judged} without)"
        )
        if counts.beside:
            words += f", {counts.beside} rated as not applicable and left out"
        return words + (f", {self.n_unpaired} without a partner" if self.n_unpaired else "")


def predicted(mean: PpiMean) -> Estimate:
    """Return the prediction-powered mean; where nothing is left to predict, with that reason."""
    found = mean.corrected
    if found.value is None and mean.n_labelled and not mean.n_unlabelled:
        return found.model_copy(update={"reason": NOTHING_TO_PREDICT})
    return found


def items_of(data: AuditData, panel: Panel) -> tuple[ScoredItem, ...]:
    """Return all items under a criterion, a label being the clinicians' mean level.

    An item to which they gave only answers beside the scale, such as "not applicable", has none.
    """
    return scored_items(
        data,
        panel,
        labels=panel.means,
        judged=panel.levels_judged,
        read=lambda value: numbers([value])[0],
    )


def means_of(data: AuditData, panel: Panel) -> tuple[Corrected, ...]:
    """Return the corrected mean of all answers and, where there are several, of each system."""
    reason = why_no_points(panel)
    if reason is not None:
        return (Corrected(ALL, {}, None, None, reason),)
    items = items_of(data, panel)
    misfit = why_not_sampled(items) if items else NO_ITEMS
    if misfit is not None:
        return (Corrected(ALL, {}, None, None, misfit),)
    span = panel.scale.span
    rows = [_corrected(ALL, {}, items, bounds=span)]
    systems = systems_of(items)
    if len(systems) > 1:
        for name in systems:
            own = [item for item in items if item.system == name]
            rows.append(_corrected(name, {"system": name}, own, bounds=span))
    return tuple(rows)


def differences_of(data: AuditData, panel: Panel) -> tuple[Corrected, ...]:
    """Return the corrected paired difference of every two systems, of up to five."""
    if why_no_points(panel) is not None:
        return ()
    items = items_of(data, panel)
    if why_not_sampled(items) is not None or len(systems_of(items)) > MOST_PAIRED:
        return ()
    return tuple(_difference(*pair) for pair in pairs_of(items))


def _difference(one: str, other: str, pairs: PairedSystems) -> Corrected:
    name = f"{one} minus {other}"
    group = {"systems": name}
    if pairs.reason is not None:
        return Corrected(name, group, None, None, pairs.reason)
    return _corrected(name, group, pairs.differences, n_unpaired=pairs.n_unpaired)


def _corrected(
    label: str,
    group: dict[str, str],
    items: Sequence[ScoredItem],
    *,
    n_unpaired: int = 0,
    bounds: tuple[float, float] | None = None,
) -> Corrected:
    return Corrected(
        label,
        group,
        corrected_mean(items, bounds=bounds),
        labelled_mean(items, bounds=bounds),
        NO_ITEM,
        counted_items(items),
        n_unpaired,
    )
