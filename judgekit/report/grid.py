"""Grids of counts: one side's answers against the other's, darker where more items lie."""

from __future__ import annotations

from dataclasses import dataclass


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
        ValueError: The counts are not rows x columns.
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
