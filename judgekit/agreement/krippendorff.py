"""Krippendorff's alpha: one minus observed over expected disagreement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    Ratings,
    category_counts,
    coded_clusters,
    coded_ratings,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import estimated, of_items, ratio
from judgekit.errors import InputDataError
from judgekit.records.estimate import Estimate
from judgekit.statistics.bootstrap import Contributions, Statistic
from judgekit.statistics.intervals import FloatArray, IntArray

Metric: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]

MAX_RATIO_VALUES_FOR_BOOTSTRAP = 2000
ALL_ALIKE = "all paired ratings are alike, so that no disagreement is expected"

_ROWS_AT_A_TIME = 256
_ROUNDING = 1e-13


def krippendorff_alpha(
    ratings: Ratings,
    *,
    metric: Metric,
    categories: Sequence[Label] | None = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return Krippendorff's alpha of any number of raters, gaps allowed.

    alpha = 1 - D_o / D_e = 1 - (n - 1) sum(o_ck d_ck) / sum(n_c n_k d_ck). o_ck are the
    coincidences: each ordered pair of ratings (c, k) of one item counts 1 / (m - 1), m being the
    item's number of ratings; n_c are their margins and n their sum (Krippendorff 2011, section
    D). d_ck is 1 for c other than k (nominal); (c - k)^2 (interval); ((c - k) / (c + k))^2, 0 at
    c = k = 0 (ratio); and for the ordinal metric the squared number of ratings that lie between
    the two, (sum of n_g from c to k - (n_c + n_k) / 2)^2. Items with one rating do not enter.

    Args:
        ratings: Items x raters; None or NaN is missing. Numbers for interval and ratio.
        metric: "nominal", "ordinal", "interval" or "ratio".
        categories: Every level of the scale, in order. Required for nominal and ordinal; where
            given for the others, ratings off the scale are refused.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        Alpha, 1 at most; `n` counts items with two ratings or more. No value where there are no
        such items or their ratings are all alike. With the ratio metric no interval is made for
        more than 2,000 different values, since each draw compares all of them with each other.

    Raises:
        ValueError: Categories are missing, a rating is off the scale, not a number where numbers
            are needed, or below 0 with the ratio metric.

    Example:
        >>> krippendorff_alpha([[1, 1], [2, 2], [1, 2]], metric="interval").value
        0.4444444444444444
    """
    what = f"krippendorff_alpha ({metric})"
    table = rating_table(ratings, what=what)
    cases = coded_clusters(clusters, len(table), what=what)
    if metric in {"nominal", "ordinal"}:
        if categories is None:
            raise ValueError(
                f"{what}: needs categories, the levels of the scale in order; they come from the "
                "scale, never from the ratings"
            )
        codes = coded_ratings(table, categories, what=what)
        enters = (codes != MISSING).sum(axis=1) > 1
        make = _nominal if metric == "nominal" else _ordinal
        parts = make(codes[enters], len(categories))
    elif metric in {"interval", "ratio"}:
        if categories is not None:
            coded_ratings(table, categories, what=what)
        numbers = numeric_ratings(table, what=what)
        enters = (~np.isnan(numbers)).sum(axis=1) > 1
        parts = (
            _interval(numbers[enters]) if metric == "interval" else _ratio(numbers[enters], what)
        )
    else:
        raise ValueError(
            f"{what}: metric must be 'nominal', 'ordinal', 'interval' or 'ratio', got {metric!r}"
        )
    estimate = estimated(
        parts.contributions,
        parts.statistic,
        clusters=of_items(cases, enters),
        n_boot=0 if parts.refusal else n_boot,
        seed=seed,
        undefined=ALL_ALIKE,
    )
    if parts.refusal and n_boot > 0 and estimate.value is not None:
        return estimate.model_copy(update={"interval_reason": parts.refusal})
    return estimate


class _Parts(NamedTuple):
    contributions: Contributions
    statistic: Statistic
    refusal: str | None = None  # why no draws can be made


def _nominal(codes: IntArray, n_categories: int) -> _Parts:
    counts = category_counts(codes, n_categories)
    n_ratings = counts.sum(axis=1)
    observed = (counts * (n_ratings[:, None] - counts)).sum(axis=1) / (n_ratings - 1)

    def statistic(totals: FloatArray) -> FloatArray:
        margins = totals[:, 1:]
        n = margins.sum(axis=1)
        return _alpha(totals[:, 0], (margins * (n[:, None] - margins)).sum(axis=1), n)

    return _Parts(np.column_stack([observed, counts]), statistic)


def _ordinal(codes: IntArray, n_categories: int) -> _Parts:
    q = n_categories

    def statistic(totals: FloatArray) -> FloatArray:
        margins, coincidences = totals[:, :q], totals[:, q:].reshape(-1, q, q)
        # The ratings between c and k number the distance of their mean ranks.
        ranks = np.cumsum(margins, axis=1) - margins / 2
        distance = (ranks[:, :, None] - ranks[:, None, :]) ** 2
        observed = (coincidences * distance).sum(axis=(1, 2))
        expected = np.einsum("dc,dck,dk->d", margins, distance, margins)
        return _alpha(observed, expected, margins.sum(axis=1))

    counts = sparse.csr_array(category_counts(codes, q))
    return _Parts(sparse.csr_array(sparse.hstack([counts, _coincidences(codes, q)])), statistic)


