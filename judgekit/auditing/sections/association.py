"""Whether the judge orders single answers as clinicians do: pooled, within system, within case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    """

    panel: Panel
    ties: TieRule
    found: PairwiseAccuracy | None
    reason: str

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
        )
        for ties in TIE_RULES
    ]


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
