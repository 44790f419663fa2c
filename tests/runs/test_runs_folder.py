"""A run's folder: whose it is, what is in it after an accident, and who may read it."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command import OUTPUTS
from judge_samples import Settings, make_judge, make_sample, marker
from judge_server import JudgeServer, grades, says, status

from judgekit.errors import OutputError, RunMismatchError
from judgekit.records import Sample
from judgekit.runs import ListSource, Run, run_in_folder, run_in_thread

SAMPLES = tuple(make_sample(f"s{number}", groups={"task": "x"}) for number in range(8))
FAST: Settings = {"max_connections": 1}


def _run(
    server: JudgeServer, out: Path, samples: tuple[Sample, ...] = SAMPLES, limit: int | None = None
) -> Run:
    judge = make_judge(server, **FAST)
    return run_in_thread(run_in_folder(ListSource(samples), (judge,), out, limit=limit))


def test_a_rerun_of_a_finished_run_asks_nothing(judge_server: JudgeServer, tmp_path: Path) -> None:
    """The journal is enough: no call, and every score the same byte for byte."""
    _run(judge_server, tmp_path)
    before = (tmp_path / "scores.jsonl").read_bytes()
    _run(judge_server, tmp_path)
    assert len(judge_server.calls) == len(SAMPLES)
    assert (tmp_path / "scores.jsonl").read_bytes() == before


def test_a_run_goes_on_past_its_limit(judge_server: JudgeServer, tmp_path: Path) -> None:
    """The limit is no part of a run's identity: without it the rest is scored."""
    limited = _run(judge_server, tmp_path, limit=3)
    assert any("first 3 of 8" in warning for warning in limited.summary.warnings)
    assert len(judge_server.calls) == 3
    _run(judge_server, tmp_path)
    assert len(judge_server.calls) == len(SAMPLES)


@pytest.mark.parametrize(
    ("behaviour", "is_retried"),
    [(status(400), True), (says("nonsense"), False), (says("{", finish="length"), False)],
    ids=["api_error", "unparseable", "truncated"],
)
def test_a_rerun_retries_what_says_nothing_of_the_sample(
    judge_server: JudgeServer, tmp_path: Path, behaviour: object, is_retried: bool
) -> None:
    """Errors of the way are asked again; what the judge said stands."""
    judge_server.script(marker("s3"), behaviour, grades())  # type: ignore[arg-type]
    _run(judge_server, tmp_path)
    again = _run(judge_server, tmp_path)
    assert len(judge_server.calls_with(marker("s3"))) == (2 if is_retried else 1)
    assert (again.scores[3].outcome.value == "scored") is is_retried
    assert len((tmp_path / "scores.jsonl").read_bytes().splitlines()) == len(SAMPLES)


@pytest.mark.parametrize("tail", [b'{"index": 7, "id": "s7", "sco', b"\x00\x00\x00", b"{}"])
def test_a_torn_last_line_is_cut_off(
    judge_server: JudgeServer, tmp_path: Path, tail: bytes
) -> None:
    """What a killed process left half-written is as if it had not been begun."""
    _run(judge_server, tmp_path, limit=5)
    clean = (tmp_path / "journal.jsonl").read_bytes()
    (tmp_path / "journal.jsonl").write_bytes(clean + tail)
    _run(judge_server, tmp_path)
    assert (tmp_path / "journal.jsonl").read_bytes().startswith(clean)
    assert tail not in (tmp_path / "journal.jsonl").read_bytes()[len(clean) :].splitlines()
    assert len(judge_server.calls) == len(SAMPLES)


