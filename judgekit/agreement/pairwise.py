"""Whether a judge orders the answers of one case as the clinicians do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np

from judgekit.agreement.ratings import Clusters, RaterColumn, numeric_pairs
from judgekit.agreement.resampling import estimated, ratio, without_interval
from judgekit.errors import InputDataError
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes, proportion_estimate

TieRule: TypeAlias = Literal["three_way", "decided"]

TIE_RULES: tuple[TieRule, ...] = ("three_way", "decided")

_ROUNDING = 1e-12


class PairwiseAccuracy(Record):
    """How often a judge orders two answers as the clinicians do, and under which rule.

    Attributes:
        accuracy: Mean credit of the compared pairs, 0 to 1; its `n` counts pairs.
        ties: The rule for ties.
        tie_within: Two reference scores this near are a tie.
        judge_tie_within: Two scores of the judge this near are a tie.
        n_pairs: Pairs of items of the same group that both scored.
        reference_ties: Pairs among them that the reference ties.
        judge_ties: Pairs among them that the judge ties.
    """

    accuracy: Estimate
    ties: TieRule
    tie_within: float
    judge_tie_within: float
    n_pairs: int
    reference_ties: int
    judge_ties: int


def pairwise_accuracy(
    reference: RaterColumn,
    judge: RaterColumn,
    groups: Sequence[str | int],
    *,
    ties: TieRule,
    tie_within: float = 0.0,
    judge_tie_within: float | None = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> PairwiseAccuracy:
    """Return the share of pairs of answers that the judge orders as the reference does.

    All pairs of items of the same group (answers to one question) count alike, so that a group of
    m answers weighs m (m - 1) / 2. The rule for ties must be chosen:

    - "three_way": a tie is an answer of its own; <, = and > must agree (Deutsch, Foster and Freitag
      2023, eq. 6, acc_eq). A judge that ties nothing loses every pair that the clinicians tie.
    - "decided": only pairs that the reference does not tie; a tie of the judge counts one half.
      This is (1 + d) / 2 with Somers' (1962) d of the judge given the reference.

    Args:
        reference: The clinicians' (mean) score of each item, numbers; None or NaN is missing.
        judge: The judge's score of each item.
        groups: The question of each item: pairs are made within it.
        ties: "three_way" or "decided".
        tie_within: Scores that differ by no more than this are tied, 0 or more; for means of
            several clinicians it says what difference is one.
        judge_tie_within: The same for the judge's scores; None takes `tie_within`.
        clusters: The case of each item, which may hold several groups and may not split one; None
            makes each group a case of its own.
        n_boot: Draws of the case bootstrap; 0 asks for no interval. Where every pair counts 0 or 1
            it is a proportion and has that interval instead.
        seed: Seed of the draws.

    Returns:
        The accuracy with its counts; no value where no pair can be compared. A judge that guesses
        has 0.5 under "decided" and less under "three_way".

    Raises:
        ValueError: Lengths differ, a score is not a finite number, a group crosses cases, a
            threshold is negative, or the rule is unknown.

    Example:
        >>> found = pairwise_accuracy([1, 2, 2], [1, 2, 3], [0, 0, 0], ties="decided")
        >>> (found.accuracy.value, found.n_pairs, found.reference_ties)
        (1.0, 3, 1)
    """
    what = "pairwise_accuracy"
    near = tie_within if judge_tie_within is None else judge_tie_within
    if ties not in TIE_RULES:
        raise ValueError(f"{what}: ties must be one of {TIE_RULES!r}, got {ties!r}")
    if not (tie_within >= 0 and near >= 0):
        raise ValueError(f"{what}: a tie threshold must be >= 0, got {tie_within!r} and {near!r}")
    scores, group_of = numeric_pairs(reference, judge, groups, what=what)
    scores = scores.reshape(-1, 2)
    codes, _ = case_codes(len(scores), group_of, what=what)
    _, cases = numeric_pairs(reference, judge, clusters, what=what)
    cases = codes if cases is None else cases
    one, other = _pairs(codes)
    _check_nested(cases, one, other, what=what)
    orders = [
        _orders(scores[one, side] - scores[other, side], least, scores[:, side])
        for side, least in ((0, tie_within), (1, near))
    ]
    credit = _credit(orders[0], orders[1], ties)
    enters = ~np.isnan(credit)
    return PairwiseAccuracy(
        accuracy=_accuracy(credit[enters], cases[one][enters], n_boot, seed),
        ties=ties,
        tie_within=tie_within,
        judge_tie_within=near,
        n_pairs=int(one.size),
        reference_ties=int((orders[0] == 0).sum()),
        judge_ties=int((orders[1] == 0).sum()),
    )


def _pairs(codes: IntArray) -> tuple[IntArray, IntArray]:
    """Return the places of both items of every pair within a group."""
    order = np.argsort(codes, kind="stable")
    ones, others = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for members in np.split(order, np.flatnonzero(np.diff(codes[order])) + 1):
        first, second = np.triu_indices(len(members), 1)
        ones.append(members[first])
        others.append(members[second])
    return np.concatenate(ones), np.concatenate(others)


def _check_nested(cases: IntArray, one: IntArray, other: IntArray, *, what: str) -> None:
    crossing = np.flatnonzero(cases[one] != cases[other])
    if crossing.size:
        pair = (int(one[crossing[0]]), int(other[crossing[0]]))
        raise InputDataError(
            f"{what}: a group must lie within one case, but items {pair!r} (counted among those "
            "both scored) share a group and not a case; group by question, or cluster by group"
        )


def _orders(differences: FloatArray, least: float, scores: FloatArray) -> FloatArray:
    # Rounding must not part a difference from the threshold that it equals.
    slack = _ROUNDING * float(np.abs(scores).max()) if scores.size else 0.0
    return np.where(np.abs(differences) <= least + slack, 0.0, np.sign(differences))


def _credit(reference: FloatArray, judge: FloatArray, ties: TieRule) -> FloatArray:
    """Return 1, 0 or one half per pair; NaN where the rule leaves the pair out."""
    same: FloatArray = (reference == judge).astype(np.float64)
    if ties == "three_way":
        return same
    return np.where(reference == 0, np.nan, np.where(judge == 0, 0.5, same))


def _accuracy(credit: FloatArray, cases: IntArray, n_boot: int, seed: int) -> Estimate:
    if credit.size and np.isin(credit, (0.0, 1.0)).all():
        return without_interval(proportion_estimate(credit, cases), n_boot)
    return estimated(
        np.column_stack([credit, np.ones(credit.size)]),
        lambda totals: ratio(totals[:, 0], totals[:, 1]),
        clusters=cases,
        n_boot=n_boot,
        seed=seed,
        undefined="",
        nothing="no group has two items that can be compared under this rule for ties",
    )
