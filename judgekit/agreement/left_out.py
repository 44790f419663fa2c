"""One clinician left out at a time, and the judge, both against the mean of the others."""

from __future__ import annotations

import numpy as np

from judgekit.agreement.concordance import pearson
from judgekit.agreement.ratings import (
    Clusters,
    RaterColumn,
    Ratings,
    coded_clusters,
    numeric_ratings,
    rater_column,
    rating_table,
)
from judgekit.agreement.resampling import of_items
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, mean_estimate

MIN_RATERS = 3


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
    own = numeric_ratings(rater_column(judge, len(table), what=what), what=what)[:, 0]
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
