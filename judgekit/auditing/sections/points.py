"""Bias in points: how much higher or lower the judge answers than the clinicians do."""

from __future__ import annotations

from dataclasses import dataclass

from judgekit.agreement import mean_absolute_error, mean_difference
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import DIFFERENCE, JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.limits_of_agreement import (
    Limits,
    limits_figures,
    limits_of,
    limits_table,
)
from judgekit.auditing.sections.side_by_side import because, column, distances
from judgekit.auditing.words import cell, number
from judgekit.records.estimate import Estimate
from judgekit.report.dots import DotPicture, DotRow
from judgekit.report.numbers import format_span
from judgekit.report.parts import ReportTable

SECTION = "points"
NO_LEVELS = "no item was given a level by both the judge and a clinician"
LEAST_AXIS = 0.1
"""The axis reaches at least this share of the scale's range to both sides of 0."""
NOTHING = (
    "No criterion has a scale of points that the judge answers on: there is no bias in points."
)


@dataclass(frozen=True)
class _Points:
    panel: Panel
    span: tuple[float, float]
    bias: Estimate
    distance: Estimate

    @property
    def width(self) -> float:
        return self.span[1] - self.span[0]


def points_section(data: AuditData) -> Section:
    """Return bias and distance in points for each criterion with an ordered scale.

    Both are from the clinicians' mean of each item, over items to which both sides gave a level.
    Scales of more than 20 values have Bland and Altman's limits too.
    """
    found = [
        _points(panel, panel.scale.span, data)
        for panel in data.panels
        if panel.is_on_scale and panel.scale.span is not None
    ]
    limits = [
        (one.panel, limits_of(one.panel, data))
        for one in found
        if one.panel.scale.family == "numeric"
    ]
    tables = (_table(found), limits_table(limits))
    return Section(
        id=SECTION,
        title="How many points the judge is off",
        paragraphs=_paragraphs(data, found),
        figures=_all_figures(data, found, limits),
        tables=tuple(table for table in tables if table is not None),
        pictures=(_picture(found),) if found else (),
    )


def _points(panel: Panel, span: tuple[float, float], data: AuditData) -> _Points:
    sides = (column(panel.levels_judged), column(panel.means))
    bias = mean_difference(*sides, clusters=panel.cases, n_boot=data.n_boot)
    distance = mean_absolute_error(
        *sides, clusters=panel.cases, n_boot=data.n_boot, bounds=distances(span)
    )
    return _Points(panel, span, because(bias, NO_LEVELS), because(distance, NO_LEVELS))


def _paragraphs(data: AuditData, found: list[_Points]) -> tuple[str, ...]:
    said = [_sentence(one) for one in found] or [NOTHING]
    labels = [panel.name for panel in data.panels if panel.scale.span is None]
    off = [
        panel.name
        for panel in data.panels
        if panel.scale.span is not None and not panel.is_on_scale
    ]
    if labels:
        said.append(f"Labels have no points: {', '.join(labels)}.")
    if off:
        said.append(
            f"Under {', '.join(off)}, {data.scorer} gives numbers that are not on the clinicians' "
            "scale: a difference in points has no meaning."
        )
    return tuple(said)


def _sentence(one: _Points) -> str:
    value = one.bias.value
    if value is None:
        return f"{one.panel.name}: the bias is undefined: {one.bias.reason}."
    if value == 0:
        words = "on average neither higher nor lower than"
    else:
        words = f"on average {number(abs(value), 'points')} points "
        words += "higher than" if value > 0 else "lower than"
    return (
        f"{one.panel.name} ({format_span(*one.span)} points): the judge is {words} the clinicians' "
        f"mean; judge minus clinicians: {cell(one.bias, unit='points')}."
    )


def _all_figures(
    data: AuditData, found: list[_Points], limits: list[tuple[Panel, Limits]]
) -> tuple[Figure, ...]:
    figures = [made for one in found for made in _figures(one)]
    for panel, one_limits in limits:
        figures += limits_figures(SECTION, panel, one_limits, data)
    return tuple(figures)


def _figures(one: _Points) -> tuple[Figure, Figure]:
    levels = "over items to which the judge and at least one clinician gave a level"
    bias = figure(
        SECTION,
        one.panel.criterion,
        "mean_difference",
        DIFFERENCE,
        estimand=f"Mean of the judge's level minus the item's mean of clinicians' levels, {levels}",
        unit="points",
        estimate=one.bias,
        n_raters=len(one.panel.raters),
    )
    distance = figure(
        SECTION,
        one.panel.criterion,
        "mean_absolute_error_from_mean",
        JUDGE_CLINICIANS,
        estimand=(
            "Mean absolute difference of the judge's level from the clinicians' mean level of the "
            f"item, {levels}"
        ),
        unit="points",
        estimate=one.distance,
        n_raters=len(one.panel.raters),
    )
    return bias, distance


def _table(found: list[_Points]) -> ReportTable | None:
    if not found:
        return None
    return ReportTable(
        caption="The judge against the clinicians' mean of each item, in points",
        columns=(
            "Criterion",
            "Scale",
            "Bias: judge minus clinicians",
            "Mean distance, either way",
            "Items without the judge's level",
            "Items without a clinician's level",
        ),
        rows=tuple(
            (
                one.panel.name,
                format_span(*one.span),
                cell(one.bias, unit="points"),
                cell(one.distance, unit="points"),
                _without(one.panel.levels_judged),
                _without(one.panel.means),
            )
            for one in found
        ),
        note=(
            "A bias near 0 can hide differences both ways; the mean distance counts each of them. "
            "An answer beside the scale, such as not applicable, is no level."
        ),
    )


def _without(levels: tuple[object, ...]) -> str:
    return f"{sum(level is None for level in levels)} of {len(levels)}"


def _picture(found: list[_Points]) -> DotPicture:
    """Return the biases on one axis: in points, or where scales differ as shares of their range."""
    is_shared = len({one.span for one in found}) == 1
    widths = [1.0 if is_shared else one.width for one in found]
    rows = tuple(_dot(one, width) for one, width in zip(found, widths, strict=True))
    ends = [abs(end) for row in rows for end in (row.value, row.low, row.high) if end is not None]
    least = LEAST_AXIS * max(one.width / width for one, width in zip(found, widths, strict=True))
    reach = max([least, *ends])
    unit = "points" if is_shared else "shares of each scale's range"
    return DotPicture(
        caption="Bias of the judge, by criterion",
        axis=f"Judge minus clinicians' mean, in {unit}; right of the line the judge is higher",
        span=(-reach, reach),
        rows=rows,
        line=0.0,
        note=None if is_shared else "The figures beside the dots are in points.",
    )


def _dot(one: _Points, width: float) -> DotRow:
    bias = one.bias
    return DotRow(
        label=one.panel.name,
        value=None if bias.value is None else bias.value / width,
        low=None if bias.low is None else bias.low / width,
        high=None if bias.high is None else bias.high / width,
        text=cell(bias, unit="points"),
    )
