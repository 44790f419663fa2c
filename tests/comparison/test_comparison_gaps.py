"""`judgekit compare` of two multiple-choice runs: the difference of their gaps, by hand."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from judgekit.cli.main import main
from judgekit.mcq.scorer import McqScorer
from judgekit.records import Sample
from judgekit.runs import ListSource, run_in_folder, run_in_thread

POLARITIES = ("positive", "neutral", "negative")


def write_run(folder: Path, system: str, answers: dict[str, str]) -> Path:
    """Write a run of two pairs, each of its own case; `answers` is by polarity, and A is right."""
    samples = [
        Sample(
            id=f"{pair}-{polarity}",
            case_id=pair,
            pair_id=pair,
            response=answers[polarity],
            options={"A": "cyst", "B": "tumour"},
            answer="A",
            hint_label="A" if polarity == "positive" else "B",
            level="lesion",
            polarity=polarity,
            system=system,
        )
        for pair in ("p1", "p2")
        for polarity in POLARITIES
    ]
    run_in_thread(run_in_folder(ListSource(samples), (McqScorer(),), folder))
    return folder


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """Return a run that a misleading hint misleads, and one that is always right."""
    misled = write_run(tmp_path / "a", "a", {"positive": "A", "neutral": "A", "negative": "B"})
    firm = write_run(tmp_path / "b", "b", dict.fromkeys(POLARITIES, "A"))
    return [str(misled), str(firm)]


def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> str:
    """Return what `judgekit compare` prints."""
    monkeypatch.setattr(sys, "argv", ["judgekit", "compare", *words])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code in (0, None)
    return capsys.readouterr().out


def test_the_gap_of_the_misled_system_is_larger_by_all_of_it(
    folders: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neutral - negative is 1 for the first and 0 for the second: +1; positive - neutral 0 - 0."""
    content = json.loads(command(monkeypatch, capsys, *folders, "--json"))
    values = {gap["where"]["contrast"]: gap["value"] for gap in content["gap_differences"]}
    assert values == {"positive - neutral": 0.0, "neutral - negative": 1.0}
    assert {gap["n"] for gap in content["gap_differences"]} == {2}


def test_the_tables_hold_it_too(
    folders: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Markdown, LaTeX and CSV name the gap; the CSV stays one table."""
    shown = command(monkeypatch, capsys, *folders)
    assert "Difference of polarity gaps, first run minus second" in shown
    assert "| contrast=neutral - negative | +100.0 |" in shown
    assert r"\caption{Difference of polarity gaps" in command(
        monkeypatch, capsys, *folders, "--format", "latex"
    )
    text = command(monkeypatch, capsys, *folders, "--format", "csv")
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["row"] == "polarity_gap"]
    assert [row["value"] for row in rows] == ["0.0", "1.0"]
    assert [row["n_compared"] for row in rows] == ["2", "2"]


def test_runs_without_pairs_have_no_gap_to_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without declared pairs nothing is paired by guess, and nothing is added."""
    folders = []
    for name in ("a", "b"):
        samples = [
            Sample(id="1", response="A", options={"A": "x", "B": "y"}, answer="A", system=name)
        ]
        run_in_thread(run_in_folder(ListSource(samples), (McqScorer(),), tmp_path / name))
        folders.append(str(tmp_path / name))
    assert "gap_differences" not in json.loads(command(monkeypatch, capsys, *folders, "--json"))
