"""Bland and Altman's limits for scales of points: within what most single differences lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from judgekit.agreement import bland_altman, bland_altman_repeated
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.naming import DIFFERENCE, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.side_by_side import column
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

SEPARATE = (
    "limits for one item of a new case: spread between and within cases apart (Bland and Altman "
    "2007)"
)
TOGETHER = "limits for one item (Bland and Altman 1986)"
NOTE = (
    "About 95 of 100 differences of single items lie between the limits if differences are "
    "normally distributed; limits are no confidence interval and have one each. The slope is 0 "
    "where the judge's bias is the same for low and high answers."
)


@dataclass(frozen=True)
class Limits:
    """Limits of agreement of the judge with the clinicians' mean of each item, in points.

    Attributes:
        sd: Standard deviation of a single difference.
        lower: Lower limit.
        upper: Upper limit.
        slope: Points of difference for each point of the mean of both.
        how: Which limits these are.
    """

    sd: Estimate
    lower: Estimate
    upper: Estimate
    slope: Estimate
    how: str


def limits_of(panel: Panel, data: AuditData) -> Limits:
    """Return the limits; where cases have several items, with their spread taken apart."""
    sides = (column(panel.levels_judged), column(panel.means))
    plain = bland_altman(*sides, clusters=panel.cases, n_boot=data.n_boot, seed=data.seed)
    slope = plain.proportional_bias
    if panel.cases is None or not _has_shared_case(panel):
        return Limits(plain.sd, plain.lower, plain.upper, slope, TOGETHER)
    found = bland_altman_repeated(*sides, clusters=panel.cases, n_boot=data.n_boot, seed=data.seed)
    return Limits(found.sd, found.lower, found.upper, slope, SEPARATE)


def limits_figures(section: str, panel: Panel, found: Limits, data: AuditData) -> list[Figure]:
    """Return the figures of the limits, for a section."""
    rows = (
        ("sd_of_differences", "Standard deviation of a single difference", "points", found.sd),
        ("limit_lower", "Lower 95 % limit of agreement", "points", found.lower),
        ("limit_upper", "Upper 95 % limit of agreement", "points", found.upper),
        (
            "proportional_bias",
            "Slope of the difference on the mean of both",
            "points per point",
            found.slope,
        ),
    )
    return [
        figure(
            section,
            panel.criterion,
            statistic,
            DIFFERENCE,
            estimand=f"{words}, judge minus the clinicians' mean of each item; {found.how}",
            unit=unit,
            estimate=estimate,
            n_raters=len(panel.raters),
            seed=data.seed if estimate.low is not None else None,
        )
        for statistic, words, unit, estimate in rows
    ]


def limits_table(rows: list[tuple[Panel, Limits]]) -> ReportTable | None:
    """Return the limits as a table; None where no scale is one of points."""
    if not rows:
        return None
    return ReportTable(
        caption="Limits of agreement: where differences of single items lie, in points",
        columns=("Criterion", "Lower limit", "Upper limit", "Spread (SD)", "Slope", "Which limits"),
        rows=tuple(
            (
                panel.name,
                cell(found.lower, unit="points"),
                cell(found.upper, unit="points"),
                cell(found.sd, unit="points"),
                cell(found.slope, unit="points per point"),
                found.how,
            )
            for panel, found in rows
        ),
        note=NOTE,
    )


def _has_shared_case(panel: Panel) -> bool:
    """Return whether some case has two items that both sides gave a level."""
    cases = panel.cases or ()
    both = zip(cases, panel.levels_judged, panel.means, strict=True)
    counts = Counter(case for case, judge, mean in both if judge is not None and mean is not None)
    return any(count > 1 for count in counts.values())
