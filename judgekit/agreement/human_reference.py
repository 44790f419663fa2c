"""How the judge agrees with clinicians, beside how clinicians agree with each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np

from judgekit.agreement.concordance import pearson
from judgekit.agreement.kappa import kappa_contributions, kappa_of_totals
from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    RaterColumn,
    Ratings,
    coded_clusters,
    coded_ratings,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import estimated, of_items
from judgekit.agreement.weights import Weights, disagreement_weights
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, mean_estimate

Verdict: TypeAlias = Literal[
    "closer", "no further than the margin", "further than the margin", "these data cannot tell"
]

MIN_RATERS = 3


class PairKappa(Record):
    """Kappa of two raters on the items that both and the judge rated.

    Attributes:
        first: Column of the one rater; None is the judge.
        second: Column of the other.
        value: Kappa; None where undefined or nothing is shared.
        n: Items that both rated.
    """

    first: int | None
    second: int
    value: float | None
    n: int


class HumanReference(Record):
    """Mean pairwise kappa of the judge with clinicians, of clinicians, and their difference.

    Attributes:
        judge_human: Mean kappa of the judge with each clinician.
        human_human: Mean kappa of each two clinicians, on the same items.
        difference: `judge_human` minus `human_human`, its interval from the same draws: above 0
            where the judge is closer to a clinician than another clinician is.
        pairs: Kappa of every two.
    """

    judge_human: Estimate
    human_human: Estimate
    difference: Estimate
    pairs: tuple[PairKappa, ...]


def human_reference(
    ratings: Ratings,
    judge: RaterColumn,
    *,
    categories: Sequence[Label],
    weights: Weights = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> HumanReference:
    """Return how far the judge's agreement with a clinician is from that between clinicians.

    All three figures stand on the items that the judge rated, so that easy items help both sides
    alike. It is a reference, not a ceiling: a judge can be nearer to clinicians than they are to
    each other.

    Args:
        ratings: Items x clinicians; None or NaN is missing.
        judge: The judge's rating of each item; items without one do not enter.
        categories: Every level of the scale in order.
        weights: Of kappa: None, "linear", "quadratic" or a matrix.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        The three figures; pairs that share no item do not enter the means. No value where a kappa
        of a sharing pair is undefined, or no two share an item.

    Raises:
        ValueError: A rating is off the scale, or lengths differ.
    """
    what = "human_reference"
    codes = coded_ratings(rating_table(ratings, what=what), categories, what=what)
    own = coded_ratings(_as_column(judge, len(codes), what=what), categories, what=what)
    costs = disagreement_weights(weights, len(categories), what=what)
    cases = coded_clusters(clusters, len(codes), what=what)
    judged = own[:, 0] != MISSING
    columns = np.column_stack([own, codes])[judged]
    pairs = list(combinations(range(columns.shape[1]), 2))
    blocks = [kappa_contributions(columns[:, pair], costs) for pair in pairs]
    shared = [int(block[:, 1:].sum()) // 2 for block in blocks]
    kept = [place for place, n in enumerate(shared) if n > 0]
    with_judge = np.array([pairs[place][0] == 0 for place in kept], dtype=bool)
    table = np.hstack([blocks[place] for place in kept]) if kept else np.zeros((0, 0))

    def figure(kind: str) -> Estimate:
        return estimated(
            table,
            lambda totals: _mean_kappas(totals, costs, with_judge, kind),
            clusters=of_items(cases, judged) if kept else None,
            n_boot=n_boot,
            seed=seed,
            undefined="kappa of some two raters is undefined, or no two share an item",
        )

    return HumanReference(
        judge_human=figure("judge"),
        human_human=figure("humans"),
        difference=figure("difference"),
        pairs=tuple(
            _pair(pair, block, n, costs)
            for pair, block, n in zip(pairs, blocks, shared, strict=True)
        ),
    )


def _pair(pair: tuple[int, int], block: FloatArray, n: int, costs: FloatArray) -> PairKappa:
    """Return the kappa of two columns, of which 0 is the judge's."""
    kappa = float(kappa_of_totals(block.sum(axis=0)[None, :], costs)[0])
    return PairKappa(
        first=None if pair[0] == 0 else pair[0] - 1,
        second=pair[1] - 1,
        value=kappa if math.isfinite(kappa) else None,
        n=n,
    )


