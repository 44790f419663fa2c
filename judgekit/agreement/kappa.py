"""Agreement beyond chance on a scale of categories: Cohen, Fleiss, Gwet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    RaterColumn,
    Ratings,
    category_counts,
    coded_clusters,
    coded_ratings,
    rating_pair,
    rating_table,
)
from judgekit.agreement.resampling import NO_PAIR, estimated, of_items, ratio
from judgekit.agreement.weights import Weights, agreement_weights, disagreement_weights
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray

ONE_CATEGORY = "all ratings lie in one category, so that chance alone would agree always"


def cohen_kappa(
    a: RaterColumn,
    b: RaterColumn,
    *,
    categories: Sequence[Label],
    weights: Weights = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return Cohen's kappa of two raters, weighted or not.

    kappa = 1 - sum(d_ij o_ij) / sum(d_ij p_i q_j): the observed cost of disagreement over the cost
    expected from the raters' own margins (Cohen 1960; Cohen 1968, eq. 5). Only items rated by both
    enter.

    Args:
        a: Ratings of one rater, one per item; None or NaN is missing.
        b: Ratings of the other, same items, same order.
        categories: Every level of the scale in order, used or not: they set linear and quadratic
            weights.
        weights: None, "linear", "quadratic", or a q x q matrix (see `disagreement_weights`); not
            necessarily symmetric.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        Kappa, 1 at most, below 0 for less agreement than by chance. No value where both raters
        used one and the same category throughout. Where one rater is constant and the other is
        not, or both are constant on different categories, it is 0.

    Raises:
        ValueError: A rating is off the scale, or lengths or weights do not fit.

    Example:
        >>> cohen_kappa([1, 1, 0, 0], [1, 0, 0, 0], categories=(0, 1)).value
        0.5
    """
    what = "cohen_kappa"
    table = rating_pair(a, b, what=what)
    codes = coded_ratings(table, categories, what=what)
    costs = disagreement_weights(weights, len(categories), what=what)
    cases = coded_clusters(clusters, len(codes), what=what)
    enters = (codes != MISSING).all(axis=1)
    return estimated(
        kappa_contributions(codes[enters], costs),
        lambda totals: kappa_of_totals(totals, costs),
        clusters=of_items(cases, enters),
        n_boot=n_boot,
        seed=seed,
        undefined=ONE_CATEGORY,
        nothing="no item was rated by both",
    )


def kappa_contributions(codes: IntArray, costs: FloatArray) -> FloatArray:
    """Return each item's cost of disagreement and its place in both margins; shape (n, 1 + 2q).

    Args:
        codes: Both raters' places on the scale, -1 where missing; shape (n, 2). An item that one
            of them did not rate adds nothing.
        costs: Cost of each pair of categories; shape (q, q).
    """
    levels = np.arange(len(costs))
    first, second = codes.T
    both = (codes != MISSING).all(axis=1)
    columns = [costs[first, second], first[:, None] == levels, second[:, None] == levels]
    return np.where(both[:, None], np.column_stack(columns), 0.0).astype(np.float64)


def kappa_of_totals(totals: FloatArray, costs: FloatArray) -> FloatArray:
    """Return kappa per draw from sums of `kappa_contributions`; NaN where no cost is expected."""
    cost, margin_a, margin_b = np.split(totals, [1, 1 + len(costs)], axis=1)
    expected = ((margin_a @ costs) * margin_b).sum(axis=1)
    n = margin_a.sum(axis=1)
    return 1.0 - ratio(n * cost[:, 0], expected)


