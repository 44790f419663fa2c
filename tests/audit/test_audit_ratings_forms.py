"""Ratings in each of the three forms, with and without a layout."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
import yaml

from judgekit.audit.answers import audit_scale
from judgekit.audit.layout import RatingsLayout, load_layout
from judgekit.audit.panel import AuditScale
from judgekit.audit.ratings import Rating
from judgekit.audit.reading import read_ratings
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


def test_the_example_ratings_read_without_a_layout() -> None:
    """The ratings that ship with judgekit need no layout: 624 cells, and the column label is named.

    Counts by hand with cut and sort: under claim_target 17, 12, 41 and 3 on the scale 0 to 3,
    3 not applicable and 2 other.
    """
    rubric = load_rubric("mslr_facets")
    scales = {one.id: audit_scale(one.scale) for one in rubric.criteria}

    table, found = read_ratings([data_folder("examples") / "mslr" / "ratings.tsv"], scales=scales)

    values = [r.value for r in table.ratings if r.criterion == "claim_target"]
    counts = {value: values.count(value) for value in (0, 1, 2, 3, "not_applicable", "other")}
    assert len(table.ratings) == 624
    assert counts == {0: 17, 1: 12, 2: 41, 3: 3, "not_applicable": 3, "other": 2}
    assert found["claim_target"].extras == ("not_applicable", "other")
    assert found["fluency"].extras == ()
    assert found["direction_target"].extras == ("other",)
    assert table.warnings == ("ratings.tsv: columns that were not read: label",)
    assert table.source == ("ratings.tsv",)
    assert table.rated_from is None


def test_a_long_table_tells_four_things_apart(tmp_path: Path) -> None:
    """A level, an extra, a missing rating with its reason, and an abstention are four kinds."""
    path = _write(
        tmp_path,
        "r.csv",
        "item,case,rater,role,criterion,value,missing,abstain,comment,rated_on\n"
        "a,c1,R1,surgeon,quality,2,,no,fine,2025-03-02\n"
        "a,c1,R2,,quality,not_applicable,,,,2025-03-01\n"
        "b,c1,R1,surgeon,quality,,not shown,,,2025-03-03\n"
        "b,c1,R2,,quality,,,yes,no X-ray,2025-03-04\n"
        "c,c2,R2,,quality,,,,,\n",
    )

    table, found = read_ratings([path], scales=GRADES)

    assert _said(table.ratings) == [
        ("a", "R1", "quality", "level", 2, None),
        ("a", "R2", "quality", "extra", "not_applicable", None),
        ("b", "R1", "quality", "missing", None, "not shown"),
        ("b", "R2", "quality", "abstained", None, None),
        ("c", "R2", "quality", "missing", None, None),
    ]
    first = table.ratings[0]
    assert (first.case, first.role, first.comment) == ("c1", "surgeon", "fine")
    assert (first.rated_on, first.place) == (date(2025, 3, 2), "r.csv, line 2")
    assert table.ratings[1].role == "clinician"
    assert table.rated_from == date(2025, 3, 1)
    assert found["quality"].extras == ("not_applicable",)


def test_numbers_as_text_are_levels_and_labels_stay_texts(tmp_path: Path) -> None:
    """A number may be written 2, 2.0 or with margins; on a nominal scale "1" is a label only."""
    scales = {**GRADES, "class": AuditScale(levels=("1", "1.0"), is_ordered=False)}
    path = _write(
        tmp_path,
        "r.csv",
        "item,rater,criterion,value\na,R,quality,2\nb,R,quality,2.0\nc,R,quality, 2 \n"
        "a,R,class,1\nb,R,class,1.0\n",
    )

    table, _ = read_ratings([path], scales=scales)

    assert [r.value for r in table.ratings] == [2, 2, 2, "1", "1.0"]
    assert [type(r.value) for r in table.ratings] == [int, int, int, str, str]


def test_a_level_called_other_is_no_extra(tmp_path: Path) -> None:
    """Where the scale has a level "other", the text is that level."""
    scales = {"kind": AuditScale(levels=("drug", "other"), is_ordered=False)}
    path = _write(tmp_path, "r.csv", "item,rater,criterion,value\na,R,kind,other\n")

    table, found = read_ratings([path], scales=scales)

    assert _said(table.ratings) == [("a", "R", "kind", "level", "other", None)]
    assert found["kind"].extras == ()


def test_a_continuous_scale_takes_what_lies_between_its_ends(tmp_path: Path) -> None:
    """The levels of a continuous scale are its ends, and 62.5 lies between them."""
    scales = {"total": AuditScale(levels=(0, 100), is_ordered=True, is_continuous=True)}
    path = _write(tmp_path, "r.csv", "item,rater,criterion,value\na,R,total,62.5\n")

    table, found = read_ratings([path], scales=scales)

    assert table.ratings[0].value == pytest.approx(62.5)
    assert found["total"].is_continuous


def test_every_column_of_the_long_form_may_have_another_name(tmp_path: Path) -> None:
    """A layout renames columns and criteria; texts become levels, reasons and abstentions."""
    layout = _layout_of(
        """
        schema: judgekit.ratings_layout/1
        form: long
        columns:
          {item: sample, case: patient, rater: reader, role: post, criterion: question,
           value: answer, comment: remark, rated_on: day}
        criteria:
          quality:
            named: "Is it good?"
            labels: {"Yes": 2, "Partly": 1, "No": 0, "Does not apply": not_applicable}
            missing: {"-": page not opened}
            abstained: [cannot tell]
        """
    )
    path = _write(
        tmp_path,
        "r.csv",
        "sample,patient,reader,post,question,answer,remark,day\n"
        "a,p,R,,Is it good?,Partly,hm,2025-01-05\n"
        "b,p,R,,Is it good?,Does not apply,,\n"
        "c,p,R,,Is it good?,-,,\n"
        "d,p,R,,Is it good?,cannot tell,,\n",
    )

    table, found = read_ratings([path], layout=layout, scales=GRADES)

    assert _said(table.ratings) == [
        ("a", "R", "quality", "level", 1, None),
        ("b", "R", "quality", "extra", "not_applicable", None),
        ("c", "R", "quality", "missing", None, "page not opened"),
        ("d", "R", "quality", "abstained", None, None),
    ]
    assert table.ratings[0].comment == "hm"
    assert table.rated_from is None
    assert found["quality"].extras == ("not_applicable",)
    assert table.warnings == ()


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


def test_a_layout_declares_the_scale_where_there_is_no_rubric(tmp_path: Path) -> None:
    """A scale in the layout, written as in a rubric, is the criterion's scale."""
    layout = _layout_of(
        """
        criteria:
          grade: {scale: {kind: ordinal, minimum: 1, maximum: 5}, extras: [unclear]}
          verdict:
            scale:
              kind: nominal
              levels: [{value: safe, anchor: Safe.}, {value: unsafe, anchor: Unsafe.}]
        """
    )
    path = _write(
        tmp_path,
        "r.csv",
        "item,rater,criterion,value\na,R,grade,5\na,R,verdict,unsafe\nb,R,verdict,safe\n",
    )

    table, found = read_ratings([path], layout=layout)

    assert [r.value for r in table.ratings] == [5, "unsafe", "safe"]
    assert found == {
        "grade": AuditScale(levels=(1, 2, 3, 4, 5), is_ordered=True, extras=("unclear",)),
        "verdict": AuditScale(levels=("safe", "unsafe"), is_ordered=False),
    }


