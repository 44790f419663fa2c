"""Why a model stopped, what it counted, and addresses that hold more than a path can follow."""

from __future__ import annotations

import json

import pytest

from judgekit.errors import ConfigurationError
from judgekit.providers.access import check_address
from judgekit.providers.anthropic import decode_body as decode_message
from judgekit.providers.chat_completions import decode_body
from judgekit.providers.http_errors import _retry_after
from judgekit.providers.port import CallFailure
from judgekit.records.exchange import OutputMode, Usage

TEXT = json.dumps({"a": 1})


def completion(finish: object, usage: object = None) -> dict[str, object]:
    """Return a chat completion that stopped so."""
    choice = {"message": {"content": TEXT}, "finish_reason": finish}
    return {"choices": [choice], "usage": usage}


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        ("stop", "stop"),
        ("tool_calls", "stop"),
        (None, "stop"),
        ("STOP", "stop"),
        ("end_turn", "stop"),
        ("length", "length"),
        ("MAX_TOKENS", "length"),
        ("content_filter", "content_filter"),
    ],
)
def test_words_that_are_known(word: object, finish: str) -> None:
    """Providers and proxies spell them differently; none at all is a whole reply."""
    assert decode_body(completion(word), OutputMode.JSON_SCHEMA).finish == finish


@pytest.mark.parametrize(("word", "is_retryable"), [("error", True), ("tired", False)])
def test_a_word_that_nobody_knows_is_no_reply(word: str, is_retryable: bool) -> None:
    """The text may be half a reply: it is not kept, and the failure names the word."""
    with pytest.raises(CallFailure, match=word) as caught:
        decode_body(completion(word), OutputMode.JSON_SCHEMA)
    assert caught.value.is_retryable is is_retryable
    message = {"content": [{"type": "text", "text": TEXT}], "stop_reason": word}
    with pytest.raises(CallFailure, match=word):
        decode_message(message, OutputMode.JSON_SCHEMA)


@pytest.mark.parametrize(
    "usage",
    [{"prompt_tokens": -5, "completion_tokens": "x"}, "many", None, {"prompt_tokens": 1.5}, []],
)
def test_an_odd_bill_does_not_cost_the_reply(usage: object) -> None:
    """A reply that was paid for is kept; its tokens are unknown, never zero."""
    reply = decode_body(completion("stop", usage), OutputMode.JSON_SCHEMA)
    assert reply.text == TEXT
    assert reply.usage == Usage()


@pytest.mark.parametrize("url", ["http://h/v1?x=1", "http://h/v1#part"])
def test_a_base_url_ends_with_its_path(url: str) -> None:
    """A query would be cut off from what tells two servers apart."""
    with pytest.raises(ConfigurationError, match="query or a fragment"):
        check_address(url)


def test_a_date_to_wait_for_is_read() -> None:
    """A date that has passed asks for no wait, one to come for the time until it."""
    assert _retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
    assert (_retry_after("Wed, 21 Oct 2099 07:28:00 GMT") or 0) > 1e9
    assert _retry_after("soon") is None
    assert _retry_after("-1") is None
