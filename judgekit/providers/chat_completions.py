"""The wire format Chat Completions: how a request is written and an answer read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import JsonValue

from judgekit.providers.http_errors import unreadable
from judgekit.providers.reply_fields import counted, finish_of
from judgekit.records.exchange import Finish, JudgeReply, JudgeRequest, OutputMode

SCHEMA_NAME = "verdicts"

_FINISHES: Mapping[str, Finish] = {
    "length": "length",
    "model_length": "length",
    "content_filter": "content_filter",
    "max_tokens": "length",
    "refusal": "refusal",
    "stop": "stop",
    "eos": "stop",
    "tool_calls": "stop",
    "function_call": "stop",
    "": "stop",
}


class Dialect(NamedTuple):
    """Where servers that speak the format differ.

    Attributes:
        is_openai: Whether OpenAI's own rules hold: a limit called max_completion_tokens, a type
            beside every enumeration of a strict schema, no schema in JSON mode.
        keeps_requests: Whether requests are kept unless `store` is false.
    """

    is_openai: bool
    keeps_requests: bool


def encode(request: JudgeRequest, dialect: Dialect) -> dict[str, object]:
    """Return the body of a request."""
    content: str | list[dict[str, object]] = request.user
    if request.images:
        content = [{"type": "text", "text": request.user}]
        for image in request.images:
            url = f"data:{image.media_type};base64,{image.data_base64}"
            content.append({"type": "image_url", "image_url": {"url": url}})
    body: dict[str, object] = {
        "model": request.model,
        "messages": [
            {"role": "system", "content": request.system},
            {"role": "user", "content": content},
        ],
        "max_completion_tokens" if dialect.is_openai else "max_tokens": request.max_tokens,
        **encode_mode(request, is_openai=dialect.is_openai),
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.seed is not None:
        body["seed"] = request.seed
    if dialect.keeps_requests:
        body["store"] = False
    return body


def encode_mode(request: JudgeRequest, *, is_openai: bool) -> dict[str, object]:
    """Return what asks for the reply's schema in the request's output mode."""
    schema = typed_schema(request.reply_schema) if is_openai else request.schema_object
    match request.output_mode:
        case OutputMode.JSON_SCHEMA:
            named = {"name": SCHEMA_NAME, "strict": True, "schema": schema}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        case OutputMode.TOOL:
            function = {"name": SCHEMA_NAME, "parameters": schema}
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": SCHEMA_NAME}},
            }
        case OutputMode.JSON_OBJECT:
            plain: dict[str, object] = {"type": "json_object"}
            return {"response_format": plain if is_openai else {**plain, "schema": schema}}


@lru_cache(maxsize=256)
def typed_schema(reply_schema: str) -> JsonValue:
    """Return a schema in which every enumeration names the types of its values.

    OpenAI's strict mode takes no node without a type.
    """
    schema: JsonValue = json.loads(reply_schema)
    return _typed(schema)


def _typed(node: JsonValue) -> JsonValue:
    if isinstance(node, list):
        return [_typed(item) for item in node]
    if not isinstance(node, dict):
        return node
    typed = {name: _typed(value) for name, value in node.items()}
    values = node.get("enum")
    if isinstance(values, list) and "type" not in node:
        types: list[JsonValue] = list(dict.fromkeys(_TYPE_OF[type(value)] for value in values))
        return {"type": types[0] if len(types) == 1 else types, **typed}
    return typed


_TYPE_OF: Mapping[type, JsonValue] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


def decode(content: bytes, mode: OutputMode) -> JudgeReply:
    """Read an answer's first choice.

    Raises:
        CallFailure: It is no chat completion; the same call may bring one.
    """
    try:
        return decode_body(json.loads(content.decode("utf-8")), mode)
    except ValueError as error:
        raise unreadable(error) from error


def decode_body(body: Any, mode: OutputMode) -> JudgeReply:  # noqa: ANN401 - any JSON may come
    """Read the first choice of an answer that was parsed already.

    Raises:
        CallFailure: It is no chat completion; the same call may bring one.
    """
    try:
        choice = body["choices"][0]
        message = choice["message"]
        text = _tool_arguments(message) if mode is OutputMode.TOOL else message.get("content")
        finish = finish_of(choice.get("finish_reason"), _FINISHES)
        if finish == "stop" and message.get("refusal"):
            finish = "refusal"
        usage = body.get("usage")
        return JudgeReply(
            text=(finish == "refusal" and message.get("refusal")) or text or "",
            finish=finish,
            model=body.get("model"),
            usage=counted(usage, "prompt_tokens", "completion_tokens"),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise unreadable(error) from error


def _tool_arguments(message: dict[str, Any]) -> str:
    calls = message.get("tool_calls") or []
    return (
        "\n".join(call["function"]["arguments"] for call in calls) or message.get("content") or ""
    )
