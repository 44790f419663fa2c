"""Bland and Altman's limits where a case has several items."""

from __future__ import annotations

import numpy as np

from judgekit.agreement.concordance import NO_SHARED_ITEM
from judgekit.agreement.differences import LIMIT_Z
from judgekit.agreement.ratings import Clusters, RaterColumn, numeric_pairs
from judgekit.agreement.resampling import estimated, without_interval
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, case_codes, mean_estimate

NOT_SEPARATE = (
    "between and within cases cannot be told apart: needs two cases or more, and a case with two "
    "items or more; use bland_altman for one item a case"
)

_ROUNDING = 1e-12


class RepeatedBlandAltman(Record):
    """Bias, spread between and within cases, and limits of agreement of two raters.

    Attributes:
        bias: Mean of a - b over items.
        sd_between: Standard deviation of the cases' own bias.
        sd_within: Standard deviation of a - b within a case.
        sd: Standard deviation of a single difference, sqrt(sd_between^2 + sd_within^2).
        lower: Lower limit for a single item of a new case, bias - 1.96 sd.
        upper: Upper limit, bias + 1.96 sd.
        is_between_cut: Whether the variance between cases came out below 0 and was set to 0.
    """

    bias: Estimate
    sd_between: Estimate
    sd_within: Estimate
    sd: Estimate
    lower: Estimate
    upper: Estimate
    is_between_cut: bool


def bland_altman_repeated(
    a: RaterColumn, b: RaterColumn, *, clusters: Clusters, n_boot: int = 0, seed: int = 0
) -> RepeatedBlandAltman:
    """Return bias and 95 % limits of agreement when cases have several, different items.

    One-way analysis of variance of the differences over cases (Bland and Altman 2007, section 3,
    "true value varies"; 1999, section 5.3). With N items, G cases of m_i items, and the mean
    squares between and within cases:

    var within = MSW; var between = (MSB - MSW) / m0, m0 = (N^2 - sum m_i^2) / ((G - 1) N), set
    to 0 where it is negative; sd^2 = their sum; limits = bias ± 1.959964 sd.

    Unlike `bland_altman`, in which cases with many items weigh more in the spread too, the two
    parts are separate, so that the limits hold for one item of a case not seen yet.

    Args:
        a: Ratings of one rater (the judge), numbers; None or NaN is missing.
        b: Ratings of the other (the clinician), same items, same order.
        clusters: The case of each item. None is refused: without cases it is `bland_altman`.
        n_boot: Draws of the case bootstrap; 0 asks for no interval. The bias has the interval of
            a mean instead.
        seed: Seed of the draws.

    Returns:
        Six estimates in units of the ratings. Only the bias has a value where there is one case,
        or where no case has two items.

    Raises:
        ValueError: Lengths differ, a rating is not a finite number, or no cases are given.

    Example:
        >>> found = bland_altman_repeated([1, 3, 6, 8], [0, 0, 0, 0], clusters=[0, 0, 1, 1])
        >>> (found.bias.value, round(found.sd_between.value**2, 9), found.is_between_cut)
        (4.5, 11.5, False)
    """
    what = "bland_altman_repeated"
    if clusters is None:
        raise ValueError(f"{what}: needs the case of each item; without cases use bland_altman")
    pairs, cases = numeric_pairs(a, b, clusters, what=what)
    pairs = pairs.reshape(-1, 2)
    difference = pairs[:, 0] - pairs[:, 1]
    shift = float(np.median(difference)) if difference.size else 0.0
    # Differences of floats that should be equal differ by rounding of the ratings' own size.
    is_rounding = np.abs(difference - shift) <= _ROUNDING * np.abs(pairs).max(initial=0.0)
    difference = np.where(is_rounding, shift, difference)
    codes, _ = case_codes(difference.size, cases, what=what)
    contributions = _contributions(difference - shift, codes)

    def figure(kind: str) -> Estimate:
        return estimated(
            contributions,
            lambda totals: _figure(totals, shift, kind),
            clusters=cases,
            n_boot=n_boot,
            seed=seed,
            undefined=NOT_SEPARATE,
            nothing=NO_SHARED_ITEM,
        )

    return RepeatedBlandAltman(
        bias=without_interval(mean_estimate(difference, cases), n_boot)
        if difference.size
        else Estimate(value=None, reason=NO_SHARED_ITEM, n=0, clusters=0),
        sd_between=figure("between"),
        sd_within=figure("within"),
        sd=figure("sd"),
        lower=figure("lower"),
        upper=figure("upper"),
        is_between_cut=bool(_components(contributions.sum(axis=0, keepdims=True))[0][0] < 0),
    )


def _contributions(
    difference: FloatArray, codes: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> FloatArray:
    """Return per item 1, d and d^2, and on a case's first item 1, m^2 and (sum d)^2 / m."""
    found = np.zeros((difference.size, 6))
    found[:, 0], found[:, 1], found[:, 2] = 1.0, difference, difference**2
    if difference.size == 0:
        return found
    _, first, sizes = np.unique(codes, return_index=True, return_counts=True)
    sums = np.bincount(codes, weights=difference)
    found[first, 3] = 1.0
    found[first, 4] = sizes.astype(np.float64) ** 2
    found[first, 5] = sums**2 / sizes
    return found


def _components(totals: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the variances between (uncut) and within cases per draw; NaN where not separate."""
    n, d, dd, n_cases, squared_sizes, by_case = totals.T
    within, between = np.full(n.shape, np.nan), np.full(n.shape, np.nan)
    can = (n > n_cases) & (n_cases > 1)
    if not can.any():
        return between, within
    n, d, dd, n_cases, squared_sizes, by_case = (column[can] for column in totals.T)
    of_within = dd - by_case
    of_within = np.where(of_within > _ROUNDING * dd, of_within, 0.0)
    of_between = by_case - d * d / n
    of_between = np.where(of_between > _ROUNDING * dd, of_between, 0.0)
    mean_square = of_within / (n - n_cases)
    items_per_case = (n * n - squared_sizes) / ((n_cases - 1) * n)
    within[can] = mean_square
    between[can] = (of_between / (n_cases - 1) - mean_square) / items_per_case
    return between, within


def _figure(totals: FloatArray, shift: float, kind: str) -> FloatArray:
    between, within = _components(totals)
    between = np.where(between < 0, 0.0, between)
    if kind == "within":
        return np.sqrt(within)
    if kind == "between":
        return np.sqrt(between)
    sd = np.sqrt(between + within)
    if kind == "sd":
        return sd
    sign = 1.0 if kind == "upper" else -1.0
    return np.asarray(shift + totals[:, 1] / totals[:, 0] + sign * LIMIT_Z * sd)
