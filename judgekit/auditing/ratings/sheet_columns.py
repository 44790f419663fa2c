"""Which columns of a sheet hold what: as declared, or by their standard names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.layout_columns import STANDARD_COLUMNS, JoinedColumns
from judgekit.auditing.ratings.sheet_rows import Sheet
from judgekit.errors import InputDataError

_EVERYWHERE = ("item", "case", "role", "rated_on")
_NEEDED = ("item", "rater", "criterion", "value")


@dataclass(frozen=True)
class FoundColumns:
    """The columns of a sheet.

    Attributes:
        heading: Heading by field of `Columns`.
        joined: What an id is made of, by field.
        used: Every heading among these.
    """

    heading: Mapping[str, str]
    joined: Mapping[str, JoinedColumns]
    used: frozenset[str]


def find_columns(sheet: Sheet, layout: RatingsLayout) -> FoundColumns:
    """Return which columns of a sheet hold what, apart from criteria or raters of their own.

    Raises:
        InputDataError: A declared or a needed column is not there.
    """
    heading: dict[str, str] = {}
    joined: dict[str, JoinedColumns] = {}
    for field in _fields(layout):
        declared = getattr(layout.columns, field)
        if isinstance(declared, JoinedColumns):
            for part in declared.parts:
                refuse_absent(sheet, part.column, field)
            joined[field] = declared
            continue
        if declared is not None:
            refuse_absent(sheet, declared, field)
        names = STANDARD_COLUMNS[field] if declared is None else (declared,)
        standing = [name for name in names if name in sheet.columns]
        if standing:
            heading[field] = standing[0]
    for field in _required(layout):
        if field not in heading and field not in joined:
            raise InputDataError(
                f"reading {sheet.path}: there is no column for the {field} "
                f"({' or '.join(STANDARD_COLUMNS[field])}); columns are "
                f"{sheet.headings}; name the right one in a layout "
                f"(columns: {field}: HEADING)"
            )
    parts = (part.column for one in joined.values() for part in one.parts)
    return FoundColumns(heading, joined, frozenset((*heading.values(), *parts)))


def _fields(layout: RatingsLayout) -> tuple[str, ...]:
    of_rater = () if layout.rater is not None or layout.raters else ("rater",)
    of_criterion = () if layout.criterion is not None else ("criterion",)
    match layout.form:
        case "long":
            of_value = ("value", "missing", "abstain", "comment")
            return (*_EVERYWHERE, *of_rater, *of_criterion, *of_value)
        case "wide_by_criterion":
            return (*_EVERYWHERE, *of_rater)
        case "wide_by_rater":
            return (*_EVERYWHERE, *of_criterion)


def _required(layout: RatingsLayout) -> tuple[str, ...]:
    return tuple(name for name in _fields(layout) if name in _NEEDED)


def refuse_absent(sheet: Sheet, heading: str, what: str) -> None:
    """Refuse a sheet without a heading that the layout declares as the column of `what`."""
    if heading not in sheet.columns:
        raise InputDataError(
            f"reading {sheet.path}: the layout's column {heading!r} ({what}) is not there; "
            f"columns are {sheet.headings}"
        )
