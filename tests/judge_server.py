"""A model server on 127.0.0.1 that answers, refuses and breaks exactly as a test tells it to.

A behaviour is a function of one call. `script` ties a list of behaviours to a marker in the text
of the prompt: the n-th call that holds the marker gets the n-th behaviour, later ones the last.
A wire format turns a call's body into what is asked, and an answer into a body; another format is
another entry of `WIRES`.
"""

from __future__ import annotations

import hashlib
import json
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

Json = dict[str, Any]
Behaviour = Callable[["Call"], None]
MODEL_RETURNED = "local-judge-2026-01-01"


class Wire(Protocol):
    """A wire format: how a question is read and an answer written."""

    def text(self, body: Json) -> str:
        """Return all text of the prompt."""
        ...

    def mode(self, body: Json) -> str:
        """Return how structured output is asked for."""
        ...

    def schema(self, body: Json) -> Json:
        """Return the JSON Schema of the reply asked for."""
        ...

    def answer(self, body: Json, text: str | None, finish: str, refusal: str | None) -> Json:
        """Return the body of a good answer."""
        ...

    def error(self, message: str, code: str | None, param: str | None) -> Json:
        """Return the body of an error."""
        ...


class ChatCompletions:
    """OpenAI's Chat Completions, not streaming."""

    def text(self, body: Json) -> str:
        parts: list[str] = []
        for message in body["messages"]:
            content = message["content"]
            if isinstance(content, str):
                parts.append(content)
            else:
                parts.extend(part["text"] for part in content if part["type"] == "text")
        return "\n".join(parts)

    def mode(self, body: Json) -> str:
        return "tool" if "tools" in body else str(body["response_format"]["type"])

    def schema(self, body: Json) -> Json:
        match self.mode(body):
            case "tool":
                schema: Json = body["tools"][0]["function"]["parameters"]
            case "json_schema":
                schema = body["response_format"]["json_schema"]["schema"]
            case _:
                schema = body["response_format"]["schema"]
        return schema

    def answer(self, body: Json, text: str | None, finish: str, refusal: str | None) -> Json:
        message: Json = {"role": "assistant", "content": text, "refusal": refusal}
        if self.mode(body) == "tool" and text is not None and refusal is None:
            name = body["tools"][0]["function"]["name"]
            call = {"id": "1", "type": "function", "function": {"name": name, "arguments": text}}
            message |= {"content": None, "tool_calls": [call]}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1767225600,
            "model": MODEL_RETURNED,
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }

    def error(self, message: str, code: str | None, param: str | None) -> Json:
        kind = "invalid_request_error"
        return {"error": {"message": message, "type": kind, "param": param, "code": code}}


WIRES: Mapping[str, Wire] = {"/v1/chat/completions": ChatCompletions()}


