"""OpenAI's Chat Completions, and every server that speaks it: vLLM, Ollama, llama.cpp, proxies."""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from judgekit.errors import MissingKeyError, ProviderStoppedError
from judgekit.extras import require
from judgekit.providers.port import CallFailure, ProviderSettings, SampleTag
from judgekit.records.exchange import Finish, JudgeReply, JudgeRequest, OutputMode, Usage

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
OWN_URL = "https://api.openai.com/v1"
NO_KEY = "none"

_FINISHES: dict[str, Finish] = {"length": "length", "content_filter": "content_filter"}
_MODE_REJECTIONS = frozenset({400, 422, 500})
_TRANSIENT = frozenset({408, 409, 429})
_SAMPLING = ("temperature", "seed", "max_completion_tokens", "max_tokens")
_SCHEMA_NAME = "verdicts"


class OpenAIProvider:
    """Sends Chat Completions through the SDK's lean path: no retries, no parsing by the SDK."""

    name = "openai"
    output_modes = (OutputMode.JSON_SCHEMA, OutputMode.TOOL, OutputMode.JSON_OBJECT)
    costs = True

    def __init__(self, settings: ProviderSettings, *, base_url: str, key: str) -> None:
        self._sdk = require("openai", extra="openai", feature="the provider 'openai'")
        self._http = require("httpx2", extra="openai", feature="the provider 'openai'")
        require("aiohttp", extra="openai", feature="the provider 'openai'")
        self.endpoint = _without_credentials(base_url)
        self._is_own = urlsplit(base_url).hostname == urlsplit(OWN_URL).hostname
        self._client = self._sdk.AsyncOpenAI(
            api_key=key,
            base_url=base_url,
            max_retries=0,
            timeout=settings.timeout_s,
            http_client=self._sdk.DefaultAioHttpClient(
                limits=self._http.Limits(max_connections=settings.max_connections)
            ),
        )

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:  # noqa: ARG002 - the tag is never sent
        """Send one chat completion and decode its first choice."""
        try:
            response = await self._client.post(
                "/chat/completions",
                body=_encode(request, is_own=self._is_own),
                cast_to=self._http.Response,
            )
        except self._sdk.APIStatusError as error:
            raise self._classify(error, request) from error
        except self._sdk.APIConnectionError as error:
            raise self._classify_connection(error) from error
        return _decode(response.content, request.output_mode)

    async def aclose(self) -> None:
        """Close the client's connections."""
        await self._client.close()

    def _classify(self, error: Any, request: JudgeRequest) -> Exception:  # noqa: ANN401 - the SDK's type is not known before it is imported
        status: int = error.status_code
        body = error.body if isinstance(error.body, dict) else {}
        message = str(body.get("message") or error.message)[:300]
        where = f"{self.endpoint} answered {status}: {message}"
        if status in (401, 403):
            return ProviderStoppedError(
                f"asking {request.model!r}: {where}; set a valid key in {KEY_VARIABLE}"
            )
        if status == 404:
            return ProviderStoppedError(
                f"asking {request.model!r}: {where}; check the model's name and the base URL"
            )
        if body.get("code") == "content_filter":
            return CallFailure(where, status=status, is_content_filtered=True)
        rejected = _rejected_parameter(body)
        if status in (400, 422) and rejected is not None:
            return ProviderStoppedError(
                f"asking {request.model!r}: {where}; the model rejects the parameter "
                f"{rejected!r}: choose a value that it takes, or 'none' to leave it out"
            )
        return CallFailure(
            where,
            status=status,
            is_retryable=status in _TRANSIENT or status >= 500,
            retry_after_s=_retry_after(error.response.headers.get("retry-after")),
            rejects_mode=status in _MODE_REJECTIONS
            and body.get("code") != "context_length_exceeded",
        )

    def _classify_connection(self, error: Any) -> CallFailure:  # noqa: ANN401 - as above
        cause = error.__cause__
        if isinstance(cause, self._http.ConnectError | self._http.ConnectTimeout):
            return CallFailure(
                f"{self.endpoint} cannot be reached ({cause})",
                is_retryable=True,
                is_unreachable=True,
            )
        if isinstance(error, self._sdk.APITimeoutError):
            return CallFailure(f"{self.endpoint} did not answer in time", is_timeout=True)
        return CallFailure(
            f"the connection to {self.endpoint} broke ({type(cause).__name__})", is_retryable=True
        )


