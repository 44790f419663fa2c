"""What a table of ratings may not hold: each refusal names file, line, rule, value and remedy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.errors import ConfigurationError, InputDataError

SCALES = {
    "quality": AuditScale(levels=(0, 1, 2), is_ordered=True),
    "kind": AuditScale(levels=("drug", "device"), is_ordered=False),
    "points": AuditScale(levels=tuple(range(101)), is_ordered=True),
}
HEADER = "item,rater,criterion,value"


def _refusal(
    folder: Path,
    content: str | bytes,
    *,
    name: str = "r.csv",
    layout: str | None = None,
    scales: Mapping[str, AuditScale] | None = SCALES,
) -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    declared = None if layout is None else RatingsLayout.model_validate(yaml.safe_load(layout))
    with pytest.raises((InputDataError, ConfigurationError)) as caught:
        read_ratings([path], layout=declared, scales=scales)
    return str(caught.value).replace(f"{folder}/", "")


def test_the_same_cell_twice_is_refused(tmp_path: Path) -> None:
    """A cell that stands twice is refused though both say the same."""
    text = f"{HEADER}\na,R,quality,2\nb,R,quality,1\na,R,quality,2.0\n"

    assert _refusal(tmp_path, text) == (
        "reading r.csv, line 4: item 'a', rater 'R', criterion 'quality' stands twice, both times "
        "as 2; the other stands in r.csv, line 2; keep one of them"
    )


def test_contradicting_cells_are_refused(tmp_path: Path) -> None:
    """Two values of one cell are refused with both, and neither is taken."""
    text = f"{HEADER}\na,R,quality,2\na,R,quality,\n"

    assert _refusal(tmp_path, text) == (
        "reading r.csv, line 3: item 'a', rater 'R', criterion 'quality' stands twice, as 2 and as "
        "missing; the other stands in r.csv, line 2; keep one of them"
    )


def test_cells_of_two_files_are_compared(tmp_path: Path) -> None:
    """A cell that stands in two files is refused with both places."""
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    for path, value in ((first, 1), (second, 2)):
        path.write_text(f"{HEADER}\na,R,quality,{value}\n", encoding="utf-8")

    with pytest.raises(InputDataError) as caught:
        read_ratings([first, second], scales=SCALES)

    assert str(caught.value) == (
        "reading b.csv, line 2: item 'a', rater 'R', criterion 'quality' stands twice, as 1 and as "
        "2; the other stands in a.csv, line 2; keep one of them"
    )


@pytest.mark.parametrize(
    ("criterion", "value", "scale"),
    [
        ("quality", "3", "0, 1, 2"),
        ("quality", "1.5", "0, 1, 2"),
        ("quality", "nan", "0, 1, 2"),
        ("quality", "N/A", "0, 1, 2"),
        ("quality", "2: Yes", "0, 1, 2"),
        ("kind", "Drug", "drug, device"),
        ("points", "101", "0, 1, ... 100"),
    ],
)
def test_a_value_off_the_scale_is_refused(
    tmp_path: Path, criterion: str, value: str, scale: str
) -> None:
    """Nothing is rounded, clamped or guessed: the scale is listed and the remedy named."""
    assert _refusal(tmp_path, f"{HEADER}\na,R,{criterion},{value}\n") == (
        f"reading r.csv, line 2: criterion {criterion!r} is rated {value!r}, which is not on its "
        f"scale ({scale}) and no extra (not_applicable, other); mend the cell, or declare in a "
        f"layout what the text means (criteria: {criterion}: labels, missing or abstained)"
    )


def test_a_long_text_is_not_shown(tmp_path: Path) -> None:
    """A text where a rating should be may be a patient's: only its length is shown."""
    text = "The patient reports " + "pain " * 20

    message = _refusal(tmp_path, f"{HEADER}\na,R,quality,{text}\n")

    assert "is rated a text of 119 characters" in message
    assert "patient" not in message


