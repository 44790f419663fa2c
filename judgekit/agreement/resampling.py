"""A coefficient as a function of sums over items, with its case-bootstrap interval."""

from __future__ import annotations

import math

import numpy as np

from judgekit.records.estimate import Estimate
from judgekit.statistics.bootstrap import (
    NO_INTERVAL_ASKED,
    Contributions,
    Statistic,
    case_bootstrap,
    totals_of,
)
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

NO_PAIR = "no item has two ratings"


def estimated(
    contributions: Contributions,
    statistic: Statistic,
    *,
    clusters: IntArray | None,
    n_boot: int,
    seed: int,
    undefined: str,
    nothing: str = NO_PAIR,
) -> Estimate:
    """Return the statistic of the items with its interval over the sampling of cases.

    Args:
        contributions: One row per item that enters, one column per sum; shape (n, p).
        statistic: Maps totals (draws x p) to one value per draw, NaN where undefined.
        clusters: The case of each of these items; None makes each its own case.
        n_boot: Number of draws; 0 asks for no interval.
        seed: Seed of the draws.
        undefined: Why the statistic has no value where it is NaN on the items themselves.
        nothing: Why there is no value where no item enters.
    """
    n_items = int(contributions.shape[0])
    _, n_cases = case_codes(n_items, clusters, what="agreement")
    if n_items == 0:
        return Estimate(value=None, reason=nothing, n=0, clusters=0)
    value = float(statistic(totals_of(contributions))[0])
    if not math.isfinite(value):
        return Estimate(value=None, reason=undefined, n=n_items, clusters=n_cases)
    interval = case_bootstrap(contributions, statistic, clusters=clusters, n_boot=n_boot, seed=seed)
    return Estimate(
        value=value,
        low=interval.low,
        high=interval.high,
        interval_reason=interval.reason,
        method=interval.method,
        n=n_items,
        clusters=n_cases,
    )


def without_interval(estimate: Estimate, n_boot: int) -> Estimate:
    """Return `estimate` as it is, or, when no draws were asked for, its value alone."""
    if n_boot < 0:
        raise ValueError(f"agreement: n_boot must be >= 0, got {n_boot!r}")
    if n_boot > 0 or estimate.value is None:
        return estimate
    return Estimate(
        value=estimate.value,
        interval_reason=NO_INTERVAL_ASKED,
        n=estimate.n,
        clusters=estimate.clusters,
    )


def ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Return numerator / denominator per draw, NaN where the denominator is not above 0."""
    result = np.full(numerator.shape, np.nan)
    np.divide(numerator, denominator, out=result, where=denominator > 0)
    return result


def of_items(
    clusters: IntArray | None, enters: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> IntArray | None:
    """Return the cases of the items that enter."""
    return None if clusters is None else clusters[enters]
