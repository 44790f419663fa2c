"""A figure drawn on its range: bounds as a box, interval as a line, value as a dot."""

from __future__ import annotations

from typing import NamedTuple

from judgekit.records.summary import SummaryRow

WIDTH = 160
PAD = 6


class Stretch(NamedTuple):
    """From and to along the axis; an end off the range is drawn open."""

    start: str
    end: str
    width: str
    is_start_closed: bool
    is_end_closed: bool


class Picture(NamedTuple):
    """Places along the axis, as SVG wants them, and the same in words."""

    words: str
    value: str | None
    interval: Stretch | None
    bounds: Stretch | None


def draw_row(
    row: SummaryRow, *, value: str | None, interval: str | None, bounds: str | None
) -> Picture | None:
    """Return the picture of a row; None where it has no range or nothing to show on it.

    Args:
        row: The figure.
        value: The value as it is printed beside the picture.
        interval: The interval as it is printed.
        bounds: The bounds as they are printed.
    """
    if row.range is None or not row.range[0] < row.range[1] or not (value or bounds):
        return None
    words = [
        f"value {value}" if value else "no value",
        f"95 % interval {interval}" if interval else "no interval",
        f"bounds {bounds}" if bounds else "no bounds",
    ]
    return Picture(
        words=f"{row.name}: {', '.join(words)}",
        value=None if row.value is None else f"{_place(row.value, row.range)[0]:.1f}",
        interval=_stretch(row.low, row.high, row.range),
        bounds=_stretch(row.worst, row.best, row.range),
    )


def _stretch(one: float | None, other: float | None, span: tuple[float, float]) -> Stretch | None:
    if one is None or other is None:
        return None
    start, is_start_inside = _place(min(one, other), span)
    end, is_end_inside = _place(max(one, other), span)
    return Stretch(
        f"{start:.1f}", f"{end:.1f}", f"{end - start:.1f}", is_start_inside, is_end_inside
    )


def _place(value: float, span: tuple[float, float]) -> tuple[float, bool]:
    share = (value - span[0]) / (span[1] - span[0])
    inside = min(max(share, 0.0), 1.0)
    return PAD + inside * (WIDTH - 2 * PAD), inside == share
