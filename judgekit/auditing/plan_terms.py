"""What a plan says, checked against what is audited."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.auditing.joining.judged import Judged
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import AuditPlan
from judgekit.errors import ConfigurationError
from judgekit.records.scale import ScaleValue


def unsafe_answers(
    plan: AuditPlan | None, panels: Sequence[Panel]
) -> dict[str, tuple[ScaleValue, ...]]:
    """Return the answers that mean harm, by criterion.

    Raises:
        ConfigurationError: A criterion is not audited, or an answer is none of its scale.
    """
    if plan is None:
        return {}
    known = {panel.criterion: panel for panel in panels}
    for criterion, answers in plan.unsafe.items():
        if criterion not in known:
            raise ConfigurationError(
                f"audit plan, unsafe: criterion {criterion!r} is not among the audited ones "
                f"({', '.join(known)})"
            )
        strange = [one for one in answers if one not in known[criterion].categories]
        if strange and not known[criterion].scale.is_continuous:
            raise ConfigurationError(
                f"audit plan, unsafe, {criterion!r}: {strange[0]!r} is no answer of its scale "
                f"{known[criterion].categories!r}"
            )
    return dict(plan.unsafe)


def chances_of_rating(plan: AuditPlan | None, judged: Judged) -> dict[str, float] | None:
    """Return the chance with which each item of the run was drawn for rating; None: all alike.

    Raises:
        ConfigurationError: An item's stratum has no declared chance.
    """
    if plan is None or plan.sampling is None:
        return None
    column, chances = plan.sampling.column, plan.sampling.probabilities
    for item in judged.items:
        if item.groups.get(column) not in chances:
            raise ConfigurationError(
                f"audit plan, sampling: item {item.id!r} has {column!r} "
                f"{item.groups.get(column)!r}, whose chance is not declared; there are "
                f"{', '.join(chances)}"
            )
    return {item.id: chances[item.groups[column]] for item in judged.items}


def subgroup_columns(
    plan: AuditPlan | None, by: Sequence[str], panels: Sequence[Panel]
) -> tuple[str, ...]:
    """Return the columns by which figures are split, the plan's first.

    Raises:
        ConfigurationError: No item has the column.
    """
    wanted = tuple(dict.fromkeys((*(() if plan is None else plan.subgroups), *by)))
    known = {column for panel in panels for group in panel.groups for column in group}
    strange = [column for column in wanted if column not in known]
    if strange:
        raise ConfigurationError(
            f"auditing by {strange[0]!r}: no item has that column; "
            f"there are {', '.join(sorted(known)) or 'none'}"
        )
    return wanted
