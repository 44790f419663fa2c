"""Agreement of a judge's repeats with each other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.agreement.icc import icc
from judgekit.agreement.self_consistency import self_consistency
from judgekit.statistics.bootstrap import NO_INTERVAL_ASKED
from judgekit.statistics.intervals import proportion_estimate


def _repeats(seed: int, n_items: int = 60) -> NDArray[np.float64]:
    """A judge with noise of one point in a third of its calls, scale 0 to 5."""
    rng = np.random.default_rng(seed)
    level = rng.integers(1, 5, (n_items, 1))
    return (level + rng.choice([-1, 0, 0, 0, 0, 1], (n_items, 3))).astype(float)


def test_by_hand() -> None:
    """Four items, three repeats: 1 1 1; 2 3 2; 4 4 -; 5 - -.

    Pairs that agree: 3 of 3, 1 of 3, 1 of 1: mean share 7/9. Whole items: 1 of 2 agrees.
    Squares within: 0, 2/3, 0 over 2 + 2 + 1 degrees: sd = sqrt(2/15).
    """
    actual = self_consistency([[1, 1, 1], [2, 3, 2], [4, 4, None], [5, None, None]])
    assert actual.agreement.value == pytest.approx(7 / 9)
    assert (actual.all_agree.value, actual.all_agree.n) == (0.5, 2)
    assert actual.within_sd.value == pytest.approx((2 / 15) ** 0.5)
    assert (actual.n_repeats, actual.n_incomplete) == (3, 2)
    assert actual.agreement.interval_reason == NO_INTERVAL_ASKED
    within = self_consistency([[1, 1, 1], [2, 3, 2], [1, 3, 2]], within=1)
    assert within.all_agree.value == pytest.approx(2 / 3)
    assert within.agreement.value == pytest.approx((1 + 1 + 2 / 3) / 3)


def test_alpha_is_the_intraclass_correlation() -> None:
    """Interval alpha from mean squares: 1 - N (WMS) / total mean square; near ICC(1,1).

    With k repeats of n items, D_o = 2 WMS and D_e = 2 SST / (nk - 1).
    """
    table = _repeats(0)
    actual = self_consistency(table)
    within = ((table - table.mean(axis=1, keepdims=True)) ** 2).sum() / (60 * 2)
    total = table.var(ddof=1)
    assert actual.alpha.value == pytest.approx(1 - within / total, abs=1e-12)
    assert actual.alpha.value == pytest.approx(icc(table, form="1,1").value, abs=0.01)
    assert actual.within_sd.value == pytest.approx(within**0.5, abs=1e-12)


def test_labels_equal_a_loop_over_pairs() -> None:
    """Agreement of labels, pair by pair; no distance between words is made up."""
    rng = np.random.default_rng(1)
    words = np.array(["met", "not_met", "n/a"])
    rows = [list(row) for row in words[rng.integers(0, 2, (40, 3))]]
    clusters = np.repeat(np.arange(20), 2)
    actual = self_consistency(rows, categories=tuple(words), clusters=clusters, n_boot=200)
    shares = [np.mean([a == b for a, b in combinations(row, 2)]) for row in rows]
    assert actual.agreement.value == pytest.approx(np.mean(shares))
    same = np.array([float(len(set(row)) == 1) for row in rows])
    expected = proportion_estimate(same, clusters)
    assert (actual.all_agree.low, actual.all_agree.high) == (expected.low, expected.high)
    assert actual.alpha.low < actual.alpha.value < actual.alpha.high
    assert (actual.within_sd.value, actual.within_sd.reason) == (None, "labels have no distances")
    with pytest.raises(ValueError, match="needs numbers, got"):
        self_consistency(rows)


def test_a_perfect_judge() -> None:
    """Every repeat alike: agreement 1, noise exactly 0 and without an interval of no width."""
    table = np.repeat(np.arange(20) % 3 + 0.1, 3).reshape(20, 3)
    actual = self_consistency(table, n_boot=50)
    assert (actual.agreement.value, actual.all_agree.value, actual.alpha.value) == (1.0, 1.0, 1.0)
    assert (actual.within_sd.value, actual.within_sd.low) == (0.0, None)
    assert self_consistency(np.ones((20, 3))).alpha.value is None


def test_order_of_repeats_plays_no_part() -> None:
    """Repeats have no names: shuffling them within each item changes nothing."""
    table = _repeats(2)
    shuffled = np.random.default_rng(0).permuted(table, axis=1)
    one, other = self_consistency(table), self_consistency(shuffled)
    for name in ("agreement", "all_agree", "alpha", "within_sd"):
        assert getattr(one, name).value == pytest.approx(getattr(other, name).value, abs=1e-12)


@pytest.mark.parametrize("table", [[[1], [2]], [[1, None], [None, 2]], []])
def test_no_item_with_two_repeats(table: list[list[int | None]]) -> None:
    """One repeat, or one that succeeded: undefined throughout, with reasons."""
    actual = self_consistency(table)
    for estimate in (actual.agreement, actual.all_agree, actual.alpha, actual.within_sd):
        assert estimate.value is None
        assert estimate.reason
