"""Whether the judge says the same when it is asked again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judgekit.agreement import SelfConsistency, percent_agreement, self_consistency
from judgekit.agreement.krippendorff import Metric
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Family, Panel
from judgekit.auditing.sections.panel_numbers import undefined
from judgekit.auditing.sections.side_by_side import occurring
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

SECTION = "stability"
MIN_REPEATS = 2
SUBJECT = "judge with itself"
ASKED_ONCE = (
    "not assessed: the judge was asked once (repeats = 1); agreement with clinicians cannot be "
    "read without it"
)
NO_ITEM = "there are no answers"
READING = (
    "The judge was asked several times about each answer. Where its repeats differ, part of its "
    "distance from clinicians is its own noise and would shrink with the mean of more repeats."
)
ONCE = (
    "Self-consistency was not assessed under {names}: the judge was asked once (repeats = 1). "
    "Agreement with clinicians cannot be read without it, since a judge's own noise lowers it too. "
    "Score again with repeats of 3 or more."
)
NO_PANEL = "No criterion is in both the run and the ratings, so stability was not assessed."
METRIC = "A metric gives the same number for the same texts, so its stability is not in question."


class Stability(NamedTuple):
    """One criterion's repeats.

    Attributes:
        panel: The criterion.
        agreement: Share of pairs of repeats with the same answer, extras included.
        found: The rest, on the levels; None where it was not assessed.
        reason: Why it was not.
    """

    panel: Panel
    agreement: Estimate
    found: SelfConsistency | None
    reason: str

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """Agreement, all alike, alpha and the standard deviation within an answer."""
        if self.found is None:
            return (undefined(self.reason),) * 4
        found = self.found
        return self.agreement, found.all_agree, found.alpha, found.within_sd


def stability_section(data: AuditData) -> Section:
    """Return the judge's agreement with itself, from the repeats of the run, by criterion.

    Agreement counts every answer, "not applicable" included; all alike, alpha (ordinal for grades,
    nominal for labels, interval otherwise) and the standard deviation are of levels alone. The
    estimands and the table's note say so.
    """
    rows = [_stability(data, panel) for panel in data.panels]
    once = [row.panel.name for row in rows if row.found is None]
    said = [READING] if len(once) < len(rows) else []
    if once:
        said.append(METRIC if data.is_metric else ONCE.format(names=", ".join(once)))
    return Section(
        id=SECTION,
        title="Stability of the judge",
        paragraphs=tuple(said) or (NO_PANEL,),
        figures=tuple(one for row in rows for one in _figures(data, row)),
        tables=_tables(rows),
        details={
            "repeats": {
                row.panel.criterion: {
                    "n_repeats": 1 if row.found is None else row.found.n_repeats,
                    "n_incomplete": None if row.found is None else row.found.n_incomplete,
                }
                for row in rows
            }
        },
    )


_METRICS: dict[Family, Metric] = {
    "nominal": "nominal",
    "ordinal": "ordinal",
    "numeric": "interval",
}


def _stability(data: AuditData, panel: Panel) -> Stability:
    width = max((len(one.repeats) for one in panel.judge), default=0)
    if width < MIN_REPEATS:
        reason = ASKED_ONCE if panel.judge else NO_ITEM
        return Stability(panel, undefined(reason), None, reason)
    table = [(*one.repeats, *(None,) * (width - len(one.repeats))) for one in panel.judge]
    # An extra has no place among the levels, but is an answer like any other.
    levels = [tuple(panel.on_scale(value) for value in row) for row in table]
    is_graded = panel.is_on_scale and panel.scale.family != "numeric"
    found = self_consistency(
        levels,
        categories=panel.scale.levels if is_graded else None,
        metric=_METRICS[panel.scale.family] if is_graded else "interval",
        clusters=panel.cases,
        n_boot=data.n_boot,
        seed=data.seed,
    )
    agreement = percent_agreement(
        table,
        categories=panel.categories if is_graded else occurring(table),
        clusters=panel.cases,
        n_boot=data.n_boot,
        seed=data.seed,
    )
    return Stability(panel, agreement, found, "")


_STATISTICS = (
    (
        "self_agreement",
        "share",
        "Share of pairs of repeats of an answer that are the same, one beside the scale, such as "
        "not applicable, being like any other",
    ),
    (
        "self_all_agree",
        "share",
        "Share of answers, among those with every repeat on the scale, whose repeats are all the "
        "same",
    ),
    (
        "self_alpha_{metric}",
        "alpha",
        "Krippendorff's alpha ({metric}) of the repeats on the scale: agreement beyond chance",
    ),
    (
        "self_within_sd",
        "points",
        "Standard deviation of a repeat on the scale around the mean of its answer's: the noise of "
        "one judgement",
    ),
)


def _figures(data: AuditData, row: Stability) -> list[Figure]:
    scale = row.panel.scale
    metric = _METRICS[scale.family] if row.panel.is_on_scale else "interval"
    return [
        figure(
            SECTION,
            row.panel.criterion,
            statistic.format(metric=metric),
            SUBJECT,
            estimand=f"{estimand.format(metric=metric)}.",
            unit=unit,
            estimate=estimate,
            seed=None if estimate.low is None or "all_agree" in statistic else data.seed,
        )
        for (statistic, unit, estimand), estimate in zip(_STATISTICS, row.estimates, strict=True)
    ]


def _tables(rows: Sequence[Stability]) -> tuple[ReportTable, ...]:
    if not rows:
        return ()
    columns = (
        "Criterion",
        "Repeats",
        "Answers without every repeat on the scale",
        "Same answer",
        "All repeats alike",
        "Alpha",
        "SD within an answer",
    )
    return (
        ReportTable(
            caption="The judge with itself",
            columns=columns,
            rows=tuple(_cells(row) for row in rows),
            note=(
                "Same answer is over all repeats, those beside the scale (such as not applicable) "
                "too, and n its answers with two or more. The figures after it are of repeats on "
                "the scale alone, and may stand on fewer answers."
            ),
        ),
    )


def _cells(row: Stability) -> tuple[str, ...]:
    counts = ("1", "none") if row.found is None else (row.found.n_repeats, row.found.n_incomplete)
    return (
        row.panel.name,
        *(str(count) for count in counts),
        *(
            cell(estimate, unit=unit)
            for (_, unit, _), estimate in zip(_STATISTICS, row.estimates, strict=True)
        ),
    )