def test_a_scale_of_the_layout_goes_before_the_rubrics_and_says_so(tmp_path: Path) -> None:
    """Clinicians may have rated on a scale of their own; the table warns of it."""
    layout = _layout_of("criteria: {quality: {scale: {kind: ordinal, minimum: 1, maximum: 4}}}")
    path = _write(tmp_path, "r.csv", "item,rater,criterion,value\na,R,quality,4\n")

    table, found = read_ratings([path], layout=layout, scales=GRADES)

    assert found["quality"].levels == (1, 2, 3, 4)
    assert table.warnings == (
        "criterion 'quality' is read on the layout's scale (1, 2, 3, 4), not the rubric's "
        "(0, 1, 2)",
    )


def test_what_is_odd_but_not_wrong_is_named(tmp_path: Path) -> None:
    """Unread columns, raters alike but for case, unrated criteria, items without case: warnings."""
    scales = {**GRADES, "tone": AuditScale(levels=(0, 1), is_ordered=True)}
    path = _write(
        tmp_path,
        "r.csv",
        "item,id,case,rater,criterion,value\na,1,k,Kim,quality,2\na,2,,kim,quality,1\n"
        "b,3,,Kim,quality,1\n",
    )

    table, found = read_ratings([path], scales=scales)

    assert table.warnings == (
        "r.csv: columns that were not read: id",
        "nobody rated: tone",
        "the raters 'Kim' and 'kim' differ in case or spaces only and are counted as different "
        "people",
        "1 of 2 rated items have no case in the ratings",
    )
    assert [r.case for r in table.ratings] == ["k", "k", None]
    assert list(found) == ["quality"]


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


def test_a_flag_that_says_no_is_no_reason(tmp_path: Path) -> None:
    """A column "missing" of flags says nothing where it says no."""
    path = _write(
        tmp_path,
        "r.csv",
        "item,rater,criterion,value,missing\na,R,quality,2,no\nb,R,quality,,yes\n",
    )

    table, _ = read_ratings([path], scales=GRADES)

    assert [(r.kind, r.reason) for r in table.ratings] == [("level", None), ("missing", "yes")]
