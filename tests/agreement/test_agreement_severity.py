"""Rater effects from items that not all raters rated."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.agreement.severity import rater_severity
from judgekit.records.estimate import TOO_FEW_CASES
from judgekit.statistics.bootstrap import NO_INTERVAL_ASKED
from judgekit.statistics.intervals import mean_estimate


def _table(
    seed: int, effects: tuple[float, ...], *, n_items: int = 60, share: float = 0.6
) -> NDArray[np.float64]:
    """Items with a level each, raters with an effect each, and gaps."""
    rng = np.random.default_rng(seed)
    table = 3 * rng.normal(size=(n_items, 1)) + effects + rng.normal(size=(n_items, len(effects)))
    return np.where(rng.random(table.shape) < share, table, np.nan)


def _by_dummies(table: NDArray[np.float64], judge: int | None) -> NDArray[np.float64]:
    """Least squares with a column for each item and each rater, then the zero of the clinicians."""
    rows = [(i, r) for i, r in np.ndindex(*table.shape) if not np.isnan(table[i, r])]
    design = np.zeros((len(rows), sum(table.shape)))
    for row, (item, rater) in enumerate(rows):
        design[row, item] = design[row, len(table) + rater] = 1
    solution = np.linalg.lstsq(design, np.array([table[place] for place in rows]), rcond=None)[0]
    effects = solution[len(table) :]
    clinicians = [r for r in range(table.shape[1]) if r != judge]
    return effects - effects[clinicians].mean()


def test_by_hand_with_a_gap() -> None:
    """Rater 1 is two above rater 0, rater 2 one above rater 1, seen on other items.

    Effects 0, 2, 3 around their mean 5/3. The raw means, 1, 5 and 8, would say 0, 4, 7.
    """
    actual = rater_severity([[1, 3, None], [None, 7, 8]])
    assert [e.value for e in actual.effects] == pytest.approx([-5 / 3, 1 / 3, 4 / 3])
    assert actual.n_ratings == (1, 2, 1)
    assert actual.components == ((0, 1, 2),)
    assert actual.judge is None
    # Variance of 0, 2, 3 over 2.
    assert actual.spread == pytest.approx((7 / 3) ** 0.5)


@pytest.mark.parametrize("judge", [None, 0, 3])
def test_equals_least_squares_with_dummies(judge: int | None) -> None:
    """The same effects as numpy's least squares on one column per item and rater."""
    table = _table(0, (0.0, 1.0, -1.0, 2.0))
    actual = rater_severity(table, judge=judge)
    values = [estimate.value for estimate in actual.effects]
    assert values == pytest.approx(_by_dummies(table, judge), abs=1e-9)
    clinicians = [value for rater, value in enumerate(values) if rater != judge]
    assert sum(clinicians) == pytest.approx(0, abs=1e-9)
    assert actual.spread == pytest.approx(np.std(clinicians, ddof=1))
    if judge is not None:
        assert actual.judge == actual.effects[judge]


def test_without_gaps_it_is_a_mean() -> None:
    """The judge's effect is the mean of judge minus clinicians' mean, with a mean's interval."""
    table = _table(1, (1.5, 0.0, 0.5), share=2.0)
    clusters = np.repeat(np.arange(20), 3)
    actual = rater_severity(table, judge=0, clusters=clusters, n_boot=1).judge
    expected = mean_estimate(table[:, 0] - table[:, 1:].mean(axis=1), clusters)
    assert actual.value == pytest.approx(expected.value, abs=1e-9)
    assert (actual.low, actual.high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert (actual.n, actual.clusters) == (60, 20)


def test_laws() -> None:
    """Item levels play no part; a constant on one rater moves that effect; columns may change."""
    table = _table(2, (0.0, 1.0, -1.0))
    one = [e.value for e in rater_severity(table, judge=2).effects]
    moved = table + 100 * np.arange(len(table))[:, None] + np.array([0, 0, 7.0])
    again = [e.value for e in rater_severity(moved, judge=2).effects]
    assert again == pytest.approx([one[0], one[1], one[2] + 7], abs=1e-9)
    turned = [e.value for e in rater_severity(table[:, ::-1], judge=0).effects]
    assert turned == pytest.approx(one[::-1], abs=1e-9)
    single = np.vstack([table, [[np.nan, np.nan, 99.0]]])
    assert [e.value for e in rater_severity(single, judge=2).effects] == pytest.approx(one)


def test_groups_that_cannot_be_compared() -> None:
    """Two pairs of raters without a common item, a rater alone, no item: reasons, no guess."""
    apart = rater_severity([[1, 2, None, None], [None, None, 3, 5]])
    assert apart.components == ((0, 1), (2, 3))
    assert apart.effects[0].value is None
    assert "groups without a common item" in str(apart.effects[0].reason)
    assert (apart.spread, apart.judge) == (None, None)
    alone = rater_severity([[1, 2, None], [3, 5, None]], judge=2)
    assert alone.judge.value is None
    none = rater_severity([[1, None], [None, 2]])
    assert none.effects[0].reason == "no item has two ratings"


def test_intervals_and_their_absence() -> None:
    """No draws, few cases of one rater, and a rater whose items are few."""
    table = _table(3, (0.0, 1.0, -1.0))
    assert rater_severity(table).effects[0].interval_reason == NO_INTERVAL_ASKED
    few = rater_severity(table, clusters=np.arange(60) // 10, n_boot=1)
    assert few.effects[0].interval_reason == TOO_FEW_CASES
    table[9:, 2] = np.nan
    mixed = rater_severity(table, n_boot=1)
    assert mixed.effects[2].interval_reason == TOO_FEW_CASES
    exact = rater_severity(np.arange(40).reshape(20, 2), n_boot=1).effects[0]
    assert (exact.value, exact.low) == (pytest.approx(-0.5), None)
    assert exact.interval_reason == "no variation between cases"


@pytest.mark.parametrize(("judge", "table"), [(2, [[1, 2]]), (-1, [[1, 2]]), (0, [[1], [2]])])
def test_bad_columns_are_refused(judge: int, table: list[list[int]]) -> None:
    """A judge that is no column, or the only one, is refused."""
    with pytest.raises(ValueError, match="rater_severity: "):
        rater_severity(table, judge=judge)


@pytest.mark.slow
def test_coverage_with_gaps() -> None:
    """With 20 cases of 3 items and four in ten ratings missing, intervals hold about 95 %.

    The errors of a case are shared (intra-case correlation 0.3). R = 4,000, error 0.34 points.
    """
    rng = np.random.default_rng(4)
    clusters = np.repeat(np.arange(20), 3)
    held = given = 0
    for _ in range(4000):
        shared = np.sqrt(0.3) * rng.normal(size=(20, 4))[clusters]
        table = rng.normal(size=(60, 1)) + shared + np.sqrt(0.7) * rng.normal(size=(60, 4))
        table[:, 0] += 1.0
        table = np.where(rng.random(table.shape) < 0.6, table, np.nan)
        judge = rater_severity(table, judge=0, clusters=clusters, n_boot=1).judge
        if judge.low is not None:
            given += 1
            held += judge.low <= 1.0 <= judge.high
    sys.stdout.write(f"severity, G = 20 x 3, gaps: coverage {held / given:.4f} of {given}\n")
    assert given > 3900
    assert 0.935 <= held / given <= 0.965
