"""Whether judge and clinicians rank systems alike."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from judgekit.agreement.ranks import kendall_tau_b, spearman
from judgekit.agreement.ratings import (
    Clusters,
    Ratings,
    coded_clusters,
    numeric_ratings,
    rating_table,
)
from judgekit.records.base import Record
from judgekit.statistics.intervals import NO_ITEMS, FloatArray, case_codes
from judgekit.statistics.paired import one_sided_sign_flip_p

FEW_SYSTEMS = "needs two systems or more"


class SystemRanking(Record):
    """How alike two raters rank systems; with few systems these figures take few values.

    Attributes:
        pairwise_accuracy: Share of pairs of systems that the judge's means order as the
            clinicians' do. A tie is an order of its own: it must be tied on both sides.
        soft_pairwise_accuracy: 1 minus the mean difference of the one-sided p values with which
            each side tells two systems apart: sure disagreements cost more than unsure ones.
        kendall_tau_b: Of the system means; None where all tie on one side.
        spearman: Of the system means; None where all tie on one side.
        reason: Why there are no figures; None when there are.
        reference_means: The clinicians' mean of each system.
        judge_means: The judge's mean of each system.
        n: Items.
        clusters: Cases among them.
    """

    pairwise_accuracy: float | None
    soft_pairwise_accuracy: float | None
    kendall_tau_b: float | None
    spearman: float | None
    reason: str | None = None
    reference_means: tuple[float, ...]
    judge_means: tuple[float, ...]
    n: int
    clusters: int


def system_ranking(
    reference: Ratings, judge: Ratings, *, clusters: Clusters = None, seed: int = 0
) -> SystemRanking:
    """Return how alike clinicians and judge rank systems that answered the same items.

    Soft pairwise accuracy (Thompson et al. 2024) uses sign-flip tests by case: all patterns up to
    16 cases that differ, drawn ones above.

    Args:
        reference: The clinicians' scores, items x systems, numbers, no gaps.
        judge: The judge's scores, same shape.
        clusters: The case of each item; None makes each its own case.
        seed: Seed of drawn sign patterns.

    Returns:
        The figures; none without items or with fewer than two systems.

    Raises:
        ValueError: Shapes differ, or a score is missing or not a finite number.
    """
    what = "system_ranking"
    first = numeric_ratings(rating_table(reference, what=what), what=what)
    second = numeric_ratings(rating_table(judge, what=what), what=what)
    if first.shape != second.shape:
        raise ValueError(f"{what}: shapes must be equal, got {first.shape!r} and {second.shape!r}")
    if np.isnan(first).any() or np.isnan(second).any():
        raise ValueError(
            f"{what}: every system needs a score on every item; leave out items that lack one, for "
            "all systems, and count them"
        )
    n_items, n_systems = first.shape
    cases = coded_clusters(clusters, n_items, what=what)
    codes, n_cases = case_codes(n_items, cases, what=what)
    if n_systems < 2 or n_items == 0:
        return _without_figures(FEW_SYSTEMS if n_systems < 2 else NO_ITEMS, n_items, n_cases)
    means = [tuple((side.sum(axis=0) / n_items).tolist()) for side in (first, second)]
    pairs = list(combinations(range(n_systems), 2))
    same = [_order(first, i, j) == _order(second, i, j) for i, j in pairs]
    gaps = [
        abs(
            one_sided_sign_flip_p(first[:, i] - first[:, j], codes, seed=seed)
            - one_sided_sign_flip_p(second[:, i] - second[:, j], codes, seed=seed)
        )
        for i, j in pairs
    ]
    return SystemRanking(
        pairwise_accuracy=sum(same) / len(same),
        soft_pairwise_accuracy=1.0 - sum(gaps) / len(gaps),
        kendall_tau_b=kendall_tau_b(means[0], means[1]).value,
        spearman=spearman(means[0], means[1]).value,
        reference_means=means[0],
        judge_means=means[1],
        n=n_items,
        clusters=n_cases,
    )


def _without_figures(reason: str, n_items: int, n_cases: int) -> SystemRanking:
    return SystemRanking(
        pairwise_accuracy=None,
        soft_pairwise_accuracy=None,
        kendall_tau_b=None,
        spearman=None,
        reason=reason,
        reference_means=(),
        judge_means=(),
        n=n_items,
        clusters=n_cases,
    )


def _order(scores: FloatArray, one: int, other: int) -> int:
    difference = float((scores[:, one] - scores[:, other]).sum())
    if abs(difference) <= 1e-12 * float(np.abs(scores[:, [one, other]]).sum()):
        return 0
    return 1 if difference > 0 else -1
