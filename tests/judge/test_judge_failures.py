"""Every way in which a judgement fails ends in its own outcome, and none of them in the mean."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import judge_server as server_module
import pytest
from judge_samples import (
    CRITERIA,
    FIFTY_EIGHT,
    FULL_MARKS,
    ask,
    make_sample,
    marker,
    row_of,
)
from judge_server import (
    Behaviour,
    JudgeServer,
    changes_reply,
    error_in_200,
    grades,
    says,
    sends_bytes,
    status,
    verdicts_text,
)

from judgekit.calling import AttemptLimits
from judgekit.errors import ProviderStoppedError

pytestmark = pytest.mark.usefixtures("quick_backoff")

ATTEMPTS = AttemptLimits().max_attempts
MODES = ("json_schema", "tool", "json_object")
GOOD = verdicts_text(dict.fromkeys(CRITERIA, 5))


class Planted(NamedTuple):
    """A failure: what the server does, what becomes of the sample, and after how many calls."""

    name: str
    behaviours: tuple[Behaviour, ...]
    outcome: str
    n_calls: int = 1
    n_lost: int = 4


def _without(name: str) -> Behaviour:
    return changes_reply(lambda good: {k: v for k, v in good.items() if k != name})


def _with_value(name: str, value: object) -> Behaviour:
    return changes_reply(lambda good: {**good, name: {**good[name], "value": value}})


def _twice_the_key(good: dict[str, Any]) -> str:
    text = json.dumps(good)
    return text[:-1] + ', "consistency": {"value": 1, "reason": "", "evidence": []}}'


SAID = (
    Planted("no JSON", (says("I would give it 4 out of 5."),), "unparseable"),
    Planted("a bare number", (says("5"),), "unparseable"),
    Planted("a list", (changes_reply(lambda good: json.dumps([1, 2])),), "unparseable"),
    Planted("two objects", (says(f"{GOOD}\n{GOOD}"),), "unparseable"),
    Planted("cut-off JSON", (says(GOOD[:-30]),), "unparseable"),
    Planted("missing criterion", (_without("correctness"),), "unparseable"),
    Planted(
        "extra criterion",
        (changes_reply(lambda good: {**good, "style": good["coherence"]}),),
        "unparseable",
    ),
    Planted("duplicate key", (changes_reply(_twice_the_key),), "unparseable"),
    Planted("NaN", (changes_reply(lambda g: json.dumps(g).replace("5", "NaN", 1)),), "unparseable"),
    Planted("empty", (says(""),), "unparseable"),
    Planted("blank", (says(" \n"),), "unparseable"),
    Planted("null content", (says(None),), "unparseable"),
    Planted("a text for a number", (_with_value("coherence", "4"),), "unparseable", n_lost=1),
    Planted("a truth value", (_with_value("coherence", True),), "unparseable", n_lost=1),
    Planted("a list for a number", (_with_value("coherence", [4]),), "unparseable", n_lost=1),
    Planted("above the scale", (_with_value("coherence", 6),), "out_of_range", n_lost=1),
    Planted("below the scale", (_with_value("coherence", -1),), "out_of_range", n_lost=1),
    Planted("between its steps", (_with_value("coherence", 4.5),), "out_of_range", n_lost=1),
    Planted("percent of five", (_with_value("coherence", 90),), "out_of_range", n_lost=1),
    Planted("a huge number", (_with_value("coherence", 10**400),), "out_of_range", n_lost=1),
    Planted("null", (_with_value("coherence", None),), "cannot_assess", n_lost=1),
    Planted("refusal", (says(None, refusal="I cannot help with that."),), "refused"),
    Planted("filter", (says(None, finish="content_filter"),), "content_filtered"),
    Planted("filter mid-reply", (says(GOOD, finish="content_filter"),), "content_filtered"),
    Planted("truncated", (says(GOOD[:-30], finish="length"),), "truncated"),
    Planted("truncated at the end", (says(GOOD, finish="length"),), "truncated"),
)

SENT = (
    Planted("400", (status(400),), "api_error"),
    Planted("413", (status(413),), "api_error"),
    Planted("422", (status(422),), "api_error"),
    Planted("400 filter", (status(400, code="content_filter"),), "content_filtered"),
    Planted("context", (status(400, code="context_length_exceeded"),), "api_error"),
    Planted("408", (status(408),), "api_error", ATTEMPTS),
    Planted("409", (status(409),), "api_error", ATTEMPTS),
    Planted("429", (status(429),), "api_error", ATTEMPTS),
    Planted("429 for an hour", (status(429, retry_after="3600"),), "api_error"),
    Planted("500", (status(500),), "api_error", ATTEMPTS),
    Planted("503", (status(503),), "api_error", ATTEMPTS),
    Planted("reset", (server_module.resets,), "api_error", ATTEMPTS),
    Planted("cut-off body", (server_module.cuts_body,), "api_error", ATTEMPTS),
    Planted("invalid UTF-8", (sends_bytes(b'{"choices": "\xff\xfe"}'),), "api_error", ATTEMPTS),
    Planted("not JSON", (sends_bytes(b"<html>502</html>"),), "api_error", ATTEMPTS),
    Planted("no choices", (sends_bytes(b'{"choices": []}'),), "api_error", ATTEMPTS),
    Planted("error in 200", (error_in_200(),), "api_error", ATTEMPTS),
)

MENDED = (
    Planted("503 twice", (status(503), status(503), grades()), "scored", 3, n_lost=0),
    Planted("429 once", (status(429), grades()), "scored", 2, n_lost=0),
    Planted("429 for 0.1 s", (status(429, retry_after="0.1"), grades()), "scored", 2, n_lost=0),
    Planted("429, a date", (status(429, retry_after="soon"), grades()), "scored", 2, n_lost=0),
    Planted("reset once", (server_module.resets, grades()), "scored", 2, n_lost=0),
    Planted("half a body once", (server_module.cuts_body, grades()), "scored", 2, n_lost=0),
)


def _check(server: JudgeServer, planted: Planted, *, timeout_s: float = 20.0) -> None:
    """Two good samples of 100 and 58, and the planted one between them: the mean is 79."""
    server.script(marker("first"), FULL_MARKS)
    server.script(marker("planted"), *planted.behaviours)
    server.script(marker("last"), FIFTY_EIGHT)
    names = ("first", "planted", "last")
    run = ask(
        server, *(make_sample(name) for name in names), max_connections=1, timeout_s=timeout_s
    )

    score = run.scores[1]
    assert planted.outcome == score.outcome.value
    assert planted.n_calls == len(
        [c for c in server.calls_with(marker("planted")) if c.mode not in server.rejected_modes]
    )
    lost = [verdict for verdict in score.criteria.values() if verdict.outcome.value != "scored"]
    assert planted.n_lost == len(lost)
    assert {planted.outcome} >= {verdict.outcome.value for verdict in lost}
    total = row_of(run)
    if planted.outcome == "scored":
        assert (total.n_scored, total.n_total, total.value) == (3, 3, (100 + 100 + 58) / 3)
        return
    assert score.value is None
    assert score.reason
    assert all(verdict.value is None and verdict.reason for verdict in lost) or (
        planted.outcome == "cannot_assess"
    )
    assert (total.n_scored, total.n_total, total.value) == (2, 3, 79.0)
    assert {"scored": 2, planted.outcome: 1} == total.outcomes
    # The missing total lies between what its scored criteria leave open.
    share_lost = 10 if planted.n_lost == 1 else 100
    assert (158 + 100 - share_lost) / 3 == pytest.approx(total.worst)
    assert pytest.approx(total.best) == (158 + 100) / 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("planted", SAID, ids=lambda planted: planted.name)
def test_a_reply_that_cannot_be_used_has_its_own_outcome(
    judge_server: JudgeServer, planted: Planted, mode: str
) -> None:
    """What the model says wrong is told apart in every output mode, and is asked once."""
    judge_server.rejected_modes = dict.fromkeys(MODES[: MODES.index(mode)], 400)
    _check(judge_server, planted)


@pytest.mark.parametrize("planted", SENT, ids=lambda planted: planted.name)
def test_a_call_that_fails_has_its_own_outcome(judge_server: JudgeServer, planted: Planted) -> None:
    """Only 408, 409, 429, 5xx and broken answers are tried again, and then eight times."""
    _check(judge_server, planted)


@pytest.mark.parametrize("planted", MENDED, ids=lambda planted: planted.name)
def test_a_passing_failure_is_mended(judge_server: JudgeServer, planted: Planted) -> None:
    """A server that recovers within the judgement's time costs attempts, not the score."""
    _check(judge_server, planted)


