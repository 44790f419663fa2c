"""`judgekit mcq`: files, exit codes, the mapping it prints, and the same bytes on a rerun."""

from __future__ import annotations

import json
from pathlib import Path

from cli_command import Command

OPTIONS = ["A. CT", "B. MRI", "C. X-ray"]
FILES = ("scores.jsonl", "summary.json", "report.html", "mcq.json")


def questions(path: Path, *responses: str | None, **fields: object) -> Path:
    """Write a question for each response, key A."""
    rows = [
        {"qid": n, "options": OPTIONS, "answer": "A. CT", "model_response": said, **fields}
        for n, said in enumerate(responses)
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_a_run_and_its_rerun(command: Command, tmp_path: Path) -> None:
    """Four files, the columns as they were read, and a rerun that changes no byte."""
    source = questions(tmp_path / "q.jsonl", "A", "B", "It could be A or B.")
    first = command("mcq", source, "--out", tmp_path / "out")
    assert first.code == 0
    assert "column 'model_response' is read as response" in first.stderr
    assert "column 'qid' is read as id" in first.stderr
    assert "33.3 %" in first.stderr
    before = {name: (tmp_path / "out" / name).read_bytes() for name in FILES}
    second = command("mcq", source, "--out", tmp_path / "out")
    assert second.code == 0
    assert before == {name: (tmp_path / "out" / name).read_bytes() for name in FILES}


def test_json_holds_summary_and_report(command: Command, tmp_path: Path) -> None:
    """Stdout is one JSON object: what summary.json and mcq.json hold."""
    source = questions(tmp_path / "q.jsonl", "A", "B")
    done = command("mcq", source, "--out", tmp_path / "out", "--json")
    both = json.loads(done.stdout)
    assert both["summary"] == json.loads((tmp_path / "out" / "summary.json").read_bytes())
    assert both["mcq"] == json.loads((tmp_path / "out" / "mcq.json").read_bytes())
    assert both["mcq"]["figures"][0]["value"] == 0.5


def test_nothing_answered_is_a_missed_gate(command: Command, tmp_path: Path) -> None:
    """All cut off: exit 1, and the words that it is a format failure."""
    source = questions(tmp_path / "q.jsonl", *["<think>The image"] * 3)
    done = command("mcq", source, "--out", tmp_path / "out")
    assert done.code == 1
    assert "0 correct of 3, answered 0 % (truncated 3): a format failure" in done.stderr


def test_a_coverage_gate(command: Command, tmp_path: Path) -> None:
    """One of two answered is below 0.9, and not below 0.5."""
    source = questions(tmp_path / "q.jsonl", "A", "More views would help.")
    low = command("mcq", source, "--out", tmp_path / "out", "--min-coverage", "0.9")
    assert (low.code, "answered 1/2 is below 0.9" in low.stderr) == (1, True)
    assert command("mcq", source, "--out", tmp_path / "out", "--min-coverage", "0.5").code == 0


def test_bad_input_writes_nothing(command: Command, tmp_path: Path) -> None:
    """A key that is no option: exit 3, one sentence, no folder."""
    source = questions(tmp_path / "q.jsonl", "A", answer="Z")
    done = command("mcq", source, "--out", tmp_path / "out")
    assert done.code == 3
    assert done.stderr.count("\n") <= 3
    assert "'Z' is not among the options" in done.stderr
    assert not (tmp_path / "out").exists()


def test_groups_by_any_column(command: Command, tmp_path: Path) -> None:
    """--by breaks summary and report down; a column that is not there is exit 3."""
    source = questions(tmp_path / "q.jsonl", "A", "B", modality="CT")
    done = command("mcq", source, "--out", tmp_path / "out", "--by", "modality")
    assert done.code == 0
    groups = json.loads((tmp_path / "out" / "summary.json").read_bytes())["rows"]
    assert {"modality": "CT"} in [row["group"] for row in groups]
    assert command("mcq", source, "--out", tmp_path / "other", "--by", "colour").code == 3


def test_levels_must_all_be_named(command: Command, tmp_path: Path) -> None:
    """A level that --levels leaves out is a usage error, not a dropped row."""
    source = questions(tmp_path / "q.jsonl", "A", level="organ")
    done = command("mcq", source, "--out", tmp_path / "out", "--levels", "lesion")
    assert done.code == 2
    assert "'organ' is not among the levels" in done.stderr
    assert not (tmp_path / "out").exists()
