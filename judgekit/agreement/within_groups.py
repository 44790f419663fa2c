"""Correlation within groups: what is left when the groups' own levels play no part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from judgekit.agreement.concordance import NO_SHARED_ITEM
from judgekit.agreement.ranks import (
    Cells,
    cells_of,
    correlation_of_parts,
    kendall_parts,
    spearman_parts,
)
from judgekit.agreement.ratings import Clusters, RaterColumn, numeric_pairs
from judgekit.agreement.resampling import estimated
from judgekit.records.estimate import Estimate
from judgekit.statistics.bootstrap import Contributions, Statistic
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

Kind: TypeAlias = Literal["pearson", "spearman", "kendall"]

NO_VARIATION_WITHIN = "in no group do both raters' numbers vary"

_ROUNDING = 1e-13


def within_correlation(
    a: RaterColumn,
    b: RaterColumn,
    groups: Sequence[str | int],
    *,
    kind: Kind,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return the correlation of two raters within groups (systems, or cases), pooled.

    Products and squares are taken within each group and then summed over groups, before the one is
    divided by the root of the others: of deviations from the group's mean (pearson), of mean ranks
    within the group (spearman), or of pairs of items of the same group (kendall, tau-b). Groups in
    which nothing varies add nothing. A pooled correlation can be high because both raters tell
    systems, or cases, apart; this one shows whether they also agree inside.

    Args:
        a: Ratings of one rater, numbers, one per item; None or NaN is missing.
        b: Ratings of the other, same items, same order.
        groups: The group of each item.
        kind: Which correlation.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        -1 to 1. No value where no group has two different numbers of each rater.

    Raises:
        ValueError: Lengths differ, a rating is not a finite number, or `kind` is unknown.

    Example:
        >>> within_correlation([1, 2, 8, 9], [1, 2, 1, 2], "xxyy", kind="pearson").value
        1.0
    """
    what = "within_correlation"
    if kind not in _PARTS:
        raise ValueError(f"{what}: kind must be one of {tuple(_PARTS)!r}, got {kind!r}")
    pairs, group_of = numeric_pairs(a, b, groups, what=what)
    _, cases = numeric_pairs(a, b, clusters, what=what)
    group_codes, n_groups = case_codes(len(pairs), group_of, what=what)
    case_of, _ = case_codes(len(pairs), cases, what=what)
    members = [np.flatnonzero(group_codes == group) for group in range(n_groups)]
    is_nested = all(np.unique(case_of[items]).size == 1 for items in members)
    blocks = [_block(pairs[items]) for items in members]
    make = _fixed if is_nested else _redrawn
    contributions, statistic = make(members, blocks, _PARTS[kind], len(pairs))
    return estimated(
        contributions,
        statistic,
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined=NO_VARIATION_WITHIN,
        nothing=NO_SHARED_ITEM,
    )


class _Block(NamedTuple):
    """The ratings of one group."""

    cells: Cells
    cell_of_item: NDArray[np.int64]
    values: FloatArray  # of each cell, around the group's middle; cells x 2


_Parts: TypeAlias = tuple[FloatArray, FloatArray, FloatArray]
_PartsOf: TypeAlias = Callable[[FloatArray, _Block], _Parts]


def _block(pairs: FloatArray) -> _Block:
    cells, cell_of_item = cells_of(pairs)
    values = np.empty((cells.place_a.size, 2))
    values[cell_of_item] = pairs - np.median(pairs, axis=0)
    return _Block(cells, cell_of_item, values)


def _fixed(
    members: list[IntArray], blocks: list[_Block], parts_of: _PartsOf, n_items: int
) -> tuple[Contributions, Statistic]:
    """Return the sums of groups that lie in one case each: a case is drawn with all of them."""
    contributions = np.zeros((n_items, 3))
    for items, block in zip(members, blocks, strict=True):
        counts = np.bincount(block.cell_of_item, minlength=len(block.values))
        parts = parts_of(counts[None, :].astype(np.float64), block)
        contributions[items[0]] = [float(part[0]) for part in parts]
    return contributions, lambda totals: correlation_of_parts(*totals.T)


def _redrawn(
    members: list[IntArray], blocks: list[_Block], parts_of: _PartsOf, n_items: int
) -> tuple[Contributions, Statistic]:
    """Return the cells of groups that cross cases: each draw ranks them anew."""
    ends = np.cumsum([len(block.values) for block in blocks])
    columns = np.empty(n_items, dtype=np.int64)
    for items, block, end in zip(members, blocks, ends, strict=True):
        columns[items] = end - len(block.values) + block.cell_of_item
    n_columns = int(ends[-1]) if len(ends) else 0
    one_hot = sparse.csr_array(
        (np.ones(n_items), (np.arange(n_items), columns)), shape=(n_items, n_columns)
    )

    def statistic(totals: FloatArray) -> FloatArray:
        sums = np.zeros((3, len(totals)))
        for block, end in zip(blocks, ends, strict=True):
            sums += np.stack(parts_of(totals[:, end - len(block.values) : end], block))
        return correlation_of_parts(*sums)

    return one_hot, statistic


def _pearson_parts(weights: FloatArray, block: _Block) -> _Parts:
    a, b = block.values.T
    n = np.maximum(weights.sum(axis=1), 1.0)
    sum_a, sum_b = weights @ a, weights @ b
    squares_a, squares_b = weights @ (a * a), weights @ (b * b)
    spread_a, spread_b = squares_a - sum_a**2 / n, squares_b - sum_b**2 / n
    spread_a = np.where(spread_a > _ROUNDING * squares_a, spread_a, 0.0)
    spread_b = np.where(spread_b > _ROUNDING * squares_b, spread_b, 0.0)
    return weights @ (a * b) - sum_a * sum_b / n, spread_a, spread_b


_PARTS: dict[str, _PartsOf] = {
    "pearson": _pearson_parts,
    "spearman": lambda weights, block: spearman_parts(weights, block.cells),
    "kendall": lambda weights, block: kendall_parts(weights, block.cells),
}
