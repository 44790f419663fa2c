"""Mean pairwise closeness when cases and raters are drawn anew, both at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.panel_numbers import NO_ITEM, array, coded_cases, numbers, undefined
from judgekit.records.estimate import (
    INTERVAL_LEVEL,
    MIN_CLUSTERS,
    NO_VARIATION,
    TOO_FEW_CASES,
    Estimate,
)
from judgekit.statistics.bootstrap import MAX_UNDEFINED_SHARE, NO_INTERVAL_ASKED
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

MIN_RATERS = 3
FEW_RATERS = f"drawing raters anew needs {MIN_RATERS} of them or more"
_CELLS_AT_A_TIME = 4_000_000


class TwoWay(NamedTuple):
    """Mean closeness with intervals over cases and raters.

    Attributes:
        judge: Mean over clinicians of the judge's closeness to the clinician.
        difference: That minus the mean over pairs of clinicians, on the same items.
    """

    judge: Estimate
    difference: Estimate


def two_way(panel: Panel, *, is_exact: bool, n_boot: int, seed: int) -> TwoWay:
    """Return mean pairwise closeness with percentile intervals over cases and raters.

    Each draw takes G of the G cases and k of the k clinicians with replacement (Davison and
    Hinkley 1997, section 3.8, both ways of a crossed design); a clinician drawn twice weighs twice
    and is not compared with the copy. A draw that holds one clinician only has no difference.
    Closeness is the share of items with the same answer, or the absolute distance in points.

    The interval is wider than one over cases: it speaks of clinicians like these, not of these.

    Args:
        panel: The criterion. Answers on the scale only, but for labels, whose extras are answers:
            the items of exact agreement elsewhere.
        is_exact: Whether closeness is the same answer; else the distance in points.
        n_boot: Number of draws; 0 asks for no interval.
        seed: Seed of the draws.

    Returns:
        Both figures; `n` counts items that the judge and a clinician answered. No value with fewer
        than three clinicians, or where nothing is shared; no interval under 10 cases or where more
        than 5 % of the draws have no value.
    """
    if len(panel.raters) < MIN_RATERS:
        return TwoWay(undefined(FEW_RATERS), undefined(FEW_RATERS))
    columns = _columns(panel, is_exact=is_exact)
    columns[np.isnan(columns[:, 0])] = np.nan
    enters = (~np.isnan(columns[:, 1:])).any(axis=1)
    if not enters.any():
        return TwoWay(undefined(NO_ITEM), undefined(NO_ITEM))
    columns = columns[enters]
    cases = coded_cases(
        None if panel.cases is None else [panel.cases[place] for place in np.flatnonzero(enters)]
    )
    codes, n_cases = case_codes(len(columns), cases, what="two-way bootstrap")
    pairs = list(combinations(range(columns.shape[1]), 2))
    sums = _pair_sums(columns, pairs, codes, n_cases, is_exact=is_exact)
    k = len(panel.raters)
    value = _means(sums.sum(axis=0)[None, :], np.ones((1, k)), pairs)[0]
    draws = np.concatenate(list(_draws(sums, k, pairs, n_boot, seed))) if n_boot else None
    method = f"percentiles of {n_boot} draws of {n_cases} cases and {k} clinicians, 95 %"
    found = [
        _estimate(
            float(value[side]),
            None if draws is None else draws[:, side],
            n=len(columns),
            n_cases=n_cases,
            method=method,
        )
        for side in (0, 1)
    ]
    return TwoWay(judge=found[0], difference=found[1])


def _columns(panel: Panel, *, is_exact: bool) -> FloatArray:
    """Return judge and clinicians as numbers, NaN for none; for `is_exact` only equality counts."""
    if is_exact:
        places = {level: float(place) for place, level in enumerate(panel.categories)}
        is_nominal = panel.scale.family == "nominal"
        judged = panel.judged if is_nominal else panel.levels_judged
        given = panel.answers if is_nominal else panel.levels_given
        rows = [
            [None if value is None else places[value] for value in (own, *row)]
            for own, row in zip(judged, given, strict=True)
        ]
    else:
        rows = [
            [*numbers((own, *row))]
            for own, row in zip(panel.levels_judged, panel.levels_given, strict=True)
        ]
    width = len(panel.raters) + 1
    return np.array([array(row) for row in rows], dtype=np.float64).reshape(-1, width)


def _pair_sums(
    columns: FloatArray,
    pairs: list[tuple[int, int]],
    codes: IntArray,
    n_cases: int,
    *,
    is_exact: bool,
) -> FloatArray:
    """Return the sums of closeness, then the counts, of each pair by case; cases x (2 pairs)."""
    first = columns[:, [one for one, _ in pairs]]
    second = columns[:, [other for _, other in pairs]]
    shared = ~np.isnan(first) & ~np.isnan(second)
    apart = np.where(shared, np.abs(first - second), 0.0)
    close = np.where(shared, apart == 0.0, 0.0) if is_exact else apart
    parts = np.hstack([close, shared.astype(np.float64)])
    sums = np.zeros((n_cases, parts.shape[1]))
    np.add.at(sums, codes, parts)
    return sums


def _draws(
    sums: FloatArray, n_raters: int, pairs: list[tuple[int, int]], n_boot: int, seed: int
) -> Iterator[FloatArray]:
    n_cases = len(sums)
    generator = np.random.default_rng(seed)
    at_a_time = max(1, _CELLS_AT_A_TIME // max(n_cases, sums.shape[1]))
    for start in range(0, n_boot, at_a_time):
        n = min(at_a_time, n_boot - start)
        cases = generator.multinomial(n_cases, np.full(n_cases, 1 / n_cases), size=n)
        raters = generator.multinomial(n_raters, np.full(n_raters, 1 / n_raters), size=n)
        yield _means(cases @ sums, raters.astype(np.float64), pairs)


def _means(totals: FloatArray, raters: FloatArray, pairs: list[tuple[int, int]]) -> FloatArray:
    """Return the judge's mean and the difference of each draw; draws x 2, NaN where undefined."""
    n_pairs = len(pairs)
    counts = totals[:, n_pairs:]
    close = np.divide(
        totals[:, :n_pairs], counts, out=np.zeros((len(totals), n_pairs)), where=counts > 0
    )
    # Column 0 is the judge, who is in every draw once.
    drawn = np.hstack([np.ones((len(raters), 1)), raters])
    weights = np.stack([drawn[:, one] * drawn[:, other] for one, other in pairs], axis=1)
    weights = np.where(counts > 0, weights, 0.0)
    is_judge = np.array([one == 0 for one, _ in pairs])
    judge, humans = (_mean(close, weights, side) for side in (is_judge, ~is_judge))
    return np.column_stack([judge, judge - humans])


