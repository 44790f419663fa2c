"""One contract for every provider: what a single request carries, and what is read from errors."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
from judge_server import MODEL_RETURNED, JudgeServer, grades, says, status
from other_wires import UNSAID_SCHEMA, WIRED, Wired, installed

from judgekit.providers import CallFailure, Provider, ProviderSettings, SampleTag, open_provider
from judgekit.providers.chat_completions import typed_schema
from judgekit.providers.http_errors import Asked, ErrorAnswer, classify_answer, read_answer
from judgekit.records.exchange import ImagePart, JudgeRequest, OutputMode

PIXELS = "aVZCT1J3MEtHZ28="
TAG = SampleTag("a", None, 0, 0)
ASKED = Asked("gpt", "https://server.invalid", "OPENAI_API_KEY", "sk-secret")


@pytest.fixture(params=tuple(WIRED))
def wired(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Wired:
    """Every provider at the local server."""
    found = installed(request.param)
    for variable, value in found.variables:
        monkeypatch.setenv(variable, value)
    return found


@pytest.fixture
async def provider(wired: Wired, judge_server: JudgeServer) -> AsyncIterator[Provider]:
    """The provider, opened without a judge around it."""
    address = judge_server.address + wired.base_url
    opened = open_provider(wired.provider, ProviderSettings(wired.model, address, 5.0, 4))
    yield opened
    await opened.aclose()


def _request(provider: Provider, wired: Wired, **fields: object) -> JudgeRequest:
    return JudgeRequest.model_validate(
        {
            "provider": provider.name,
            "endpoint": provider.endpoint,
            "model": wired.model,
            "system": "grade",
            "user": "the response",
            "reply_schema": json.dumps({"type": "object", **UNSAID_SCHEMA}),
            "output_mode": provider.output_modes[0],
            "temperature": 0.0,
            "seed": None,
            "max_tokens": 64,
            **fields,
        }
    )


async def test_images_go_out_in_order_and_whole(
    provider: Provider, wired: Wired, judge_server: JudgeServer
) -> None:
    """Each image is in the body once, in the form of the wire, with its media type."""
    judge_server.otherwise = grades()
    images = tuple(
        ImagePart(media_type=kind, data_base64=PIXELS + tail, digest=tail)
        for kind, tail in (("image/png", "QQ=="), ("image/jpeg", "Qg=="))
    )
    await provider.send(_request(provider, wired, images=images), TAG)
    text = json.dumps(judge_server.calls[0].body["messages"])
    assert text.index(PIXELS + "QQ==") < text.index(PIXELS + "Qg==")
    assert text.index("image/png") < text.index("image/jpeg")
    assert text.count(PIXELS) == 2


async def test_a_reply_is_read_whole(
    provider: Provider, wired: Wired, judge_server: JudgeServer
) -> None:
    """Text in any script, the model that answered and the tokens come back unchanged."""
    text = json.dumps({"coherence": {"value": 5, "reason": "β-Blocker ≥ 5 µg, 肺炎"}})
    judge_server.otherwise = says(text)
    reply = await provider.send(_request(provider, wired), TAG)
    assert json.loads(text) == json.loads(reply.text)
    assert (reply.model, reply.finish) == (MODEL_RETURNED, "stop")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (100, 10)


@pytest.mark.parametrize("number", [400, 422, 500])
async def test_a_rejection_may_be_of_the_mode(
    provider: Provider, wired: Wired, judge_server: JudgeServer, number: int
) -> None:
    """Servers reject an output mode with any of three statuses; a long prompt is none of them."""
    judge_server.otherwise = status(number, "unknown response format")
    with pytest.raises(CallFailure) as raised:
        await provider.send(_request(provider, wired), TAG)
    assert (number, True) == (raised.value.status, raised.value.rejects_mode)


@pytest.mark.parametrize("mode", list(OutputMode))
async def test_each_mode_is_seen_at_the_server(
    provider: Provider, wired: Wired, judge_server: JudgeServer, mode: OutputMode
) -> None:
    """What a signature calls a mode is what the server was asked for."""
    if mode not in provider.output_modes:
        pytest.skip(f"{wired.provider} does not ask for {mode.value}")
    judge_server.otherwise = grades()
    await provider.send(_request(provider, wired, output_mode=mode), TAG)
    assert mode.value == judge_server.calls[0].mode


@pytest.mark.parametrize(
    ("message", "param", "named"),
    [
        ("`temperature` is deprecated for this model.", None, "temperature"),
        ("temperature: range: 0..1", None, "temperature"),
        ("max_tokens: 100000 > 64000, the maximum", None, "max_tokens"),
        (
            "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens'",
            None,
            "max_tokens",
        ),
        ("does not support parameters: ['seed'], for model=x", None, "seed"),
        ("Unsupported value", "temperature", "temperature"),
        ("Unsupported value", "messages", None),
        ("the patient's body temperature is not a valid enum", None, None),
    ],
)
def test_a_parameter_is_named_only_where_it_is_meant(
    message: str, param: str | None, named: str | None
) -> None:
    """A name in quotes or at the beginning is a parameter; the same word in a text is not."""
    failure = classify_answer(ErrorAnswer(400, message, param=param), ASKED)
    assert (named is None) == isinstance(failure, CallFailure)
    assert named is None or f"rejects the parameter {named!r}" in str(failure)


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ({"error": {"message": "m", "code": "c", "type": "t"}}, "c", "m"),
        ({"message": "m", "type": "t", "code": 400}, "t", "m"),
        ({"type": "error", "error": {"type": "t", "message": "m"}}, "t", "m"),
        (
            {"error": {"type": "t", "message": "m", "details": {"error_code": "d"}}},
            "d",
            "m",
        ),
        ({"error": "words alone"}, None, "said"),
        ("<html>", None, "said"),
        (None, None, "said"),
    ],
)
def test_an_error_is_read_in_every_vendors_shape(
    body: object, code: str | None, message: str
) -> None:
    """OpenAI's, vLLM's and Anthropic's bodies, and those that are none, are read or left out."""
    answer = read_answer(429, body, {}, "said")
    assert (code, message) == (answer.code, answer.message)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("-1", None), ("inf", None), ("nan", None), ("soon", None)],
)
def test_retry_after_is_seconds_or_nothing(header: str, seconds: float | None) -> None:
    """A date or nonsense counts as absent, so that back-off decides."""
    assert seconds == read_answer(429, None, {"retry-after": header}, "").retry_after_s


def test_a_typed_schema_says_the_same() -> None:
    """Types are added beside enumerations alone, and are those of the values."""
    schema = {"a": {"enum": [0, 0.5, None]}, "b": {"type": "string", "enum": ["x"]}, "c": [1]}
    assert typed_schema(json.dumps(schema)) == {
        "a": {"type": ["integer", "number", "null"], "enum": [0, 0.5, None]},
        "b": {"type": "string", "enum": ["x"]},
        "c": [1],
    }
