"""The corrected mean where items were labelled with known, unequal probabilities."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from judgekit.agreement.prediction_powered import PpiMean, ppi_mean, ppi_mean_difference

Column = NDArray[np.float64]


def _sample(
    rng: np.random.Generator, *, theta: float, n_labels: int, n_items: int = 1200
) -> tuple[Column, Column, Column, Column]:
    """Truth, labels, judge and probabilities; failures are flagged and labelled 5 times as often.

    The judge has sensitivity 0.9 and specificity 0.75. A flag, known beforehand, stands on 80 % of
    the failures and 10 % of the passes.
    """
    truth = (rng.random(n_items) < theta).astype(float)
    judge = (rng.random(n_items) < np.where(truth == 1, 0.9, 0.25)).astype(float)
    flagged = rng.random(n_items) < np.where(truth == 1, 0.1, 0.8)
    rate = n_labels / (5 * flagged.sum() + (~flagged).sum())
    probabilities = rate * np.where(flagged, 5.0, 1.0)
    labels = np.where(rng.random(n_items) < probabilities, truth, np.nan)
    return truth, labels, judge, probabilities


def test_by_hand() -> None:
    """Six items, three labelled with probabilities 1/2, 1/4, 1/4: weights 2, 4, 4.

    y 1 0 1, f 1 1 1 on them, f 1 0 0 elsewhere. m(y) = (2 + 4) / 10 = .6; m(f) = 1; mean f = 4/6.
    w = 1: .6 + 4/6 - 1; w = 0: .6. Bias of the judge: (0 + 4 + 0) / 10.
    """
    labels = [1, 0, 1, None, None, None]
    judge = [1, 1, 1, 1, 0, 0]
    chances = [1 / 2, 1 / 4, 1 / 4, 1 / 2, 1 / 4, 1 / 4]
    full = ppi_mean(labels, judge, weight=1, probabilities=chances)
    assert full.corrected.value == pytest.approx(0.6 + 4 / 6 - 1)
    assert full.labelled_only.value == pytest.approx(0.6)
    assert full.judge_bias.value == pytest.approx(0.4)
    assert full.judge_only.value == pytest.approx(4 / 6)
    # Kish: ten squared over 4 + 16 + 16.
    assert full.effective_labelled == pytest.approx(100 / 36)
    none = ppi_mean(labels, judge, weight=0, probabilities=chances)
    assert none.corrected.value == pytest.approx(0.6)


def test_strata_by_hand() -> None:
    """Strata of 4 and 2 items, labels 1 0 and 1: W = 2/3, 1/3; m(y) = 2/3 * .5 + 1/3 = 2/3."""
    actual = ppi_mean(
        [1, 0, None, None, 1, None], [1, 1, 0, 1, 0, 0], weight=1, strata=["a"] * 4 + ["b"] * 2
    )
    # m(f) = 2/3 * 1 + 1/3 * 0 = 2/3, mean f = 1/2.
    assert actual.corrected.value == pytest.approx(2 / 3 + 1 / 2 - 2 / 3)
    assert actual.effective_labelled == pytest.approx(6**2 / (4 + 4 + 4))


def test_equal_probabilities_are_the_plain_mean() -> None:
    """Any one probability: the plain corrected mean with w N_u / N, N_u being the unlabelled.

    y - w (f_lab - f_all) = y - w N_u / N (f_lab - f_unl), since f_all holds both.
    """
    rng = np.random.default_rng(0)
    _, labels, judge, _ = _sample(rng, theta=0.7, n_labels=200)
    n_more = np.isnan(labels).sum()
    weighted = ppi_mean(labels, judge, weight=0.8, probabilities=np.full(1200, 0.2))
    plain = ppi_mean(labels, judge, weight=0.8 * n_more / 1200)
    assert weighted.corrected.value == pytest.approx(plain.corrected.value, abs=1e-12)
    assert weighted.labelled_only.value == pytest.approx(plain.labelled_only.value, abs=1e-12)
    one = ppi_mean(labels, judge, weight=0.8, strata=[0] * 1200)
    assert one.corrected.value == pytest.approx(plain.corrected.value, abs=1e-12)


def _ends(mean: PpiMean) -> tuple[float | None, float | None]:
    return mean.corrected.low, mean.corrected.high


def test_interval_by_a_loop() -> None:
    """Linearised variance, item by item in its case, with the heaviest case's term added."""
    rng = np.random.default_rng(1)
    _, labels, judge, chances = _sample(rng, theta=0.7, n_labels=200)
    cases = np.arange(1200) // 3
    actual = ppi_mean(labels, judge, weight=0.5, probabilities=chances, clusters=cases).corrected
    given = ~np.isnan(labels)
    a = 1 / chances
    total = a[given].sum()
    m_y = (a * labels)[given].sum() / total
    m_f = (a * judge)[given].sum() / total
    assert actual.value == pytest.approx(m_y + 0.5 * (judge.mean() - m_f))
    sums, heavy = dict.fromkeys(range(400), 0.0), dict.fromkeys(range(400), 0.0)
    for i, case in enumerate(cases):
        sums[case] += 0.5 * (judge[i] - judge.mean()) / 1200
        if given[i]:
            residual = (labels[i] - m_y) - 0.5 * (judge[i] - m_f)
            sums[case] += a[i] * residual / total
            heavy[case] += a[i] / total
    g = len(set(cases[given]))
    variance = g / (g - 1) * sum(s * s for s in sums.values())
    error = math.sqrt(variance + (1.959964 / 2 * max(heavy.values())) ** 2)
    assert actual.value - actual.low == pytest.approx(actual.high - actual.value)
    factor = (actual.high - actual.low) / 2 / error
    assert 1.959 < factor < 2.3  # t of G - 1 degrees or fewer


