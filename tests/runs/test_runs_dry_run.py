"""A dry run into a run's folder: what is left, to the call, and nothing is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import command, finish, start, write_input
from judge_samples import FIFTY_EIGHT, make_judge, make_sample, marker
from judge_server import JudgeServer, says, status

from judgekit.errors import RunMismatchError
from judgekit.judge import Judge
from judgekit.records.dry_run import DryRun
from judgekit.runs import ListSource, dry_run_in_folder, run_in_folder, run_in_thread

SAMPLES = tuple(make_sample(f"s{number}") for number in range(6))


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return time of change and bytes of every file under a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def foretold(judge: Judge, folder: Path) -> DryRun:
    """Return what a run into `folder` would send."""
    rehearsal = dry_run_in_folder(ListSource(SAMPLES), (judge,), folder)
    return run_in_thread(rehearsal)["medcmr"]


def run(judge: Judge, folder: Path) -> None:
    """Run into `folder`."""
    run_in_thread(run_in_folder(ListSource(SAMPLES), (judge,), folder))


def test_without_a_folder_everything_is_left(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Six samples, six calls; no folder is made."""
    found = foretold(make_judge(judge_server), tmp_path / "out")
    assert (found.calls, found.samples_finished, found.replies_at_hand) == (6, 0, 0)
    assert not (tmp_path / "out").exists()
    assert judge_server.calls == []


def test_what_the_journal_holds_is_not_counted_again(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Two of six failed with 400: four are finished, two calls are left, and two are made."""
    judge_server.otherwise = FIFTY_EIGHT
    for name in ("s2", "s4"):
        judge_server.script(marker(name), status(400), FIFTY_EIGHT)
    run(make_judge(judge_server), tmp_path)
    n_before, before = len(judge_server.calls), contents(tmp_path)
    found = foretold(make_judge(judge_server), tmp_path)
    assert (found.calls, found.calls_at_most, found.samples_finished) == (2, 2, 4)
    assert found.first_prompt is not None
    assert marker("s2") in found.first_prompt[1]
    assert contents(tmp_path) == before
    assert len(judge_server.calls) == n_before
    run(make_judge(judge_server), tmp_path)
    assert len(judge_server.calls) == n_before + 2


def test_a_repeat_that_was_answered_is_at_hand_without_a_store(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Three repeats of six; the third of one failed: one call is left, two replies are at hand."""
    judge_server.otherwise = FIFTY_EIGHT
    judge_server.script(marker("s3"), FIFTY_EIGHT, FIFTY_EIGHT, status(400), FIFTY_EIGHT)
    run(make_judge(judge_server, repeats=3), tmp_path)
    assert len(judge_server.calls) == 18
    found = foretold(make_judge(judge_server, repeats=3), tmp_path)
    assert (found.calls, found.replies_at_hand, found.samples_finished) == (1, 2, 5)
    again = make_judge(judge_server, repeats=3)
    ended = run_in_thread(run_in_folder(ListSource(SAMPLES), (again,), tmp_path))
    assert len(judge_server.calls) == 19
    usage = json.loads(json.dumps(ended.usage["medcmr"]))
    assert usage["spent"]["calls"] == 1
    assert usage["fresh"]["calls"] == usage["replies_at_hand"] + 1 == 18
    assert ended.summary.rows[0].n_scored == 6


def test_a_reply_in_the_journal_is_the_reply_of_its_sample_only(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Two samples that ask the same are asked apart without a store, now as in a clean run."""
    twins = ListSource([make_sample(name, response="Same <twin>.") for name in ("a", "b")])
    judge_server.otherwise = FIFTY_EIGHT
    # One at a time: a's two repeats, b's first, and b's second, which fails.
    judge_server.script(marker("twin"), *[FIFTY_EIGHT] * 2, status(400), status(400), FIFTY_EIGHT)

    def ask_both() -> int:
        judge = make_judge(judge_server, repeats=2, max_connections=1)
        run_in_thread(run_in_folder(twins, (judge,), tmp_path))
        return len(judge_server.calls)

    assert ask_both() == 4
    assert ask_both() == 6


def test_another_run_is_refused_as_it_would_be(judge_server: JudgeServer, tmp_path: Path) -> None:
    """The folder holds a run with another seed."""
    judge_server.otherwise = FIFTY_EIGHT
    run(make_judge(judge_server), tmp_path)
    with pytest.raises(RunMismatchError, match="seed"):
        foretold(make_judge(judge_server, seed=1), tmp_path)


def test_a_torn_line_stays_as_it_is(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A killed run left half a line: its sample is left to do, the file is not mended here."""
    judge_server.otherwise = FIFTY_EIGHT
    run(make_judge(judge_server), tmp_path)
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-40])
    before = contents(tmp_path)
    found = foretold(make_judge(judge_server), tmp_path)
    assert (found.calls, found.samples_finished) == (1, 5)
    assert contents(tmp_path) == before


def test_the_reply_store_is_read_and_not_written(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A reply that would serve another sample is at hand; that it serves it is not noted yet."""
    judge_server.otherwise = FIFTY_EIGHT
    judge = make_judge(judge_server, cache=tmp_path / "cache")
    judge.score([make_sample("a", response="Same.")])
    rows = (tmp_path / "cache/cache.db").read_bytes()
    found = judge.dry_run([make_sample("b", response="Same.")])
    assert (found.calls, found.replies_at_hand) == (0, 1)
    assert (tmp_path / "cache/cache.db").read_bytes() == rows


def test_a_larger_limit_is_in_the_worst_case(judge_server: JudgeServer, tmp_path: Path) -> None:
    """Each reply may be cut off at 500 and asked for again at 900: 12 calls, 6 x 1,400 tokens."""
    judge = Judge(
        "medcmr",
        "openai/local-judge",
        base_url=judge_server.base_url,
        cache=tmp_path / "cache",
        max_tokens=500,
        larger_max_tokens=900,
    )
    found = judge.dry_run(SAMPLES)
    assert (found.calls, found.calls_at_most) == (6, 12)
    assert found.output_tokens_at_most == 6 * 1400
    whole, cut = says(FIFTY_EIGHT_TEXT), says(FIFTY_EIGHT_TEXT, finish="length")
    judge_server.otherwise = whole
    judge_server.script(marker("s0"), cut, whole)
    judge.score(SAMPLES[:2])
    assert len(judge_server.calls) == 3
    kept = judge.dry_run(SAMPLES)
    assert (kept.calls, kept.calls_at_most, kept.replies_at_hand) == (4, 8, 2)


FIFTY_EIGHT_TEXT = json.dumps(
    {
        name: {"value": value, "reason": "So.", "evidence": []}
        for name, value in (
            ("consistency", 5),
            ("coherence", 4),
            ("visual_accuracy", 3),
            ("correctness", 2),
        )
    }
)


def test_the_command_says_what_is_left(judge_server: JudgeServer, tmp_path: Path) -> None:
    """`judgekit score --dry-run --out` of a run with one failure: one call, five finished."""
    source = write_input(tmp_path / "in.jsonl", SAMPLES)
    judge_server.otherwise = FIFTY_EIGHT
    judge_server.script(marker("s5"), status(400), FIFTY_EIGHT)
    arguments = command(judge_server, source, tmp_path / "out")
    code, said = finish(start(arguments))
    assert code == 0, said
    process = start([*arguments, "--dry-run", "--json"])
    output, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    found = json.loads(output)
    assert (found["calls"], found["samples_finished"]) == (1, 5)
    assert len(judge_server.calls) == 6
