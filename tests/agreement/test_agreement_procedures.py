"""Rankings of systems, calibration, bias of a judge, and sample size."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from agreement_cases import CASES

from judgekit.agreement.bias_battery import length_slope, position_bias, scale_compression
from judgekit.agreement.calibration import calibrate, isotonic_curve
from judgekit.agreement.sample_size import icc_sample_size
from judgekit.agreement.system_ranking import system_ranking
from judgekit.statistics.paired import one_sided_sign_flip_p

SYSTEMS = CASES["system_level_4x12"]
CLINICIAN, JUDGE = (np.array(SYSTEMS["data"][side]).T for side in ("clinician", "judge"))


def test_ranking_of_systems_equals_the_reference() -> None:
    """Means, pairwise and soft pairwise accuracy, tau-b and Spearman of four systems."""
    expected = SYSTEMS["expected"]
    actual = system_ranking(CLINICIAN, JUDGE)
    assert actual.reference_means == pytest.approx(expected["system_means_clinician"], abs=1e-9)
    assert actual.judge_means == pytest.approx(expected["system_means_judge"], abs=1e-9)
    assert actual.pairwise_accuracy == pytest.approx(expected["pairwise_accuracy"], abs=1e-9)
    soft = expected["spa_exact_sign_flip"]
    assert actual.soft_pairwise_accuracy == pytest.approx(soft, abs=1e-9)
    assert actual.kendall_tau_b == pytest.approx(expected["kendall_tau_b"], abs=1e-9)
    assert actual.spearman == pytest.approx(expected["spearman"], abs=1e-9)


@pytest.mark.parametrize(("side", "table"), [("p_clinician", CLINICIAN), ("p_judge", JUDGE)])
def test_one_sided_p_equals_the_enumeration(
    side: str, table: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All 2^12 sign patterns for each two systems; drawn ones come near."""
    codes = np.arange(12)
    for key, expected in SYSTEMS["expected"][side].items():
        i, j = (int(name) for name in key.split("-"))
        difference = (table[:, i] - table[:, j]).astype(float)
        assert one_sided_sign_flip_p(difference, codes) == pytest.approx(expected, abs=1e-9)
        with monkeypatch.context() as patch:
            patch.setattr("judgekit.statistics.paired.MAX_EXACT_CASES", 2)
            drawn = one_sided_sign_flip_p(difference, codes)
        assert drawn == pytest.approx(expected, abs=SYSTEMS["tolerance_monte_carlo"])


def test_ranking_that_cannot_be_made() -> None:
    """One system, no items, gaps and unequal shapes: a reason or a refusal."""
    assert system_ranking([[1], [2]], [[1], [2]]).reason == "needs two systems or more"
    assert system_ranking(np.empty((0, 2)), np.empty((0, 2))).reason == "there are no items"
    with pytest.raises(ValueError, match="every system needs a score on every item"):
        system_ranking([[1, None]], [[1, 2]])
    with pytest.raises(ValueError, match="shapes must be equal"):
        system_ranking([[1, 2]], [[1, 2, 3]])
    tied = system_ranking([[1, 1], [2, 2]], [[1, 1], [3, 3]])
    assert (tied.pairwise_accuracy, tied.kendall_tau_b) == (1.0, None)


def test_isotonic_curve_equals_the_reference() -> None:
    """The in-sample fit of scikit-learn at the six grades; its in-sample bias is zero."""
    case = CASES["isotonic_small"]
    judge, clinician = (np.array(case["data"][s], dtype=float) for s in ("judge", "clinician"))
    actual = isotonic_curve(judge, clinician, np.arange(6.0))
    assert actual == pytest.approx(case["expected"]["fit_at_0_to_5"], abs=1e-9)
    bias = (isotonic_curve(judge, clinician, judge) - clinician).mean()
    assert bias == pytest.approx(case["expected"]["bias_after_in_sample"], abs=1e-12)


@pytest.mark.parametrize("method", ["linear", "isotonic"])
def test_calibration_removes_a_shift(method: str) -> None:
    """A judge that is two points too high and half as spread is put right on unseen cases."""
    rng = np.random.default_rng(0)
    clinician = rng.integers(0, 6, 400).astype(float)
    judge = 0.5 * clinician + 2 + rng.normal(0, 0.2, 400).round(1)
    clusters = np.repeat(np.arange(100), 4)
    actual = calibrate(judge, clinician, method=method, clusters=clusters)
    assert actual.method == method
    assert actual.bias_before.value == pytest.approx(2 - 0.5 * clinician.mean(), abs=0.05)
    assert actual.bias_after.low < 0 < actual.bias_after.high
    assert actual.mae_after.value < actual.mae_before.value
    assert list(actual.calibrated) == sorted(actual.calibrated)
    assert len(actual.judge_values) == len(actual.calibrated)


