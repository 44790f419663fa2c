"""The installed command, run as a process of its own against a local server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from judge_samples import MODEL
from judge_server import JudgeServer

from judgekit.records import Sample

OUTPUTS = ("scores.jsonl", "summary.json", "report.html")


def write_input(path: Path, samples: Iterable[Sample]) -> Path:
    """Write samples as the rows of a JSONL file."""
    rows = (sample.model_dump_json(exclude_defaults=True) + "\n" for sample in samples)
    path.write_text("".join(rows), encoding="utf-8")
    return path


def command(server: JudgeServer, source: Path, out: Path, *options: str) -> list[str]:
    """Return the command that scores `source` into `out`, without a reply store."""
    return [
        *(sys.executable, "-c", "from judgekit.cli.main import main; main()"),
        *("score", str(source), "--out", str(out), "--judge", MODEL, "--rubric", "medcmr"),
        *("--base-url", server.base_url),
        *(() if "--cache" in options else ("--no-cache",)),
        *options,
    ]


def start(arguments: Sequence[str]) -> subprocess.Popen[str]:
    """Start a command; its messages can be read once it has ended."""
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for a command and return its exit code and what it said on stderr."""
    _, said = process.communicate(timeout=120)
    return process.returncode, said


def ids_of(path: Path) -> list[str]:
    """Return the ids in a scores.jsonl."""
    return [json.loads(line)["id"] for line in path.read_bytes().splitlines()]
