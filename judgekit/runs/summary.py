"""Scores to a summary: every mean with its denominator, its interval and its bounds."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from judgekit.records.outcome import FINISHED, Outcome
from judgekit.records.score import WITHOUT_JUDGE, Score, Verdict
from judgekit.records.signature import Signature
from judgekit.records.summary import (
    Cases,
    CriteriaCorrelation,
    LabelCount,
    Summary,
    SummaryRow,
)
from judgekit.runs.port import RangeOfMissing, Scorer, SeveralFigures, Target
from judgekit.runs.survey import Survey
from judgekit.statistics.ranks import rank_correlation

__all__ = ["Summary", "SummaryBuilder", "SummaryRow"]

LOW_COVERAGE = 0.95
MIN_PAIRS = 3
INDEPENDENT_ROWS = "assumes independent rows: no case_id was given"
NOMINAL = "labels are counted, not averaged"
_OUTCOMES = tuple(Outcome)
_CODE = {outcome: code for code, outcome in enumerate(_OUTCOMES)}
_SCORED = _CODE[Outcome.SCORED]
_NOT_APPLICABLE = _CODE[Outcome.NOT_APPLICABLE]
_UNANSWERED = _CODE[Outcome.UNANSWERED]
Mask = NDArray[np.bool_]


class _Column:
    """The values of one target, row by row: numbers or label codes, outcome, range if missing."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.values = array("d")
        self.outcomes = array("b")
        self.lows = array("d")
        self.highs = array("d")
        self.judged = array("b")
        self._labels: dict[object, float] = {
            label: float(code) for code, label in enumerate(target.labels)
        }

    def add(
        self, outcome: Outcome, value: float | int | str | None, missing: RangeOfMissing | None
    ) -> None:
        self.values.append(self._as_number(value))
        self.outcomes.append(_CODE[outcome])
        self.lows.append(math.nan if missing is None else missing.low)
        self.highs.append(math.nan if missing is None else missing.high)

    def _as_number(self, value: float | int | str | None) -> float:
        if isinstance(value, str):
            return self._labels[value]
        return math.nan if value is None else value


def _is_partial(score: Score) -> bool:
    """Return whether a total stands on some of the criteria that apply, renormalised."""
    return any(verdict.outcome not in FINISHED for verdict in score.criteria.values())


def _is_set(score: Score) -> bool:
    """Return whether a rubric's rule gave the values, because there was nothing to judge."""
    return any(
        verdict.reason is not None and verdict.reason.endswith(WITHOUT_JUDGE)
        for verdict in score.criteria.values()
    )