@pytest.mark.parametrize(
    "behaviour", [server_module.hangs, server_module.drips], ids=["hang", "slow drip"]
)
def test_a_server_that_never_ends_is_a_timeout(
    judge_server: JudgeServer, behaviour: Behaviour
) -> None:
    """The time of a judgement bounds an answer that does not come, and one that never ends."""
    _check(judge_server, Planted("slow", (behaviour,), "timeout"), timeout_s=0.7)


@pytest.mark.parametrize("mode", MODES)
def test_words_around_one_object_are_ignored(judge_server: JudgeServer, mode: str) -> None:
    """A fence or a sentence around exactly one object leaves the verdicts readable."""
    judge_server.rejected_modes = dict.fromkeys(MODES[: MODES.index(mode)], 400)
    text = f"Here is my grading {{as asked}}:\n```json\n{GOOD}\n```\nAnything else?"
    _check(judge_server, Planted("fenced", (says(text),), "scored", n_lost=0))


@pytest.mark.parametrize(
    ("number", "words"),
    [(401, "OPENAI_API_KEY"), (403, "OPENAI_API_KEY"), (404, "model's name")],
)
def test_a_provider_that_cannot_work_stops_the_run(
    judge_server: JudgeServer, number: int, words: str
) -> None:
    """A wrong key or an unknown model stops at the first call and says what to mend."""
    judge_server.otherwise = status(number, "no such thing")
    with pytest.raises(ProviderStoppedError, match=words) as raised:
        ask(judge_server, *(make_sample(f"s{number}") for number in range(20)))
    assert raised.value.exit_code == 4
    assert len(judge_server.calls) == 1


