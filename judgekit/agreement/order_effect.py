"""Whether the item a judge saw before moves its score of the next one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgekit.agreement.concordance import pearson
from judgekit.agreement.ratings import (
    Clusters,
    RaterColumn,
    coded_clusters,
    numeric_ratings,
    rating_pair,
)
from judgekit.agreement.resampling import estimated, ratio
from judgekit.errors import InputDataError
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

NO_PREDECESSOR = "no item with a judge's error comes after a scored item of another case"

_ROUNDING = 1e-12


class OrderEffect(Record):
    """How a judge's error on an item goes with its score of the item before.

    Attributes:
        correlation: Pearson correlation of judge - clinicians with the judge's previous score:
            above 0 where the judge stays near the score before (anchoring), below 0 where it moves
            away from it (contrast).
        slope: Points of error for each point of the previous score.
        n_pairs: Items with a predecessor that entered.
        n_same_case: Items left out because the item before is of the same case.
        n_without_score: Items left out because a score of the two is missing.
    """

    correlation: Estimate
    slope: Estimate
    n_pairs: int
    n_same_case: int
    n_without_score: int


def order_effect(
    judge: RaterColumn,
    clinician: RaterColumn,
    positions: Sequence[float],
    *,
    sequences: Sequence[str | int] | None = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> OrderEffect:
    """Return how the judge's error on an item depends on its score of the item before.

    It speaks of a judge that sees items one after the other, in one conversation or prompt; calls
    that share nothing can show none. Items of one case share what makes them hard, so that errors
    and previous scores go together without any anchoring: where cases are declared, an item whose
    predecessor is of its own case is left out and counted. The order must be random; ordered by
    topic or difficulty, the same happens over cases.

    Args:
        judge: The judge's score of each item, numbers; None or NaN is missing.
        clinician: The clinicians' (mean) score of each item, who saw another order or none.
        positions: When each item was shown, in its sequence; smaller is earlier.
        sequences: The conversation of each item; None makes all items one.
        clusters: The case of each item; None makes each its own case. A pair counts for the case of
            its later item.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        Correlation and slope; neither has a value without pairs, or where errors or previous scores
        do not vary (the slope: previous scores).

    Raises:
        ValueError: Lengths differ, a score or position is not a number, or two items of a sequence
            have one position.

    Example:
        >>> order_effect([1, 3, 5, 1], [1, 3, 4, 0], [1, 2, 3, 4]).slope.value
        0.25
    """
    what = "order_effect"
    scores = numeric_ratings(rating_pair(judge, clinician, what=what), what=what).reshape(-1, 2)
    n_items = len(scores)
    cases = coded_clusters(clusters, n_items, what=what)
    codes, _ = case_codes(n_items, cases, what=what)
    later, earlier = _neighbours(positions, sequences, n_items, what=what)
    is_other = codes[later] != codes[earlier]
    error, before = scores[later, 0] - scores[later, 1], scores[earlier, 0]
    is_whole = ~np.isnan(error) & ~np.isnan(before)
    enters = is_other & is_whole
    error, before, owner = error[enters], before[enters], codes[later][enters]
    correlation = pearson(error, before, clusters=owner, n_boot=n_boot, seed=seed)
    if not enters.any():
        correlation = Estimate(value=None, reason=NO_PREDECESSOR, n=0, clusters=0)
    return OrderEffect(
        correlation=correlation,
        slope=_slope(error, before, owner, n_boot, seed),
        n_pairs=int(enters.sum()),
        n_same_case=int((~is_other).sum()),
        n_without_score=int((is_other & ~is_whole).sum()),
    )


def _neighbours(
    positions: Sequence[float],
    sequences: Sequence[str | int] | None,
    n_items: int,
    *,
    what: str,
) -> tuple[IntArray, IntArray]:
    """Return the places of each item that has a predecessor, and of its predecessor."""
    places = np.asarray(positions, dtype=np.float64)
    if places.shape != (n_items,) or not np.isfinite(places).all():
        raise ValueError(f"{what}: positions must be one finite number for each of {n_items} items")
    given = coded_clusters(sequences, n_items, what=f"{what}, sequences")
    groups = np.zeros(n_items, dtype=np.int64) if given is None else given
    order = np.lexsort((places, groups))
    earlier, later = order[:-1], order[1:]
    is_one = groups[earlier] == groups[later]
    earlier, later = earlier[is_one], later[is_one]
    same = np.flatnonzero(places[earlier] == places[later])
    if same.size:
        pair = (int(earlier[same[0]]), int(later[same[0]]))
        raise InputDataError(
            f"{what}: items {pair!r} of one sequence have the same position "
            f"{float(places[pair[0]])!r}; say which was shown first"
        )
    return later, earlier


def _slope(
    error: FloatArray, before: FloatArray, cases: IntArray, n_boot: int, seed: int
) -> Estimate:
    x = before - (np.median(before) if before.size else 0.0)
    y = error - (np.median(error) if error.size else 0.0)

    def slope(totals: FloatArray) -> FloatArray:
        n, x, y, xx, xy = totals.T
        spread = n * xx - x * x
        return ratio(n * xy - x * y, np.where(spread > _ROUNDING * n * xx, spread, 0.0))

    return estimated(
        np.column_stack([np.ones(x.size), x, y, x * x, x * y]),
        slope,
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined="the judge's previous scores do not vary",
        nothing=NO_PREDECESSOR,
    )
