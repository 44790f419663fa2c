"""CSV and TSV files as rows: every cell a text, an empty cell an absent value."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from judgekit.errors import InputDataError
from judgekit.runs.readers import encoding_of

DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}
_LONGEST_CELL = 2**31 - 1


def is_table(path: Path) -> bool:
    """Return whether a file's name says that it is a table."""
    return path.suffix.lower() in DELIMITERS


def iterate_table(
    path: Path, *, delimiter: str | None = None, has_quotes: bool = True
) -> Iterator[tuple[int, dict[str, str | None]]]:
    """Yield line number and cells by column of each row; an empty cell is None.

    Args:
        path: A CSV or TSV file, as its suffix says, with its columns' names in the first row.
        delimiter: What stands between cells; None: as the suffix says.
        has_quotes: Whether a cell may stand in quotes; else a quote is a character like any other.

    Raises:
        InputDataError: The file cannot be read, has no header or two columns of one name, or a row
            has not as many cells as there are columns.
    """
    csv.field_size_limit(_LONGEST_CELL)
    try:
        with path.open(encoding=encoding_of(path), newline="") as file:
            reader = csv.reader(
                file,
                delimiter=delimiter or DELIMITERS[path.suffix.lower()],
                quoting=csv.QUOTE_MINIMAL if has_quotes else csv.QUOTE_NONE,
                strict=True,
            )
            columns = _columns(next(reader, []), path)
            for cells in reader:
                if not cells:
                    continue
                if len(cells) != len(columns):
                    raise InputDataError(
                        f"reading {path}, line {reader.line_num}: {len(cells)} cells, but there "
                        f"are {len(columns)} columns; put quotes around a cell that holds the "
                        "delimiter or a line break"
                    )
                values = (cell if cell.strip() else None for cell in cells)
                yield reader.line_num, dict(zip(columns, values, strict=True))
    except UnicodeError as error:
        raise InputDataError(
            f"reading {path}: the file is not UTF-8 text; convert it to UTF-8"
        ) from error
    except csv.Error as error:
        raise InputDataError(f"reading {path}, line {reader.line_num}: {error}") from error
    except OSError as error:
        raise InputDataError(f"reading {path}: {error.strerror or error}") from error


def _columns(cells: list[str], path: Path) -> list[str]:
    names = [cell.strip() for cell in cells]
    if not any(names):
        raise InputDataError(
            f"reading {path}: the first row is empty; it must hold the columns' names"
        )
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise InputDataError(
            f"reading {path}: the column {repeated!r} stands twice; give each column its own name"
        )
    return names
