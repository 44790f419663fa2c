"""Dot pictures: one value with its interval a row, all rows on one axis; geometry only."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from judgekit.report.numbers import format_value

PAD = 5.0
"""Per cent of the width left free on both sides, for the words under the ends of the axis."""
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_MOST_STEPS = 5


@dataclass(frozen=True, slots=True)
class DotRow:
    """One row of a dot picture.

    Attributes:
        label: What the row is of.
        value: The value; None: there is none, and the row says so in words.
        low: Lower end of its interval; None: none.
        high: Upper end of its interval; None: none.
        text: The figure with its interval and n, or the reason for none, in words.
        is_marked: Whether it stands out, as the judge does among clinicians.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    text: str
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class DotPicture:
    """Values with intervals, one below the other on the same axis.

    Attributes:
        caption: What the picture shows.
        axis: What the axis measures, with its unit and which way is better.
        span: Lowest and highest value of the axis; intervals that reach beyond are cut and say so.
        rows: The rows, in the order shown.
        line: A value at which an upright line stands, such as 0 for "no difference"; None: none.
        band: Ends of a shaded band, such as the margin; None: none.
        note: A sentence under the picture.
        marked_name: What the rows that stand out are, for the legend; None: their labels.
    """

    caption: str
    axis: str
    span: tuple[float, float]
    rows: tuple[DotRow, ...]
    line: float | None = None
    band: tuple[float, float] | None = None
    note: str | None = None
    marked_name: str | None = None


class DrawnRow(NamedTuple):
    """A row as SVG wants it: places in per cent of the width, so that no text is ever scaled.

    Attributes:
        label: What the row is of.
        text: The figure in words.
        words: Label and figure, and what of it lies beyond the axis.
        is_marked: Whether it stands out.
        value: Place of the value; None: there is none on the axis.
        interval: Places of the interval's ends on the axis; None: there is none.
        is_low_open: Whether the interval, or the value, reaches beyond the low end of the axis.
        is_high_open: The same at the high end.
        beyond: What lies beyond the axis, in words; None: nothing.
    """

    label: str
    text: str
    words: str
    is_marked: bool
    value: str | None
    interval: tuple[str, str] | None
    is_low_open: bool
    is_high_open: bool
    beyond: str | None


class DotDrawing(NamedTuple):
    """A dot picture, ready for the template: places in per cent of the width."""

    kind: str
    caption: str
    note: str | None
    axis: str
    axis_words: str
    ticks: tuple[tuple[str, str], ...]
    line: tuple[str, str] | None
    band: tuple[str, str, str] | None
    rows: tuple[DrawnRow, ...]
    marked: tuple[str, ...]
    is_any_unmarked: bool
    start: str
    end: str


def draw_dots(picture: DotPicture) -> DotDrawing:
    """Return where every value, interval and tick is drawn, and each row in words."""
    span = picture.span
    low, high = (format_value(end) for end in span)
    return DotDrawing(
        kind="dots",
        caption=picture.caption,
        note=picture.note,
        axis=picture.axis,
        axis_words=f"Axis from {low} to {high}: {picture.axis}",
        ticks=tuple((_at(tick, span), format_value(tick)) for tick in _ticks(span)),
        line=None
        if picture.line is None or not span[0] <= picture.line <= span[1]
        else (_at(picture.line, span), format_value(picture.line)),
        band=None if picture.band is None else _band(picture.band, span),
        rows=tuple(_row(row, span) for row in picture.rows),
        marked=_marked(picture),
        is_any_unmarked=not all(row.is_marked for row in picture.rows),
        start=f"{PAD:.2f}%",
        end=f"{100 - PAD:.2f}%",
    )


def _marked(picture: DotPicture) -> tuple[str, ...]:
    labels = tuple(row.label for row in picture.rows if row.is_marked)
    return (picture.marked_name,) if labels and picture.marked_name else labels


def _row(row: DotRow, span: tuple[float, float]) -> DrawnRow:
    ends = [end for end in (row.low, row.value, row.high) if end is not None]
    is_low_open = any(end < span[0] for end in ends)
    is_high_open = any(end > span[1] for end in ends)
    is_value_inside = row.value is not None and span[0] <= row.value <= span[1]
    beyond = None
    if row.value is not None and not is_value_inside:
        beyond = "the value lies beyond the axis"
    elif is_low_open or is_high_open:
        beyond = "the interval goes on beyond the axis"
    words = f"{row.label}: {row.text}"
    return DrawnRow(
        label=row.label,
        text=row.text,
        words=words if beyond is None else f"{words}; {beyond}",
        is_marked=row.is_marked,
        value=_at(row.value, span) if row.value is not None and is_value_inside else None,
        interval=None
        if row.value is None or row.low is None or row.high is None
        else (_at(row.low, span), _at(row.high, span)),
        is_low_open=is_low_open,
        is_high_open=is_high_open,
        beyond=beyond,
    )


def _band(band: tuple[float, float], span: tuple[float, float]) -> tuple[str, str, str]:
    """Return start, width and words of the band."""
    start, end = (_share(place, span) for place in sorted(band))
    words = f"{format_value(min(band))} to {format_value(max(band))}"
    return f"{start:.2f}%", f"{end - start:.2f}%", words


def _ticks(span: tuple[float, float]) -> Iterator[float]:
    """Yield round numbers on the axis, at most six; one tick where the axis has no length."""
    low, high = span
    if not low < high:
        yield low
        return
    rough = (high - low) / _MOST_STEPS
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in _STEPS if size * factor >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    for number in range(first, last + 1):
        yield round(number * step, 12) + 0.0


def _at(value: float, span: tuple[float, float]) -> str:
    return f"{_share(value, span):.2f}%"


def _share(value: float, span: tuple[float, float]) -> float:
    """Return the place of a value in per cent of the width; an end of the axis where beyond it."""
    share = (value - span[0]) / (span[1] - span[0]) if span[0] < span[1] else 0.5
    return PAD + (100 - 2 * PAD) * min(max(share, 0.0), 1.0)
