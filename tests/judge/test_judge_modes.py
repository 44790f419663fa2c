"""The output mode falls back once, before any other call, and is remembered and stated."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge_samples import FIFTY_EIGHT, FULL_MARKS, ask, make_sample, marker
from judge_server import JudgeServer, grades, status

from judgekit.judge.modes import ModeFinder, Probe
from judgekit.providers import CallFailure
from judgekit.records import Sample
from judgekit.records.exchange import OutputMode

pytestmark = pytest.mark.usefixtures("quick_backoff")

SAMPLES = tuple(make_sample(f"s{number}") for number in range(12))


def _modes(server: JudgeServer) -> list[str]:
    return [call.mode for call in server.calls]


@pytest.mark.parametrize(("number", "n_attempts"), [(400, 1), (422, 1), (500, 2)])
def test_a_rejected_mode_is_found_out_before_all_others(
    judge_server: JudgeServer, number: int, n_attempts: int
) -> None:
    """One sample searches, alone; a 500 may pass, so it is met with one more attempt first."""
    judge_server.rejected_modes = {"json_schema": number}
    run = ask(judge_server, *SAMPLES)
    assert _modes(judge_server) == ["json_schema"] * n_attempts + ["tool"] * len(SAMPLES)
    assert [call.n_open for call in judge_server.calls[: n_attempts + 1]] == [1] * (n_attempts + 1)
    assert {score.outcome.value for score in run.scores} == {"scored"}
    assert run.signature["medcmr"].fields["mode"] == "tool"


def test_a_500_that_passes_moves_no_mode(judge_server: JudgeServer) -> None:
    """The very first attempt meets a server that is restarting: the mode stays json_schema."""
    judge_server.script(marker("s0"), status(500), grades())
    run = ask(judge_server, *SAMPLES)
    assert _modes(judge_server) == ["json_schema"] * (len(SAMPLES) + 1)
    assert run.signature["medcmr"].fields["mode"] == "json_schema"
    assert {score.outcome.value for score in run.scores} == {"scored"}


def test_the_last_mode_is_json_with_the_schema_beside_it(judge_server: JudgeServer) -> None:
    """A server that takes neither schema nor tool is asked for a JSON object."""
    judge_server.rejected_modes = {"json_schema": 500, "tool": 400}
    run = ask(judge_server, *SAMPLES[:3])
    assert _modes(judge_server) == [*["json_schema"] * 2, "tool", *["json_object"] * 3]
    assert "schema" in judge_server.calls[-1].body["response_format"]
    assert run.signature["medcmr"].fields["mode"] == "json_object"


def test_the_attempts_of_the_search_are_counted(judge_server: JudgeServer) -> None:
    """What was sent is what the ledger says was sent, the rejected calls included."""
    judge_server.rejected_modes = {"json_schema": 400, "tool": 422}
    usage = ask(judge_server, *SAMPLES[:3]).usage["medcmr"]
    assert isinstance(usage, dict)
    spent = usage["spent"]
    assert isinstance(spent, dict)
    assert spent["attempts"] == len(judge_server.calls) == 5
    assert spent["calls"] == 3


def test_a_server_that_takes_no_mode_says_what_each_was_answered(
    judge_server: JudgeServer,
) -> None:
    """The failure names every mode that was tried."""
    judge_server.rejected_modes = {"json_schema": 400, "tool": 400, "json_object": 400}
    reason = ask(judge_server, SAMPLES[0]).scores[0].reason
    assert reason is not None
    for mode in ("json_schema", "tool", "json_object"):
        assert f"{mode}: " in reason


def test_the_mode_found_is_remembered_across_runs(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """A later run with the same store asks in the mode found, without a search."""
    judge_server.rejected_modes = {"json_schema": 400}
    ask(judge_server, SAMPLES[0], cache=tmp_path)
    ask(judge_server, *SAMPLES[:3], cache=tmp_path)
    assert _modes(judge_server) == ["json_schema", "tool", "tool", "tool"]


def test_a_remembered_mode_that_no_longer_works_is_searched_anew(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """What was remembered is a first guess, not a law."""
    judge_server.rejected_modes = {"json_schema": 400}
    ask(judge_server, SAMPLES[0], cache=tmp_path)
    judge_server.rejected_modes = {"tool": 400}
    run = ask(judge_server, SAMPLES[1], cache=tmp_path)
    assert _modes(judge_server)[2:] == ["tool", "json_schema"]
    assert run.signature["medcmr"].fields["mode"] == "json_schema"


def test_the_mode_is_part_of_the_key(judge_server: JudgeServer, tmp_path: Path) -> None:
    """A reply in one mode does not answer a request in another."""
    judge_server.rejected_modes = {"json_schema": 500}
    ask(judge_server, SAMPLES[0], cache=tmp_path / "a")
    judge_server.rejected_modes = {}
    ask(judge_server, SAMPLES[1], cache=tmp_path / "b")
    digests = set()
    for folder, sample in (("a", SAMPLES[0]), ("b", SAMPLES[0])):
        run = ask(judge_server, sample, cache=tmp_path / folder)
        entry = run.journal.get("medcmr", 0)
        assert entry is not None
        digests.add(entry.exchanges[0].request_digest)
    assert len(digests) == 2


def test_only_the_mode_falls_back_and_only_before_the_first_success(
    judge_server: JudgeServer,
) -> None:
    """Once a mode has worked, a 400 is that sample's failure and moves nothing."""
    judge_server.script(marker("s5"), status(400))
    run = ask(judge_server, *SAMPLES, max_connections=1)
    assert set(_modes(judge_server)) == {"json_schema"}
    assert len(judge_server.calls) == len(SAMPLES)
    assert run.scores[5].outcome.value == "api_error"


