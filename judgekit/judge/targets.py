"""The figures that a rubric gives: its total, if it has one, and each criterion."""

from __future__ import annotations

from judgekit.records.rubric import Criterion, Rubric, WeightedMeanTotal
from judgekit.records.scale import OrdinalScale
from judgekit.runs.port import Target


def targets_of(rubric: Rubric, *, repeats: int = 1) -> tuple[Target, ...]:
    """Return the rows of a summary, the total first.

    Args:
        rubric: What is judged.
        repeats: Judgements of each sample; the mean of several answers of 0 and 1 is no proportion.
    """
    criteria = tuple(_criterion_target(rubric, criterion, repeats) for criterion in rubric.criteria)
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


def _criterion_target(rubric: Rubric, criterion: Criterion, repeats: int) -> Target:
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
    is_proportion = scale.values == (0, 1) and repeats == 1
    return Target(
        scorer=rubric.id,
        criterion=criterion.id,
        name=criterion.name,
        kind="proportion" if is_proportion else "mean",
        minimum=scale.minimum,
        maximum=scale.maximum,
        labels=scale.values,
    )
