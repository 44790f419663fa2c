"""The human reference in full: every pair, one clinician left out at a time, and the alt test."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.agreement import AltTest, LeftOutRater, PairCloseness, alt_test, leave_one_out
from judgekit.agreement.judge_duels import AltScore
from judgekit.auditing.closeness import closeness_of
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.measures import WORDS, plain_measure
from judgekit.auditing.naming import DIFFERENCE, JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.words import answer, cell, number
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

ID = "reference"
EXPERT_EPSILON = 0.2
CLINICIAN_MINUS_JUDGE = "clinician minus judge"


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
        for score, test in _alt_tests(panel, data):
            figures += _alt_figures(panel, score, test, data)
            tables.append(_alt_table(panel, score, test))
            warnings += [
                f"{panel.name}, alternative annotator test ({score}): {_named(panel, warning)}"
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


def _alt_tests(panel: Panel, data: AuditData) -> Iterator[tuple[AltScore, AltTest]]:
    epsilon = EXPERT_EPSILON
    if data.plan is not None and data.plan.epsilon is not None:
        epsilon = data.plan.epsilon
    if panel.scale.family != "numeric":
        yield (
            "accuracy",
            alt_test(
                panel.answers,
                panel.judged,
                epsilon=epsilon,
                score="accuracy",
                clusters=panel.cases,
            ),
        )
    if panel.scale.span is not None:
        yield (
            "neg_rmse",
            alt_test(
                panel.levels_given,
                panel.levels_judged,
                epsilon=epsilon,
                score="neg_rmse",
                clusters=panel.cases,
            ),
        )


def _alt_figures(panel: Panel, score: AltScore, test: AltTest, data: AuditData) -> Iterator[Figure]:
    standing = _standing(panel, data)
    for name, value, estimand in (
        ("winning_rate", test.winning_rate, "Share of tested clinicians that the judge beats"),
        (
            "advantage_probability",
            test.advantage_probability,
            "Mean over tested clinicians of the share of answers on which the judge is at least as "
            "close to the others",
        ),
    ):
        yield figure(
            ID,
            panel.criterion,
            f"alt_test_{score}_{name}",
            JUDGE_CLINICIANS,
            estimand=f"{estimand} (epsilon {test.epsilon:g}, score {score})",
            unit="share",
            estimate=_share(value, test),
            n_raters=len(panel.raters),
        )
    for one in test.per_rater:
        if one.difference is None:
            continue
        yield figure(
            ID,
            panel.criterion,
            f"alt_test_{score}_difference",
            CLINICIAN_MINUS_JUDGE,
            group={"left out": panel.raters[one.rater]},
            estimand="Share of answers on which the clinician is at least as close to the others, "
            f"minus the judge's; p is one-sided, of a difference of {test.epsilon:g} (epsilon) or "
            "more",
            unit="share",
            estimate=one.difference,
            n_raters=len(panel.raters),
            p=one.p,
        ).model_copy(
            update={
                "p_adjusted": one.p_adjusted,
                "family": f"clinicians, Benjamini-Yekutieli; {standing}",
            }
        )
    yield figure(
        ID,
        panel.criterion,
        f"alt_test_{score}_rarest_sensitivity",
        JUDGE_CLINICIANS,
        estimand=f"Of the clinicians' ratings {answer(test.rarest_label)!r}, the rarest, the share "
        "that the judge gave too",
        unit="share",
        estimate=test.rarest_sensitivity,
        n_raters=len(panel.raters),
    )


def _standing(panel: Panel, data: AuditData) -> str:
    """Return "confirmatory" only for the planned criterion, with an epsilon that was planned."""
    plan = data.plan
    is_planned = (
        plan is not None
        and plan.epsilon is not None
        and plan.primary is not None
        and plan.primary.criterion == panel.criterion
    )
    return data.standing if is_planned else "exploratory"


def _share(value: float | None, test: AltTest) -> Estimate:
    n = max((one.n for one in test.per_rater), default=0)
    clusters = max((one.clusters for one in test.per_rater), default=0)
    if value is None:
        return Estimate(value=None, reason=test.reason or "undefined", n=n, clusters=clusters)
    return Estimate(
        value=value,
        interval_reason="a share of a handful of clinicians; see each of them",
        n=n,
        clusters=clusters,
    )


def _alt_table(panel: Panel, score: AltScore, test: AltTest) -> ReportTable:
    caption = f"{panel.name}: alternative annotator test, {score}, epsilon {test.epsilon:g}"
    rarest = (
        f"Of the clinicians' ratings {answer(test.rarest_label)!r}, the rarest, the judge shared "
        f"{cell(test.rarest_sensitivity, unit='share')}."
    )
    if test.reason is not None:
        return ReportTable(
            caption=caption,
            columns=("Winning rate", "Reason"),
            rows=(("undefined", test.reason),),
            note=rarest,
        )
    curve = ", ".join(
        f"{point.epsilon:g}: {number(point.winning_rate, 'share')}"
        for point in test.curve
        if point.winning_rate is not None
    )
    rows = [
        (
            panel.raters[one.rater],
            "not tested" if one.rho_judge is None else number(one.rho_judge, "share"),
            "not tested" if one.rho_human is None else number(one.rho_human, "share"),
            one.reason or "" if one.difference is None else cell(one.difference, unit="share"),
            "not tested" if one.p is None else f"{one.p:.4f} / {one.p_adjusted or one.p:.4f}",
            {True: "yes", False: "no", None: "not tested"}[one.is_beaten],
        )
        for one in test.per_rater
    ]
    return ReportTable(
        caption=caption,
        columns=(
            "Left out",
            "Judge at least as close",
            "Clinician at least as close",
            "Clinician minus judge",
            "p, raw / adjusted",
            "Beaten",
        ),
        rows=tuple(rows),
        note=f"Winning rate {number(test.winning_rate or 0.0, 'share')}, advantage probability "
        f"{number(test.advantage_probability or 0.0, 'share')}. Winning rate by epsilon: {curve}. "
        f"{rarest}",
    )


def _named(panel: Panel, warning: str) -> str:
    """Return a warning with clinicians' names in place of column numbers."""
    for place, name in reversed(list(enumerate(panel.raters))):
        warning = warning.replace(f"rater {place} ", f"{name} ").replace(
            f"rater {place}:", f"{name}:"
        )
    return warning
