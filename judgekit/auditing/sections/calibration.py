"""Whether a curve could bring the judge nearer to clinicians, tried on cases it has not seen."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue

from judgekit.agreement import Calibration, calibrate
from judgekit.agreement.calibration import MIN_ISOTONIC_LABELS, N_FOLDS, Calibrator
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.panel_numbers import (
    NO_ITEM,
    judged_numbers,
    undefined,
    why_no_points,
)
from judgekit.auditing.sections.side_by_side import distances
from judgekit.auditing.words import cell, number
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

SECTION = "calibration"
MOST_ROWS = 21
METHOD = (
    "A curve from the judge's score to the clinicians' mean is fitted to four fifths of the cases "
    f"and tried on the rest, {N_FOLDS} times; error before and after is that of cases the curve "
    f"has not seen. It is a straight line with fewer than {MIN_ISOTONIC_LABELS} rated answers, "
    "else the nearest curve that never falls. The curve shown is fitted to all of them; scores are "
    "not changed by it anywhere in this audit."
)
NO_PANEL = "No criterion is in both the run and the ratings, so there is nothing to calibrate."
_STATISTICS = (
    ("bias_before", "Mean of judge minus clinicians' mean rating"),
    ("bias_after", "Mean of calibrated judge minus clinicians' mean rating, cross-fitted by case"),
    ("mae_before", "Mean absolute difference of judge and clinicians' mean rating"),
    (
        "mae_after",
        "Mean absolute difference of calibrated judge and clinicians' mean rating, cross-fitted by "
        "case",
    ),
)


class Calibrated(NamedTuple):
    """One criterion's calibration.

    Attributes:
        panel: The criterion.
        found: The calibration; None where the answers are no points.
        reason: Why there is none.
    """

    panel: Panel
    found: Calibration | None
    reason: str

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        """Bias before and after, absolute error before and after."""
        if self.found is None:
            return (undefined(self.reason),) * 4
        none = undefined(self.found.reason or self.reason)
        found = self.found
        before = (found.bias_before, found.mae_before)
        if found.bias_before.n == 0:
            before = (undefined(NO_ITEM), undefined(NO_ITEM))
        return before[0], found.bias_after or none, before[1], found.mae_after or none

    @property
    def method(self) -> str:
        """What was fitted, or why nothing was."""
        if self.found is None:
            return f"none: {self.reason}"
        if self.found.method is None:
            return f"none: {self.found.reason}"
        return "straight line" if self.found.method == "linear" else "isotonic curve"


def calibration_section(data: AuditData) -> Section:
    """Return bias and absolute error before and after calibration, and each criterion's curve."""
    rows = [_calibrated(data, panel) for panel in data.panels]
    curves = [(row, row.found) for row in rows if row.found is not None and row.found.judge_values]
    table = ReportTable(
        caption="Before and after calibration, in points",
        columns=(
            "Criterion",
            "Curve",
            "Bias before",
            "Bias after",
            "Absolute error before",
            "Absolute error after",
        ),
        rows=tuple(
            (row.panel.name, row.method, *(cell(one, unit="points") for one in row.estimates))
            for row in rows
        ),
        note="Bias is judge minus clinicians' mean; n counts rated answers that the judge scored.",
    )
    return Section(
        id=SECTION,
        title="Calibration",
        paragraphs=(METHOD,) if rows else (NO_PANEL,),
        figures=tuple(one for row in rows for one in _figures(data, row)),
        tables=((table,) if rows else ())
        + tuple(_curve(row.panel, found) for row, found in curves),
        details={"curves": [_record(row.panel, found) for row, found in curves]},
    )


def _calibrated(data: AuditData, panel: Panel) -> Calibrated:
    reason = why_no_points(panel)
    if reason is None and not len(panel):
        reason = NO_ITEM
    if reason is not None:
        return Calibrated(panel, None, reason)
    judge, clinicians = judged_numbers(panel), panel.means
    n = sum(
        one is not None and other is not None for one, other in zip(judge, clinicians, strict=True)
    )
    method: Calibrator = "linear" if n < MIN_ISOTONIC_LABELS else "isotonic"
    found = calibrate(
        judge,
        clinicians,
        method=method,
        clusters=panel.cases,
        seed=data.seed,
        bounds=distances(panel.scale.span),
    )
    return Calibrated(panel, found, "" if n else NO_ITEM)


def _figures(data: AuditData, row: Calibrated) -> list[Figure]:
    return [
        figure(
            SECTION,
            row.panel.criterion,
            statistic,
            JUDGE_CLINICIANS,
            estimand=f"{estimand}.",
            unit="points",
            estimate=estimate,
            n_raters=len(row.panel.raters),
            seed=data.seed if statistic.endswith("after") and estimate.value is not None else None,
        )
        for (statistic, estimand), estimate in zip(_STATISTICS, row.estimates, strict=True)
    ]


def _curve(panel: Panel, found: Calibration) -> ReportTable:
    points = list(zip(found.judge_values, found.calibrated, strict=True))
    n = len(points)
    note = None
    if n > MOST_ROWS:
        kept = sorted({round(step * (n - 1) / (MOST_ROWS - 1)) for step in range(MOST_ROWS)})
        points = [points[place] for place in kept]
        note = f"{len(points)} of {n} scores that occur, evenly chosen; all are in audit.json."
    return ReportTable(
        caption=f"Curve: {panel.name}",
        columns=("Judge's score", "Clinicians' mean that goes with it"),
        rows=tuple((f"{score:g}", number(fitted, "points")) for score, fitted in points),
        note=note,
    )


def _record(panel: Panel, found: Calibration) -> dict[str, JsonValue]:
    return {
        "criterion": panel.criterion,
        "method": found.method,
        "judge_values": list(found.judge_values),
        "calibrated": list(found.calibrated),
    }
