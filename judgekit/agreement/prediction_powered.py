"""The corrected mean: few clinician labels and many judge scores of the same system."""

from __future__ import annotations

import numpy as np

from judgekit.agreement.known_probabilities import Labelling, best_weight, labelling_of
from judgekit.agreement.linearised import linear_estimate
from judgekit.agreement.ppi_pool import Pool, ppi_estimate, without_ends
from judgekit.agreement.ratings import (
    Clusters,
    RaterColumn,
    coded_clusters,
    numeric_ratings,
    rating_pair,
)
from judgekit.agreement.weighted import ItemWeights, effective_number, weighted_share
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.degrees import variance_degrees
from judgekit.statistics.intervals import (
    NO_ITEMS,
    FloatArray,
    IntArray,
    case_codes,
    mean_estimate,
    proportion_estimate,
)
from judgekit.statistics.wilson import upper_point

_Z = upper_point(None)


class PpiMean(Record):
    """A mean corrected by labels, beside what labels alone and the judge alone say.

    Attributes:
        corrected: The prediction-powered mean; `n` counts items with a judge score.
        labelled_only: The mean of the labels alone, which needs no judge.
        judge_only: The mean of the judge's scores alone, over all items; biased as the judge is.
        judge_bias: Mean of judge minus label on the labelled items.
        weight: How far the judge's scores were used, 0 to 1 (lambda).
        n_labelled: Items with label and judge score.
        n_unlabelled: Items with a judge score only.
        n_without_judge: Items without a judge score; they enter nothing.
        rarer_cases: Cases with a label other than the most common one; with unequal probabilities
            the smaller number of two, "most common" being taken with and without weights.
        effective_labelled: How many items labelled with one probability the labelled items are
            worth, (sum a)^2 / sum a^2 (Kish 1965); None without unequal probabilities.
    """

    corrected: Estimate
    labelled_only: Estimate
    judge_only: Estimate
    judge_bias: Estimate
    weight: float | None
    n_labelled: int
    n_unlabelled: int
    n_without_judge: int
    rarer_cases: int
    effective_labelled: float | None = None


