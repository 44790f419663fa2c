"""Shares and differences of shares as figures, each with its interval and its bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from judgekit.mcq.figures import Figure, Source
from judgekit.records.estimate import Estimate
from judgekit.statistics import mean_estimate, paired_difference, proportion_estimate

CHANCE = "a random option"
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


class Term(NamedTuple):
    """What a figure is: everything about it but its numbers."""

    id: str
    name: str
    definition: str
    source: Source


class Part(NamedTuple):
    """One unit's part in a share: what was seen, and the least and most it could have been.

    A unit is in the denominator (`den`) or not, and in the numerator (`num`) or not; where an
    answer may be there that was not found, either may be open.
    """

    num: bool
    den: bool
    num_low: bool
    num_high: bool
    den_low: bool
    den_high: bool


@cache  # 64 parts at most, made once: a figure may have 100,000 units
def part(
    num: bool,
    den: bool = True,
    *,
    num_low: bool | None = None,
    num_high: bool | None = None,
    den_low: bool | None = None,
    den_high: bool | None = None,
) -> Part:
    """Return a unit's part; what is not said to be open is as it was seen."""
    return Part(
        num,
        den,
        num if num_low is None else num_low,
        num if num_high is None else num_high,
        den if den_low is None else den_low,
        den if den_high is None else den_high,
    )


def share(
    term: Term,
    parts: Sequence[Part],
    cases: Sequence[int],
    *,
    where: dict[str, str] | None = None,
    chances: Sequence[float] = (),
    n_left_out: int = 0,
    left_out: str | None = None,
    note: str | None = None,
) -> Figure:
    """Return the share of units in the denominator that are in the numerator.

    Bounds: a unit whose membership of the denominator is open is put there when that lowers (or
    raises) the share, and left out otherwise; open numerators are set to 0, or 1.

    Args:
        term: What the figure is.
        parts: One for each unit.
        cases: The number of each unit's case.
        where: What part of the data it is about.
        chances: For each unit, what a random choice would give; empty: does not apply.
        n_left_out: Units that could not enter, and why.
        left_out: Why they could not.
        note: What must be known to read it.
    """
    inside = [number for number, one in enumerate(parts) if one.den]
    values = np.array([parts[number].num for number in inside], dtype=np.float64)
    estimate = proportion_estimate(values, case_codes_of([cases[number] for number in inside]))
    low, high = _share_bounds(parts) if inside else (None, None)
    chance = float(np.mean([chances[number] for number in inside])) if chances and inside else None
    return Figure(
        **estimate.model_dump(),
        **term._asdict(),
        kind="share",
        where=where or {},
        count=int(values.sum()),
        bound_low=low,
        bound_high=high,
        chance=chance,
        chance_is=None if chance is None else CHANCE,
        n_left_out=n_left_out,
        left_out=left_out if n_left_out else None,
        note=note,
    )


def _share_bounds(parts: Sequence[Part]) -> tuple[float | None, float | None]:
    counts = Counter(parts)
    ends: list[float | None] = []
    for wanted in (False, True):
        n = n_in = 0
        for one, count in counts.items():
            num = one.num_high if wanted else one.num_low
            if one.den_low or (one.den_high and num == wanted):
                n += count
                n_in += count * num
        ends.append(n_in / n if n else None)
    return ends[0], ends[1]


def difference(
    term: Term,
    a: Sequence[Part],
    b: Sequence[Part],
    cases: Sequence[int],
    *,
    where: dict[str, str] | None = None,
    chance: float | None = 0.0,
    n_left_out: int = 0,
    left_out: str | None = None,
    note: str | None = None,
) -> Figure:
    """Return the mean difference of two claims about the same units, a - b.

    Bounds: every open claim set so that the difference is lowest, or highest.
    """
    first = np.array([part.num for part in a], dtype=np.float64)
    second = np.array([part.num for part in b], dtype=np.float64)
    estimate = cut_to(-1.0, 1.0, paired_difference(first, second, case_codes_of(cases)))
    low = high = None
    if len(a):
        low = _mean(x.num_low for x in a) - _mean(y.num_high for y in b)
        high = _mean(x.num_high for x in a) - _mean(y.num_low for y in b)
    return Figure(
        **estimate.model_dump(),
        **term._asdict(),
        kind="difference",
        where=where or {},
        bound_low=low,
        bound_high=high,
        chance=chance,
        n_left_out=n_left_out,
        left_out=left_out if n_left_out else None,
        note=note,
    )


def unpaired_difference(
    term: Term,
    a: Sequence[Part],
    b: Sequence[Part],
    cases_a: Sequence[int],
    cases_b: Sequence[int],
    *,
    where: dict[str, str] | None = None,
    note: str | None = None,
) -> Figure:
    """Return the difference of two shares of different units, clustered by case.

    The standard error is that of a difference of two ratios of sums, linearised (Cochran 1977,
    eq. 6.13): r_g = sum over case g of (y_a - p_a) / n_a minus that of (y_b - p_b) / n_b, and
    SE^2 = G / (G - 1) * sum(r_g^2), with t of G - 1. A case with units on both sides enters once.
    """
    first = np.array([part.num for part in a], dtype=np.float64)
    second = np.array([part.num for part in b], dtype=np.float64)
    if not first.size or not second.size:
        estimate = Estimate(value=None, reason="one side has no items", n=0, clusters=0)
    else:
        estimate = linearised_difference(first, second, codes_of([*cases_a, *cases_b]))
    low = high = None
    if estimate.value is not None:
        low = _mean(x.num_low for x in a) - _mean(y.num_high for y in b)
        high = _mean(x.num_high for x in a) - _mean(y.num_low for y in b)
    return Figure(
        **estimate.model_dump(),
        **term._asdict(),
        kind="difference",
        where=where or {},
        bound_low=low,
        bound_high=high,
        chance=0.0,
        note=note,
    )


def linearised_difference(first: FloatArray, second: FloatArray, codes: IntArray) -> Estimate:
    """Return mean(first) - mean(second) with its cluster-robust interval.

    Args:
        first: One number per unit of one side, at least one.
        second: The same of the other side.
        codes: The case of each unit, first side first.
    """
    residuals = np.concatenate(
        [(first - first.mean()) / first.size, -(second - second.mean()) / second.size]
    )
    # A sum over cases of n times these residuals has the value as its mean, so that the interval
    # is that of a mean.
    n = residuals.size
    estimate = mean_estimate(residuals * n, codes)
    value = float(first.mean() - second.mean())
    if estimate.low is None or estimate.high is None:
        return estimate.model_copy(update={"value": value})
    moved = {"value": value, "low": estimate.low + value, "high": estimate.high + value}
    method = (estimate.method or "").replace("mean ±", "unpaired difference ±")
    return cut_to(-1.0, 1.0, estimate.model_copy(update={**moved, "method": method}))


def cut_to(minimum: float, maximum: float, estimate: Estimate) -> Estimate:
    """Return the estimate with its interval cut at the range: nothing lies outside it."""
    if estimate.low is None or estimate.high is None:
        return estimate
    ends = {"low": max(estimate.low, minimum), "high": min(estimate.high, maximum)}
    return estimate.model_copy(update=ends)


def codes_of(cases: Sequence[int]) -> IntArray:
    """Return the number of each unit's case as an array."""
    return np.array(cases, dtype=np.int64)


def case_codes_of(cases: Sequence[int]) -> IntArray | None:
    """Return the number of each unit's case; None where every unit is its own case."""
    codes = codes_of(cases)
    return None if np.unique(codes).size == codes.size else codes


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(np.fromiter(values, dtype=np.float64)))
