"""Coefficients of numeric ratings against published figures and other implementations."""

from __future__ import annotations

import numpy as np
import pytest
from agreement_cases import CASES
from scipy import stats

from judgekit.agreement import ranks
from judgekit.agreement.concordance import lin_ccc, lin_ccc_standard_error, pearson
from judgekit.agreement.differences import bland_altman, mean_absolute_error, mean_difference
from judgekit.agreement.icc import FORMS, icc
from judgekit.agreement.ranks import kendall_tau_b, spearman
from judgekit.agreement.variance_components import icc_components
from judgekit.statistics.intervals import mean_estimate

PEFR = CASES["bland_altman_1986_pefr"]
WRIGHT, MINI = PEFR["data"]["wright_1"], PEFR["data"]["mini_1"]


@pytest.mark.parametrize("case_id", ["shrout_fleiss_1979", "irr_anxiety_icc"])
@pytest.mark.parametrize("form", FORMS)
def test_icc_equals_the_printed_values(case_id: str, form: str) -> None:
    """The six forms and their F intervals equal Shrout and Fleiss' table and R's figures."""
    case = CASES[case_id]
    key = "ICC" + form.replace(",", "_")
    expected = case["expected"][key]
    actual = icc(case["data"], form=form, interval="f")
    assert actual.value == pytest.approx(expected["icc"], abs=1e-9)
    assert (actual.low, actual.high) == pytest.approx(expected["ci95"], abs=1e-9)
    if key in case["published"]:
        assert actual.value == pytest.approx(case["published"][key], abs=case["tolerance"])


def test_icc_with_a_gap_is_undefined() -> None:
    """A crossed form drops no item: with a gap it has no value and names the way out."""
    actual = icc([[1, 2], [3, None], [5, 6]], form="2,1")
    assert actual.value is None
    assert "1 of 3 items miss a rating" in str(actual.reason)


def test_icc_without_variation() -> None:
    """Everybody the same constant: undefined in every form, also with an F interval."""
    for form in FORMS:
        for interval in ("bootstrap", "f"):
            actual = icc(np.full((20, 3), 0.1), form=form, interval=interval, n_boot=30)
            assert (actual.value, actual.low) == (None, None)
            assert "do not vary" in str(actual.reason)
    assert icc([[1, 2]], form="1,1").reason == "needs two items or more, got 1"
    assert icc([[1], [2]], form="1,1").reason == "needs two raters or more, got 1"
    perfect = icc([[1, 1], [2, 2], [5, 5]], form="1,1", interval="f")
    assert (perfect.value, perfect.low) == (1.0, None)
    assert "F is infinite" in str(perfect.interval_reason)


@pytest.mark.parametrize("scale", [1.0, 7.0, 0.1, 0.875, 0.75])
def test_icc_whose_denominator_cancels(scale: float) -> None:
    """Mean squares that cancel leave no value in any unit, rather than rounding over rounding.

    Sums of squares of this table: items 14/9 (BMS 7/9), raters 2/9 (JMS 1/9), residual 88/9 (EMS
    22/9), n = 3: BMS + (JMS - EMS) / n = 7/9 - 7/9 = 0. In the second, all items have the same sum
    (BMS 0) and JMS = EMS = 1/3.
    """
    table = scale * np.array([[1.0, 1, 0], [0, 2, 3], [3, 1, 0]])
    assert icc(table, form="2,k").value is None
    table = scale * np.array([[1.0, 1, 0], [1, 1, 0], [1, 0, 1]])
    assert icc(table, form="2,k").value is None


def test_icc_of_raters_who_disagree_more_than_items_differ() -> None:
    """No limits, or no value, each with its true cause.

    Item means 1, 4/3, 0 and EMS 10/9: the lower limit of one rating is below -1/2, so the mean of
    three ratings has none. In the second table item means are 8/3, 2, 8/3, so items do vary, but
    BMS + (JMS - EMS) / 3 = -1.61.
    """
    no_limits = icc([[0, 1, 2], [2, 2, 0], [0, 0, 0]], form="2,k", interval="f")
    assert no_limits.value == pytest.approx(0.3)
    assert "lower limit of a single rating's correlation" in (no_limits.interval_reason or "")
    below = icc([[0, 4, 4], [5, 1, 0], [5, 0, 3]], form="2,k")
    assert below.value is None
    assert "denominator that is not above 0" in (below.reason or "")
    identical = icc([[1, 1], [2, 2], [3, 3]], form="2,1", interval="f")
    assert identical.interval_reason == "the ratings leave no residual, so that F is infinite"


