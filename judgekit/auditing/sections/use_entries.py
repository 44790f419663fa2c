"""Each declared use against what the audit found: "shown", or "not shown" and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import MeanScoresUse, RankingUse, SingleAnswersUse
from judgekit.auditing.sections.correction import Corrected, means_of
from judgekit.auditing.sections.harm_counts import RULE_WORDS, caught, judge_flags, unsafe_by
from judgekit.auditing.sections.panel_numbers import why_no_numbers, why_no_points
from judgekit.auditing.sections.system_accuracy import EVERY_DRAW, system_accuracy
from judgekit.auditing.words import cell, number
from judgekit.records.estimate import Estimate

Use = Literal["ranking", "mean_scores", "single_answers"]
SHOWN = "shown"
NOT_DECLARED = "not shown: no such use was declared before the ratings"
NO_CRITERION = "no criterion was rated"
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
        low = estimate.value if estimate.interval_reason == EVERY_DRAW else estimate.low
        entries.append(
            Entry(
                "ranking",
                panel.name,
                bound,
                _verdict(data, _too_low(estimate, low, least), shown),
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

    Where several systems are known each of them must have it. The interval is that of the corrected
    mean; where every item is rated, that of the clinicians' mean, which then needs no correction.
    """
    if declared is None:
        return [Entry("mean_scores", ALL, "none", NOT_DECLARED)]
    most = declared.maximum_half_width
    bound = f"half width of the mean's interval at most {number(most, 'points')} points"
    entries = []
    for panel in data.panels:
        reason = why_no_points(panel)
        if reason is not None:
            entries.append(Entry("mean_scores", panel.name, bound, f"not shown: {reason}"))
            continue
        rows = means_of(data, panel)
        means = [(row.label, _mean_of(row)) for row in (rows[1:] or rows)]
        shown = "; ".join(f"{label}: {cell(one, unit='points')}" for label, one in means)
        problem = next(
            (
                f"{label}: {why}"
                for label, one in means
                if (why := _too_wide(one, most)) is not None
            ),
            None,
        )
        entries.append(
            Entry("mean_scores", panel.name, bound, _verdict(data, problem, shown), shown)
        )
    return entries or [Entry("mean_scores", ALL, bound, f"not shown: {NO_CRITERION}")]


def single_entries(data: AuditData, declared: SingleAnswersUse | None) -> list[Entry]:
    """Return an entry for each criterion with unsafe answers.

    The sensitivity's low end must reach the declared minimum, an answer without a judgement being a
    miss, and the high end of the false alarms must not pass the declared maximum. Unsafe is what
    the adjudicator calls so; without one, what any clinician does.
    """
    if declared is None:
        return [Entry("single_answers", ALL, "none", NOT_DECLARED)]
    bound = (
        f"share of unsafe answers caught at least {number(declared.minimum_sensitivity, 'share')}, "
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
    if not panel.is_on_scale:
        why = "a metric needs a cut-off before it can call an answer unsafe"
        return Entry("single_answers", panel.name, bound, f"not shown: {why}")
    unsafe = data.unsafe[panel.criterion]
    rule: Literal["any", "adjudicated"] = "any" if panel.adjudicated is None else "adjudicated"
    found = caught(
        judge_flags(panel, unsafe),
        unsafe_by(panel, unsafe, rule),
        weights=data.weights_of(panel.items),
        cases=panel.cases,
        n_boot=data.n_boot,
    )
    shown = (
        f"unsafe as {RULE_WORDS[rule]} says: caught {cell(found.sensitivity, unit='share')}; "
        f"false alarms {cell(found.false_alarms, unit='share')}"
    )
    missed = _too_low(found.sensitivity, found.sensitivity.low, declared.minimum_sensitivity)
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


def _mean_of(row: Corrected) -> Estimate:
    _, labelled, corrected = row.estimates
    is_all_rated = row.mean is not None and row.mean.n_unlabelled == 0
    return labelled if is_all_rated else corrected


def _missing(estimate: Estimate, end: float | None) -> str | None:
    if estimate.value is None:
        return f"undefined: {estimate.reason}"
    return f"no interval: {estimate.interval_reason}" if end is None else None


def _too_low(estimate: Estimate, low: float | None, least: float) -> str | None:
    if low is None or low >= least:
        return _missing(estimate, low)
    words = f"the interval begins at {number(low, 'share')}, under {number(least, 'share')}"
    if estimate.low is None:
        words = f"{number(low, 'share')} is under {number(least, 'share')}"
    return words


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
