"""Whether an audit may confirm anything: only what was fixed before the ratings."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from judgekit.auditing.data import Standing
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.ratings.table import RatingTable
from judgekit.errors import ConfigurationError, InputDataError
from judgekit.library import load_file
from judgekit.records.base import digest_value

_SHOWN = 5


class Ground(NamedTuple):
    """What verdicts and p values are, and why, in a sentence."""

    standing: Standing
    reason: str


def load_plan(path: Path | str) -> AuditPlan:
    """Load an audit plan from a YAML file.

    Raises:
        ConfigurationError: No such file, not YAML, or a law of `AuditPlan` is broken.
    """
    return load_file(Path(path), "audit plan", AuditPlan)


def plan_digest(plan: AuditPlan) -> str:
    """Return the SHA-256 over everything the plan fixes, as 64 hex digits."""
    return digest_value(plan.model_dump(mode="json", by_alias=True))


def ground_of(plan: AuditPlan | None, ratings: RatingTable, margin: float | None) -> Ground:
    """Return whether verdicts and p values confirm or only explore.

    Args:
        plan: The plan; None: none.
        ratings: The ratings, with the day of the earliest where it is known.
        margin: A margin given beside the plan.

    Raises:
        ConfigurationError: The margin given differs from the plan's.
    """
    if plan is None:
        return Ground("exploratory", "no plan was given, so nothing was fixed before the ratings")
    if margin is not None and plan.margin is not None and margin != plan.margin:
        raise ConfigurationError(
            f"auditing with a plan: its margin is {plan.margin:g}, but {margin:g} was given; "
            "leave the margin out, or correct the plan before the ratings are seen"
        )
    if ratings.rated_from is None:
        return Ground(
            "exploratory",
            "the ratings carry no dates, so that the plan cannot be shown to be older",
        )
    if plan.fixed_on >= ratings.rated_from:
        return Ground(
            "exploratory",
            f"the plan is of {plan.fixed_on.isoformat()}, and the first rating of "
            f"{ratings.rated_from.isoformat()}: it was not fixed before",
        )
    if margin is not None and plan.margin is None:
        return Ground("exploratory", "the margin stands beside the plan, not in it")
    return Ground(
        "confirmatory",
        f"the plan was fixed on {plan.fixed_on.isoformat()}, before the first rating of "
        f"{ratings.rated_from.isoformat()}",
    )


def refuse_tuning_ids(plan: AuditPlan | None, items: dict[str, str | None]) -> None:
    """Refuse an audit on items that the judge's prompt was tuned on.

    Args:
        plan: The plan; None: none are declared.
        items: The case of each item that would be audited.

    Raises:
        InputDataError: An item or its case is among the plan's tuning ids.
    """
    if plan is None:
        return
    tuned = set(plan.tuning_ids)
    hit = [item for item, case in items.items() if item in tuned or case in tuned]
    if hit:
        shown = ", ".join(repr(item) for item in hit[:_SHOWN])
        more = f" and {len(hit) - _SHOWN} more" if len(hit) > _SHOWN else ""
        raise InputDataError(
            f"auditing: the plan says that the prompt was tuned on {shown}{more}; agreement on "
            "them says nothing of new answers: take them out of the ratings, or list them under "
            "exclusions with that reason"
        )
