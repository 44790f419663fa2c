"""Several processes on one reply store, and a run killed again and again at random."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from judge_samples import make_sample
from judge_server import JudgeServer

from judgekit.replies import DiskStore

N_PROCESSES = 8
N_SAMPLES = 60
N_KILLS = 20


def write_samples(path: Path, n: int) -> None:
    """Write `n` samples, each of its own case."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            sample = make_sample(f"p{number}", case_id=f"case{number}")
            content = sample.model_dump(mode="json", exclude_defaults=True)
            file.write(json.dumps(content) + "\n")


def start(server: JudgeServer, source: Path, out: Path, cache: Path) -> subprocess.Popen[bytes]:
    """Start a run in a process of its own."""
    command = [
        *(sys.executable, "-m", "judgekit.cli", "score", str(source)),
        *("--rubric", "medcmr", "--judge", "openai/local-judge"),
        *("--base-url", server.base_url, "--out", str(out), "--cache", str(cache)),
        *("--max-connections", "4"),
    ]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


@pytest.mark.slow
def test_eight_processes_share_a_store(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Nothing is lost and nothing stands twice: one row for each request, eight equal results."""
    judge_server.latency_s = 0.02
    source, cache = tmp_path / "in.jsonl", tmp_path / "cache"
    write_samples(source, N_SAMPLES)
    runs = [
        start(judge_server, source, tmp_path / f"out{number}", cache)
        for number in range(N_PROCESSES)
    ]
    errors = [run.communicate(timeout=300)[1] for run in runs]
    assert [run.returncode for run in runs] == [0] * N_PROCESSES, errors
    store = DiskStore(cache)
    found = store.stats()
    store.close()
    assert (found.n_replies, found.n_damaged) == (N_SAMPLES, 0)
    results = {(tmp_path / f"out{n}" / "scores.jsonl").read_bytes() for n in range(N_PROCESSES)}
    assert len(results) == 1
    assert len(next(iter(results)).splitlines()) == N_SAMPLES
    n_calls = len(judge_server.calls)
    again = start(judge_server, source, tmp_path / "again", cache)
    again.communicate(timeout=120)
    assert again.returncode == 0
    assert len(judge_server.calls) == n_calls


@pytest.mark.slow
def test_killed_at_twenty_random_moments_it_ends_as_a_clean_run(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """However often it is killed, the scores equal those of one clean run, byte for byte.

    1,200 samples of 50 ms at 4 connections are 15 s of calls, and the twenty kills come after
    1.25 s each on average, the command's start included: most find the run under way.
    """
    judge_server.latency_s = 0.05
    source = tmp_path / "in.jsonl"
    write_samples(source, 1200)
    seed = random.randrange(2**32)
    delays = random.Random(seed)
    n_killed = 0
    for _ in range(N_KILLS):
        run = start(judge_server, source, tmp_path / "killed", tmp_path / "cache")
        time.sleep(delays.uniform(0.0, 2.5))
        run.kill()
        run.communicate(timeout=60)
        n_killed += run.returncode == -signal.SIGKILL
    last = start(judge_server, source, tmp_path / "killed", tmp_path / "cache")
    last.communicate(timeout=300)
    assert last.returncode == 0, f"seed {seed}"
    clean = start(judge_server, source, tmp_path / "clean", tmp_path / "other cache")
    clean.communicate(timeout=300)
    assert clean.returncode == 0
    assert n_killed > N_KILLS / 2, f"seed {seed}: most runs had ended before they were killed"
    killed_bytes = (tmp_path / "killed" / "scores.jsonl").read_bytes()
    assert killed_bytes == (tmp_path / "clean" / "scores.jsonl").read_bytes(), f"seed {seed}"
