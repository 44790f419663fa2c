"""The command as its users meet it: within this process (quick), and as a process of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from cli_command import Command, Result, in_own_process

import judgekit.cli.main as entry


@pytest.fixture
def quick_command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """The command within this process."""

    def here(*arguments: object) -> Result:
        monkeypatch.setattr(sys, "argv", ["judgekit", *map(str, arguments)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as caught:
            entry.main()
        code = caught.value.code
        return Result(code if isinstance(code, int) else 0, *capfd.readouterr())

    return here


@pytest.fixture(params=["here", pytest.param("process", marks=pytest.mark.slow)])
def command(request: pytest.FixtureRequest, quick_command: Command) -> Command:
    """The command within this process and, among the slow tests, in one of its own."""
    return quick_command if request.param == "here" else in_own_process


ROW = {
    "response": "A small pneumothorax.",
    "question": "What is shown?",
    "reference": "A small left apical pneumothorax.",
    "visual_evidence": "A thin pleural line.",
}
FULL = dict.fromkeys(("consistency", "coherence", "visual_accuracy", "correctness"), 5)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """A JSONL file of three rows with everything that medcmr needs."""
    path = tmp_path / "rows.jsonl"
    path.write_text(
        "".join(f"{json.dumps({'id': name, **ROW})}\n" for name in ("a", "b", "c")),
        encoding="utf-8",
    )
    return path


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Scripted replies for rows a and b, full marks each; c has none."""
    path = tmp_path / "script.jsonl"
    reply = {name: {"value": value, "reason": "R.", "evidence": []} for name, value in FULL.items()}
    lines = (json.dumps({"id": name, "reply": reply}) for name in ("a", "b"))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