def test_a_server_that_is_not_there_stops_the_run(judge_server: JudgeServer) -> None:
    """Nobody listening is said at once, with the address, and is no list of failed samples."""
    judge_server.close()
    with pytest.raises(ProviderStoppedError, match=f"{judge_server.base_url}.*cannot be reached"):
        ask(judge_server, make_sample("a"), make_sample("b"))


def test_a_rejected_sampling_parameter_is_named(judge_server: JudgeServer) -> None:
    """A temperature that the model does not take fails on the first call; it is never dropped."""
    judge_server.rejected_parameters = {"temperature"}
    with pytest.raises(ProviderStoppedError, match="rejects the parameter 'temperature'"):
        ask(judge_server, make_sample("a"), make_sample("b"))
    assert len(judge_server.calls) == 1


def test_a_temperature_of_none_is_not_sent(judge_server: JudgeServer) -> None:
    """What the user leaves out is not in the body, so that a model without it can be asked."""
    judge_server.rejected_parameters = {"temperature"}
    run = ask(judge_server, make_sample("a"), temperature=None)
    assert run.scores[0].outcome.value == "scored"
    assert run.signature["medcmr"].fields["temperature"] == "not sent"


def test_failures_side_by_side_stay_apart(judge_server: JudgeServer) -> None:
    """Sixteen connections and every failure at once: each sample has its own outcome still."""
    planted = [*SAID, *SENT]
    for number, failure in enumerate(planted):
        judge_server.script(marker(f"p{number}"), *failure.behaviours)
    names = ["good", *(f"p{number}" for number in range(len(planted)))]
    judge_server.script(marker("good"), FIFTY_EIGHT)
    run = ask(judge_server, *(make_sample(name) for name in names))
    assert ["scored", *(failure.outcome for failure in planted)] == [
        score.outcome.value for score in run.scores
    ]
    assert row_of(run).value == 58.0
    assert judge_server.most_open <= 16
