"""The reference plot: each clinician, and the judge, against the other clinicians on one axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.agreement import MeasureName
from judgekit.auditing.closeness import closeness_of, reference_of
from judgekit.auditing.data import AuditData
from judgekit.auditing.measures import WORDS, plain_measure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.report.dots import DotPicture, DotRow

MOST_DRAWN = 12
"""A picture of more clinicians than this is not read, and costs every two of them every time."""


def reference_pictures(data: AuditData) -> Iterator[DotPicture]:
    """Yield one picture for all criteria that share measure and scale."""
    groups: dict[tuple[MeasureName, tuple[float, float]], list[Panel]] = {}
    for panel in data.panels:
        if panel.is_on_scale and 1 < len(panel.raters) <= MOST_DRAWN:
            measure = plain_measure(panel)
            span = (
                (0.0, 1.0)
                if panel.scale.span is None
                else (0.0, panel.scale.span[1] - panel.scale.span[0])
            )
            groups.setdefault((measure, span), []).append(panel)
    for (measure, span), panels in groups.items():
        rows = [row for panel in panels for row in _dots(panel, measure, data)]
        reach = max((one.high or one.value or 0.0 for one in rows), default=span[1])
        is_share = WORDS[measure].unit == "share"
        yield DotPicture(
            caption="Each clinician and the judge against the (other) clinicians",
            axis=WORDS[measure].title
            + (", further right is closer" if is_share else " in points, further left is closer"),
            span=span if is_share else (0.0, min(span[1], reach * 1.1) or span[1]),
            rows=tuple(rows),
            note="Every row is a mean over the other clinicians, on the answers that the judge "
            "gave too.",
            marked_name="the judge",
        )


def _dots(panel: Panel, measure: MeasureName, data: AuditData) -> Iterator[DotRow]:
    is_nominal = panel.scale.family == "nominal"
    answers = panel.answers if is_nominal else panel.levels_given
    judged = panel.judged if is_nominal else panel.levels_judged
    shown = [place for place, own in enumerate(judged) if own is not None]
    kept = panel.at(set(shown).__contains__)
    unit = WORDS[measure].unit
    names = panel.raters
    if len(names) == 2:
        # Two clinicians are one pair: a row for each would show the same figure twice.
        names = (f"{names[0]} and {names[1]}",)
    for column, rater in enumerate(names):
        others = [_without(answers[place], column) for place in shown]
        own = [answers[place][column] for place in shown]
        found = reference_of(
            kept,
            others,
            own,
            measure,
            panel.categories if is_nominal else panel.scale.levels,
            data.n_boot,
            data.seed,
        ).judge_human
        yield _dot(f"{panel.name}: {rater}", found, unit, is_marked=False)
    judge = closeness_of(panel, measure, n_boot=data.n_boot, seed=data.seed)
    if judge is not None:
        yield _dot(f"{panel.name}: judge", judge.judge_human, unit, is_marked=True)


def _without(row: Sequence[Answer], column: int) -> list[Answer]:
    return [*row[:column], *row[column + 1 :]]


def _dot(label: str, found: Estimate, unit: str, *, is_marked: bool) -> DotRow:
    return DotRow(
        label=label,
        value=found.value,
        low=found.low,
        high=found.high,
        text=cell(found, unit=unit),
        is_marked=is_marked,
    )
