"""Workbooks (xlsx) as rows: what each cell shows, and nothing guessed for what it does not."""

from __future__ import annotations

import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import ParseError

from judgekit.errors import InputDataError
from judgekit.extras import require

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

WORKBOOKS = (".xlsx", ".xlsm")
_OLD_OR_ENCRYPTED = bytes.fromhex("d0cf11e0a1b11ae1")
_CHUNK = 1 << 20
_LONGEST_MARK = 64
_MERGE = re.compile(rb"<(\w{1,20}:)?mergeCell\s")
_FORMULA = re.compile(rb"<(\w{1,20}:)?f[\s>/]")
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What zipfile and openpyxl raise on a damaged workbook, as flipping its bytes at random showed."""


def iterate_workbook(path: Path, *, sheet: str | None) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield row number and cells by column of each row of a sheet.

    Numbers stay numbers, days become dates, a formula is the value that was saved with it.

    Args:
        path: A workbook, with the columns' names in its sheet's first row.
        sheet: Name of the sheet; None: the first.

    Raises:
        InputDataError: The file is no workbook, encrypted or damaged, the sheet is not there, two
            columns have one name, a cell stands outside the columns, cells are merged, or a formula
            was saved without its value.
        MissingExtraError: openpyxl is not installed.
    """
    require("openpyxl", extra="excel", feature="reading a workbook")
    _refuse_other_formats(path)
    with _opening(path):
        if _holds(path, _MERGE):
            _refuse_merged(path, sheet)
        unsaved = _formulas(path, sheet) if _holds(path, _FORMULA) else {}
        rows = _rows(path, sheet, is_formula=False)
    columns = _columns(path, rows[0] if rows else ())
    for number, cells in enumerate(rows[1:], start=2):
        if any(cell is not None for cell in cells[len(columns) :]):
            raise InputDataError(
                f"reading {path}, row {number}: a cell stands to the right of the last column that "
                "has a name; give its column a name or empty the cell"
            )
        padded = (*cells, *[None] * (len(columns) - len(cells)))
        for place in unsaved.get(number, ()):
            if place < len(columns) and padded[place] is None:
                raise InputDataError(
                    f"reading {path}, row {number}, column {columns[place]!r}: a formula was saved "
                    "without its value; open the workbook in a spreadsheet program and save it"
                )
        row = dict(zip(columns, padded, strict=False))
        yield number, {name: cell for name, cell in row.items() if name}


def _rows(path: Path, sheet: str | None, *, is_formula: bool) -> list[tuple[Any, ...]]:
    with _workbook(path, is_formula=is_formula) as book:
        chosen: Any = _sheet(book, sheet, path)
        chosen.reset_dimensions()
        return [
            tuple(_plain(cell) for cell in cells) for cells in chosen.iter_rows(values_only=True)
        ]


def _formulas(path: Path, sheet: str | None) -> dict[int, list[int]]:
    """Return the places of formulas by row number."""
    found: dict[int, list[int]] = {}
    for number, cells in enumerate(_rows(path, sheet, is_formula=True), start=1):
        places = [at for at, cell in enumerate(cells) if _is_formula(cell)]
        if places:
            found[number] = places
    return found


def _is_formula(cell: object) -> bool:
    if isinstance(cell, str):
        return cell.startswith("=")
    return type(cell).__name__.endswith("Formula")


def _refuse_merged(path: Path, sheet: str | None) -> None:
    with _workbook(path, is_formula=False, is_whole=True) as book:
        merged = sorted(str(one) for one in _sheet(book, sheet, path).merged_cells.ranges)
    if merged:
        raise InputDataError(
            f"reading {path}: cells are merged ({merged[0]}), and all but the first of them hold "
            "nothing; unmerge them and fill in each"
        )


@contextmanager
def _workbook(path: Path, *, is_formula: bool, is_whole: bool = False) -> Iterator[Workbook]:
    import openpyxl

    with warnings.catch_warnings():
        # What a workbook holds beside its cells (drop-down lists, styles) is not read.
        warnings.filterwarnings("ignore", module="openpyxl")
        with path.open("rb") as file:
            book = openpyxl.load_workbook(file, read_only=not is_whole, data_only=not is_formula)
            with closing(book):
                yield book


def _sheet(book: Workbook, sheet: str | None, path: Path) -> Worksheet:
    names = [one.title for one in book.worksheets]
    if not names:
        raise InputDataError(f"reading {path}: the workbook has no sheet of cells; add one")
    if sheet is not None and sheet not in names:
        raise InputDataError(
            f"reading {path}: there is no sheet {sheet!r}; sheets are {', '.join(names)}"
        )
    return book.worksheets[0 if sheet is None else names.index(sheet)]


def _plain(cell: object) -> object:
    if isinstance(cell, str):
        return cell if cell.strip() else None
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, datetime):
        return cell.date() if cell == datetime.combine(cell.date(), datetime.min.time()) else cell
    return cell


def _columns(path: Path, cells: Sequence[object]) -> list[str]:
    names = ["" if cell is None else str(cell).strip() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise InputDataError(
            f"reading {path}: the first row is empty; it must hold the columns' names"
        )
    repeated = next((name for name in names if name and names.count(name) > 1), None)
    if repeated is not None:
        raise InputDataError(
            f"reading {path}: the column {repeated!r} stands twice; give each column its own name"
        )
    return names


def _refuse_other_formats(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(len(_OLD_OR_ENCRYPTED))
    except OSError as error:
        raise InputDataError(f"reading {path}: {error.strerror or error}") from error
    if start == _OLD_OR_ENCRYPTED:
        raise InputDataError(
            f"reading {path}: the workbook is encrypted or of the old xls format; "
            "save it as xlsx without a password"
        )


@contextmanager
def _opening(path: Path) -> Iterator[None]:
    try:
        yield
    except InputDataError:
        raise
    except _DAMAGED as error:
        raise InputDataError(
            f"reading {path}: not a whole xlsx workbook ({type(error).__name__}); "
            "is the file cut off? save it again as xlsx"
        ) from error


def _holds(path: Path, mark: re.Pattern[bytes]) -> bool:
    """Return whether any sheet's XML holds a mark."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if "worksheets/" not in name:
                continue
            with archive.open(name) as file:
                tail = b""
                while chunk := file.read(_CHUNK):
                    if mark.search(tail + chunk):
                        return True
                    tail = chunk[-_LONGEST_MARK:]
    return False
