"""The rubric's total as clinicians would have given it: their criteria, the rubric's arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judgekit.auditing.joining.judged import TOTAL, Judged
from judgekit.auditing.panel import Answer, AuditScale, Panel
from judgekit.records.rubric import NOT_APPLICABLE_VALUE, Criterion, Rubric, WeightedMeanTotal
from judgekit.records.scale import OrdinalScale
from judgekit.statistics.totals import Part, weighted_mean

_DIGITS = 10


def total_panel(judged: Judged, panels: Sequence[Panel]) -> Panel | None:
    """Return the panel of the rubric's total, or None where it cannot be formed.

    A clinician's total exists where that clinician answered every criterion of the rubric for the
    item, on the rubric's own scale; a criterion answered with "not applicable" leaves numerator and
    denominator, as in a judge's total. No total is renormalised for clinicians, and a judge's that
    was is no answer (see `judged_of`).

    Args:
        judged: The judge, with its rubric.
        panels: The panels of its criteria.
    """
    rubric = judged.rubric
    if judged.is_metric or rubric is None or not isinstance(rubric.total, WeightedMeanTotal):
        return None
    by_id = {panel.criterion: panel for panel in panels if panel.is_on_scale}
    if any(criterion.id not in by_id for criterion in rubric.criteria):
        return None
    first = by_id[rubric.criteria[0].id]
    answers = {
        name: dict(zip(panel.items, panel.answers, strict=True)) for name, panel in by_id.items()
    }
    cells = {item.id: item.cells[TOTAL] for item in judged.items if TOTAL in item.cells}
    kept = {place for place, name in enumerate(first.items) if name in cells}
    panel = first.at(lambda place: place in kept)
    return replace(
        panel,
        criterion=TOTAL,
        name="Total",
        scale=AuditScale(
            levels=(rubric.total.minimum, rubric.total.maximum),
            is_ordered=True,
            is_continuous=True,
        ),
        answers=tuple(
            tuple(
                _total(rubric, rubric.total, answers, name, place)
                for place in range(len(panel.raters))
            )
            for name in panel.items
        ),
        adjudicated=None,
        judge=tuple(cells[name] for name in panel.items),
    )


def _total(
    rubric: Rubric,
    total: WeightedMeanTotal,
    answers: Mapping[str, Mapping[str, Sequence[Answer]]],
    item: str,
    rater: int,
) -> float | None:
    parts = []
    for criterion in rubric.criteria:
        row = answers[criterion.id].get(item)
        given = None if row is None else row[rater]
        if given == NOT_APPLICABLE_VALUE:
            continue
        share = _share(criterion, given)
        if share is None:
            return None
        parts.append(Part(share, criterion.weight or 0.0))
    mean = weighted_mean(parts)
    if mean is None:
        return None
    return round(total.minimum + mean * (total.maximum - total.minimum), _DIGITS)


def _share(criterion: Criterion, value: Answer) -> float | None:
    scale = criterion.scale
    if value is None or isinstance(value, str) or not isinstance(scale, OrdinalScale):
        return None
    return (value - scale.minimum) / (scale.maximum - scale.minimum)
