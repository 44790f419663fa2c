"""Agreement as it is, before chance: the share of agreeing pairs, overall and for one class."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    RaterColumn,
    Ratings,
    category_counts,
    coded_clusters,
    coded_ratings,
    numeric_ratings,
    rating_pair,
    rating_table,
)
from judgekit.agreement.resampling import estimated, of_items, ratio, without_interval
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, proportion_estimate


def percent_agreement(
    ratings: Ratings,
    *,
    categories: Sequence[Label] | None = None,
    within: float = 0,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return the mean over items of the share of rater pairs that agree.

    Args:
        ratings: Items x raters; None or NaN is missing.
        categories: Every level of the scale in order; where given, ratings off it are refused.
            Needed for labels that are not numbers.
        within: How far apart two ratings may be and still agree, 0 or more: in units of the
            ratings where they are numbers, in steps of `categories` where they are labels.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval. Where every item's share is
            0 or 1, as with two raters, it is a proportion and has Wilson's interval instead.
        seed: Seed of the draws.

    Returns:
        0 to 1; `n` counts items with two ratings or more. No value where there are none.

    Raises:
        ValueError: `within` is negative, ratings are off the scale, or labels have no categories.

    Example:
        >>> percent_agreement([[3, 3], [2, 3], [1, 4], [5, 5]], within=1).value
        0.75
    """
    what = "percent_agreement"
    if not within >= 0:
        raise ValueError(f"{what}: within must be >= 0, got {within!r}")
    places = _places(rating_table(ratings, what=what), categories, what=what)
    cases = coded_clusters(clusters, len(places), what=what)
    agreeing, pairs = np.zeros(len(places)), np.zeros(len(places))
    for one, other in combinations(range(places.shape[1]), 2):
        distance = np.abs(places[:, one] - places[:, other])
        pairs += ~np.isnan(distance)
        agreeing += distance <= within
    enters = pairs > 0
    shares = agreeing[enters] / pairs[enters]
    entering = of_items(cases, enters)
    if shares.size and np.isin(shares, (0.0, 1.0)).all():
        return without_interval(proportion_estimate(shares, entering), n_boot)
    return estimated(
        np.column_stack([shares, np.ones(shares.size)]),
        lambda totals: ratio(totals[:, 0], totals[:, 1]),
        clusters=entering,
        n_boot=n_boot,
        seed=seed,
        undefined="",
    )


def specific_agreement(
    ratings: Ratings,
    *,
    category: Label,
    categories: Sequence[Label],
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return the agreement on one category: how often a second rater gives it where one did.

    sum over items of n_k (n_k - 1) / (m - 1), over the sum of n_k: of m ratings of an item, n_k
    lie in the category (Spitzer and Fleiss 1974). With two raters and a binary scale these are the
    positive and negative agreement of Cicchetti and Feinstein (1990), 2a / (2a + b + c), which
    show what hides behind kappa where one class is rare.

    Args:
        ratings: Items x raters; None or NaN is missing.
        category: The category asked about.
        categories: Every level of the scale.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        0 to 1; `n` counts items with two ratings or more. No value where no such item was put in
        the category.

    Raises:
        ValueError: A rating or `category` is off the scale.

    Example:
        >>> specific_agreement([[1, 1], [1, 0], [0, 0]], category=1, categories=(0, 1)).value
        0.6666666666666666
    """
    what = "specific_agreement"
    codes = coded_ratings(rating_table(ratings, what=what), categories, what=what)
    if category not in categories:
        raise ValueError(f"{what}: category {category!r} is not on the scale {categories!r}")
    cases = coded_clusters(clusters, len(codes), what=what)
    counts = category_counts(codes, len(categories))
    enters = counts.sum(axis=1) > 1
    others = counts[enters].sum(axis=1) - 1
    given = counts[enters, list(categories).index(category)]
    return estimated(
        np.column_stack([given * (given - 1) / others, given]),
        lambda totals: ratio(totals[:, 0], totals[:, 1]),
        clusters=of_items(cases, enters),
        n_boot=n_boot,
        seed=seed,
        undefined=f"no paired rating is {category!r}",
    )


def prevalence_index(
    a: RaterColumn, b: RaterColumn, *, categories: Sequence[Label], clusters: Clusters = None
) -> Estimate:
    """Return how unequal the two classes are: both said positive minus both said negative.

    (a - d) / n over items rated by both (Byrt, Bishop and Carlin 1993); -1 to 1, 0 where both
    classes are as frequent. Kappa falls as its size grows.

    Args:
        a: Ratings of one rater; None or NaN is missing.
        b: Ratings of the other.
        categories: The two levels of a binary scale, the negative one first.
        clusters: The case of each item, to be counted; None makes each its own case.

    Raises:
        ValueError: The scale is not binary, or a rating is off it.
    """
    first, second, cases = _binary_pair(a, b, categories, clusters, what="prevalence_index")
    return _plain_mean(first + second - 1.0, cases, what="no item was rated by both")


def bias_index(
    a: RaterColumn, b: RaterColumn, *, categories: Sequence[Label], clusters: Clusters = None
) -> Estimate:
    """Return how much oftener `a` than `b` says positive, as a share of all items.

    (b - c) / n over items rated by both (Byrt, Bishop and Carlin 1993); -1 to 1.

    Args:
        a: Ratings of one rater; None or NaN is missing.
        b: Ratings of the other.
        categories: The two levels of a binary scale, the negative one first.
        clusters: The case of each item, to be counted; None makes each its own case.

    Raises:
        ValueError: The scale is not binary, or a rating is off it.
    """
    first, second, cases = _binary_pair(a, b, categories, clusters, what="bias_index")
    return _plain_mean(first - second, cases, what="no item was rated by both")


def _plain_mean(values: FloatArray, cases: IntArray | None, *, what: str) -> Estimate:
    contributions = np.column_stack([values, np.ones(values.size)])
    return estimated(
        contributions,
        lambda totals: ratio(totals[:, 0], totals[:, 1]),
        clusters=cases,
        n_boot=0,
        seed=0,
        undefined="",
        nothing=what,
    )


def _binary_pair(
    a: RaterColumn,
    b: RaterColumn,
    categories: Sequence[Label],
    clusters: Clusters,
    *,
    what: str,
) -> tuple[FloatArray, FloatArray, IntArray | None]:
    if len(categories) != 2:
        raise ValueError(f"{what}: needs a scale of two levels, got {categories!r}")
    codes = coded_ratings(rating_pair(a, b, what=what), categories, what=what)
    enters = (codes != MISSING).all(axis=1)
    cases = of_items(coded_clusters(clusters, len(codes), what=what), enters)
    both = codes[enters].astype(np.float64)
    return both[:, 0], both[:, 1], cases


def _places(table: NDArray[Any], categories: Sequence[Label] | None, *, what: str) -> FloatArray:
    """Return ratings as numbers whose differences are distances; NaN where missing."""
    if categories is None:
        return numeric_ratings(table, what=f"{what} without categories")
    codes = coded_ratings(table, categories, what=what)
    if not any(isinstance(label, str) for label in categories):
        return numeric_ratings(table, what=what)
    return np.where(codes == MISSING, np.nan, codes.astype(np.float64))
