"""How many labels an interval needs, and what enriching a rare class costs."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from agreement_cases import CASES
from scipy import stats

from judgekit.agreement.enrichment import Stratum, enriched_sample
from judgekit.agreement.label_goals import (
    Goal,
    IccGoal,
    KappaGoal,
    MeanGoal,
    ProportionGoal,
    SensitivityGoal,
)
from judgekit.agreement.planning import LabelPlan, plan_labels
from judgekit.agreement.sample_size import icc_sample_size, kappa_variance
from judgekit.statistics.intervals import mean_estimate, proportion_estimate, wilson_interval

STRATA = (
    Stratum(name="flagged", n_items=1000, unsafe_share=0.2, relative_rate=5),
    Stratum(name="rest", n_items=9000, unsafe_share=0.01),
)


@pytest.mark.parametrize(
    ("shares", "kappa"), [((0.5, 0.5), 0.6), ((0.95, 0.05), 0.6), ((0.2, 0.3, 0.5), -0.1)]
)
def test_kappa_variance_by_the_delta_method(shares: tuple[float, ...], kappa: float) -> None:
    """It is sum p g^2 - (sum p g)^2, g being numerical derivatives by each cell."""
    margin = np.array(shares)
    cells = (1 - kappa) * np.outer(margin, margin) + kappa * np.diag(margin)

    def kappa_of(p: np.ndarray) -> float:
        p = p / p.sum()
        chance = p.sum(axis=1) @ p.sum(axis=0)
        return float((np.trace(p) - chance) / (1 - chance))

    assert kappa_of(cells) == pytest.approx(kappa)
    slopes = np.empty_like(cells)
    for place in np.ndindex(*cells.shape):
        step = np.zeros_like(cells)
        step[place] = 1e-5
        slopes[place] = (kappa_of(cells + step) - kappa_of(cells - step)) / 2e-5
    expected = (cells * slopes**2).sum() - (cells * slopes).sum() ** 2
    assert kappa_variance(kappa, shares) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("prevalence", "simulated"), [(0.5, 250), (0.2, 400), (0.05, 1360)])
def test_kappa_needs_what_a_simulation_needed(prevalence: float, simulated: int) -> None:
    """Items for kappa 0.6 to within 0.10, simulated: about 250, 400 and 1,360."""
    goal = KappaGoal(half_width=0.1, kappa=0.6, shares=(1 - prevalence, prevalence))
    plan = plan_labels(goal)
    assert plan.n_items == pytest.approx(simulated, rel=0.03)
    assert plan.n_labels == 2 * plan.n_items
    variance = kappa_variance(0.6, goal.shares)
    n = plan.n_items
    expected = stats.t.ppf(0.975, n - 1) * math.sqrt(variance / n)
    assert plan.half_width == pytest.approx(expected)
    assert stats.t.ppf(0.975, n - 2) * math.sqrt(variance / (n - 1)) > 0.1 >= plan.half_width


def test_widths_are_those_that_will_be_given() -> None:
    """A sample of the planned size with the planned spread has the planned interval."""
    plan = plan_labels(MeanGoal(half_width=0.25, sd=1.0))
    values = np.random.default_rng(0).normal(size=plan.n_items)
    values = (values - values.mean()) / values.std(ddof=1)
    given = mean_estimate(values, None)
    assert (given.high - given.low) / 2 == pytest.approx(plan.half_width)
    assert plan.half_width <= 0.25
    plan = plan_labels(ProportionGoal(half_width=0.1, expected=0.5))
    half = plan.n_items // 2
    given = proportion_estimate(np.repeat([0.0, 1.0], [half, half]), None)
    assert (given.high - given.low) / 2 == pytest.approx(plan.half_width, abs=0.001)


@pytest.mark.parametrize(
    "goal",
    [
        MeanGoal(half_width=0.2, sd=1.0),
        ProportionGoal(half_width=0.1, expected=0.8),
        KappaGoal(half_width=0.1, kappa=0.7, shares=(0.7, 0.3)),
        IccGoal(half_width=0.1, expected=0.7, n_raters=3),
    ],
)
def test_design_effect_multiplies_items(goal: Goal) -> None:
    """Ten items a case at correlation 0.2 need 2.8 times the items, and a little for few cases."""
    single, ten = (
        plan_labels(goal),
        plan_labels(goal, items_per_case=10, intra_case_correlation=0.2),
    )
    assert ten.design_effect == pytest.approx(2.8)
    assert ten.n_items == 10 * ten.n_cases
    assert 2.8 <= ten.n_items / single.n_items < 3.5
    alike = plan_labels(goal, items_per_case=10, intra_case_correlation=1.0)
    assert alike.n_cases >= single.n_items


def test_raters_make_a_mean_surer() -> None:
    """sd^2 + rater sd^2 / k: with k = 4 the plan of sd sqrt(1 + 4 / 4), hand derivation."""
    four = plan_labels(MeanGoal(half_width=0.3, sd=1.0, rater_sd=2.0, n_raters=4))
    same = plan_labels(MeanGoal(half_width=0.3, sd=math.sqrt(2)))
    assert four.n_items == same.n_items
    assert four.n_labels == 4 * same.n_labels


def test_icc_is_bonett() -> None:
    """The eighteen designs of Bonett's formula, half-width a half of the width; 10 at least."""
    case = CASES["sample_size_icc_bonett"]
    for design, expected in zip(case["data"], case["expected"], strict=True):
        goal = IccGoal(
            half_width=design["width"] / 2, expected=design["rho"], n_raters=design["raters"]
        )
        assert plan_labels(goal).n_items == max(expected, 10)
    assert icc_sample_size(0.7, n_raters=3, width=0.2) == 68


