"""Values of somebody else's metric from a file of their own: JSONL, CSV or TSV, by id."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue

from judgekit.errors import InputDataError
from judgekit.metrics.foreign import ForeignColumn
from judgekit.runs.readers import read_rows

_DELIMITERS = {".csv": ",", ".tsv": "\t"}


def values_by_id(column: ForeignColumn, file: Path) -> dict[str, float]:
    """Return the values of a column by the id of their sample; samples without one are left out.

    Args:
        column: What the values are checked against.
        file: CSV or TSV with a heading, by its ending; anything else is read as JSONL.

    Raises:
        InputDataError: There is no such column, an id stands twice, or a value is no number or
            lies outside the declared range.
    """
    values: dict[str, float] = {}
    seen: set[str] = set()
    has_column = False
    for place, row in _rows(file, column.column):
        sample_id = row.get("id")
        if not isinstance(sample_id, str | int) or isinstance(sample_id, bool) or sample_id == "":
            raise InputDataError(f"reading {file}, {place}: every row needs an id, a text")
        if str(sample_id) in seen:
            raise InputDataError(
                f"reading {file}, {place}: id {sample_id!r} stands twice; ids must be unique"
            )
        seen.add(str(sample_id))
        has_column = has_column or column.column in row
        value = column.checked(row.get(column.column), f"{file}, {place}")
        if value is not None:
            values[str(sample_id)] = value
    if not has_column:
        raise InputDataError(
            f"reading {file}: there is no column {column.column!r}; name the right one with "
            "column=COLUMN in --column"
        )
    return values


def _rows(file: Path, column: str) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
    delimiter = _DELIMITERS.get(file.suffix.lower())
    if delimiter is None:
        try:
            yield from read_rows(file)
        except OSError as error:
            raise InputDataError(f"reading {file}: {error.strerror or error}") from error
        return
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            reader = csv.DictReader(opened, delimiter=delimiter, strict=True)
            for row in reader:
                place = f"line {reader.line_num}"
                if None in row or None in row.values():
                    raise InputDataError(
                        f"reading {file}, {place}: it must have as many cells as the heading"
                    )
                yield place, {**row, **({column: _cell(row[column])} if column in row else {})}
    except (OSError, UnicodeError, csv.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InputDataError(f"reading {file}: {why}") from error


def _cell(text: str) -> JsonValue:
    """Return a number where the cell holds one, nothing where it is blank, else the text."""
    if not text.strip():
        return None
    try:
        return float(text)
    except ValueError:
        return text
