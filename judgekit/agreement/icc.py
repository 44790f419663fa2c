"""The six intraclass correlations of Shrout and Fleiss, for crossed raters."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from scipy import stats

from judgekit.agreement.ratings import (
    Clusters,
    Ratings,
    coded_clusters,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import estimated
from judgekit.records.estimate import INTERVAL_LEVEL, Estimate
from judgekit.statistics.intervals import FloatArray

IccForm: TypeAlias = Literal["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"]

FORMS: tuple[IccForm, ...] = ("1,1", "2,1", "3,1", "1,k", "2,k", "3,k")

_ROUNDING = 1e-12


class MeanSquares(NamedTuple):
    """Mean squares of items x raters, one per draw.

    Attributes:
        items: Between items (BMS).
        raters: Between raters (JMS).
        residual: What items and raters leave (EMS).
        within: Within items (WMS).
        n_items: Number of items.
        n_raters: Number of raters, k.
    """

    items: FloatArray
    raters: FloatArray
    residual: FloatArray
    within: FloatArray
    n_items: FloatArray
    n_raters: int


def icc(
    ratings: Ratings,
    *,
    form: IccForm,
    interval: Literal["bootstrap", "f"] = "bootstrap",
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return an intraclass correlation of raters who all rated all items.

    With the mean squares of Shrout and Fleiss (1979, p. 423), n items and k raters:

    - "1,1" = (BMS - WMS) / (BMS + (k - 1) WMS): each item has raters of its own;
    - "2,1" = (BMS - EMS) / (BMS + (k - 1) EMS + k (JMS - EMS) / n): absolute agreement of raters
      drawn from a population; ICC(A,1);
    - "3,1" = (BMS - EMS) / (BMS + (k - 1) EMS): consistency of these raters; blind to a rater who
      is always higher; ICC(C,1);
    - "1,k", "2,k", "3,k": the same for the mean of k raters.

    Args:
        ratings: Items x raters, numbers. Every rater must have rated every item.
        form: Which of the six.
        interval: "bootstrap": over cases, as for every coefficient. "f": the interval from the F
            distribution of Shrout and Fleiss (eq. 5-10), for independent items and normal ratings;
            `n_boot` and `seed` then play no part.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        The correlation, 1 at most. No value where a rating is missing (crossed forms cannot use
        gaps, and dropping items would hide them), with fewer than two items or raters, and where
        its denominator is 0, as when all ratings are the same.

    Raises:
        ValueError: A rating is not a finite number, the form or interval is unknown, or an F
            interval is asked for items that share cases.

    Example:
        >>> icc([[1, 2], [3, 4], [5, 6]], form="3,1").value
        1.0
    """
    what = f"icc({form})"
    if form not in FORMS:
        raise ValueError(f"{what}: form must be one of {FORMS!r}, got {form!r}")
    if interval not in {"bootstrap", "f"}:
        raise ValueError(f"{what}: interval must be 'bootstrap' or 'f', got {interval!r}")
    numbers = numeric_ratings(rating_table(ratings, what=what), what=what)
    cases = coded_clusters(clusters, len(numbers), what=what)
    n_cases = len(numbers) if cases is None else len(np.unique(cases))
    n_items, n_raters = numbers.shape
    reason = _reason_for_none(numbers)
    if reason is not None:
        return Estimate(value=None, reason=reason, n=n_items, clusters=n_cases)
    contributions = _contributions(numbers)
    if interval == "f":
        return _with_f_interval(contributions, n_raters, form, n_items, n_cases, what=what)
    return estimated(
        contributions,
        lambda totals: _icc(mean_squares(totals, n_raters), form),
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined=_UNDEFINED,
    )


_UNDEFINED = (
    "the mean squares leave a denominator that is not above 0: items differ no more than the "
    "ratings of one item do"
)
_NO_RESIDUAL = "the ratings leave no residual, so that F is infinite"
_NO_LIMITS = (
    "the lower limit of a single rating's correlation lies so far below 0 that the mean of k "
    "ratings has none"
)


def _reason_for_none(numbers: FloatArray) -> str | None:
    n_items, n_raters = numbers.shape
    n_gaps = int(np.isnan(numbers).any(axis=1).sum())
    if n_gaps:
        return (
            f"{n_gaps} of {n_items} items miss a rating; this form needs every rater on every "
            "item: use icc_components, or leave those items out and say so"
        )
    if n_items < 2:
        return f"needs two items or more, got {n_items}"
    if n_raters < 2:
        return f"needs two raters or more, got {n_raters}"
    if not np.ptp(numbers):
        return "all ratings are the same: they do not vary"
    return None


def _contributions(numbers: FloatArray) -> FloatArray:
    # Around a value in their middle, the sums of squares lose the fewest digits.
    centred = numbers - np.median(numbers)
    item_sums = centred.sum(axis=1)
    return np.column_stack([np.ones(len(centred)), (centred**2).sum(axis=1), item_sums**2, centred])


