"""OpenAI and Anthropic through instructor, for those whose other judges go through it."""

from __future__ import annotations

import json
import logging
import os
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, JsonValue

from judgekit.errors import ConfigurationError, MissingKeyError
from judgekit.extras import require
from judgekit.providers import anthropic, openai
from judgekit.providers.access import check_address, read_key
from judgekit.providers.chat_completions import decode_body, encode
from judgekit.providers.http_errors import Asked, classify_wrapped, without_credentials
from judgekit.providers.port import ProviderSettings, SampleTag
from judgekit.records.exchange import JudgeReply, JudgeRequest, OutputMode

NO_KEY = "none"

_FEATURE = "the provider 'instructor'"
_MODE_NAMES = {
    OutputMode.JSON_SCHEMA: "JSON_SCHEMA",
    OutputMode.TOOL: "TOOLS",
    OutputMode.JSON_OBJECT: "JSON",
}


class _Vendor(NamedTuple):
    package: str
    client: str
    wrap: str
    key_variable: str
    url_variable: str
    own_url: str
    modes: tuple[OutputMode, ...]


_VENDORS = {
    "openai": _Vendor(
        "openai",
        "AsyncOpenAI",
        "from_openai",
        openai.KEY_VARIABLE,
        openai.URL_VARIABLE,
        openai.OWN_URL,
        (OutputMode.JSON_SCHEMA, OutputMode.TOOL, OutputMode.JSON_OBJECT),
    ),
    # instructor asks for a parameter that version 2 of the anthropic package no longer has.
    "anthropic": _Vendor(
        "anthropic",
        "AsyncAnthropic",
        "from_anthropic",
        anthropic.KEY_VARIABLE,
        anthropic.URL_VARIABLE,
        anthropic.OWN_URL,
        (OutputMode.TOOL, OutputMode.JSON_OBJECT),
    ),
}


class InstructorProvider:
    """Asks through instructor's client, once, and reads the raw answer that it hands back.

    What instructor adds is its own way of asking: the name, the words and the place in which it
    puts the schema, which for JSON mode is a text of its own in the system message. A judge of this
    provider is therefore comparable with others that go through instructor, and is another judge
    than the same model under `openai` or `anthropic`. Its validation, its repair of JSON and its
    retries are not used: the model that it is given takes any object, and judgekit reads the text.
    """

    name = "instructor"
    costs = True

    def __init__(self, settings: ProviderSettings, *, vendor: _Vendor, asked: Asked) -> None:
        wrapper: Any = require("instructor", extra="instructor", feature=_FEATURE)
        errors: Any = require("instructor.core.exceptions", extra="instructor", feature=_FEATURE)
        # It logs what servers and models answer, and with that keys and what a sample says.
        logging.getLogger("instructor").setLevel(logging.CRITICAL + 1)
        self._error = errors.InstructorError
        self._hooks = require("instructor.core.hooks", extra="instructor", feature=_FEATURE).Hooks
        sdk: Any = require(vendor.package, extra=vendor.package, feature=_FEATURE)
        http: Any = require("httpx2", extra=vendor.package, feature=_FEATURE)
        self.endpoint = asked.endpoint
        self.output_modes = vendor.modes
        self._asked = asked
        self._vendor = vendor
        self._is_anthropic = vendor.package == "anthropic"
        self._client = getattr(sdk, vendor.client)(
            api_key=asked.key or NO_KEY,
            base_url=settings.base_url or os.environ.get(vendor.url_variable) or vendor.own_url,
            max_retries=0,
            timeout=settings.timeout_s,
            http_client=sdk.DefaultAioHttpClient(
                limits=http.Limits(max_connections=settings.max_connections),
                follow_redirects=False,
            ),
        )
        wrap = getattr(wrapper, vendor.wrap)
        self._clients = {
            mode: wrap(self._client, mode=getattr(wrapper.Mode, _MODE_NAMES[mode]))
            for mode in vendor.modes
        }

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:  # noqa: ARG002 - the tag is never sent
        """Send one completion and decode the raw answer."""
        answers: list[Any] = []
        hooks = self._hooks()
        hooks.on("completion:response", answers.append)
        failure: Exception | None = None
        try:
            await self._clients[request.output_mode].create_with_completion(
                response_model=_any_object(request.reply_schema),
                max_retries=0,
                hooks=hooks,
                **self._encode(request),
            )
        except self._error as error:
            # An answer that instructor cannot read is judgekit's to read.
            failure = None if answers else classify_wrapped(error, self._asked)
        # Raised out here, so that no traceback leads to the SDK's error, which holds the key.
        if failure is not None:
            raise failure
        return self._decode(answers[0], request)

    async def aclose(self) -> None:
        """Close the client's connections."""
        await self._client.close()

    def _encode(self, request: JudgeRequest) -> dict[str, Any]:
        body = (
            anthropic.encode(request)
            if self._is_anthropic
            else encode(request, openai.dialect_of(self.endpoint))
        )
        for name in ("response_format", "tools", "tool_choice", "output_config"):
            body.pop(name, None)
        body["model"] = request.model.partition("/")[2]
        if self._is_anthropic:
            if "temperature" in body:
                body["extra_body"] = {"temperature": body.pop("temperature")}
            body["extra_headers"] = anthropic.headers(request)
        return body

    def _decode(self, answer: Any, request: JudgeRequest) -> JudgeReply:  # noqa: ANN401 - an SDK's type, not known before it is imported
        body = answer.model_dump()
        if self._is_anthropic:
            return anthropic.decode_body(body, request.output_mode)
        return decode_body(body, request.output_mode)


def open_provider(settings: ProviderSettings) -> InstructorProvider:
    """Resolve the vendor, the address and the key, and open a client.

    Raises:
        ConfigurationError: The model does not begin with a vendor that is known here, or the
            key or the address is malformed.
        MissingKeyError: No key, and the address is the vendor's own.
        MissingExtraError: instructor or the vendor's package is not installed.
    """
    name, slash, model = settings.model.partition("/")
    if not slash or not model or name not in _VENDORS:
        raise ConfigurationError(
            f"asking instructor/{settings.model}: write instructor/VENDOR/MODEL with a vendor of "
            f"{', '.join(_VENDORS)}; other servers are reached as openai with --base-url"
        )
    vendor = _VENDORS[name]
    url = settings.base_url or os.environ.get(vendor.url_variable)
    key = read_key(vendor.key_variable)
    if key is None and url is None:
        raise MissingKeyError(
            f"asking instructor/{settings.model}: the environment variable {vendor.key_variable} "
            "is not set; set it, or name a server of your own with --base-url"
        )
    asked = Asked(
        model=settings.model,
        endpoint=without_credentials(check_address(url or vendor.own_url)),
        key_variable=vendor.key_variable,
        key=key,
    )
    return InstructorProvider(settings, vendor=vendor, asked=asked)


@lru_cache(maxsize=256)
def _any_object(reply_schema: str) -> type[BaseModel]:
    """Return a model that shows the reply's schema and takes any object."""
    schema: dict[str, JsonValue] = json.loads(reply_schema)

    class Verdicts(BaseModel):
        model_config = ConfigDict(extra="allow")

        @classmethod
        def model_json_schema(cls, *args: object, **options: object) -> dict[str, JsonValue]:  # noqa: ARG003 - as pydantic calls it
            return {"title": "Verdicts", **schema}

    return Verdicts