class SummaryBuilder:
    """Takes the scores in input order and gives the summary."""

    def __init__(self, scorers: Sequence[Scorer], survey: Survey) -> None:
        self._scorers = scorers
        self._survey = survey
        self._columns = {
            (target.scorer, target.criterion): _Column(target)
            for scorer in scorers
            for target in scorer.targets
        }
        self._is_complete = True
        self._notes = {
            scorer.name: scorer.notes for scorer in scorers if isinstance(scorer, SeveralFigures)
        }
        self._noted: Counter[tuple[str, str]] = Counter()
        self._n_partial = Counter({name: 0 for name, _ in self._columns})
        self._n_set: Counter[str] = Counter()

    def add(self, scorer: Scorer, scores: Sequence[Score], *, is_finished: bool) -> None:
        """Take what one scorer says of the next sample."""
        self._is_complete = self._is_complete and is_finished
        by_name = {score.scorer: score for score in scores}
        if scorer.name in self._notes:
            reasons = {score.reason for score in scores}
            self._noted.update(
                (scorer.name, said)
                for reason, said in self._notes[scorer.name].items()
                if reason in reasons
            )
        for target in scorer.targets:
            score = by_name[target.scorer]
            column = self._columns[target.scorer, target.criterion]
            found: Score | Verdict | None = (
                score if target.criterion is None else score.criteria.get(target.criterion)
            )
            outcome = score.outcome if found is None else found.outcome
            value = None if found is None else found.value
            is_open = outcome not in FINISHED
            if target.criterion is None and not is_open and _is_partial(score):
                self._n_partial[target.scorer] += 1
                is_open = True
            missing = scorer.range_of_missing(target, score) if is_open else None
            column.add(outcome, value, missing)
            column.judged.append(score.reply_digest is not None)
        for score in scores:
            self._n_set[score.scorer] += _is_set(score)

    def build(self, *, limit: int | None) -> Summary:
        """Return the summary of everything taken so far."""
        survey = self._survey
        declared = survey.case_codes is not None
        rows, noted = tuple(self._rows()), self._noted.items()
        return Summary(
            signature=dict(_signatures(self._scorers)),
            n_input=survey.n_rows,
            limit=limit if limit is not None and survey.n < survey.n_rows else None,
            complete=self._is_complete,
            cases=Cases(
                declared=declared,
                n=survey.n_cases,
                note="clustered by case_id" if declared else INDEPENDENT_ROWS,
            ),
            usage={scorer.name: scorer.usage() for scorer in self._scorers},
            rows=rows,
            correlations=tuple(self._correlations()),
            warnings=(
                *_warnings(rows, survey, is_complete=self._is_complete),
                *(f"{who}: {n} of {survey.n} samples: {what}" for (who, what), n in noted),
                *(
                    f"{who}: {n} of {survey.n} totals are renormalised over the criteria that were "
                    "scored; the bounds show what the missing ones could have made of them"
                    for who, n in self._n_partial.items()
                    if n
                ),
                *(
                    f"{who}: {n} of {survey.n} samples were set to the scale's minimum without "
                    "asking a judge: their responses are empty, refused, cut off or failed"
                    for who, n in self._n_set.items()
                    if n
                ),
            ),
        )

    def _rows(self) -> Iterator[SummaryRow]:
        everything = np.ones(self._survey.n, dtype=bool)
        groups: list[tuple[dict[str, str], Mask]] = [({}, everything)]
        for name, (labels, codes) in self._survey.groups.items():
            present = sorted(set(codes.tolist()), key=labels.__getitem__)
            groups.extend(({name: labels[code]}, codes == code) for code in present)
        for group, mask in groups:
            for column in self._columns.values():
                yield _row(column, group, mask, self._survey.case_codes)

    def _correlations(self) -> Iterator[CriteriaCorrelation]:
        for scorer in self._scorers:
            criteria = [
                self._columns[target.scorer, target.criterion]
                for target in scorer.targets
                if target.criterion is not None and target.kind != "nominal"
            ]
            for first, second in combinations(criteria, 2):
                yield _correlation(first, second)


def _signatures(scorers: Sequence[Scorer]) -> Iterator[tuple[str, Signature]]:
    for scorer in scorers:
        if isinstance(scorer, SeveralFigures):
            yield from scorer.signatures.items()
        else:
            yield scorer.name, scorer.signature


def _row(
    column: _Column, group: dict[str, str], mask: Mask, case_codes: NDArray[np.int64] | None
) -> SummaryRow:
    from judgekit.statistics.intervals import mean_estimate, proportion_estimate

    target = column.target
    outcomes = np.asarray(column.outcomes)[mask]
    values = np.asarray(column.values)[mask]
    is_scored = outcomes == _SCORED
    has_value = is_scored & ~np.isnan(values)
    applies = outcomes != _NOT_APPLICABLE
    n_scored, n_total = int(is_scored.sum()), int(applies.sum())
    counted, in_mean = _counted(target, outcomes, values, has_value)
    cases = None if case_codes is None else case_codes[mask][in_mean]
    shared = SummaryRow(
        scorer=target.scorer,
        criterion=target.criterion,
        name=target.name,
        group=group,
        value=None,
        reason=NOMINAL,
        n_scored=n_scored,
        n_total=n_total,
        coverage=n_scored / n_total if n_total else None,
        bounds_reason=NOMINAL,
        interval_reason=NOMINAL,
        range=None
        if target.minimum is None or target.maximum is None
        else (target.minimum, target.maximum),
        higher_is_better=target.higher_is_better,
        clusters=len(counted) if cases is None else len(np.unique(cases)),
        outcomes={
            outcome.value: count
            for code, outcome in enumerate(_OUTCOMES)
            if (count := int((outcomes == code).sum()))
        },
        distribution=_distribution(target, values[has_value]),
    )
    if target.kind == "nominal":
        return shared
    if target.kind == "proportion":
        estimate = proportion_estimate(counted, cases)
    else:
        estimate = mean_estimate(counted, cases, bounds=shared.range)
    worst, best, bounds_reason = _bounds(column, mask, values, has_value, applies)
    return shared.model_copy(
        update={
            "value": estimate.value,
            "reason": estimate.reason,
            "low": _within(target, estimate.low),
            "high": _within(target, estimate.high),
            "interval_reason": estimate.interval_reason
            if estimate.value is not None
            else estimate.reason,
            "method": estimate.method,
            "worst": worst,
            "best": best,
            "bounds_reason": bounds_reason,
        }
    )