def mean_squares(totals: FloatArray, n_raters: int) -> MeanSquares:
    """Return the mean squares behind totals of (1, sum x^2, (sum x)^2, x of each rater).

    Args:
        totals: Draws x (3 + k), sums over items.
        n_raters: Number of raters, k.
    """
    n, squares, item_squares = totals[:, 0], totals[:, 1], totals[:, 2]
    rater_sums = totals[:, 3:]
    k = n_raters
    correction = rater_sums.sum(axis=1) ** 2 / (n * k)
    between_items = _above_rounding(item_squares / k - correction, squares)
    between_raters = _above_rounding((rater_sums**2).sum(axis=1) / n - correction, squares)
    within = _above_rounding(squares - item_squares / k, squares)
    residual = _above_rounding(within - between_raters, squares)
    items_left = np.maximum(n - 1, 1)
    return MeanSquares(
        items=between_items / items_left,
        raters=between_raters / (k - 1),
        residual=residual / (items_left * (k - 1)),
        within=within / (n * (k - 1)),
        n_items=n,
        n_raters=k,
    )


def _above_rounding(sum_of_squares: FloatArray, scale: FloatArray) -> FloatArray:
    return np.where(sum_of_squares > _ROUNDING * scale, sum_of_squares, 0.0)


def _icc(squares: MeanSquares, form: IccForm) -> FloatArray:
    k, n = squares.n_raters, squares.n_items
    error = squares.within if form[0] == "1" else squares.residual
    is_agreement = float(form[0] == "2")
    raters, residual = is_agreement * squares.raters / n, is_agreement * squares.residual / n
    factor = (k - 1, k) if form[2] == "1" else (0, 1)
    denominator = squares.items + factor[0] * error + factor[1] * (raters - residual)
    # The difference of mean squares can cancel the rest: what is left then is rounding.
    size = squares.items + factor[0] * error + factor[1] * (raters + residual)
    result = np.full(n.shape, np.nan)
    is_above = denominator > _ROUNDING * size
    np.divide(squares.items - error, denominator, out=result, where=is_above)
    return result


def _with_f_interval(
    contributions: FloatArray,
    n_raters: int,
    form: IccForm,
    n_items: int,
    n_cases: int,
    *,
    what: str,
) -> Estimate:
    if n_cases < n_items:
        raise ValueError(
            f"{what}: an F interval assumes independent items, but {n_items} items share {n_cases} "
            "cases; use interval='bootstrap'"
        )
    squares = mean_squares(contributions.sum(axis=0)[None, :], n_raters)
    value = float(_icc(squares, form)[0])
    if not math.isfinite(value):
        return Estimate(value=None, reason=_UNDEFINED, n=n_items, clusters=n_cases)
    low, high = _f_limits(squares, form)
    if low is None or high is None or not low < high:
        reason = _NO_RESIDUAL if low is None else _NO_LIMITS
        return Estimate(value=value, interval_reason=reason, n=n_items, clusters=n_cases)
    return Estimate(
        value=value,
        low=low,
        high=high,
        method=f"F interval of Shrout and Fleiss (1979), 95 %, {n_items} items independent",
        n=n_items,
        clusters=n_cases,
    )


def _f_limits(squares: MeanSquares, form: IccForm) -> tuple[float | None, float | None]:
    n, k = float(squares.n_items[0]), squares.n_raters
    bms, jms = float(squares.items[0]), float(squares.raters[0])
    ems, wms = float(squares.residual[0]), float(squares.within[0])
    tail = 0.5 + INTERVAL_LEVEL / 2
    error = wms if form[0] == "1" else ems
    if error == 0.0:
        return None, None
    if form[0] == "2":
        low, high = _f_limits_of_agreement(bms, jms, ems, n, k)
    else:
        degrees = n * (k - 1) if form[0] == "1" else (n - 1) * (k - 1)
        f = bms / error
        lowest = f / float(stats.f.ppf(tail, n - 1, degrees))
        highest = f * float(stats.f.ppf(tail, degrees, n - 1))
        low, high = (lowest - 1) / (lowest + k - 1), (highest - 1) / (highest + k - 1)
    if form[2] == "k":
        low, high = (k * end / (1 + (k - 1) * end) for end in (low, high))
    return low, high


def _f_limits_of_agreement(
    bms: float, jms: float, ems: float, n: float, k: int
) -> tuple[float, float]:
    """Return the limits of ICC(2,1): Satterthwaite's degrees of freedom (Shrout and Fleiss)."""
    rho = (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n)
    ratio = jms / ems
    spread = n * (1 + (k - 1) * rho) - k * rho
    degrees = ((k - 1) * (n - 1) * (k * rho * ratio + spread) ** 2) / (
        (n - 1) * k**2 * rho**2 * ratio**2 + spread**2
    )
    tail = 0.5 + INTERVAL_LEVEL / 2
    f_low = float(stats.f.ppf(tail, n - 1, degrees))
    f_high = float(stats.f.ppf(tail, degrees, n - 1))
    noise = k * jms + (k * n - k - n) * ems
    low = n * (bms - f_low * ems) / (f_low * noise + n * bms)
    high = n * (f_high * bms - ems) / (noise + n * f_high * bms)
    return low, high
