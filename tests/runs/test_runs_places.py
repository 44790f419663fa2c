"""Where a run reads and writes: an audit hook sees every file that is opened for writing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from judge_samples import make_sample
from judge_server import JudgeServer

PROGRAM = """
import os, sys
written = []

def watch(event, arguments):
    if event == "open":
        path, mode, flags = arguments
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) if isinstance(flags, int) else 0
        if writes and not isinstance(path, int):
            written.append(os.fsdecode(path))
    elif event in ("os.mkdir", "os.rename", "os.remove", "sqlite3.connect"):
        written.extend(os.fsdecode(path) for path in arguments if isinstance(path, str | bytes))
    elif event == "pickle.find_class":
        written.append(f"unpickled {arguments}")

sys.dont_write_bytecode = True
sys.addaudithook(watch)
from judgekit.cli.main import main
try:
    main()
except SystemExit as stop:
    code = stop.code
print("\\n".join(sorted({os.path.abspath(path) for path in written})))
sys.exit(code)
"""


@pytest.mark.slow
def test_nothing_is_written_outside_the_chosen_folders(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """A run writes in --out, in --cache and to its cassette, nowhere else; it unpickles nothing."""
    source = tmp_path / "in" / "rows.jsonl"
    source.parent.mkdir()
    rows = [make_sample(f"w{number}").model_dump(mode="json") for number in range(12)]
    rows = [{k: v for k, v in row.items() if v not in (None, [], {}, ())} for row in rows]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    chosen = {name: tmp_path / name for name in ("out", "cache", "tapes")}
    command = [
        *(sys.executable, "-c", PROGRAM, "score", str(source), "--rubric", "medcmr"),
        *("--judge", "openai/local-judge", "--base-url", judge_server.base_url),
        *("--metrics", "rouge1,token_f1", "--out", str(chosen["out"])),
        *("--cache", str(chosen["cache"]), "--record", str(chosen["tapes"] / "a.jsonl")),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    written = [Path(line) for line in done.stdout.splitlines() if line]
    assert any(path.is_relative_to(chosen["out"]) for path in written)
    outside = [
        path
        for path in written
        if path != Path("/dev/null")
        and not any(path.is_relative_to(folder) for folder in chosen.values())
    ]
    assert outside == []
    assert sorted(path.name for path in source.parent.iterdir()) == ["rows.jsonl"]
