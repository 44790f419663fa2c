"""Two raters on a numeric scale: Lin's concordance and Pearson's correlation."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from scipy import stats

from judgekit.agreement.ratings import Clusters, RaterColumn, numeric_pairs
from judgekit.agreement.resampling import estimated
from judgekit.records.estimate import INTERVAL_LEVEL, Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

NO_SHARED_ITEM = "no item was rated by both"

_ROUNDING = 1e-13


def lin_ccc(
    a: RaterColumn,
    b: RaterColumn,
    *,
    interval: Literal["bootstrap", "fisher_z"] = "bootstrap",
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return Lin's concordance correlation of two raters: closeness to the line of equality.

    2 s_ab / (s_a^2 + s_b^2 + (mean_a - mean_b)^2), moments over n, not n - 1 (Lin 1989, eq. 5).

    Args:
        a: Ratings of one rater, numbers, one per item; None or NaN is missing.
        b: Ratings of the other, same items, same order.
        interval: "bootstrap": over cases. "fisher_z": Lin's interval on the z scale with the
            variance as corrected in 2000, for independent items and normal ratings; `n_boot` and
            `seed` then play no part.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        -1 to 1. No value where both gave one and the same number throughout. Two different
        constants, or one constant rater, give 0.

    Raises:
        ValueError: Lengths differ, a rating is not a finite number, or a z interval is asked for
            items that share cases.

    Example:
        >>> lin_ccc([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]).value
        1.0
    """
    what = "lin_ccc"
    if interval not in {"bootstrap", "fisher_z"}:
        raise ValueError(f"{what}: interval must be 'bootstrap' or 'fisher_z', got {interval!r}")
    pairs, cases = numeric_pairs(a, b, clusters, what=what)
    estimate = estimated(
        _moments(pairs),
        _ccc,
        clusters=cases,
        n_boot=n_boot if interval == "bootstrap" else 0,
        seed=seed,
        undefined="both raters gave the same number throughout",
        nothing=NO_SHARED_ITEM,
    )
    if interval == "fisher_z" and estimate.value is not None:
        return _with_z_interval(estimate, pairs, cases)
    return estimate


def pearson(
    a: RaterColumn,
    b: RaterColumn,
    *,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return Pearson's correlation of two raters: a straight-line relation, blind to bias.

    Args:
        a: Ratings of one rater, numbers, one per item; None or NaN is missing.
        b: Ratings of the other, same items, same order.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        -1 to 1. No value where either rater gave one number throughout.

    Raises:
        ValueError: Lengths differ, or a rating is not a finite number.

    Example:
        >>> pearson([1.0, 2.0, 3.0], [2.0, 4.0, 6.0]).value
        1.0
    """
    pairs, cases = numeric_pairs(a, b, clusters, what="pearson")
    return estimated(
        _moments(pairs),
        _pearson,
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined="a rater gave the same number throughout",
        nothing=NO_SHARED_ITEM,
    )


def _moments(pairs: FloatArray) -> FloatArray:
    # Around a value in their middle, the sums of squares lose the fewest digits.
    a, b = (pairs - (np.median(pairs) if pairs.size else 0.0)).T
    return np.column_stack([np.ones(len(a)), a, b, a * a, b * b, a * b])


def _central(totals: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return n^2 times the variances, the covariance and the squared difference of means."""
    n, a, b, aa, bb, ab = totals.T
    scale = _ROUNDING * n * (aa + bb)
    var_a, var_b = n * aa - a * a, n * bb - b * b
    var_a = np.where(var_a > scale, var_a, 0.0)
    var_b = np.where(var_b > scale, var_b, 0.0)
    return var_a, var_b, np.where((var_a > 0) & (var_b > 0), n * ab - a * b, 0.0), (a - b) ** 2


def _ccc(totals: FloatArray) -> FloatArray:
    var_a, var_b, covariance, shift = _central(totals)
    denominator = var_a + var_b + shift
    result = np.full(denominator.shape, np.nan)
    np.divide(2 * covariance, denominator, out=result, where=denominator > 0)
    return result


def _pearson(totals: FloatArray) -> FloatArray:
    var_a, var_b, covariance, _ = _central(totals)
    spread = np.sqrt(var_a) * np.sqrt(var_b)
    result = np.full(spread.shape, np.nan)
    np.divide(covariance, spread, out=result, where=spread > 0)
    return result.clip(-1.0, 1.0)


def _with_z_interval(estimate: Estimate, pairs: FloatArray, cases: IntArray | None) -> Estimate:
    n, n_cases = len(pairs), case_codes(len(pairs), cases, what="lin_ccc")[1]
    if n_cases < n:
        raise ValueError(
            f"lin_ccc: a Fisher z interval assumes independent items, but {n} items share "
            f"{n_cases} cases; use interval='bootstrap'"
        )
    error = lin_ccc_standard_error(pairs)
    if error is None:
        reason = "the standard error is undefined for a concordance of -1, 0 or 1, or under 3 items"
        return estimate.model_copy(update={"interval_reason": reason})
    ccc = float(estimate.value or 0.0)
    z = float(stats.norm.ppf(0.5 + INTERVAL_LEVEL / 2))
    half = z * error / (1 - ccc * ccc)
    return Estimate(
        value=ccc,
        low=math.tanh(math.atanh(ccc) - half),
        high=math.tanh(math.atanh(ccc) + half),
        method=f"Fisher z interval of Lin (1989, corrected 2000), 95 %, {n} items independent",
        n=n,
        clusters=n_cases,
    )


def lin_ccc_standard_error(pairs: FloatArray) -> float | None:
    """Return the large-sample standard error of Lin's concordance, as corrected in 2000.

    Var = [(1 - r^2) c^2 (1 - c^2) / r^2 + 2 c^3 (1 - c) u^2 / r - c^4 u^4 / (2 r^2)] / (n - 2),
    where c is the concordance, r is Pearson's correlation, and u^2 is the squared difference of
    the means over the product of the standard deviations.

    Args:
        pairs: The two ratings of each item, no gaps; shape (n, 2).

    Returns:
        The standard error; None where it is undefined (under 3 items, r = 0, or |c| = 1).
    """
    totals = _moments(pairs).sum(axis=0)[None, :]
    r, c = float(_pearson(totals)[0]), float(_ccc(totals)[0])
    n = len(pairs)
    if n < 3 or not math.isfinite(r) or r == 0.0 or abs(c) >= 1.0:
        return None
    var_a, var_b, _, shift = (float(part[0]) for part in _central(totals))
    u2 = shift / math.sqrt(var_a * var_b)
    variance = (
        (1 - r * r) * c * c * (1 - c * c) / (r * r)
        + 2 * c**3 * (1 - c) * u2 / r
        - c**4 * u2 * u2 / (2 * r * r)
    ) / (n - 2)
    return math.sqrt(variance) if variance > 0 else None
