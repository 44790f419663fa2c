"""One table of ratings has one digest, whatever file it came from."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.checked_table import rating_table, ratings_digest
from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.auditing.ratings.table import Rating

SCALES = {
    "quality": AuditScale(levels=(0, 1, 2), is_ordered=True),
    "kind": AuditScale(levels=("drug", "device"), is_ordered=False),
}
COLUMNS = ("item", "case", "rater", "criterion", "value", "comment", "rated_on")
DAY = date(2025, 3, 1)
ROWS = [
    ("1", "p", "R1", "quality", 2, 'wörd, "quoted"', DAY),
    ("1", "p", "R1", "kind", "drug", None, DAY),
    ("1", "p", "R2", "quality", 0, None, DAY),
    ("1", "p", "R2", "kind", "other", None, DAY),
    ("2", "q", "R1", "quality", 1, None, DAY),
    ("2", "q", "R1", "kind", "device", None, DAY),
]


def _texts(row: tuple[object, ...]) -> list[str]:
    return ["" if cell is None else str(cell) for cell in row]


def _quoted(cells: list[str]) -> str:
    return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)


def _long_csv(path: Path, *, encoding: str = "utf-8") -> None:
    lines = [_quoted(list(COLUMNS)), *(_quoted(_texts(row)) for row in ROWS)]
    path.write_text("\n".join(lines) + "\n", encoding=encoding)


def _shuffled_jsonl(path: Path) -> None:
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    random.Random(1).shuffle(rows)
    path.write_text("".join(json.dumps(row, default=str) + "\n" for row in rows), encoding="utf-8")


def _json_array(path: Path) -> None:
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in reversed(ROWS)]
    path.write_text(json.dumps(rows, default=str), encoding="utf-8")


def _workbook(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(COLUMNS)
    for row in ROWS:
        number = float(row[4]) if isinstance(row[4], int) else row[4]
        sheet.append([int(row[0]), *row[1:4], number, row[5], datetime(2025, 3, 1)])  # noqa: DTZ001 - a workbook's days have no zone
    sheet.append([None] * len(COLUMNS))
    book.save(path)


def _wide_tsv(path: Path) -> None:
    lines = [
        "item\tcase\trater\tquality\tkind\tnote\trated_on",
        "2\tq\tR2\t\t\t\t",
        "2\tq\tR1\t1.0\tdevice\t\t2025-03-01",
        "1\tp\tR2\t0\tother\t\t2025-03-01",
        '1\tp\tR1\t2\tdrug\t"wörd, ""quoted"""\t2025-03-01',
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


WIDE = RatingsLayout.model_validate(
    {"form": "wide_by_criterion", "criteria": {"quality": {"comment": "note"}, "kind": {}}}
)


def test_form_format_and_order_do_not_change_the_digest(tmp_path: Path) -> None:
    """Long CSV, UTF-16, shuffled JSONL, a JSON array, xlsx and wide TSV are one table.

    The wide sheet has two cells that nobody filled: they say nothing and change nothing.
    """
    _long_csv(tmp_path / "a.csv")
    _long_csv(tmp_path / "bom.csv", encoding="utf-8-sig")
    _long_csv(tmp_path / "wide16.csv", encoding="utf-16")
    _shuffled_jsonl(tmp_path / "b.jsonl")
    _json_array(tmp_path / "c.json")
    _workbook(tmp_path / "d.xlsx")
    _wide_tsv(tmp_path / "e.tsv")
    files = ["a.csv", "bom.csv", "wide16.csv", "b.jsonl", "c.json", "d.xlsx"]

    tables = [read_ratings([tmp_path / name], scales=SCALES)[0] for name in files]
    tables.append(read_ratings([tmp_path / "e.tsv"], layout=WIDE, scales=SCALES)[0])

    assert len({table.digest for table in tables}) == 1
    assert {table.rated_from for table in tables} == {DAY}
    assert [len(table.ratings) for table in tables] == [6] * 6 + [8]


def test_files_are_one_table(tmp_path: Path) -> None:
    """Rows spread over several files are the table of one file that holds them all."""
    _long_csv(tmp_path / "all.csv")
    for number, row in enumerate(ROWS):
        lines = [_quoted(list(COLUMNS)), _quoted(_texts(row))]
        (tmp_path / f"{number}.csv").write_text("\n".join(lines), encoding="utf-8")
    parts = [tmp_path / f"{number}.csv" for number in range(len(ROWS))]

    whole, _ = read_ratings([tmp_path / "all.csv"], scales=SCALES)
    joined, _ = read_ratings(parts, scales=SCALES)

    assert joined.digest == whole.digest
    assert joined.source == tuple(path.name for path in parts)


CELL = Rating("i", "c", "R", "clinician", "quality", "level", 2, None, None, None, "a, line 2")


@pytest.mark.parametrize(
    "change",
    [
        {"item": "j"},
        {"case": "d"},
        {"case": None},
        {"rater": "S"},
        {"role": "adjudicator"},
        {"criterion": "kind"},
        {"value": 1},
        {"value": "2"},
        {"kind": "extra", "value": "other"},
        {"kind": "abstained", "value": None},
        {"kind": "missing", "value": None, "reason": "late"},
        {"comment": "but"},
        {"rated_on": DAY},
    ],
)
def test_whatever_a_cell_says_changes_the_digest(change: dict[str, object]) -> None:
    """Each field but the place is part of the digest."""
    assert ratings_digest([replace(CELL, **change)]) != ratings_digest([CELL])  # type: ignore[arg-type]  # fields by name


def test_places_and_a_number_s_type_do_not_change_the_digest() -> None:
    """Where a cell stood, and whether 2 came as 2.0, is no part of what was said."""
    other = replace(CELL, place="b, line 9", value=2.0)

    assert ratings_digest([other]) == ratings_digest([CELL])


def test_a_table_can_be_made_without_files() -> None:
    """Ratings in memory keep the same laws and get the same digest."""
    table = rating_table([CELL, replace(CELL, item="j", case=None)], source=["memory"])

    assert table.digest == ratings_digest(table.ratings)
    assert table.source == ("memory",)
