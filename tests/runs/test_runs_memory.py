"""A batch is streamed: its memory does not grow with the texts of its input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from judge_samples import CRITERIA
from judge_server import verdicts_text

N_ROWS = 20_000
# Each row is 5 kB, so the input is 100 MB; the least that it takes to run at all is near 110 MB.
MOST_BYTES = 190 * 2**20
_PROGRAM = """
import pathlib, re, resource, sys
from judgekit.cli.main import main
try:
    main()
except SystemExit as stop:
    code = stop.code or 0
status = pathlib.Path("/proc/self/status")
# Linux counts into ru_maxrss what the process was before it became this program: the test runner.
own = re.search(r"VmHWM:\\s+(\\d+)", status.read_text()) if status.exists() else None
print(1024 * (int(own[1]) if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
sys.exit(code)
"""


@pytest.mark.slow
def test_a_large_input_is_streamed(tmp_path: Path) -> None:
    """20,000 rows of 5 kB are scored in far less memory than a list of them takes."""
    text = verdicts_text(dict.fromkeys(CRITERIA, 4))
    with (
        (tmp_path / "in.jsonl").open("w", encoding="utf-8") as rows,
        (tmp_path / "script.jsonl").open("w", encoding="utf-8") as script,
    ):
        for number in range(N_ROWS):
            row = {
                "id": f"s{number}",
                "response": f"{number} " + "word " * 900,
                "references": ["reference"],
                "visual_evidence": "evidence",
            }
            rows.write(json.dumps(row) + "\n")
            script.write(json.dumps({"id": f"s{number}", "reply": text}) + "\n")
    done = subprocess.run(
        [
            *(sys.executable, "-c", _PROGRAM, "score", str(tmp_path / "in.jsonl")),
            *("--out", str(tmp_path / "out"), "--rubric", "medcmr"),
            *("--judge", f"scripted/{tmp_path / 'script.jsonl'}"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.splitlines()[-1]) < MOST_BYTES
    with (tmp_path / "out/scores.jsonl").open("rb") as scores:
        assert sum(1 for _ in scores) == N_ROWS
