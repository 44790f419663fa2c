"""One figure of several runs over the same samples: means, differences, tests, ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from judgekit.comparison.loading import Key, LoadedRun, Reading
from judgekit.comparison.result import ComparedFigure, PairDifference, SystemFigure
from judgekit.comparison.simultaneous import RankInterval, rank_intervals, simultaneous_differences
from judgekit.records.estimate import Estimate
from judgekit.records.outcome import Outcome
from judgekit.records.summary import SummaryRow
from judgekit.statistics.intervals import FloatArray, IntArray, mean_estimate
from judgekit.statistics.multiplicity import adjusted_p_values
from judgekit.statistics.paired import SignFlipTest, paired_difference, sign_flip_test

_NOT_MEASURED = Reading(Outcome.SKIPPED, None)


class _Pair(NamedTuple):
    difference: Estimate
    test: SignFlipTest


def compared_figure(
    runs: Sequence[LoadedRun],
    key: Key,
    ids: Sequence[str],
    cases: IntArray | None,
    group: Mapping[str, str],
    *,
    seed: int,
) -> ComparedFigure:
    """Return one figure over the samples `ids`, which are in every run.

    Args:
        runs: Two runs or more that have the figure.
        key: The figure.
        ids: The samples.
        cases: The case of each, as integer codes; None: each its own.
        group: What the samples have in common, for the record.
        seed: Seed of drawn sign patterns and of the simultaneous intervals.
    """
    row = runs[0].figures[key]
    readings = [[run.readings[key].get(name, _NOT_MEASURED) for name in ids] for run in runs]
    applies = np.array(
        [
            all(one.outcome is not Outcome.NOT_APPLICABLE for one in each)
            for each in zip(*readings, strict=True)
        ],
        dtype=bool,
    )
    values = np.array(
        [[np.nan if one.value is None else one.value for one in column] for column in readings]
    ).reshape(len(runs), len(ids))
    values = values.T[applies]
    complete = ~np.isnan(values).any(axis=1)
    compared = values[complete]
    codes = None if cases is None else cases[applies][complete]
    pairs = _pairs(compared, codes, seed)
    means = [mean_estimate(column, codes, bounds=row.range) for column in compared.T]
    return ComparedFigure(
        scorer=key[0],
        criterion=key[1],
        name=row.name,
        group=dict(group),
        range=row.range,
        higher_is_better=row.higher_is_better,
        n_shared=len(ids),
        n_not_applicable=int((~applies).sum()),
        n_compared=len(compared),
        clusters=len(compared) if codes is None else len(np.unique(codes)),
        systems=_systems(runs, readings, applies.tolist(), means, pairs, row),
        pairs=_records(runs, pairs, values, row, is_whole=bool(complete.all())),
    )


def _pairs(compared: FloatArray, codes: IntArray | None, seed: int) -> dict[tuple[int, int], _Pair]:
    n_systems = compared.shape[1]
    if n_systems == 2:
        differences = {(0, 1): paired_difference(compared[:, 0], compared[:, 1], codes)}
    else:
        differences = simultaneous_differences(compared, codes, seed=seed)
    return {
        (i, j): _Pair(difference, sign_flip_test(compared[:, i], compared[:, j], codes, seed=seed))
        for (i, j), difference in differences.items()
    }


def _systems(
    runs: Sequence[LoadedRun],
    readings: Sequence[Sequence[Reading]],
    applies: Sequence[bool],
    means: Sequence[Estimate],
    pairs: Mapping[tuple[int, int], _Pair],
    row: SummaryRow,
) -> tuple[SystemFigure, ...]:
    ranks = _ranks(means, row.higher_is_better)
    intervals: Sequence[RankInterval | None] = [None] * len(runs)
    if len(runs) > 2 and row.higher_is_better is not None and ranks[0] is not None:
        intervals = rank_intervals(
            {places: pair.difference for places, pair in pairs.items()},
            len(runs),
            higher_is_better=row.higher_is_better,
        )
    return tuple(
        SystemFigure(
            run=run.name,
            mean=_within(mean, row.range),
            missing=Counter(
                one.outcome.value
                for one, is_applicable in zip(column, applies, strict=True)
                if is_applicable and one.value is None
            ),
            rank=rank,
            rank_low=None if interval is None else interval.low,
            rank_high=None if interval is None else interval.high,
        )
        for run, column, mean, rank, interval in zip(
            runs, readings, means, ranks, intervals, strict=True
        )
    )


def _ranks(means: Sequence[Estimate], higher_is_better: bool | None) -> list[int | None]:
    values = [mean.value for mean in means]
    if higher_is_better is None:
        return [None] * len(values)
    sign = 1 if higher_is_better else -1
    return [
        None
        if value is None
        else 1 + sum(other is not None and sign * other > sign * value for other in values)
        for value in values
    ]


def _within(mean: Estimate, span: tuple[float, float] | None) -> Estimate:
    """Cut the interval at the range: a mean cannot lie outside it."""
    if span is None or mean.low is None or mean.high is None:
        return mean
    return mean.model_copy(update={"low": max(mean.low, span[0]), "high": min(mean.high, span[1])})


def _records(
    runs: Sequence[LoadedRun],
    pairs: Mapping[tuple[int, int], _Pair],
    values: FloatArray,
    row: SummaryRow,
    *,
    is_whole: bool,
) -> tuple[PairDifference, ...]:
    adjusted = adjusted_p_values([pair.test.p for pair in pairs.values()])
    return tuple(
        PairDifference(
            first=runs[i].name,
            second=runs[j].name,
            difference=pairs[i, j].difference,
            test=pairs[i, j].test,
            p_adjusted=p,
            low_if_missing=None if is_whole else _extreme(values[:, i], values[:, j], row.range),
            high_if_missing=None
            if is_whole
            else _extreme(values[:, j], values[:, i], row.range, sign=-1.0),
        )
        for (i, j), p in zip(combinations(range(len(runs)), 2), adjusted, strict=True)
    )


def _extreme(
    first: FloatArray, second: FloatArray, span: tuple[float, float] | None, *, sign: float = 1.0
) -> float | None:
    """Return the mean of first - second with the first's gaps lowest, the second's highest."""
    if span is None or not first.size:
        return None
    low = np.where(np.isnan(first), span[0], first)
    high = np.where(np.isnan(second), span[1], second)
    return sign * float((low - high).mean())
