"""Files of ratings to one checked table, and the scales that they stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.answers import AnswerReader, audit_scale, same_levels, shown_levels
from judgekit.auditing.ratings.checked_table import rating_table
from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.sheet_cells import CellReader, SheetCell
from judgekit.auditing.ratings.sheet_rows import read_sheet
from judgekit.auditing.ratings.table import ADJUDICATOR, CLINICIAN, Rating, RatingTable
from judgekit.errors import ConfigurationError


def read_ratings(
    paths: Sequence[Path],
    *,
    layout: RatingsLayout | None = None,
    scales: Mapping[str, AuditScale] | None = None,
) -> tuple[RatingTable, dict[str, AuditScale]]:
    """Return the ratings of all files as one table, and the scale of each criterion rated.

    Without a layout, files have one row for each rating and the columns item (or id), rater,
    criterion and value, where wanted also case (or case_id), role, missing, abstain, comment and
    rated_on. Other columns are not read; a warning names them. Values are levels of the scale, or
    "not_applicable" or "other" where the scale has no such level.

    Args:
        paths: CSV, TSV, JSONL, JSON and xlsx files, all laid out alike; at least one.
        layout: How they are read; None: as above.
        scales: The rubric's scale of each criterion, which a scale in the layout takes the place
            of; None: the layout declares them.

    Returns:
        The table; and the scales of the criteria that stand in it, in the order of `scales` and
        then of the layout, with the extras that were declared or met.

    Raises:
        InputDataError: A file breaks a rule; the message names file, line, rule and remedy.
        ConfigurationError: The layout does not go with the scales, or a criterion has no scale.
        MissingExtraError: A workbook is read without the extra `excel`.
    """
    layout = RatingsLayout() if layout is None else layout
    known = _scales(layout, scales or {})
    readers = {key: AnswerReader(key, one, layout.texts_of(key)) for key, one in known.items()}
    cell_reader = CellReader(layout, _names(layout, known))
    warnings = _replaced(layout, scales or {})
    ratings: list[Rating] = []
    for path in map(Path, paths):
        sheet = read_sheet(path, layout)
        unused = cell_reader.unused(sheet)
        if unused:
            warnings.append(f"{path.name}: columns that were not read: {', '.join(unused)}")
        for cell in cell_reader.cells(sheet):
            ratings.append(_rating(cell, readers[cell.criterion], path, layout))
    if not ratings:
        raise ConfigurationError("reading ratings: no file was given; name at least one")
    table = rating_table(
        ratings,
        source=[Path(path).name for path in paths],
        rated_from=layout.rated_from,
        warnings=(*warnings, *_unrated(readers, ratings)),
    )
    standing = {rating.criterion for rating in ratings}
    return table, {key: one.scale for key, one in readers.items() if key in standing}


def _rating(cell: SheetCell, reader: AnswerReader, path: Path, layout: RatingsLayout) -> Rating:
    answer = reader.read(cell.text, f"reading {path}, {cell.place}")
    role = cell.role or layout.roles.get(cell.rater, CLINICIAN)
    return Rating(
        item=cell.item,
        case=cell.case,
        rater=cell.rater,
        role=ADJUDICATOR if role.casefold() == ADJUDICATOR else role,
        criterion=cell.criterion,
        kind="abstained" if cell.is_abstained else answer.kind,
        value=answer.value,
        reason=cell.missing or answer.reason,
        comment=cell.comment,
        rated_on=cell.rated_on,
        place=f"{path.name}, {cell.place}",
    )


def _scales(layout: RatingsLayout, given: Mapping[str, AuditScale]) -> dict[str, AuditScale]:
    known = dict(given)
    for criterion, declared in layout.criteria.items():
        if declared.scale is not None:
            known[criterion] = audit_scale(declared.scale)
    needed = [*layout.criteria, *([] if layout.criterion is None else [layout.criterion])]
    bare = next((criterion for criterion in needed if criterion not in known), None)
    if bare is not None or not known:
        what = "no criterion has a scale" if bare is None else f"criterion {bare!r} has no scale"
        raise ConfigurationError(
            f"reading ratings: {what}; name the rubric that was rated on, or declare "
            "one in the layout (criteria: ID: scale), under the rubric's id of the criterion"
        )
    return known


def _names(layout: RatingsLayout, known: Mapping[str, AuditScale]) -> dict[str, str]:
    declared = {one.named or key: key for key, one in layout.criteria.items()}
    renamed = {key for key, one in layout.criteria.items() if one.named is not None}
    own = {key: key for key in known if key not in renamed}
    return {**own, **declared}


def _replaced(layout: RatingsLayout, given: Mapping[str, AuditScale]) -> list[str]:
    found = []
    for criterion, declared in layout.criteria.items():
        if declared.scale is None or criterion not in given:
            continue
        own = audit_scale(declared.scale)
        if not same_levels(own, given[criterion]):
            found.append(
                f"criterion {criterion!r} is read on the layout's scale ({shown_levels(own)}), not "
                f"the rubric's ({shown_levels(given[criterion])})"
            )
    return found


def _unrated(readers: Mapping[str, AnswerReader], ratings: Sequence[Rating]) -> list[str]:
    rated = {rating.criterion for rating in ratings if rating.kind in ("level", "extra")}
    bare = [criterion for criterion in readers if criterion not in rated]
    return [f"nobody rated: {', '.join(bare)}"] if bare else []
