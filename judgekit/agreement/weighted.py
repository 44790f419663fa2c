"""A share of items that were sampled with unequal probabilities, weighted back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from judgekit.agreement.linearised import cluster_variance
from judgekit.agreement.ratings import Clusters, RaterColumn, coded_clusters, numeric_ratings
from judgekit.agreement.resampling import without_interval
from judgekit.errors import InputDataError
from judgekit.records.estimate import MIN_CLUSTERS, TOO_FEW_CASES, Estimate
from judgekit.statistics.degrees import variance_degrees
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes, proportion_estimate
from judgekit.statistics.wilson import effective_items, wilson_interval

ItemWeights: TypeAlias = Sequence[float] | NDArray[Any] | None


def weighted_proportion(
    values: RaterColumn,
    weights: ItemWeights,
    *,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return the share of ones among all items, from a sample with known probabilities.

    p = sum(w y) / sum(w), with weights w = 1 / probability of having been sampled (Hajek 1971):
    the prevalence of a class that was enriched, or agreement (1 where two raters agree) of all
    items. Its variance V is linearised and cluster-robust: G / (G - 1) times the sum of squares of
    the cases' sums of w (y - p) / sum(w). The interval is Wilson's on n_eff =
    p (1 - p) / V * n / (n - 1) * (z / t)^2, with the degrees of freedom of
    `judgekit.statistics.proportion_estimate`; at most (sum w)^2 / sum w^2 (Kish 1965), so that a
    few heavy items which happen to agree do not narrow it. At 0 and 1 n_eff is Kish's number of the
    cases' weights. With equal weights everything is `proportion_estimate`.

    Strata play no part in the variance, which is then on the safe side.

    Args:
        values: 1 or 0 per item; None or NaN where there is none, which leaves the item out.
        weights: Weight of each item, above 0; their scale plays no part. None weighs all alike.
        clusters: The case of each item; None makes each its own case.
        n_boot: 0 asks for no interval; any other number for this one, which needs no draws.
        seed: Seed of no draws; every coefficient takes it.

    Returns:
        0 to 1; `n` counts items. No value without items. No interval where fewer than 10 cases
        carry the variance, as (sum W^2)^2 / sum W^4 counts them, one more of the heaviest weight
        included: where only a few heavy items are in the class, it all depends on them.

    Raises:
        ValueError: Lengths differ, a value is neither 0 nor 1, or a weight is not above 0.

    Example:
        >>> weighted_proportion([1, 1, 0], [1, 1, 2]).value
        0.5
    """
    del seed
    what = "weighted_proportion"
    numbers = numeric_ratings(np.asarray(values, dtype=object).reshape(-1, 1), what=what)[:, 0]
    heavy = item_weights(weights, len(numbers), what=what)
    cases = coded_clusters(clusters, len(numbers), what=what)
    is_given = ~np.isnan(numbers)
    entering = None if cases is None else cases[is_given]
    if heavy is None:
        return without_interval(proportion_estimate(numbers[is_given], entering), n_boot)
    return weighted_share(
        numbers[is_given],
        heavy[is_given],
        entering,
        heaviest=float(heavy.max(initial=0.0)),
        n_boot=n_boot,
    )


def item_weights(weights: ItemWeights, n_items: int, *, what: str) -> FloatArray | None:
    """Return weights as an array; None where none are given.

    Raises:
        InputDataError: There is not one finite weight above 0 for each item.
    """
    if weights is None:
        return None
    given = np.asarray(weights, dtype=np.float64)
    if given.shape != (n_items,):
        raise InputDataError(
            f"{what}: weights must be one number per item ({n_items}), got shape {given.shape!r}"
        )
    off = ~np.isfinite(given) | (given <= 0)
    if off.any():
        item = int(np.flatnonzero(off)[0])
        raise InputDataError(
            f"{what}: item {item}: a weight must be finite and > 0 (1 / probability of having been "
            f"sampled), got {float(given[item])!r}"
        )
    return given


def effective_number(weights: FloatArray) -> float:
    """Return (sum w)^2 / sum w^2: how many equal weights these are worth (Kish 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def weighted_share(
    values: FloatArray,
    weights: FloatArray,
    clusters: IntArray | None,
    *,
    heaviest: float,
    n_boot: int,
) -> Estimate:
    """Return the weighted share of ones with its interval; see `weighted_proportion`.

    Args:
        values: 0 or 1 per item; shape (n,).
        weights: Weight of each item, > 0; shape (n,).
        clusters: The case of each item as integer codes; None makes each its own case.
        heaviest: The heaviest weight of the whole sample, whether or not these items have it.
        n_boot: 0 asks for no interval.

    Raises:
        ValueError: A value is neither 0 nor 1, or `n_boot` is negative.
    """
    plain = proportion_estimate(values, clusters)  # checks the values too
    if values.size == 0 or (weights == heaviest).all():
        return without_interval(plain, n_boot)
    n = int(values.size)
    codes, n_cases = case_codes(n, clusters, what="weighted proportion")
    is_constant = np.ptp(values) == 0
    value = float(values[0]) if is_constant else float(weights @ values / weights.sum())
    found = Estimate(value=value, interval_reason=TOO_FEW_CASES, n=n, clusters=n_cases)
    by_case: FloatArray = np.bincount(codes, weights=weights).astype(np.float64)
    if n_boot <= 0 or n_cases < MIN_CLUSTERS:
        return without_interval(found, n_boot)
    carrying = effective_number(np.append(by_case, heaviest) ** 2)
    if carrying < MIN_CLUSTERS:
        reason = f"{TOO_FEW_CASES}: the heaviest weigh so much that {carrying:.1f} cases carry it"
        return found.model_copy(update={"interval_reason": reason})
    n_effective = (
        effective_number(by_case)
        if is_constant
        else _effective_n(value, values, weights, codes, n_cases)
    )
    low, high = wilson_interval(value, n_effective)
    return Estimate(
        value=value,
        low=low,
        high=high,
        method=(
            f"Wilson interval, 95 %, on {n_effective:.6g} effective of {n} weighted items; "
            f"cluster-robust linearised variance over {n_cases} cases"
        ),
        n=n,
        clusters=n_cases,
    )


def _effective_n(
    value: float, values: FloatArray, weights: FloatArray, codes: IntArray, n_cases: int
) -> float:
    n, worth_at_most = float(values.size), effective_number(weights)
    influence = weights * (values - value) / weights.sum()
    variance = cluster_variance(influence, codes)
    if variance == 0.0:
        return worth_at_most
    residuals, by_case = (
        np.bincount(codes, weights=each).astype(np.float64) for each in (influence, weights)
    )
    worth = effective_items(
        value * (1 - value) / variance * n / (n - 1),
        n_cases=n_cases,
        degrees=variance_degrees(residuals, n_cases=n_cases),
        n_if_alike=effective_number(by_case),
    )
    return min(worth_at_most, worth)
