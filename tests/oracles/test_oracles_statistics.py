from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from oracle_tables import Comparison, said
from scipy import stats

from judgekit.records.estimate import MIN_CLUSTERS, NO_VARIATION, TOO_FEW_CASES
from judgekit.statistics import (
    adjusted_p_values,
    mean_estimate,
    proportion_estimate,
    sign_flip_test,
    wilson_interval,
)

statsmodels = pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")
proportion = pytest.importorskip(
    "statsmodels.stats.proportion", reason="statsmodels is not installed"
)
multitest = pytest.importorskip(
    "statsmodels.stats.multitest", reason="statsmodels is not installed"
)

pytestmark = pytest.mark.slow

Made = Callable[..., Comparison]

N_SAMPLES = 300


def test_wilson_is_that_of_statsmodels(comparison: Made) -> None:
    """Wilson's interval of independent items equals statsmodels', 0 and all of n included."""
    compared = comparison("wilson_interval, statsmodels")
    for n in range(1, 41):
        for hits in range(n + 1):
            other = proportion.proportion_confint(hits, n, method="wilson")
            for own_end, end in zip(wilson_interval(hits / n, float(n)), other, strict=True):
                compared.add_number(own_end, float(end))
            of_items = proportion_estimate(np.repeat([1.0, 0.0], [hits, n - hits]), None)
            if n >= MIN_CLUSTERS:
                assert of_items.low is not None
                assert of_items.high is not None
                compared.add_number(of_items.low, float(other[0]))
                compared.add_number(of_items.high, float(other[1]))
            else:
                assert of_items.interval_reason == TOO_FEW_CASES
    compared.made(equal=1700)


def test_mean_interval_is_that_of_a_clustered_regression(comparison: Made) -> None:
    """The interval equals statsmodels' of a regression on a constant, clustered by case.

    Its correction G / (G - 1) * (n - 1) / (n - k) is G / (G - 1) for one coefficient.
    """
    compared = comparison("mean_estimate interval with cases, statsmodels")
    rng = np.random.default_rng(24)
    for _ in range(200):
        n_cases = int(rng.integers(MIN_CLUSTERS, 40))
        sizes = rng.integers(1, 8, n_cases)
        cases = np.repeat(np.arange(n_cases), sizes)
        values = rng.normal(0, 2, n_cases)[cases] + rng.normal(10, 1, cases.size)
        own = mean_estimate(values, cases)
        fit = statsmodels.OLS(values, np.ones(values.size)).fit(
            cov_type="cluster", cov_kwds={"groups": cases}, use_t=True
        )
        low, high = fit.conf_int(alpha=0.05)[0]
        for own_figure, other in ((own.value, fit.params[0]), (own.low, low), (own.high, high)):
            assert own_figure is not None
            compared.add_number(own_figure, float(other))
    compared.made(equal=600)


def test_mean_interval_without_cases_is_that_of_scipy(comparison: Made) -> None:
    """Without declared cases the interval is Student's; a constant has none."""
    compared = comparison("mean_estimate interval without cases, scipy")
    rng = np.random.default_rng(25)
    for index in range(N_SAMPLES):
        values = rng.normal(3, 1, int(rng.integers(MIN_CLUSTERS, 60)))
        if index % 10 == 3:
            values[:] = 2.5
        own = mean_estimate(values, None)
        if own.low is None or own.high is None:
            assert own.interval_reason == NO_VARIATION
            assert np.ptp(values) == 0
            compared.n_undefined += 1
            continue
        low, high = stats.ttest_1samp(values, 0.0).confidence_interval(0.95)
        compared.add_number(own.low, float(low))
        compared.add_number(own.high, float(high))
    compared.made(equal=500, undefined=20)


@pytest.fixture
def _little_to_collect() -> Iterator[None]:
    """Statsmodels collects garbage in each of Holm's adjustments: what is loaded is no garbage."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_little_to_collect")
@pytest.mark.parametrize(
    ("method", "name"),
    [("holm", "holm"), ("bonferroni", "bonferroni"), ("bh", "fdr_bh"), ("by", "fdr_by")],
)
def test_adjusted_p_values_are_those_of_statsmodels(
    method: str, name: str, comparison: Made
) -> None:
    """Adjusted p values equal statsmodels', ties and 0 and 1 included.

    A test that could not be made counts as one with p = 1 and stays None.
    """
    compared = comparison(f"adjusted_p_values {method}, statsmodels")
    rng = np.random.default_rng(26)
    for _ in range(N_SAMPLES):
        given = rng.random(int(rng.integers(1, 30))) ** 3
        given = np.where(rng.random(given.size) < 0.2, given.round(1), given)
        is_made = rng.random(given.size) < 0.9
        family = [p if made else None for p, made in zip(given.tolist(), is_made, strict=True)]
        other = multitest.multipletests(np.where(is_made, given, 1.0), method=name)[1]
        own = adjusted_p_values(family, method=method)
        for own_p, p, made in zip(own, other, is_made, strict=True):
            assert (own_p is not None) == made
            if own_p is None:
                compared.n_undefined += 1
            else:
                compared.add_number(own_p, float(p))
    compared.made(equal=3000, undefined=200)


def test_exact_sign_flips_are_those_of_scipy(comparison: Made) -> None:
    """Up to 12 cases the p of all sign patterns equals scipy's exact permutation test."""
    compared = comparison("sign_flip_test exact, scipy")
    rng = np.random.default_rng(27)
    for _ in range(40):
        differences = rng.integers(-3, 4, int(rng.integers(3, 13))).astype(np.float64)
        own = sign_flip_test(differences, np.zeros(differences.size), None)
        other = said(
            lambda d=differences: (
                stats.permutation_test(
                    (d,), np.sum, permutation_type="samples", n_resamples=np.inf
                ).pvalue
            )
        )
        assert own.p is not None
        assert other is not None
        compared.add_number(own.p, min(1.0, other))
    compared.made(equal=40)