def test_calibration_is_not_fitted_to_what_it_is_judged_on() -> None:
    """With labels that have nothing to do with the judge, calibrated error is no better than 0.

    In-sample, an isotonic curve would look better than the plain mean of the labels.
    """
    rng = np.random.default_rng(1)
    judge, clinician = rng.normal(size=(2, 300))
    actual = calibrate(judge, clinician, method="isotonic")
    in_sample = np.abs(isotonic_curve(judge, clinician, judge) - clinician).mean()
    assert actual.mae_after.value > np.abs(clinician - clinician.mean()).mean() > in_sample


@pytest.mark.parametrize(
    ("judge", "options", "words"),
    [
        ([1, 2, 3], {"method": "linear"}, "needs 5 cases or more, got 3"),
        ([1, 2] * 20, {"method": "isotonic"}, "needs 200 labels or more, got 40"),
        ([1] * 40, {"method": "linear"}, "same score throughout"),
    ],
)
def test_calibration_is_refused(judge: list[int], options: dict[str, str], words: str) -> None:
    """Too few cases or labels, or a constant judge: nothing fitted, the figures before stand."""
    actual = calibrate(judge, [value + 1 for value in judge], **options)
    assert (actual.method, actual.bias_after, actual.calibrated) == (None, None, ())
    assert words in str(actual.reason)
    assert actual.bias_before.value == -1.0


def test_sample_size_equals_bonett() -> None:
    """Eighteen designs of Bonett's formula."""
    case = CASES["sample_size_icc_bonett"]
    actual = [
        icc_sample_size(d["rho"], n_raters=d["raters"], width=d["width"]) for d in case["data"]
    ]
    assert actual == case["expected"]


def test_length_slope_by_hand() -> None:
    """Two points per e-fold within each case, whatever the cases' own level or length."""
    rng = np.random.default_rng(2)
    clusters = np.repeat(np.arange(20), 5)
    logs = rng.normal(size=100) + clusters
    clinician = rng.normal(size=100)
    judge = clinician + 2 * logs - 7 * clusters
    within = length_slope(judge, clinician, np.exp(logs), clusters=clusters, n_boot=50)
    assert within.value == pytest.approx(2.0)
    noisy = judge + rng.normal(size=100)
    x, y = logs.reshape(20, 5), (noisy - clinician).reshape(20, 5)
    x, y = ((v - v.mean(axis=1, keepdims=True)).ravel() for v in (x, y))
    actual = length_slope(noisy, clinician, np.exp(logs), clusters=clusters, n_boot=200)
    assert actual.value == pytest.approx((x * y).sum() / (x * x).sum())
    assert actual.low < 2 < actual.high
    pooled = length_slope(noisy, clinician, np.exp(logs))
    assert pooled.value == pytest.approx(np.polyfit(logs, noisy - clinician, 1)[0])
    flat = length_slope([1, 2], [1, 1], [9, 9], clusters=[0, 0])
    assert flat.reason == "lengths do not vary within any case"


def test_position_bias_by_hand() -> None:
    """Four pairs: stable, stable tie, always first, first then tie; one failed."""
    actual = position_bias(
        ["first", "tie", "first", "first", None], ["second", "tie", "first", "tie", "first"]
    )
    assert actual.flip_rate.value == 0.5
    assert actual.flip_rate.n == 4
    # verdicts for the first slot: 1, 0; .5, .5; 1, 1; 1, .5: mean 5.5 / 8 = .6875
    assert actual.first_slot.value == pytest.approx(0.1875)


def test_compression_by_hand() -> None:
    """A judge that halves every distance from the middle has both ratios 0.5."""
    clinician = np.array([0.0, 1, 2, 3, 4, 5] * 5)
    actual = scale_compression(2.5 + (clinician - 2.5) / 2, clinician, n_boot=50)
    assert actual.sd_ratio.value == pytest.approx(0.5)
    assert actual.deming_slope.value == pytest.approx(0.5)
    constant = scale_compression(clinician, np.full(30, 0.1))
    assert constant.sd_ratio.reason == "the clinician gave the same score throughout"
    assert constant.deming_slope.value is None
    flat = scale_compression(np.full(30, 0.1), clinician)
    assert flat.sd_ratio.value == 0.0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: calibrate([1], [1], method="spline"), "method must be"),
        (lambda: icc_sample_size(1.0, n_raters=2, width=0.2), "0 < expected < 1"),
        (lambda: length_slope([1, 2], [1, 2], [1, 0]), "one number > 0 per item"),
        (lambda: position_bias(["A"], ["B"]), "'first', 'second' or 'tie', got 'A'"),
        (lambda: position_bias(["tie"], []), "same pairs, got 1 and 0"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    """Unknown methods and impossible numbers are refused with the rule and the value."""
    with pytest.raises(ValueError, match=words):
        call()
