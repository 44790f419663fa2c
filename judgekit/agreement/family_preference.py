"""Whether a judge favours answers of its own model family: a difference in differences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgekit.agreement.linearised import linear_estimate
from judgekit.agreement.ratings import (
    Clusters,
    RaterColumn,
    coded_clusters,
    numeric_ratings,
    rating_pair,
)
from judgekit.agreement.resampling import of_items, without_interval
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes, mean_estimate

CLINICIANS = "clinicians"


class FamilyPreference(Record):
    """What a judge adds to its own family's answers beyond what it adds to others'.

    Attributes:
        preference: own minus others, in points: above 0 where the judge favours its family.
        own: Mean of judge - control on answers of the judge's family.
        others: The same on answers of other families, the control's own left out.
        control_family: Who the judge is compared with.
        n_left_out: Answers of the control's own family, which take no part.
    """

    preference: Estimate
    own: Estimate
    others: Estimate
    control_family: str
    n_left_out: int


def family_preference(
    judge: RaterColumn,
    control: RaterColumn,
    families: Sequence[str],
    *,
    judge_family: str,
    control_family: str,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> FamilyPreference:
    """Return how much more a judge adds to answers of its own family than to those of others.

    (mean of judge - control on its own family's answers) - (the same on other families' answers).
    Better answers raise judge and control alike, and a judge that is lenient to all is so in both
    terms; both cancel. Without a control nothing tells a family's quality from a taste for it, so
    there is no default: the clinicians' mean, or a judge of a second family. Such a judge may
    favour its own family just so, hence answers of that family are left out.

    Args:
        judge: The judge's score of each answer, numbers; None or NaN is missing.
        control: The control's score of each answer, on the same scale.
        families: The model family that wrote each answer.
        judge_family: The judge's own family.
        control_family: The control's: `CLINICIANS`, or another judge's family.
        clusters: The case of each answer; None makes each its own case.
        n_boot: 0 asks for no interval; any other number for a linearised t interval, which needs
            no draws.
        seed: Plays no part; every procedure takes it.

    Returns:
        Preference and both its terms. No preference without an answer of either kind; no interval
        where either kind lies in fewer than 10 cases.

    Raises:
        ValueError: The control is of the judge's family, lengths differ, or a score is not a
            number.

    Example:
        >>> found = family_preference(
        ...     [5, 3], [4, 3], ["a", "b"], judge_family="a", control_family=CLINICIANS
        ... )
        >>> found.preference.value
        1.0
    """
    del seed
    what = "family_preference"
    if control_family == judge_family:
        raise ValueError(
            f"{what}: control must be clinicians or a judge of another family, got "
            f"{control_family!r} for both; a family cannot be the measure of itself"
        )
    scores = numeric_ratings(rating_pair(judge, control, what=what), what=what).reshape(-1, 2)
    if len(families) != len(scores):
        raise ValueError(
            f"{what}: families must name one family per answer, got {len(families)!r} for "
            f"{len(scores)!r} answers"
        )
    cases = coded_clusters(clusters, len(scores), what=what)
    names = np.array(list(families), dtype=object)
    is_left_out = names == control_family
    enters = (np.isnan(scores).sum(axis=1) == 0) & ~is_left_out
    entering = of_items(cases, enters)
    gaps = scores[enters, 0] - scores[enters, 1]
    is_own = names[enters] == judge_family
    sides = [
        _mean(gaps[side], None if entering is None else entering[side], n_boot)
        for side in (is_own, ~is_own)
    ]
    return FamilyPreference(
        preference=_preference(gaps, is_own, entering, n_boot),
        own=sides[0],
        others=sides[1],
        control_family=control_family,
        n_left_out=int(is_left_out.sum()),
    )


def _mean(gaps: FloatArray, cases: IntArray | None, n_boot: int) -> Estimate:
    return without_interval(mean_estimate(gaps, cases), n_boot)


def _preference(
    gaps: FloatArray,
    is_own: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    cases: IntArray | None,
    n_boot: int,
) -> Estimate:
    codes, n_cases = case_codes(gaps.size, cases, what="family_preference")
    for side, whose in ((is_own, "the judge's family"), (~is_own, "another family")):
        if not side.any():
            reason = f"no answer of {whose} was scored by judge and control"
            return Estimate(value=None, reason=reason, n=int(gaps.size), clusters=n_cases)
    value, influence = 0.0, np.empty(gaps.size)
    for side, sign in ((is_own, 1.0), (~is_own, -1.0)):
        mean = float(gaps[side].mean())
        value += sign * mean
        influence[side] = sign * (gaps[side] - mean) / int(side.sum())
    return linear_estimate(
        value,
        influence,
        cases,
        n_boot=n_boot,
        what="difference in differences",
        fewest_cases=min(np.unique(codes[side]).size for side in (is_own, ~is_own)),
    )
