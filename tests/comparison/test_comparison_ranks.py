"""More than two runs: intervals that hold at once, and the ranks that they leave open."""

from __future__ import annotations

import numpy as np
import pytest
from comparison_runs import run_with
from scipy import stats

from judgekit import compare
from judgekit.comparison.simultaneous import rank_intervals, simultaneous_differences
from judgekit.records.estimate import Estimate


def test_the_reach_is_tukeys_where_systems_are_alike() -> None:
    """Equal variances, no correlation: max |t| of 3 systems, 10 degrees, is q / sqrt(2) = 2.741."""
    # q(0.95; 3, 10) = 3.877 (Pearson and Hartley, table 29).
    rng = np.random.default_rng(5)
    columns = rng.standard_normal((11, 4))
    columns[:, 0] = 1.0
    table = np.linalg.qr(columns)[0][:, 1:]  # three columns: mean 0, length 1, orthogonal
    found = simultaneous_differences(table, None)
    # The squares of a difference sum to 2: SE = sqrt(11 / 10 * 2) / 11.
    error = np.sqrt(2.2) / 11
    for estimate in found.values():
        assert estimate.high is not None
        assert estimate.low is not None
        assert (estimate.high - estimate.low) / 2 / error == pytest.approx(2.741, abs=0.02)


def test_two_systems_have_students_interval() -> None:
    """One pair needs no draws: the reach is t(G - 1)."""
    values = np.column_stack([np.arange(1.0, 13.0), np.zeros(12)])
    (estimate,) = simultaneous_differences(values, None).values()
    half = stats.t.ppf(0.975, 11) * values[:, 0].std(ddof=1) / np.sqrt(12)
    assert estimate.high == pytest.approx(6.5 + half)


def test_what_never_varies_and_few_cases_have_no_interval() -> None:
    """A constant difference has its value and the reason; so has any with 9 cases."""
    rng = np.random.default_rng(0)
    first = rng.standard_normal(20)
    table = np.column_stack([first, first + 1.0, rng.standard_normal(20)])
    found = simultaneous_differences(table, None)
    assert found[0, 1].interval_reason == "no variation between cases"
    assert found[0, 1].value == pytest.approx(-1.0)
    assert found[0, 2].low is not None
    few = simultaneous_differences(table, np.arange(20) % 9)
    assert {one.interval_reason for one in few.values()} == {"too few cases for an interval"}


def test_rank_intervals_by_hand() -> None:
    """Of three, 0 surely beats 2 and nothing else is sure: 1 to 2, 1 to 3, 2 to 3."""

    def estimate(low: float, high: float) -> Estimate:
        return Estimate(value=(low + high) / 2, low=low, high=high, n=10, clusters=10)

    found = {(0, 1): estimate(-1, 3), (0, 2): estimate(1, 3), (1, 2): estimate(-0.5, 2)}
    assert rank_intervals(found, 3, higher_is_better=True) == [(1, 2), (1, 3), (2, 3)]
    assert rank_intervals(found, 3, higher_is_better=False) == [(2, 3), (1, 3), (1, 2)]


def test_a_leaderboard_of_three_runs() -> None:
    """Only samples with a value in every run count, and Holm's p are for the three pairs."""
    ids = [f"q{number}" for number in range(12)]
    best = run_with({name: 5.0 + k % 3 for k, name in enumerate(ids)}, system="best")
    worst = run_with({name: 1.0 + k % 2 for k, name in enumerate(ids)}, system="worst")
    gap = {name: 4.0 + k % 4 for k, name in enumerate(ids)} | {"q0": None}
    middle = run_with(gap, system="middle")
    found = compare(best, middle, worst)
    (figure,) = found.figures
    assert figure.n_compared == 11
    assert [system.rank for system in figure.systems] == [1, 2, 3]
    last = figure.systems[2]
    assert (last.rank_low, last.rank_high) == (3, 3)
    assert "simultaneous 95 % for 3 pairs" in (figure.pairs[0].difference.method or "")
    # 11 cases that all differ alike: p = 2 / 2^11; Holm multiplies the two smallest by 3, both.
    apart = [pair.p_adjusted for pair in figure.pairs if pair.second == "worst"]
    assert apart == [3 * 2 / 2**11, 3 * 2 / 2**11]
