"""Mean ranks and their correlation, against scipy and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from judgekit.statistics.ranks import mean_ranks, rank_correlation


def test_equal_values_share_the_mean_of_their_ranks() -> None:
    """10 < 20 = 20 < 30: ranks 1, (2 + 3) / 2, (2 + 3) / 2, 4."""
    assert mean_ranks(np.array([20.0, 10.0, 30.0, 20.0])).tolist() == [2.5, 1.0, 4.0, 2.5]


@pytest.mark.parametrize("seed", range(20))
def test_the_correlation_is_scipys(seed: int) -> None:
    """On grades with many ties the value is that of an independent package."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 6, 50).astype(float)
    b = np.clip(a + rng.integers(-2, 3, 50), 0, 5)
    assert rank_correlation(a, b) == pytest.approx(
        float(stats.spearmanr(a, b).statistic), abs=1e-12
    )


def test_without_variation_there_is_none() -> None:
    """A constant has no order to agree with: None, not 0 or NaN."""
    assert rank_correlation(np.array([3.0, 3.0, 3.0]), np.array([1.0, 2.0, 3.0])) is None
    assert rank_correlation(np.array([1.0]), np.array([1.0])) is None
