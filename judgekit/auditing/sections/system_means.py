"""Systems by their mean scores: what clinicians and the judge give each, and how they rank them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from judgekit.agreement import SystemRanking, system_ranking
from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.panel_numbers import (
    coded_cases,
    judged_numbers,
    undefined,
    why_no_numbers,
)
from judgekit.auditing.sections.system_accuracy import system_accuracy, system_tau
from judgekit.records.estimate import Estimate
from judgekit.statistics import mean_estimate

NO_SYSTEMS = "no system is known"
ONE_SYSTEM = "one system only: there is nothing to rank"
NO_CASES = "no cases are declared, so that systems cannot be compared on the same ones"
NO_SHARED_CASE = "no case has an answer of every system that both sides scored"
MADE_OF_P = "it is made of p values, in which the spread between cases already stands"


class SystemMean(NamedTuple):
    """One system's answers that both sides scored.

    Attributes:
        system: Its name.
        clinicians: Mean over answers of the clinicians' mean.
        judge: Mean of the judge's scores, on the same answers.
    """

    system: str
    clinicians: Estimate
    judge: Estimate


class Ranked(NamedTuple):
    """How alike both sides rank the systems.

    Attributes:
        panel: The criterion.
        systems: The systems ranked.
        accuracy: Share of pairs of systems in the same order, over all answers of each.
        tau: Kendall's tau-b of the means of the same answers.
        found: What is computed on cases that every system answered; None where nothing is.
        reason: Why nothing is.
        n_left_out: Cases that lack an answer of some system.
    """

    panel: Panel
    systems: tuple[str, ...]
    accuracy: Estimate
    tau: Estimate
    found: SystemRanking | None
    reason: str
    n_left_out: int = 0

    def estimate(self, name: str) -> Estimate:
        """Return a figure by name; `n` counts answers, that of the soft accuracy cases."""
        if name != "soft_pairwise_accuracy":
            return {"pairwise_accuracy": self.accuracy, "kendall_tau_b": self.tau}[name]
        if self.found is None:
            return undefined(self.reason)
        return Estimate(
            value=self.found.soft_pairwise_accuracy,
            reason=self.found.reason,
            interval_reason=None if self.found.reason else MADE_OF_P,
            n=self.found.n,
            clusters=self.found.clusters,
        )


class _Both(NamedTuple):
    system: str
    case: str | None
    clinicians: float
    judge: float


def system_means(panel: Panel) -> tuple[SystemMean, ...]:
    """Return the means of each known system, on answers that both sides scored."""
    rows = [] if why_no_numbers(panel) is not None else _scored_by_both(panel)
    return tuple(
        SystemMean(
            name,
            _mean([row.clinicians for row in own], own, panel.scale.span),
            _mean([row.judge for row in own], own, panel.scale.span if panel.is_on_scale else None),
        )
        for name in known_systems(panel)
        for own in [[row for row in rows if row.system == name]]
    )


def known_systems(panel: Panel) -> tuple[str, ...]:
    """Return the systems of a panel by name."""
    return tuple(sorted({system for system in panel.systems if system is not None}))


def ranked(data: AuditData, panel: Panel) -> Ranked:
    """Return how alike clinicians and judge rank systems.

    Accuracy and tau are over all answers that both sides scored. The soft accuracy is on cases that
    all systems answered, since it tells systems apart by paired differences; several answers of one
    system to one case enter as their mean.
    """
    systems = known_systems(panel)
    reason = why_no_numbers(panel)
    accuracy, tau = (
        undefined(reason) if reason is not None else of_means(panel, data)
        for of_means in (system_accuracy, system_tau)
    )
    if reason is None and len(systems) < 2:
        reason = ONE_SYSTEM if systems else NO_SYSTEMS
    if reason is None and panel.cases is None:
        reason = NO_CASES
    if reason is not None:
        return Ranked(panel, systems, accuracy, tau, None, reason)
    by_case: dict[str | None, dict[str, list[_Both]]] = defaultdict(lambda: defaultdict(list))
    for row in _scored_by_both(panel):
        by_case[row.case][row.system].append(row)
    whole = [answers for answers in by_case.values() if len(answers) == len(systems)]
    if not whole:
        return Ranked(panel, systems, accuracy, tau, None, NO_SHARED_CASE, len(by_case))
    found = system_ranking(
        [[_plain_mean([row.clinicians for row in one[name]]) for name in systems] for one in whole],
        [[_plain_mean([row.judge for row in one[name]]) for name in systems] for one in whole],
        seed=data.seed,
    )
    n_cases = len({case for case in panel.cases or ()})
    return Ranked(panel, systems, accuracy, tau, found, "", n_cases - len(whole))


def _scored_by_both(panel: Panel) -> list[_Both]:
    cases = panel.cases or (None,) * len(panel)
    return [
        _Both(system, case, clinicians, judge)
        for system, case, clinicians, judge in zip(
            panel.systems, cases, panel.means, judged_numbers(panel), strict=True
        )
        if system is not None and clinicians is not None and judge is not None
    ]


def _mean(
    values: Sequence[float], rows: Sequence[_Both], span: tuple[float, float] | None
) -> Estimate:
    return mean_estimate(
        np.array(values, dtype=np.float64), coded_cases([row.case for row in rows]), bounds=span
    )


def _plain_mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
