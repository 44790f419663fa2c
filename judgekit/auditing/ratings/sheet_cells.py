"""Rows to ratings not yet read: who said what text of which item, in each of the three forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import NamedTuple

from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.layout_columns import JoinedColumns
from judgekit.auditing.ratings.sheet_columns import FoundColumns, find_columns, refuse_absent
from judgekit.auditing.ratings.sheet_rows import Row, Sheet, text_of
from judgekit.errors import InputDataError

_YES = ("yes", "y", "true", "1", "x")
_NO = ("no", "n", "false", "0")


class SheetCell(NamedTuple):
    """One rating as its file has it.

    Attributes:
        item: Id of the item.
        case: Its case; None: the row names none.
        rater: Who rated.
        role: The rater's role; None: the row names none.
        criterion: Id of the criterion.
        text: What the cell holds; None: nothing.
        missing: Why there is no rating; None: the row says nothing of it.
        is_abstained: Whether the row says that the rater could not assess.
        comment: What stands beside it.
        rated_on: The day of the rating.
        place: "line 7".
    """

    item: str
    case: str | None
    rater: str
    role: str | None
    criterion: str
    text: str | None
    missing: str | None
    is_abstained: bool
    comment: str | None
    rated_on: date | None
    place: str


class _Head(NamedTuple):
    item: str
    case: str | None
    rater: str | None
    role: str | None
    rated_on: date | None


class CellReader:
    """Turns sheets into cells; remembers over all of them what joined ids were made of.

    Args:
        layout: How the sheets are read.
        criteria: Id of each criterion by what the sheets call it.
    """

    def __init__(self, layout: RatingsLayout, criteria: Mapping[str, str]) -> None:
        self._layout = layout
        self._criteria = criteria
        self._made_of: dict[tuple[str, str], tuple[str, ...]] = {}

    def cells(self, sheet: Sheet) -> Iterator[SheetCell]:
        """Yield the cells of a sheet, blank ones included.

        Raises:
            InputDataError: A column is missing, a row lacks its item, rater or criterion, or says
                two things at once.
        """
        match self._layout.form:
            case "long":
                return self._long(sheet)
            case "wide_by_criterion":
                return self._by_criterion(sheet)
            case "wide_by_rater":
                return self._by_rater(sheet)

    def unused(self, sheet: Sheet) -> tuple[str, ...]:
        """Return the columns of a sheet that are not read."""
        used = find_columns(sheet, self._layout).used
        match self._layout.form:
            case "wide_by_criterion":
                used |= {*self._columns_of_criteria(sheet), *self._comments(sheet).values()}
            case "wide_by_rater":
                used |= self._layout.raters.keys()
        return tuple(name for name in sheet.columns if name not in used)

    def _long(self, sheet: Sheet) -> Iterator[SheetCell]:
        found = find_columns(sheet, self._layout)
        rater_of_file = self._rater_of_file(sheet)
        cell = _getter(found.heading)
        for place, row in sheet.rows:
            at = sheet.at(place)
            head = self._head(found, row, at)
            text, missing = cell(row, "value", at), _reason(cell(row, "missing", at))
            is_abstained = _is_yes(cell(row, "abstain", at), at)
            _refuse_both(text, missing, is_abstained=is_abstained, at=at)
            yield SheetCell(
                item=head.item,
                case=head.case,
                rater=rater_of_file or _needed(head.rater, "rater", at),
                role=head.role,
                criterion=self._criterion(cell(row, "criterion", at), at),
                text=text,
                missing=missing,
                is_abstained=is_abstained,
                comment=cell(row, "comment", at),
                rated_on=head.rated_on,
                place=place,
            )

    def _by_criterion(self, sheet: Sheet) -> Iterator[SheetCell]:
        found = find_columns(sheet, self._layout)
        columns, comments = self._columns_of_criteria(sheet), self._comments(sheet)
        rater_of_file = self._rater_of_file(sheet)
        for place, row in sheet.rows:
            at = sheet.at(place)
            head = self._head(found, row, at)
            rater = rater_of_file or _needed(head.rater, "rater", at)
            for column, criterion in columns.items():
                beside = comments.get(criterion)
                yield _wide_cell(
                    head._replace(rater=rater),
                    criterion,
                    text_of(row.get(column), at),
                    comment=None if beside is None else text_of(row.get(beside), at),
                    place=place,
                )

    def _by_rater(self, sheet: Sheet) -> Iterator[SheetCell]:
        found = find_columns(sheet, self._layout)
        for heading in self._layout.raters:
            refuse_absent(sheet, heading, "raters")
        cell = _getter(found.heading)
        for place, row in sheet.rows:
            at = sheet.at(place)
            head = self._head(found, row, at)
            criterion = self._criterion(cell(row, "criterion", at), at)
            for heading, rater in self._layout.raters.items():
                text = text_of(row.get(heading), at)
                yield _wide_cell(head._replace(rater=rater), criterion, text, place=place)

    def _head(self, found: FoundColumns, row: Row, at: str) -> _Head:
        cell = _getter(found.heading)
        ids = {
            field: self._joined_id(field, found.joined[field], row, at)
            if field in found.joined
            else cell(row, field, at)
            for field in ("item", "case")
        }
        return _Head(
            item=_needed(ids["item"], "item", at),
            case=ids["case"],
            rater=cell(row, "rater", at),
            role=cell(row, "role", at),
            rated_on=_day(cell(row, "rated_on", at), at),
        )

    def _joined_id(self, field: str, joined: JoinedColumns, row: Row, at: str) -> str:
        """Return an id made of several cells; two different sources of one id are refused."""
        texts = tuple(
            _needed(text_of(row.get(part.column), at), part.column, at) for part in joined.parts
        )
        taken = (part.of(text) for part, text in zip(joined.parts, texts, strict=True))
        made = joined.separator.join(taken)
        if self._made_of.setdefault((field, made), texts) != texts:
            raise InputDataError(
                f"{at}: the {field} {made!r} is made of other cells than before "
                f"({', '.join(part.column for part in joined.parts)}); take more of the columns, "
                f"so that two {field}s never have one id"
            )
        return made

    def _criterion(self, name: str | None, at: str) -> str:
        if self._layout.criterion is not None:
            return self._layout.criterion
        criterion = self._criteria.get(_needed(name, "criterion", at))
        if criterion is None:
            raise InputDataError(
                f"{at}: there is no criterion {name!r} in the rubric or layout; there are: "
                f"{', '.join(self._criteria)}; mend the cell, or declare it under criteria"
            )
        return criterion

    def _columns_of_criteria(self, sheet: Sheet) -> dict[str, str]:
        for criterion, declared in self._layout.criteria.items():
            refuse_absent(sheet, declared.named or criterion, f"criterion {criterion}")
        columns = {name: key for name, key in self._criteria.items() if name in sheet.columns}
        if not columns:
            raise InputDataError(
                f"reading {sheet.path}: no column is named after a criterion "
                f"({', '.join(self._criteria)}); columns are {sheet.headings}; declare "
                "them in the layout (criteria: ID: named)"
            )
        return columns

    def _comments(self, sheet: Sheet) -> dict[str, str]:
        comments = {
            key: one.comment
            for key, one in self._layout.criteria.items()
            if one.comment is not None
        }
        for criterion, heading in comments.items():
            refuse_absent(sheet, heading, f"the comment on {criterion}")
        return comments

    def _rater_of_file(self, sheet: Sheet) -> str | None:
        of_file, name = self._layout.rater, sheet.path.name
        if of_file is None:
            return None
        if of_file.pattern is None:
            rater = of_file.files.get(name)
        else:
            match = re.search(of_file.pattern, name)
            rater = None if match is None else match[1]
        if not rater:
            raise InputDataError(
                f"reading {sheet.path}: the layout names no rater for a file {name!r}; declare one "
                f"(rater: files: {{{name}: RATER}})"
            )
        return rater


def _wide_cell(
    head: _Head, criterion: str, text: str | None, *, place: str, comment: str | None = None
) -> SheetCell:
    return SheetCell(
        item=head.item,
        case=head.case,
        rater=head.rater or "",
        role=head.role,
        criterion=criterion,
        text=text,
        missing=None,
        is_abstained=False,
        comment=comment,
        rated_on=head.rated_on,
        place=place,
    )


def _getter(heading: Mapping[str, str]) -> Callable[[Row, str, str], str | None]:
    def get(row: Row, field: str, at: str) -> str | None:
        name = heading.get(field)
        return None if name is None else text_of(row.get(name), at)

    return get


def _needed(text: str | None, what: str, at: str) -> str:
    if text is None:
        raise InputDataError(f"{at}: there is no {what}; every row that is not blank needs its own")
    return text


def _refuse_both(text: str | None, missing: str | None, *, is_abstained: bool, at: str) -> None:
    said = [
        name
        for name, is_said in (
            ("a value", text is not None),
            ("a reason why it is missing", missing is not None),
            ("that the rater abstained", is_abstained),
        )
        if is_said
    ]
    if len(said) > 1:
        raise InputDataError(f"{at}: the row gives {' and '.join(said)}; keep one of them")


def _reason(text: str | None) -> str | None:
    return None if text is None or text.casefold() in _NO else text


def _is_yes(text: str | None, at: str) -> bool:
    if text is None or text.casefold() in _NO:
        return False
    if text.casefold() in _YES:
        return True
    raise InputDataError(
        f"{at}: abstain must be one of {', '.join(_YES)} or {', '.join(_NO)}, got {text[:20]!r}"
    )


def _day(text: str | None, at: str) -> date | None:
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        raise InputDataError(
            f"{at}: the day of a rating is written YYYY-MM-DD, got {text[:20]!r}"
        ) from None
