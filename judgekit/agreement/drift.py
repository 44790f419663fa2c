"""What changed between two runs of a judge over the same items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats

from judgekit.agreement.kappa import ONE_CATEGORY, kappa_contributions, kappa_of_totals
from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    RaterColumn,
    coded_clusters,
    coded_ratings,
    numeric_ratings,
    rating_pair,
)
from judgekit.agreement.resampling import estimated, of_items, without_interval
from judgekit.agreement.weights import Weights, disagreement_weights
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import (
    FloatArray,
    IntArray,
    case_codes,
    mean_estimate,
    proportion_estimate,
)
from judgekit.statistics.paired import SignFlipTest, sign_flip_test

NO_CLINICIAN = "no item has both runs and a clinician's rating"
NO_BOTH = "no item has a rating of both runs"
NO_ORDER = "the categories have no order"


class Drift(Record):
    """How a judge's ratings moved from one run to another.

    Attributes:
        change: Mean of after - before, in points, or in steps of the scale for labels. Where a
            clinician rated every item it is also the change of the bias.
        flip_rate: Share of items whose rating differs (by more than `within`).
        bias_before: Mean of before - clinician, on items with all three.
        bias_after: Mean of after - clinician, on the same items.
        bias_change: bias_after - bias_before, on the same items.
        error_change: Mean of |after - clinician| - |before - clinician|: below 0 where the judge
            came nearer.
        kappa_change: Cohen's kappa with the clinician, after minus before; needs `categories`.
        test: Whether `change` is chance; p is not adjusted for other tests.
        n_both: Items rated in both runs.
        n_only_before: Items that the second run failed to rate.
        n_only_after: Items that the first run failed to rate.
    """

    change: Estimate
    flip_rate: Estimate
    bias_before: Estimate
    bias_after: Estimate
    bias_change: Estimate
    error_change: Estimate
    kappa_change: Estimate
    test: SignFlipTest
    n_both: int
    n_only_before: int
    n_only_after: int


def drift(
    before: RaterColumn,
    after: RaterColumn,
    clinician: RaterColumn | None = None,
    *,
    categories: Sequence[Label] | None = None,
    is_ordered: bool = True,
    weights: Weights = None,
    within: float = 0,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Drift:
    """Return what changed between two runs of a judge on the same (anchor) items.

    Everything is paired, item by item. The test of `change` is McNemar's exact test where each
    item is a case of its own and has one of two values, and else the sign-flip test by case
    (`judgekit.statistics.sign_flip_test`). One call is one criterion; adjust p over the family of
    calls with `judgekit.statistics.adjusted_p_values`.

    Args:
        before: The judge's rating of each item in the first run; None or NaN where it failed.
        after: The same in the second run.
        clinician: The clinician's (mean) rating of each item, or None for all.
        categories: Every level of the scale in order; needed for labels and for kappa.
        is_ordered: Whether labels have an order. If not, only flip rate and kappa have values,
            unless there are two of them.
        weights: Of kappa, as in `cohen_kappa`.
        within: Ratings this near count as the same, for `flip_rate`.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the bootstrap of `kappa_change`; 0 asks for no intervals at all. The
            others are means and a proportion and need no draws.
        seed: Seed of the draws, and of the sign patterns.

    Returns:
        The figures, each with its n: items with both runs, or with the clinician too.

    Raises:
        ValueError: Lengths differ, a rating is off the scale or not a number, or `within` is
            negative.

    Example:
        >>> found = drift([1, 0, 1, 1], [1, 1, 1, 0], [1, 1, 1, 1], categories=(0, 1))
        >>> (found.change.value, found.flip_rate.value, found.test.p)
        (0.0, 0.5, 1.0)
    """
    what = "drift"
    if not within >= 0:
        raise ValueError(f"{what}: within must be >= 0, got {within!r}")
    runs = _runs(before, after, clinician, categories, what=what)
    cases = coded_clusters(clusters, len(runs.numbers), what=what)
    is_given = ~np.isnan(runs.numbers)
    both = is_given[:, :2].sum(axis=1) == 2
    all_three = is_given.sum(axis=1) == 3
    first, second, _ = runs.numbers[both].T
    flips = (np.abs(second - first) > within).astype(np.float64)
    is_ranked = categories is None or is_ordered or len(categories) == 2
    errors = runs.numbers[all_three][:, :2] - runs.numbers[all_three][:, 2:]
    of_three = of_items(cases, all_three)

    def mean(values: FloatArray, entering: IntArray | None, nothing: str) -> Estimate:
        if not is_ranked:
            return Estimate(value=None, reason=NO_ORDER, n=0, clusters=0)
        if values.size == 0:
            return Estimate(value=None, reason=nothing, n=0, clusters=0)
        return without_interval(mean_estimate(values, entering), n_boot)

    return Drift(
        change=mean(second - first, of_items(cases, both), NO_BOTH),
        flip_rate=without_interval(proportion_estimate(flips, of_items(cases, both)), n_boot),
        bias_before=mean(errors[:, 0], of_three, NO_CLINICIAN),
        bias_after=mean(errors[:, 1], of_three, NO_CLINICIAN),
        bias_change=mean(errors[:, 1] - errors[:, 0], of_three, NO_CLINICIAN),
        error_change=mean(np.abs(errors) @ np.array([-1.0, 1.0]), of_three, NO_CLINICIAN),
        kappa_change=_kappa_change(runs, all_three, of_three, weights, categories, n_boot, seed),
        test=_test(first, second, of_items(cases, both), seed)
        if is_ranked
        else SignFlipTest(p=None, reason=NO_ORDER, n=int(both.sum()), clusters=0),
        n_both=int(both.sum()),
        n_only_before=int((is_given[:, 0] & ~is_given[:, 1]).sum()),
        n_only_after=int((is_given[:, 1] & ~is_given[:, 0]).sum()),
    )


class _Runs(NamedTuple):
    numbers: FloatArray  # before, after, clinician; points, or places on the scale; NaN is missing
    codes: IntArray | None  # the same as places on the scale


def _runs(
    before: RaterColumn,
    after: RaterColumn,
    clinician: RaterColumn | None,
    categories: Sequence[Label] | None,
    *,
    what: str,
) -> _Runs:
    given = [None] * len(before) if clinician is None else clinician
    tables = [rating_pair(before, other, what=what) for other in (after, given)]
    if categories is None:
        return _Runs(_joined([numeric_ratings(t, what=what) for t in tables]), None)
    codes = _joined([coded_ratings(t, categories, what=what).astype(float) for t in tables])
    places = codes.astype(np.int64)
    if any(isinstance(label, str) for label in categories):
        return _Runs(np.where(places == MISSING, np.nan, codes), places)
    return _Runs(_joined([numeric_ratings(t, what=what) for t in tables]), places)


def _joined(tables: list[FloatArray]) -> FloatArray:
    first, second = (table.reshape(-1, 2) for table in tables)
    return np.column_stack([first, second[:, 1]])


def _kappa_change(
    runs: _Runs,
    enters: np.ndarray[tuple[int], np.dtype[np.bool_]],
    cases: IntArray | None,
    weights: Weights,
    categories: Sequence[Label] | None,
    n_boot: int,
    seed: int,
) -> Estimate:
    if runs.codes is None or categories is None:
        reason = "needs categories, the levels of the scale"
        return Estimate(value=None, reason=reason, n=0, clusters=0)
    costs = disagreement_weights(weights, len(categories), what="drift")
    codes = runs.codes[enters]
    parts = [kappa_contributions(codes[:, [run, 2]], costs) for run in (0, 1)]
    width = parts[0].shape[1]

    def change(totals: FloatArray) -> FloatArray:
        after = kappa_of_totals(totals[:, width:], costs)
        return np.asarray(after - kappa_of_totals(totals[:, :width], costs))

    return estimated(
        np.column_stack(parts),
        change,
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined=f"kappa of one run is undefined: {ONE_CATEGORY}",
        nothing=NO_CLINICIAN,
    )


def _test(before: FloatArray, after: FloatArray, cases: IntArray | None, seed: int) -> SignFlipTest:
    n_items = int(before.size)
    _, n_cases = case_codes(n_items, cases, what="drift")
    is_binary = np.unique(np.concatenate([before, after])).size <= 2
    if n_items == 0 or n_cases < n_items or not is_binary:
        return sign_flip_test(after, before, cases, seed=seed)
    up, down = int((after > before).sum()), int((after < before).sum())
    p = float(stats.binomtest(up, up + down).pvalue) if up + down else 1.0
    return SignFlipTest(
        p=p,
        method=f"McNemar's exact test, two-sided; {up} items up and {down} down of {n_items}",
        is_exact=True,
        n=n_items,
        clusters=n_cases,
    )
