"""How much of the variance of ratings lies between items, between raters, and in neither."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from judgekit.agreement.ratings import (
    Clusters,
    Ratings,
    coded_clusters,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import estimated, of_items
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray

Component: TypeAlias = Literal["item", "rater", "residual"]
COMPONENTS: tuple[Component, ...] = ("item", "rater", "residual")
_Scale: TypeAlias = Literal["variance", "share", "cut share"]

RATERS_FIXED = "it stands on {k} raters, held fixed: cases drawn anew tell nothing of other raters"
NOT_SEPARATE = "these ratings do not separate items, raters and residual, or do not vary"

_ROUNDING = 1e-12


class VarianceComponents(Record):
    """Three variances, in points squared, and the share of each in their sum.

    In the shares a variance below 0 counts as 0, so that they lie in 0 to 1 and add up to 1.

    Attributes:
        item: Variance between items.
        rater: Variance between raters: some are stricter throughout. Without an interval.
        residual: What neither explains: raters differ on single items, or are unsure.
        item_share: item / (item + rater + residual); where none is below 0 it is the agreement of
            one rater, see `icc_components`.
        rater_share: rater / the same sum. Without an interval.
        residual_share: residual / the same sum.
    """

    item: Estimate
    rater: Estimate
    residual: Estimate
    item_share: Estimate
    rater_share: Estimate
    residual_share: Estimate


def variance_components(
    ratings: Ratings, *, clusters: Clusters = None, n_boot: int = 0, seed: int = 0
) -> VarianceComponents:
    """Return the variances of rating = mean + item + rater + residual; gaps allowed.

    All three are random. With the uncorrected sums of squares over items T_A, raters T_B, ratings
    T_0 and the mean T_m, the three variances solve Henderson's (1953) method 1: T_A - T_m,
    T_B - T_m and T_0 - T_A - T_B + T_m equal their expectations. Without gaps these are the
    variances behind ICC(2,1). One may come out below 0 by chance and is left so, which keeps it
    free of the bias that cutting at 0 brings.

    The rater's variance and share have no interval: they stand on as many raters as there are,
    however many items, and a draw of cases adds to the spread of the raters' means what the
    residual makes of it.

    Args:
        ratings: Items x raters, numbers; a column is one rater wherever the rater appears; None or
            NaN where the rater did not rate the item. Items with a single rating enter too.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap, raters held fixed; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        Six figures. None has a value where the design does not separate the three, or the ratings
        do not vary.

    Raises:
        ValueError: A rating is not a finite number, or the rows differ in length.

    Example:
        >>> found = variance_components([[1, 2], [3, 4], [5, 6]])
        >>> (found.item.value, found.rater.value, found.residual.value)
        (4.0, 0.5, 0.0)
    """
    sums, cases = _read(ratings, clusters, what="variance_components")

    def figure(component: Component, scale: _Scale) -> Estimate:
        is_drawn = component != "rater"
        found = _estimate(
            sums, cases, component, scale, n_boot=n_boot if is_drawn else 0, seed=seed
        )
        if is_drawn or found.value is None:
            return found
        k = int((sums[:, _raters(sums)].sum(axis=0) > 0).sum())
        return found.model_copy(update={"interval_reason": RATERS_FIXED.format(k=k)})

    return VarianceComponents(
        item=figure("item", "variance"),
        rater=figure("rater", "variance"),
        residual=figure("residual", "variance"),
        item_share=figure("item", "cut share"),
        rater_share=figure("rater", "cut share"),
        residual_share=figure("residual", "cut share"),
    )


def icc_components(
    ratings: Ratings, *, clusters: Clusters = None, n_boot: int = 0, seed: int = 0
) -> Estimate:
    """Return the share of a single rating's variance that lies between items; gaps allowed.

    item / (item + rater + residual) of `variance_components`, a variance below 0 left as it is:
    absolute agreement of one rater, for raters who rotate over items; without gaps it is ICC(2,1).

    Args:
        ratings: As for `variance_components`.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        The correlation, 1 at most; `n` counts items with a rating. No value where the design does
        not separate items, raters and residual, or the ratings do not vary.

    Raises:
        ValueError: A rating is not a finite number, or the rows differ in length.

    Example:
        >>> icc_components([[1, 2, None], [3, None, 5], [None, 5, 6]]).n
        3
    """
    sums, cases = _read(ratings, clusters, what="icc_components")
    return _estimate(sums, cases, "item", "share", n_boot=n_boot, seed=seed)


def _read(ratings: Ratings, clusters: Clusters, *, what: str) -> tuple[FloatArray, IntArray | None]:
    """Return what each rated item adds to the sums, and its case."""
    numbers = numeric_ratings(rating_table(ratings, what=what), what=what)
    cases = coded_clusters(clusters, len(numbers), what=what)
    enters = (~np.isnan(numbers)).sum(axis=1) > 0
    return _sums(numbers[enters]), of_items(cases, enters)


def _estimate(
    sums: FloatArray,
    cases: IntArray | None,
    component: Component,
    scale: _Scale,
    *,
    n_boot: int,
    seed: int,
) -> Estimate:
    place = COMPONENTS.index(component)
    return estimated(
        sums,
        lambda totals: _figure(_variances(totals), place, scale),
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined=NOT_SEPARATE,
        nothing="there are no ratings",
    )


def _sums(numbers: FloatArray) -> FloatArray:
    """Return for each item what the three equations sum; around a number in the ratings' middle."""
    is_given = ~np.isnan(numbers)
    middle = float(np.nanmedian(numbers)) if numbers.size else 0.0
    centred = np.where(is_given, numbers - middle, 0.0)
    n_given = is_given.sum(axis=1).astype(np.float64)
    return np.column_stack(
        [
            np.ones(len(centred)),
            (centred**2).sum(axis=1),
            centred.sum(axis=1) ** 2 / np.maximum(n_given, 1.0),
            n_given**2,
            is_given,
            centred,
        ]
    )


