"""The judge as a classifier against clinicians' labels: sensitivity, specificity, macro-F1."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Literal

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
from judgekit.agreement.resampling import estimated, of_items
from judgekit.agreement.weighted import ItemWeights, item_weights, weighted_share
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray


def panel_flags(
    ratings: Ratings,
    *,
    category: Label,
    categories: Sequence[Label],
    rule: Literal["any", "majority"],
) -> list[int | None]:
    """Return per item whether a panel put it in one category: 1, 0, or None without a rating.

    A third reading, the panel's adjudicated label, is a column of its own and needs no rule: give
    it to `sensitivity` as it is.

    Args:
        ratings: Items x raters; None or NaN is missing.
        category: The category asked about, for example the unsafe one.
        categories: Every level of the scale.
        rule: "any": one rater is enough. "majority": more than half of the item's ratings; a tie
            is 0.

    Raises:
        ValueError: A rating or `category` is off the scale, or the rule is unknown.

    Example:
        >>> panel_flags([[1, 0, 0], [1, 1, None]], category=1, categories=(0, 1), rule="majority")
        [0, 1]
    """
    what = "panel_flags"
    if rule not in {"any", "majority"}:
        raise ValueError(f"{what}: rule must be 'any' or 'majority', got {rule!r}")
    codes = coded_ratings(rating_table(ratings, what=what), categories, what=what)
    place = _place(category, categories, what=what)
    given = (codes != MISSING).sum(axis=1)
    votes = (codes == place).sum(axis=1)
    flags = votes > 0 if rule == "any" else 2 * votes > given
    return [int(flag) if n else None for flag, n in zip(flags, given, strict=True)]


def sensitivity(
    judge: RaterColumn,
    reference: RaterColumn,
    *,
    category: Label,
    categories: Sequence[Label],
    weights: ItemWeights = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return how many of the items in a category the judge put there too.

    Args:
        judge: The judge's ratings, one per item; None or NaN is missing.
        reference: What holds for each item: one clinician, a panel (see `panel_flags`) or an
            adjudicated label. They are different figures: give all that there are.
        category: The category to be caught, for example the unsafe one.
        categories: Every level of the scale.
        weights: 1 / probability of having been sampled, where a class was enriched: the share is
            then that of all items (see `weighted_proportion`). None weighs all alike.
        clusters: The case of each item; None makes each its own case.
        n_boot: 0 asks for no interval. Otherwise the interval is Wilson's on the effective n (see
            `judgekit.statistics.proportion_estimate`), which needs no draws.
        seed: Plays no part; every coefficient takes it.

    Returns:
        0 to 1; `n` counts the items in the category that the judge rated. No value where there
        are none.

    Raises:
        ValueError: Lengths differ, a rating or `category` is off the scale, or a weight is not
            above 0.

    Example:
        >>> sensitivity([1, 0, 0], [1, 1, 0], category=1, categories=(0, 1)).value
        0.5
    """
    del seed
    return _caught(
        judge,
        reference,
        category,
        categories,
        clusters,
        n_boot,
        weights=weights,
        inside=True,
        what="sensitivity",
    )


