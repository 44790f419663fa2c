"""The items behind a prediction-powered mean, and the interval of what is made of them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from judgekit.records.estimate import MIN_CLUSTERS, NO_VARIATION, TOO_FEW_CASES, Estimate
from judgekit.statistics.intervals import FloatArray, IntArray
from judgekit.statistics.wilson import upper_point

MIN_RARER = 10

_ROUNDING = 1e-12


class Pool(NamedTuple):
    """Items with a judge score.

    Attributes:
        labels: NaN where there is none; shape (n,).
        scores: The judge's; shape (n,).
        cases: The case of each item, 0 to G - 1.
    """

    labels: FloatArray
    scores: FloatArray
    cases: IntArray

    @property
    def is_labelled(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Which items have a label."""
        return ~np.isnan(self.labels)

    @property
    def n_labelled_cases(self) -> int:
        """Cases that hold a label."""
        return int(np.unique(self.cases[self.is_labelled]).size)

    def tuned_weight(self) -> float | None:
        """Return the weight of the judge's scores; None without labels or without other items."""
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

    def rarer_cases(self, weights: FloatArray | None = None) -> int:
        """Return how many cases hold a label other than the most common, or heaviest, one."""
        labelled = self.is_labelled
        values, place = np.unique(self.labels[labelled], return_inverse=True)
        if values.size == 0:
            return 0
        heavy = None if weights is None else weights[labelled]
        apart = place != np.bincount(place, weights=heavy).argmax()
        return int(np.unique(self.cases[labelled][apart]).size)

    def reason_without_value(self) -> str | None:
        """Return why there is nothing to correct; None where there is."""
        if not self.is_labelled.any():
            return "no item is labelled"
        if self.is_labelled.all():
            return "every item is labelled: use labelled_only"
        return None

    def reason_without_interval(self, rarer: int) -> str | None:
        """Return why the labels are too few for an interval; None where they are not.

        Args:
            rarer: Cases with a label of the rarer class.
        """
        if self.n_labelled_cases < MIN_CLUSTERS:
            return TOO_FEW_CASES
        if rarer < MIN_RARER:
            return (
                f"too few failures labelled: {rarer} cases hold a label other than the most "
                f"common one, {MIN_RARER} are needed"
            )
        return None


def ppi_estimate(
    pool: Pool,
    value: float,
    effect: FloatArray,
    weight: float,
    *,
    degrees: float | None = None,
    floor: float = 0.0,
) -> Estimate:
    """Return `value` ± t times its cluster-robust standard error, within 0 to 1 for labels of both.

    Args:
        pool: The items.
        value: The corrected mean.
        effect: What each item adds to it; shape (n,).
        weight: The weight of the judge's scores, for the method.
        degrees: Degrees of freedom of t; None takes the labelled cases less one.
        floor: A standard error that is added, squared, to the estimated one.
    """
    n_cases = pool.n_labelled_cases
    n, n_more = int(pool.is_labelled.sum()), int((~pool.is_labelled).sum())
    by_case = np.bincount(pool.cases, weights=effect)
    freedom = n_cases - 1 if degrees is None else degrees
    error = math.sqrt(n_cases / (n_cases - 1) * float(by_case @ by_case))
    half = upper_point(freedom) * math.hypot(error, floor)
    low, high = value - half, value + half
    if np.isin(pool.labels[pool.is_labelled], (0.0, 1.0)).all():
        low, high = max(0.0, low), min(1.0, high)
    if not low < high or error <= _ROUNDING * float(np.abs(pool.scores).max()):
        return without_ends(pool, value, NO_VARIATION)
    return Estimate(
        value=value,
        low=low,
        high=high,
        method=(
            f"prediction-powered mean ± t({freedom:.3g}) x standard error, 95 %, judge weight "
            f"{weight:.3f}; {n} labelled and {n_more} unlabelled items, {n_cases} cases with labels"
        ),
        n=len(pool.scores),
        clusters=n_cases,
    )


def without_ends(pool: Pool, value: float | None, reason: str) -> Estimate:
    """Return the value without an interval, or no value, for this reason."""
    return Estimate(
        value=value,
        reason=reason if value is None else None,
        interval_reason=None if value is None else reason,
        n=len(pool.scores),
        clusters=pool.n_labelled_cases,
    )