def test_sensitivity_of_a_random_sample() -> None:
    """Unsafe items by Wilson; items so that a binomial holds them in nine of ten samples.

    18 of 20 unsafe: .699-.972, half .137; so to within .137 takes 20.
    """
    low, high = wilson_interval(0.9, 20)
    half = (high - low) / 2
    plan = plan_labels(SensitivityGoal(half_width=half, expected=0.9, prevalence=0.05))
    assert plan.n_unsafe == 20
    n = plan.n_items
    assert stats.binom.cdf(19, n, 0.05) <= 0.1 < stats.binom.cdf(19, n - 1, 0.05)
    held = np.random.default_rng(0).binomial(n, 0.05, 20000) >= 20
    assert held.mean() == pytest.approx(0.9, abs=0.015)
    shared = plan_labels(
        SensitivityGoal(half_width=half, expected=0.9, prevalence=0.05),
        items_per_case=5,
        intra_case_correlation=0.25,
    )
    assert shared.n_unsafe == 40


def test_enrichment_by_hand() -> None:
    """250 of 1,000 flagged and 450 of 9,000 others, weights 4 and 20.

    Unsafe drawn: 50 and 4.5; sum of weights 200 + 90 = 290, of squares 800 + 1800 = 2600.
    Prevalence 290 / 10000. Variance 0.01 * .16 / 250 + .81 * .0099 / 450 = 2.422e-5.
    """
    actual = enriched_sample(STRATA, effective_unsafe=290**2 / 2600 - 1e-9)
    assert [part.n_sampled for part in actual.strata] == [250, 450]
    assert [part.weight for part in actual.strata] == [4.0, 20.0]
    assert actual.strata[0].probability == 0.25
    assert (actual.n_sampled, actual.expected_unsafe) == (700, pytest.approx(54.5))
    assert actual.effective_unsafe == pytest.approx(290**2 / 2600)
    assert actual.prevalence == pytest.approx(0.029)
    assert actual.prevalence_se == pytest.approx(math.sqrt(2.422e-5))
    assert actual.prevalence_effective_n == pytest.approx(0.029 * 0.971 / 2.422e-5)


def test_prevalence_error_by_simulation() -> None:
    """The weighted prevalence of drawn samples is unbiased and scatters as said."""
    sample = enriched_sample(STRATA, effective_unsafe=32)
    rng = np.random.default_rng(1)
    total = sum(part.n_items for part in STRATA)
    drawn = sum(
        part.n_items * rng.binomial(s.n_sampled, part.unsafe_share, 20000) / s.n_sampled
        for part, s in zip(STRATA, sample.strata, strict=True)
    )
    assert (drawn / total).mean() == pytest.approx(0.029, abs=0.0002)
    assert (drawn / total).std() == pytest.approx(sample.prevalence_se, rel=0.02)


def test_equal_rates_are_a_random_sample() -> None:
    """At one rate all weights agree and each unsafe item is worth itself."""
    even = [part.model_copy(update={"relative_rate": 3.0}) for part in STRATA]
    actual = enriched_sample(even, effective_unsafe=29)
    assert actual.effective_unsafe == pytest.approx(actual.expected_unsafe, rel=1e-3)
    assert actual.n_sampled == pytest.approx(1000, abs=2)


def test_enriched_plan() -> None:
    """A sensitivity by strata: the sample is worth the unsafe items; too small strata say so."""
    plan = plan_labels(SensitivityGoal(half_width=0.1, expected=0.9, strata=STRATA))
    assert plan.sample is not None
    assert plan.sample.effective_unsafe >= plan.n_unsafe == 37
    assert plan.n_items == plan.sample.n_sampled < 1000
    tiny = (Stratum(name="all", n_items=100, unsafe_share=0.05),)
    none = plan_labels(SensitivityGoal(half_width=0.1, expected=0.9, strata=tiny))
    assert (none.n_items, none.n_labels) == (None, None)
    assert "are worth 5.0 unsafe items, 37 are needed" in str(none.reason)


def test_a_plan_says_what_it_assumed_and_travels() -> None:
    """Each plan names its inputs, and its JSON gives the plan back."""
    for goal in (
        MeanGoal(half_width=0.2, sd=1.5),
        SensitivityGoal(half_width=0.1, expected=0.9, strata=STRATA),
    ):
        plan = plan_labels(goal, items_per_case=4, intra_case_correlation=0.1)
        assert "design effect 1.3" in plan.assumptions[1]
        assert LabelPlan.model_validate_json(plan.model_dump_json()) == plan
    assert plan_labels(MeanGoal(half_width=9, sd=1)).n_cases == 10


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: plan_labels(MeanGoal(half_width=1, sd=1), items_per_case=0),
            "items_per_case >= 1",
        ),
        (lambda: plan_labels(MeanGoal(half_width=1e-9, sd=1)), "ask for a wider interval"),
        (lambda: plan_labels(SensitivityGoal(half_width=0.1, expected=1)), "prevalence or strata"),
        (lambda: kappa_variance(0.6, (0.5, 0.4)), "sum to 1"),
        (lambda: kappa_variance(-0.9, (0.9, 0.1)), "allow the kappa"),
        (lambda: enriched_sample([], effective_unsafe=1), "different names"),
        (lambda: enriched_sample(STRATA, effective_unsafe=0), "must be > 0, got 0"),
        (
            lambda: enriched_sample(
                [Stratum(name="a", n_items=1, unsafe_share=0)], effective_unsafe=1
            ),
            "must be above 0",
        ),
        (lambda: MeanGoal(half_width=-1, sd=1), "half_width"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    """Arguments outside their range are refused with the rule."""
    with pytest.raises(ValueError, match=words):
        call()