def _mean(
    close: FloatArray, weights: FloatArray, side: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> FloatArray:
    total = weights[:, side].sum(axis=1)
    found = np.full(len(close), np.nan)
    np.divide((close * weights)[:, side].sum(axis=1), total, out=found, where=total > 0)
    return found


def _estimate(
    value: float, draws: FloatArray | None, *, n: int, n_cases: int, method: str
) -> Estimate:
    if not np.isfinite(value):
        return Estimate(value=None, reason="no two clinicians share an item", n=n, clusters=n_cases)
    found = Estimate(value=value, interval_reason=NO_INTERVAL_ASKED, n=n, clusters=n_cases)
    if draws is None:
        return found
    if n_cases < MIN_CLUSTERS:
        return found.model_copy(update={"interval_reason": TOO_FEW_CASES})
    defined = draws[np.isfinite(draws)]
    lost = 1 - defined.size / draws.size
    if lost > MAX_UNDEFINED_SHARE:
        reason = (
            f"{100 * lost:.0f} % of the draws hold one clinician only, or none who share an item"
        )
        return found.model_copy(update={"interval_reason": reason})
    tail = (1 - INTERVAL_LEVEL) / 2
    low, high = np.quantile(defined, [tail, 1 - tail]).tolist()
    if not low < high:
        return found.model_copy(update={"interval_reason": NO_VARIATION})
    return Estimate(value=value, low=low, high=high, method=method, n=n, clusters=n_cases)
