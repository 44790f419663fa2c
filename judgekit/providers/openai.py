"""OpenAI's Chat Completions, and every server that speaks it: vLLM, Ollama, llama.cpp, proxies."""

from __future__ import annotations

import os
from typing import NamedTuple
from urllib.parse import urlsplit

from judgekit.errors import MissingKeyError
from judgekit.extras import require
from judgekit.providers.access import check_address, read_key
from judgekit.providers.chat_completions import Dialect, decode, encode
from judgekit.providers.http_errors import (
    Asked,
    classify_answer,
    classify_connection,
    read_answer,
    without_credentials,
)
from judgekit.providers.port import ProviderSettings, SampleTag
from judgekit.records.exchange import JudgeReply, JudgeRequest, OutputMode

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
OWN_URL = "https://api.openai.com/v1"
NO_KEY = "none"


class ChatServer(NamedTuple):
    """A server of Chat Completions and how it is spoken to.

    Attributes:
        provider: Name of the provider.
        endpoint: What requests and signatures call the server; never a key.
        key_variable: Environment variable of its key, for error messages.
        key: The key, so that no message repeats it; None: there is none.
        client: Name of the SDK's client class.
        options: What that class is given: address and credentials.
        dialect: Where the server differs from others.
    """

    provider: str
    endpoint: str
    key_variable: str
    key: str | None
    client: str
    options: dict[str, str]
    dialect: Dialect


class ChatProvider:
    """Sends Chat Completions through the SDK's lean path: no retries, no parsing by the SDK."""

    output_modes = (OutputMode.JSON_SCHEMA, OutputMode.TOOL, OutputMode.JSON_OBJECT)
    costs = True

    def __init__(self, settings: ProviderSettings, server: ChatServer) -> None:
        feature = f"the provider {server.provider!r}"
        self._sdk = require("openai", extra="openai", feature=feature)
        self._http = require("httpx2", extra="openai", feature=feature)
        require("aiohttp", extra="openai", feature=feature)
        self.name = server.provider
        self.endpoint = server.endpoint
        self._dialect = server.dialect
        self._asked = Asked(settings.model, server.endpoint, server.key_variable, server.key)
        self._client = getattr(self._sdk, server.client)(
            **server.options,
            max_retries=0,
            timeout=settings.timeout_s,
            http_client=self._sdk.DefaultAioHttpClient(
                limits=self._http.Limits(max_connections=settings.max_connections),
                follow_redirects=False,
            ),
        )

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:  # noqa: ARG002 - the tag is never sent
        """Send one chat completion and decode its first choice."""
        failure: Exception
        try:
            response = await self._client.post(
                "/chat/completions",
                body=encode(request, self._dialect),
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


def open_provider(settings: ProviderSettings) -> ChatProvider:
    """Resolve the address and the key, and open a client.

    Raises:
        MissingKeyError: No key, and the address is the provider's own.
        MissingExtraError: The openai package is not installed.
    """
    base_url = settings.base_url or os.environ.get(URL_VARIABLE)
    key = read_key(KEY_VARIABLE)
    if not key and base_url is None:
        raise MissingKeyError(
            f"asking openai/{settings.model}: the environment variable {KEY_VARIABLE} is not set; "
            "set it, or name a server of your own with --base-url"
        )
    url = check_address(base_url or OWN_URL)
    server = ChatServer(
        provider="openai",
        endpoint=without_credentials(url),
        key_variable=KEY_VARIABLE,
        key=key,
        client="AsyncOpenAI",
        options={"base_url": url, "api_key": key or NO_KEY},
        dialect=dialect_of(url),
    )
    return ChatProvider(settings, server)


def dialect_of(url: str) -> Dialect:
    """Return how the server at an address speaks: by OpenAI's own rules, or as others do."""
    is_own = urlsplit(url).hostname == urlsplit(OWN_URL).hostname
    return Dialect(is_openai=is_own, keeps_requests=is_own)
