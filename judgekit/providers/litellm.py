"""Whatever litellm reaches, by the names that it gives models: "anthropic/...", "gemini/..."."""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any

from judgekit.errors import ConfigurationError, MissingKeyError
from judgekit.extras import require
from judgekit.providers.access import check_address, read_key
from judgekit.providers.chat_completions import Dialect, decode_body, encode
from judgekit.providers.http_errors import Asked, classify_wrapped, without_credentials
from judgekit.providers.port import ProviderSettings, SampleTag
from judgekit.records.exchange import JudgeReply, JudgeRequest, OutputMode

NO_KEY = "none"

_FEATURE = "the provider 'litellm'"
_CALLBACKS = (
    "callbacks",
    "input_callback",
    "success_callback",
    "failure_callback",
    "service_callback",
    "_async_input_callback",
    "_async_success_callback",
    "_async_failure_callback",
)


_ALL_MODES = (OutputMode.JSON_SCHEMA, OutputMode.TOOL, OutputMode.JSON_OBJECT)
_PASS_SCHEMA_ON = frozenset({"openai", "gemini", "mistral", "hosted_vllm", "openrouter"})
_OWN_REASONS = {
    "refusal": "refusal",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}


class LiteLLMProvider:
    """Sends through `litellm.acompletion`, once, and reads what litellm made of the answer.

    A schema is sent as such only to providers of which litellm passes it on; for others litellm
    may turn it into a tool of its own and then report a reply that was cut off as finished, so
    that these begin with a tool of judgekit's.

    Prices are not downloaded, nothing is retried, dropped or taken from a cache of litellm's, and
    none of its callbacks is called. Opening and closing reach into the whole process: litellm's
    lists of callbacks are emptied, and the connections that it keeps are closed. Unlike judgekit's
    own providers it follows redirects.
    """

    name = "litellm"
    costs = True

    def __init__(
        self,
        settings: ProviderSettings,
        *,
        sdk: ModuleType,
        asked: Asked,
        modes: tuple[OutputMode, ...],
        is_openai: bool,
    ) -> None:
        self._sdk = sdk
        self.output_modes = modes
        self._openai = require("openai", extra="litellm", feature=_FEATURE)
        self.endpoint = asked.endpoint
        self._asked = asked
        self._dialect = Dialect(is_openai=is_openai, keeps_requests=is_openai)
        self._options: dict[str, Any] = {
            "num_retries": 0,
            "max_retries": 0,
            "timeout": settings.timeout_s,
            "drop_params": False,
            "cache": {"no-cache": True, "no-store": True},
        }
        if settings.base_url is not None:
            self._options |= {"api_base": settings.base_url, "api_key": asked.key or NO_KEY}

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:  # noqa: ARG002 - the tag is never sent
        """Send one completion and decode its first choice."""
        body = encode(request, self._dialect)
        if request.output_mode is OutputMode.JSON_OBJECT:
            body["response_format"] = {"type": "json_object"}
        failure: Exception
        try:
            answer = await self._sdk.acompletion(**body, **self._options)
        except self._openai.OpenAIError as error:
            failure = classify_wrapped(error, self._asked)
        else:
            return decode_body(_with_own_reason(answer.model_dump()), request.output_mode)
        # Raised out here, so that no traceback leads to litellm's error, which may hold the key.
        raise failure

    async def aclose(self) -> None:
        """Close the connections that litellm keeps."""
        await self._sdk.close_litellm_async_clients()


def open_provider(settings: ProviderSettings) -> LiteLLMProvider:
    """Resolve the address and the key as litellm does, and switch off what it does unasked.

    Raises:
        ConfigurationError: litellm does not know the provider in the model's name, or the key or
            the address is malformed.
        MissingKeyError: A key that litellm wants is not set, and no address is named.
        MissingExtraError: litellm is not installed.
    """
    sdk = _import_quietly()
    try:
        _, provider, key, url = sdk.get_llm_provider(settings.model)
    except sdk.exceptions.BadRequestError as error:
        raise ConfigurationError(
            f"asking litellm/{settings.model}: litellm knows no such provider; "
            "write litellm/PROVIDER/MODEL, such as litellm/anthropic/claude-opus-4-6"
        ) from error
    prefix = provider.upper()
    wanted = [
        name
        for name in sdk.validate_environment(settings.model)["missing_keys"]
        if name.endswith("_API_KEY")
    ]
    if wanted and settings.base_url is None:
        raise MissingKeyError(
            f"asking litellm/{settings.model}: litellm wants {' or '.join(wanted)}, which is not "
            "set; set it, or name a server of your own with --base-url"
        )
    key_variable = f"{prefix}_API_KEY"
    addresses = (os.environ.get(f"{prefix}_BASE_URL"), os.environ.get(f"{prefix}_API_BASE"))
    address = next((found for found in (settings.base_url, url, *addresses) if found), None)
    asked = Asked(
        model=settings.model,
        endpoint=without_credentials(check_address(address)) if address else f"litellm:{provider}",
        key_variable=key_variable,
        key=key or read_key(key_variable),
    )
    return LiteLLMProvider(
        settings,
        sdk=sdk,
        asked=asked,
        modes=_ALL_MODES if provider in _PASS_SCHEMA_ON else _ALL_MODES[1:],
        is_openai=provider in ("openai", "azure") and address is None,
    )


def _import_quietly() -> Any:  # noqa: ANN401 - a module whose types are not known before it is imported
    """Import litellm without its download of prices, its hints on the terminal and callbacks."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    sdk: Any = require("litellm", extra="litellm", feature=_FEATURE)
    sdk.suppress_debug_info = True
    for name in _CALLBACKS:
        setattr(sdk, name, [])
    return sdk


def _with_own_reason(body: dict[str, Any]) -> dict[str, Any]:
    """Put back the reason for which the model stopped, where litellm kept it beside its own.

    litellm calls a refusal a filter, and a tool call that was cut off finished.
    """
    for choice in body.get("choices") or []:
        specific = (choice.get("message") or {}).get("provider_specific_fields") or {}
        own = _OWN_REASONS.get(specific.get("stop_reason") or "")
        if own is not None:
            choice["finish_reason"] = own
    return body
