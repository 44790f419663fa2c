"""Degrees of freedom of a variance from few cases."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from judgekit.statistics.degrees import variance_degrees


def test_equals_the_kurtosis_of_scipy() -> None:
    """2 / (2/(G-1) + kappa/G), kappa as scipy's sample kurtosis, wherever it is above 0."""
    for seed in range(20):
        heavy = np.random.default_rng(seed).standard_t(3, 30)
        kappa = max(0.0, float(stats.kurtosis(heavy)))
        expected = 2 / (2 / 29 + kappa / 30)
        assert variance_degrees(heavy, n_cases=30) == pytest.approx(expected)


def test_one_case_that_holds_all() -> None:
    """One case of 20 unlike all others: kappa = (19^3 + 1) / (20 * 19) - 3 = 15.0526, 2.33 degrees.

    2 / (2/19 + 15.0526/20) = 2.3313.
    """
    assert variance_degrees(np.eye(20)[0], n_cases=20) == pytest.approx(2.3313, abs=1e-4)


def test_normal_cases_keep_nearly_all() -> None:
    """Normal cases lose few of their G - 1 degrees, and none where tails are light."""
    rng = np.random.default_rng(2)
    found = [variance_degrees(rng.normal(size=400), n_cases=400) for _ in range(50)]
    assert 0.85 * 399 < np.mean(found) <= 399
    assert variance_degrees(rng.random(400), n_cases=400) == 399


def test_blocks_scale_the_kurtosis() -> None:
    """The kurtosis of blocks of h cases is h times smaller than that of the cases."""
    heavy = np.random.default_rng(3).standard_t(3, 100)
    kappa = float(stats.kurtosis(heavy))
    assert variance_degrees(heavy, n_cases=400) == pytest.approx(2 / (2 / 399 + 4 * kappa / 400))


@pytest.mark.parametrize("influences", [np.zeros(20), np.full(20, 0.1)])
def test_nothing_to_tell_means_all_degrees(influences: np.ndarray) -> None:
    """No variation, exactly or but for rounding: G - 1."""
    assert variance_degrees(influences, n_cases=20) == 19