def test_tuned_weight_has_the_least_error() -> None:
    """No fixed weight near it gives a narrower interval; a constant judge has weight 0."""
    rng = np.random.default_rng(2)
    _, labels, judge, chances = _sample(rng, theta=0.7, n_labels=300)
    for design in ({"probabilities": chances}, {"strata": (chances > chances.min()).astype(int)}):
        tuned = ppi_mean(labels, judge, **design)
        assert 0 < tuned.weight < 1
        for weight in (tuned.weight - 0.1, tuned.weight + 0.1):
            other = ppi_mean(labels, judge, weight=weight, **design).corrected
            assert other.high - other.low > tuned.corrected.high - tuned.corrected.low
    assert ppi_mean(labels, np.ones(1200), probabilities=chances).weight == 0.0


def test_weights_undo_the_enrichment() -> None:
    """Over many samples the corrected mean is the true rate; without probabilities it is not."""
    rng = np.random.default_rng(3)
    weighted, plain, stratified = [], [], []
    for _ in range(80):
        _, labels, judge, chances = _sample(rng, theta=0.9, n_labels=200)
        weighted.append(ppi_mean(labels, judge, probabilities=chances).corrected.value)
        strata = (chances > chances.min()).astype(int)
        stratified.append(ppi_mean(labels, judge, strata=strata).corrected.value)
        plain.append(ppi_mean(labels, judge).corrected.value)
    assert np.mean(weighted) == pytest.approx(0.9, abs=0.008)
    assert np.mean(stratified) == pytest.approx(0.9, abs=0.008)
    assert np.mean(plain) < 0.86


def test_difference_of_two_systems() -> None:
    """The difference takes the same design and is the mean of differences."""
    rng = np.random.default_rng(4)
    _, labels, judge, chances = _sample(rng, theta=0.7, n_labels=200)
    zero = np.where(np.isnan(labels), np.nan, 0.0)
    actual = ppi_mean_difference((labels, zero), (judge, 0 * judge), probabilities=chances)
    expected = ppi_mean(labels, judge, probabilities=chances)
    assert actual.corrected == expected.corrected


