"""Two measurements of the same items: their mean difference and whether it is chance."""

from __future__ import annotations

import math

import numpy as np

from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import NO_ITEMS, FloatArray, IntArray, case_codes, mean_estimate

N_FLIPS = 9999
MAX_EXACT_CASES = 16  # 65,536 sign patterns

_CELLS_AT_A_TIME = 4_000_000
_ROUNDING = 1e-12


class SignFlipTest(Record):
    """Whether case sums of differences are symmetric around 0.

    Attributes:
        p: Two-sided p value, above 0 and at most 1; None without items.
        reason: Why there is no p; None when there is one.
        method: How p was found, for a methods section; None without p.
        is_exact: Whether all sign patterns were counted.
        n: Number of items.
        clusters: Number of cases, G.
    """

    p: float | None
    reason: str | None = None
    method: str | None = None
    is_exact: bool = False
    n: int
    clusters: int


def paired_difference(a: FloatArray, b: FloatArray, clusters: IntArray | None) -> Estimate:
    """Return the mean of a - b over items measured both ways, with its cluster-robust interval.

    Args:
        a: One finite number per item; shape (n,).
        b: The other measurement of the same items, same order.
        clusters: The case of each item, as integer codes; None makes each item its own case.

    Returns:
        As `mean_estimate` of the differences: above 0 where `a` is higher.

    Raises:
        ValueError: The arrays differ in length, or hold NaN or infinity.

    Example:
        >>> paired_difference(np.array([1.0, 2.0]), np.array([0.0, 2.0]), None).value
        0.5
    """
    return mean_estimate(_differences(a, b), clusters)


def sign_flip_test(
    a: FloatArray,
    b: FloatArray,
    clusters: IntArray | None,
    *,
    n_flips: int = N_FLIPS,
    seed: int = 0,
) -> SignFlipTest:
    """Return a two-sided sign-flip (permutation) test of a mean difference, by case.

    The statistic is |sum of a - b|. If the two measurements differ by chance alone, each case's sum
    of differences is as likely to have one sign as the other; all items of a case are flipped
    together, so that their dependence plays no part. p is the share of sign patterns whose
    statistic is at least the observed one. Up to 16 cases that differ, all patterns are counted;
    above, patterns are drawn and p = (1 + hits) / (1 + draws), which counts the observed one and is
    never 0 (Phipson and Smyth 2010). With every item its own case and differences of -1, 0 and 1
    the exact test is McNemar's exact test.

    Args:
        a: One finite number per item; shape (n,).
        b: The other measurement of the same items, same order.
        clusters: The case of each item, as integer codes; None makes each item its own case.
        n_flips: Number of patterns drawn where they are too many to count.
        seed: Seed of the draws.

    Returns:
        The test. Where no case differs, p is 1. With G cases that differ p cannot be under
        2 / 2^G.

    Raises:
        ValueError: The arrays differ in length, hold NaN or infinity, or `n_flips` is under 1.

    Example:
        >>> sign_flip_test(np.ones(4), np.zeros(4), None).p
        0.125
    """
    differences = _differences(a, b)
    if n_flips < 1:
        raise ValueError(f"sign-flip test: n_flips must be >= 1, got {n_flips!r}")
    codes, n_cases = case_codes(differences.size, clusters, what="sign-flip test")
    if differences.size == 0:
        return SignFlipTest(p=None, reason=NO_ITEMS, n=0, clusters=0)
    sums = _sums_that_differ(differences, codes)
    is_exact = sums.size <= MAX_EXACT_CASES
    p = _share_that_reaches(sums, n_flips, seed, two_sided=True)
    how = "all sign patterns" if is_exact else f"{n_flips} drawn sign patterns, seed {seed}"
    return SignFlipTest(
        p=p,
        method=f"two-sided sign-flip test by case, {how}; {sums.size} of {n_cases} cases differ",
        is_exact=is_exact,
        n=int(differences.size),
        clusters=n_cases,
    )


def _differences(a: FloatArray, b: FloatArray) -> FloatArray:
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError(
            "paired comparison: both measurements must list the same items, got shapes "
            f"{first.shape!r} and {second.shape!r}"
        )
    differences: FloatArray = first - second
    if not np.isfinite(differences).all():
        raise ValueError(
            "paired comparison: every value must be finite; leave out items that lack one of the "
            "two, and count them"
        )
    return differences


def one_sided_sign_flip_p(
    differences: FloatArray, codes: IntArray, *, n_flips: int = N_FLIPS, seed: int = 0
) -> float:
    """Return the share of sign patterns by case whose sum is at least the observed one.

    Near 0 where the differences are clearly positive, near 1 where clearly negative; counted or
    drawn as in `sign_flip_test`.

    Args:
        differences: One finite number per item; shape (n,), n > 0.
        codes: Each item's case, 0 to G - 1.
        n_flips: Number of patterns drawn where they are too many to count.
        seed: Seed of the draws.
    """
    return _share_that_reaches(_sums_that_differ(differences, codes), n_flips, seed)


def _sums_that_differ(differences: FloatArray, codes: IntArray) -> FloatArray:
    sums: FloatArray = np.bincount(codes, weights=differences).astype(np.float64)
    return sums[np.abs(sums) > _ROUNDING * float(np.abs(differences).sum())]


def _share_that_reaches(
    sums: FloatArray, n_flips: int, seed: int, *, two_sided: bool = False
) -> float:
    observed = math.fsum(sums)
    # Rounding must not part an equal total from the observed one.
    reach = (abs(observed) if two_sided else observed) - _ROUNDING * float(np.abs(sums).sum())
    if sums.size <= MAX_EXACT_CASES:
        totals = np.zeros(1)
        for value in sums:
            totals = np.concatenate([totals + value, totals - value])
        return float(((np.abs(totals) if two_sided else totals) >= reach).mean())
    rng = np.random.default_rng(seed)
    at_a_time = max(1, _CELLS_AT_A_TIME // sums.size)
    hits = 0
    for start in range(0, n_flips, at_a_time):
        draws = min(at_a_time, n_flips - start)
        signs = 2.0 * rng.integers(0, 2, size=(draws, sums.size), dtype=np.int8) - 1.0
        totals = signs @ sums
        hits += int(((np.abs(totals) if two_sided else totals) >= reach).sum())
    return (1 + hits) / (1 + n_flips)
