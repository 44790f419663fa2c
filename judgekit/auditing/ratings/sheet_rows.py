"""Files as rows of cells: CSV and TSV, JSONL and JSON, and workbooks, all behind one shape."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.workbook import WORKBOOKS, iterate_workbook
from judgekit.errors import InputDataError
from judgekit.runs.readers import encoding_of, read_rows
from judgekit.runs.tables import DELIMITERS, is_table, iterate_table

JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")
_LIKELY_DELIMITERS = (";", "\t", ",", "|")
_START = 1 << 16
_LONGEST_HEADING = 40
_MOST_HEADINGS = 20
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Sheet:
    """The rows of one file.

    Attributes:
        path: The file.
        columns: Headings, or the keys of all rows, in the order met.
        rows: Place ("line 7") and cells by column of each row that is not blank; an empty cell is
            None or absent.
    """

    path: Path
    columns: tuple[str, ...]
    rows: tuple[tuple[str, Row], ...]

    @property
    def headings(self) -> str:
        """The columns for messages: a text taken for a heading may be long, and a patient's."""
        shown = [
            name if len(name) <= _LONGEST_HEADING else f"{name[:_LONGEST_HEADING]}..."
            for name in self.columns[:_MOST_HEADINGS]
        ]
        n_left = len(self.columns) - len(shown)
        return ", ".join(shown) + (f" and {n_left} more" if n_left else "")

    def at(self, place: str) -> str:
        """Return how messages name a row."""
        return f"reading {self.path}, {place}"


def read_sheet(path: Path, layout: RatingsLayout) -> Sheet:
    """Return the rows of a file.

    Args:
        path: A file whose suffix says what it is.
        layout: Its delimiter, quotes and sheet.

    Raises:
        InputDataError: The file cannot be read, is cut off or not of its kind, or holds no rows.
        MissingExtraError: A workbook is read without the extra `excel`.
    """
    suffix = path.suffix.lower()
    if suffix not in WORKBOOKS:
        _refuse_unmarked_utf16(path)
    rows: list[tuple[str, Row]]
    if suffix in WORKBOOKS:
        rows = [(f"row {n}", row) for n, row in iterate_workbook(path, sheet=layout.sheet)]
    elif suffix in JSON_SUFFIXES:
        rows = list(read_rows(path))
    elif is_table(path):
        rows = [(f"line {number}", row) for number, row in _table(path, layout)]
    else:
        known = ", ".join((*DELIMITERS, *JSON_SUFFIXES, *WORKBOOKS))
        raise InputDataError(
            f"reading {path}: a file of ratings ends in one of {known}; "
            "save it in one of these formats"
        )
    filled = tuple((place, row) for place, row in rows if any(c is not None for c in row.values()))
    if not filled:
        raise InputDataError(
            f"reading {path}: the file holds no rows; expected ratings under the columns' names"
        )
    columns = tuple(dict.fromkeys(chain.from_iterable(row for _, row in filled)))
    _check_columns(path, columns)
    return Sheet(path, columns, filled)


def text_of(cell: object, place: str) -> str | None:
    """Return a cell as the text it shows, without margins: 2.0 is "2"; None: it is empty.

    Args:
        cell: A text, number, truth value or date.
        place: How a message names its row.

    Raises:
        InputDataError: It is a list or an object.
    """
    if cell is None:
        return None
    if isinstance(cell, str):
        return cell.strip() or None
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, int | float):
        # JSON's 1e999 is an infinity: no whole number, and refused where the scale is known.
        return str(int(cell)) if math.isfinite(cell) and cell == int(cell) else repr(cell)
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    raise InputDataError(
        f"{place}: a cell must be a text, a number or a date, got {type(cell).__name__}; "
        "write one row for each rating"
    )


def _table(path: Path, layout: RatingsLayout) -> Iterator[tuple[int, dict[str, str | None]]]:
    return iterate_table(path, delimiter=layout.delimiter, has_quotes=layout.quotes)


def _refuse_unmarked_utf16(path: Path) -> None:
    try:
        with path.open("rb") as file:
            holds_nul = b"\0" in file.read(_START)
        is_marked = encoding_of(path) == "utf-16"
    except OSError as error:
        raise InputDataError(f"reading {path}: {error.strerror or error}") from error
    if holds_nul and not is_marked:
        raise InputDataError(
            f"reading {path}: the file is not UTF-8 text (it holds NUL characters, as UTF-16 "
            "without a byte order mark does); convert it to UTF-8"
        )


def _check_columns(path: Path, columns: tuple[str, ...]) -> None:
    if len(columns) == 1 and is_table(path):
        found = next((mark for mark in _LIKELY_DELIMITERS if mark in columns[0]), None)
        if found is not None:
            raise InputDataError(
                f"reading {path}: there is one column, {columns[0]!r}; its cells seem to be "
                f"separated by {found!r}: declare delimiter: {found!r} in a layout"
            )