def test_a_line_that_lost_its_end_is_scored_again(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Cut anywhere, the journal costs at most the sample whose line was cut."""
    _run(judge_server, tmp_path)
    scores = (tmp_path / "scores.jsonl").read_bytes()
    journal = (tmp_path / "journal.jsonl").read_bytes()
    for cut in (1, 50, 300):
        n_before = len(judge_server.calls)
        (tmp_path / "journal.jsonl").write_bytes(journal[:-cut])
        _run(judge_server, tmp_path)
        assert len(judge_server.calls) - n_before == 1
        assert (tmp_path / "scores.jsonl").read_bytes() == scores


def test_a_damaged_line_in_the_middle_is_named(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A line that is no entry is never skipped in silence."""
    _run(judge_server, tmp_path)
    lines = (tmp_path / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "journal.jsonl").write_bytes(b"".join([lines[0], b"garbage\n", *lines[1:]]))
    with pytest.raises(RunMismatchError, match="line 2"):
        _run(judge_server, tmp_path)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"temperature": 0.5}, "temperature"),
        ({"max_tokens": 9}, "max_tokens"),
        ({"repeats": 2}, "repeats"),
        ({"see": "evidence", "seed": 4}, "seed"),
    ],
)
def test_another_runs_folder_is_refused(
    judge_server: JudgeServer, tmp_path: Path, settings: Settings, words: str
) -> None:
    """The message names what differs, with both values, and nothing is touched."""
    _run(judge_server, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    changed: Settings = {**FAST, **settings}
    judge = make_judge(judge_server, **changed)
    with pytest.raises(RunMismatchError, match=rf"another medcmr {words} \(.* there, .* now\)"):
        run_in_thread(run_in_folder(ListSource(SAMPLES), (judge,), tmp_path))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert len(judge_server.calls) == len(SAMPLES)


def test_another_input_is_refused(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A changed response is another run, though every id is the same."""
    _run(judge_server, tmp_path)
    changed = (SAMPLES[0].model_copy(update={"response": "Changed."}), *SAMPLES[1:])
    with pytest.raises(RunMismatchError, match="another input"):
        _run(judge_server, tmp_path, changed)


@pytest.mark.parametrize("settings", [{"max_connections": 3}, {"timeout_s": 9.0}], ids=str)
def test_how_a_run_is_made_is_no_part_of_it(
    judge_server: JudgeServer, tmp_path: Path, settings: Settings
) -> None:
    """Connections and time may change between two parts of a run."""
    _run(judge_server, tmp_path, limit=4)
    judge = make_judge(judge_server, **settings)
    run_in_thread(run_in_folder(ListSource(SAMPLES), (judge,), tmp_path))
    assert len(judge_server.calls) == len(SAMPLES)


@pytest.mark.parametrize("name", [*OUTPUTS, "journal.jsonl"])
def test_files_of_unknown_origin_are_not_overwritten(
    judge_server: JudgeServer, tmp_path: Path, name: str
) -> None:
    """A folder that holds such a file, but no run, is somebody's: it is refused."""
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(RunMismatchError, match=name):
        _run(judge_server, tmp_path)
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine"


def test_a_run_killed_before_it_said_whose_it_is_can_begin_again(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """An empty journal alone is a run that was stopped in its first moment."""
    (tmp_path / "journal.jsonl").touch()
    _run(judge_server, tmp_path)
    assert len((tmp_path / "scores.jsonl").read_bytes().splitlines()) == len(SAMPLES)


def test_a_run_in_memory_is_written_as_a_batch_would(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """`Run.write` leaves the same scores, rows and journal, and may be called twice."""
    _run(judge_server, tmp_path / "batch")
    run = make_judge(judge_server, **FAST).score(SAMPLES)
    for _ in range(2):
        run.write(tmp_path / "memory")
    scores = [(tmp_path / name / "scores.jsonl").read_bytes() for name in ("batch", "memory")]
    assert scores[0] == scores[1]
    _run(judge_server, tmp_path / "memory")
    assert len(judge_server.calls) == 2 * len(SAMPLES)


def test_every_file_is_its_owners_only(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Folders made on the way are 0700, files 0600, whatever the umask."""
    before = os.umask(0)
    try:
        _run(judge_server, tmp_path / "a" / "b")
    finally:
        os.umask(before)
    for path in (tmp_path / "a").rglob("*"):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path.name
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700
    assert {path.name for path in (tmp_path / "a" / "b").iterdir()} == {
        *OUTPUTS,
        "journal.jsonl",
        "run.json",
        "samples.jsonl",
    }


def test_the_ledgers_of_a_part_and_of_the_whole(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Spent is what this part used; fresh is what the whole result would cost anew."""
    _run(judge_server, tmp_path, limit=5)
    usage = _run(judge_server, tmp_path).usage["medcmr"]
    assert isinstance(usage, dict)
    spent, fresh = usage["spent"], usage["fresh"]
    assert isinstance(spent, dict)
    assert isinstance(fresh, dict)
    # Each call of the local server counts 100 tokens in and 10 out.
    assert (spent["calls"], spent["input_tokens"]) == (3, 300)
    assert (fresh["calls"], fresh["input_tokens"], fresh["output_tokens"]) == (8, 800, 80)


def test_a_file_in_place_of_the_folder_is_one_sentence(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """An output path that is a file is refused before anything is asked."""
    (tmp_path / "taken").write_text("x", encoding="utf-8")
    with pytest.raises((OutputError, RunMismatchError), match="taken"):
        _run(judge_server, tmp_path / "taken")
    assert judge_server.calls == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB; skipped where one may not be mounted."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("a small file system can be mounted by root only")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_one_sentence_and_the_run_goes_on(
    judge_server: JudgeServer, small_disk: Path
) -> None:
    """The journal keeps whole lines only; with space again nothing done is asked anew."""
    samples = tuple(make_sample(f"s{number}") for number in range(80))
    with pytest.raises(OutputError, match=r"journal\.jsonl: No space left.*run again"):
        _run(judge_server, small_disk / "out", samples)
    journal = (small_disk / "out/journal.jsonl").read_bytes()
    assert journal.endswith(b"\n")
    n_done = len([json.loads(line) for line in journal.splitlines()])
    n_called = len(judge_server.calls)
    subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
    run = _run(judge_server, small_disk / "out", samples)
    assert {score.outcome.value for score in run.scores} == {"scored"}
    assert len(judge_server.calls) == n_called + 80 - n_done


def test_a_read_only_folder_is_one_sentence(judge_server: JudgeServer, small_disk: Path) -> None:
    """Nothing is asked of a judge whose answers could not be kept."""
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(OutputError, match=r"Read-only file system.*another folder"):
        _run(judge_server, small_disk / "out")
    assert judge_server.calls == []


def test_a_write_that_fails_leaves_the_old_file(
    judge_server: JudgeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores are whole or as they were, and no half-written file stays behind."""
    _run(judge_server, tmp_path)
    before = (tmp_path / "scores.jsonl").read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="No space left"):
        _run(judge_server, tmp_path)
    assert (tmp_path / "scores.jsonl").read_bytes() == before
    assert not list(tmp_path.glob("*.partial")) + list(tmp_path.glob(".*.partial"))