def _mean_kappas(
    totals: FloatArray, costs: FloatArray, with_judge: np.ndarray, kind: str
) -> FloatArray:
    blocks = np.split(totals, with_judge.size, axis=1)
    kappas = np.stack([kappa_of_totals(block, costs) for block in blocks], axis=1)
    nothing = np.full(len(totals), np.nan)
    judge = kappas[:, with_judge].mean(axis=1) if with_judge.any() else nothing
    humans = kappas[:, ~with_judge].mean(axis=1) if not with_judge.all() else nothing
    return np.asarray({"judge": judge, "humans": humans, "difference": judge - humans}[kind])


def margin_verdict(difference: Estimate, *, margin: float) -> Verdict:
    """Return what a difference of agreement (judge minus human, higher is closer) allows to say.

    "closer": the interval lies above 0. "no further than the margin": above -margin. "further than
    the margin": below -margin. Otherwise, and without an interval, these data cannot tell.

    Args:
        difference: As `HumanReference.difference`, with its interval.
        margin: How much less agreement is acceptable, set before the ratings were seen; > 0.

    Raises:
        ValueError: The margin is not above 0.
    """
    if not margin > 0:
        raise ValueError(f"margin_verdict: margin must be > 0, got {margin!r}")
    if difference.low is None or difference.high is None:
        return "these data cannot tell"
    if difference.low > 0:
        return "closer"
    if difference.low > -margin:
        return "no further than the margin"
    if difference.high < -margin:
        return "further than the margin"
    return "these data cannot tell"


class LeftOutRater(Record):
    """One clinician and the judge, both against the mean of the other clinicians.

    Attributes:
        rater: The clinician's column, from 0.
        n: Items that the clinician, another clinician and the judge rated.
        human_mae: Mean absolute difference of the clinician from the others' mean.
        judge_mae: The judge's, on the same items.
        difference: `judge_mae` - `human_mae` with its interval: below 0 where the judge is closer.
        human_bias: Mean of clinician minus others' mean.
        judge_bias: Mean of judge minus others' mean.
        human_pearson: Correlation of the clinician with the others' mean; None if undefined.
        judge_pearson: The judge's; None if undefined.
    """

    rater: int
    n: int
    human_mae: float | None
    judge_mae: float | None
    difference: Estimate
    human_bias: float | None
    judge_bias: float | None
    human_pearson: float | None
    judge_pearson: float | None


def leave_one_out(
    ratings: Ratings, judge: RaterColumn, *, clusters: Clusters = None
) -> tuple[LeftOutRater, ...]:
    """Return, for each clinician left out, how near clinician and judge come to the others.

    The reference is the mean of the other clinicians who rated the item, the same for both. A mean
    of several is less noisy than one rating, which is why the judge must be compared with a
    clinician against the same mean, not with the mean alone.

    Args:
        ratings: Items x clinicians, numbers; None or NaN is missing.
        judge: The judge's number for each item; items without one do not enter.
        clusters: The case of each item; None makes each its own case.

    Returns:
        One entry per clinician; empty with fewer than three clinicians, where it is undefined.

    Raises:
        ValueError: A rating is not a finite number, or lengths differ.
    """
    what = "leave_one_out"
    table = numeric_ratings(rating_table(ratings, what=what), what=what)
    own = numeric_ratings(_as_column(judge, len(table), what=what), what=what)[:, 0]
    cases = coded_clusters(clusters, len(table), what=what)
    if table.shape[1] < MIN_RATERS:
        return ()
    return tuple(_left_out(table, own, rater, cases) for rater in range(table.shape[1]))


def _left_out(
    table: FloatArray, judge: FloatArray, rater: int, cases: IntArray | None
) -> LeftOutRater:
    others = np.delete(table, rater, axis=1)
    given = (~np.isnan(others)).sum(axis=1)
    enters = (given > 0) & ~np.isnan(table[:, rater]) & ~np.isnan(judge)
    reference = np.nansum(others[enters], axis=1) / given[enters]
    human, own = table[enters, rater] - reference, judge[enters] - reference
    return LeftOutRater(
        rater=rater,
        n=int(enters.sum()),
        human_mae=_mean(np.abs(human)),
        judge_mae=_mean(np.abs(own)),
        difference=mean_estimate(np.abs(own) - np.abs(human), of_items(cases, enters)),
        human_bias=_mean(human),
        judge_bias=_mean(own),
        human_pearson=pearson(table[enters, rater], reference).value,
        judge_pearson=pearson(judge[enters], reference).value,
    )


def _mean(values: FloatArray) -> float | None:
    return float(values.mean()) if values.size else None


def _as_column(judge: RaterColumn, n_items: int, *, what: str) -> np.ndarray:
    column = rating_table([[value] for value in judge], what=what)
    if len(column) != n_items:
        raise ValueError(
            f"{what}: judge must have one rating per item, got {len(column)!r} for {n_items!r}"
        )
    return column