@pytest.mark.parametrize("number", [429, 503])
def test_a_busy_server_is_not_a_rejected_mode(judge_server: JudgeServer, number: int) -> None:
    """A first call that is told to wait is tried again in the same mode."""
    judge_server.script(marker("s0"), status(number), status(number), grades())
    ask(judge_server, SAMPLES[0])
    assert _modes(judge_server) == ["json_schema"] * 3


def test_a_filtered_first_sample_leaves_the_search_to_the_next(
    judge_server: JudgeServer,
) -> None:
    """A content filter speaks of the sample, not of the mode."""
    judge_server.script(marker("s0"), status(400, code="content_filter"))
    judge_server.script(marker("s1"), FIFTY_EIGHT)
    run = ask(judge_server, *SAMPLES[:2])
    assert [score.outcome.value for score in run.scores] == ["content_filtered", "scored"]
    assert _modes(judge_server) == ["json_schema", "json_schema"]


@pytest.mark.parametrize("most", [1, 3, 16])
def test_no_more_calls_at_once_than_connections(judge_server: JudgeServer, most: int) -> None:
    """The server never sees more open calls than the judge was allowed."""
    judge_server.latency_s = 0.02
    ask(judge_server, *_many(24), max_connections=most)
    assert judge_server.most_open <= most
    assert judge_server.most_open == most or most == 16


def _many(count: int) -> tuple[Sample, ...]:
    return tuple(make_sample(f"m{number}") for number in range(count))


def test_the_time_of_a_judgement_includes_its_waits(judge_server: JudgeServer) -> None:
    """A server that asks for wait after wait is given up within the judgement's time."""
    judge_server.script(marker("s0"), FULL_MARKS)
    judge_server.script(marker("s1"), status(429, retry_after="0.3"))
    run = ask(judge_server, *SAMPLES[:2], timeout_s=0.8, max_connections=1)
    first, *_, last = judge_server.calls_with(marker("s1"))
    assert run.scores[1].outcome.value == "api_error"
    assert 2 <= len(judge_server.calls_with(marker("s1"))) <= 3
    assert last.at - first.at <= 0.8


def test_the_wait_that_the_server_asks_for_is_kept(judge_server: JudgeServer) -> None:
    """Retry-After in seconds is waited for, however short our own back-off is."""
    judge_server.script(marker("s0"), status(429, retry_after="0.25"), grades())
    ask(judge_server, SAMPLES[0])
    first, second = judge_server.calls
    assert second.at - first.at >= 0.25


async def test_a_mode_that_a_kept_reply_settled_is_not_left() -> None:
    """A run has one mode: while the search is on, a reply out of the store may end it."""
    finder = ModeFinder(tuple(OutputMode), first=None)
    tried = []

    async def call(probe: Probe) -> None:
        tried.append(probe.mode)
        finder.settle(OutputMode.JSON_SCHEMA)
        raise CallFailure("no schema here", status=400, rejects_mode=True)

    for _ in range(2):
        with pytest.raises(CallFailure, match="no schema here"):
            await finder.run(call)
    assert tried == [OutputMode.JSON_SCHEMA] * 2
