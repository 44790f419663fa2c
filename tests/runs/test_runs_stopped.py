"""A run that is stopped at any moment goes on, pays nothing twice, and ends as a clean one."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path

import pytest
from command import OUTPUTS, command, finish, ids_of, start, write_input
from judge_samples import make_sample, marker
from judge_server import JudgeServer, grades, held_until, status

CONNECTIONS = 4


def _wait_for_calls(server: JudgeServer, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.calls) < count and time.monotonic() < deadline:
        time.sleep(0.005)
    assert len(server.calls) >= count


@pytest.mark.slow
@pytest.mark.parametrize("is_kept", [False, True], ids=["no store", "store"])
def test_killed_three_times_it_ends_as_a_clean_run(
    judge_server: JudgeServer, tmp_path: Path, is_kept: bool
) -> None:
    """600 samples, three times SIGKILL: 600 lines, 600 ids, one repeated call a connection."""
    samples = [make_sample(f"s{number}", case_id=f"c{number % 50}") for number in range(600)]
    source = write_input(tmp_path / "in.jsonl", samples)
    store = ("--cache", str(tmp_path / "cache")) if is_kept else ()
    options = ("--max-connections", str(CONNECTIONS), *store)
    judge_server.latency_s = 0.01
    for count in (100, 250, 450):
        process = start(command(judge_server, source, tmp_path / "out", *options))
        _wait_for_calls(judge_server, count)
        process.send_signal(signal.SIGKILL)
        finish(process)
        assert process.returncode == -signal.SIGKILL
    code, said = finish(start(command(judge_server, source, tmp_path / "out", *options)))
    assert code == 0, said
    ids = ids_of(tmp_path / "out/scores.jsonl")
    assert ids == [sample.id for sample in samples]
    assert len(set(ids)) == 600
    assert len(judge_server.calls) <= 600 + 3 * CONNECTIONS

    clean = finish(start(command(judge_server, source, tmp_path / "clean", "--no-cache")))
    assert clean[0] == 0, clean[1]
    scores = [(tmp_path / name / "scores.jsonl").read_bytes() for name in ("out", "clean")]
    assert scores[0] == scores[1]
    rows = [
        json.loads((tmp_path / name / "summary.json").read_bytes())["rows"]
        for name in ("out", "clean")
    ]
    assert rows[0] == rows[1]


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Exit 130, a journal, files that say they are incomplete; the same command finishes it."""
    samples = [make_sample(f"s{number}") for number in range(80)]
    source = write_input(tmp_path / "in.jsonl", samples)
    judge_server.latency_s = 0.05
    arguments = command(judge_server, source, tmp_path / "out", "--max-connections", "2")
    process = start(arguments)
    _wait_for_calls(judge_server, 20)
    process.send_signal(signal.SIGINT)
    code, said = finish(process)
    assert code == 130, said
    assert "Traceback" not in said
    assert "goes on from there" in said
    n_done = len((tmp_path / "out/journal.jsonl").read_bytes().splitlines())
    assert 10 <= n_done < 80
    summary = json.loads((tmp_path / "out/summary.json").read_bytes())
    assert summary["complete"] is False
    assert summary["rows"][0]["outcomes"] == {"scored": n_done, "skipped": 80 - n_done}
    assert any("not complete" in warning for warning in summary["warnings"])

    judge_server.latency_s = 0.0
    code, said = finish(start(arguments))
    assert code == 0, said
    assert ids_of(tmp_path / "out/scores.jsonl") == [sample.id for sample in samples]
    assert len(judge_server.calls) <= 80 + 2
    assert json.loads((tmp_path / "out/summary.json").read_bytes())["complete"] is True


@pytest.mark.slow
def test_two_processes_never_share_a_folder(judge_server: JudgeServer, tmp_path: Path) -> None:
    """The second is told so in one sentence, and the first is not disturbed."""
    samples = [make_sample(f"s{number}") for number in range(30)]
    source = write_input(tmp_path / "in.jsonl", samples)
    may_go_on = threading.Event()
    judge_server.script(marker("s3"), held_until(may_go_on))
    arguments = command(judge_server, source, tmp_path / "out", "--max-connections", "1")
    first = start(arguments)
    _wait_for_calls(judge_server, 4)
    code, said = finish(start(arguments))
    assert (code, "another judgekit process is writing this run" in said) == (2, True), said
    may_go_on.set()
    code, said = finish(first)
    assert code == 0, said
    assert len(ids_of(tmp_path / "out/scores.jsonl")) == 30
    assert len(judge_server.calls) == 30


@pytest.mark.slow
def test_a_wrong_key_leaves_nothing_behind(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Exit 4 at the first call, one sentence, and no folder that looks like a run."""
    source = write_input(tmp_path / "in.jsonl", [make_sample(f"s{n}") for n in range(9)])
    judge_server.otherwise = status(401, "bad key")
    code, said = finish(start(command(judge_server, source, tmp_path / "out")))
    assert code == 4
    assert said.count("judgekit: ") == 1
    assert "OPENAI_API_KEY" in said
    assert not (tmp_path / "out").exists()
    assert len(judge_server.calls) == 1


@pytest.mark.slow
def test_a_key_that_stops_working_midway_keeps_what_is_done(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Exit 4; what was scored is in the files, the rest is skipped, and it can go on."""
    samples = [make_sample(f"s{number}") for number in range(9)]
    source = write_input(tmp_path / "in.jsonl", samples)
    judge_server.script(marker("s5"), status(403, "expired"), grades())
    arguments = command(judge_server, source, tmp_path / "out", "--max-connections", "1")
    code, said = finish(start(arguments))
    assert code == 4, said
    lines = [json.loads(line) for line in (tmp_path / "out/scores.jsonl").read_bytes().splitlines()]
    assert [line["outcome"] for line in lines] == ["scored"] * 5 + ["skipped"] * 4
    code, said = finish(start(arguments))
    assert code == 0, said
    assert len(judge_server.calls) == 6 + 4


@pytest.mark.slow
def test_nothing_scored_at_all_is_exit_1(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A run in which every row failed has files and numbers that are absent, and exit 1."""
    source = write_input(tmp_path / "in.jsonl", [make_sample("a"), make_sample("b")])
    judge_server.otherwise = status(400)
    code, said = finish(start(command(judge_server, source, tmp_path / "out")))
    assert (code, "scored nothing at all" in said) == (1, True), said
    for name in OUTPUTS:
        assert (tmp_path / "out" / name).is_file()
