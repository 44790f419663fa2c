"""Ways in which a judge may be off: length, position, compression of the scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgekit.agreement.ratings import (
    Clusters,
    RaterColumn,
    coded_clusters,
    numeric_pairs,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import estimated, ratio, without_interval
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, case_codes, mean_estimate, proportion_estimate

_ROUNDING = 1e-12


def length_slope(
    judge: RaterColumn,
    clinician: RaterColumn,
    lengths: Sequence[int] | FloatArray,
    *,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Estimate:
    """Return how much the judge overrates an answer of the same case that is e times longer.

    The least-squares slope of judge minus clinician on log length, both taken around their mean
    within the case where cases are declared, so that hard cases with long answers play no part.
    Times 0.69 it is the points gained by doubling the length.

    Args:
        judge: The judge's score of each item, numbers; None or NaN is missing.
        clinician: The clinicians' (mean) score, same items.
        lengths: Length of each answer, in words or characters, above 0.
        clusters: The case of each item; None compares all items with each other.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        The slope in points per unit of log length; no value where lengths do not vary within any
        case.

    Raises:
        ValueError: Lengths of the lists differ, a score is not a number, or a length is not > 0.
    """
    what = "length_slope"
    logs = np.asarray(lengths, dtype=np.float64)
    if logs.shape != (len(judge),) or not (logs > 0).all():
        raise ValueError(f"{what}: lengths must be one number > 0 per item")
    scores = numeric_ratings(
        rating_table(list(zip(judge, clinician, strict=True)), what=what), what=what
    )
    cases = coded_clusters(clusters, len(scores), what=what)
    both = ~np.isnan(scores).any(axis=1)
    off, logs = scores[both, 0] - scores[both, 1], np.log(logs[both])
    entering = None if cases is None else cases[both]
    if entering is None:
        contributions = np.column_stack([np.ones(off.size), logs, off, logs**2, logs * off])
    else:
        codes, n_cases = case_codes(off.size, entering, what=what)
        sizes = np.bincount(codes, minlength=n_cases)
        x, y = (v - (np.bincount(codes, weights=v) / sizes)[codes] for v in (logs, off))
        x = np.where(np.abs(x) > _ROUNDING, x, 0.0)
        contributions = np.column_stack([np.ones(off.size), 0 * x, 0 * y, x**2, x * y])
    return estimated(
        contributions,
        _slope,
        clusters=entering,
        n_boot=n_boot,
        seed=seed,
        undefined="lengths do not vary" + (" within any case" if entering is not None else ""),
        nothing="no item was rated by both",
    )


def _slope(totals: FloatArray) -> FloatArray:
    n, x, y, xx, xy = totals.T
    spread = n * xx - x * x
    spread = np.where(spread > _ROUNDING * n * xx, spread, 0.0)
    return ratio(n * xy - x * y, spread)


class PositionBias(Record):
    """What the order of two answers does to a pairwise judge.

    Attributes:
        flip_rate: Share of pairs whose winner changes when the order is turned round.
        first_slot: Share of verdicts for the first slot, ties half, minus 0.5: above 0 where the
            first slot is preferred.
    """

    flip_rate: Estimate
    first_slot: Estimate


def position_bias(
    as_given: Sequence[str | None],
    turned: Sequence[str | None],
    *,
    clusters: Clusters = None,
    n_boot: int = 0,
) -> PositionBias:
    """Return how a judge's verdicts on pairs depend on which answer comes first.

    Args:
        as_given: Winner of each pair in the given order: "first", "second" or "tie", by slot; None
            where the judge failed.
        turned: The same with the two answers exchanged.
        clusters: The case of each pair; None makes each its own case.
        n_boot: 0 asks for no interval; otherwise those of a proportion and a mean.

    Raises:
        ValueError: Lengths differ, or a verdict is another word.
    """
    what = "position_bias"
    if len(as_given) != len(turned):
        raise ValueError(
            f"{what}: both orders must list the same pairs, got {len(as_given)!r} and "
            f"{len(turned)!r}"
        )
    points = {"first": 1.0, "tie": 0.0, "second": -1.0, None: np.nan}
    for word in (*as_given, *turned):
        if word not in points:
            raise ValueError(f"{what}: a verdict must be 'first', 'second' or 'tie', got {word!r}")
    cases = coded_clusters(clusters, len(as_given), what=what)
    one, other = (np.array([points[word] for word in words]) for words in (as_given, turned))
    both = ~np.isnan(one) & ~np.isnan(other)
    one, other = one[both], other[both]
    entering = None if cases is None else cases[both]
    # The same answer wins both times where the slots are opposite.
    flips = (one != -other).astype(np.float64)
    return PositionBias(
        flip_rate=without_interval(proportion_estimate(flips, entering), n_boot),
        first_slot=without_interval(mean_estimate((one + other) / 4, entering), n_boot),
    )


class Compression(Record):
    """Whether the judge uses as much of the scale as the clinicians.

    Attributes:
        sd_ratio: Standard deviation of the judge over that of the clinicians.
        deming_slope: Slope of judge on clinician with equal error variances; under 1 where the
            judge keeps to the middle. Unlike a regression slope it is not lowered by the
            clinicians' own noise.
    """

    sd_ratio: Estimate
    deming_slope: Estimate


def scale_compression(
    judge: RaterColumn,
    clinician: RaterColumn,
    *,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Compression:
    """Return how the spread of the judge's scores compares with the clinicians'.

    Args:
        judge: The judge's score of each item, numbers; None or NaN is missing.
        clinician: One clinician's score; a mean of several has less spread and is no match.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        Two ratios, 1 for equal use. No value where the clinician's scores do not vary, and no
        slope where the two are unrelated.

    Raises:
        ValueError: Lengths differ, or a score is not a finite number.
    """
    pairs, cases = numeric_pairs(judge, clinician, clusters, what="scale_compression")
    a, b = (pairs - (np.median(pairs) if pairs.size else 0.0)).T
    contributions = np.column_stack([np.ones(len(a)), a, b, a * a, b * b, a * b])

    def figure(kind: str, undefined: str) -> Estimate:
        return estimated(
            contributions,
            lambda totals: _compression(totals, kind),
            clusters=cases,
            n_boot=n_boot,
            seed=seed,
            undefined=undefined,
            nothing="no item was rated by both",
        )

    constant = "the clinician gave the same score throughout"
    return Compression(
        sd_ratio=figure("sd", constant),
        deming_slope=figure("slope", "judge and clinician are unrelated, or one is constant"),
    )


def _compression(totals: FloatArray, kind: str) -> FloatArray:
    n, a, b, aa, bb, ab = totals.T
    least = _ROUNDING * n * (aa + bb)
    judge, clinician, both = n * aa - a * a, n * bb - b * b, n * ab - a * b
    judge, clinician = (np.where(v > least, v, 0.0) for v in (judge, clinician))
    if kind == "sd":
        return np.sqrt(ratio(judge, clinician))
    related = np.abs(both) > least
    excess = judge - clinician
    slope = np.full(n.shape, np.nan)
    np.divide(excess + np.sqrt(excess**2 + 4 * both**2), 2 * both, out=slope, where=related)
    return slope
