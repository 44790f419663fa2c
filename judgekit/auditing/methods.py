"""The methods paragraph: what was really done, from the data and the figures themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.joining.judged import TOTAL
from judgekit.auditing.measures import WORDS, primary_of
from judgekit.auditing.standing import plan_digest
from judgekit.records.signature import SHORT_DIGEST
from judgekit.version import __version__

_INTERVALS = (
    ("bootstrap", "coefficients by a case bootstrap ({n_boot} draws, seed {seed})"),
    ("Wilson interval, 95", "proportions by Wilson's interval on the effective number of items"),
    ("mean's place", "means on a scale by Wilson's interval of their place on it"),
    ("± t(", "other means by a cluster-robust standard error and t"),
    ("F interval", "intraclass correlations of crossed raters without shared cases by F"),
    ("Lang and Reiczigel", "corrected rates after Lang and Reiczigel (2014)"),
)
"""A word of `Estimate.method`, and how the paragraph names that kind of interval."""


def methods_paragraph(data: AuditData, figures: Sequence[Figure]) -> str:
    """Return the methods as one paragraph.

    Nothing stands in it that was not done: the judge's settings are those of its signature, and a
    kind of interval is named only where some figure has it.

    Args:
        data: What was audited.
        figures: Every figure of the audit.
    """
    sentences = (
        *_judge(data),
        *_ratings(data),
        *_comparison(data),
        *_plan(data),
        *_procedures(figures),
        *_intervals(data, figures),
        f"Computed with judgekit {__version__}.",
    )
    return " ".join(sentences)


def _judge(data: AuditData) -> Iterator[str]:
    kind = "metric" if data.is_metric else "judge"
    if data.signature is None:
        yield f"Answers were scored by the {kind} {data.scorer}, whose settings are not known."
        return
    fields = "; ".join(
        f"{name} {value}" for name, value in data.signature.fields.items() if name != "scorer"
    )
    yield f"Answers were scored by the {kind} {data.scorer} ({fields})."


def _ratings(data: AuditData) -> Iterator[str]:
    raters = sorted({rater for panel in data.panels for rater in panel.raters})
    flow = data.flow
    cases = (
        "cases were not declared, so that each answer counts as its own"
        if flow.cases is None
        else f"of {flow.cases} cases"
    )
    rated = [panel.name for panel in data.panels if panel.criterion != TOTAL]
    yield (
        f"{len(raters)} clinician{'' if len(raters) == 1 else 's'} rated {len(flow.rated)} answers "
        f"under {len(rated)} criteri{'on' if len(rated) == 1 else 'a'} ({', '.join(rated)}; "
        f"ratings digest {data.ratings.digest[:SHORT_DIGEST]})."
    )
    if len(rated) < len(data.panels):
        yield "A clinician's total is the rubric's arithmetic on that clinician's grades."
    for rater, reason in flow.excluded_raters:
        yield f"Clinician {rater} was excluded by the plan: {reason}."
    yield (
        f"By id, {len(flow.joined)} answers were in both the run and the ratings ({cases}); "
        f"{len(flow.scored_only)} were scored only, {len(flow.rated_only)} rated only, "
        f"{len(flow.excluded)} excluded by the plan."
    )
    if any(panel.adjudicated is not None for panel in data.panels):
        yield "Adjudicated answers were kept apart from the clinicians'."
    extras = sorted({extra for panel in data.panels for extra in panel.scale.extras})
    if extras:
        yield (
            f"Answers beside a scale ({', '.join(extras)}) were kept as answers: ordered scales "
            "are compared where both answered on the scale, and all answers once more as labels."
        )
    yield (
        "Missing ratings and abstentions leave the comparison of their criterion. Failures of the "
        "judge are counted by kind: they leave figures of agreement, count as not caught where "
        "harm is counted, and are set to both ends of the scale in bounds only."
    )


def _comparison(data: AuditData) -> Iterator[str]:
    if all(not panel.is_on_scale for panel in data.panels):
        yield (
            "The scorer's values do not lie on the clinicians' scale, so that only the order of "
            "answers was compared."
        )
        return
    yield (
        "Agreement of judge and clinicians is the mean over clinicians of a pairwise measure, "
        "beside the mean over pairs of clinicians on the answers that the judge gave too; the "
        "difference has its interval from the same draws."
    )


_PROCEDURES = (
    ("alt_test_", "the alternative annotator test (Calderon, Reichart and Dror 2025)"),
    ("ppi_", "prediction-powered means (Angelopoulos et al. 2023)"),
    ("rogan_gladen_", "Rogan and Gladen's corrected rate (1978)"),
    ("mae_after", "calibration cross-fitted by case"),
    ("family_preference", "the judge's favour for its own family beside a second judge"),
    ("drift_", "the change since an earlier run of the judge"),
)
"""How a figure's statistic begins, and the procedure behind it."""


def _procedures(figures: Sequence[Figure]) -> Iterator[str]:
    found = [
        words
        for start, words in _PROCEDURES
        if any(
            one.statistic.startswith(start) and one.estimate.value is not None for one in figures
        )
    ]
    if found:
        yield f"Beside agreement stand {'; '.join(found)}."


def _plan(data: AuditData) -> Iterator[str]:
    primary = primary_of(data.plan, data.panels)
    if primary is not None:
        words = WORDS[primary.statistic]
        named = {panel.criterion: panel.name for panel in data.panels}
        name = named.get(primary.criterion, primary.criterion)
        yield f"The primary figure was {words.inline} of {name}."
    if data.margin is not None:
        yield f"The margin was {data.margin:g}."
    if data.plan is not None:
        yield f"The plan (digest {plan_digest(data.plan)[:SHORT_DIGEST]}) is stated in audit.json."
    yield (
        "The verdict on the primary figure and the declared uses are confirmatory: "
        f"{data.standing_reason}; every other figure and p value is exploratory unless its family "
        "says otherwise."
        if data.standing == "confirmatory"
        else f"Every verdict and every p value is exploratory: {data.standing_reason}."
    )


def _intervals(data: AuditData, figures: Sequence[Figure]) -> Iterator[str]:
    methods = {one.estimate.method or "" for one in figures if one.estimate.low is not None}
    kinds = [
        words.format(n_boot=f"{data.n_boot:,}", seed=data.seed)
        for mark, words in _INTERVALS
        if any(mark in method for method in methods)
    ]
    if not kinds:
        yield "No figure has an interval."
        return
    yield (
        "Intervals are 95 %, over the sampling of cases, judge, prompt and clinicians held fixed: "
        f"{'; '.join(kinds)}."
    )
    if any(one.statistic.endswith("_two_way") for one in figures):
        yield "Figures named two-way resample clinicians as well."
    if any(one.estimate.interval_reason == "too few cases for an interval" for one in figures):
        yield "Under 10 cases no interval is given."
    if any(one.p is not None for one in figures):
        families = sorted({one.family for one in figures if one.family is not None})
        yield f"p values were adjusted within their families ({'; '.join(families)})."