def test_an_unknown_criterion_is_refused(tmp_path: Path) -> None:
    """A criterion that neither rubric nor layout knows is refused with those there are."""
    assert _refusal(tmp_path, f"{HEADER}\na,R,qualty,2\n") == (
        "reading r.csv, line 2: there is no criterion 'qualty' in the rubric or layout; there are: "
        "quality, kind, points; mend the cell, or declare it under criteria"
    )


def test_an_item_with_two_cases_is_refused(tmp_path: Path) -> None:
    """An item belongs to one case."""
    text = f"case,{HEADER}\np,a,R,quality,2\nq,a,S,quality,2\n"

    assert _refusal(tmp_path, text) == (
        "reading r.csv, line 3: item 'a' belongs to case 'q', but to 'p' in r.csv, line 2; an item "
        "has one case"
    )


def test_a_rater_with_two_roles_is_refused(tmp_path: Path) -> None:
    """Who settles answers is not also one of the clinicians under the same name."""
    text = f"role,{HEADER}\n,a,R,quality,2\nAdjudicator,b,R,quality,2\n"

    assert _refusal(tmp_path, text) == (
        "reading r.csv, line 3: rater 'R' has the role 'adjudicator', but 'clinician' in r.csv, "
        "line 2; a rater has one role: give the second one a name of its own"
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("2,late,", "a value and a reason why it is missing"),
        ("2,,yes", "a value and that the rater abstained"),
        (",late,x", "a reason why it is missing and that the rater abstained"),
    ],
)
def test_a_row_that_says_two_things_is_refused(tmp_path: Path, row: str, said: str) -> None:
    """A value, a reason for its absence and an abstention exclude each other."""
    text = f"{HEADER},missing,abstain\na,R,quality,{row}\n"

    assert _refusal(tmp_path, text) == (
        f"reading r.csv, line 2: the row gives {said}; keep one of them"
    )


def test_flags_and_days_are_not_guessed(tmp_path: Path) -> None:
    """An abstention is one of a few words, and a day is written from year to day."""
    flag = _refusal(tmp_path, f"{HEADER},abstain\na,R,quality,,perhaps\n")
    day = _refusal(tmp_path, f"{HEADER},rated_on\na,R,quality,1,03/04/2025\n")

    assert flag == (
        "reading r.csv, line 2: abstain must be one of yes, y, true, 1, x or no, n, false, 0, "
        "got 'perhaps'"
    )
    assert day == (
        "reading r.csv, line 2: the day of a rating is written YYYY-MM-DD, got '03/04/2025'"
    )


def test_a_rating_before_the_declared_first_day_is_refused(tmp_path: Path) -> None:
    """The declared first day and the rows' own days may not contradict each other."""
    text = f"{HEADER},rated_on\na,R,quality,1,2025-01-31\n"

    assert _refusal(tmp_path, text, layout="rated_from: 2025-02-01") == (
        "reading r.csv, line 2: rated on 2025-01-31, before the layout's rated_from 2025-02-01; "
        "mend one of them"
    )


