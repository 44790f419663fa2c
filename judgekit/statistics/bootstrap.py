"""The case bootstrap, vectorised over statistics that are functions of sums over cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.special import ndtr, ndtri, stdtrit

from judgekit.records.estimate import INTERVAL_LEVEL, MIN_CLUSTERS, NO_VARIATION, TOO_FEW_CASES
from judgekit.statistics.degrees import variance_degrees
from judgekit.statistics.intervals import NO_ITEMS, FloatArray, IntArray, case_codes

N_BOOT = 2000
SEED = 0
MAX_UNDEFINED_SHARE = 0.05
NO_INTERVAL_ASKED = "no interval was asked for"

Contributions = FloatArray | sparse.csr_array[Any]
Statistic = Callable[[FloatArray], FloatArray]

_CELLS_AT_A_TIME = 4_000_000  # 32 MB of weights or totals
_MOST_LEFT_OUT = 1000
_ROUNDING = 1e-12


class BootstrapInterval(NamedTuple):
    """A 95 % interval from resampled cases, or the reason why there is none.

    Attributes:
        low: Lower end, or None.
        high: Upper end, or None.
        reason: Why there is no interval; None when there is one.
        method: How the interval was made, for a methods section; None when there is none.
        clusters: Number of cases, G.
        n_draws: Number of draws made.
        n_undefined: Draws in which the statistic was undefined; they are left out and counted.
    """

    low: float | None
    high: float | None
    reason: str | None
    method: str | None
    clusters: int
    n_draws: int = 0
    n_undefined: int = 0


def case_bootstrap(
    contributions: Contributions,
    statistic: Statistic,
    *,
    clusters: IntArray | None = None,
    n_boot: int = N_BOOT,
    seed: int = SEED,
) -> BootstrapInterval:
    """Return the BCa interval of a statistic when whole cases are drawn again.

    Each draw takes G of the G cases with replacement (Davison and Hinkley 1997, section 3.8), all
    items of a case together. The statistic sees only sums over the drawn items, so that all draws
    are one matrix product. The same seed and G give the same draws, whatever the statistic:
    differences between statistics of the same items can be taken draw by draw.

    The ends are percentiles of the draws, moved for bias and skewness (BCa: Efron 1987, eq. 2.3;
    acceleration from leaving out one case at a time). The level that is moved is not 2.5 % but
    Phi(-sqrt(G / (G - 1)) * t), t being the 97.5 % point of Student's t (Hesterberg 2015,
    "expanded percentile"): plain percentiles are too narrow with few cases, and the two agree as G
    grows. The degrees of freedom are at most G - 1, and fewer where few cases carry the variation
    (`variance_degrees` of the values with one case left out): the cases that hold a rare class are
    then the sample that counts. Ends stay within what the statistic can reach.

    A draw in which the statistic is undefined (for kappa: all drawn ratings in one category) says
    nothing about its value. It is left out, and the count stands in `method`. Above 5 % of the
    draws no interval is given, because what is left would describe only the samples in which the
    statistic happens to exist.

    Args:
        contributions: One row per item and one column per sum; dense or CSR; shape (n, p).
        statistic: Maps totals (draws x p) to one value per draw, NaN where it is undefined.
        clusters: The case of each item as integer codes; None makes each item its own case.
        n_boot: Number of draws; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        The interval. No items, `n_boot` of 0, fewer than 10 cases, more than 5 % undefined draws
        or draws that are all alike: no interval, with the reason.

    Raises:
        ValueError: `n_boot` is negative, or `clusters` does not name one case per item.
    """
    if n_boot < 0:
        raise ValueError(f"case bootstrap: n_boot must be >= 0, got {n_boot!r}")
    n_items = int(contributions.shape[0])
    codes, n_cases = case_codes(n_items, clusters, what="case bootstrap")
    reason = _reason_for_none(n_items, n_cases, n_boot)
    if reason is not None:
        return BootstrapInterval(None, None, reason, None, n_cases)
    sums = _case_sums(contributions, codes, n_cases)
    values = np.concatenate([statistic(part) for part in _drawn_totals(sums, n_boot, seed)])
    influences = _influences(sums, statistic, n_cases)
    degrees = variance_degrees(influences, n_cases=n_cases)
    value = float(statistic(totals_of(sums))[0])
    tails = _moved_tails(
        values, value, _expanded_tail(n_cases, degrees), acceleration=_acceleration(influences)
    )
    unit = "cases" if n_cases < n_items else "items, each its own case"
    method = (
        f"BCa bootstrap of {n_cases} {unit}, {n_boot} draws, levels expanded by t with "
        f"{degrees:.3g} degrees of freedom, 95 %"
    )
    return _interval(values, tails, n_cases, method)


def totals_of(contributions: Contributions) -> FloatArray:
    """Return the sums over all items as one draw, shape (1, p): the sample itself."""
    return np.asarray(contributions.sum(axis=0), dtype=np.float64).reshape(1, -1)


def _reason_for_none(n_items: int, n_cases: int, n_boot: int) -> str | None:
    if n_items == 0:
        return NO_ITEMS
    if n_boot == 0:
        return NO_INTERVAL_ASKED
    if n_cases < MIN_CLUSTERS:
        return TOO_FEW_CASES
    return None


def _case_sums(contributions: Contributions, codes: IntArray, n_cases: int) -> Contributions:
    n_items = int(contributions.shape[0])
    if n_cases == n_items:
        return contributions  # every item its own case: their order plays no part in a draw
    membership = sparse.csr_array(
        (np.ones(n_items), (codes, np.arange(n_items))), shape=(n_cases, n_items)
    )
    summed = membership @ contributions
    if isinstance(summed, np.ndarray):
        return np.asarray(summed, dtype=np.float64)
    return sparse.csr_array(summed)


def _drawn_totals(sums: Contributions, n_boot: int, seed: int) -> Iterator[FloatArray]:
    """Yield the totals of the draws, a bounded number of draws at a time; shape (draws, p)."""
    n_cases, n_sums = (int(size) for size in sums.shape)
    at_a_time = max(1, _CELLS_AT_A_TIME // max(n_cases, n_sums))
    rng = np.random.default_rng(seed)
    for start in range(0, n_boot, at_a_time):
        draws = min(at_a_time, n_boot - start)
        picked = rng.integers(0, n_cases, size=(draws, n_cases))
        picked += np.arange(draws)[:, None] * n_cases
        counts = np.bincount(picked.ravel(), minlength=draws * n_cases)
        weights = counts.reshape(draws, n_cases).astype(np.float64)
        if isinstance(sums, np.ndarray):
            yield weights @ sums
        else:
            yield np.asarray((sums.T @ weights.T).T, dtype=np.float64)


def _interval(
    values: FloatArray, tails: tuple[float, float], n_cases: int, method: str
) -> BootstrapInterval:
    n_draws = int(values.size)
    defined = values[np.isfinite(values)]
    n_undefined = n_draws - int(defined.size)
    if n_undefined > MAX_UNDEFINED_SHARE * n_draws:
        reason = f"the statistic is undefined in {n_undefined} of {n_draws} bootstrap draws"
        return BootstrapInterval(None, None, reason, None, n_cases, n_draws, n_undefined)
    low, high = (float(end) for end in np.quantile(defined, tails))
    if not high - low > _ROUNDING * max(abs(low), abs(high)):
        return BootstrapInterval(None, None, NO_VARIATION, None, n_cases, n_draws, n_undefined)
    method = f"{method}; undefined in {n_undefined} draws"
    return BootstrapInterval(low, high, None, method, n_cases, n_draws, n_undefined)


def _moved_tails(
    values: FloatArray, value: float, tail: float, *, acceleration: float
) -> tuple[float, float]:
    """Return the shares of the draws below the lower and below the upper end (Efron 1987)."""
    defined = values[np.isfinite(values)]
    if not np.isfinite(value) or defined.size == 0:
        return tail, 1 - tail
    near = _ROUNDING * max(abs(value), float(np.abs(defined).max()))
    below = (defined < value - near).mean() + (np.abs(defined - value) <= near).mean() / 2
    # A value outside all draws would move the ends without bound.
    share = float(np.clip(below, 1 / (defined.size + 1), defined.size / (defined.size + 1)))
    bias, level = float(ndtri(share)), float(ndtri(tail))
    low, high = (
        float(ndtr(bias + shifted / max(1 - acceleration * shifted, _ROUNDING)))
        for shifted in (bias + level, bias - level)
    )
    return low, high


def _influences(sums: Contributions, statistic: Statistic, n_cases: int) -> FloatArray:
    """Return how much each case pulls the statistic, by blocks of cases where G is large."""
    n_blocks = min(n_cases, _MOST_LEFT_OUT)
    if n_blocks < n_cases:
        sums = _case_sums(sums, np.arange(n_cases, dtype=np.int64) % n_blocks, n_blocks)
    total = totals_of(sums)
    at_a_time = max(1, _CELLS_AT_A_TIME // int(sums.shape[1]))
    parts = []
    for start in range(0, n_blocks, at_a_time):
        left_out = sums[start : start + at_a_time]
        dense = left_out if isinstance(left_out, np.ndarray) else left_out.toarray()
        parts.append(statistic(total - dense))
    values = np.concatenate(parts)
    values = values[np.isfinite(values)]
    return np.asarray(values.mean() - values if values.size else np.zeros(1), dtype=np.float64)


def _acceleration(influences: FloatArray) -> float:
    """Return the skewness of the influences over 6.

    A block of h cases has a skewness smaller by sqrt(h) and there are fewer by h, so that blocks
    estimate the same number.
    """
    spread = float((influences**2).sum())
    if spread <= _ROUNDING**2:
        return 0.0
    return float((influences**3).sum()) / (6.0 * float(spread**1.5))


def _expanded_tail(n_cases: int, degrees: float) -> float:
    quantile = float(stdtrit(degrees, 0.5 + INTERVAL_LEVEL / 2))
    return float(ndtr(-np.sqrt(n_cases / (n_cases - 1)) * quantile))
