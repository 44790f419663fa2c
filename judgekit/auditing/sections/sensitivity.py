"""Whether the closeness of judge and clinicians hangs on a choice of raters, cases or labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.measures import WORDS, difference_estimand
from judgekit.auditing.naming import DIFFERENCE, JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.failure_bounds import Bounds, failure_bounds
from judgekit.auditing.sections.panel_numbers import undefined
from judgekit.auditing.sections.two_way import TwoWay, two_way
from judgekit.auditing.sections.variations import (
    MOST_LEFT_OUT,
    OFF_SCALE,
    Variation,
    variations,
    weight_variations,
)
from judgekit.auditing.words import cell
from judgekit.report.parts import ReportTable

SECTION = "sensitivity"
NO_PANEL = "No criterion is in both the run and the ratings, so nothing can be varied."
MANY = f"With more than {MOST_LEFT_OUT} clinicians, none is left out in turn."
READING = (
    "The same closeness again under other choices. Where a row changes what one would conclude, "
    "the conclusion hangs on that choice. These figures are no verdicts and no test is made of "
    "them."
)
BOUNDS_NOTE = (
    "Failures of the judge may not be missing at random: hard answers may fail more often. The two "
    "ends take every failure for the worst and for the best; the truth lies between them."
)
OVER_PAIRS = ", over pairs of an item and a clinician"
TWO_WAY_NOTE = (
    "Cases and clinicians are both drawn anew, so that the interval speaks of clinicians like "
    "these; elsewhere in this audit the clinicians are held fixed."
)


class _BothWays(NamedTuple):
    panel: Panel
    is_exact: bool
    found: TwoWay

    @property
    def statistic(self) -> str:
        return "exact_agreement" if self.is_exact else "mean_absolute_error"

    @property
    def unit(self) -> str:
        return "share" if self.is_exact else "points"


def sensitivity_section(data: AuditData) -> Section:
    """Return closeness under other choices, bounds for failures, and rater resampling."""
    if not data.panels:
        return Section(id=SECTION, title="Sensitivity", paragraphs=(NO_PANEL,))
    rows = [row for panel in data.panels for row in variations(data, panel)]
    weights = [row for panel in data.panels for row in weight_variations(data, panel)]
    bounds = [one for panel in data.panels for one in failure_bounds(panel)]
    both_ways = [_two_way(data, panel) for panel in data.panels]
    figures = [one for row in (*rows, *weights) for one in _figures(data, row)]
    figures += [one for row in bounds for one in _bound_figures(row)]
    figures += [one for row in both_ways for one in _two_way_figures(data, row)]
    return Section(
        id=SECTION,
        title="Sensitivity",
        paragraphs=(READING, *_not_left_out(data)),
        figures=tuple(figures),
        tables=(
            _table("Other raters, answers and labels", rows),
            _table("Other weights", weights),
            _bound_table(bounds),
            _two_way_table(both_ways),
        ),
    )


def _not_left_out(data: AuditData) -> tuple[str, ...]:
    many = [panel.name for panel in data.panels if len(panel.raters) > MOST_LEFT_OUT]
    return (f"{MANY} Under: {', '.join(many)}.",) if many else ()


def _two_way(data: AuditData, panel: Panel) -> _BothWays:
    is_exact = panel.scale.family == "nominal" or panel.scale.span is None
    reason = None if panel.is_on_scale else OFF_SCALE
    if reason is not None:
        return _BothWays(panel, is_exact, TwoWay(undefined(reason), undefined(reason)))
    return _BothWays(
        panel, is_exact, two_way(panel, is_exact=is_exact, n_boot=data.n_boot, seed=data.seed)
    )


def _figures(data: AuditData, row: Variation) -> list[Figure]:
    words, choice = WORDS[row.measure], row.choice
    seen = "" if choice.name == "weights" else f"; {choice.words}"
    suffix = "" if choice.name == "weights" else f"_{choice.name}"
    return [
        figure(
            SECTION,
            choice.panel.criterion,
            f"{row.measure}{suffix}",
            subject,
            estimand=f"{estimand.format(what=words.estimand)}{seen}.",
            unit=words.unit,
            estimate=estimate,
            n_raters=len(choice.panel.raters),
            seed=None if "bootstrap" not in (estimate.method or "") else data.seed,
            group=choice.group,
        )
        for subject, estimand, estimate in (
            (
                JUDGE_CLINICIANS,
                "Mean over clinicians of {what} between the judge and the clinician",
                row.judge,
            ),
            (
                DIFFERENCE,
                difference_estimand(row.measure),
                row.difference,
            ),
        )
    ]


def _bound_figures(row: Bounds) -> list[Figure]:
    names = ("lowest", "highest") if row.statistic == "judge_mean" else ("worst", "best")
    is_mean = row.statistic == "judge_mean"
    return [
        figure(
            SECTION,
            row.panel.criterion,
            f"{row.statistic}_failures_{name}",
            "judge" if is_mean else JUDGE_CLINICIANS,
            estimand=f"{row.what}{'' if is_mean else OVER_PAIRS}, every failure of the judge taken "
            f"for {end}.",
            unit=row.unit,
            estimate=estimate,
            n_raters=None if is_mean else len(row.panel.raters),
            n_items=row.n_items,
        )
        for name, end, estimate in zip(names, row.ends, (row.worst, row.best), strict=True)
    ]


def _two_way_figures(data: AuditData, row: _BothWays) -> list[Figure]:
    what = WORDS["exact_agreement" if row.is_exact else "mean_absolute_error"].estimand
    return [
        figure(
            SECTION,
            row.panel.criterion,
            f"{row.statistic}_two_way",
            subject,
            estimand=f"{estimand}; interval over cases and clinicians.",
            unit=row.unit,
            estimate=estimate,
            n_raters=len(row.panel.raters),
            seed=None if estimate.low is None else data.seed,
        )
        for subject, estimand, estimate in (
            (
                JUDGE_CLINICIANS,
                f"Mean over clinicians of {what} between the judge and the clinician",
                row.found.judge,
            ),
            (
                DIFFERENCE,
                difference_estimand("exact_agreement" if row.is_exact else "mean_absolute_error"),
                row.found.difference,
            ),
        )
    ]


def _table(caption: str, rows: Sequence[Variation]) -> ReportTable:
    return ReportTable(
        caption=caption,
        columns=("Criterion", "Choice", "Measure", "Judge with clinicians", "Minus clinicians"),
        rows=tuple(
            (
                row.choice.panel.name,
                row.choice.words,
                WORDS[row.measure].title,
                *(cell(one, unit=WORDS[row.measure].unit) for one in (row.judge, row.difference)),
            )
            for row in rows
        ),
        note="Minus clinicians: minus the same measure between clinicians. Above 0 means closer "
        "than another clinician, but for the mean absolute difference, where it means further.",
    )


def _bound_table(rows: Sequence[Bounds]) -> ReportTable:
    return ReportTable(
        caption="Failures of the judge at their worst and best",
        columns=("Criterion", "Figure", "Failures", "Worst or lowest", "Best or highest"),
        rows=tuple(
            (
                row.panel.name,
                row.what,
                f"{row.n_failed} {'answers' if row.n_items is None else 'pairs'}",
                *(
                    f"{end}: {cell(one.estimate, unit=row.unit, n_pairs=one.n_pairs)}"
                    for end, one in zip(row.ends, _bound_figures(row), strict=True)
                ),
            )
            for row in rows
        ),
        note=BOUNDS_NOTE,
    )


def _two_way_table(rows: Sequence[_BothWays]) -> ReportTable:
    return ReportTable(
        caption="Cases and clinicians drawn anew",
        columns=("Criterion", "Measure", "Judge with clinicians", "Minus clinicians"),
        rows=tuple(
            (
                row.panel.name,
                "Exact agreement" if row.is_exact else "Mean absolute difference",
                *(cell(one, unit=row.unit) for one in (row.found.judge, row.found.difference)),
            )
            for row in rows
        ),
        note=TWO_WAY_NOTE,
    )
