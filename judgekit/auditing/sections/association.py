"""Whether the judge orders single answers as clinicians do: pooled, within system, within case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose
from typing import NamedTuple

from judgekit.agreement import (
    PairwiseAccuracy,
    kendall_tau_b,
    pairwise_accuracy,
    pearson,
    spearman,
    within_correlation,
)
from judgekit.agreement.pairwise import TieRule
from judgekit.agreement.within_groups import Kind
from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.panel_numbers import (
    NO_ITEM,
    judged_numbers,
    undefined,
    why_no_numbers,
)
from judgekit.records.estimate import Estimate

NO_CASES = "no cases are declared"
NO_SYSTEMS = "no system is known"
ROUNDING = 1e-9
KINDS: tuple[Kind, ...] = ("pearson", "spearman", "kendall")
NAMES: dict[Kind, str] = {"pearson": "pearson", "spearman": "spearman", "kendall": "kendall_tau_b"}
POOLED: dict[Kind, Callable[..., Estimate]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall_tau_b,
}
TIE_RULES: dict[TieRule, str] = {
    "three_way": "a tie is an order of its own, so that <, = and > must agree",
    "decided": "only pairs that the clinicians do not tie; a tie of the judge counts one half",
}


class Association(NamedTuple):
    """Correlations of judge and clinicians' mean for one criterion.

    Attributes:
        panel: The criterion.
        kind: Which correlation.
        pooled: Over all answers.
        within_system: With each system's own level taken out.
        within_case: With each case's own level taken out.
    """

    panel: Panel
    kind: Kind
    pooled: Estimate
    within_system: Estimate
    within_case: Estimate


class PairOrder(NamedTuple):
    """How often the judge orders two answers of one case as the clinicians do.

    Attributes:
        panel: The criterion.
        ties: The rule for ties.
        found: The accuracy and its counts; None where there is none.
        reason: Why there is none.
        n_items: Items in the pairs that the rule compares.
    """

    panel: Panel
    ties: TieRule
    found: PairwiseAccuracy | None
    reason: str
    n_items: int = 0

    @property
    def estimate(self) -> Estimate:
        """The accuracy; its n counts pairs."""
        return undefined(self.reason) if self.found is None else self.found.accuracy


def associations(data: AuditData, panel: Panel) -> list[Association]:
    """Return each correlation of the judge with the clinicians' mean, three ways."""
    reason = why_no_numbers(panel) or (None if len(panel) else NO_ITEM)
    if reason is not None:
        none = undefined(reason)
        return [Association(panel, kind, none, none, none) for kind in KINDS]
    known = panel.at(lambda place: panel.systems[place] is not None)
    systems = [system for system in known.systems if system is not None]
    return [
        Association(
            panel,
            kind,
            POOLED[kind](
                judged_numbers(panel),
                panel.means,
                clusters=panel.cases,
                n_boot=data.n_boot,
                seed=data.seed,
            ),
            _within(data, known, systems, kind, NO_SYSTEMS),
            _within(data, panel, panel.cases or (), kind, NO_CASES),
        )
        for kind in KINDS
    ]


def pair_orders(data: AuditData, panel: Panel) -> list[PairOrder]:
    """Return the pairwise accuracy within cases, under each rule for ties."""
    cases = panel.cases
    reason = why_no_numbers(panel) or (None if len(panel) else NO_ITEM)
    if reason is not None or cases is None:
        return [PairOrder(panel, ties, None, reason or NO_CASES) for ties in TIE_RULES]
    return [
        PairOrder(
            panel,
            ties,
            pairwise_accuracy(
                panel.means,
                judged_numbers(panel),
                cases,
                ties=ties,
                clusters=cases,
                n_boot=data.n_boot,
                seed=data.seed,
            ),
            "",
            _n_compared(panel, cases, ties),
        )
        for ties in TIE_RULES
    ]


def _n_compared(panel: Panel, cases: Sequence[str], ties: TieRule) -> int:
    """Return how many items both scored that have a partner in their case to be compared with."""
    means: dict[str, list[float]] = {}
    for own, mean, case in zip(judged_numbers(panel), panel.means, cases, strict=True):
        if own is not None and mean is not None:
            means.setdefault(case, []).append(mean)

    def is_compared(members: list[float], place: int) -> bool:
        others = members[:place] + members[place + 1 :]
        if ties == "three_way":
            return bool(others)
        # Means of the same ratings in another order may differ by rounding: that is a tie.
        return not all(isclose(members[place], one, abs_tol=ROUNDING) for one in others)

    return sum(
        is_compared(members, place) for members in means.values() for place in range(len(members))
    )


def _within(
    data: AuditData, panel: Panel, groups: Sequence[str], kind: Kind, reason: str
) -> Estimate:
    if not groups:
        return undefined(reason)
    return within_correlation(
        judged_numbers(panel),
        panel.means,
        groups,
        kind=kind,
        clusters=panel.cases,
        n_boot=data.n_boot,
        seed=data.seed,
    )