def _counted(
    target: Target, outcomes: NDArray[np.int8], values: NDArray[np.float64], has_value: Mask
) -> tuple[NDArray[np.float64], Mask]:
    """Return the values that enter the mean, and whose they are.

    A sample that its contestant left unanswered enters with what the target says; the bounds still
    show what it could have been.
    """
    if target.unanswered is None:
        return values[has_value], has_value
    is_unanswered = outcomes == _UNANSWERED
    in_mean = has_value | is_unanswered
    return np.where(is_unanswered, target.unanswered, values)[in_mean], in_mean


def _within(target: Target, end: float | None) -> float | None:
    """Cut an interval's end at the range: a mean cannot lie outside it."""
    if end is None:
        return None
    low = -math.inf if target.minimum is None else target.minimum
    high = math.inf if target.maximum is None else target.maximum
    return min(max(end, low), high)


def _distribution(target: Target, values: NDArray[np.float64]) -> tuple[LabelCount, ...]:
    """Return the count of each level, then of each mean of repeats between levels, ascending."""
    numbers = range(len(target.labels)) if target.kind == "nominal" else target.labels
    is_between = np.full(values.shape, bool(target.labels))
    counts = []
    for label, number in zip(target.labels, numbers, strict=True):
        is_level = np.isclose(values, float(number))
        is_between &= ~is_level
        counts.append(LabelCount(value=label, count=int(is_level.sum())))
    between = np.sort(values[is_between])
    while between.size:
        is_same = np.isclose(between, between[0])
        counts.append(LabelCount(value=float(between[0]), count=int(is_same.sum())))
        between = between[~is_same]
    return tuple(counts)


def _bounds(
    column: _Column, mask: Mask, values: NDArray[np.float64], has_value: Mask, applies: Mask
) -> tuple[float | None, float | None, str | None]:
    """Return the mean with every missing value at its worst and at its best."""
    n_total = int(applies.sum())
    if n_total == 0:
        return None, None, "it applies to no sample"
    if column.target.higher_is_better is None:
        return None, None, "neither end of the range is better"
    lows, highs = np.asarray(column.lows)[mask], np.asarray(column.highs)[mask]
    is_open = applies & (~has_value | ~np.isnan(lows))
    low, high = lows[is_open], highs[is_open]
    if np.isnan(low).any() or np.isnan(high).any():
        return None, None, "a missing value has no bounded range"
    scored = values[has_value & ~is_open].sum()
    ends = (float(scored + low.sum()) / n_total, float(scored + high.sum()) / n_total)
    worst, best = ends if column.target.higher_is_better else ends[::-1]
    return worst, best, None


def _correlation(first: _Column, second: _Column) -> CriteriaCorrelation:
    a, b = np.asarray(first.values), np.asarray(second.values)
    both = ~np.isnan(a) & ~np.isnan(b) & np.asarray(first.judged, dtype=bool)
    n = int(both.sum())
    found = rank_correlation(a[both], b[both]) if n >= MIN_PAIRS else None
    reason = (
        "one of the two never varies" if n >= MIN_PAIRS else "fewer than three were judged on both"
    )
    return CriteriaCorrelation(
        scorer=first.target.scorer,
        first=str(first.target.criterion),
        second=str(second.target.criterion),
        spearman=found,
        reason=reason if found is None else None,
        n=n,
    )


def _warnings(rows: Sequence[SummaryRow], survey: Survey, *, is_complete: bool) -> Iterator[str]:
    if not is_complete:
        yield "the run is not complete: what it did not reach is counted as skipped"
    if survey.n < survey.n_rows:
        yield f"only the first {survey.n} of {survey.n_rows} rows were scored"
    for row in rows:
        if not row.group and row.coverage is not None and row.coverage < LOW_COVERAGE:
            yield (
                f"{row.scorer}: {row.name}: only {row.n_scored} of {row.n_total} scored; "
                "read the bounds before the mean"
            )
