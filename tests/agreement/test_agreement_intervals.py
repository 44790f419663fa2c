"""The intervals of coefficients: the same draws as a loop over resampled cases."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from judgekit.agreement import ranks
from judgekit.agreement.classification import macro_f1
from judgekit.agreement.concordance import lin_ccc, pearson
from judgekit.agreement.differences import bland_altman, mean_absolute_error, mean_difference
from judgekit.agreement.icc import FORMS, icc
from judgekit.agreement.kappa import cohen_kappa, fleiss_kappa, gwet_ac
from judgekit.agreement.krippendorff import krippendorff_alpha
from judgekit.agreement.ranks import kendall_tau_b, spearman
from judgekit.agreement.raw import percent_agreement, specific_agreement
from judgekit.agreement.variance_components import icc_components
from judgekit.records.estimate import NO_VARIATION, TOO_FEW_CASES, Estimate
from judgekit.statistics.bootstrap import NO_INTERVAL_ASKED

Table = NDArray[np.float64]
SCALE = (0, 1, 2, 3)
N_BOOT = 60


def _table(seed: int = 0, n_raters: int = 3, n_items: int = 48) -> Table:
    rng = np.random.default_rng(seed)
    level = rng.integers(0, 4, (n_items, 1))
    return np.clip(level + rng.integers(-1, 2, (n_items, n_raters)), 0, 3).astype(float)


CLUSTERS = np.repeat(np.arange(16), np.tile([1, 5, 3, 3], 4))

MULTI: dict[str, Callable[..., Estimate]] = {
    "percent": percent_agreement,
    "specific": lambda t, **o: specific_agreement(t, category=2, categories=SCALE, **o),
    "fleiss": lambda t, **o: fleiss_kappa(t, categories=SCALE, **o),
    "ac1": lambda t, **o: gwet_ac(t, categories=SCALE, **o),
    "ac2": lambda t, **o: gwet_ac(t, categories=SCALE, weights="quadratic", **o),
    **{
        f"alpha-{m}": lambda t, m=m, **o: krippendorff_alpha(t, metric=m, categories=SCALE, **o)
        for m in ("nominal", "ordinal", "interval", "ratio")
    },
    **{f"icc-{f}": lambda t, f=f, **o: icc(t, form=f, **o) for f in FORMS},
    "components": icc_components,
    "macro_f1": lambda t, **o: macro_f1(t[:, 0], t[:, 1:], categories=SCALE, **o),
}
PAIRED: dict[str, Callable[..., Estimate]] = {
    "kappa": lambda t, **o: cohen_kappa(*t[:, :2].T, categories=SCALE, **o),
    "kappa-w": lambda t, **o: cohen_kappa(*t[:, :2].T, categories=SCALE, weights="quadratic", **o),
    "ccc": lambda t, **o: lin_ccc(*t[:, :2].T, **o),
    "pearson": lambda t, **o: pearson(*t[:, :2].T, **o),
    "spearman": lambda t, **o: spearman(*t[:, :2].T, **o),
    "tau": lambda t, **o: kendall_tau_b(*t[:, :2].T, **o),
    "ba-sd": lambda t, **o: bland_altman(*t[:, :2].T, **o).sd,
    "ba-lower": lambda t, **o: bland_altman(*t[:, :2].T, **o).lower,
    "ba-slope": lambda t, **o: bland_altman(*t[:, :2].T, **o).proportional_bias,
}
MEANS: dict[str, Callable[..., Estimate]] = {
    "bias": lambda t, **o: mean_difference(*t[:, :2].T, **o),
    "mae": lambda t, **o: mean_absolute_error(*t[:, :2].T, **o),
}
NEEDS_FULL_TABLES = {f"icc-{form}" for form in FORMS}


def _by_loop(
    coefficient: Callable[..., Estimate], table: Table, clusters: NDArray[np.int64]
) -> Table:
    """Gather the items of each drawn case and compute the coefficient anew: Efron's BCa."""
    cases = np.unique(clusters)
    items = [np.flatnonzero(clusters == case) for case in cases]
    n = len(cases)
    rng = np.random.default_rng(7)
    draws = np.array(
        [
            coefficient(table[np.concatenate([items[i] for i in rng.integers(0, n, n)])]).value
            for _ in range(N_BOOT)
        ]
    )
    left_out = np.array([coefficient(table[clusters != case]).value for case in cases])
    u = left_out.mean() - left_out
    a = (u**3).sum() / (6 * (u**2).sum() ** 1.5)
    value = coefficient(table).value
    below = np.mean(draws < value - 1e-11) + np.mean(np.abs(draws - value) <= 1e-11) / 2
    z0 = stats.norm.ppf(below)
    degrees = 2 / (2 / (n - 1) + max(0.0, stats.kurtosis(u)) / n)
    z = z0 - np.array([1, -1]) * np.sqrt(n / (n - 1)) * stats.t.ppf(0.975, degrees)
    return np.quantile(draws, stats.norm.cdf(z0 + z / (1 - a * z)))


