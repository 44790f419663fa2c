"""The corrected mean score of the systems under test, beside the judge's and the clinicians'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from judgekit.agreement import PpiMean, ppi_mean, ppi_mean_difference
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.correction_rates import (
    predicted,
    rate_figures,
    rate_tables,
    rates_of,
)
from judgekit.auditing.sections.panel_numbers import NO_ITEM, numbers, undefined, why_no_points
from judgekit.auditing.sections.scored_items import (
    PairedSystems,
    ScoredItem,
    cases_of,
    pairs_of,
    probabilities_of,
    scored_items,
    systems_of,
    why_not_sampled,
)
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable
from judgekit.statistics.intervals import NO_ITEMS

SECTION = "correction"
MOST_PAIRED = 5
ALL = "all answers"
CAVEAT = (
    "A corrected mean holds only if the rated answers are a random sample of the run's answers or "
    "of its cases, all were scored by this judge in one version, the ratings are of these very "
    "answers, and none of them was used to tune the judge's prompt. Where answers were drawn with "
    "unequal chances, the plan must declare them (sampling)."
)
METHOD = (
    "The corrected mean is the clinicians' mean of the rated answers, moved by what the judge says "
    "of the answers that nobody rated (prediction-powered inference). Beside it stand the judge's "
    "own mean over all answers, which is off by as much as the judge is, and the clinicians' mean "
    "alone, which needs no judge."
)
WEIGHTED = (
    "Answers were drawn for rating with the chances that the plan declares; rated answers are "
    "weighted by 1 over their chance."
)
NO_PANEL = "No criterion is in both the run and the ratings, so there is nothing to correct."
TOO_MANY = "Differences are shown for up to {most} systems; under {name} there are {n}."


class Corrected(NamedTuple):
    """One mean, or difference of means, three ways.

    Attributes:
        label: Whose it is.
        group: {} for all answers, else the system or the two systems.
        mean: The three figures and their counts; None where there are none.
        reason: Why there are none.
        n_unpaired: For a difference: items without a partner.
    """

    label: str
    group: dict[str, str]
    mean: PpiMean | None
    reason: str
    n_unpaired: int = 0

    @property
    def estimates(self) -> tuple[Estimate, Estimate, Estimate]:
        """The judge's own, the clinicians' own and the corrected one."""
        if self.mean is None:
            return (undefined(self.reason),) * 3
        return self.mean.judge_only, self.mean.labelled_only, predicted(self.mean)

    @property
    def counts(self) -> str:
        """Rated, not rated and without a judge's score, in words."""
        if self.mean is None:
            return "none"
        said = f"{self.mean.n_labelled} rated, {self.mean.n_unlabelled} not rated"
        said += f", {self.mean.n_without_judge} without a judge's score"
        return said + (f", {self.n_unpaired} without a partner" if self.n_unpaired else "")


def correction_section(data: AuditData) -> Section:
    """Return the corrected means by criterion and system, and the systems' paired differences.

    A criterion without points (labels, or a metric off the clinicians' scale) has no mean and says
    so. Rates (a binary scale, declared unsafe answers) are corrected by Rogan and Gladen's formula
    too. `details["summary_rows"]` holds raw and corrected mean side by side.
    """
    means = [(panel, means_of(data, panel)) for panel in data.panels]
    differences = [(panel, differences_of(data, panel)) for panel in data.panels]
    rates = [rate for panel in data.panels for rate in rates_of(data, panel)]
    figures = [one for panel, rows in means for one in _mean_figures(panel, rows)]
    figures += [one for panel, rows in differences for one in _difference_figures(panel, rows)]
    figures += rate_figures(SECTION, rates)
    tables = [_table(panel, rows, "Mean score") for panel, rows in means]
    tables += [
        _table(panel, rows, "Paired difference of mean scores")
        for panel, rows in differences
        if rows
    ]
    tables += rate_tables(rates)
    return Section(
        id=SECTION,
        title="Corrected scores",
        paragraphs=_paragraphs(data),
        figures=tuple(figures),
        tables=tuple(tables),
        warnings=(CAVEAT,) if data.panels else (),
        details={
            "summary_rows": [_record(panel, row) for panel, rows in means for row in rows],
            "difference_rows": [_record(panel, row) for panel, rows in differences for row in rows],
        },
    )


def means_of(data: AuditData, panel: Panel) -> tuple[Corrected, ...]:
    """Return the corrected mean of all answers and, where there are several, of each system."""
    reason = why_no_points(panel)
    if reason is not None:
        return (Corrected(ALL, {}, None, reason),)
    items = _items(data, panel)
    if not items:
        return (Corrected(ALL, {}, None, NO_ITEMS),)
    misfit = why_not_sampled(items)
    if misfit is not None:
        return (Corrected(ALL, {}, None, misfit),)
    rows = [Corrected(ALL, {}, _mean(items), NO_ITEM)]
    systems = systems_of(items)
    if len(systems) > 1:
        for name in systems:
            own = [item for item in items if item.system == name]
            rows.append(Corrected(name, {"system": name}, _mean(own), NO_ITEM))
    return tuple(rows)