@dataclass
class Call:
    """One call that arrived, and the means to answer it."""

    handler: _Handler = field(repr=False)
    wire: Wire
    path: str
    headers: dict[str, str]
    body: Json
    at: float
    n_open: int
    closing: threading.Event = field(repr=False)

    @property
    def text(self) -> str:
        """All text of the prompt."""
        return self.wire.text(self.body)

    @property
    def mode(self) -> str:
        """How structured output is asked for."""
        return self.wire.mode(self.body)

    def send(self, body: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Send a JSON body."""
        self.send_bytes(json.dumps(body).encode(), status, headers)

    def send_bytes(
        self,
        content: bytes,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        *,
        length: int | None = None,
    ) -> None:
        """Send bytes as they are, announcing `length` of them."""
        self.handler.send_response(status)
        self.handler.send_header("Content-Type", "application/json")
        self.handler.send_header("Content-Length", str(len(content) if length is None else length))
        for name, value in (headers or {}).items():
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.write(content)
        self.handler.wfile.flush()


class JudgeServer:
    """The server; a context manager.

    Attributes:
        calls: Every call that arrived, in order.
        most_open: The largest number of calls that were open at one time.
        latency_s: Seconds that every call takes before it is answered.
        otherwise: What happens to a call without a marker.
        rejected_modes: Status with which an output mode is rejected.
        rejected_parameters: Names of parameters that are answered with 400.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.most_open = 0
        self.latency_s = 0.0
        self.otherwise: Behaviour = grades_by_text()
        self.rejected_modes: dict[str, int] = {}
        self.rejected_parameters: set[str] = set()
        self._scripts: dict[str, tuple[Behaviour, ...]] = {}
        self._n_by_marker: Counter[str] = Counter()
        self._n_open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._http = _Server(("127.0.0.1", 0), _Handler)
        self._http.judge_server = self
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    def __enter__(self) -> JudgeServer:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening; whatever hangs is let go. May be called twice."""
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def address(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def base_url(self) -> str:
        """What a judge is given as its base URL."""
        return f"{self.address}/v1"

    def script(self, marker: str, *behaviours: Behaviour) -> None:
        """Say what happens to the calls whose prompt holds `marker`, one after another."""
        self._scripts[marker] = behaviours

    def calls_with(self, marker: str) -> list[Call]:
        """Return the calls whose prompt held `marker`."""
        return [call for call in self.calls if marker in call.text]

    def handle(self, handler: _Handler, body: bytes) -> None:
        """Record one call and answer it."""
        with self._lock:
            self._n_open += 1
            self.most_open = max(self.most_open, self._n_open)
            call = Call(
                handler,
                WIRES[handler.path.partition("?")[0]],
                handler.path,
                {name.lower(): value for name, value in handler.headers.items()},
                json.loads(body),
                time.monotonic(),
                self._n_open,
                self._closing,
            )
            self.calls.append(call)
            behaviour = self._behaviour(call)
        try:
            if self.latency_s:
                self._closing.wait(self.latency_s)
            behaviour(call)
        finally:
            with self._lock:
                self._n_open -= 1

    def _behaviour(self, call: Call) -> Behaviour:
        if call.mode in self.rejected_modes:
            # The words of llama.cpp's Python server, which validates the enumeration itself.
            return status(self.rejected_modes[call.mode], "Input should be 'text' or 'json_object'")
        rejected = sorted(self.rejected_parameters.intersection(call.body))
        if rejected:
            name = rejected[0]
            message = f"Unsupported value: '{name}' does not support this with this model."
            return status(400, message, code="unsupported_value", param=name)
        for marker, behaviours in self._scripts.items():
            if marker in call.text:
                number = self._n_by_marker[marker]
                self._n_by_marker[marker] += 1
                return behaviours[min(number, len(behaviours) - 1)]
        return self.otherwise


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    judge_server: JudgeServer

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that the client dropped is nothing to report, but it is closed."""
        if isinstance(request, socket.socket):
            request.close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.judge_server.handle(self, body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


def values_asked(call: Call) -> dict[str, list[Any]]:
    """Return the values that each criterion may take, null left out."""
    properties = call.wire.schema(call.body)["properties"]
    return {
        name: [value for value in entry["properties"]["value"]["enum"] if value is not None]
        for name, entry in properties.items()
    }


def verdicts_text(values: Mapping[str, object]) -> str:
    """Return a reply that gives each criterion a value."""
    return json.dumps(
        {
            name: {"value": value, "reason": f"because of {name}", "evidence": []}
            for name, value in values.items()
        }
    )


def says(text: str | None, *, finish: str = "stop", refusal: str | None = None) -> Behaviour:
    """Answer with a text, whatever was asked."""

    def behave(call: Call) -> None:
        call.send(call.wire.answer(call.body, text, finish, refusal))

    return behave


def grades(**values: object) -> Behaviour:
    """Answer with these values, and every other criterion asked for with its highest."""

    def behave(call: Call) -> None:
        chosen = {name: values.get(name, max(may)) for name, may in values_asked(call).items()}
        call.send(call.wire.answer(call.body, verdicts_text(chosen), "stop", None))

    return behave


def grades_by_text() -> Behaviour:
    """Answer with values that depend on the prompt alone, and differ between prompts."""

    def behave(call: Call) -> None:
        chosen = {}
        for name, may in values_asked(call).items():
            drawn = hashlib.sha256(f"{name}:{call.text}".encode()).digest()[0]
            chosen[name] = may[drawn % len(may)]
        call.send(call.wire.answer(call.body, verdicts_text(chosen), "stop", None))

    return behave


def changes_reply(change: Callable[[Json], object]) -> Behaviour:
    """Answer with good verdicts to which `change` was done; text is sent as it is."""

    def behave(call: Call) -> None:
        good = json.loads(verdicts_text({n: max(may) for n, may in values_asked(call).items()}))
        changed = change(good)
        text = changed if isinstance(changed, str) else json.dumps(changed)
        call.send(call.wire.answer(call.body, text, "stop", None))

    return behave


def status(
    number: int,
    message: str = "no",
    *,
    code: str | None = None,
    param: str | None = None,
    retry_after: str | None = None,
) -> Behaviour:
    """Answer with an error."""
    headers = {} if retry_after is None else {"Retry-After": retry_after}

    def behave(call: Call) -> None:
        call.send(call.wire.error(message, code, param), number, headers)

    return behave


def error_in_200(message: str = "upstream is gone") -> Behaviour:
    """Answer 200 with the body of an error, as some proxies do."""
    return lambda call: call.send(call.wire.error(message, "502", None))


def redirects(url: str) -> Behaviour:
    """Send the caller elsewhere, asking for the same method and body there."""
    return lambda call: call.send({}, 307, {"Location": url})


def resets(call: Call) -> None:
    """Break the connection off without an answer."""
    connection = call.handler.connection
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    call.handler.close_connection = True
    connection.close()


def hangs(call: Call) -> None:
    """Never answer."""
    call.closing.wait()
    call.handler.close_connection = True


def held_until(may_go_on: threading.Event) -> Behaviour:
    """Answer well, but not before a test allows it."""

    def behave(call: Call) -> None:
        may_go_on.wait(60)
        grades_by_text()(call)

    return behave


def drips(call: Call) -> None:
    """Send an answer so slowly that it never ends."""
    body = json.dumps(call.wire.answer(call.body, "{}", "stop", None)).encode()
    call.send_bytes(body[:1], length=len(body) * 100)
    while not call.closing.wait(0.05):
        call.handler.wfile.write(b" ")
        call.handler.wfile.flush()
    call.handler.close_connection = True


def cuts_body(call: Call) -> None:
    """Announce more than is sent, and close."""
    body = json.dumps(call.wire.answer(call.body, "{}", "stop", None)).encode()
    call.send_bytes(body[:20], length=len(body))
    call.handler.close_connection = True


def sends_bytes(content: bytes) -> Behaviour:
    """Answer 200 with bytes that may be anything."""
    return lambda call: call.send_bytes(content)


def echoes_key(number: int) -> Behaviour:
    """Answer with an error that quotes the key it was sent, as some gateways do."""

    def behave(call: Call) -> None:
        sent = call.headers.get("authorization", "")
        call.send(call.wire.error(f"bad request, received {sent}", None, None), number)

    return behave
