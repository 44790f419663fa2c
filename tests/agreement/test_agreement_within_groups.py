"""Correlation within systems and within cases."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from judgekit.agreement.ranks import kendall_tau_b, spearman
from judgekit.agreement.within_groups import within_correlation

KINDS = ("pearson", "spearman", "kendall")


def _ratings(seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """20 cases x 4 systems on a 0-5 scale."""
    rng = np.random.default_rng(seed)
    level = rng.integers(0, 6, (20, 4))
    a, b = (np.clip(level + rng.integers(-1, 2, (20, 4)), 0, 5) for _ in range(2))
    return a.ravel().astype(float), b.ravel().astype(float)


CASES, SYSTEMS = np.repeat(np.arange(20), 4), np.tile(np.arange(4), 20)


def _by_hand(
    kind: str, a: NDArray[np.float64], b: NDArray[np.float64], groups: NDArray[np.int64]
) -> float:
    """Sum products and squares group by group, pair by pair."""
    product = square_a = square_b = 0.0
    for group in np.unique(groups):
        x, y = a[groups == group], b[groups == group]
        if kind == "kendall":
            i, j = np.triu_indices(len(x), 1)
            u, v = np.sign(x[i] - x[j]), np.sign(y[i] - y[j])
        else:
            if kind == "spearman":
                x, y = stats.rankdata(x), stats.rankdata(y)
            u, v = x - x.mean(), y - y.mean()
        product += (u * v).sum()
        square_a += (u * u).sum()
        square_b += (v * v).sum()
    return float(product / np.sqrt(square_a * square_b))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("groups", [CASES, SYSTEMS])
def test_equals_sums_by_hand(kind: str, groups: NDArray[np.int64]) -> None:
    """Products and squares within groups, summed over groups, whatever crosses what."""
    a, b = _ratings(0)
    actual = within_correlation(a, b, groups, kind=kind, clusters=CASES)
    assert actual.value == pytest.approx(_by_hand(kind, a, b, groups), abs=1e-12)
    assert (actual.n, actual.clusters) == (80, 20)


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_of_nested_and_crossed_groups(kind: str) -> None:
    """Cases as groups are drawn whole; as crossed groups of renamed draws they give the same.

    A group that lies in one case is a group of its own each time the case is drawn.
    """
    a, b = _ratings(1)
    rng = np.random.default_rng(0)
    values = []
    for _ in range(60):
        drawn = rng.integers(0, 20, 20)
        rows = (4 * drawn[:, None] + np.arange(4)).ravel()
        values.append(_by_hand(kind, a[rows], b[rows], np.repeat(np.arange(20), 4)))
    nested = within_correlation(a, b, CASES, kind=kind, clusters=CASES, n_boot=400)
    plain = np.quantile(values, [0.025, 0.975])
    assert (nested.low, nested.high) == pytest.approx(plain, abs=0.1)
    crossed = within_correlation(a, b, SYSTEMS, kind=kind, clusters=CASES, n_boot=400)
    assert crossed.low < crossed.value < crossed.high


def test_one_group_is_the_pooled_correlation() -> None:
    """With one group it is the ordinary coefficient, ties and gaps included."""
    a, b = _ratings(2)
    a[3] = np.nan
    one = np.zeros(80, dtype=int)
    assert within_correlation(a, b, one, kind="spearman").value == pytest.approx(
        spearman(a, b).value
    )
    assert within_correlation(a, b, one, kind="kendall").value == pytest.approx(
        kendall_tau_b(a, b).value
    )


def test_levels_of_groups_play_no_part() -> None:
    """Raters who tell systems apart but order answers inside at random: pooled high, within 0."""
    rng = np.random.default_rng(3)
    systems = np.repeat(np.arange(4), 100)
    a, b = (10 * systems + rng.normal(size=400) for _ in range(2))
    assert stats.pearsonr(a, b).statistic > 0.95
    for kind in KINDS:
        assert abs(within_correlation(a, b, systems, kind=kind).value) < 0.12


def test_nothing_varies_inside() -> None:
    """Groups of one item, or constant groups: undefined, with the reason."""
    for groups in ([0, 1, 2], [0, 0, 1]):
        actual = within_correlation([1, 1, 2], [3, 3, 9], groups, kind="kendall")
        assert (actual.value, actual.reason) == (None, "in no group do both raters' numbers vary")
    nothing = within_correlation([None], [1], [0], kind="pearson")
    assert nothing.reason == "no item was rated by both"
    with pytest.raises(ValueError, match="kind must be one of"):
        within_correlation([1], [1], [0], kind="tau-a")