def differences_of(data: AuditData, panel: Panel) -> tuple[Corrected, ...]:
    """Return the corrected paired difference of every two systems, of up to five."""
    if why_no_points(panel) is not None:
        return ()
    items = _items(data, panel)
    if why_not_sampled(items) is not None:
        return ()
    if len(systems_of(items)) > MOST_PAIRED:
        return ()
    return tuple(_difference(*pair) for pair in pairs_of(items))


def _items(data: AuditData, panel: Panel) -> tuple[ScoredItem, ...]:
    return scored_items(data, panel, labels=panel.means, read=lambda value: numbers([value])[0])


def _mean(items: Sequence[ScoredItem]) -> PpiMean:
    return ppi_mean(
        [item.label for item in items],
        [item.judge for item in items],
        probabilities=probabilities_of(items),
        clusters=cases_of(items),
    )


def _difference(one: str, other: str, pairs: PairedSystems) -> Corrected:
    name = f"{one} minus {other}"
    group = {"systems": name}
    if pairs.reason is not None:
        return Corrected(name, group, None, pairs.reason)
    sides = (pairs.first, pairs.second)
    mean = ppi_mean_difference(
        ([item.label for item in sides[0]], [item.label for item in sides[1]]),
        ([item.judge for item in sides[0]], [item.judge for item in sides[1]]),
        probabilities=probabilities_of(sides[0]),
        clusters=cases_of(pairs.first),
    )
    return Corrected(name, group, mean, NO_ITEM, pairs.n_unpaired)


_MEANS = (
    ("judge_mean", "judge", "Mean of the judge's own scores over all answers that it scored"),
    (
        "labelled_mean",
        "clinicians",
        "Mean over rated answers that the judge scored of the clinicians' mean rating, which needs "
        "no judge",
    ),
    (
        "ppi_mean",
        "judge corrected by clinicians",
        "Mean rating that clinicians would give to all answers of the run, predicted from their "
        "ratings of some and the judge's scores of all",
    ),
)


def _mean_figures(panel: Panel, rows: Sequence[Corrected]) -> list[Figure]:
    return [
        figure(
            SECTION,
            panel.criterion,
            statistic,
            subject,
            estimand=f"{estimand}.",
            unit="points",
            estimate=estimate,
            n_raters=None if subject == "judge" else len(panel.raters),
            group=row.group,
        )
        for row in rows
        for (statistic, subject, estimand), estimate in zip(_MEANS, row.estimates, strict=True)
    ]


def _difference_figures(panel: Panel, rows: Sequence[Corrected]) -> list[Figure]:
    return [
        figure(
            SECTION,
            panel.criterion,
            f"{statistic}_difference",
            subject,
            estimand=f"{estimand}: first minus second system, paired by case.",
            unit="points",
            estimate=estimate,
            n_raters=None if subject == "judge" else len(panel.raters),
            group=row.group,
        )
        for row in rows
        for (statistic, subject, estimand), estimate in zip(_MEANS, row.estimates, strict=True)
    ]


def _table(panel: Panel, rows: Sequence[Corrected], what: str) -> ReportTable:
    return ReportTable(
        caption=f"{what}: {panel.name}",
        columns=("Answers of", "Judge alone", "Clinicians alone", "Corrected", "Answers"),
        rows=tuple(
            (row.label, *(cell(one, unit="points") for one in row.estimates), row.counts)
            for row in rows
        ),
        note="n counts answers, G cases; for the corrected mean G counts cases with a rating.",
    )


def _paragraphs(data: AuditData) -> tuple[str, ...]:
    if not data.panels:
        return (NO_PANEL,)
    crowded = []
    for panel in data.panels:
        n = len(systems_of(_items(data, panel)))
        if n > MOST_PAIRED and why_no_points(panel) is None:
            crowded.append(TOO_MANY.format(most=MOST_PAIRED, name=panel.name, n=n))
    return (METHOD, *(() if data.probabilities is None else (WEIGHTED,)), *crowded)


def _record(panel: Panel, row: Corrected) -> dict[str, JsonValue]:
    raw, labelled, corrected = row.estimates
    return {
        "criterion": panel.criterion,
        "group": dict(row.group),
        "raw": raw.value,
        "labelled_only": labelled.value,
        "corrected": corrected.value,
        "low": corrected.low,
        "high": corrected.high,
        "reason": corrected.reason or corrected.interval_reason,
        "n_labelled": 0 if row.mean is None else row.mean.n_labelled,
        "n_unlabelled": 0 if row.mean is None else row.mean.n_unlabelled,
        "n_without_judge": 0 if row.mean is None else row.mean.n_without_judge,
        "judge_weight": None if row.mean is None else row.mean.weight,
    }
