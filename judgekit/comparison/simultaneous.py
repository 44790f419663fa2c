"""All pairs of systems at once: simultaneous intervals of their differences, and ranks."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from judgekit.records.estimate import (
    INTERVAL_LEVEL,
    MIN_CLUSTERS,
    NO_VARIATION,
    TOO_FEW_CASES,
    Estimate,
)
from judgekit.statistics.intervals import NO_ITEMS, FloatArray, IntArray, case_codes

N_DRAWS = 100_000

_CELLS_AT_A_TIME = 4_000_000
_ROUNDING = 1e-12


class RankInterval(NamedTuple):
    """The best and the worst rank that is left open; 1 is the best."""

    low: int
    high: int


def simultaneous_differences(
    values: FloatArray, clusters: IntArray | None, *, seed: int = 0
) -> dict[tuple[int, int], Estimate]:
    """Return the mean difference of each pair of systems with intervals that hold together.

    Each difference d has its cluster-robust standard error (see `mean_estimate`). The interval is
    d ± c * SE, with c the 95 % point of the largest |T| among all pairs, T being multivariate t
    with G - 1 degrees of freedom and the correlation that the case sums show (single step:
    Hothorn, Bretz and Westfall 2008, section 3). c is found from 100,000 draws with a fixed seed.
    With 95 % confidence all intervals hold at once.

    Args:
        values: One finite number per item and system; shape (n, systems).
        clusters: The case of each item, as integer codes; None makes each item its own case.
        seed: Seed of the draws.

    Returns:
        By the places i < j of two systems, the mean of i minus j. No items: no value. Fewer than
        10 cases, or a difference that never varies: no interval, with the reason.

    Raises:
        ValueError: `values` is no table of finite numbers.
    """
    table = np.asarray(values, dtype=np.float64)
    if table.ndim != 2 or not np.isfinite(table).all():
        raise ValueError(
            f"simultaneous differences: values must be items x systems, finite, got {table.shape!r}"
        )
    n, n_systems = table.shape
    pairs = list(combinations(range(n_systems), 2))
    if n == 0:
        none = Estimate(value=None, reason=NO_ITEMS, n=0, clusters=0)
        return dict.fromkeys(pairs, none)
    codes, n_cases = case_codes(n, clusters, what="simultaneous differences")
    differences = np.stack([table[:, i] - table[:, j] for i, j in pairs], axis=1)
    means = differences.mean(axis=0)
    if n_cases < MIN_CLUSTERS:
        return _without(pairs, means, TOO_FEW_CASES, n, n_cases)
    errors, residual_sums = _standard_errors(differences, codes, n_cases)
    varies = errors > 0
    if not varies.any():
        return _without(pairs, means, NO_VARIATION, n, n_cases)
    scaled = residual_sums[:, varies] / (errors[varies] * n)
    reach = _largest_t(scaled * np.sqrt(n_cases / (n_cases - 1)), n_cases - 1, seed)
    found = _without(pairs, means, NO_VARIATION, n, n_cases)
    for place in np.flatnonzero(varies):
        mean, half = float(means[place]), reach * float(errors[place])
        if mean - half < mean + half:
            found[pairs[place]] = Estimate(
                value=mean,
                low=mean - half,
                high=mean + half,
                method=(
                    f"mean difference ± {reach:.3f} x cluster-robust standard error over "
                    f"{n_cases} cases, simultaneous 95 % for {len(pairs)} pairs"
                ),
                n=n,
                clusters=n_cases,
            )
    return found


def rank_intervals(
    differences: dict[tuple[int, int], Estimate], n_systems: int, *, higher_is_better: bool
) -> list[RankInterval]:
    """Return for each system the ranks that the differences leave open (Mohamad et al. 2019).

    A system is surely better than another where the interval of their difference leaves out 0. It
    ranks behind all that are surely better and before all that are surely worse. From simultaneous
    95 % intervals all rank intervals hold at once with at least 95 % confidence.

    Args:
        differences: Mean of i minus j by places i < j, as `simultaneous_differences` gives them.
        n_systems: Number of systems.
        higher_is_better: Direction.

    Returns:
        One interval a system; 1 to `n_systems` where nothing is sure.
    """
    n_better = [0] * n_systems
    n_worse = [0] * n_systems
    for (i, j), estimate in differences.items():
        if estimate.low is None or estimate.high is None or estimate.low <= 0 <= estimate.high:
            continue
        better, worse = (i, j) if (estimate.low > 0) == higher_is_better else (j, i)
        n_worse[better] += 1
        n_better[worse] += 1
    return [
        RankInterval(1 + better, n_systems - worse)
        for better, worse in zip(n_better, n_worse, strict=True)
    ]


def _standard_errors(
    differences: FloatArray, codes: IntArray, n_cases: int
) -> tuple[FloatArray, FloatArray]:
    """Return the cluster-robust error of each mean, 0 where only rounding is left, and sums."""
    n = len(differences)
    residuals = differences - differences.mean(axis=0)
    columns = [np.bincount(codes, weights=column, minlength=n_cases) for column in residuals.T]
    sums: NDArray[np.float64] = np.stack(columns, axis=1).astype(np.float64)
    errors: NDArray[np.float64] = np.sqrt(n_cases / (n_cases - 1) * (sums**2).sum(axis=0)) / n
    scale = np.abs(differences).sum(axis=0)
    errors[np.abs(sums).max(axis=0) <= _ROUNDING * scale] = 0.0
    return errors, sums


def _largest_t(scaled: FloatArray, degrees: int, seed: int) -> float:
    """Return the 95 % point of the largest |t|; `scaled.T @ scaled` is the correlation."""
    from scipy import special

    n_pairs = scaled.shape[1]
    if n_pairs == 1:
        return float(special.stdtrit(degrees, 0.5 + INTERVAL_LEVEL / 2))
    values, vectors = np.linalg.eigh(scaled.T @ scaled)
    kept = values > _ROUNDING * values[-1]
    factor = vectors[:, kept] * np.sqrt(values[kept])
    rng = np.random.default_rng(seed)
    at_a_time = max(1, _CELLS_AT_A_TIME // n_pairs)
    largest = []
    for start in range(0, N_DRAWS, at_a_time):
        draws = min(at_a_time, N_DRAWS - start)
        normal = rng.standard_normal((draws, factor.shape[1])) @ factor.T
        spread = np.sqrt(rng.chisquare(degrees, draws) / degrees)
        largest.append(np.abs(normal).max(axis=1) / spread)
    return float(np.quantile(np.concatenate(largest), INTERVAL_LEVEL))


def _without(
    pairs: list[tuple[int, int]], means: FloatArray, reason: str, n: int, n_cases: int
) -> dict[tuple[int, int], Estimate]:
    return {
        pair: Estimate(value=float(mean), interval_reason=reason, n=n, clusters=n_cases)
        for pair, mean in zip(pairs, means, strict=True)
    }
