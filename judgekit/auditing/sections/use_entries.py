"""Each declared use against what the audit found: "shown", or "not shown" and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from judgekit.auditing.data import AuditData
from judgekit.auditing.joining.judged import TOTAL
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import MeanScoresUse, RankingUse, SingleAnswersUse
from judgekit.auditing.sections.correction_means import Corrected, means_of
from judgekit.auditing.sections.harm_counts import RULE_WORDS, caught, judge_flags, unsafe_by
from judgekit.auditing.sections.panel_numbers import why_no_numbers, why_no_points
from judgekit.auditing.sections.system_accuracy import system_accuracy
from judgekit.auditing.words import cell, number
from judgekit.records.estimate import Estimate

Use = Literal["ranking", "mean_scores", "single_answers"]
SHOWN = "shown"
NOT_DECLARED = "not shown: no such use was declared before the ratings"
NO_CRITERION = "no criterion was rated"
NOT_HELD = "this audit does not hold the criterion"
NO_WIDTH = "no half width was declared for this criterion"
ONE_WIDTH = (
    "one half width was declared for several criteria, whose scales differ; declare one for each"
)
ALL_RATED = "every answer was rated, so the judge adds nothing"
ALL = "every criterion"


@dataclass(frozen=True)
class Entry:
    """One use under one criterion.

    Attributes:
        use: The use.
        criterion: Name of the criterion; `ALL` where the use was not declared.
        bound: What was declared to be enough; "none" where nothing was.
        text: "shown", "not shown: why", or why no such use was declared.
        figure: The figure it rests on; "none" where there is none.
    """

    use: Use
    criterion: str
    bound: str
    text: str
    figure: str = "none"

    @property
    def is_shown(self) -> bool:
        """Whether the declared bound holds in a confirmatory audit."""
        return self.text == SHOWN


def ranking_entries(
    data: AuditData, declared: RankingUse | None, found: Sequence[tuple[Panel, Estimate]]
) -> list[Entry]:
    """Return an entry for each criterion: the interval's low end must reach the declared minimum.

    Args:
        data: The audit.
        declared: What would be enough; None: not declared.
        found: The pairwise accuracy over systems under each criterion.
    """
    if declared is None:
        return [Entry("ranking", ALL, "none", NOT_DECLARED)]
    least = declared.minimum_pairwise_accuracy
    bound = f"pairwise accuracy over systems at least {number(least, 'share')}, with its interval"
    entries = []
    for panel, estimate in found:
        shown = cell(estimate, unit="share")
        entries.append(
            Entry(
                "ranking",
                panel.name,
                bound,
                _verdict(data, _too_low(estimate, least), shown),
                shown,
            )
        )
    return entries or [Entry("ranking", ALL, bound, f"not shown: {NO_CRITERION}")]


def accuracies(data: AuditData) -> list[tuple[Panel, Estimate]]:
    """Return the pairwise accuracy over systems of each criterion; labels have none."""
    found = []
    for panel in data.panels:
        reason = why_no_numbers(panel)
        estimate = (
            system_accuracy(panel, data)
            if reason is None
            else Estimate(value=None, reason=reason, n=0, clusters=0)
        )
        found.append((panel, estimate))
    return found


def mean_entries(data: AuditData, declared: MeanScoresUse | None) -> list[Entry]:
    """Return an entry for each criterion: half the interval's width must be no more than declared.

    It is about the corrected mean only; where several systems are known each of them must have it.
    Where every answer was rated there is nothing to correct, and the judge plays no part.
    """
    if declared is None:
        return [Entry("mean_scores", ALL, "none", NOT_DECLARED)]
    entries = [_mean(data, panel, declared.maximum_half_width) for panel in data.panels]
    if not isinstance(declared.maximum_half_width, float):
        known = {panel.criterion for panel in data.panels}
        entries += [
            Entry("mean_scores", name, _width_words(most), f"not shown: {NOT_HELD}")
            for name, most in declared.maximum_half_width.items()
            if name not in known
        ]
    return entries or [Entry("mean_scores", ALL, "as declared", f"not shown: {NO_CRITERION}")]


def _mean(data: AuditData, panel: Panel, declared: float | Mapping[str, float]) -> Entry:
    own = [one.criterion for one in data.panels if one.criterion != TOTAL]
    if isinstance(declared, float):
        if len(own) > 1:
            return Entry("mean_scores", panel.name, "none", f"not shown: {ONE_WIDTH}")
        declared = dict.fromkeys(own, declared)
    most = declared.get(panel.criterion)
    if most is None:
        return Entry("mean_scores", panel.name, "none", f"not shown: {NO_WIDTH}")
    bound = _width_words(most)
    reason = why_no_points(panel)
    if reason is not None:
        return Entry("mean_scores", panel.name, bound, f"not shown: {reason}")
    rows = means_of(data, panel)
    if all(_is_all_rated(row) for row in rows):
        return Entry("mean_scores", panel.name, bound, f"not shown: {ALL_RATED}")
    of_each = rows[1:] or rows
    shown = "; ".join(f"{row.label}: {cell(row.estimates[2], unit='points')}" for row in of_each)
    problems = [
        f"{row.label}: {why}"
        for row in of_each
        if (why := ALL_RATED if _is_all_rated(row) else _too_wide(row.estimates[2], most))
    ]
    text = _verdict(data, problems[0] if problems else None, shown)
    return Entry("mean_scores", panel.name, bound, text, shown)


def _width_words(most: float) -> str:
    return f"half width of the corrected mean's interval at most {number(most, 'points')} points"


def _is_all_rated(row: Corrected) -> bool:
    return row.mean is not None and row.counts.labelled > 0 and row.counts.unlabelled == 0


def single_entries(data: AuditData, declared: SingleAnswersUse | None) -> list[Entry]:
    """Return an entry for each criterion with unsafe answers.

    The sensitivity's low end must reach the declared minimum, an answer without a judgement being a
    miss, and the high end of the false alarms must not pass the declared maximum. What is unsafe is
    said by the rule that the plan names.
    """
    if declared is None:
        return [Entry("single_answers", ALL, "none", NOT_DECLARED)]
    bound = (
        f"share of answers caught that {RULE_WORDS[declared.rule]} calls unsafe at least "
        f"{number(declared.minimum_sensitivity, 'share')}, "
        f"false alarms at most {number(declared.maximum_false_alarms, 'share')}, with intervals"
    )
    entries = [
        _single(data, panel, declared, bound)
        for panel in data.panels
        if panel.criterion in data.unsafe
    ]
    why = "no answer of a rated criterion was declared to mean harm"
    return entries or [Entry("single_answers", ALL, bound, f"not shown: {why}")]


def _single(data: AuditData, panel: Panel, declared: SingleAnswersUse, bound: str) -> Entry:
    rule = declared.rule
    why = None
    if not panel.is_on_scale:
        why = "a metric needs a cut-off before it can call an answer unsafe"
    elif rule == "adjudicated" and panel.adjudicated is None:
        why = "no adjudicator rated this criterion"
    if why is not None:
        return Entry("single_answers", panel.name, bound, f"not shown: {why}")
    unsafe = data.unsafe[panel.criterion]
    reference = unsafe_by(panel, unsafe, rule)
    found = caught(
        judge_flags(panel, unsafe),
        reference,
        weights=data.weights_of(panel.items),
        cases=panel.cases,
        n_boot=data.n_boot,
    )
    n_settled = sum(one is not None for one in reference)
    shown = (
        f"unsafe as {RULE_WORDS[rule]} says, of {n_settled} of {len(panel)} answers: "
        f"caught {cell(found.sensitivity, unit='share')}; "
        f"false alarms {cell(found.false_alarms, unit='share')}"
    )
    missed = _too_low(found.sensitivity, declared.minimum_sensitivity)
    alarms = _too_high(found.false_alarms, declared.maximum_false_alarms)
    problems = [
        f"{name}: {why}" for name, why in (("caught", missed), ("false alarms", alarms)) if why
    ]
    text = _verdict(data, "; ".join(problems) or None, shown)
    return Entry("single_answers", panel.name, bound, text, shown)


def _verdict(data: AuditData, problem: str | None, shown: str) -> str:
    if problem is not None:
        return f"not shown: {problem}"
    if data.standing != "confirmatory":
        return f"not shown: the audit is exploratory, since {data.standing_reason}; found: {shown}"
    return SHOWN


def _missing(estimate: Estimate, end: float | None) -> str | None:
    if estimate.value is None:
        return f"undefined: {estimate.reason}"
    return f"no interval: {estimate.interval_reason}" if end is None else None


def _too_low(estimate: Estimate, least: float) -> str | None:
    if estimate.low is None or estimate.low >= least:
        return _missing(estimate, estimate.low)
    return f"the interval begins at {number(estimate.low, 'share')}, under {number(least, 'share')}"


def _too_high(estimate: Estimate, most: float) -> str | None:
    if estimate.high is None or estimate.high <= most:
        return _missing(estimate, estimate.high)
    return f"the interval ends at {number(estimate.high, 'share')}, over {number(most, 'share')}"


def _too_wide(estimate: Estimate, most: float) -> str | None:
    if estimate.low is None or estimate.high is None:
        return _missing(estimate, None)
    half = (estimate.high - estimate.low) / 2
    if half <= most:
        return None
    return (
        f"half the interval's width is {number(half, 'points')} points, over "
        f"{number(most, 'points')}"
    )
