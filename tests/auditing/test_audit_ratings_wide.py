"""Ratings in sheets as people keep them: a column for each criterion or rater, other delimiters."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
import yaml

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.answers import audit_scale
from judgekit.auditing.ratings.layout import RatingsLayout, load_layout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.auditing.ratings.table import Rating
from judgekit.errors import InputDataError
from judgekit.library import data_folder, load_rubric

GRADES = {"quality": AuditScale(levels=(0, 1, 2), is_ordered=True)}
DATA = Path(__file__).parent / "data"


def _layout_of(text: str) -> RatingsLayout:
    return RatingsLayout.model_validate(yaml.safe_load(text))


def _said(ratings: tuple[Rating, ...]) -> list[tuple[str, str, str, str, object, str | None]]:
    return [(r.item, r.rater, r.criterion, r.kind, r.value, r.reason) for r in ratings]


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_annotation_sheets_read_by_their_layout() -> None:
    """One file an annotator, a column a question, "2: Yes--..." by its code.

    Expected values are those of the ratings that ship with judgekit, made from the same sheets by
    hand; a row of the first annotator is empty: eight cells are missing.
    """
    rubric = load_rubric("mslr_facets")
    scales = {one.id: audit_scale(one.scale) for one in rubric.criteria}
    layout = load_layout(DATA / "mslr_layout.yaml")
    shipped, _ = read_ratings([data_folder("examples") / "mslr" / "ratings.tsv"], scales=scales)

    table, _ = read_ratings(
        [DATA / "mslr_A1.tsv", DATA / "mslr_A2.tsv"], layout=layout, scales=scales
    )

    shared = {"CD000972-JB6Z8F", "CD001487-SPNXTA", "CD002282-8FWF5T"}
    expected = {
        (r.item, r.case, r.rater, r.criterion, r.kind, r.value)
        for r in shipped.ratings
        if r.item in shared
    }
    found = {(r.item, r.case, r.rater, r.criterion, r.kind, r.value) for r in table.ratings}
    assert len(expected) == 48
    assert expected <= found
    empty = [r.item for r in table.ratings if r.kind == "missing"]
    assert empty == ["CD002987-AQ85CE"] * 8
    quoted = [r for r in table.ratings if r.item == "CD000024-VNCH8M"]
    assert {r.comment for r in quoted if r.criterion == "direction_target"} == {
        '"Data do not support"'
    }
    assert {r.comment for r in quoted if r.criterion == "outcome"} == {
        "Herapin not in target summary"
    }


def test_a_column_for_each_rater(tmp_path: Path) -> None:
    """Each column is a rater; an empty cell is a missing rating; a role may settle answers."""
    layout = _layout_of(
        """
        form: wide_by_rater
        criterion: quality
        raters: {"Dr A": A, "Dr B": B, Consensus: C}
        roles: {C: adjudicator}
        rated_from: 2025-02-01
        """
    )
    path = _write(tmp_path, "r.csv", "id,case_id,Dr A,Dr B,Consensus\nx,k,2,1,2\ny,k,,0,0\n")

    table, _ = read_ratings([path], layout=layout, scales=GRADES)

    assert _said(table.ratings) == [
        ("x", "A", "quality", "level", 2, None),
        ("x", "B", "quality", "level", 1, None),
        ("x", "C", "quality", "level", 2, None),
        ("y", "A", "quality", "missing", None, None),
        ("y", "B", "quality", "level", 0, None),
        ("y", "C", "quality", "level", 0, None),
    ]
    assert {r.rater: r.role for r in table.ratings} == {
        "A": "clinician",
        "B": "clinician",
        "C": "adjudicator",
    }
    assert table.rated_from == date(2025, 2, 1)
    assert {r.case for r in table.ratings} == {"k"}


def test_cells_between_semicolons(tmp_path: Path) -> None:
    """A CSV file from a spreadsheet program in German or French needs its delimiter declared."""
    path = _write(tmp_path, "r.csv", 'item;rater;criterion;value\n"a;1";R;quality;2\n')

    table, _ = read_ratings([path], layout=_layout_of('delimiter: ";"'), scales=GRADES)

    assert _said(table.ratings) == [("a;1", "R", "quality", "level", 2, None)]


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b"item;rater;criterion;value\na;R;quality\n", "3 cells, but there are 4 columns"),
        (b'item;rater;criterion;value\na;R;quality;"2', "line 2: unexpected end of data"),
        (b"item;rater;criterion;value\n\xe4;R;quality;2\n", "not UTF-8 text"),
    ],
)
def test_a_declared_delimiter_keeps_the_rules(tmp_path: Path, content: bytes, rule: str) -> None:
    """Rows of a wrong length, an open quote and another encoding are refused as elsewhere."""
    path = tmp_path / "r.csv"
    path.write_bytes(content)

    with pytest.raises(InputDataError, match=rule):
        read_ratings([path], layout=_layout_of('delimiter: ";"'), scales=GRADES)


def test_one_long_file_for_each_rater(tmp_path: Path) -> None:
    """The rater may come from the file, by its name or by a part of it."""
    text = "item,criterion,value\na,quality,{}\n"
    paths = [_write(tmp_path, f"sheet_{n}.csv", text.format(n)) for n in (1, 2)]
    by_name = _layout_of("rater: {files: {sheet_1.csv: Kim, sheet_2.csv: Lee}}")
    by_part = _layout_of("rater: {pattern: 'sheet_([0-9])'}")

    named, _ = read_ratings(paths, layout=by_name, scales=GRADES)
    found, _ = read_ratings(paths, layout=by_part, scales=GRADES)

    assert [(r.rater, r.value) for r in named.ratings] == [("Kim", 1), ("Lee", 2)]
    assert [(r.rater, r.value) for r in found.ratings] == [("1", 1), ("2", 2)]


def test_a_column_for_each_rater_and_one_for_the_criterion(tmp_path: Path) -> None:
    """Where raters have columns, a row is an item under one criterion."""
    layout = _layout_of("{form: wide_by_rater, raters: {A: A, B: B}}")
    path = _write(tmp_path, "r.csv", "item,criterion,A,B,note\nx,quality,2,other,hm\n")

    table, _ = read_ratings([path], layout=layout, scales=GRADES)

    assert _said(table.ratings) == [
        ("x", "A", "quality", "level", 2, None),
        ("x", "B", "quality", "extra", "other", None),
    ]
    assert table.warnings == ("r.csv: columns that were not read: note",)


def test_a_column_for_each_criterion_of_the_rubric(tmp_path: Path) -> None:
    """Without declared criteria the columns named after the rubric's are read."""
    scales = {**GRADES, "tone": AuditScale(levels=(0, 1), is_ordered=True)}
    path = _write(tmp_path, "r.tsv", "item\trater\ttone\tquality\nx\tR\t1\t2\n")

    table, _ = read_ratings([path], layout=_layout_of("form: wide_by_criterion"), scales=scales)

    assert {(r.criterion, r.value) for r in table.ratings} == {("quality", 2), ("tone", 1)}
