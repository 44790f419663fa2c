"""The audit's files: every figure as it was, private, whole, and never over something else."""

from __future__ import annotations

import csv
import io
import json
import math
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from audit_samples import EVIL, audit_report, evil_report, plan

from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.page import render_audit
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.writers import write_audit
from judgekit.errors import OutputError, RunMismatchError
from judgekit.records.estimate import Estimate
from judgekit.version import __version__

TABLES = [
    "tables/agreement-1.csv",
    "tables/flow-1.csv",
    "tables/flow-2.csv",
    "tables/missed_harm-1.csv",
    "tables/script-document-title-taken-script-style-pre-img-src-x-onerr-1.csv",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the sample audit."""
    path = tmp_path / "new" / "audit"
    write_audit(audit_report(), path)
    return path


def content_of(folder: Path) -> dict[str, object]:
    """Return audit.json; a constant that JSON does not know is an error."""

    def refuse(constant: str) -> float:
        raise AssertionError(constant)

    read = json.loads((folder / "audit.json").read_text("utf-8"), parse_constant=refuse)
    assert isinstance(read, dict)
    return read


def rows_of(path: Path) -> list[list[str]]:
    """Return the rows of a CSV file, headings first."""
    return list(csv.reader(io.StringIO(path.read_text("utf-8"), newline="")))


def files_of(folder: Path) -> list[str]:
    """Return every file under a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def figure_of(row: dict[str, object]) -> Figure:
    """Return the figure that a flat row of audit.json stands for."""
    flat = dict(row)
    names = {"value", "reason", "low", "high", "interval_reason", "method"}
    estimate = Estimate.model_validate(
        {
            **{name: flat.pop(name) for name in names},
            "n": flat.pop("n_items"),
            "clusters": flat.pop("n_cases"),
        }
    )
    return Figure.model_validate({**flat, "estimate": estimate})


def test_every_figure_comes_back_as_it_was(folder: Path) -> None:
    """audit.json holds each figure flat; read back it equals the one that was written."""
    rows = content_of(folder)["figures"]
    assert isinstance(rows, list)
    assert tuple(figure_of(row) for row in rows) == audit_report().figures
    undefined = next(row for row in rows if row["value"] is None)
    assert undefined["reason"] == "all ratings are alike"


def test_what_the_figures_rest_on_is_in_the_file(folder: Path) -> None:
    """Scorer, signature, plan with its digest, ratings, flow, draws, standing and version."""
    content = content_of(folder)
    assert content["schema"] == "judgekit.audit/1"
    assert content["judgekit"] == __version__
    assert content["signature"] == audit_report().data.signature.fields  # type: ignore[union-attr]
    assert content["standing"] == "confirmatory"
    assert AuditPlan.model_validate(content["plan"]) == plan()
    assert len(str(content["plan_digest"])) == 64
    assert content["ratings"] == {
        "digest": audit_report().data.ratings.digest,
        "source": ["ratings.csv"],
        "n": 7,
    }
    assert content["flow"] == {
        "n_scored": 4,
        "n_rated": 3,
        "n_joined": 1,
        "n_scored_only": 2,
        "n_rated_only": 1,
        "n_cases": 1,
        "excluded": [{"item": "b", "reason": "read during training"}],
        "excluded_raters": [{"rater": "Z", "reason": "left the study"}],
    }
    assert (content["n_boot"], content["seed"]) == (2000, 0)
    assert content["warnings"] == list(audit_report().warnings)
    assert content["methods"] == audit_report().methods


def test_sections_hold_details_and_tables(folder: Path) -> None:
    """Each section says whose it is, which figures are its own, and where its tables lie."""
    sections = content_of(folder)["sections"]
    assert isinstance(sections, list)
    assert [one["reader"] for one in sections] == ["clinician"] * 2 + ["statistician"] * 3
    agreement = sections[3]
    assert agreement["details"] == {"undefined_draws": {"kappa": 3}, "curve": [0.1, None]}
    assert agreement["figures"] == [one.id for one in audit_report().figures]
    assert agreement["tables"][0]["file"] == "tables/agreement-1.csv"
    assert agreement["tables"][0]["note"] == "Kappa with quadratic weights."
    assert sorted(table["file"] for one in sections for table in one["tables"]) == TABLES


def test_without_plan_and_signature_both_are_null(tmp_path: Path) -> None:
    """What does not exist is null, and the file is still valid with markup everywhere."""
    write_audit(evil_report(), tmp_path / "a")
    content = content_of(tmp_path / "a")
    assert content["plan"] is None
    assert content["plan_digest"] is None
    assert content["title"] == EVIL
    bare = replace(audit_report(), data=replace(audit_report().data, signature=None))
    write_audit(bare, tmp_path / "b")
    assert content_of(tmp_path / "b")["signature"] is None


def test_the_figures_as_rows_are_unrounded(folder: Path) -> None:
    """figures.csv has a row for each figure, the columns of audit.json, empty where absent."""
    head, *rows = rows_of(folder / "figures.csv")
    flat = content_of(folder)["figures"]
    assert isinstance(flat, list)
    assert head == list(flat[0])
    assert len(rows) == len(flat) == 5
    gap = dict(zip(head, rows[2], strict=True))
    assert float(gap["value"]) == -0.024
    assert (gap["p"], gap["p_adjusted"]) == ("0.31", "0.62")
    undefined = dict(zip(head, rows[3], strict=True))
    assert (undefined["value"], undefined["reason"]) == ("", "all ratings are alike")
    assert dict(zip(head, rows[4], strict=True))["group"] == "specialty==cmd|' /C'!A0"


def test_no_cell_becomes_a_formula(folder: Path) -> None:
    """A text led by = + - @ or a tab gets an apostrophe; numbers with their interval do not."""
    rows = rows_of(folder / "tables" / "missed_harm-1.csv")
    assert rows == [
        ["Who", "Share"],
        ["'=1+1", "-0.05"],
        ["'@SUM(A1)", "+3.5 %"],
        ["'-2+3+cmd|' /C calc'!A0", "-0.05 (-0.16 to 0.06; n = 240, G = 40)"],
        ["'\t=1", '\'+HYPERLINK("http://evil.invalid")'],
        ["plain, with comma\nand line", '"quoted"'],
    ]


def test_the_page_is_the_audit_s_page(folder: Path) -> None:
    """audit.html is what `render_audit` returns."""
    assert (folder / "audit.html").read_text("utf-8") == render_audit(audit_report())
    assert files_of(folder) == ["audit.html", "audit.json", "figures.csv", *TABLES]


def test_files_are_their_owner_s_only(folder: Path) -> None:
    """Files 0600, folders 0700: ratings and comments of people stand in them."""
    for path in (folder, *folder.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_the_same_audit_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """Written twice, into the same folder or another, every file is the same."""
    before = {name: (folder / name).read_bytes() for name in files_of(folder)}
    audit_report().write(folder)
    audit_report().write(str(tmp_path / "other"))
    for name, content in before.items():
        assert content == (folder / name).read_bytes()
        assert content == (tmp_path / "other" / name).read_bytes()


def test_a_later_audit_takes_the_place_of_an_earlier_one(folder: Path) -> None:
    """Its tables go where the new one has none; what judgekit did not write stays."""
    (folder / "notes.txt").write_text("mine")
    (folder / "tables" / "mine.csv").write_text("mine")
    write_audit(replace(audit_report(), statistician=()), folder)
    assert files_of(folder) == [
        "audit.html",
        "audit.json",
        "figures.csv",
        "notes.txt",
        "tables/mine.csv",
        "tables/missed_harm-1.csv",
    ]


def test_an_earlier_audit_cannot_name_files_of_others(folder: Path) -> None:
    """A file that audit.json names outside of tables/ is left where it is."""
    victim = folder.parent / "victim.csv"
    victim.write_text("mine")
    content = content_of(folder)
    content["sections"] = [
        {"tables": [{"file": "../victim.csv"}, {"file": "tables/../../victim.csv"}, {"file": 3}]}
    ]
    (folder / "audit.json").write_text(json.dumps(content))
    write_audit(audit_report(), folder)
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("name", ["run.json", "audit.html", "thesis.docx"])
def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path, name: str) -> None:
    """The first file found is named, and nothing is written beside it."""
    (tmp_path / name).write_text("something")
    with pytest.raises(RunMismatchError, match=rf"it holds {name}, but no audit\.json"):
        write_audit(audit_report(), tmp_path)
    assert files_of(tmp_path) == [name]


@pytest.mark.parametrize(
    "text",
    ["", "not json", "[]", "{}", '{"schema": "judgekit.audit/2", "sections": []}', '{"schema": 1}'],
)
def test_an_audit_json_of_somebody_else_is_refused(tmp_path: Path, text: str) -> None:
    """A file of that name that is no audit of this schema is never written over."""
    (tmp_path / "audit.json").write_text(text)
    with pytest.raises(RunMismatchError, match=r"audit\.json is not that of an earlier audit"):
        write_audit(audit_report(), tmp_path)
    assert (tmp_path / "audit.json").read_text() == text


def test_what_a_killed_process_left_is_no_obstacle(tmp_path: Path) -> None:
    """The unfinished first file of an audit is written over."""
    (tmp_path / ".audit.json.partial").write_text("{")
    write_audit(audit_report(), tmp_path)
    assert ".audit.json.partial" not in files_of(tmp_path)


def test_what_stopped_before_its_first_file_can_be_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full at audit.json: no folder of tables stands there to bar the next audit."""

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(OutputError, match="No space left"):
            write_audit(audit_report(), tmp_path)
    assert list(tmp_path.iterdir()) == []
    write_audit(audit_report(), tmp_path)
    assert (tmp_path / "audit.html").exists()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    """The place is named; the file is as it was."""
    (tmp_path / "out").write_text("mine")
    with pytest.raises(OutputError, match="out"):
        write_audit(audit_report(), tmp_path / "out")
    assert (tmp_path / "out").read_text() == "mine"


def test_a_failed_write_leaves_each_file_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the disk full every file is the old one or the new one, and no scrap is left."""
    before = {name: (folder / name).read_bytes() for name in files_of(folder)}

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("judgekit.files.os.fsync", full)
    with pytest.raises(OutputError, match=r"audit\.json: No space left on device"):
        write_audit(replace(audit_report(), title="Another"), folder)
    assert {name: (folder / name).read_bytes() for name in files_of(folder)} == before


@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_details_that_are_no_numbers_stop_before_anything_is_written(
    tmp_path: Path, number: float
) -> None:
    """NaN and infinity are refused with the section's name, and no file appears."""
    broken = Section("curve", "Curve", details={"points": [0.1, number]})
    with pytest.raises(ValueError, match=r"details of section 'curve': every number must be"):
        write_audit(replace(audit_report(), statistician=(broken,)), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_half_a_surrogate_pair_does_not_stop_the_files(tmp_path: Path) -> None:
    """A text that UTF-8 cannot hold is stored with U+FFFD in its place."""
    write_audit(replace(audit_report(), methods="a\ud800b"), tmp_path / "out")
    assert content_of(tmp_path / "out")["methods"] == "a\ufffdb"
