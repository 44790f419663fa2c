"""What README and examples show runs as it stands, offline."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from judge_samples import FIFTY_EIGHT, make_sample
from judge_server import JudgeServer

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """Return the README's code blocks of a language ("" for commands)."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)
    return [text for kind, text in found if kind == language]


def test_the_python_example_runs(
    judge_server: JudgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The block prints a value and a coverage, and leaves the files it says."""
    judge_server.otherwise = FIFTY_EIGHT
    (example,) = blocks("python")
    monkeypatch.setenv("OPENAI_BASE_URL", judge_server.base_url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["58.0", "1.0"]
    assert (tmp_path / "out" / "report.html").is_file()


@pytest.mark.slow
def test_the_score_command_runs(
    judge_server: JudgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command grades a file of the shape described, with metrics and groups."""
    judge_server.otherwise = FIFTY_EIGHT
    text = next(block for block in blocks("") if block.startswith("judgekit score"))
    words = shlex.split(text.replace("\\\n", " "))
    sample = make_sample("r").model_dump(mode="json", exclude_defaults=True)
    row = {**sample, "modality": "CT"}
    (tmp_path / "answers.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    monkeypatch.setenv("OPENAI_BASE_URL", judge_server.base_url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    command = [sys.executable, "-m", "judgekit.cli", *words[1:]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "out" / "summary.json").read_bytes())
    assert {row["scorer"] for row in summary["rows"]} == {"medcmr", "rouge1", "rougeL"}
    assert {"modality": "CT"} in [row["group"] for row in summary["rows"]]


def test_the_example_in_python_says_what_its_script_holds() -> None:
    """Six totals of known grades, three without one: 638 / 9 = 70.9, over 9 of 11."""
    path = ROOT / "examples" / "judge_in_python.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert "open-3: scored: 58" in lines
    assert "Total: 70.9 of 100 over 9/11 answers" in lines
    assert "could lie between 63.5 and 76.2; too few cases for an interval" in lines