def _raters(sums: FloatArray) -> slice:
    """Return the columns of `_sums` that count each rater's ratings."""
    return slice(4, 4 + (sums.shape[1] - 4) // 2)


def _variances(totals: FloatArray) -> FloatArray:
    """Return the three variances of each draw, draws x 3; NaN where they have no one solution."""
    n_items, squares, by_item, item_sizes = totals[:, :4].T
    sizes = _raters(totals)
    rater_sizes, rater_sums = totals[:, sizes], totals[:, sizes.stop :]
    n = rater_sizes.sum(axis=1)
    n_raters = (rater_sizes > 0).sum(axis=1).astype(np.float64)
    by_rater = (rater_sums**2 / np.maximum(rater_sizes, 1.0)).sum(axis=1)
    of_mean = rater_sums.sum(axis=1) ** 2 / np.maximum(n, 1.0)
    a = item_sizes / np.maximum(n, 1.0)
    b = (rater_sizes**2).sum(axis=1) / np.maximum(n, 1.0)
    # Expectations of the three sums, a column for each variance.
    rows = [
        [n - a, n_items - b, n_items - 1],
        [n_raters - a, n - b, n_raters - 1],
        [a - n_raters, b - n_items, n - n_items - n_raters + 1],
    ]
    coefficients = np.stack([np.stack(row, axis=1) for row in rows], axis=1)
    observed = np.stack(
        [by_item - of_mean, by_rater - of_mean, squares - by_item - by_rater + of_mean], axis=1
    )
    solvable = np.abs(np.linalg.det(coefficients)) > _ROUNDING * np.maximum(n, 1.0) ** 3
    solvable &= squares - of_mean > _ROUNDING * squares
    found = np.full((len(totals), 3), np.nan)
    if solvable.any():
        solution = np.linalg.solve(coefficients[solvable], observed[solvable][:, :, None])[:, :, 0]
        least = _ROUNDING * (squares[solvable] / n[solvable])[:, None]
        found[solvable] = np.where(np.abs(solution) > least, solution, 0.0)
    return found


def _figure(variances: FloatArray, place: int, scale: _Scale) -> FloatArray:
    if scale == "cut share":
        variances = np.maximum(variances, 0.0)
    values = variances[:, place]
    if scale == "variance":
        return values
    total = variances.sum(axis=1)
    is_above = total > _ROUNDING * np.abs(variances).sum(axis=1)
    shares = np.full(total.shape, np.nan)
    np.divide(values, total, out=shares, where=is_above)
    return shares