def test_what_labels_cannot_carry() -> None:
    """Few failures, a stratum without or with one label, a few heavy labels: no interval."""
    rng = np.random.default_rng(5)
    _, labels, judge, _ = _sample(rng, theta=0.7, n_labels=200)
    strata = np.zeros(1200, dtype=int)
    first = int(np.flatnonzero(~np.isnan(labels))[0])
    strata[[first, *np.flatnonzero(np.isnan(labels))[:5]]] = 1
    single = ppi_mean(labels, judge, strata=strata).corrected
    assert single.value is not None
    assert "a stratum has labels of one case only" in str(single.interval_reason)
    bare = np.where(np.arange(1200) == int(np.flatnonzero(np.isnan(labels))[0]), 1, 0)
    assert ppi_mean(labels, judge, strata=bare).corrected.reason == "a stratum has no labelled item"
    heavy = np.where(np.cumsum(~np.isnan(labels)) <= 3, 0.001, 0.5)
    carried = ppi_mean(labels, judge, probabilities=heavy).corrected
    assert "cases carry it" in str(carried.interval_reason)
    # 14 failures and 6 passes among labels: unweighted the passes are rarer.
    few = ppi_mean(
        [0] * 14 + [1] * 6 + [None] * 80, [0, 1] * 50, probabilities=[0.5] * 14 + [0.05] * 86
    )
    assert few.rarer_cases == 6
    assert "too few failures labelled: 6 cases" in str(few.corrected.interval_reason)
    assert ppi_mean([None], [1], probabilities=[0.5]).corrected.reason == "no item is labelled"
    assert ppi_mean([1], [1], probabilities=[1.0]).labelled_only.value == 1.0
    unjudged = ppi_mean([1, 0, None, 1], [1, 1, 0, None], strata=[0, 0, 0, 1])
    assert unjudged.corrected.value is not None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ppi_mean([1], [1], probabilities=[0.0]), "must be finite and > 0"),
        (lambda: ppi_mean([1], [1], probabilities=[1.5]), "probability 1.5: a probability must be"),
        (lambda: ppi_mean([None], [1], probabilities=[1.0]), "was certain to be labelled"),
        (lambda: ppi_mean([1], [1], probabilities=[0.5, 0.5]), "one number per item"),
        (lambda: ppi_mean([1], [1], probabilities=[0.5], strata=[0]), "not both"),
    ],
)
def test_bad_designs_are_refused(call: Callable[[], object], words: str) -> None:
    """Probabilities that no sampling plan has are refused by item and value."""
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.slow
@pytest.mark.parametrize("design", ["probabilities", "strata"])
@pytest.mark.parametrize(("theta", "n_labels"), [(0.95, 100), (0.95, 200), (0.9, 100), (0.7, 50)])
def test_coverage_of_enriched_labels(theta: float, n_labels: int, design: str) -> None:
    """With the rarer class enriched 5x and >= 10 of it expected, 93 % or more are covered.

    Expected rare labels 13, 27, 25 and 28; 1,200 items. R = 4,000, Monte-Carlo error 0.34 points.
    """
    rng = np.random.default_rng(17)
    held = given = 0
    widths, rare = [], 0.0
    for _ in range(4000):
        truth, labels, judge, chances = _sample(rng, theta=theta, n_labels=n_labels)
        rare += chances[truth == 0].sum() / 4000
        options = (
            {"probabilities": chances}
            if design == "probabilities"
            else {"strata": (chances > chances.min()).astype(int)}
        )
        low, high = _ends(ppi_mean(labels, judge, **options))
        if low is not None:
            given += 1
            held += low <= theta <= high
            widths.append(high - low)
    sys.stdout.write(
        f"PPI enriched 5x by {design}, theta={theta}, {n_labels} labels, {rare:.1f} rare: coverage "
        f"{held / given:.4f}, given {given / 4000:.3f}, width {np.mean(widths):.3f}\n"
    )
    assert rare >= 10
    assert held / given >= 0.93
