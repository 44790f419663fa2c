"""Whether a judge says the same again: the agreement of its repeats with each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgekit.agreement.krippendorff import Metric, krippendorff_alpha
from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    Ratings,
    coded_clusters,
    coded_ratings,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.raw import percent_agreement
from judgekit.agreement.resampling import NO_PAIR, estimated, of_items, ratio, without_interval
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, proportion_estimate

NO_DISTANCES = "labels have no distances"

_ROUNDING = 1e-12


class SelfConsistency(Record):
    """How much a judge's repeats of the same items agree.

    Attributes:
        agreement: Mean share of pairs of repeats that agree.
        all_agree: Share of items, among those with every repeat, whose repeats all agree.
        alpha: Krippendorff's alpha of the repeats: agreement beyond chance.
        within_sd: Standard deviation of the repeats around their item's mean, in points: the noise
            of one run. It has no value for labels.
        n_repeats: Repeats of each item, k.
        n_incomplete: Items that lack one repeat or more; they are not part of `all_agree`.
    """

    agreement: Estimate
    all_agree: Estimate
    alpha: Estimate
    within_sd: Estimate
    n_repeats: int
    n_incomplete: int


def self_consistency(
    repeats: Ratings,
    *,
    categories: Sequence[Label] | None = None,
    metric: Metric | None = None,
    within: float = 0,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> SelfConsistency:
    """Return how far one judge agrees with itself when it is asked the same again.

    Without it, agreement with clinicians cannot be read: noise lowers both. Repeats are
    interchangeable, hence alpha (Krippendorff 2011), which for numbers is the intraclass
    correlation of a single repeat, ICC(1,1), but for terms of 1 / n, and takes gaps.
    within_sd^2 = sum over items of (y - item mean)^2 / sum of (m - 1), of m repeats given.

    Repeats must be calls of their own: where replies are kept and looked up, agreement is certain.

    Args:
        repeats: Items x repeats of one judge; None or NaN where a repeat failed.
        categories: Every level of the scale in order; needed for labels, and for the nominal and
            ordinal metric.
        metric: Of alpha. None takes "nominal" where categories are given and "interval" elsewhere.
        within: How far apart two repeats may be and still agree, as in `percent_agreement`; for
            `all_agree` the largest and the smallest.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval. Proportions have their own.
        seed: Seed of the draws.

    Returns:
        Four figures. None has a value without an item with two repeats, alpha none where all
        repeats of all items are alike.

    Raises:
        ValueError: Labels have no categories, or a repeat is off the scale.

    Example:
        >>> found = self_consistency([[1, 1, 1], [2, 3, 2], [4, 4, None]])
        >>> (found.all_agree.value, found.all_agree.n, found.n_incomplete)
        (0.5, 2, 1)
    """
    what = "self_consistency"
    table = rating_table(repeats, what=what)
    cases = coded_clusters(clusters, len(table), what=what)
    agreement = percent_agreement(
        table,
        categories=categories,
        within=within,
        clusters=clusters,
        n_boot=n_boot,
        seed=seed,
    )
    kind: Metric = metric or ("interval" if categories is None else "nominal")
    alpha = krippendorff_alpha(
        table, metric=kind, categories=categories, clusters=clusters, n_boot=n_boot, seed=seed
    )
    places, is_numeric = _places(table, categories, what=what)
    is_whole = ~np.isnan(places).any(axis=1) & (places.shape[1] > 1)
    return SelfConsistency(
        agreement=agreement,
        all_agree=_all_agree(places[is_whole], within, of_items(cases, is_whole), n_boot),
        alpha=alpha,
        within_sd=_within_sd(places, cases, n_boot, seed)
        if is_numeric
        else Estimate(value=None, reason=NO_DISTANCES, n=0, clusters=0),
        n_repeats=int(table.shape[1]),
        n_incomplete=int(np.isnan(places).any(axis=1).sum()),
    )


def _places(
    table: NDArray[Any], categories: Sequence[Label] | None, *, what: str
) -> tuple[FloatArray, bool]:
    """Return repeats as numbers, NaN where missing, and whether their differences are points."""
    if categories is None or not any(isinstance(label, str) for label in categories):
        return numeric_ratings(table, what=what), True
    codes = coded_ratings(table, categories, what=what)
    return np.where(codes == MISSING, np.nan, codes.astype(np.float64)), False


def _all_agree(places: FloatArray, within: float, cases: IntArray | None, n_boot: int) -> Estimate:
    if len(places) == 0:
        reason = "no item has every repeat, of two or more"
        return Estimate(value=None, reason=reason, n=0, clusters=0)
    spread = places.max(axis=1) - places.min(axis=1)
    return without_interval(
        proportion_estimate((spread <= within).astype(np.float64), cases), n_boot
    )


def _within_sd(places: FloatArray, cases: IntArray | None, n_boot: int, seed: int) -> Estimate:
    is_given = ~np.isnan(places)
    n_given = is_given.sum(axis=1)
    enters = n_given > 1
    numbers, is_given, n_given = places[enters], is_given[enters], n_given[enters]
    means = np.where(is_given, numbers, 0.0).sum(axis=1) / np.maximum(n_given, 1)
    off = np.where(is_given, numbers - means[:, None], 0.0)
    off[np.abs(off) <= _ROUNDING * np.abs(means[:, None])] = 0.0
    return estimated(
        np.column_stack([(off**2).sum(axis=1), n_given - 1.0]),
        lambda totals: np.sqrt(ratio(totals[:, 0], totals[:, 1])),
        clusters=of_items(cases, enters),
        n_boot=n_boot,
        seed=seed,
        undefined="",
        nothing=NO_PAIR,
    )
