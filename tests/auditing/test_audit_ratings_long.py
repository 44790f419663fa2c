"""Ratings in the long form, with and without a layout, and the scales they stand on."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
import yaml

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.answers import audit_scale
from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.auditing.ratings.table import Rating
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


def test_a_flag_that_says_no_is_no_reason(tmp_path: Path) -> None:
    """A column "missing" of flags says nothing where it says no."""
    path = _write(
        tmp_path,
        "r.csv",
        "item,rater,criterion,value,missing\na,R,quality,2,no\nb,R,quality,,yes\n",
    )

    table, _ = read_ratings([path], scales=GRADES)

    assert [(r.kind, r.reason) for r in table.ratings] == [("level", None), ("missing", "yes")]