def ppi_mean(
    labels: RaterColumn,
    judge: RaterColumn,
    *,
    weight: float | None = None,
    probabilities: ItemWeights = None,
    strata: Clusters = None,
    clusters: Clusters = None,
    bounds: tuple[float, float] | None = None,
) -> PpiMean:
    """Return the mean label of all items, from the labels of some and the judge's scores of all.

    theta = mean(y) - w (mean(f on labelled) - mean(f on unlabelled)) with labels y and scores f
    (Angelopoulos et al. 2023; w tuned: Angelopoulos, Duchi and Zrnic 2023, example 6.1):
    w = cov(y, f) / ((1 + n / N) var(f)), cut to 0 to 1. Its variance sums over cases what each case
    adds to theta, times G / (G - 1); the interval is theta ± t(G - 1) SE, with G the cases that
    hold labels, cut to 0 to 1 for labels of 0 and 1.

    It is valid only if the labelled items are a random sample of all items (or of whole cases), or
    one with known `probabilities`, or a random sample of each of `strata`; if all scores come from
    the same judge in the same version; if the labels are of this system's own answers; and if none
    of them was used to tune the judge.

    With unequal probabilities neither the labelled nor the other items are like all of them. Then
    theta = w mean(f on all) + m(y - w f), m being the mean over labelled items with weights
    1 / probability (Hajek 1971) or, by stratum, the sum of W_h times the stratum's mean (Fisch et
    al. 2024); W_h is the stratum's share of all items. w minimises the estimated variance, cut to
    0 to 1. So a rare class can be labelled oftener and is weighted back. The few heavy items may by
    luck all be alike; so SE^2 has (z / 2 u d)^2 added, u being the share of m that rests on the
    heaviest case and d the range of labels, which is the term that Wilson's interval adds to
    p (1 - p) / n (there u = 1 / n), and t has the degrees of `proportion_estimate`.

    Args:
        labels: A clinician's score of each item, numbers; None or NaN where there is none.
        judge: The judge's score of each item, on the same scale; None or NaN where it failed.
        weight: w, 0 to 1, if it is to be fixed beforehand: 1 trusts the judge's differences fully,
            0 uses labels only. None tunes it.
        probabilities: The probability with which each item was to be labelled, above 0 for every
            item (labelled or not), from the sampling plan and not from the labels. None: all alike.
        strata: The stratum of each item instead, each sampled at random at a rate of its own.
        clusters: The case of each item; None makes each its own case.
        bounds: The lowest and the highest value of the scale, for the intervals of the labels' own
            mean (where all are labelled alike) and of the judge's own: see `mean_estimate`. The
            corrected mean and the judge's bias take none, and differences have none.

    Returns:
        The means. `corrected` has no value without labels or without unlabelled items, no interval
        where fewer than 10 cases hold labels, and none where fewer than 10 cases hold a label other
        than the most common one ("too few failures labelled"): below that its coverage fails. No
        interval either where a few heavy labels carry everything, or a stratum has one label.

    Raises:
        ValueError: Lengths differ, a score is not a finite number, `weight` leaves 0 to 1, both
            probabilities and strata are given, a probability leaves 0 to 1 or is 0, an item that
            was certain to be labelled is not, or a score lies outside `bounds`.

    Example:
        >>> ppi_mean([1, 0, None, None], [1, 1, 1, 0], weight=1).corrected.value
        0.0
    """
    what = "ppi_mean"
    if weight is not None and not 0.0 <= weight <= 1.0:
        raise ValueError(f"{what}: weight must lie within 0 to 1, got {weight!r}")
    numbers = numeric_ratings(rating_pair(labels, judge, what=what), what=what)
    cases = coded_clusters(clusters, len(numbers), what=what)
    labelling = labelling_of(numbers, probabilities=probabilities, strata=strata, what=what)
    is_judged = ~np.isnan(numbers[:, 1])
    codes, _ = case_codes(
        int(is_judged.sum()), None if cases is None else cases[is_judged], what=what
    )
    pool = Pool(numbers[is_judged, 0], numbers[is_judged, 1], codes)
    labelled = pool.is_labelled
    corrected, used = _corrected(pool, weight, labelling)
    off = pool.scores[labelled] - pool.labels[labelled]
    rarer = pool.rarer_cases()
    heavy = None if labelling is None else labelling.weights
    return PpiMean(
        corrected=corrected,
        labelled_only=_mean_of(
            pool.labels[labelled], pool.cases[labelled], heavy, labelled, bounds=bounds
        ),
        judge_only=_mean_of(pool.scores, pool.cases, None, labelled, bounds=bounds),
        judge_bias=_mean_of(off, pool.cases[labelled], heavy, labelled, is_score=True),
        weight=used,
        n_labelled=int(labelled.sum()),
        n_unlabelled=int((~labelled).sum()),
        n_without_judge=int((~is_judged).sum()),
        rarer_cases=rarer if heavy is None else min(rarer, pool.rarer_cases(heavy)),
        effective_labelled=None
        if heavy is None or not labelled.any()
        else effective_number(heavy[labelled]),
    )


def ppi_mean_difference(
    labels: tuple[RaterColumn, RaterColumn],
    judge: tuple[RaterColumn, RaterColumn],
    *,
    weight: float | None = None,
    probabilities: ItemWeights = None,
    strata: Clusters = None,
    clusters: Clusters = None,
) -> PpiMean:
    """Return the corrected mean difference of two systems that answered the same items.

    It is `ppi_mean` of the differences, first minus second system: what both systems share cancels
    item by item. An item counts as labelled where both answers are, as judged where both are.

    Args:
        labels: Labels of the first and of the second system's answers.
        judge: The judge's scores of both.
        weight: As in `ppi_mean`.
        probabilities: As in `ppi_mean`, of both answers being labelled.
        strata: As in `ppi_mean`.
        clusters: The case of each item; None makes each its own case.

    Raises:
        ValueError: As `ppi_mean`.
    """
    what = "ppi_mean_difference"
    label_pair = numeric_ratings(rating_pair(*labels, what=what), what=what)
    judge_pair = numeric_ratings(rating_pair(*judge, what=what), what=what)
    return ppi_mean(
        label_pair[:, 0] - label_pair[:, 1],
        judge_pair[:, 0] - judge_pair[:, 1],
        weight=weight,
        probabilities=probabilities,
        strata=strata,
        clusters=clusters,
    )


