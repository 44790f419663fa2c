"""Replay of kept judgements: a whole run with its files, in samples per second of one core.

Aim: 2,000 samples/s or more, and less than 400 MB for 100,000 samples. Each measurement is a
process of its own; CPU time counts, so that a busy machine matters less.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from bench.judge_calls import write_input

SIZES = (10_000, 100_000)

PROGRAM = """
import json, resource, sys
from pathlib import Path
import bench._instant
from judgekit.judge import Judge
from judgekit.runs import FileSource, run_in_folder, run_in_thread
folder, n, out = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
judge = Judge("medcmr", "instant/bench", cache=folder / "cache")
cpu = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
before = cpu()
run = run_in_thread(run_in_folder(FileSource(folder / "in.jsonl"), (judge,), folder / out,
                                  by=("modality",)))
assert run.summary.rows[0].n_scored == n
spent = run.usage["medcmr"]["spent"]["calls"]
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{out:8}{n:>8} samples{spent:>8} calls{n / (cpu() - before):9.0f} samples/s{peak:7.0f} MB")
"""


def main() -> None:
    """Print the speed and peak memory of a first run and of its replay, for two sizes."""
    for n in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            write_input(Path(folder) / "in.jsonl", n)
            for out in ("first", "replay"):
                command = [sys.executable, "-c", PROGRAM, folder, str(n), out]
                subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
