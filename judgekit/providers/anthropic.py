"""Anthropic's Messages, with its own structured output."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from judgekit.errors import MissingKeyError, ProviderStoppedError
from judgekit.extras import require
from judgekit.providers.access import check_address, read_key
from judgekit.providers.chat_completions import SCHEMA_NAME
from judgekit.providers.http_errors import (
    Asked,
    classify_answer,
    classify_connection,
    read_answer,
    unreadable,
    without_credentials,
)
from judgekit.providers.port import ProviderSettings, SampleTag
from judgekit.providers.reply_fields import counted, finish_of
from judgekit.records.exchange import Finish, JudgeReply, JudgeRequest, OutputMode

KEY_VARIABLE = "ANTHROPIC_API_KEY"
URL_VARIABLE = "ANTHROPIC_BASE_URL"
OWN_URL = "https://api.anthropic.com"
NO_KEY = "none"

VERSION = "2026-10-21"
VERSION_WITH_SAMPLING = "2023-06-01"
"""The last version that has `temperature`; the models of its time take it, later ones reject it."""

_FEATURE = "the provider 'anthropic'"
_FINISHES: Mapping[str, Finish] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "": "stop",
}


class AnthropicProvider:
    """Sends Messages through the SDK's lean path: no retries, no parsing by the SDK.

    The schema goes into `output_config.format`; a model without structured output is given a tool
    that it must call; one that takes no forced tool is asked in words alone, since Messages has no
    mode for JSON without a schema.
    """

    name = "anthropic"
    output_modes = (OutputMode.JSON_SCHEMA, OutputMode.TOOL, OutputMode.JSON_OBJECT)
    costs = True

    def __init__(self, settings: ProviderSettings, *, base_url: str, key: str | None) -> None:
        self._sdk = require("anthropic", extra="anthropic", feature=_FEATURE)
        self._http = require("httpx2", extra="anthropic", feature=_FEATURE)
        require("aiohttp", extra="anthropic", feature=_FEATURE)
        self.endpoint = without_credentials(base_url)
        self._asked = Asked(settings.model, self.endpoint, KEY_VARIABLE, key)
        self._client = self._sdk.AsyncAnthropic(
            api_key=key or NO_KEY,
            base_url=base_url,
            max_retries=0,
            open_telemetry={"traces": False, "propagation": False},
            timeout=settings.timeout_s,
            http_client=self._sdk.DefaultAioHttpClient(
                limits=self._http.Limits(max_connections=settings.max_connections),
                follow_redirects=False,
            ),
        )

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:  # noqa: ARG002 - the tag is never sent
        """Send one message and decode the answer's blocks."""
        failure: Exception
        try:
            response = await self._client.post(
                "/v1/messages",
                body=encode(request),
                options={"headers": headers(request)},
                cast_to=self._http.Response,
            )
        except self._sdk.APIStatusError as error:
            failure = classify_answer(
                read_answer(error.status_code, error.body, error.response.headers, error.message),
                self._asked,
            )
        except self._sdk.APIConnectionError as error:
            failure = classify_connection(error, self._asked)
        else:
            return decode(response.content, request.output_mode)
        # Raised out here, so that no traceback leads to the SDK's error, which holds the key.
        raise failure

    async def aclose(self) -> None:
        """Close the client's connections."""
        await self._client.close()


def open_provider(settings: ProviderSettings) -> AnthropicProvider:
    """Resolve the address and the key, and open a client.

    Raises:
        ConfigurationError: The key or the address is malformed.
        MissingKeyError: No key, and the address is the provider's own.
        MissingExtraError: The anthropic package is not installed.
    """
    base_url = settings.base_url or os.environ.get(URL_VARIABLE)
    key = read_key(KEY_VARIABLE)
    if key is None and base_url is None:
        raise MissingKeyError(
            f"asking anthropic/{settings.model}: the environment variable {KEY_VARIABLE} is not "
            "set; set it, or name a server of your own with --base-url"
        )
    # The SDK appends /v1/messages; users also write the address as other servers want it.
    url = check_address(base_url or OWN_URL).rstrip("/").removesuffix("/v1")
    return AnthropicProvider(settings, base_url=url, key=key)


def encode(request: JudgeRequest) -> dict[str, object]:
    """Return the body of a request.

    Raises:
        ProviderStoppedError: A seed is asked for, which Messages does not have.
    """
    if request.seed is not None:
        raise ProviderStoppedError(
            f"asking {request.model!r}: Anthropic's Messages take no parameter 'seed', "
            f"got {request.seed}; leave it out"
        )
    content: list[dict[str, object]] = [
        {
            "type": "image",
            "source": {"type": "base64", "media_type": image.media_type, "data": image.data_base64},
        }
        for image in request.images
    ]
    content.append({"type": "text", "text": request.user})
    body: dict[str, object] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "system": request.system,
        "messages": [{"role": "user", "content": content}],
        **_encode_mode(request),
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    return body


def headers(request: JudgeRequest) -> dict[str, str]:
    """Return the version of the API that has everything that the request sends."""
    sampled = request.temperature is not None
    return {"anthropic-version": VERSION_WITH_SAMPLING if sampled else VERSION}


def _encode_mode(request: JudgeRequest) -> dict[str, object]:
    schema = request.schema_object
    match request.output_mode:
        case OutputMode.JSON_SCHEMA:
            return {"output_config": {"format": {"type": "json_schema", "schema": schema}}}
        case OutputMode.TOOL:
            return {
                "tools": [{"name": SCHEMA_NAME, "input_schema": schema}],
                "tool_choice": {
                    "type": "tool",
                    "name": SCHEMA_NAME,
                    "disable_parallel_tool_use": True,
                },
            }
        case OutputMode.JSON_OBJECT:
            return {}


def decode(content: bytes, mode: OutputMode) -> JudgeReply:
    """Read an answer: its texts, or what its tool was called with.

    Raises:
        CallFailure: It is no message; the same call may bring one.
    """
    try:
        return decode_body(json.loads(content.decode("utf-8")), mode)
    except ValueError as error:
        raise unreadable(error) from error


def decode_body(body: Any, mode: OutputMode) -> JudgeReply:  # noqa: ANN401 - any JSON may come
    """Read an answer that was parsed already.

    Raises:
        CallFailure: It is no message; the same call may bring one.
    """
    try:
        blocks = body["content"]
        text = "".join(block["text"] for block in blocks if block["type"] == "text")
        if mode is OutputMode.TOOL:
            calls = [block["input"] for block in blocks if block["type"] == "tool_use"]
            text = "\n".join(json.dumps(call, ensure_ascii=False) for call in calls) or text
        usage = body.get("usage")
        return JudgeReply(
            text=text,
            finish=finish_of(body["stop_reason"], _FINISHES),
            model=body.get("model"),
            usage=counted(usage, "input_tokens", "output_tokens"),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise unreadable(error) from error
