"""One contract for every provider: each failure has its own outcome, and none is in the mean."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import judge_server as server_module
import pytest
from judge_samples import CRITERIA, FIFTY_EIGHT, FULL_MARKS, make_sample, marker, row_of
from judge_server import (
    Behaviour,
    JudgeServer,
    changes_reply,
    grades,
    says,
    sends_bytes,
    status,
    verdicts_text,
)
from other_wires import WIRED, Wired, installed, make_judge

from judgekit.calling import AttemptLimits
from judgekit.records.exchange import JudgeReply
from judgekit.runs import Run
from judgekit.runs.run import entries

ATTEMPTS = AttemptLimits().max_attempts
GOOD = verdicts_text(dict.fromkeys(CRITERIA, 5))


class Planted(NamedTuple):
    """A failure: what the server does, what becomes of the sample, and after how many calls."""

    behaviours: tuple[Behaviour, ...]
    outcome: str
    n_calls: int = 1


def _with_value(name: str, value: object) -> Behaviour:
    return changes_reply(lambda good: {**good, name: {**good[name], "value": value}})


def _without(name: str) -> Behaviour:
    return changes_reply(lambda good: {k: v for k, v in good.items() if k != name})


def _filters(call: server_module.Call) -> None:
    """Filter the way each wire knows: as a finish, or with Anthropic's 400."""
    if call.path.endswith("/messages"):
        words = "Output blocked by content filtering policy"
        call.send(call.wire.error(words, None, None), 400)
    else:
        says(GOOD, finish="content_filter")(call)


PLANTED = {
    "refuse": Planted((says(None, refusal="I cannot help with that."),), "refused"),
    "filter": Planted((_filters,), "content_filtered"),
    "truncate": Planted((says(GOOD[:-30], finish="length"),), "truncated"),
    "truncate at the end": Planted((says(GOOD, finish="length"),), "truncated"),
    "no JSON": Planted((says("I would give it 4 out of 5."),), "unparseable"),
    "two JSON": Planted((says(f"{GOOD}\n{GOOD}"),), "unparseable"),
    "words around": Planted((says(f"My grading:\n```json\n{GOOD}\n```\nDone."),), "scored"),
    "wrong type": Planted((_with_value("coherence", "4"),), "unparseable"),
    "out of range": Planted((_with_value("coherence", 6),), "out_of_range"),
    "missing criterion": Planted((_without("correctness"),), "unparseable"),
    "extra criterion": Planted(
        (changes_reply(lambda good: {**good, "style": good["coherence"]}),), "unparseable"
    ),
    "null value": Planted((_with_value("coherence", None),), "cannot_assess"),
    "empty": Planted((says(""),), "unparseable"),
    "nothing": Planted((says(None),), "unparseable"),
    "400": Planted((status(400),), "api_error"),
    "413": Planted((status(413),), "api_error"),
    "429": Planted((status(429),), "api_error", ATTEMPTS),
    "429 once": Planted((status(429), grades()), "scored", 2),
    "429 for 0.1 s": Planted((status(429, retry_after="0.1"), grades()), "scored", 2),
    "429 for an hour": Planted((status(429, retry_after="3600"),), "api_error"),
    "500": Planted((status(500),), "api_error", ATTEMPTS),
    "529": Planted((status(529, "Overloaded", code="overloaded_error"),), "api_error", ATTEMPTS),
    "503 twice": Planted((status(503), status(503), grades()), "scored", 3),
    "reset": Planted((server_module.resets,), "api_error", ATTEMPTS),
    "reset once": Planted((server_module.resets, grades()), "scored", 2),
    "half a body": Planted((server_module.cuts_body,), "api_error", ATTEMPTS),
    "invalid UTF-8": Planted((sends_bytes(b'{"choices": "\xff\xfe"}'),), "api_error", ATTEMPTS),
    "not JSON": Planted((sends_bytes(b"<html>502</html>"),), "api_error", ATTEMPTS),
    "another shape": Planted((sends_bytes(b'{"choices": []}'),), "api_error", ATTEMPTS),
}
SLOW = {
    "hang": Planted((server_module.hangs,), "timeout"),
    "slow drip": Planted((server_module.drips,), "timeout"),
}


