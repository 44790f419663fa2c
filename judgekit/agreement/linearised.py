"""The interval of a figure from what each item adds to it, summed over cases."""

from __future__ import annotations

import math

import numpy as np
from scipy import stats

from judgekit.records.estimate import (
    INTERVAL_LEVEL,
    MIN_CLUSTERS,
    NO_VARIATION,
    TOO_FEW_CASES,
    Estimate,
)
from judgekit.statistics.bootstrap import NO_INTERVAL_ASKED
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

_ROUNDING = 1e-12


def cluster_variance(influence: FloatArray, clusters: IntArray | None) -> float:
    """Return G / (G - 1) times the sum of squares of the cases' sums of `influence`.

    With an influence of (y - mean) / n this is the variance of a mean in
    `judgekit.statistics.mean_estimate`. Exactly 0.0 where only rounding is left.

    Args:
        influence: What each item adds to the figure, summing to 0 over items; shape (n,).
        clusters: The case of each item; None makes each its own case. G must be 2 or more.
    """
    codes, n_cases = case_codes(influence.size, clusters, what="agreement")
    by_case = np.bincount(codes, weights=influence, minlength=n_cases)
    if float(np.abs(by_case).max()) <= _ROUNDING * float(np.abs(influence).sum()):
        return 0.0
    return n_cases / (n_cases - 1) * float(by_case @ by_case)


def linear_estimate(
    value: float,
    influence: FloatArray,
    clusters: IntArray | None,
    *,
    n_boot: int,
    what: str,
    fewest_cases: int | None = None,
) -> Estimate:
    """Return `value` ± t(G - 1) times its cluster-robust standard error.

    The figure is linearised (Liang and Zeger 1986): its variance is that of a sum of independent
    cases, each adding the sum of its items' influence.

    Args:
        value: The figure.
        influence: What each item adds to it around its mean; shape (n,), n > 0.
        clusters: The case of each item; None makes each its own case.
        n_boot: 0 asks for no interval; any other number for this one, which needs no draws.
        what: What the figure is, for the method.
        fewest_cases: The number of cases that the figure really stands on, where it is smaller
            than the number of all cases.

    Raises:
        ValueError: `n_boot` is negative.
    """
    if n_boot < 0:
        raise ValueError(f"{what}: n_boot must be >= 0, got {n_boot!r}")
    n_items = int(influence.size)
    _, n_cases = case_codes(n_items, clusters, what=what)
    found = Estimate(value=value, interval_reason=NO_VARIATION, n=n_items, clusters=n_cases)
    if n_boot == 0:
        return found.model_copy(update={"interval_reason": NO_INTERVAL_ASKED})
    if min(n_cases, n_cases if fewest_cases is None else fewest_cases) < MIN_CLUSTERS:
        return found.model_copy(update={"interval_reason": TOO_FEW_CASES})
    error = math.sqrt(cluster_variance(influence, clusters))
    half = float(stats.t.ppf(0.5 + INTERVAL_LEVEL / 2, n_cases - 1)) * error
    if not half > _ROUNDING * abs(value):
        return found
    unit = "cases" if n_cases < n_items else "items, each its own case"
    return Estimate(
        value=value,
        low=value - half,
        high=value + half,
        method=(
            f"{what} ± t({n_cases - 1}) x linearised standard error, 95 %; cluster-robust over "
            f"{n_cases} {unit}"
        ),
        n=n_items,
        clusters=n_cases,
    )
