"""The installed command, and what one call of it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, Protocol


class Result(NamedTuple):
    """What one command left behind."""

    code: int
    stdout: str
    stderr: str


class Command(Protocol):
    """Run `judgekit` with these arguments."""

    def __call__(self, *arguments: object) -> Result: ...


def in_own_process(*arguments: object) -> Result:
    """Run the installed command; its stderr is a pipe, and so no terminal."""
    program = Path(sys.executable).with_name("judgekit")
    done = subprocess.run(
        [program, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        timeout=120,
    )
    return Result(done.returncode, done.stdout, done.stderr)
