"""How many cases, items and labels an interval of a wanted width needs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated

from pydantic import Field
from scipy import stats

from judgekit.agreement.enrichment import EnrichedSample, enriched_sample
from judgekit.agreement.label_goals import (
    Goal,
    IccGoal,
    KappaGoal,
    MeanGoal,
    ProportionGoal,
    SensitivityGoal,
)
from judgekit.agreement.sample_size import icc_sample_size, kappa_variance
from judgekit.records.base import Record
from judgekit.records.estimate import MIN_CLUSTERS
from judgekit.statistics.intervals import wilson_interval

MOST_CASES = 10_000_000

_Z = float(stats.norm.ppf(0.975))


class LabelPlan(Record):
    """What to label for a goal, with everything that was assumed.

    Attributes:
        goal: What is to be estimated, and how well.
        items_per_case: Items of each case, m.
        intra_case_correlation: How alike items of a case are in what the figure adds up.
        design_effect: 1 + (m - 1) times it: by how much the items are worth less than as many
            independent ones (Kish 1965).
        n_cases: Cases to sample; None where there are not enough.
        n_items: Items to label, n_cases times items_per_case.
        n_labels: Items times raters.
        half_width: Half the interval expected from them.
        n_unsafe: Unsafe items needed, for sensitivity.
        sample: What to draw from each stratum, where there are strata.
        reason: Why there is no plan; None where there is one.
        assumptions: What the numbers rest on, a sentence each.
    """

    goal: Annotated[Goal, Field(discriminator="kind")]
    items_per_case: int
    intra_case_correlation: float
    design_effect: float
    n_cases: int | None
    n_items: int | None
    n_labels: int | None
    half_width: float | None
    n_unsafe: int | None = None
    sample: EnrichedSample | None = None
    reason: str | None = None
    assumptions: tuple[str, ...]


def plan_labels(
    goal: Goal, *, items_per_case: int = 1, intra_case_correlation: float = 0.0
) -> LabelPlan:
    """Return how many cases and labels a 95 % interval of a wanted half-width needs.

    The smallest number of cases G (10 at least: under that no interval is given) for which the
    interval that judgekit would give is expected to be narrow enough, with n = m G items and the
    design effect d = 1 + (m - 1) r:

    - mean: t(G - 1) sd sqrt(d / n);
    - proportion: Wilson on n / d (z / t)^2, on n for one item a case;
    - kappa: t(G - 1) sqrt(V d / n), V being the large-sample variance of Fleiss, Cohen and Everitt
      (1969, eq. 13) with equal margins;
    - icc: `icc_sample_size` times d;
    - sensitivity: the unsafe items as for a proportion, and then the items that hold so many:
      with a prevalence, a random sample that does so with probability `assurance` (binomial, d
      times as many); with strata, `enriched_sample`.

    Half of all samples give wider intervals than expected. A pilot's figures belong in here, not
    hopes.

    Args:
        goal: One of the goal records.
        items_per_case: m, 1 or more.
        intra_case_correlation: r, 0 to 1; 0.2 is not rare for rubric items of one answer.

    Returns:
        The plan. No numbers, with a reason, where the strata hold too few unsafe items.

    Raises:
        ValueError: An argument is outside its range, the shares do not sum to 1, or a sensitivity
            has neither or both of prevalence and strata.

    Example:
        >>> plan_labels(KappaGoal(half_width=0.1, kappa=0.6, shares=(0.5, 0.5))).n_items
        249
    """
    if items_per_case < 1 or not 0.0 <= intra_case_correlation <= 1.0:
        raise ValueError(
            "plan_labels: needs items_per_case >= 1 and 0 <= intra_case_correlation <= 1, got "
            f"{items_per_case!r} and {intra_case_correlation!r}"
        )
    design_effect = 1 + (items_per_case - 1) * intra_case_correlation
    base = LabelPlan(
        goal=goal,
        items_per_case=items_per_case,
        intra_case_correlation=intra_case_correlation,
        design_effect=design_effect,
        n_cases=None,
        n_items=None,
        n_labels=None,
        half_width=None,
        assumptions=(
            "95 % interval over the sampling of cases, its expected width",
            f"{items_per_case} items a case with intra-case correlation {intra_case_correlation:g}"
            f": design effect {design_effect:g}",
        ),
    )
    if isinstance(goal, SensitivityGoal):
        return _for_sensitivity(goal, base)
    if isinstance(goal, IccGoal):
        n = icc_sample_size(goal.expected, n_raters=goal.n_raters, width=2 * goal.half_width)
        n_cases = max(MIN_CLUSTERS, math.ceil(n * design_effect / items_per_case))
        words = f"{goal.n_raters} raters, correlation {goal.expected:g}; Bonett (2002)"
        return _filled(base, n_cases, goal.half_width, words)
    width, words = _width_of(goal, base)
    n_cases = _smallest(lambda n: width(n) <= goal.half_width)
    return _filled(base, n_cases, width(n_cases), words)


def _width_of(
    goal: MeanGoal | ProportionGoal | KappaGoal, base: LabelPlan
) -> tuple[Callable[[int], float], str]:
    """Return the half-width expected of so many cases, and what it rests on."""
    if isinstance(goal, ProportionGoal):
        words = f"a share of {goal.expected:g}, Wilson interval"
        return lambda n: _wilson_half(goal.expected, n, base), words
    if isinstance(goal, MeanGoal):
        variance = goal.sd**2 + goal.rater_sd**2 / goal.n_raters
        words = (
            f"standard deviation {goal.sd:g} between items and {goal.rater_sd:g} between raters of "
            f"an item, mean of {goal.n_raters} raters; t interval"
        )
    else:
        variance = kappa_variance(goal.kappa, goal.shares)
        words = (
            f"kappa {goal.kappa:g} of two raters with the same shares {goal.shares!r}, "
            "large-sample variance"
        )
    each = variance * base.design_effect / base.items_per_case
    return lambda n: _t(n) * math.sqrt(each / n), words


def _for_sensitivity(goal: SensitivityGoal, base: LabelPlan) -> LabelPlan:
    if (goal.prevalence is None) == (not goal.strata):
        raise ValueError("plan_labels: a sensitivity needs a prevalence or strata, not both")
    single = base.model_copy(update={"items_per_case": 1, "design_effect": 1.0})
    n_unsafe = _smallest(lambda n: _wilson_half(goal.expected, n, single) <= goal.half_width)
    wanted = math.ceil(n_unsafe * base.design_effect)
    half_width = _wilson_half(goal.expected, n_unsafe, single)
    words = (
        f"sensitivity {goal.expected:g}, Wilson interval on {n_unsafe} independent unsafe items; "
        "the design effect is taken as that of all items, which is on the safe side"
    )
    base = base.model_copy(update={"n_unsafe": wanted})
    if goal.prevalence is not None:
        prevalence = goal.prevalence
        n_items = _smallest(
            lambda n: float(stats.binom.sf(wanted - 1, n, prevalence)) >= goal.assurance
        )
        words += (
            f"; a random sample at prevalence {prevalence:g} holds {wanted} unsafe items with "
            f"probability {goal.assurance:g} (on average {wanted / prevalence:.0f} items do)"
        )
        return _filled(base, math.ceil(n_items / base.items_per_case), half_width, words)
    sample = enriched_sample(goal.strata, effective_unsafe=wanted)
    base = base.model_copy(update={"sample": sample})
    if sample.effective_unsafe < wanted:
        reason = (
            f"all items of the strata are worth {sample.effective_unsafe:.1f} unsafe items, "
            f"{wanted} are needed"
        )
        return base.model_copy(update={"reason": reason})
    words += (
        f"; strata drawn at random at their rates, on average {sample.expected_unsafe:.1f} unsafe "
        f"items, worth {sample.effective_unsafe:.1f} when weighted back"
    )
    n_cases = math.ceil(sample.n_sampled / base.items_per_case)
    return _filled(base, n_cases, half_width, words, n_items=sample.n_sampled)


def _filled(
    base: LabelPlan, n_cases: int, half_width: float, words: str, *, n_items: int | None = None
) -> LabelPlan:
    n_items = n_cases * base.items_per_case if n_items is None else n_items
    return base.model_copy(
        update={
            "n_cases": n_cases,
            "n_items": n_items,
            "n_labels": n_items * base.goal.n_raters,
            "half_width": half_width,
            "assumptions": (*base.assumptions, words),
        }
    )


def _wilson_half(expected: float, n_cases: int, base: LabelPlan) -> float:
    n = float(n_cases * base.items_per_case)
    if base.items_per_case > 1:
        n = min(n, n / base.design_effect * (_Z / _t(n_cases)) ** 2)
    low, high = wilson_interval(expected, n)
    return (high - low) / 2


def _t(n_cases: int) -> float:
    return float(stats.t.ppf(0.975, n_cases - 1))


def _smallest(is_enough: Callable[[int], bool]) -> int:
    """Return the smallest whole number from 10 on that is enough, by doubling and halving."""
    low, high = MIN_CLUSTERS - 1, MIN_CLUSTERS
    while not is_enough(high):
        low, high = high, 2 * high
        if high > MOST_CASES:
            raise ValueError(
                f"plan_labels: more than {MOST_CASES} cases would be needed; ask for a wider "
                "interval"
            )
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
