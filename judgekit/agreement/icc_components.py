"""Intraclass correlation by variance components, for raters who rotate over items."""

from __future__ import annotations

import numpy as np

from judgekit.agreement.ratings import (
    Clusters,
    Ratings,
    coded_clusters,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import estimated, of_items
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray

_ROUNDING = 1e-12


def icc_components(
    ratings: Ratings, *, clusters: Clusters = None, n_boot: int = 0, seed: int = 0
) -> Estimate:
    """Return the share of a single rating's variance that lies between items; gaps allowed.

    rating = mean + item + rater + residual, all three random; the value is
    var(item) / (var(item) + var(rater) + var(residual)), absolute agreement of one rater. The
    variances come from Henderson's (1953) method 1, which needs sums only; without gaps it is
    ICC(2,1). A variance may come out below 0 by chance and is left so, which keeps the estimate
    free of the bias that cutting at 0 brings.

    Args:
        ratings: Items x raters, numbers; a column is one rater wherever the rater appears; None or
            NaN where the rater did not rate the item. Items with a single rating enter too.
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
    what = "icc_components"
    numbers = numeric_ratings(rating_table(ratings, what=what), what=what)
    cases = coded_clusters(clusters, len(numbers), what=what)
    is_given = ~np.isnan(numbers)
    enters = is_given.sum(axis=1) > 0
    numbers, is_given = numbers[enters], is_given[enters]
    centred = np.where(is_given, numbers - (np.nanmedian(numbers) if numbers.size else 0.0), 0.0)
    n_given = is_given.sum(axis=1).astype(np.float64)
    contributions = np.column_stack(
        [
            np.ones(len(centred)),
            (centred**2).sum(axis=1),
            centred.sum(axis=1) ** 2 / np.maximum(n_given, 1.0),
            n_given**2,
            is_given,
            centred,
        ]
    )
    return estimated(
        contributions,
        _share_between_items,
        clusters=of_items(cases, enters),
        n_boot=n_boot,
        seed=seed,
        undefined="these ratings do not separate items, raters and residual, or do not vary",
        nothing="there are no ratings",
    )


def _share_between_items(totals: FloatArray) -> FloatArray:
    """Solve Henderson's three equations per draw; NaN where they have no one solution."""
    n_items, squares, by_item, item_sizes = totals[:, :4].T
    n_raters = (totals.shape[1] - 4) // 2
    rater_sizes, rater_sums = totals[:, 4 : 4 + n_raters], totals[:, 4 + n_raters :]
    n = rater_sizes.sum(axis=1)
    seen = (rater_sizes > 0).sum(axis=1).astype(np.float64)
    by_rater = (rater_sums**2 / np.maximum(rater_sizes, 1.0)).sum(axis=1)
    mean_square = rater_sums.sum(axis=1) ** 2 / n
    within_items, within_raters = item_sizes / n, (rater_sizes**2).sum(axis=1) / n
    # Rows: expectations of T_A - T_m, T_B - T_m and T_0 - T_A - T_B + T_m.
    coefficients = np.stack(
        [
            np.stack([n - within_items, n_items - within_raters, n_items - 1], axis=1),
            np.stack([seen - within_items, n - within_raters, seen - 1], axis=1),
            np.stack(
                [within_items - seen, within_raters - n_items, n - n_items - seen + 1], axis=1
            ),
        ],
        axis=1,
    )
    sums = np.stack(
        [by_item - mean_square, by_rater - mean_square, squares - by_item - by_rater + mean_square],
        axis=1,
    )
    result = np.full(n.shape, np.nan)
    scale = np.maximum(n, 1.0) ** 3
    solvable = np.abs(np.linalg.det(coefficients)) > _ROUNDING * scale
    solvable &= squares - mean_square > _ROUNDING * squares
    if solvable.any():
        variances = np.linalg.solve(coefficients[solvable], sums[solvable][:, :, None])[:, :, 0]
        total = variances.sum(axis=1)
        shares = np.full(total.shape, np.nan)
        is_above = total > _ROUNDING * np.abs(variances).sum(axis=1)
        np.divide(variances[:, 0], total, out=shares, where=is_above)
        result[solvable] = shares
    return result
