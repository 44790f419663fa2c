"""What becomes of every item on its way into an audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judgekit.auditing.data import Flow, UnlabelledItem
from judgekit.auditing.joining.judged import TOTAL, Judged, JudgedItem
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.ratings.table import RatingTable


@dataclass(frozen=True)
class Leaving:
    """What the plan leaves out: the reason by item, by case and by rater."""

    items: Mapping[str, str]
    cases: Mapping[str, str]
    raters: Mapping[str, str]

    def why(self, item: str, case: str | None) -> str | None:
        """Return why an item is left out; None: it is not."""
        return self.items.get(item) or (None if case is None else self.cases.get(case))


def leaving_of(plan: AuditPlan | None) -> Leaving:
    """Return what a plan leaves out; nothing without one."""
    exclusions = () if plan is None else plan.exclusions
    return Leaving(
        items={one.item: one.reason for one in exclusions if one.item is not None},
        cases={one.case: one.reason for one in exclusions if one.case is not None},
        raters={one.rater: one.reason for one in exclusions if one.rater is not None},
    )


def flow_of(
    judged: Judged,
    table: RatingTable,
    joined: Sequence[JudgedItem],
    excluded: Mapping[str, str],
    leaving: Leaving,
    cases: Mapping[str, str],
) -> Flow:
    """Return what became of every item of both sides."""
    rated = dict.fromkeys(one.item for one in table.ratings if one.kind != "missing")
    ids = {item.id for item in judged.items}
    known = {cases[item.id] for item in joined if item.id in cases}
    present = {rating.rater for rating in table.ratings}
    return Flow(
        scored=tuple(item.id for item in judged.items),
        rated=tuple(rated),
        joined=tuple(item.id for item in joined),
        scored_only=tuple(item.id for item in judged.items if item.id not in rated),
        rated_only=tuple(name for name in rated if name not in ids),
        excluded=tuple(excluded.items()),
        excluded_raters=tuple((r, why) for r, why in leaving.raters.items() if r in present),
        cases=len(known) if known else None,
    )


def unlabelled_items(
    judged: Judged,
    panels: Sequence[Panel],
    excluded: Mapping[str, str],
    matched: Mapping[str, str],
    leaving: Leaving,
    cases: Mapping[str, str],
) -> tuple[UnlabelledItem, ...]:
    """Return the items of the run that some criterion's panel does not hold.

    Args:
        judged: The scorer.
        panels: The panels of all matched criteria: an item that one of them lacks has no rating
            under its criterion, whatever it has under others.
        excluded: Items that the plan leaves out, rated ones.
        matched: The scorer's criterion for each of the clinicians'.
        leaving: What the plan leaves out.
        cases: The case of each item.
    """
    everywhere = set.intersection(*(set(panel.items) for panel in panels))
    return tuple(
        UnlabelledItem(
            item=item.id,
            case=cases.get(item.id),
            system=item.system,
            values=_answers(item, matched),
        )
        for item in judged.items
        if item.id not in everywhere
        and item.id not in excluded
        and leaving.why(item.id, cases.get(item.id)) is None
    )


def _answers(item: JudgedItem, matched: Mapping[str, str]) -> dict[str, Answer]:
    values = {
        criterion: item.cells[own].value for criterion, own in matched.items() if own in item.cells
    }
    values.setdefault(TOTAL, item.cells[TOTAL].value if TOTAL in item.cells else None)
    return {criterion: value for criterion, value in values.items() if value is not None}