def test_icc_refuses_an_f_interval_for_shared_cases() -> None:
    """An F interval assumes independent items; clustered items are refused, not narrowed."""
    with pytest.raises(ValueError, match="20 items share 10 cases"):
        icc(np.eye(20)[:, :3], form="1,1", interval="f", clusters=np.repeat(np.arange(10), 2))


@pytest.mark.parametrize("seed", range(5))
def test_variance_components_without_gaps_are_icc_2_1(seed: int) -> None:
    """Henderson's method 1 on a full table gives the mean squares, hence ICC(2,1)."""
    ratings = np.random.default_rng(seed).normal(size=(15, 4)) + np.arange(15)[:, None] / 5
    expected = icc(ratings, form="2,1").value
    assert icc_components(ratings).value == pytest.approx(expected, abs=1e-10)


def test_variance_components_with_rotating_raters() -> None:
    """With three of four raters per item the known variances come back.

    Items, raters and residual have variances 4, 1 and 1; over many items and raters the share of
    the items is 4 / 6. 60 raters leave a standard error of about 0.02 through the rater variance.
    """
    rng = np.random.default_rng(8)
    ratings = rng.normal(0, 2, (3000, 1)) + rng.normal(0, 1, (1, 60)) + rng.normal(0, 1, (3000, 60))
    ratings[rng.random(ratings.shape).argsort(axis=1) >= 3] = np.nan
    actual = icc_components(ratings)
    assert actual.n == 3000
    assert actual.value == pytest.approx(4 / 6, abs=0.05)


@pytest.mark.parametrize(
    "ratings", [[[1, None], [2, None], [3, None]], [[1, 1], [1, 1]], [[1, None], [None, 2]]]
)
def test_variance_components_that_cannot_be_told_apart(ratings: list[list[int | None]]) -> None:
    """One rater only, no variation, or raters that share no item: no value, with the reason."""
    actual = icc_components(ratings)
    assert actual.value is None
    assert "do not separate" in str(actual.reason)


def test_lin_ccc_equals_the_printed_value() -> None:
    """Concordance, standard error and z interval on the peak-flow data of Bland and Altman."""
    case = CASES["lin_ccc_pefr"]
    x, y, expected = case["data"]["x"], case["data"]["y"], case["expected"]
    actual = lin_ccc(x, y, interval="fisher_z")
    assert actual.value == pytest.approx(expected["ccc"], abs=1e-9)
    assert (actual.low, actual.high) == pytest.approx(expected["ci95_fisher_z"], abs=1e-8)
    error = lin_ccc_standard_error(np.column_stack([x, y]).astype(float))
    assert error == pytest.approx(expected["se"], abs=1e-8)
    assert pearson(x, y).value == pytest.approx(expected["pearson_r"], abs=1e-9)


def test_bland_altman_equals_the_paper_at_full_precision() -> None:
    """Bias, SD and 1.96 SD limits of Bland and Altman's 17 subjects; the printed ones round."""
    expected = PEFR["expected"]
    actual = bland_altman(WRIGHT, MINI, n_boot=100)
    assert actual.bias.value == pytest.approx(expected["bias"], abs=1e-9)
    assert (actual.bias.low, actual.bias.high) == pytest.approx(expected["bias_ci95"], abs=1e-7)
    assert actual.sd.value == pytest.approx(expected["sd"], abs=1e-9)
    limits = (actual.lower.value, actual.upper.value)
    assert limits == pytest.approx(expected["limits_1.96sd"], abs=1e-2)
    exact = (
        (expected["bias"] - 1.959963985 * expected["sd"]),
        (expected["bias"] + 1.959963985 * expected["sd"]),
    )
    assert limits == pytest.approx(exact, abs=1e-6)
    slope = stats.linregress((np.array(WRIGHT) + MINI) / 2, np.subtract(WRIGHT, MINI)).slope
    assert actual.proportional_bias.value == pytest.approx(slope, abs=1e-10)
    assert actual.lower.low is not None
    assert actual.lower.low < limits[0] < actual.lower.high


