"""The human reference in full: every pair, one clinician left out at a time, and the alt test."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.agreement import LeftOutRater, PairCloseness, leave_one_out
from judgekit.auditing.closeness import closeness_of
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.measures import WORDS, plain_measure
from judgekit.auditing.naming import DIFFERENCE, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.alt_test import alt_figures, alt_table, alt_tests, named_warning
from judgekit.auditing.words import cell, number
from judgekit.report.parts import ReportTable

ID = "reference"


def reference_section(data: AuditData) -> Section:
    """Return pairs, leave-one-out tables and the alternative annotator test of every panel."""
    figures: list[Figure] = []
    tables: list[ReportTable] = []
    warnings: list[str] = []
    for panel in data.panels:
        if not panel.is_on_scale:
            continue
        pairs = _pairs(panel, data)
        if pairs is not None:
            tables.append(pairs)
        if panel.scale.span is not None:
            left = _left_out(panel)
            tables.append(_left_out_table(panel, left))
            figures += _left_out_figures(panel, left)
        for score, test in alt_tests(panel, data):
            figures += alt_figures(panel, score, test, data)
            tables.append(alt_table(panel, score, test))
            warnings += [
                f"{panel.name}, alternative annotator test ({score}): "
                f"{named_warning(panel, warning)}"
                for warning in test.warnings
            ]
    return Section(
        id=ID,
        title="Each clinician, and the judge, against the others",
        paragraphs=(
            "One clinician is left out at a time; clinician and judge are then held against the "
            "same others, on the same answers. It is a reference, not a ceiling: a judge can be "
            "nearer to clinicians than they are to each other. With fewer than three clinicians "
            "leave-one-out and the alternative annotator test are undefined.",
            "The alternative annotator test (Calderon, Reichart and Dror 2025) is never a headline "
            "and never alone: a judge that always gives the commonest answer can pass it, so the "
            "sensitivity for the rarest answer stands beside it.",
        ),
        figures=tuple(figures),
        tables=tuple(tables),
        warnings=tuple(warnings),
    )


def _pairs(panel: Panel, data: AuditData) -> ReportTable | None:
    measure = plain_measure(panel)
    found = closeness_of(panel, measure, n_boot=data.n_boot, seed=data.seed)
    if found is None:
        return None
    unit = WORDS[measure].unit
    return ReportTable(
        caption=f"{panel.name}: {WORDS[measure].inline} of every two",
        columns=("Pair", WORDS[measure].title, "Answers"),
        rows=tuple(
            (
                f"{_rater(panel, pair)} with {panel.raters[pair.second]}",
                "undefined" if pair.value is None else number(pair.value, unit),
                str(pair.n),
            )
            for pair in found.pairs
        ),
        note="On the answers that the judge gave too.",
    )


def _rater(panel: Panel, pair: PairCloseness) -> str:
    return "judge" if pair.first is None else panel.raters[pair.first]


def _left_out(panel: Panel) -> tuple[LeftOutRater, ...]:
    return leave_one_out(panel.levels_given, panel.levels_judged, clusters=panel.cases)


def _left_out_figures(panel: Panel, left: tuple[LeftOutRater, ...]) -> Iterator[Figure]:
    for one in left:
        yield figure(
            ID,
            panel.criterion,
            "leave_one_out_mean_absolute_error",
            DIFFERENCE,
            group={"left out": panel.raters[one.rater]},
            estimand="Mean absolute difference of the judge from the mean of the other clinicians, "
            "minus that of the clinician left out, on the same answers",
            unit="points",
            estimate=one.difference,
            n_raters=len(panel.raters),
        )


def _left_out_table(panel: Panel, left: tuple[LeftOutRater, ...]) -> ReportTable:
    caption = f"{panel.name}: one clinician left out at a time, against the mean of the others"
    columns = (
        "Left out",
        "Clinician: mean absolute difference",
        "Judge: mean absolute difference",
        "Judge minus clinician",
        "Bias of clinician / judge",
        "Correlation of clinician / judge",
    )
    if not left:
        why = f"undefined: needs three clinicians, there are {len(panel.raters)}"
        return ReportTable(caption=caption, columns=(*columns[:1], "Reason"), rows=(("all", why),))
    return ReportTable(
        caption=caption,
        columns=columns,
        rows=tuple(
            (
                panel.raters[one.rater],
                _or_none(one.human_mae),
                _or_none(one.judge_mae),
                cell(one.difference, unit="points"),
                f"{_or_none(one.human_bias)} / {_or_none(one.judge_bias)}",
                f"{_or_none(one.human_pearson)} / {_or_none(one.judge_pearson)}",
            )
            for one in left
        ),
        note="Points of the scale; below 0 the judge is nearer to the others than the clinician.",
    )


def _or_none(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"