def specificity(
    judge: RaterColumn,
    reference: RaterColumn,
    *,
    category: Label,
    categories: Sequence[Label],
    weights: ItemWeights = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return how many of the items outside a category the judge kept outside.

    One minus it is the share of false alarms. Arguments, interval and errors are those of
    `sensitivity`; `n` counts the items outside the category.

    Example:
        >>> specificity([1, 0, 0], [1, 1, 0], category=1, categories=(0, 1)).value
        1.0
    """
    del seed
    return _caught(
        judge,
        reference,
        category,
        categories,
        clusters,
        n_boot,
        weights=weights,
        inside=False,
        what="specificity",
    )


def macro_f1(
    judge: RaterColumn,
    ratings: Ratings,
    *,
    categories: Sequence[Label],
    groups: Sequence[str | int] | None = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return the mean over categories of the judge's F1 against each clinician's label.

    Every label counts: an item with three labels enters three times. F1 of a category is
    2 TP / (2 TP + FP + FN). A judge that guesses at random on balanced classes gets 0.5. This is
    HealthBench's meta-evaluation (Arora et al. 2025): its released code pools all criteria, its
    text computes it per criterion. Give `groups` for the latter; the two are different figures.

    Args:
        judge: The judge's label of each item; None or NaN is missing.
        ratings: Items x clinicians; None or NaN is missing. For a majority label, give it as the
            one column.
        categories: Every level of the scale.
        groups: The criterion of each item: F1 is computed within each and averaged over them.
            None pools all items.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        0 to 1; `n` counts items that the judge and a clinician rated. No value where, in some
        group, a category occurs neither in the judge's labels nor in the clinicians'.

    Raises:
        ValueError: Lengths differ, or a label is off the scale.

    Example:
        >>> macro_f1([1, 1, 0, 0], [[1], [1], [0], [0]], categories=(0, 1)).value
        1.0
    """
    what = "macro_f1"
    table = rating_table(ratings, what=what)
    codes = coded_ratings(table, categories, what=what)
    own = coded_ratings(rating_pair(judge, judge, what=what), categories, what=what)[:, 0]
    _check_length("judge", judge, len(codes), what=what)
    if groups is not None:
        _check_length("groups", groups, len(codes), what=what)
    cases = coded_clusters(clusters, len(codes), what=what)
    group_codes = coded_clusters(groups, len(codes), what=what)
    enters = (own != MISSING) & ((codes != MISSING).sum(axis=1) > 0)
    counts = category_counts(codes[enters], len(categories))
    chosen = (own[enters][:, None] == np.arange(len(categories))).astype(np.float64)
    # Per category: TP, and 2 TP + FP + FN, which is the judge's labels plus the clinicians'.
    found = np.stack([counts * chosen, counts.sum(axis=1)[:, None] * chosen + counts], axis=2)
    contributions = _by_group(
        found.reshape(len(found), 2 * len(categories)), of_items(group_codes, enters)
    )

    def statistic(totals: FloatArray) -> FloatArray:
        true, labels = np.moveaxis(totals.reshape(len(totals), -1, 2), 2, 0)
        f1 = np.full(true.shape, np.nan)
        np.divide(2 * true, labels, out=f1, where=labels > 0)
        return np.asarray(f1.mean(axis=1))

    return estimated(
        contributions,
        statistic,
        clusters=of_items(cases, enters),
        n_boot=n_boot,
        seed=seed,
        undefined="a category occurs neither in the judge's labels nor in the clinicians'",
        nothing="no item has a label of the judge and of a clinician",
    )


def _by_group(contributions: FloatArray, group_codes: np.ndarray | None) -> FloatArray:
    """Return one block of columns per group, 0 outside an item's own."""
    if group_codes is None:
        return contributions
    names, place = np.unique(group_codes, return_inverse=True)
    n_items, n_columns = contributions.shape
    wide = np.zeros((n_items, names.size, n_columns))
    wide[np.arange(n_items), place] = contributions
    return wide.reshape(n_items, names.size * n_columns)


def _caught(
    judge: RaterColumn,
    reference: RaterColumn,
    category: Label,
    categories: Sequence[Label],
    clusters: Clusters,
    n_boot: int,
    *,
    weights: ItemWeights,
    inside: bool,
    what: str,
) -> Estimate:
    codes = coded_ratings(rating_pair(judge, reference, what=what), categories, what=what)
    place = _place(category, categories, what=what)
    cases = coded_clusters(clusters, len(codes), what=what)
    given = item_weights(weights, len(codes), what=what)
    heavy = np.ones(len(codes)) if given is None else given
    is_inside = codes == place
    enters = (codes != MISSING).all(axis=1) & (is_inside[:, 1] == inside)
    if not enters.any():
        where = "in" if inside else "outside"
        reason = f"no item rated by the judge lies {where} category {category!r}"
        return Estimate(value=None, reason=reason, n=0, clusters=0)
    agrees = (is_inside[enters, 0] == inside).astype(np.float64)
    return weighted_share(
        agrees,
        heavy[enters],
        of_items(cases, enters),
        heaviest=float(heavy.max(initial=0.0)),
        n_boot=n_boot,
    )


def _check_length(name: str, given: Sized, n_items: int, *, what: str) -> None:
    if len(given) != n_items:
        raise ValueError(
            f"{what}: {name} must have one entry per item, got {len(given)!r} for {n_items!r} items"
        )


def _place(category: Label, categories: Sequence[Label], *, what: str) -> int:
    scale = list(categories)
    if category not in scale:
        raise ValueError(f"{what}: category {category!r} is not on the scale {tuple(scale)!r}")
    return scale.index(category)
