"""A comparison as Markdown, LaTeX, CSV and JSON, by library and by command."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from comparison_runs import DECLARED, run_with

from judgekit import compare
from judgekit.cli.main import main

IDS = [f"q{number}" for number in range(10)]
NAME = f"a|b_{{50%}}:{DECLARED},column=v"


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Three written runs."""
    for place, name in enumerate("abc"):
        values = {one: float((k * (place + 1)) % 5) for k, one in enumerate(IDS)}
        run_with(values, system=name, declared=NAME).write(tmp_path / name)
    return [tmp_path / name for name in "abc"]


def test_markdown_escapes_what_would_break_the_table(folders: list[Path]) -> None:
    """Every line of a table has the same number of cells, whatever the name of a scorer."""
    lines = compare(*folders[:2]).to_markdown().splitlines()
    rows = [line.replace(r"\|", "") for line in lines if line.startswith("|")]
    assert {row.count("|") for row in rows} == {10}
    assert len(rows) == 3
    assert any("10 ids are in every run; 0 more in a, 0 more in b" in line for line in lines)


def test_latex_escapes_what_latex_reads(folders: list[Path]) -> None:
    """Underscores, per cent signs and braces are printed; the table has its rules."""
    text = compare(*folders).to_latex()
    assert r"a|b\_\{50\%\}" in text
    assert text.count(r"\toprule") == 2
    for line in text.splitlines():
        if line.endswith(r"\\"):
            assert line.count(" & ") in (6, 8)


def test_csv_holds_every_number_unrounded(folders: list[Path]) -> None:
    """A row for each run and each pair, equal to the record."""
    found = compare(*folders)
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [row["row"] for row in rows] == ["run"] * 3 + ["difference"] * 3
    (figure,) = found.figures
    assert [float(row["value"]) for row in rows[:3]] == [one.mean.value for one in figure.systems]
    assert [float(row["p_adjusted"]) for row in rows[3:]] == [
        pair.p_adjusted for pair in figure.pairs
    ]
    assert rows[0]["second"] == rows[0]["p"] == ""


def test_the_command_says_what_the_library_says(
    folders: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Equal JSON, equal tables, on standard output."""
    for flags, expected in (
        (["--json"], json.dumps(compare(*folders).to_json(), ensure_ascii=False, indent=2) + "\n"),
        (["--format", "csv"], compare(*folders).to_csv()),
        ([], compare(*folders).to_markdown()),
    ):
        monkeypatch.setattr(sys, "argv", ["judgekit", "compare", *map(str, folders), *flags])
        with pytest.raises(SystemExit) as caught:
            main()
        assert caught.value.code in (0, None)
        assert capsys.readouterr().out == expected


def test_the_commands_mistakes_are_one_sentence(
    folders: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder without a run is exit 3, a scorer that is not there exit 2."""
    for arguments, code in (
        ([folders[0], folders[0].parent], 3),
        ([*folders, "--scorer", "rouge1"], 2),
    ):
        monkeypatch.setattr(sys, "argv", ["judgekit", "compare", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        assert caught.value.code == code
        assert capsys.readouterr().err.startswith("judgekit: ")
