"""Dot pictures: one value with its interval a row, all rows on one axis; geometry only."""

from __future__ import annotations

from dataclasses import dataclass


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
    """

    caption: str
    axis: str
    span: tuple[float, float]
    rows: tuple[DotRow, ...]
    line: float | None = None
    band: tuple[float, float] | None = None
    note: str | None = None
