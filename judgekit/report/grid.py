"""Grids of counts: one side's answers against the other's, darker where more items lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from judgekit.report.numbers import format_value

SHADES = 5


@dataclass(frozen=True, slots=True)
class GridPicture:
    """A table of counts, rows against columns, in the same order on both sides.

    Attributes:
        caption: What the grid shows.
        row_name: What the rows are: the judge's answers.
        column_name: What the columns are: the clinicians' answers.
        rows: Labels of the rows.
        columns: Labels of the columns.
        counts: Rows x columns, counts or shares of counts as they are to be printed.
        same: Row and column of the cells in which both sides say the same.
        marked: Row and column of the cells that mean harm missed.
        note: A sentence under the grid.

    Raises:
        ValueError: The counts are not rows x columns, or one is not a finite number >= 0.
    """

    caption: str
    row_name: str
    column_name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[float, ...], ...]
    same: tuple[tuple[int, int], ...] = ()
    marked: tuple[tuple[int, int], ...] = ()
    note: str | None = None

    def __post_init__(self) -> None:
        shape = (len(self.counts), *{len(row) for row in self.counts})
        if shape != (len(self.rows), len(self.columns)):
            raise ValueError(
                f"grid {self.caption!r}: counts must be {len(self.rows)} rows x "
                f"{len(self.columns)} columns, got {shape!r}"
            )
        for name, row in zip(self.rows, self.counts, strict=True):
            for count in row:
                if not (math.isfinite(count) and count >= 0):
                    raise ValueError(
                        f"grid {self.caption!r}, row {name!r}: counts must be finite and >= 0, "
                        f"got {count!r}"
                    )


class GridCell(NamedTuple):
    """One cell: its text, its shade from 0 (none) to 5 (the largest count), and what it means."""

    text: str
    shade: int
    is_same: bool
    is_marked: bool


class GridDrawing(NamedTuple):
    """A grid, ready for the template."""

    kind: str
    caption: str
    note: str | None
    row_name: str
    column_name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[GridCell, ...]], ...]
    has_same: bool
    has_marked: bool


def draw_grid(picture: GridPicture) -> GridDrawing:
    """Return the cells row by row with their shades; a cell that is not 0 is never unshaded."""
    largest = max((count for row in picture.counts for count in row), default=0)
    return GridDrawing(
        kind="grid",
        caption=picture.caption,
        note=picture.note,
        row_name=picture.row_name,
        column_name=picture.column_name,
        columns=picture.columns,
        rows=tuple(
            (
                name,
                tuple(
                    GridCell(
                        text=format_value(count),
                        shade=math.ceil(SHADES * count / largest) if largest else 0,
                        is_same=(place, column) in picture.same,
                        is_marked=(place, column) in picture.marked,
                    )
                    for column, count in enumerate(row)
                ),
            )
            for place, (name, row) in enumerate(zip(picture.rows, picture.counts, strict=True))
        ),
        has_same=bool(picture.same),
        has_marked=bool(picture.marked),
    )
