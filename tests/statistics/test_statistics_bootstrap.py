"""The case bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse, stats

from judgekit.records.estimate import NO_VARIATION, TOO_FEW_CASES
from judgekit.statistics import bootstrap
from judgekit.statistics.bootstrap import NO_INTERVAL_ASKED, case_bootstrap, totals_of
from judgekit.statistics.degrees import variance_degrees

Floats = NDArray[np.float64]


def _mean(totals: Floats) -> Floats:
    return totals[:, 0] / totals[:, 1]


def _table(values: Floats) -> Floats:
    return np.column_stack([values, np.ones(len(values))])


VALUES = np.random.default_rng(3).gamma(2.0, 1.0, 240)
CLUSTERS = np.repeat(np.arange(20), 12)


def _mean_of(cases: NDArray[np.int64]) -> float:
    return float(np.concatenate([VALUES[case == CLUSTERS] for case in cases]).mean())


def test_equals_a_loop_that_resamples_items() -> None:
    """The matrix product gives the BCa interval of a loop that gathers every drawn case's items."""
    rng = np.random.default_rng(5)
    means = np.array([_mean_of(rng.integers(0, 20, 20)) for _ in range(400)])
    influence = np.array([_mean_of(np.delete(np.arange(20), case)) for case in range(20)])
    influence = influence.mean() - influence
    a = (influence**3).sum() / (6 * (influence**2).sum() ** 1.5)
    z0 = stats.norm.ppf((means < VALUES.mean()).mean())
    kappa = max(0.0, stats.kurtosis(influence))
    degrees = 2 / (2 / 19 + kappa / 20)
    z = z0 - np.array([1, -1]) * np.sqrt(20 / 19) * stats.t.ppf(0.975, degrees)
    expected = np.quantile(means, stats.norm.cdf(z0 + z / (1 - a * z)))
    actual = case_bootstrap(_table(VALUES), _mean, clusters=CLUSTERS, n_boot=400, seed=5)
    assert (actual.low, actual.high) == pytest.approx(expected)
    assert (actual.clusters, actual.n_draws, actual.n_undefined) == (20, 400, 0)


def test_bca_equals_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the expansion of the levels, the interval is scipy's BCa within Monte-Carlo error."""
    monkeypatch.setattr(bootstrap, "_expanded_tail", lambda *_: 0.025)
    skewed = np.random.default_rng(9).lognormal(size=60)
    ours = case_bootstrap(_table(skewed), _mean, n_boot=20_000)
    theirs = stats.bootstrap(
        (skewed,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(2)
    ).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_blocks_keep_the_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving out blocks of cases estimates the skewness and the degrees of single cases.

    An exponential has skewness 2 and excess kurtosis 6: acceleration 2 / (6 sqrt(G)), degrees
    2 / (2 / (G - 1) + 6 / G).
    """
    skewed = _table(np.random.default_rng(1).exponential(size=4000))
    found = []
    for at_most in (4000, 1000):
        monkeypatch.setattr(bootstrap, "_MOST_LEFT_OUT", at_most)
        influences = bootstrap._influences(skewed, _mean, 4000)
        assert influences.size == at_most
        degrees = variance_degrees(influences, n_cases=4000)
        found.append((bootstrap._acceleration(influences), degrees))
    assert found[0] == pytest.approx((2 / (6 * np.sqrt(4000)), 2 / (2 / 3999 + 6 / 4000)), rel=0.25)
    assert found[1] == pytest.approx(found[0], rel=0.5)
    thin = bootstrap._influences(sparse.csr_array(skewed), _mean, 4000)
    assert thin == pytest.approx(influences, abs=1e-15)


def test_same_seed_same_interval_whatever_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results depend on data, draws and seed, not on how many draws are held at a time."""
    first = case_bootstrap(_table(VALUES), _mean, clusters=CLUSTERS)
    monkeypatch.setattr(bootstrap, "_CELLS_AT_A_TIME", 101)
    assert case_bootstrap(_table(VALUES), _mean, clusters=CLUSTERS) == first
    assert case_bootstrap(_table(VALUES), _mean, clusters=CLUSTERS, seed=1) != first


@pytest.mark.parametrize("clusters", [None, CLUSTERS])
def test_sparse_equals_dense(clusters: NDArray[np.int64] | None) -> None:
    """A CSR matrix of contributions gives the interval of the dense one."""
    dense = case_bootstrap(_table(VALUES), _mean, clusters=clusters)
    thin = case_bootstrap(sparse.csr_array(_table(VALUES)), _mean, clusters=clusters)
    assert (thin.low, thin.high) == pytest.approx((dense.low, dense.high), abs=1e-12)
    assert totals_of(sparse.csr_array(_table(VALUES))) == pytest.approx(totals_of(_table(VALUES)))


def test_undefined_draws_are_counted() -> None:
    """Draws without a defined value are left out and named; above 5 % there is no interval."""
    values = np.zeros(40)
    values[:4] = 1.0  # a draw misses all four with probability (36/40)^40 = 1.5 %

    def defined_if_any(totals: Floats) -> Floats:
        return np.where(totals[:, 0] > 0, _mean(totals), np.nan)

    few = case_bootstrap(_table(values), defined_if_any)
    assert few.low is not None
    assert 0 < few.n_undefined < 100
    assert f"undefined in {few.n_undefined} draws" in str(few.method)

    values[1:] = 0.0  # only one left: missed with probability (39/40)^40 = 36 %
    many = case_bootstrap(_table(values), defined_if_any)
    assert many.low is None
    assert (
        many.reason == f"the statistic is undefined in {many.n_undefined} of 2000 bootstrap draws"
    )
    assert 0.30 < many.n_undefined / 2000 < 0.42


@pytest.mark.parametrize(
    ("values", "options", "reason"),
    [
        (np.ones(30), {}, NO_VARIATION),
        (np.full(30, 0.1), {}, NO_VARIATION),
        (np.arange(9.0), {}, TOO_FEW_CASES),
        (VALUES, {"n_boot": 0}, NO_INTERVAL_ASKED),
        (np.array([]), {}, "there are no items"),
    ],
)
def test_no_interval_says_why(values: Floats, options: dict[str, int], reason: str) -> None:
    """Where no interval can be had, low and high are None and the reason is given."""
    actual = case_bootstrap(_table(values), _mean, **options)
    assert (actual.low, actual.high, actual.reason, actual.method) == (None, None, reason, None)


def test_plain_percentiles_are_reached_with_many_cases() -> None:
    """The expanded percentile tends to 2.5 % as G grows."""
    assert bootstrap._expanded_tail(20, 19) == pytest.approx(0.0159, abs=1e-4)
    assert bootstrap._expanded_tail(100_000, 99_999) == pytest.approx(0.025, abs=1e-5)


def test_bad_input_is_refused() -> None:
    """Negative draws and clusters of another length are refused."""
    with pytest.raises(ValueError, match="n_boot must be >= 0, got -1"):
        case_bootstrap(_table(VALUES), _mean, n_boot=-1)
    with pytest.raises(ValueError, match="one case per item"):
        case_bootstrap(_table(VALUES), _mean, clusters=np.arange(3))
