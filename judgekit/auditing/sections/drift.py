"""What changed between an earlier run of the judge and this one, on the same answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judgekit.agreement import Drift, drift
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.panel_numbers import (
    NO_ITEM,
    judged_numbers,
    undefined,
    why_no_numbers,
    why_no_points,
)
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable
from judgekit.statistics import SignFlipTest, adjusted_p_values

SECTION = "drift"
RUNS = "judge now minus judge before"
CLOSENESS = "judge with clinicians, now minus before"
NOT_EARLIER = "the earlier run has no scores under this criterion"
NO_PANEL = "No criterion is in both the run and the ratings, so drift was not assessed."
READING = (
    "Both runs are compared answer by answer. A change above 0 means that the judge has become "
    "more generous; a change of distance below 0 that it has come nearer to clinicians. Answers "
    "that one of the runs failed on do not enter and are counted."
)
_STATISTICS = (
    (
        "drift_change",
        RUNS,
        "Mean of the judge's score now minus before, on answers that both runs scored",
    ),
    (
        "drift_flip_rate",
        RUNS,
        "Share of answers with another score than before, among those that both runs scored",
    ),
    (
        "drift_error_change",
        CLOSENESS,
        "Mean of the judge's absolute distance from the clinicians' mean now minus before, on "
        "answers with both runs and a rating",
    ),
)


class Drifted(NamedTuple):
    """One criterion in two runs.

    Attributes:
        panel: The criterion, as it is now.
        found: What changed; None where nothing can be compared.
        reason: Why nothing can be.
    """

    panel: Panel
    found: Drift | None
    reason: str

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """Change, flip rate and change of the distance from clinicians."""
        if self.found is None:
            return (undefined(self.reason),) * 3
        why = why_no_points(self.panel)
        nearer = self.found.error_change if why is None else undefined(why)
        return self.found.change, self.found.flip_rate, nearer

    @property
    def units(self) -> tuple[str, str, str]:
        """Units of the three: a label moves by steps of its scale, a number by points."""
        points = "points" if why_no_numbers(self.panel) is None else "steps"
        return points, "share", points

    @property
    def test(self) -> SignFlipTest:
        """The test of the change."""
        if self.found is None:
            return SignFlipTest(p=None, reason=self.reason, n=0, clusters=0)
        return self.found.test


def drift_section(data: AuditData, earlier: Sequence[Panel]) -> Section:
    """Return the paired change from an earlier run of the judge, by criterion.

    Args:
        data: The audit: the run as it is now.
        earlier: Panels of the earlier run; its judge's answers are matched by criterion and item.

    Returns:
        The section; the p of each change is adjusted by Holm over all criteria. A criterion that
        the earlier run lacks stays in the family and has no figure.
    """
    by_criterion = {panel.criterion: panel for panel in earlier}
    rows = [_drifted(data, panel, by_criterion.get(panel.criterion)) for panel in data.panels]
    tests = [row.test for row in rows]
    adjusted = adjusted_p_values([test.p for test in tests], method="holm")
    return Section(
        id=SECTION,
        title="Drift of the judge",
        paragraphs=(READING,) if rows else (NO_PANEL,),
        figures=tuple(
            one
            for row, p in zip(rows, adjusted, strict=True)
            for one in _figures(data, row, p, len(rows))
        ),
        tables=_tables(rows, adjusted),
        details={
            "tests": {row.panel.criterion: row.test.method or row.test.reason for row in rows}
        },
    )


def _drifted(data: AuditData, panel: Panel, before: Panel | None) -> Drifted:
    if before is None or not len(panel):
        return Drifted(panel, None, NOT_EARLIER if before is None else NO_ITEM)
    cells = dict(zip(before.items, before.levels_judged, strict=True))
    earlier: list[Answer] = [cells.get(item) for item in panel.items]
    if why_no_numbers(panel) is None:
        known = [None if isinstance(one, str) else one for one in earlier]
        clinicians = panel.means if panel.is_on_scale else None
        found = drift(
            known,
            judged_numbers(panel),
            clinicians,
            clusters=panel.cases,
            n_boot=data.n_boot,
            seed=data.seed,
        )
        return Drifted(panel, found, "")
    found = drift(
        earlier,
        panel.levels_judged,
        categories=panel.scale.levels,
        is_ordered=panel.scale.is_ordered,
        clusters=panel.cases,
        n_boot=data.n_boot,
        seed=data.seed,
    )
    return Drifted(panel, found, "")


def _figures(data: AuditData, row: Drifted, adjusted: float | None, n: int) -> list[Figure]:
    figures = [
        figure(
            SECTION,
            row.panel.criterion,
            statistic,
            subject,
            estimand=f"{estimand}.",
            unit=unit,
            estimate=estimate,
            n_raters=len(row.panel.raters) if subject == CLOSENESS else None,
        )
        for (statistic, subject, estimand), unit, estimate in zip(
            _STATISTICS, row.units, row.estimates, strict=True
        )
    ]
    if row.test.p is None:
        return figures
    tested = figures[0].model_copy(
        update={
            "p": row.test.p,
            "p_adjusted": adjusted,
            "family": f"changes between two runs, {n} criteria, Holm; exploratory",
            "seed": None if row.test.is_exact else data.seed,
        }
    )
    return [tested, *figures[1:]]


def _tables(rows: Sequence[Drifted], adjusted: Sequence[float | None]) -> tuple[ReportTable, ...]:
    if not rows:
        return ()
    columns = (
        "Criterion",
        "Change",
        "Other score than before",
        "Change of distance from clinicians",
        "p of the change",
        "p, Holm",
        "One run only",
    )
    return (
        ReportTable(
            caption="Now minus before, on the same answers",
            columns=columns,
            rows=tuple(_cells(row, p) for row, p in zip(rows, adjusted, strict=True)),
            note=f"Holm's adjustment is over {len(rows)} criteria; tests are by case.",
        ),
    )


def _cells(row: Drifted, adjusted: float | None) -> tuple[str, ...]:
    found = row.found
    alone = "none" if found is None else f"{found.n_only_before} before, {found.n_only_after} now"
    return (
        row.panel.name,
        *(
            cell(estimate, unit=unit)
            for unit, estimate in zip(row.units, row.estimates, strict=True)
        ),
        f"none: {row.test.reason}" if row.test.p is None else _p(row.test.p),
        "none" if adjusted is None else _p(adjusted),
        alone,
    )


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
