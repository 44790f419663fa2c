"""How far apart two raters are in units of the scale: bias, absolute error, Bland-Altman."""

from __future__ import annotations

import numpy as np
from scipy import stats

from judgekit.agreement.concordance import NO_SHARED_ITEM
from judgekit.agreement.ratings import Clusters, RaterColumn, numeric_pairs
from judgekit.agreement.resampling import estimated, without_interval
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, mean_estimate

LIMIT_Z = float(stats.norm.ppf(0.975))

_ROUNDING = 1e-12


def mean_difference(
    a: RaterColumn, b: RaterColumn, *, clusters: Clusters = None, n_boot: int = 0, seed: int = 0
) -> Estimate:
    """Return the bias of `a` against `b`: the mean of a - b over items rated by both.

    Args:
        a: Ratings of one rater (the judge), numbers; None or NaN is missing.
        b: Ratings of the other (the clinician), same items, same order.
        clusters: The case of each item; None makes each its own case.
        n_boot: 0 asks for no interval. Otherwise the interval is that of a mean (see
            `judgekit.statistics.mean_estimate`), which needs no draws.
        seed: Plays no part; every coefficient takes it.

    Returns:
        The bias in units of the ratings; above 0 where `a` is higher.

    Raises:
        ValueError: Lengths differ, or a rating is not a finite number.

    Example:
        >>> mean_difference([3, 4, 5], [2, 4, 3]).value
        1.0
    """
    del seed
    pairs, cases = numeric_pairs(a, b, clusters, what="mean_difference")
    return _mean(pairs[:, 0] - pairs[:, 1], cases, n_boot)


def mean_absolute_error(
    a: RaterColumn,
    b: RaterColumn,
    *,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
    bounds: tuple[float, float] | None = None,
) -> Estimate:
    """Return the mean of |a - b| over items rated by both, in units of the ratings.

    Other arguments, interval and errors are those of `mean_difference`. The lower end is cut at 0.

    Args:
        a: As in `mean_difference`.
        b: As in `mean_difference`.
        clusters: As in `mean_difference`.
        n_boot: As in `mean_difference`.
        seed: Plays no part.
        bounds: The least and the largest |a - b| that the scale lets be, 0 and its width, for the
            interval (see `mean_estimate`); None where a rating may leave the scale. A larger
            |a - b| is a ValueError, unless by rounding alone.

    Example:
        >>> mean_absolute_error([3, 4, 5], [2, 4, 7]).value
        1.0
    """
    del seed
    pairs, cases = numeric_pairs(a, b, clusters, what="mean_absolute_error")
    apart = np.abs(pairs[:, 0] - pairs[:, 1])
    if bounds is not None:
        is_rounding = np.abs(apart - bounds[1]) <= _ROUNDING * abs(bounds[1])
        apart = np.where(is_rounding, bounds[1], apart)
    estimate = _mean(apart, cases, n_boot, bounds)
    if estimate.low is None or estimate.low >= 0:
        return estimate
    return estimate.model_copy(update={"low": 0.0})


class BlandAltman(Record):
    """Bias, spread and limits of agreement of two raters.

    Attributes:
        bias: Mean of a - b.
        sd: Standard deviation of a - b, over n - 1.
        lower: Lower limit of agreement, bias - 1.96 sd: about 1 item in 40 differs by less.
        upper: Upper limit of agreement, bias + 1.96 sd.
        proportional_bias: Slope of a - b on (a + b) / 2: 0 where the bias is the same for low and
            high ratings.
    """

    bias: Estimate
    sd: Estimate
    lower: Estimate
    upper: Estimate
    proportional_bias: Estimate


def bland_altman(
    a: RaterColumn, b: RaterColumn, *, clusters: Clusters = None, n_boot: int = 0, seed: int = 0
) -> BlandAltman:
    """Return bias and 95 % limits of agreement of two raters (Bland and Altman 1986).

    The limits are bias ± 1.959964 sd; they are not a confidence interval: they say where
    differences of single items lie, and have intervals of their own. With several items per case
    the limits are for a single item of a new case (total variance); case sizes weigh in as they
    are.

    Args:
        a: Ratings of one rater (the judge), numbers; None or NaN is missing.
        b: Ratings of the other (the clinician), same items, same order.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval. The bias has the interval of
            a mean instead.
        seed: Seed of the draws.

    Returns:
        Five estimates in units of the ratings. sd and limits need two items. The slope has no
        value where (a + b) / 2 does not vary.

    Raises:
        ValueError: Lengths differ, or a rating is not a finite number.

    Example:
        >>> bland_altman([3, 4, 5, 6], [2, 4, 3, 5]).bias.value
        1.0
    """
    pairs, cases = numeric_pairs(a, b, clusters, what="bland_altman")
    difference = pairs[:, 0] - pairs[:, 1]
    level = pairs.mean(axis=1)
    if pairs.size:
        level = level - np.median(level)
    shift = float(np.median(difference)) if difference.size else 0.0
    moved = difference - shift
    contributions = np.column_stack(
        [np.ones(len(moved)), moved, moved**2, level, level**2, level * moved]
    )

    def estimate(kind: str, undefined: str) -> Estimate:
        return estimated(
            contributions,
            lambda totals: _bland_altman_figure(totals, shift, kind),
            clusters=cases,
            n_boot=n_boot,
            seed=seed,
            undefined=undefined,
            nothing=NO_SHARED_ITEM,
        )

    one_item = "needs two items or more"
    return BlandAltman(
        bias=_mean(difference, cases, n_boot),
        sd=estimate("sd", one_item),
        lower=estimate("lower", one_item),
        upper=estimate("upper", one_item),
        proportional_bias=estimate("slope", "the mean of both ratings does not vary"),
    )


def _bland_altman_figure(totals: FloatArray, shift: float, kind: str) -> FloatArray:
    n, d, dd, m, mm, dm = totals.T
    if kind == "slope":
        spread = n * mm - m * m
        slope = np.full(n.shape, np.nan)
        np.divide(n * dm - d * m, spread, out=slope, where=spread > _ROUNDING * n * mm)
        return slope
    variance = np.full(n.shape, np.nan)
    np.divide(np.maximum(n * dd - d * d, 0.0), n * (n - 1), out=variance, where=n > 1)
    sd = np.sqrt(variance)
    if kind == "sd":
        return sd
    sign = 1.0 if kind == "upper" else -1.0
    return np.asarray(shift + d / n + sign * LIMIT_Z * sd)


def _mean(
    values: FloatArray,
    cases: IntArray | None,
    n_boot: int,
    bounds: tuple[float, float] | None = None,
) -> Estimate:
    if values.size == 0:
        return Estimate(value=None, reason=NO_SHARED_ITEM, n=0, clusters=0)
    return without_interval(mean_estimate(values, cases, bounds=bounds), n_boot)