def test_errors_and_correlations_of_peak_flow() -> None:
    """MAE, bias, Pearson, Spearman and tau-b of the same data."""
    expected = PEFR["expected"]
    assert mean_absolute_error(WRIGHT, MINI).value == pytest.approx(expected["mae"], abs=1e-9)
    assert mean_difference(WRIGHT, MINI).value == pytest.approx(expected["bias"], abs=1e-9)
    assert pearson(WRIGHT, MINI).value == pytest.approx(expected["pearson"], abs=1e-9)
    assert spearman(WRIGHT, MINI).value == pytest.approx(expected["spearman"], abs=1e-9)
    tau = kendall_tau_b(WRIGHT, MINI).value
    assert tau == pytest.approx(expected["kendall_tau_b"], abs=1e-9)


@pytest.mark.parametrize("n_values", [3, 6, 400])
def test_correlations_equal_scipy(n_values: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On random ratings with ties and gaps, the three correlations equal scipy's."""
    rng = np.random.default_rng(n_values)
    for _ in range(10):
        a = rng.integers(0, n_values, 60).astype(float)
        b = np.clip(a + rng.integers(-2, 3, 60), 0, n_values - 1)
        a[rng.random(60) < 0.1] = np.nan
        shown = ~np.isnan(a)
        for ours, theirs in (
            (pearson, stats.pearsonr),
            (spearman, stats.spearmanr),
            (kendall_tau_b, stats.kendalltau),
        ):
            expected = theirs(a[shown], b[shown]).statistic
            assert ours(a, b).value == pytest.approx(expected, abs=1e-12)
        with monkeypatch.context() as patch:
            patch.setattr(ranks, "_TABLE_CELLS", 0)
            assert kendall_tau_b(a, b).value == pytest.approx(expected, abs=1e-12)


def test_a_constant_rater_has_no_correlation() -> None:
    """Against a constant rater the correlations are undefined and concordance is 0."""
    constant, varied = [0.1] * 12, list(range(12))
    for coefficient in (pearson, spearman, kendall_tau_b):
        actual = coefficient(constant, varied, n_boot=20)
        assert (actual.value, actual.low) == (None, None)
        assert actual.reason == "a rater gave the same number throughout"
    assert lin_ccc(constant, varied).value == 0.0
    assert lin_ccc(constant, [0.3] * 12).value == 0.0
    assert lin_ccc(constant, constant).value is None
    flat = bland_altman([1, 2, 3], [3, 2, 1]).proportional_bias
    assert flat.value is None
    assert bland_altman([1], [2]).sd.reason == "needs two items or more"


def test_no_shared_item() -> None:
    """Raters without a shared item: every figure undefined, with the reason."""
    a, b = [1, None], [None, 2]
    figures = bland_altman(a, b)
    for estimate in (
        figures.bias,
        figures.sd,
        figures.lower,
        mean_absolute_error(a, b),
        pearson(a, b),
        spearman(a, b),
        kendall_tau_b(a, b),
        lin_ccc(a, b),
    ):
        assert (estimate.value, estimate.reason, estimate.n) == (
            None,
            "no item was rated by both",
            0,
        )


def test_mae_interval_does_not_go_below_zero() -> None:
    """The interval of a mean absolute error ends at 0."""
    a = [0.0] * 19 + [30.0]
    actual = mean_absolute_error(a, [0.0] * 20, n_boot=1)
    assert actual.low == 0.0
    assert mean_difference(a, [0.0] * 20, n_boot=1).low < 0


def test_mae_on_a_scale_ends_within_its_width() -> None:
    """With bounds it is a mean between 0 and the width; rounding is no distance beyond it.

    0.7 given three times has a mean of 0.6999999999999998, further from 0.9 than the scale is wide.
    """
    a, b = [5, 4, 1, 5, 2, 5, 5, 3, 5, 5, 4, 5], [5, 4, 1, 4, 2, 5, 1, 3, 5, 5, 4, 5]
    actual = mean_absolute_error(a, b, n_boot=1, bounds=(0.0, 4.0))
    apart = np.abs(np.array(a, dtype=float) - np.array(b))
    assert actual == mean_estimate(apart, None, bounds=(0.0, 4.0))
    mean = (0.7 + 0.7 + 0.7) / 3
    width = 0.9 - 0.7
    assert 0.9 - mean > width
    assert mean_absolute_error([0.9], [mean], bounds=(0.0, width)).value == width
    with pytest.raises(ValueError, match=r"within 0\.0 to 4\.0, got 5\.0"):
        mean_absolute_error([6], [1], bounds=(0.0, 4.0))
