"""Workbooks: what a cell shows, and refusals where it shows nothing that can be trusted."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.datavalidation import DataValidation

import judgekit.extras
from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.errors import InputDataError, MissingExtraError

SCALES = {"quality": AuditScale(levels=(0, 1, 2), is_ordered=True)}
HEADER = ("item", "rater", "criterion", "value")


def _save(path: Path, rows: Sequence[Sequence[object]], *, title: str = "Ratings") -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    book.save(path)
    return path


def _refusal(path: Path, layout: RatingsLayout | None = None) -> str:
    with pytest.raises(InputDataError) as caught:
        read_ratings([path], layout=layout, scales=SCALES)
    return str(caught.value)


def test_cells_are_what_they_show(tmp_path: Path) -> None:
    """Numbers are levels, whole numbers name items without decimals, days are days."""
    path = _save(
        tmp_path / "r.xlsx",
        [
            (*HEADER, "rated_on", "abstain"),
            (17, "R", "quality", 2, datetime(2025, 3, 1, 14, 30), None),  # noqa: DTZ001 - no zone
            (18.0, "R", "quality", " 1 ", date(2025, 3, 2), False),
            ("x", "R", "quality", None, date(2025, 3, 3), True),
        ],
    )

    table, _ = read_ratings([path], scales=SCALES)

    assert [(r.item, r.kind, r.value) for r in table.ratings] == [
        ("17", "level", 2),
        ("18", "level", 1),
        ("x", "abstained", None),
    ]
    assert [r.rated_on for r in table.ratings] == [date(2025, 3, day) for day in (1, 2, 3)]
    assert table.ratings[1].place == "r.xlsx, row 3"


def test_the_first_sheet_or_the_declared_one(tmp_path: Path) -> None:
    """Without a declaration the first sheet is read; a sheet that is not there is refused."""
    book = openpyxl.Workbook()
    for title, value in (("One", 1), ("Two", 2)):
        sheet = book.create_sheet(title)
        sheet.append(HEADER)
        sheet.append(("a", "R", "quality", value))
    book.remove(book.worksheets[0])
    path = tmp_path / "r.xlsx"
    book.save(path)

    first, _ = read_ratings([path], scales=SCALES)
    second, _ = read_ratings([path], layout=RatingsLayout(sheet="Two"), scales=SCALES)

    assert (first.ratings[0].value, second.ratings[0].value) == (1, 2)
    assert _refusal(path, RatingsLayout(sheet="Three")) == (
        f"reading {path}: there is no sheet 'Three'; sheets are One, Two"
    )


def test_a_formula_without_its_value_is_refused(tmp_path: Path) -> None:
    """A formula that no spreadsheet program computed would read as empty: it is refused."""
    path = _save(tmp_path / "r.xlsx", [HEADER, ("a", "R", "quality", "=1+1")])

    assert _refusal(path) == (
        f"reading {path}, row 2, column 'value': a formula was saved without its value; open the "
        "workbook in a spreadsheet program and save it"
    )


def test_a_formula_is_its_saved_value(tmp_path: Path) -> None:
    """A formula that was saved with its value is that value."""
    path = _save(tmp_path / "plain.xlsx", [HEADER, ("a", "R", "quality", "=1+1")])
    computed = tmp_path / "r.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(computed, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b"<f>1+1</f><v" in content
                content = content.replace(b"<v></v>", b"<v>2</v>").replace(b"<v />", b"<v>2</v>")
            target.writestr(name, content)

    table, _ = read_ratings([computed], scales=SCALES)

    assert table.ratings[0].value == 2


def test_merged_cells_are_refused(tmp_path: Path) -> None:
    """All but the first of merged cells hold nothing: they would read as missing."""
    path = _save(tmp_path / "r.xlsx", [HEADER, ("a", "R", "quality", 1), ("a", "S", "quality", 2)])
    book = openpyxl.load_workbook(path)
    book.worksheets[0].merge_cells("A2:A3")
    book.save(path)

    assert _refusal(path) == (
        f"reading {path}: cells are merged (A2:A3), and all but the first of them hold nothing; "
        "unmerge them and fill in each"
    )


def test_merged_cells_of_another_sheet_do_not_matter(tmp_path: Path) -> None:
    """Only the sheet that is read must be free of merged cells."""
    path = _save(tmp_path / "r.xlsx", [HEADER, ("a", "R", "quality", 1)])
    book = openpyxl.load_workbook(path)
    book.create_sheet("Notes").merge_cells("A1:B2")
    book.save(path)

    table, _ = read_ratings([path], scales=SCALES)

    assert len(table.ratings) == 1


def test_drop_down_lists_do_not_matter(tmp_path: Path) -> None:
    """What a workbook holds beside its cells is not read and gives no warning."""
    path = _save(tmp_path / "r.xlsx", [HEADER, ("a", "R", "quality", 1)])
    book = openpyxl.load_workbook(path)
    choice = DataValidation(type="list", formula1='"0,1,2"')
    choice.add("D2:D9")
    book.worksheets[0].add_data_validation(choice)
    book.save(path)

    table, _ = read_ratings([path], scales=SCALES)

    assert table.ratings[0].value == 1


def test_a_cell_beside_the_table_is_refused(tmp_path: Path) -> None:
    """A cell under no heading is not dropped in silence."""
    path = _save(tmp_path / "r.xlsx", [HEADER, ("a", "R", "quality", 1, "see below")])

    assert _refusal(path) == (
        f"reading {path}, row 2: a cell stands to the right of the last column that has a name; "
        "give its column a name or empty the cell"
    )


def test_headings_must_be_there_and_differ(tmp_path: Path) -> None:
    """An empty first row and two columns of one name are refused."""
    empty = _save(tmp_path / "e.xlsx", [(None,), HEADER])
    twice = _save(tmp_path / "t.xlsx", [(*HEADER, "value"), ("a", "R", "quality", 1, 2)])

    assert "the first row is empty" in _refusal(empty)
    assert "the column 'value' stands twice" in _refusal(twice)


def test_an_encrypted_workbook_is_refused(tmp_path: Path) -> None:
    """Encrypted workbooks and old xls files begin alike, and neither can be read."""
    path = tmp_path / "r.xlsx"
    path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(512))

    assert _refusal(path) == (
        f"reading {path}: the workbook is encrypted or of the old xls format; save it as xlsx "
        "without a password"
    )


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98])
def test_a_workbook_cut_off_is_refused(tmp_path: Path, share: float) -> None:
    """A workbook cut off anywhere is refused in one sentence that names it."""
    whole = _save(tmp_path / "w.xlsx", [HEADER, *((i, "R", "quality", 1) for i in range(50))])
    content = whole.read_bytes()
    path = tmp_path / "r.xlsx"
    path.write_bytes(content[: int(share * len(content))])

    assert f"reading {path}: not a whole xlsx workbook" in _refusal(path)


def test_a_workbook_needs_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without openpyxl the error is one sentence with the command that installs it."""
    path = _save(tmp_path / "r.xlsx", [HEADER, ("a", "R", "quality", 1)])

    def absent(name: str) -> object:
        raise ImportError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(judgekit.extras.importlib, "import_module", absent)
    with pytest.raises(MissingExtraError) as caught:
        read_ratings([path], scales=SCALES)

    assert str(caught.value) == (
        "reading a workbook needs the 'openpyxl' package; install it with: "
        "pip install 'judgekit-clinical[excel]'"
    )


def test_a_workbook_with_a_broken_part_is_refused(tmp_path: Path) -> None:
    """A whole zip archive whose sheet is no XML is refused like one that is cut off."""
    whole = _save(tmp_path / "w.xlsx", [HEADER, ("a", "R", "quality", 1)])
    path = tmp_path / "r.xlsx"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            is_sheet = name == "xl/worksheets/sheet1.xml"
            target.writestr(name, content.replace(b"</row>", b"<row") if is_sheet else content)

    assert f"reading {path}: not a whole xlsx workbook (ParseError)" in _refusal(path)
