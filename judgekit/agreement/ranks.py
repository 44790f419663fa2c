"""Whether two raters order items alike: Spearman's rho and Kendall's tau-b."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse, stats

from judgekit.agreement.concordance import NO_SHARED_ITEM
from judgekit.agreement.ratings import Clusters, RaterColumn, numeric_pairs
from judgekit.agreement.resampling import estimated
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray

CONSTANT_RATER = "a rater gave the same number throughout"

_NUMBERS_AT_A_TIME = 2_000_000
_TABLE_CELLS = 2500  # up to 50 x 50 different values, all draws share one table


def spearman(
    a: RaterColumn, b: RaterColumn, *, clusters: Clusters = None, n_boot: int = 0, seed: int = 0
) -> Estimate:
    """Return Spearman's rank correlation: Pearson's on mean ranks (ties share their mean rank).

    Args:
        a: Ratings of one rater, numbers, one per item; None or NaN is missing.
        b: Ratings of the other, same items, same order.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap, ranked anew in each; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        -1 to 1. No value where either rater gave one number throughout.

    Raises:
        ValueError: Lengths differ, or a rating is not a finite number.

    Example:
        >>> spearman([1, 2, 3], [10, 20, 90]).value
        1.0
    """
    return _rank_correlation(a, b, _spearman, clusters, n_boot, seed, what="spearman")


def kendall_tau_b(
    a: RaterColumn, b: RaterColumn, *, clusters: Clusters = None, n_boot: int = 0, seed: int = 0
) -> Estimate:
    """Return Kendall's tau-b: concordant minus discordant pairs of items, corrected for ties.

    (C - D) / sqrt((N - T_a)(N - T_b)), N pairs of items, T tied by a rater (Kendall 1945). Tau-a,
    which has no correction, cannot reach 1 on a scale of grades.

    Args:
        a: Ratings of one rater, numbers, one per item; None or NaN is missing.
        b: Ratings of the other, same items, same order.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval. Slow where the raters use
            many different values.
        seed: Seed of the draws.

    Returns:
        -1 to 1. No value where either rater gave one number throughout.

    Raises:
        ValueError: Lengths differ, or a rating is not a finite number.

    Example:
        >>> kendall_tau_b([1, 2, 3], [10, 20, 90]).value
        1.0
    """
    return _rank_correlation(a, b, _kendall, clusters, n_boot, seed, what="kendall_tau_b")


class Cells(NamedTuple):
    """The different pairs of ratings; a draw is how often each occurs.

    Attributes:
        place_a: Of each cell, its place among the values of a in order.
        place_b: The same among the values of b.
        n_a: Number of values of a.
        n_b: Number of values of b.
    """

    place_a: NDArray[np.int64]
    place_b: NDArray[np.int64]
    n_a: int
    n_b: int


def cells_of(pairs: FloatArray) -> tuple[Cells, NDArray[np.int64]]:
    """Return the different pairs among items rated by both, and the cell of each item."""
    _, places_a = np.unique(pairs[:, 0], return_inverse=True)
    _, places_b = np.unique(pairs[:, 1], return_inverse=True)
    both = np.column_stack([places_a, places_b]).astype(np.int64)
    distinct, cell_of_item = np.unique(both, axis=0, return_inverse=True)
    cells = Cells(
        distinct[:, 0],
        distinct[:, 1],
        int(distinct[:, 0].max(initial=-1)) + 1,
        int(distinct[:, 1].max(initial=-1)) + 1,
    )
    return cells, cell_of_item.ravel().astype(np.int64)


def _rank_correlation(
    a: RaterColumn,
    b: RaterColumn,
    statistic: Callable[[FloatArray, Cells], FloatArray],
    clusters: Clusters,
    n_boot: int,
    seed: int,
    *,
    what: str,
) -> Estimate:
    pairs, cases = numeric_pairs(a, b, clusters, what=what)
    cells, cell_of_item = cells_of(pairs)
    n_items = len(pairs)
    one_hot = sparse.csr_array(
        (np.ones(n_items), (np.arange(n_items), cell_of_item)),
        shape=(n_items, cells.place_a.size),
    )
    return estimated(
        one_hot,
        lambda totals: statistic(totals, cells),
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined=CONSTANT_RATER,
        nothing=NO_SHARED_ITEM,
    )


def _spearman(weights: FloatArray, cells: Cells) -> FloatArray:
    return correlation_of_parts(*spearman_parts(weights, cells))


def correlation_of_parts(
    product: FloatArray, square_a: FloatArray, square_b: FloatArray
) -> FloatArray:
    """Return product / sqrt(square_a square_b) per draw, NaN where a square is 0."""
    spread = np.sqrt(square_a * square_b)
    result = np.full(spread.shape, np.nan)
    np.divide(product, spread, out=result, where=spread > 0)
    return result.clip(-1.0, 1.0)


def spearman_parts(weights: FloatArray, cells: Cells) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the sums of products and squares of centred mean ranks, per draw.

    Args:
        weights: How often each cell occurs; draws x cells.
        cells: The cells.
    """
    n = weights.sum(axis=1)
    # Mean ranks around their own mean, (n + 1) / 2, so that sums of squares stay small.
    rank_a, square_a = _centred_ranks(weights, cells.place_a, cells.n_a, n)
    rank_b, square_b = _centred_ranks(weights, cells.place_b, cells.n_b, n)
    product = (weights * rank_a[:, cells.place_a] * rank_b[:, cells.place_b]).sum(axis=1)
    return product, square_a, square_b


