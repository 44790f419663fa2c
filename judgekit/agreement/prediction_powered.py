"""The corrected mean: few clinician labels and many judge scores of the same system."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import stats

from judgekit.agreement.ratings import (
    Clusters,
    RaterColumn,
    coded_clusters,
    numeric_ratings,
    rating_pair,
)
from judgekit.records.base import Record
from judgekit.records.estimate import (
    INTERVAL_LEVEL,
    MIN_CLUSTERS,
    NO_VARIATION,
    TOO_FEW_CASES,
    Estimate,
)
from judgekit.statistics.intervals import (
    NO_ITEMS,
    FloatArray,
    IntArray,
    case_codes,
    mean_estimate,
    proportion_estimate,
)

MIN_RARER = 10

_ROUNDING = 1e-12


class PpiMean(Record):
    """A mean corrected by labels, beside what labels alone and the judge alone say.

    Attributes:
        corrected: The prediction-powered mean; `n` counts items with a judge score.
        labelled_only: The mean of the labels alone, which needs no judge.
        judge_only: The mean of the judge's scores alone, over all items; biased as the judge is.
        judge_bias: Mean of judge minus label on the labelled items.
        weight: How far the judge's scores were used, 0 to 1 (lambda).
        n_labelled: Items with label and judge score.
        n_unlabelled: Items with a judge score only.
        n_without_judge: Items without a judge score; they enter nothing.
        rarer_cases: Cases with a label other than the most common one.
    """

    corrected: Estimate
    labelled_only: Estimate
    judge_only: Estimate
    judge_bias: Estimate
    weight: float | None
    n_labelled: int
    n_unlabelled: int
    n_without_judge: int
    rarer_cases: int


def ppi_mean(
    labels: RaterColumn,
    judge: RaterColumn,
    *,
    weight: float | None = None,
    clusters: Clusters = None,
) -> PpiMean:
    """Return the mean label of all items, from the labels of some and the judge's scores of all.

    theta = mean(y) - w (mean(f on labelled) - mean(f on unlabelled)) with labels y and scores f
    (Angelopoulos et al. 2023; w tuned: Angelopoulos, Duchi and Zrnic 2023, example 6.1):
    w = cov(y, f) / ((1 + n / N) var(f)), cut to 0 to 1. Its variance sums over cases what each case
    adds to theta, times G / (G - 1); the interval is theta ± t(G - 1) SE, with G the cases that
    hold labels, cut to 0 to 1 for labels of 0 and 1.

    It is valid only if the labelled items are a random sample of all items (or of whole cases),
    all scores come from the same judge in the same version, the labels are of this system's own
    answers, and none of them was used to tune the judge.

    Args:
        labels: A clinician's score of each item, numbers; None or NaN where there is none.
        judge: The judge's score of each item, on the same scale; None or NaN where it failed.
        weight: w, 0 to 1, if it is to be fixed beforehand: 1 trusts the judge's differences fully,
            0 uses labels only. None tunes it.
        clusters: The case of each item; None makes each its own case.

    Returns:
        The means. `corrected` has no value without labels or without unlabelled items, no interval
        where fewer than 10 cases hold labels, and none where fewer than 10 cases hold a label other
        than the most common one ("too few failures labelled"): below that its coverage fails.

    Raises:
        ValueError: Lengths differ, a score is not a finite number, or `weight` leaves 0 to 1.

    Example:
        >>> ppi_mean([1, 0, None, None], [1, 1, 1, 0], weight=1).corrected.value
        0.0
    """
    what = "ppi_mean"
    if weight is not None and not 0.0 <= weight <= 1.0:
        raise ValueError(f"{what}: weight must lie within 0 to 1, got {weight!r}")
    numbers = numeric_ratings(rating_pair(labels, judge, what=what), what=what)
    cases = coded_clusters(clusters, len(numbers), what=what)
    is_judged = ~np.isnan(numbers[:, 1])
    pool = _pool(numbers[is_judged], None if cases is None else cases[is_judged])
    used = pool.tuned_weight() if weight is None else weight
    difference = pool.scores[pool.is_labelled] - pool.labels[pool.is_labelled]
    return PpiMean(
        corrected=_corrected(pool, used),
        labelled_only=_mean_of(pool.labels[pool.is_labelled], pool.cases[pool.is_labelled]),
        judge_only=_mean_of(pool.scores, pool.cases),
        judge_bias=mean_estimate(difference, pool.cases[pool.is_labelled]),
        weight=used,
        n_labelled=int(pool.is_labelled.sum()),
        n_unlabelled=int((~pool.is_labelled).sum()),
        n_without_judge=int((~is_judged).sum()),
        rarer_cases=pool.rarer_cases(),
    )


def ppi_mean_difference(
    labels: tuple[RaterColumn, RaterColumn],
    judge: tuple[RaterColumn, RaterColumn],
    *,
    weight: float | None = None,
    clusters: Clusters = None,
) -> PpiMean:
    """Return the corrected mean difference of two systems that answered the same items.

    It is `ppi_mean` of the differences, first minus second system: what both systems share cancels
    item by item. An item counts as labelled where both answers are, as judged where both are.

    Args:
        labels: Labels of the first and of the second system's answers.
        judge: The judge's scores of both.
        weight: As in `ppi_mean`.
        clusters: The case of each item; None makes each its own case.

    Raises:
        ValueError: As `ppi_mean`.
    """
    what = "ppi_mean_difference"
    label_pair = numeric_ratings(rating_pair(*labels, what=what), what=what)
    judge_pair = numeric_ratings(rating_pair(*judge, what=what), what=what)
    return ppi_mean(
        label_pair[:, 0] - label_pair[:, 1],
        judge_pair[:, 0] - judge_pair[:, 1],
        weight=weight,
        clusters=clusters,
    )


class _Pool(NamedTuple):
    labels: FloatArray  # NaN where there is none
    scores: FloatArray
    cases: IntArray  # 0 to G - 1

    @property
    def is_labelled(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        return ~np.isnan(self.labels)

    def tuned_weight(self) -> float | None:
        labelled = self.is_labelled
        n, n_more = int(labelled.sum()), int((~labelled).sum())
        if n == 0 or n_more == 0:
            return None
        y, f = self.labels[labelled], self.scores[labelled]
        spread = float(self.scores.var(ddof=1))
        if spread <= _ROUNDING * float((self.scores**2).mean()):
            return 0.0  # a constant judge says nothing
        covariance = float(((y - y.mean()) * (f - f.mean())).mean())
        return min(1.0, max(0.0, covariance / ((1 + n / n_more) * spread)))

    def rarer_cases(self) -> int:
        labelled = self.is_labelled
        values, counts = np.unique(self.labels[labelled], return_counts=True)
        if values.size == 0:
            return 0
        apart = self.labels[labelled] != values[counts.argmax()]
        return int(np.unique(self.cases[labelled][apart]).size)


def _pool(numbers: FloatArray, cases: IntArray | None) -> _Pool:
    codes, _ = case_codes(len(numbers), cases, what="ppi_mean")
    return _Pool(numbers[:, 0], numbers[:, 1], codes)


def _corrected(pool: _Pool, weight: float | None) -> Estimate:
    labelled = pool.is_labelled
    n, n_more = int(labelled.sum()), int((~labelled).sum())
    n_cases = int(np.unique(pool.cases[labelled]).size)
    if n == 0 or n_more == 0 or weight is None:
        reason = "no item is labelled" if n == 0 else "every item is labelled: use labelled_only"
        return Estimate(value=None, reason=reason, n=len(pool.scores), clusters=n_cases)
    y, f, more = pool.labels[labelled], pool.scores[labelled], pool.scores[~labelled]
    value = float(y.mean() - weight * (f.mean() - more.mean()))
    found = Estimate(
        value=value, interval_reason=NO_VARIATION, n=len(pool.scores), clusters=n_cases
    )
    rectified = y - weight * f
    effect = np.empty(len(pool.scores))
    effect[labelled] = (rectified - rectified.mean()) / n
    effect[~labelled] = weight * (more - more.mean()) / n_more
    by_case = np.bincount(pool.cases, weights=effect)
    refusal = _reason_without_interval(pool, n_cases)
    if refusal is not None:
        return found.model_copy(update={"interval_reason": refusal})
    error = math.sqrt(n_cases / (n_cases - 1) * float(by_case @ by_case))
    half = float(stats.t.ppf(0.5 + INTERVAL_LEVEL / 2, n_cases - 1)) * error
    low, high = value - half, value + half
    if set(np.unique(y).tolist()) <= {0.0, 1.0}:
        low, high = max(0.0, low), min(1.0, high)
    if not low < high or error <= _ROUNDING * float(np.abs(pool.scores).max()):
        return found
    method = (
        f"prediction-powered mean ± t({n_cases - 1}) x standard error, 95 %, judge weight "
        f"{weight:.3f}; {n} labelled and {n_more} unlabelled items, {n_cases} cases with labels"
    )
    return Estimate(
        value=value, low=low, high=high, method=method, n=found.n, clusters=found.clusters
    )


def _reason_without_interval(pool: _Pool, n_cases: int) -> str | None:
    if n_cases < MIN_CLUSTERS:
        return TOO_FEW_CASES
    rarer = pool.rarer_cases()
    if rarer < MIN_RARER:
        return (
            f"too few failures labelled: {rarer} cases hold a label other than the most common "
            f"one, {MIN_RARER} are needed"
        )
    return None


def _mean_of(values: FloatArray, cases: IntArray) -> Estimate:
    if values.size == 0:
        return Estimate(value=None, reason=NO_ITEMS, n=0, clusters=0)
    if np.isin(values, (0.0, 1.0)).all():
        return proportion_estimate(values, cases)
    return mean_estimate(values, cases)