def open_provider(settings: ProviderSettings) -> OpenAIProvider:
    """Resolve the address and the key, and open a client.

    Raises:
        MissingKeyError: No key, and the address is the provider's own.
        MissingExtraError: The openai package is not installed.
    """
    base_url = settings.base_url or os.environ.get(URL_VARIABLE)
    key = os.environ.get(KEY_VARIABLE)
    if not key and base_url is None:
        raise MissingKeyError(
            f"asking openai/{settings.model}: the environment variable {KEY_VARIABLE} is not set; "
            "set it, or name a server of your own with --base-url"
        )
    return OpenAIProvider(settings, base_url=base_url or OWN_URL, key=key or NO_KEY)


def _encode(request: JudgeRequest, *, is_own: bool) -> dict[str, object]:
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
        "max_completion_tokens" if is_own else "max_tokens": request.max_tokens,
        **_encode_mode(request, is_own=is_own),
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.seed is not None:
        body["seed"] = request.seed
    if is_own:
        body["store"] = False
    return body


def _encode_mode(request: JudgeRequest, *, is_own: bool) -> dict[str, object]:
    schema = request.schema_object
    match request.output_mode:
        case OutputMode.JSON_SCHEMA:
            named = {"name": _SCHEMA_NAME, "strict": True, "schema": schema}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        case OutputMode.TOOL:
            function = {"name": _SCHEMA_NAME, "parameters": schema}
            return {
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": _SCHEMA_NAME}},
            }
        case OutputMode.JSON_OBJECT:
            own: dict[str, object] = {"type": "json_object"}
            return {"response_format": own if is_own else {**own, "schema": schema}}


def _decode(content: bytes, mode: OutputMode) -> JudgeReply:
    try:
        body = json.loads(content.decode("utf-8"))
        choice = body["choices"][0]
        message = choice["message"]
        text = _tool_arguments(message) if mode is OutputMode.TOOL else message.get("content")
        finish: Finish = _FINISHES.get(choice.get("finish_reason") or "", "stop")
        if finish == "stop" and message.get("refusal"):
            finish = "refusal"
        usage = body.get("usage") or {}
        return JudgeReply(
            text=message["refusal"] if finish == "refusal" else text or "",
            finish=finish,
            model=body.get("model"),
            usage=Usage(
                input_tokens=usage.get("prompt_tokens"),
                output_tokens=usage.get("completion_tokens"),
            ),
        )
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise CallFailure(
            f"the server's answer is not a chat completion ({type(error).__name__})",
            status=200,
            is_retryable=True,
        ) from error


def _tool_arguments(message: dict[str, Any]) -> str:
    calls = message.get("tool_calls") or []
    return (
        "\n".join(call["function"]["arguments"] for call in calls) or message.get("content") or ""
    )


def _rejected_parameter(body: dict[str, Any]) -> str | None:
    named = body.get("param")
    if named in _SAMPLING:
        return str(named)
    message = str(body.get("message", ""))
    return next((name for name in _SAMPLING if f"'{name}'" in message), None)


def _retry_after(header: str | None) -> float | None:
    """Read Retry-After in seconds; a date or nonsense counts as absent."""
    try:
        seconds = float(header) if header is not None else None
    except ValueError:
        return None
    return seconds if seconds is not None and 0 <= seconds < float("inf") else None


def _without_credentials(url: str) -> str:
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))
