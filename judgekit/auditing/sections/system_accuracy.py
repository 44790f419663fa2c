"""Whether the judge orders the systems' means as the clinicians do, with an interval over cases."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.panel_numbers import array, coded_cases, numbers
from judgekit.records.estimate import NO_VARIATION, Estimate
from judgekit.statistics import case_bootstrap, totals_of
from judgekit.statistics.bootstrap import Statistic
from judgekit.statistics.intervals import FloatArray

FEWEST_SYSTEMS = 3
ALL_TIED = "the clinicians' means of all systems are equal: there is no order to compare with"
TIED = "all system means tie on one side"
EVERY_DRAW = "every draw of the cases gives the same value"
_ROUNDING = 1e-9


def system_accuracy(panel: Panel, data: AuditData) -> Estimate:
    """Return the share of pairs of systems that the judge's means order as the clinicians' do.

    A system's means are over its items to which the judge gave a number and a clinician a level,
    the same items on both sides. A tie is an order of its own: it must be tied on both sides. The
    interval is the case bootstrap's: in each draw the means are taken anew.

    Args:
        panel: The criterion; a metric's numbers will do, since only their order counts.
        data: Draws and seed.

    Returns:
        0 to 1; `n` counts items. No value with fewer than three systems, or where the clinicians
        tell none apart. Where no draw differs, `interval_reason` is `EVERY_DRAW`.
    """
    return _of_means(panel, data, _accuracy, undefined=ALL_TIED)


def system_tau(panel: Panel, data: AuditData) -> Estimate:
    """Return Kendall's tau-b of the judge's and the clinicians' means of systems.

    (C - D) / sqrt(c j), with C pairs of systems ordered alike and D the other way round, c pairs
    that the clinicians tell apart and j that the judge does (Kendall 1945). Items, means and
    interval are those of `system_accuracy`.

    Args:
        panel: The criterion.
        data: Draws and seed.

    Returns:
        -1 to 1; `n` counts items. No value with fewer than three systems, or where all means of one
        side tie.
    """
    return _of_means(panel, data, _tau, undefined=TIED)


def _of_means(panel: Panel, data: AuditData, statistic: Statistic, *, undefined: str) -> Estimate:
    judge, mean = array(numbers(panel.levels_judged)), array(panel.means)
    known = np.array([system is not None for system in panel.systems], dtype=bool)
    enters = np.flatnonzero(~np.isnan(judge) & ~np.isnan(mean) & known)
    own = [panel.systems[place] for place in enters]
    systems = sorted({name for name in own if name is not None})
    cases = coded_cases(None if panel.cases is None else [panel.cases[place] for place in enters])
    n_cases = len(enters) if cases is None else int(np.unique(cases).size)
    if len(systems) < FEWEST_SYSTEMS:
        reason = (
            f"needs {FEWEST_SYSTEMS} systems or more that both sides scored, got {len(systems)}"
        )
        return Estimate(value=None, reason=reason, n=len(enters), clusters=n_cases)
    chosen = np.array([[name == system for system in systems] for name in own], dtype=np.float64)
    sides = (judge[enters, None] * chosen, mean[enters, None] * chosen, chosen)
    contributions = np.hstack(sides)
    value = float(statistic(totals_of(contributions))[0])
    if not np.isfinite(value):
        return Estimate(value=None, reason=undefined, n=len(enters), clusters=n_cases)
    found = case_bootstrap(
        contributions, statistic, clusters=cases, n_boot=data.n_boot, seed=data.seed
    )
    return Estimate(
        value=value,
        low=found.low,
        high=found.high,
        interval_reason=EVERY_DRAW if found.reason == NO_VARIATION else found.reason,
        method=found.method,
        n=len(enters),
        clusters=n_cases,
    )


def _accuracy(totals: FloatArray) -> FloatArray:
    """Return the accuracy of each draw; NaN where a system was not drawn or none are apart."""
    judge, clinicians = _orders(totals)
    accuracy = np.asarray((judge == clinicians).mean(axis=1), dtype=np.float64)
    is_missing = np.isnan(judge).any(axis=1) | (clinicians == 0).all(axis=1)
    return np.where(is_missing, np.nan, accuracy)


def _tau(totals: FloatArray) -> FloatArray:
    """Return tau-b of each draw; NaN where a system was not drawn or a side ties throughout."""
    judge, clinicians = _orders(totals)
    apart = np.asarray((judge != 0).sum(axis=1) * (clinicians != 0).sum(axis=1), dtype=np.float64)
    alike = np.asarray((judge * clinicians).sum(axis=1), dtype=np.float64)
    tau = np.full(len(totals), np.nan, dtype=np.float64)
    np.divide(alike, np.sqrt(apart), out=tau, where=apart > 0)
    return tau


def _orders(totals: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the order of every two systems by the judge and by the clinicians, -1, 0 or 1.

    Draws x pairs; NaN throughout a draw that lacks a system.
    """
    judge, mean, counts = np.split(totals, 3, axis=1)
    is_missing = (counts <= 0).any(axis=1)
    pairs = list(combinations(range(counts.shape[1]), 2))
    orders = []
    for sums in (judge, mean):
        means = np.divide(sums, counts, out=np.full(counts.shape, np.nan), where=counts > 0)
        order = np.stack([_order(means, i, j) for i, j in pairs], axis=1)
        order[is_missing] = np.nan
        orders.append(order)
    return orders[0], orders[1]


def _order(means: FloatArray, one: int, other: int) -> FloatArray:
    first, second = means[:, one], means[:, other]
    near = _ROUNDING * np.maximum(np.abs(first), np.abs(second))
    difference = first - second
    return np.where(np.abs(difference) <= near, 0.0, np.sign(difference))
