"""How the judge agrees with clinicians, beside how clinicians agree with each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from judgekit.agreement.pair_measures import NUMERIC, MeasureName, PairMeasure, pair_measure
from judgekit.agreement.ratings import (
    MISSING,
    Clusters,
    Label,
    RaterColumn,
    Ratings,
    coded_clusters,
    rater_column,
    rating_table,
)
from judgekit.agreement.resampling import estimated, of_items
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, proportion_estimate

Verdict: TypeAlias = Literal[
    "closer", "no further than the margin", "further than the margin", "these data cannot tell"
]

BoolArray: TypeAlias = NDArray[np.bool_]
_Kind: TypeAlias = Literal["judge", "humans", "difference"]


class PairCloseness(Record):
    """How close two raters are.

    Attributes:
        first: Column of the one rater; None is the judge.
        second: Column of the other.
        value: The measure; None where undefined or nothing is shared.
        n: Items that both rated.
    """

    first: int | None
    second: int
    value: float | None
    n: int


class HumanReference(Record):
    """Mean closeness of the judge to clinicians, of clinicians to each other, and the difference.

    Attributes:
        measure: How closeness is measured.
        higher_is_closer: Whether more of it means closer.
        judge_human: Mean over clinicians of the measure between judge and clinician.
        human_human: Mean over pairs of clinicians, on the same items.
        difference: `judge_human` minus `human_human`, its interval from the same draws.
        pairs: The measure of every two.
    """

    measure: MeasureName
    higher_is_closer: bool
    judge_human: Estimate
    human_human: Estimate
    difference: Estimate
    pairs: tuple[PairCloseness, ...]

    @property
    def closeness(self) -> Estimate:
        """The difference turned so that above 0 the judge is closer than another clinician."""
        return self.difference if self.higher_is_closer else turned(self.difference)


def turned(estimate: Estimate) -> Estimate:
    """Return minus the estimate, its interval turned with it."""
    if estimate.value is None:
        return estimate
    low, high = estimate.low, estimate.high
    return estimate.model_copy(
        update={
            "value": -estimate.value,
            "low": None if high is None else -high,
            "high": None if low is None else -low,
        }
    )


def human_reference(
    ratings: Ratings,
    judge: RaterColumn,
    *,
    measure: MeasureName,
    categories: Sequence[Label] | None = None,
    clusters: Clusters = None,
    n_boot: int = 0,
    seed: int = 0,
) -> HumanReference:
    """Return how far the judge's closeness to a clinician is from that between clinicians.

    All three figures stand on the items that the judge rated, so that easy items help both sides
    alike. It is a reference, not a ceiling: a judge can be nearer to clinicians than they are to
    each other.

    Args:
        ratings: Items x clinicians; None or NaN is missing.
        judge: The judge's rating of each item; items without one do not enter.
        measure: How closeness is measured (see `pair_measure`).
        categories: Every level of the scale in order; needed but for measures of numbers.
        clusters: The case of each item; None makes each its own case.
        n_boot: Draws of the case bootstrap; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        The three figures. A share of items between two raters is a proportion and has Wilson's
        interval; the rest have the case bootstrap's. `n` of each counts the items on which some
        two of its raters meet; pairs that share no item do not enter its mean. No value where the
        measure of a sharing pair is undefined, or no two share an item.

    Raises:
        ValueError: A rating is off the scale, lengths differ, or there is no such measure.
    """
    what = "human_reference"
    how = pair_measure(measure, categories=categories)
    column = rater_column(judge, len(ratings), what=what)
    table = rating_table(ratings, what=what)
    columns = how.read(np.column_stack([column, table]), what)
    judged = ~_is_absent(columns[:, 0], how)
    cases = coded_clusters(clusters, len(columns), what=what)
    columns = columns[judged]
    pairs = list(combinations(range(columns.shape[1]), 2))
    given = ~_is_absent(columns, how)
    both = np.column_stack(
        [given[:, one] & given[:, other] for one, other in pairs] or [given[:, :0]]
    )
    shared = both.sum(axis=0)
    kept = np.flatnonzero(shared)
    blocks = [how.contribute(columns[:, one], columns[:, other]) for one, other in pairs]
    with_judge = np.array([pairs[place][0] == 0 for place in kept], dtype=bool)
    sums = np.hstack([blocks[place] for place in kept]) if kept.size else np.zeros((0, 0))
    of_judged = of_items(cases, judged)

    def figure(kind: _Kind) -> Estimate:
        wanted = {
            "judge": with_judge,
            "humans": ~with_judge,
            "difference": np.ones_like(with_judge),
        }[kind]
        enters: BoolArray = both[:, kept[wanted]].sum(axis=1) > 0
        entering = None if of_judged is None else of_judged[enters]
        found = estimated(
            sums[enters] if kept.size else sums,
            lambda totals: _mean_measures(totals, how, with_judge, kind),
            clusters=entering if kept.size else None,
            n_boot=n_boot,
            seed=seed,
            undefined=f"no two share an item, or {how.why_undefined}",
        )
        if n_boot == 0 or kind == "difference" or not how.is_share or found.value is None:
            return found
        if wanted.sum() == 1:
            cost = blocks[int(kept[wanted][0])][enters, 0]
            return proportion_estimate(1.0 - cost, entering)
        if found.value in (0.0, 1.0):
            # All agree, or none: resampling shows no variation, but a proportion has an interval.
            return proportion_estimate(np.full(int(enters.sum()), found.value), entering)
        return found

    return HumanReference(
        measure=measure,
        higher_is_closer=how.higher_is_closer,
        judge_human=figure("judge"),
        human_human=figure("humans"),
        difference=figure("difference"),
        pairs=tuple(
            _pair(pair, block, n, how)
            for pair, block, n in zip(pairs, blocks, shared.tolist(), strict=True)
        ),
    )


def _is_absent(columns: FloatArray, how: PairMeasure) -> BoolArray:
    return np.isnan(columns) if how.name in NUMERIC else columns == MISSING


def _pair(pair: tuple[int, int], block: FloatArray, n: int, how: PairMeasure) -> PairCloseness:
    """Return the measure of two columns, of which 0 is the judge's."""
    value = float(how.value(block.sum(axis=0)[None, :])[0])
    return PairCloseness(
        first=None if pair[0] == 0 else pair[0] - 1,
        second=pair[1] - 1,
        value=value if math.isfinite(value) else None,
        n=n,
    )


def _mean_measures(
    totals: FloatArray, how: PairMeasure, with_judge: BoolArray, kind: _Kind
) -> FloatArray:
    blocks = np.split(totals, with_judge.size, axis=1)
    values = np.stack([how.value(block) for block in blocks], axis=1)
    nothing = np.full(len(totals), np.nan)
    judge = values[:, with_judge].mean(axis=1) if with_judge.any() else nothing
    humans = values[:, ~with_judge].mean(axis=1) if not with_judge.all() else nothing
    return np.asarray({"judge": judge, "humans": humans, "difference": judge - humans}[kind])


def margin_verdict(difference: Estimate, *, margin: float) -> Verdict:
    """Return what a difference of agreement (judge minus human, higher is closer) allows to say.

    "closer": the interval lies above 0. "no further than the margin": above -margin. "further than
    the margin": below -margin. Otherwise, and without an interval, these data cannot tell.

    Args:
        difference: As `HumanReference.closeness`, with its interval.
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