def _centred_ranks(
    weights: FloatArray, place: NDArray[np.int64], n_values: int, n: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the centred mean rank of each value per draw, and the sum of their squares."""
    counts = _margin(weights, place, n_values)
    ranks = np.cumsum(counts, axis=1) - counts / 2 - n[:, None] / 2
    return ranks, (counts * ranks**2).sum(axis=1)


def _margin(weights: FloatArray, place: NDArray[np.int64], n_values: int) -> FloatArray:
    n_cells = len(place)
    membership: sparse.csr_array[Any] = sparse.csr_array(
        (np.ones(n_cells), (place, np.arange(n_cells))), shape=(n_values, n_cells)
    )
    return np.asarray((membership @ weights.T).T, dtype=np.float64)


def _kendall(weights: FloatArray, cells: Cells) -> FloatArray:
    if cells.n_a * cells.n_b <= _TABLE_CELLS:
        return correlation_of_parts(*kendall_parts(weights, cells))
    result = np.full(len(weights), np.nan)
    for draw, row in enumerate(weights):
        times = row.astype(np.int64)
        a, b = np.repeat(cells.place_a, times), np.repeat(cells.place_b, times)
        if a.size and a.min() < a.max() and b.min() < b.max():
            result[draw] = float(stats.kendalltau(a, b).statistic)
    return result


def kendall_parts(weights: FloatArray, cells: Cells) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return concordant minus discordant pairs, and the pairs untied by a and by b, per draw.

    Args:
        weights: How often each cell occurs; draws x cells.
        cells: The cells; a table of n_a x n_b is held for each draw.
    """
    at_a_time = max(1, _NUMBERS_AT_A_TIME // (cells.n_a * cells.n_b))
    parts = [
        _kendall_parts_of(weights[start : start + at_a_time], cells)
        for start in range(0, len(weights), at_a_time)
    ]
    surplus, untied_a, untied_b = (np.concatenate(part) for part in zip(*parts, strict=True))
    return surplus, untied_a, untied_b


def _kendall_parts_of(
    weights: FloatArray, cells: Cells
) -> tuple[FloatArray, FloatArray, FloatArray]:
    n_draws = len(weights)
    table = np.zeros((n_draws, cells.n_a, cells.n_b))
    table[:, cells.place_a, cells.place_b] = weights
    # below[i, j]: the ratings with a smaller a and a smaller b; left: a smaller a, a larger b.
    strict = np.zeros((n_draws, cells.n_a + 1, cells.n_b + 1))
    strict[:, 1:, 1:] = table.cumsum(axis=1).cumsum(axis=2)
    below = strict[:, :-1, :-1]
    left = strict[:, :-1, -1:] - strict[:, :-1, 1:]
    surplus = (table * (below - left)).sum(axis=(1, 2))
    n = weights.sum(axis=1)
    untied_a = (n * n - (table.sum(axis=2) ** 2).sum(axis=1)) / 2
    untied_b = (n * n - (table.sum(axis=1) ** 2).sum(axis=1)) / 2
    return surplus, untied_a, untied_b