def fleiss_kappa(
    ratings: Ratings,
    *,
    categories: Sequence[Label],
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return Fleiss' kappa of any number of interchangeable raters, gaps allowed.

    kappa = (p_a - p_e) / (1 - p_e). p_a is the mean, over items with two ratings or more, of the
    share of agreeing pairs; p_e = sum of pi_k^2, pi_k being the mean over all rated items of the
    share of an item's ratings in category k (Fleiss 1971, eq. 1-7; with gaps Gwet 2014, section
    2.5). Without gaps this is Fleiss' own figure.

    Args:
        ratings: Items x raters; None or NaN is missing.
        categories: Every level of the scale.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        Kappa, 1 at most; `n` counts items with a rating. No value where no item has two ratings
        or all ratings lie in one category.

    Raises:
        ValueError: A rating is off the scale, or the rows differ in length.

    Example:
        >>> fleiss_kappa([[0, 0], [1, 1], [0, 1], [1, 0]], categories=(0, 1)).value
        0.0
    """
    return _multi_rater(
        ratings,
        categories,
        None,
        chance=lambda shares, _: np.asarray((shares**2).sum(axis=1)),
        clusters=clusters,
        n_boot=n_boot,
        seed=seed,
        what="fleiss_kappa",
    )


def gwet_ac(
    ratings: Ratings,
    *,
    categories: Sequence[Label],
    weights: Weights = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return Gwet's AC1, or AC2 with weights, of any number of raters, gaps allowed.

    AC = (p_a - p_e) / (1 - p_e). p_a is the weighted share of agreeing pairs (see `fleiss_kappa`);
    p_e = sum(w_kl) * sum of pi_k (1 - pi_k) / (q (q - 1)) (Gwet 2008; Gwet 2014, eq. 3.5.3). Read
    it beside kappa, never instead: it is generous where nearly all items share one category.

    Args:
        ratings: Items x raters; None or NaN is missing.
        categories: Every level of the scale in order, used or not: q counts them all.
        weights: None (AC1), "linear", "quadratic" or a symmetric q x q matrix (AC2).
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        AC, 1 at most; `n` counts items with a rating. It is 1 where all ratings lie in one
        category, since the scale is declared. No value where no item has two ratings or the scale
        has one level.

    Raises:
        ValueError: A rating is off the scale, or weights are not symmetric.

    Example:
        >>> gwet_ac([[1, 1], [1, 1], [1, 1]], categories=(0, 1)).value
        1.0
    """
    n_possible = len(categories) * (len(categories) - 1)

    def chance(shares: FloatArray, agreement: FloatArray) -> FloatArray:
        if n_possible == 0:
            return np.ones(len(shares))
        spread: FloatArray = (shares * (1 - shares)).sum(axis=1)
        return np.asarray(spread * (agreement.sum() / n_possible))

    return _multi_rater(
        ratings,
        categories,
        weights,
        chance=chance,
        clusters=clusters,
        n_boot=n_boot,
        seed=seed,
        what="gwet_ac",
    )


def _multi_rater(
    ratings: Ratings,
    categories: Sequence[Label],
    weights: Weights,
    *,
    chance: Callable[[FloatArray, FloatArray], FloatArray],
    clusters: Clusters,
    n_boot: int,
    seed: int,
    what: str,
) -> Estimate:
    """Return (p_a - p_e) / (1 - p_e), where `chance` gives p_e from mean shares and weights."""
    codes = coded_ratings(rating_table(ratings, what=what), categories, what=what)
    n_categories = len(categories)
    agreement = agreement_weights(weights, n_categories, what=what)
    cases = coded_clusters(clusters, len(codes), what=what)
    counts = category_counts(codes, n_categories)
    enters = counts.sum(axis=1) > 0
    counts = counts[enters]
    n_ratings = counts.sum(axis=1)
    is_paired = n_ratings > 1
    n_items = int(enters.sum())
    of_entering = of_items(cases, enters)
    if not is_paired.any():
        n_cases = n_items if of_entering is None else len(np.unique(of_entering))
        return Estimate(value=None, reason=NO_PAIR, n=n_items, clusters=n_cases)
    contributions = np.column_stack(
        [
            paired_agreement(counts, agreement),
            is_paired,
            counts / np.maximum(n_ratings, 1)[:, None],
            np.ones(n_items),
        ]
    )

    def beyond_chance(totals: FloatArray) -> FloatArray:
        observed = ratio(totals[:, 0], totals[:, 1])
        expected = chance(totals[:, 2:-1] / totals[:, -1:], agreement)
        # Shares of equal ratings sum to 1 but for rounding: nothing is left beyond chance.
        left = np.where(1.0 - expected > 1e-12, 1.0 - expected, 0.0)
        return 1.0 - ratio(1.0 - observed, left)

    return estimated(
        contributions,
        beyond_chance,
        clusters=of_entering,
        n_boot=n_boot,
        seed=seed,
        undefined=ONE_CATEGORY if n_categories > 1 else "the scale has one level only",
    )


def paired_agreement(counts: FloatArray, agreement: FloatArray) -> FloatArray:
    """Return each item's share of agreeing pairs of ratings, 0 for items with fewer than two.

    sum_k r_k (r*_k - 1) / (r (r - 1)), r*_k = sum_l w_kl r_l (Gwet 2014, eq. 3.5.2).

    Args:
        counts: Ratings of each item in each category; shape (n, q).
        agreement: Agreement of each pair of categories, 1 on the diagonal; shape (q, q).
    """
    n_ratings = counts.sum(axis=1)
    agreeing = (counts * (counts @ agreement - 1.0)).sum(axis=1)
    pairs = np.where(n_ratings > 1, n_ratings * (n_ratings - 1), 1.0)
    return np.where(n_ratings > 1, agreeing / pairs, 0.0)
