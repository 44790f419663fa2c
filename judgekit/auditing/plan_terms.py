"""What a plan says, checked against what is audited."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.auditing.joining.judged import TOTAL, Judged
from judgekit.auditing.measures import measures_of, primary_of
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import AuditPlan, Exclusion
from judgekit.auditing.ratings.table import RatingTable
from judgekit.errors import ConfigurationError
from judgekit.records.scale import ScaleValue


def check_primary(plan: AuditPlan | None, panels: Sequence[Panel]) -> None:
    """Refuse a plan whose primary figure is about nothing that is audited.

    A metric off the clinicians' scale has no primary figure; its report says so.

    Raises:
        ConfigurationError: The criterion is not audited, or the statistic does not suit its scale.
    """
    if plan is None or plan.primary is None:
        return
    criterion, statistic = plan.primary.criterion, plan.primary.statistic
    panel = next((one for one in panels if one.criterion == criterion), None)
    if panel is None:
        why = (
            "; a total exists where the rubric has one and clinicians rated all of its criteria"
            if criterion == TOTAL
            else ""
        )
        raise ConfigurationError(
            f"audit plan, primary: criterion {criterion!r} is not among the audited ones "
            f"({', '.join(one.criterion for one in panels)}){why}; name one of them"
        )
    if panel.is_on_scale and statistic not in measures_of(panel):
        raise ConfigurationError(
            f"audit plan, primary: {statistic!r} does not suit the {panel.scale.family} scale of "
            f"{criterion!r}; name one of {', '.join(measures_of(panel))}"
        )


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


def idle_terms(
    plan: AuditPlan | None,
    margin: float | None,
    panels: Sequence[Panel],
    judged: Judged,
    table: RatingTable,
) -> tuple[str, ...]:
    """Return what was asked for and changes nothing, in sentences: exclusions, and a margin.

    Args:
        plan: The plan; None: none.
        margin: The margin in force; None: none.
        panels: What is audited.
        judged: The run, with its items and cases.
        table: The ratings, with their items, cases and raters.
    """
    idle = []
    if margin is not None and primary_of(plan, tuple(panels)) is None:
        idle.append(
            f"the margin {margin:g} is not used: no primary figure is declared, and a verdict is "
            "about one; declare it in a plan (primary: criterion, statistic)"
        )
    items = {item.id for item in judged.items} | {one.item for one in table.ratings}
    cases = {item.case for item in judged.items} | {one.case for one in table.ratings}
    raters = {one.rater for one in table.ratings}
    for one in () if plan is None else plan.exclusions:
        if not (one.item in items or one.case in cases - {None} or one.rater in raters):
            idle.append(f"the plan leaves out {_named(one)}, which is nowhere: look for a slip")
    return tuple(idle)


def _named(one: Exclusion) -> str:
    given = {"item": one.item, "case": one.case, "rater": one.rater}
    return " ".join(f"{what} {name!r}" for what, name in given.items() if name is not None)