def _corrected(
    pool: Pool, weight: float | None, labelling: Labelling | None
) -> tuple[Estimate, float | None]:
    """Return the corrected mean and the weight it used."""
    reason = pool.reason_without_value()
    if reason is not None:
        return without_ends(pool, None, reason), weight
    if labelling is not None:
        return _by_labelling(pool, weight, labelling)
    labelled = pool.is_labelled
    used = pool.tuned_weight() if weight is None else weight
    used = 0.0 if used is None else used
    y, f, more = pool.labels[labelled], pool.scores[labelled], pool.scores[~labelled]
    value = float(y.mean() - used * (f.mean() - more.mean()))
    refusal = pool.reason_without_interval(pool.rarer_cases())
    if refusal is not None:
        return without_ends(pool, value, refusal), used
    rectified = y - used * f
    effect = np.empty(len(pool.scores))
    effect[labelled] = (rectified - rectified.mean()) / len(y)
    effect[~labelled] = used * (more - more.mean()) / len(more)
    return ppi_estimate(pool, value, effect, used), used


def _by_labelling(
    pool: Pool, weight: float | None, labelling: Labelling
) -> tuple[Estimate, float | None]:
    of_labels, label_effect = labelling.mean_of(pool.labels)
    if np.isnan(of_labels):
        return without_ends(pool, None, "a stratum has no labelled item"), weight
    of_scores, score_effect = labelling.mean_of(pool.scores)
    all_scores = float(pool.scores.mean())
    judge_effect = (pool.scores - all_scores) / len(pool.scores) - score_effect
    used = best_weight(label_effect, judge_effect, pool.cases) if weight is None else weight
    value = of_labels + used * (all_scores - of_scores)
    rarer = min(pool.rarer_cases(), pool.rarer_cases(labelling.weights))
    refusal = pool.reason_without_interval(rarer) or labelling.refusal(pool.cases)
    if refusal is not None:
        return without_ends(pool, value, refusal), used
    effect = label_effect + used * judge_effect
    labels = pool.labels[pool.is_labelled]
    floor = _Z / 2 * labelling.heaviest_share(pool.cases) * float(np.ptp(labels))
    by_case = np.bincount(pool.cases, weights=effect).astype(np.float64)
    degrees = min(pool.n_labelled_cases - 1.0, variance_degrees(by_case, n_cases=int(by_case.size)))
    return ppi_estimate(pool, value, effect, used, degrees=degrees, floor=floor), used


def _mean_of(
    values: FloatArray,
    cases: IntArray,
    weights: FloatArray | None,
    enters: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    *,
    is_score: bool = False,
    bounds: tuple[float, float] | None = None,
) -> Estimate:
    """Return the mean of items, weighted where weights are given; a share of ones has Wilson's."""
    if values.size == 0:
        return Estimate(value=None, reason=NO_ITEMS, n=0, clusters=0)
    # Grades that happen to be 0 and 1 alone are no shares: their scale goes on.
    may_be_share = not is_score and bounds in {None, (0.0, 1.0)}
    is_share = may_be_share and bool(np.isin(values, (0.0, 1.0)).all())
    if weights is None:
        if is_share:
            return proportion_estimate(values, cases)
        return mean_estimate(values, cases, bounds=bounds)
    heavy = weights[enters]
    if is_share:
        return weighted_share(values, heavy, cases, heaviest=float(weights.max()), n_boot=1)
    mean = float(heavy @ values / heavy.sum())
    influence = heavy * (values - mean) / heavy.sum()
    return linear_estimate(mean, influence, cases, n_boot=1, what="weighted mean")
