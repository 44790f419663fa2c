"""Ratings to one checked table: no cell twice, one case an item, one role a rater, a digest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from judgekit.auditing.ratings.table import Rating, RatingTable
from judgekit.errors import InputDataError
from judgekit.records.base import digest_value
from judgekit.records.scale import ScaleValue

_DIGEST_FORMAT = "judgekit.ratings/1"


def rating_table(
    ratings: Iterable[Rating],
    *,
    source: Sequence[str] = (),
    rated_from: date | None = None,
    warnings: Sequence[str] = (),
) -> RatingTable:
    """Return ratings as a table that keeps its laws.

    An item's case is what any of its rows says. The earliest day is known where every rating
    carries its day, or where it is declared.

    Args:
        ratings: The cells, in any order; kept in this order.
        source: Names of the files read.
        rated_from: The earliest day of a rating, as declared.
        warnings: What reading them found.

    Raises:
        InputDataError: Nobody rated anything, a cell stands twice, an item has two cases, a rater
            has two roles, or a rating is older than declared.
    """
    cells = tuple(ratings)
    if all(cell.kind == "missing" for cell in cells):
        raise InputDataError("reading ratings: nobody rated anything; every cell is empty")
    _refuse_repeats(cells)
    _refuse_two_roles(cells)
    cases = _cases(cells)
    filled = tuple(
        cell if cell.case == cases.get(cell.item) else replace(cell, case=cases.get(cell.item))
        for cell in cells
    )
    return RatingTable(
        ratings=filled,
        digest=ratings_digest(filled),
        source=tuple(source),
        rated_from=_earliest(filled, rated_from),
        warnings=(*warnings, *_alike_raters(filled), *_without_case(filled)),
    )


def ratings_digest(ratings: Iterable[Rating]) -> str:
    """Return the SHA-256 of ratings: the same for any order, form and format of their files.

    A cell without answer, reason and comment says nothing and is left out; a whole number is
    written without decimals. Places are no part of it.
    """
    told = [cell for cell in ratings if not _says_nothing(cell)]
    told.sort(key=lambda cell: (cell.item, cell.criterion, cell.rater))
    return digest_value([_DIGEST_FORMAT, [_fields(cell) for cell in told]])


def _fields(cell: Rating) -> list[ScaleValue | None]:
    return [
        cell.item,
        cell.criterion,
        cell.rater,
        cell.case,
        cell.role,
        cell.kind,
        _written(cell.value),
        cell.reason,
        cell.comment,
        None if cell.rated_on is None else cell.rated_on.isoformat(),
    ]


def _says_nothing(cell: Rating) -> bool:
    return cell.kind == "missing" and cell.reason is None and cell.comment is None


def _written(value: ScaleValue | None) -> ScaleValue | None:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _refuse_repeats(cells: Sequence[Rating]) -> None:
    seen: dict[tuple[str, str, str], Rating] = {}
    for cell in cells:
        before = seen.setdefault((cell.item, cell.rater, cell.criterion), cell)
        if before is cell:
            continue
        what = (
            f"item {cell.item!r}, rater {cell.rater!r}, criterion {cell.criterion!r} stands twice"
        )
        if (before.kind, before.value) == (cell.kind, cell.value):
            said = f"both times as {_shown(cell)}"
        else:
            said = f"as {_shown(before)} and as {_shown(cell)}"
        raise InputDataError(
            f"{_at(cell)}: {what}, {said}; the other stands in "
            f"{before.place or 'an earlier cell'}; keep one of them"
        )


def _shown(cell: Rating) -> str:
    return cell.kind if cell.value is None else repr(cell.value)


def _refuse_two_roles(cells: Sequence[Rating]) -> None:
    first: dict[str, Rating] = {}
    for cell in cells:
        before = first.setdefault(cell.rater, cell)
        if before.role != cell.role:
            raise InputDataError(
                f"{_at(cell)}: rater {cell.rater!r} has the role {cell.role!r}, but "
                f"{before.role!r} in {before.place or 'an earlier cell'}; a rater has one role: "
                "give the second one a name of its own"
            )


def _cases(cells: Sequence[Rating]) -> dict[str, str]:
    first: dict[str, Rating] = {}
    for cell in cells:
        if cell.case is None:
            continue
        before = first.setdefault(cell.item, cell)
        if before.case != cell.case:
            raise InputDataError(
                f"{_at(cell)}: item {cell.item!r} belongs to case {cell.case!r}, but to "
                f"{before.case!r} in {before.place or 'an earlier cell'}; an item has one case"
            )
    return {item: cell.case for item, cell in first.items() if cell.case is not None}


def _earliest(cells: Sequence[Rating], declared: date | None) -> date | None:
    told = [cell for cell in cells if not _says_nothing(cell)]
    dated = [cell for cell in told if cell.rated_on is not None]
    first = min(dated, key=_day, default=None)
    if declared is not None and first is not None and _day(first) < declared:
        raise InputDataError(
            f"{_at(first)}: rated on {first.rated_on}, before the layout's rated_from {declared}; "
            "mend one of them"
        )
    if first is not None and len(dated) == len(told):
        return first.rated_on
    return declared


def _day(cell: Rating) -> date:
    return cell.rated_on or date.max


def _alike_raters(cells: Sequence[Rating]) -> list[str]:
    by_folded: dict[str, list[str]] = {}
    for rater in dict.fromkeys(cell.rater for cell in cells):
        by_folded.setdefault(" ".join(rater.split()).casefold(), []).append(rater)
    return [
        f"the raters {' and '.join(map(repr, names))} differ in case or spaces only and are "
        "counted as different people"
        for names in by_folded.values()
        if len(names) > 1
    ]


def _without_case(cells: Sequence[Rating]) -> list[str]:
    items = {cell.item for cell in cells}
    bare = {cell.item for cell in cells if cell.case is None}
    if len(bare) in (0, len(items)):
        return []
    return [f"{len(bare)} of {len(items)} rated items have no case in the ratings"]


def _at(cell: Rating) -> str:
    return f"reading {cell.place}" if cell.place else "reading ratings"