@pytest.mark.parametrize("name", [*MULTI, *PAIRED])
def test_interval_equals_a_loop_over_cases(name: str) -> None:
    """Sums over cases give the interval that resampled tables of items give."""
    coefficient = {**MULTI, **PAIRED}[name]
    table = _table()
    if name not in NEEDS_FULL_TABLES:
        table[np.random.default_rng(1).random(table.shape) < 0.1] = np.nan
        table[:, :2] = np.where(np.isnan(table[:, :2]).all(axis=1)[:, None], 1.0, table[:, :2])
        table[::4, :2] = _table()[::4, :2]  # every case keeps an item that enters
    enters = np.isin(np.arange(16), CLUSTERS)
    assert enters.all()
    actual = coefficient(table, clusters=CLUSTERS, n_boot=N_BOOT, seed=7)
    if actual.clusters != 16:
        pytest.fail(f"{name}: a case lost all its items, the loop would draw another sample")
    assert actual.interval_reason is None
    expected = _by_loop(coefficient, table, CLUSTERS)
    assert (actual.low, actual.high) == pytest.approx(expected, abs=1e-9)


def test_tau_by_loop_and_by_table_have_one_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many values or few: tau-b's draws are the same by table and by scipy."""
    table = _table(3)
    first = PAIRED["tau"](table, clusters=CLUSTERS, n_boot=30)
    monkeypatch.setattr(ranks, "_TABLE_CELLS", 0)
    second = PAIRED["tau"](table, clusters=CLUSTERS, n_boot=30)
    assert (second.low, second.high) == pytest.approx((first.low, first.high), abs=1e-12)


@pytest.mark.parametrize("name", [*MULTI, *PAIRED, *MEANS])
def test_every_coefficient_has_the_same_options(name: str) -> None:
    """No draws, too few cases and a full interval are said in the same way everywhere."""
    coefficient = {**MULTI, **PAIRED, **MEANS}[name]
    table = _table(5)
    without = coefficient(table)
    assert without.value is not None
    assert (without.low, without.interval_reason) == (None, NO_INTERVAL_ASKED)
    assert (without.n, without.clusters) == (48, 48)
    few = coefficient(table, clusters=np.repeat(np.arange(8), 6), n_boot=N_BOOT)
    assert (few.value, few.low, few.interval_reason) == (without.value, None, TOO_FEW_CASES)
    assert few.clusters == 8
    named = coefficient(table, clusters=[f"case-{c}" for c in CLUSTERS], n_boot=N_BOOT)
    coded = coefficient(table, clusters=CLUSTERS, n_boot=N_BOOT)
    assert coded.low < coded.high
    assert coded.method
    assert (named.low, named.high) == pytest.approx((coded.low, coded.high), abs=1e-12)
    with pytest.raises(ValueError, match="n_boot must be >= 0"):
        coefficient(table, n_boot=-1)
    with pytest.raises(ValueError, match="one case per item"):
        coefficient(table, clusters=CLUSTERS[:-1])


def test_two_raters_agreement_has_wilson() -> None:
    """With two raters, percent agreement is a proportion: 45 of 50 is 0.786-0.957 (Wilson)."""
    pairs = [[1, 1]] * 45 + [[1, 0]] * 5
    actual = percent_agreement(pairs, n_boot=1)
    assert (actual.low, actual.high) == pytest.approx((0.7863976856, 0.9565242351), abs=1e-9)
    assert "Wilson" in str(actual.method)


def test_perfect_agreement_has_no_zero_width() -> None:
    """All draws 1: the coefficient is 1 and no interval is printed; a proportion has Wilson's."""
    table = np.repeat(np.arange(40) % 4, 2).reshape(40, 2).astype(float)
    for coefficient in (MULTI["fleiss"], MULTI["alpha-interval"], PAIRED["kappa"], PAIRED["ccc"]):
        actual = coefficient(table, n_boot=50)
        assert (actual.value, actual.low, actual.interval_reason) == (1.0, None, NO_VARIATION)
    share = percent_agreement(table, n_boot=50)
    assert (share.value, share.high) == (1.0, 1.0)
    assert share.low < 1.0


def test_undefined_draws_are_stated() -> None:
    """A rare class is absent from some draws: few are counted, many leave no interval."""
    a = [1] * 4 + [0] * 56
    actual = cohen_kappa(a, a[::-1][:56] + [0] * 4, categories=(0, 1), n_boot=500)
    assert actual.value == 0.0
    rare = cohen_kappa([1] + [0] * 59, [1] + [0] * 59, categories=(0, 1), n_boot=500)
    assert rare.value == 1.0
    assert rare.low is None
    assert "undefined in" in str(rare.interval_reason)
