"""The alternative annotator test: could the judge stand in for a rater of the panel?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy import stats

from judgekit.agreement.judge_duels import AltScore, Duel, Panel, duel_with, read_panel
from judgekit.agreement.ratings import Clusters, Label, RaterColumn, Ratings
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import (
    FloatArray,
    case_codes,
    mean_estimate,
    proportion_estimate,
)
from judgekit.statistics.multiplicity import adjusted_p_values

MIN_RATERS = 3
LEVEL = 0.05
EPSILONS = (0.0, 0.05, 0.1, 0.15, 0.2)
SKEWED_SHARE = 0.9

_ROUNDING = 1e-12


class AltRater(Record):
    """The judge against one rater, each measured against the other raters.

    Attributes:
        rater: The rater's column, from 0.
        n: Items that the rater, another rater and the judge rated.
        clusters: Cases among those items.
        rho_judge: Share of items on which the judge is at least as close to the others.
        rho_human: Share of items on which the rater is at least as close to the others.
        difference: rho_human - rho_judge with its interval; the judge must stay under epsilon.
        p: One-sided p of "difference >= epsilon", by a cluster-robust t; 0 or 1 where the
            difference never varies and its size alone decides.
        p_adjusted: p adjusted for the number of raters (Benjamini and Yekutieli).
        is_beaten: Whether the judge beats this rater; None where it was not tested.
        reason: Why the rater was not tested; None when tested.
    """

    rater: int
    n: int
    clusters: int
    rho_judge: float | None = None
    rho_human: float | None = None
    difference: Estimate | None = None
    p: float | None = None
    p_adjusted: float | None = None
    is_beaten: bool | None = None
    reason: str | None = None


class EpsilonPoint(Record):
    """The winning rate that another epsilon would have given."""

    epsilon: float
    winning_rate: float | None


class AltTest(Record):
    """The outcome of the alternative annotator test; never a headline and never alone.

    Attributes:
        winning_rate: Share of the tested raters that the judge beats (omega); None if undefined.
        advantage_probability: Mean over tested raters of `rho_judge` (rho); None if undefined.
        reason: Why `winning_rate` is undefined; None otherwise.
        epsilon: The cost-benefit margin that was used.
        score: How closeness was measured.
        per_rater: One entry per rater, tested or not.
        curve: The winning rate at other values of epsilon.
        rarest_label: The label that raters used least.
        rarest_sensitivity: Share of the raters' ratings with that label that the judge gave too.
        warnings: What a reader must know beside the figures.
    """

    winning_rate: float | None
    advantage_probability: float | None
    reason: str | None = None
    epsilon: float
    score: AltScore
    per_rater: tuple[AltRater, ...]
    curve: tuple[EpsilonPoint, ...]
    rarest_label: Label | None = None
    rarest_sensitivity: Estimate
    warnings: tuple[str, ...] = ()


def alt_test(
    ratings: Ratings,
    judge: RaterColumn,
    *,
    epsilon: float,
    score: AltScore = "accuracy",
    min_items: int = 30,
    clusters: Clusters = None,
) -> AltTest:
    """Test whether the judge is about as close to the panel as a member of it.

    Each rater is left out in turn (Calderon, Reichart and Dror 2025). On every item that the rater,
    another rater and the judge rated, W = 1 where the judge is at least as close to the other
    raters as the left-out one, L = 1 where the left-out one is at least as close as the judge; a
    tie gives both. The judge beats the rater where mean(L - W) < epsilon by a one-sided t test,
    Benjamini-Yekutieli adjusted at 0.05. Three things differ from the published procedure: t is
    cluster-robust with G - 1 degrees of freedom; where L - W never varies there is no t, and the
    judge beats the rater if its value is not above epsilon; and a judge that gives one label
    throughout, while raters do not, gets no winning rate, since closeness cannot show that it
    looks at the items at all.

    Args:
        ratings: Items x raters, labels or numbers; None or NaN is missing.
        judge: The judge's rating of each item; items without one do not enter.
        epsilon: How much worse the judge may be, 0 to 1; the authors propose 0.2 for experts, 0.15
            for skilled raters, 0.1 for crowds. Fix it beforehand.
        score: "accuracy": share of the other raters with the same label. "neg_rmse": minus the
            root mean squared difference from them, for numbers.
        min_items: Raters with fewer items are not tested.
        clusters: The case of each item; None makes each its own case.

    Returns:
        The test. No winning rate with fewer than three raters, where no rater has enough items or
        cases, or with a constant judge.

    Raises:
        ValueError: `epsilon` is outside 0 to 1, lengths differ, or "neg_rmse" meets a label.
    """
    what = "alt_test"
    if not 0.0 <= epsilon <= 1.0:
        raise ValueError(f"{what}: epsilon must lie within 0 to 1, got {epsilon!r}")
    if score not in {"accuracy", "neg_rmse"}:
        raise ValueError(f"{what}: score must be 'accuracy' or 'neg_rmse', got {score!r}")
    panel = read_panel(ratings, judge, clusters, numeric=score == "neg_rmse", what=what)
    duels = [
        duel_with(panel, rater, score=score, min_items=min_items)
        for rater in range(panel.humans.shape[1])
    ]
    reason = _reason_for_none(panel, duels)
    raters = _tested(duels, epsilon)
    shares = [r.rho_judge for r in raters if r.is_beaten is not None and r.rho_judge is not None]
    rarest, sensitivity = _rarest(panel)
    return AltTest(
        winning_rate=None if reason else _winning_rate(raters),
        advantage_probability=float(np.mean(shares)) if shares and not reason else None,
        reason=reason,
        epsilon=epsilon,
        score=score,
        per_rater=tuple(raters),
        curve=tuple(
            EpsilonPoint(
                epsilon=e, winning_rate=None if reason else _winning_rate(_tested(duels, e))
            )
            for e in EPSILONS
        ),
        rarest_label=rarest,
        rarest_sensitivity=sensitivity,
        warnings=tuple(_warnings(panel, raters, rarest, sensitivity)),
    )


def _tested(duels: Sequence[Duel], epsilon: float) -> list[AltRater]:
    ps = [None if duel.reason else _p_value(duel, epsilon) for duel in duels]
    tested = [p for p in ps if p is not None]
    adjusted = iter(adjusted_p_values(tested, method="by"))
    raters = []
    for duel, p in zip(duels, ps, strict=True):
        known = AltRater(
            rater=duel.rater, n=duel.wins.size, clusters=duel.n_cases, reason=duel.reason
        )
        if p is not None:
            p_adjusted = next(adjusted)
            known = known.model_copy(
                update={
                    "rho_judge": float(duel.wins.mean()),
                    "rho_human": float(duel.losses.mean()),
                    "difference": mean_estimate(duel.losses - duel.wins, duel.cases),
                    "p": p,
                    "p_adjusted": p_adjusted,
                    "is_beaten": p_adjusted is not None and p_adjusted <= LEVEL,
                }
            )
        raters.append(known)
    return raters


def _p_value(duel: Duel, epsilon: float) -> float:
    differences = duel.losses - duel.wins
    codes, n_cases = case_codes(differences.size, duel.cases, what="alt_test")
    mean = float(differences.mean())
    residuals = np.bincount(codes, weights=differences - mean, minlength=n_cases)
    error = math.sqrt(n_cases / (n_cases - 1) * float(residuals @ residuals)) / differences.size
    if error <= _ROUNDING:
        return 0.0 if mean <= epsilon else 1.0
    return float(stats.t.cdf((mean - epsilon) / error, n_cases - 1))


def _winning_rate(raters: Sequence[AltRater]) -> float:
    decided = [rater.is_beaten for rater in raters if rater.is_beaten is not None]
    return sum(decided) / len(decided)


def _reason_for_none(panel: Panel, duels: Sequence[Duel]) -> str | None:
    n_raters = panel.humans.shape[1]
    if n_raters < MIN_RATERS:
        return f"needs {MIN_RATERS} raters or more, got {n_raters}"
    if all(duel.reason for duel in duels):
        return "no rater shares enough items or cases with the judge and another rater"
    if _is_constant(panel.judge) and not _is_constant(panel.humans):
        return "the judge gives the same rating throughout: its closeness shows no judgement"
    return None


def _is_constant(values: FloatArray) -> bool:
    given = values[~np.isnan(values)]
    return bool(given.size) and bool((given == given[0]).all())


def _rarest(panel: Panel) -> tuple[Label | None, Estimate]:
    """Return the raters' least used label, and how often the judge gave it where a rater did."""
    given = panel.humans[~np.isnan(panel.humans)].tolist()
    if not given:
        return None, Estimate(value=None, reason="there are no ratings", n=0, clusters=0)
    counts = Counter(given)
    least = min(counts, key=lambda value: (counts[value], value))
    items, _ = np.nonzero(panel.humans == least)
    items = items[~np.isnan(panel.judge[items])]
    label = panel.labels[int(least)] if panel.labels else least
    if items.size == 0:
        reason = f"the judge rated no item that a rater called {label!r}"
        return label, Estimate(value=None, reason=reason, n=0, clusters=0)
    cases = items if panel.cases is None else panel.cases[items]
    caught = (panel.judge[items] == least).astype(np.float64)
    return label, proportion_estimate(caught, cases.astype(np.int64))


def _warnings(
    panel: Panel, raters: Sequence[AltRater], rarest: Label | None, sensitivity: Estimate
) -> list[str]:
    found = [
        f"rater {rater.rater} was not tested and does not count: {rater.reason}"
        for rater in raters
        if rater.reason
    ]
    found += [
        f"rater {rater.rater}: judge and rater never differ in closeness; decided by size, not by t"
        for rater in raters
        if rater.p in {0.0, 1.0} and rater.difference is not None and rater.difference.low is None
    ]
    n_unjudged = int(np.isnan(panel.judge).sum())
    if n_unjudged:
        found.append(f"{n_unjudged} items have no rating of the judge and do not enter")
    given = panel.humans[~np.isnan(panel.humans)].tolist()
    most = Counter(given).most_common(1)[0][1] if given else 0
    if given and most / len(given) >= SKEWED_SHARE:
        shared = "none" if sensitivity.value is None else f"{sensitivity.value:.0%}"
        found.append(
            f"{most} of {len(given)} ratings are alike: a judge that always says so would come "
            f"close to the panel; of the raters' ratings {rarest!r} the judge shared {shared}"
        )
    return found