class Seen(NamedTuple):
    """One run over every planted failure, and how often each was called."""

    wired: Wired
    run: Run
    n_calls: dict[str, int]
    server: JudgeServer


def _run(name: str, planted: dict[str, Planted], timeout_s: float) -> Iterator[Seen]:
    wired = installed(name)
    with pytest.MonkeyPatch.context() as patch, JudgeServer() as server:
        quick = partial(AttemptLimits, first_backoff_s=0.01, max_backoff_s=0.02)
        patch.setattr("judgekit.judge.judge.AttemptLimits", quick)
        for variable, value in wired.variables:
            patch.setenv(variable, value)
        server.script(marker("good"), FULL_MARKS)
        server.script(marker("last"), FIFTY_EIGHT)
        for title, failure in planted.items():
            server.script(marker(title), *failure.behaviours)
        names = ("good", *planted, "last")
        judge = make_judge(server, wired, timeout_s=timeout_s, max_connections=8)
        run = judge.score([make_sample(title) for title in names])
        yield Seen(
            wired, run, {title: len(server.calls_with(marker(title))) for title in names}, server
        )


@pytest.fixture(scope="module", params=tuple(WIRED))
def seen(request: pytest.FixtureRequest) -> Iterator[Seen]:
    """Every planted failure at one provider, in one run."""
    yield from _run(request.param, PLANTED, timeout_s=20.0)


@pytest.fixture(scope="module", params=tuple(WIRED))
def slow(request: pytest.FixtureRequest) -> Iterator[Seen]:
    """Servers that never end, in one run."""
    yield from _run(request.param, SLOW, timeout_s=0.6)


def _check(seen: Seen, title: str, planted: Planted) -> None:
    score = next(score for score in seen.run.scores if score.id == title)
    assert planted.outcome == score.outcome.value, score.reason
    assert planted.n_calls == seen.n_calls[title]
    if planted.outcome == "scored":
        assert score.value == 100.0
    else:
        assert score.value is None
        assert score.reason


@pytest.mark.parametrize("title", PLANTED)
def test_each_failure_has_its_own_outcome_and_number_of_calls(seen: Seen, title: str) -> None:
    """Only 408, 409, 429, 5xx and broken answers are asked again; no failure has a value."""
    _check(seen, title, PLANTED[title])


def test_the_mean_is_that_of_what_was_scored(seen: Seen) -> None:
    """The failures change coverage and bounds, never the mean."""
    scored = [title for title, failure in PLANTED.items() if failure.outcome == "scored"]
    total = row_of(seen.run)
    # "good" and each mended one are 100, "last" is 58.
    assert (len(scored) + 2, len(PLANTED) + 2) == (total.n_scored, total.n_total)
    assert (100 * (len(scored) + 1) + 58) / (len(scored) + 2) == pytest.approx(total.value)


def test_the_model_that_answered_is_recorded(seen: Seen) -> None:
    """A reply names the model that the provider says it came from, and its tokens."""
    replies = _replies(seen.run)
    assert {server_module.MODEL_RETURNED} == {reply.model for reply in replies}
    assert {(100, 10)} == {(r.usage.input_tokens, r.usage.output_tokens) for r in replies}


@pytest.mark.parametrize("title", SLOW)
def test_what_never_ends_is_a_timeout(slow: Seen, title: str) -> None:
    """The time of a judgement bounds an answer that does not come, and one that never ends."""
    _check(slow, title, SLOW[title])


def _replies(run: Run) -> list[JudgeReply]:
    return [
        exchange.reply
        for _, entry, _ in entries(run.plan, run.journal)
        for exchange in entry.exchanges
        if exchange.reply is not None
    ]


def test_a_body_is_what_the_provider_documents(seen: Seen) -> None:
    """The schema goes out in the provider's own form; nothing is kept where that can be said."""
    body = next(iter(seen.server.calls)).body
    text = json.dumps(body)
    assert seen.wired.modes[0] == seen.server.calls[0].mode
    assert tuple(seen.server.calls[0].wire.schema(body)["properties"]) == CRITERIA
    assert body["temperature"] == 0.0
    assert body.get("max_tokens", body.get("max_completion_tokens")) == 4096
    assert "additionalProperties" in text
