"""Rows of a summary as rows of a table: value, interval, picture, bounds and denominators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judgekit.records.summary import Summary, SummaryRow
from judgekit.report.numbers import (
    MIN_FULL_COVERAGE,
    decimals_for,
    format_count,
    format_fixed,
    format_percent,
    format_span,
    format_value,
    interval_decimals,
)
from judgekit.report.picture import Picture, draw_row

UNSTATED = "no reason was recorded"
SINGLE_FIGURES = "Scorers with one figure"


class Shown(NamedTuple):
    """A text, or the reason why there is none."""

    text: str | None
    reason: str = ""


class FigureRow(NamedTuple):
    """One figure, ready to be printed.

    Attributes:
        label: What the row is called inside its block.
        value: The figure.
        interval: Its 95 % interval.
        bounds: Worst to best, if the missing values were so.
        n_merged: Over how many of the three cells above one shared reason reaches; 1: none.
        counts: Label and count of a nominal criterion.
        scored: n scored / n total.
        coverage: The same as a percentage.
        cases: Number of cases.
        span: Lowest and highest possible value.
        direction: Which end is better.
        picture: Value, interval and bounds on the range; None where there is no range.
        is_low: Whether so much is missing that the bounds come before the mean.
    """

    label: str
    value: Shown
    interval: Shown
    bounds: Shown
    n_merged: int
    counts: tuple[tuple[str, str], ...]
    scored: str
    coverage: Shown
    cases: str
    span: str
    direction: str
    picture: Picture | None
    is_low: bool


class FigureBlock(NamedTuple):
    """Rows under one heading."""

    heading: str
    rows: tuple[FigureRow, ...]


class FigureTable(NamedTuple):
    """One table of figures and how their intervals were made."""

    title: str
    caption: str
    first_column: str
    blocks: tuple[FigureBlock, ...]
    methods: tuple[str, ...]


def view_figures(summary: Summary) -> tuple[FigureTable, ...]:
    """Return the table of all samples, then one for each column of groups."""
    overall = [row for row in summary.rows if not row.group]
    tables = [
        _table(
            "All samples",
            "Figures over all samples, by scorer",
            "Figure",
            [((_block_of(row), row.name), row) for row in overall],
        )
    ]
    columns = dict.fromkeys(_group_column(row) for row in summary.rows if row.group)
    for column in columns:
        rows = [row for row in summary.rows if row.group and _group_column(row) == column]
        by_figure: dict[str, list[SummaryRow]] = {}
        for row in rows:
            by_figure.setdefault(figure_name(row), []).append(row)
        tables.append(
            _table(
                f"By {column}",
                f"Figures by {column}",
                column,
                [
                    ((name, " / ".join(row.group.values())), row)
                    for name, members in by_figure.items()
                    for row in members
                ],
            )
        )
    return tuple(table for table in tables if table.blocks)


def figure_name(row: SummaryRow) -> str:
    """Return the name of a figure together with its scorer, said once where they are the same."""
    return row.name if row.name == row.scorer else f"{row.scorer}: {row.name}"


def is_nominal(row: SummaryRow) -> bool:
    """Whether the row counts labels."""
    return bool(row.distribution) and all(isinstance(c.value, str) for c in row.distribution)


def view_row(row: SummaryRow, label: str) -> FigureRow:
    """Return one row as it is printed."""
    decimals = decimals_for((row.value, row.low, row.high, row.worst, row.best), row.range)
    value = _shown(row.value, decimals, row.reason)
    interval = _pair(row.low, row.high, decimals, row.interval_reason or row.reason)
    bounds = _pair(row.worst, row.best, decimals, row.bounds_reason)
    n_merged = 1
    if value.text is None and interval == value:
        n_merged = 3 if bounds == value else 2
    is_complete = row.n_scored == row.n_total
    return FigureRow(
        label=label,
        value=value,
        interval=interval,
        bounds=bounds,
        n_merged=n_merged,
        counts=tuple(
            (format_value(count.value), format_count(count.count)) for count in row.distribution
        )
        if is_nominal(row)
        else (),
        scored=f"{format_count(row.n_scored)} / {format_count(row.n_total)}",
        coverage=Shown(None, "it applies to no sample")
        if row.coverage is None
        else Shown(format_percent(row.coverage, is_whole=is_complete)),
        cases=format_count(row.clusters),
        span=_span(row),
        direction=_DIRECTIONS[row.higher_is_better],
        picture=draw_row(row, value=value.text, interval=interval.text, bounds=bounds.text),
        is_low=row.coverage is not None and row.coverage < MIN_FULL_COVERAGE,
    )


_DIRECTIONS = {True: "higher is better", False: "lower is better", None: "no direction"}


def _table(
    title: str,
    caption: str,
    first_column: str,
    labelled: Sequence[tuple[tuple[str, str], SummaryRow]],
) -> FigureTable:
    blocks: dict[str, list[FigureRow]] = {}
    for (heading, label), row in labelled:
        blocks.setdefault(heading, []).append(view_row(row, label))
    return FigureTable(
        title=title,
        caption=caption,
        first_column=first_column,
        blocks=tuple(FigureBlock(heading, tuple(rows)) for heading, rows in blocks.items()),
        methods=_methods(labelled),
    )


def _methods(labelled: Sequence[tuple[tuple[str, str], SummaryRow]]) -> tuple[str, ...]:
    by_method: dict[str, list[str]] = {}
    for (heading, label), row in labelled:
        if row.method is not None and row.low is not None:
            name = label if heading == SINGLE_FIGURES else f"{heading}, {label}"
            by_method.setdefault(row.method, []).append(name)
    return tuple(f"{'; '.join(names)}: {method}" for method, names in by_method.items())


def _block_of(row: SummaryRow) -> str:
    return SINGLE_FIGURES if row.name == row.scorer else row.scorer


def _group_column(row: SummaryRow) -> str:
    return " / ".join(row.group)


def _span(row: SummaryRow) -> str:
    if row.range is not None:
        return format_span(*row.range)
    return "labels" if is_nominal(row) else "unbounded"


def _shown(value: float | None, decimals: int, reason: str | None) -> Shown:
    if value is None:
        return Shown(None, reason or UNSTATED)
    return Shown(format_fixed(value, decimals))


def _pair(first: float | None, second: float | None, decimals: int, reason: str | None) -> Shown:
    if first is None or second is None:
        return Shown(None, reason or UNSTATED)
    decimals = interval_decimals(first, second, decimals)
    return Shown(f"{format_fixed(first, decimals)} to {format_fixed(second, decimals)}")
