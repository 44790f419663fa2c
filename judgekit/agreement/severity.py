"""Which rater is strict and which is lenient, on items that not all of them rated."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csgraph, csr_array

from judgekit.agreement.linearised import linear_estimate
from judgekit.agreement.ratings import (
    Clusters,
    Ratings,
    coded_clusters,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import NO_PAIR, of_items
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray

UNCONNECTED = (
    "raters fall into groups without a common item, so that they cannot be compared: see components"
)


class Severity(Record):
    """How much higher or lower than the clinicians' mean each rater rates the same items.

    Attributes:
        effects: One for each column: points above (lenient) or below (strict) the clinicians'
            mean effect, which is 0.
        judge: The judge's effect; None where no column is the judge.
        spread: Standard deviation of the clinicians' effects, over k - 1: how far raters differ
            among themselves, the measure for the judge's effect. None with fewer than two.
        n_ratings: Ratings of each column that entered.
        components: The columns in groups connected by common items; one group where all can be
            compared.
    """

    effects: tuple[Estimate, ...]
    judge: Estimate | None
    spread: float | None
    n_ratings: tuple[int, ...]
    components: tuple[tuple[int, ...], ...]


def rater_severity(
    ratings: Ratings,
    *,
    judge: int | None = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> Severity:
    """Return each rater's severity from rating = item + rater, by least squares; gaps allowed.

    It is the many-facet view (Linacre 1989) with an additive model in points: the rater effects
    that leave the smallest sum of squares when each item has a level of its own, summing to 0 over
    the clinicians. So a rater who got the harder items is not called strict. Items with one rating
    say nothing of raters and do not enter. Without gaps an effect is the rater's mean minus the
    mean of the clinicians' means, and its interval that of a mean.

    The interval linearises the least-squares solution (a sandwich over cases). The clinicians are
    fixed: it does not speak of clinicians in general.

    Args:
        ratings: Items x raters, numbers; None or NaN is missing.
        judge: The judge's column, which takes no part in the zero; None where all are clinicians.
        clusters: The case of each item; None makes each its own case.
        n_boot: 0 asks for no interval; any other number for this one, which needs no draws.
        seed: Plays no part; every procedure takes it.

    Returns:
        The effects; without a value where raters cannot be compared through common items. No
        interval where the items that the rater shares with others lie in fewer than 10 cases.

    Raises:
        ValueError: A rating is not a finite number, `judge` is not a column, or no column is left
            for the clinicians.

    Example:
        >>> [round(e.value, 9) for e in rater_severity([[1, 3], [2, 4], [5, 7]]).effects]
        [-1.0, 1.0]
    """
    del seed
    what = "rater_severity"
    numbers = numeric_ratings(rating_table(ratings, what=what), what=what)
    n_raters = numbers.shape[1]
    if judge is not None and not 0 <= judge < n_raters:
        raise ValueError(
            f"{what}: judge must be one of the columns 0 to {n_raters - 1}, got {judge!r}"
        )
    clinicians = np.array([float(rater != judge) for rater in range(n_raters)])
    if not clinicians.any():
        raise ValueError(f"{what}: needs a column of a clinician, got {n_raters!r} columns")
    cases = coded_clusters(clusters, len(numbers), what=what)
    enters = (~np.isnan(numbers)).sum(axis=1) > 1
    numbers, cases = numbers[enters], of_items(cases, enters)
    components = _components(~np.isnan(numbers), n_raters)
    if len(components) > 1 or len(numbers) == 0:
        reason = UNCONNECTED if len(numbers) else NO_PAIR
        none = Estimate(value=None, reason=reason, n=len(numbers), clusters=None)
        effects = (none,) * n_raters
    else:
        effects = _effects(numbers, clinicians, cases, n_boot)
    values = [e.value for e, is_clinician in zip(effects, clinicians, strict=True) if is_clinician]
    known = [value for value in values if value is not None]
    return Severity(
        effects=effects,
        judge=None if judge is None else effects[judge],
        spread=float(np.std(known, ddof=1)) if len(known) > 1 else None,
        n_ratings=tuple(int(n) for n in (~np.isnan(numbers)).sum(axis=0)),
        components=components,
    )


def _components(
    is_given: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], n_raters: int
) -> tuple[tuple[int, ...], ...]:
    """Return the raters in groups that common items connect."""
    shared = is_given.astype(np.float64).T @ is_given
    _, labels = csgraph.connected_components(csr_array(shared), directed=False)
    groups: dict[int, list[int]] = {}
    for rater in range(n_raters):
        groups.setdefault(int(labels[rater]), []).append(rater)
    return tuple(tuple(group) for group in groups.values())


def _effects(
    numbers: FloatArray, clinicians: FloatArray, cases: IntArray | None, n_boot: int
) -> tuple[Estimate, ...]:
    """Solve the normal equations with item levels eliminated, one effect for each column."""
    is_given = ~np.isnan(numbers)
    ones = is_given.astype(np.float64)
    n_given = ones.sum(axis=1, keepdims=True)
    # Around a number in their middle, sums lose the fewest digits; item levels take it up.
    centred = np.where(is_given, numbers - np.nanmedian(numbers), 0.0)
    within = np.where(is_given, centred - centred.sum(axis=1, keepdims=True) / n_given, 0.0)
    matrix = np.diag(ones.sum(axis=0)) - (ones / n_given).T @ ones
    # The row of the constraint makes the matrix regular; its product with the solution is 0.
    inverse = np.linalg.inv(matrix + np.outer(clinicians, clinicians))
    effects = inverse @ within.sum(axis=0)
    fitted = np.where(is_given, effects, 0.0)
    fitted = np.where(is_given, fitted - fitted.sum(axis=1, keepdims=True) / n_given, 0.0)
    influence = (within - fitted) @ inverse.T
    found = []
    for rater, effect in enumerate(effects):
        rated = is_given[:, rater]
        n_cases = int(rated.sum()) if cases is None else int(np.unique(cases[rated]).size)
        found.append(
            linear_estimate(
                float(effect),
                influence[:, rater],
                cases,
                n_boot=n_boot,
                what="rater effect",
                fewest_cases=n_cases,
            )
        )
    return tuple(found)
