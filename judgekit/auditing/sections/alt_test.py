"""The alternative annotator test in the audit: never a headline, and never alone."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.agreement import AltTest, alt_test
from judgekit.agreement.judge_duels import AltScore
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.words import answer, cell, number
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

SECTION = "reference"
EXPERT_EPSILON = 0.2
CLINICIAN_MINUS_JUDGE = "clinician minus judge"


def alt_tests(panel: Panel, data: AuditData) -> Iterator[tuple[AltScore, AltTest]]:
    """Yield the test by equal answers, and for ordered scales by distance too."""
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


def alt_figures(panel: Panel, score: AltScore, test: AltTest, data: AuditData) -> Iterator[Figure]:
    """Yield rates, each clinician's difference with its p, and the sensitivity for the rarest."""
    standing = _standing(panel, score, data)
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
            SECTION,
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
            SECTION,
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
        SECTION,
        panel.criterion,
        f"alt_test_{score}_rarest_sensitivity",
        JUDGE_CLINICIANS,
        estimand=f"Of the clinicians' ratings {answer(test.rarest_label)!r}, the rarest, the share "
        "that the judge gave too",
        unit="share",
        estimate=test.rarest_sensitivity,
        n_raters=len(panel.raters),
        n_items=_n_rarest(panel, test),
    )


def _n_rarest(panel: Panel, test: AltTest) -> int:
    """Return how many items that the judge answered some clinician gave the rarest answer."""
    return sum(
        own is not None and test.rarest_label in row
        for row, own in zip(panel.answers, panel.judged, strict=True)
    )


def _standing(panel: Panel, score: AltScore, data: AuditData) -> str:
    """Return "confirmatory" only for the criterion, epsilon and score that were planned."""
    plan = data.plan
    is_planned = (
        plan is not None
        and plan.epsilon is not None
        and plan.epsilon_score == score
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


def alt_table(panel: Panel, score: AltScore, test: AltTest) -> ReportTable:
    """Return a row for each clinician left out, with rates and curve in the note."""
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


def named_warning(panel: Panel, warning: str) -> str:
    """Return a warning with clinicians' names in place of column numbers."""
    for place, name in reversed(list(enumerate(panel.raters))):
        warning = warning.replace(f"rater {place} ", f"{name} ").replace(
            f"rater {place}:", f"{name}:"
        )
    return warning
