"""Wire formats beside plain Chat Completions, taught to the local model server on import."""

from __future__ import annotations

import importlib.util
import json
from typing import Any, NamedTuple, cast

import judge_server
import pytest
from judge_samples import CRITERIA
from judge_server import ChatCompletions, Json, JudgeServer

from judgekit.judge import Judge

DEPLOYMENT = "local-judge"
API_VERSION = "2024-10-21"

# What JSON mode asks for stands in the prompt alone, so the server knows it by heart.
UNSAID_SCHEMA: Json = {
    "properties": {
        name: {"properties": {"value": {"enum": [0, 1, 2, 3, 4, 5, None]}}} for name in CRITERIA
    }
}


class OwnRules(ChatCompletions):
    """Chat Completions as OpenAI and Azure speak it: JSON mode may have no schema."""

    def schema(self, body: Json) -> Json:
        is_unsaid = self.mode(body) == "json_object" and "schema" not in body["response_format"]
        return UNSAID_SCHEMA if is_unsaid else super().schema(body)


class Messages:
    """Anthropic's Messages, not streaming."""

    def text(self, body: Json) -> str:
        system = body["system"]
        parts = [system] if isinstance(system, str) else [part["text"] for part in system]
        for message in body["messages"]:
            content = message["content"]
            if isinstance(content, str):
                content = [{"type": "text", "text": content}]
            parts.extend(part["text"] for part in content if part["type"] == "text")
        return "\n".join(parts)

    def mode(self, body: Json) -> str:
        if "tools" in body:
            return "tool"
        return "json_schema" if "output_config" in body else "json_object"

    def schema(self, body: Json) -> Json:
        match self.mode(body):
            case "tool":
                schema: Json = body["tools"][0]["input_schema"]
            case "json_schema":
                schema = body["output_config"]["format"]["schema"]
            case _:
                schema = UNSAID_SCHEMA
        return schema

    def answer(self, body: Json, text: str | None, finish: str, refusal: str | None) -> Json:
        reasons = {"stop": "end_turn", "length": "max_tokens"}
        said = refusal or text
        content: list[Json] = [{"type": "text", "text": said}] if said is not None else []
        reason = "refusal" if refusal else reasons.get(finish, finish)
        if self.mode(body) == "tool" and not refusal:
            called = _as_object(text)
            if called is not None:
                name = body["tools"][0]["name"]
                content = [{"type": "tool_use", "id": "toolu_1", "name": name, "input": called}]
                reason = "tool_use" if finish == "stop" else reason
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": judge_server.MODEL_RETURNED,
            "content": content,
            "stop_reason": reason,
            "stop_sequence": None,
            "usage": {"input_tokens": 100, "output_tokens": 10},
        }

    def error(self, message: str, code: str | None, param: str | None) -> Json:
        kind = code or "invalid_request_error"
        return {
            "type": "error",
            "error": {"type": kind, "message": message},
            "request_id": "req_1",
        }


def _as_object(text: str | None) -> Json | None:
    """Return the object that a tool would be called with; the wire knows no other input."""
    try:
        found: Any = json.loads(text or "")
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


class Wired(NamedTuple):
    """A provider at the local server.

    Attributes:
        provider: Its name.
        model: What stands after the name.
        base_url: What is appended to the server's address.
        path: Where its calls arrive.
        key_variable: Environment variable of its key.
        key_header: The header that carries the key.
        module: Package that must be installed.
        variables: Further environment variables it needs.
        modes: Output modes that are seen at the server, in the order in which they are tried.
        follows_redirects: Whether a library in between follows redirects, as judgekit never does.
    """

    provider: str
    model: str
    base_url: str
    path: str
    key_variable: str
    key_header: str
    module: str
    variables: tuple[tuple[str, str], ...] = ()
    modes: tuple[str, ...] = ("json_schema", "tool", "json_object")
    follows_redirects: bool = False


_VERSION = (("OPENAI_API_VERSION", API_VERSION),)
_DEPLOYED = f"/openai/deployments/{DEPLOYMENT}/chat/completions"
WIRED = {
    "openai": Wired(
        "openai",
        "local-judge",
        "/v1",
        "/v1/chat/completions",
        "OPENAI_API_KEY",
        "authorization",
        "openai",
    ),
    "anthropic": Wired(
        "anthropic",
        "local-judge",
        "",
        "/v1/messages",
        "ANTHROPIC_API_KEY",
        "authorization",
        "anthropic",
    ),
    "azure": Wired(
        "azure", DEPLOYMENT, "", _DEPLOYED, "AZURE_OPENAI_API_KEY", "api-key", "openai", _VERSION
    ),
    "azure-v1": Wired(
        "azure",
        DEPLOYMENT,
        "",
        "/openai/v1/chat/completions",
        "AZURE_OPENAI_API_KEY",
        "authorization",
        "openai",
    ),
    "litellm-openai": Wired(
        "litellm",
        "openai/local-judge",
        "/v1",
        "/v1/chat/completions",
        "OPENAI_API_KEY",
        "authorization",
        "litellm",
        follows_redirects=True,
    ),
    "litellm-anthropic": Wired(
        "litellm",
        "anthropic/local-judge",
        "",
        "/v1/messages",
        "ANTHROPIC_API_KEY",
        "x-api-key",
        "litellm",
        modes=("tool", "json_object"),
        follows_redirects=True,
    ),
    "instructor-openai": Wired(
        "instructor",
        "openai/local-judge",
        "/v1",
        "/v1/chat/completions",
        "OPENAI_API_KEY",
        "authorization",
        "instructor",
    ),
    "instructor-anthropic": Wired(
        "instructor",
        "anthropic/local-judge",
        "",
        "/v1/messages",
        "ANTHROPIC_API_KEY",
        "authorization",
        "instructor",
        modes=("tool", "json_object"),
    ),
}


def installed(name: str) -> Wired:
    """Return a provider at the local server, or skip where its package is not installed."""
    wired = WIRED[name]
    if importlib.util.find_spec(wired.module) is None:
        pytest.skip(f"{wired.module} is not installed: it has a lane of its own, make test-wide")
    return wired


def make_judge(server: JudgeServer, wired: Wired, **settings: Any) -> Judge:  # noqa: ANN401 - whatever Judge takes
    """Return a judge that asks `server` in the provider's own wire format."""
    given: dict[str, Any] = {
        "base_url": server.address + wired.base_url,
        "cache": None,
        "timeout_s": 20.0,
        "stop_after": None,
    }
    return Judge("medcmr", f"{wired.provider}/{wired.model}", **{**given, **settings})


def _teach() -> None:
    wires = cast("dict[str, judge_server.Wire]", judge_server.WIRES)
    wires["/v1/messages"] = Messages()
    wires["/v1/chat/completions"] = OwnRules()
    wires[_DEPLOYED] = OwnRules()
    wires["/openai/v1/chat/completions"] = OwnRules()


_teach()