def _coincidences(codes: IntArray, n_categories: int) -> sparse.csr_array[Any]:
    """Return each item's coincidences, flattened; shape (n, q * q), few of them above 0."""
    n_items, n_raters = codes.shape
    n_ratings = (codes != MISSING).sum(axis=1)
    rows, cells, values = [], [], []
    for one, other in combinations(range(n_raters), 2):
        both = np.flatnonzero((codes[:, one] != MISSING) & (codes[:, other] != MISSING))
        c, k = codes[both, one], codes[both, other]
        weight = 1.0 / (n_ratings[both] - 1)
        rows += [both, both]
        cells += [c * n_categories + k, k * n_categories + c]
        values += [weight, weight]
    shape = (n_items, n_categories**2)
    if not rows:
        return sparse.csr_array(shape, dtype=np.float64)
    where = (np.concatenate(rows), np.concatenate(cells))
    return sparse.csr_array((np.concatenate(values), where), shape=shape)


def _interval(numbers: FloatArray) -> _Parts:
    # Around a value in their middle, the sums of squares lose the fewest digits.
    centred = numbers - (np.nanmedian(numbers) if numbers.size else 0.0)
    n_ratings = (~np.isnan(centred)).sum(axis=1).astype(np.float64)
    sums, squares = np.nansum(centred, axis=1), np.nansum(centred**2, axis=1)
    observed = _squared_differences(centred) / (n_ratings - 1)

    def statistic(totals: FloatArray) -> FloatArray:
        disagreement, n, total, square = totals.T
        expected = 2.0 * (n * square - total**2)
        expected = np.where(expected > _ROUNDING * n * square, expected, 0.0)
        return _alpha(disagreement, expected, n)

    return _Parts(np.column_stack([observed, n_ratings, sums, squares]), statistic)


def _ratio(numbers: FloatArray, what: str) -> _Parts:
    if (numbers < 0).any():
        bad = float(numbers[numbers < 0][0])
        raise InputDataError(f"{what}: ratings on a ratio scale must be >= 0, got {bad!r}")
    n_ratings = (~np.isnan(numbers)).sum(axis=1)
    observed = np.zeros(len(numbers))
    for one, other in combinations(range(numbers.shape[1]), 2):
        observed += 2.0 * np.nan_to_num(_relative_distance(numbers[:, one], numbers[:, other]))
    observed /= n_ratings - 1
    present = ~np.isnan(numbers)
    values, places = np.unique(numbers[present], return_inverse=True)
    if len(values) > MAX_RATIO_VALUES_FOR_BOOTSTRAP:
        return _ratio_of_many(observed, values, np.bincount(places).astype(np.float64), n_ratings)
    codes = np.full(numbers.shape, MISSING, dtype=np.int64)
    codes[present] = places
    counts = category_counts(codes, len(values))
    distance = _relative_distance(values[:, None], values[None, :])

    def statistic(totals: FloatArray) -> FloatArray:
        margins = totals[:, 1:]
        expected = ((margins @ distance) * margins).sum(axis=1)
        return _alpha(totals[:, 0], expected, margins.sum(axis=1))

    return _Parts(np.column_stack([observed, counts]), statistic)


def _ratio_of_many(
    observed: FloatArray, values: FloatArray, margins: FloatArray, n_ratings: NDArray[Any]
) -> _Parts:
    """Return alpha's parts with the expected disagreement summed once, in blocks."""
    expected = 0.0
    for start in range(0, len(values), _ROWS_AT_A_TIME):
        rows = slice(start, start + _ROWS_AT_A_TIME)
        distance = _relative_distance(values[rows, None], values[None, :])
        expected += float(margins[rows] @ (distance @ margins))

    def statistic(totals: FloatArray) -> FloatArray:
        return _alpha(totals[:, 0], np.full(len(totals), expected), totals[:, 1])

    refusal = (
        f"the ratio metric compares all {len(values)} different values in every draw; no more "
        f"than {MAX_RATIO_VALUES_FOR_BOOTSTRAP} are tried"
    )
    return _Parts(np.column_stack([observed, n_ratings]), statistic, refusal)


def _alpha(observed: FloatArray, expected: FloatArray, n: FloatArray) -> FloatArray:
    return 1.0 - ratio((n - 1) * observed, expected)


def _squared_differences(numbers: FloatArray) -> FloatArray:
    """Return the sum over ordered pairs of one item's ratings of their squared difference."""
    total = np.zeros(len(numbers))
    for one, other in combinations(range(numbers.shape[1]), 2):
        total += 2.0 * np.nan_to_num((numbers[:, one] - numbers[:, other]) ** 2)
    return total


def _relative_distance(a: FloatArray, b: FloatArray) -> FloatArray:
    total = a + b
    return np.asarray(((a - b) / np.where(total == 0.0, 1.0, total)) ** 2)
