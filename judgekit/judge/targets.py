"""The figures that a rubric gives: its total, if it has one, and each criterion."""

from __future__ import annotations

from judgekit.records.rubric import Criterion, Rubric, WeightedMeanTotal
from judgekit.records.scale import OrdinalScale
from judgekit.runs.port import Target


def targets_of(rubric: Rubric) -> tuple[Target, ...]:
    """Return the rows of a summary, the total first."""
    criteria = tuple(_criterion_target(rubric, criterion) for criterion in rubric.criteria)
    if not isinstance(rubric.total, WeightedMeanTotal):
        return criteria
    total = Target(
        scorer=rubric.id,
        criterion=None,
        name="Total",
        kind="mean",
        minimum=rubric.total.minimum,
        maximum=rubric.total.maximum,
    )
    return (total, *criteria)


def _criterion_target(rubric: Rubric, criterion: Criterion) -> Target:
    scale = criterion.scale
    if not isinstance(scale, OrdinalScale):
        return Target(
            scorer=rubric.id,
            criterion=criterion.id,
            name=criterion.name,
            kind="nominal",
            higher_is_better=None,
            labels=scale.values,
        )
    is_binary = scale.values == (0, 1)
    return Target(
        scorer=rubric.id,
        criterion=criterion.id,
        name=criterion.name,
        kind="proportion" if is_binary else "mean",
        minimum=scale.minimum,
        maximum=scale.maximum,
        labels=scale.values,
    )