@pytest.mark.parametrize("missing", ["item", "rater", "criterion", "value"])
def test_a_missing_column_is_named(tmp_path: Path, missing: str) -> None:
    """A table without item, rater, criterion or value is refused with the columns it has."""
    names = [name for name in HEADER.split(",") if name != missing]
    text = f"{','.join(names)}\na,b,c\n"
    shown = "item or id" if missing == "item" else missing

    assert _refusal(tmp_path, text) == (
        f"reading r.csv: there is no column for the {missing} ({shown}); columns are "
        f"{', '.join(names)}; name the right one in a layout (columns: {missing}: HEADING)"
    )


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("", "the first row is empty; it must hold the columns' names"),
        (f"{HEADER}\n", "the file holds no rows; expected ratings under the columns' names"),
        (f"{HEADER}\n,,,\n", "the file holds no rows; expected ratings under the columns' names"),
        (f"{HEADER}\na,R,quality\n", "3 cells, but there are 4 columns"),
        (f'{HEADER}\na,R,quality,"2', "unexpected end of data"),
        (f"{HEADER}\nä,R,quality,2\n".encode("latin-1"), "the file is not UTF-8 text"),
        (f"{HEADER}\na,R,quality,2\n".encode("utf-16-le"), "the file is not UTF-8 text"),
        (f"{HEADER}\na,R,quality,2\n".encode("utf-16")[:-1], "the file is not UTF-8 text"),
        (
            f"{HEADER}\na,,quality,2\n",
            "there is no rater; every row that is not blank needs its own",
        ),
        (
            f"{HEADER}\n,R,quality,2\n",
            "there is no item; every row that is not blank needs its own",
        ),
        ("item;rater;criterion;value\na;R;quality;2\n", "declare delimiter: ';' in a layout"),
        (f"{HEADER}\na,R,quality,\n", "nobody rated anything; every cell is empty"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(
    tmp_path: Path, content: str | bytes, rule: str
) -> None:
    """Empty, cut off, mis-encoded or without what a row needs: one sentence says which."""
    assert rule in _refusal(tmp_path, content)


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("", "the file is empty; expected one JSON object a line"),
        ('{"item": "a", "rater": "R", "cri', "the last line seems cut off: write it anew"),
        ('{"item": "a", "item": "b"}\n', "the key 'item' stands twice"),
        ('{"item": ["a"], "rater": "R", "criterion": "quality", "value": 1}\n', "got list"),
        ('{"item": "a", "rater": "R", "criterion": "quality", "value": true}\n', "rated 'true'"),
        ('{"item": "a", "rater": "R", "criterion": "quality", "value": NaN}\n', "NaN is not JSON"),
        ('{"item": "a", "rater": "R", "criterion": "quality", "value": 1e999}\n', "rated 'inf'"),
    ],
)
def test_json_lines_that_are_not_whole_are_refused(tmp_path: Path, content: str, rule: str) -> None:
    """JSONL keeps the same rules; a truth value is no grade."""
    assert rule in _refusal(tmp_path, content, name="r.jsonl")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """A suffix that is not known is refused with those that are."""
    assert _refusal(tmp_path, "x", name="r.ods") == (
        "reading r.ods: a file of ratings ends in one of .csv, .tsv, .tab, .jsonl, .ndjson, .json, "
        ".xlsx, .xlsm; save it in one of these formats"
    )


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """A path without a file is an error of the input, whatever its suffix."""
    for name in ("no.csv", "no.jsonl", "no.xlsx"):
        with pytest.raises(InputDataError, match="No such file"):
            read_ratings([tmp_path / name], scales=SCALES)


def test_no_file_is_refused() -> None:
    """Reading nothing is not a table without ratings."""
    with pytest.raises(ConfigurationError, match="no file was given"):
        read_ratings([], scales=SCALES)


def test_a_heading_that_may_be_a_patients_text_is_cut(tmp_path: Path) -> None:
    """A file without headings shows no more than the start of what stands there instead."""
    message = _refusal(
        tmp_path, "p1,R,quality,the patient was admitted with severe chest pain\na,b,c,d\n"
    )

    assert "columns are p1, R, quality, the patient was admitted with severe che...;" in message


def test_a_heading_that_stands_twice_is_refused_under_a_declared_delimiter(tmp_path: Path) -> None:
    """One of the two columns would be lost unseen: the file's own delimiter changes nothing."""
    path = tmp_path / "r.csv"
    path.write_text("item;rater;value;value\na;A;1;2\n", encoding="utf-8")
    layout = RatingsLayout(delimiter=";", criterion="quality")
    with pytest.raises(InputDataError, match="'value' stands twice"):
        read_ratings([path], layout=layout, scales=SCALES)
