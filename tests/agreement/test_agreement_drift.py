"""Two runs of a judge on the same items."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from judgekit.agreement.differences import mean_absolute_error, mean_difference
from judgekit.agreement.drift import drift
from judgekit.agreement.kappa import cohen_kappa
from judgekit.statistics.intervals import mean_estimate, proportion_estimate
from judgekit.statistics.paired import sign_flip_test

MEANS = ("change", "bias_before", "bias_after", "bias_change", "error_change")


def test_by_hand() -> None:
    """Five items; one failed in each run, one has no clinician.

    before 1 2 3 4 -, after 2 2 5 - 1, clinician 2 2 - 4 1. Both runs: items 0-2, changes 1 0 2.
    All three: items 0, 1: errors before -1 0, after 0 0.
    """
    actual = drift([1, 2, 3, 4, None], [2, 2, 5, None, 1], [2, 2, None, 4, 1])
    assert (actual.change.value, actual.change.n) == (1.0, 3)
    assert actual.flip_rate.value == pytest.approx(2 / 3)
    assert (actual.bias_before.value, actual.bias_after.value) == (-0.5, 0.0)
    assert (actual.bias_change.value, actual.bias_change.n) == (0.5, 2)
    assert actual.error_change.value == -0.5
    assert (actual.n_both, actual.n_only_before, actual.n_only_after) == (3, 1, 1)
    # Two items differ, both up: both signs alike in 2 of 4 patterns.
    assert actual.test.p == 0.5
    assert drift([1, 2, 3], [2, 2, 5], within=1).flip_rate.value == pytest.approx(1 / 3)


def test_equals_the_parts() -> None:
    """Bias, error and kappa change are differences of the published figures of either run."""
    rng = np.random.default_rng(0)
    clinician = rng.integers(0, 4, 80)
    before, after = (np.clip(clinician + rng.integers(-1, 2, 80), 0, 3) for _ in range(2))
    clusters = np.repeat(np.arange(20), 4)
    scale = (0, 1, 2, 3)
    actual = drift(
        before,
        after,
        clinician,
        categories=scale,
        weights="quadratic",
        clusters=clusters,
        n_boot=300,
    )
    options = {"categories": scale, "weights": "quadratic"}
    kappas = [cohen_kappa(run, clinician, **options).value for run in (before, after)]
    assert actual.kappa_change.value == pytest.approx(kappas[1] - kappas[0], abs=1e-12)
    assert actual.kappa_change.low < actual.kappa_change.value < actual.kappa_change.high
    biases = [mean_difference(run, clinician).value for run in (before, after)]
    assert (actual.bias_before.value, actual.bias_after.value) == pytest.approx(biases)
    assert actual.bias_change.value == pytest.approx(biases[1] - biases[0])
    assert actual.change.value == pytest.approx(actual.bias_change.value)
    errors = [mean_absolute_error(run, clinician).value for run in (before, after)]
    assert actual.error_change.value == pytest.approx(errors[1] - errors[0])
    expected = mean_estimate((after - before).astype(float), clusters)
    assert (actual.change.low, actual.change.high) == (expected.low, expected.high)
    flips = proportion_estimate((after != before).astype(float), clusters)
    assert (actual.flip_rate.low, actual.flip_rate.high) == (flips.low, flips.high)
    test = sign_flip_test(after.astype(float), before.astype(float), clusters)
    assert actual.test.p == test.p


def test_mcnemar_where_items_are_independent() -> None:
    """12 up and 4 down of 40: twice the binomial tail; with shared cases it is the sign flip."""
    before = np.array([0] * 12 + [1] * 4 + [1] * 24)
    after = np.array([1] * 12 + [0] * 4 + [1] * 24)
    expected = 2 * sum(comb(16, k) for k in range(5)) / 2**16
    single = drift(before, after, categories=(0, 1)).test
    assert single.p == pytest.approx(expected, abs=1e-12)
    assert "McNemar" in str(single.method)
    # The exact sign-flip test of 16 items that differ is the same test.
    assert single.p == pytest.approx(
        sign_flip_test(after.astype(float), before.astype(float), None).p, abs=1e-12
    )
    shared = drift(before, after, categories=(0, 1), clusters=np.repeat(np.arange(20), 2)).test
    assert "sign-flip test by case" in str(shared.method)
    assert drift([1, 0], [1, 0]).test.p == 1.0


def test_turning_time_round() -> None:
    """Runs exchanged: changes turn their sign, flip rate and p stay."""
    rng = np.random.default_rng(1)
    before, after, clinician = rng.integers(0, 4, (3, 30))
    one = drift(before, after, clinician, categories=(0, 1, 2, 3))
    other = drift(after, before, clinician, categories=(0, 1, 2, 3))
    for name in ("change", "bias_change", "error_change", "kappa_change"):
        assert getattr(one, name).value == pytest.approx(-getattr(other, name).value, abs=1e-12)
    assert one.flip_rate.value == other.flip_rate.value
    assert one.test.p == other.test.p


def test_labels() -> None:
    """Ordered labels move by steps; without order only flips and kappa speak, save for two."""
    scale = ("mild", "moderate", "severe")
    given = (["mild", "severe", "mild"], ["severe", "severe", None], ["mild", "severe", "mild"])
    ordered = drift(*given, categories=scale)
    assert (ordered.change.value, ordered.flip_rate.value) == (1.0, 0.5)
    nominal = drift(*given, categories=scale, is_ordered=False)
    assert nominal.flip_rate.value == 0.5
    # Before: kappa 1. After: one constant rater beside one who varies: 0.
    assert nominal.kappa_change.value == -1.0
    for name in MEANS:
        assert getattr(nominal, name).reason == "the categories have no order"
    assert (nominal.test.p, nominal.test.reason) == (None, "the categories have no order")
    two = drift(["no", "no"], ["yes", "no"], categories=("no", "yes"), is_ordered=False)
    assert two.change.value == 0.5
    with pytest.raises(ValueError, match="is not on the scale"):
        drift(["bad"], ["mild"], categories=scale)


def test_nothing_to_compare() -> None:
    """No clinician, no item in both runs, or no items: a reason for each figure."""
    alone = drift([1, 2], [1, 3])
    assert alone.bias_change.reason == "no item has both runs and a clinician's rating"
    assert alone.kappa_change.reason == "needs categories, the levels of the scale"
    apart = drift([1, None], [None, 1], categories=(1, 2))
    assert apart.change.reason == "no item has a rating of both runs"
    assert (apart.flip_rate.value, apart.test.p, apart.kappa_change.value) == (None, None, None)
    assert drift([], []).n_both == 0
    constant = drift([1, 1], [1, 1], [1, 1], categories=(0, 1)).kappa_change
    assert "kappa of one run is undefined" in str(constant.reason)
    with pytest.raises(ValueError, match="within must be >= 0"):
        drift([1], [1], within=-1)
    with pytest.raises(ValueError, match="same items, got 1 and 2"):
        drift([1], [1], [1, 1])
