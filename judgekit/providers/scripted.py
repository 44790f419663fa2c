"""Replies written in a file: a judge of its own identity, for tests and worked examples."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pydantic import JsonValue, ValidationError

from judgekit.errors import ConfigurationError
from judgekit.providers.port import CallFailure, ProviderSettings, SampleTag
from judgekit.records.base import Record
from judgekit.records.exchange import Finish, JudgeReply, JudgeRequest, OutputMode, Usage


class ScriptedReply(Record):
    """One line of a script.

    Attributes:
        id: The sample it answers for.
        reply: An object, sent as its JSON, or a text, sent as it is.
        finish: Why the scripted model stopped.
        call: Which of the sample's calls, from 0.
        repeat: Which repeat, from 0.
    """

    id: str
    reply: dict[str, JsonValue] | str
    finish: Finish = "stop"
    call: int = 0
    repeat: int = 0


class ScriptedProvider:
    """Answers each sample with the line that bears its id."""

    name = "scripted"
    output_modes = (OutputMode.JSON_SCHEMA,)
    costs = False

    def __init__(self, path: Path) -> None:
        content, replies = _read_script(path)
        self.endpoint = f"script:{hashlib.sha256(content).hexdigest()}"
        self._replies = {(reply.id, reply.call, reply.repeat): reply for reply in replies}

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:
        """Return the scripted reply to the sample, or fail if the script has none."""
        reply = self._replies.get((tag.sample_id, tag.call, tag.repeat))
        if reply is None:
            raise CallFailure(f"the script holds no reply for id {tag.sample_id!r}")
        text = reply.reply if isinstance(reply.reply, str) else json.dumps(reply.reply)
        return JudgeReply(text=text, finish=reply.finish, model=request.model, usage=Usage())

    async def aclose(self) -> None:
        """Nothing is open."""


def open_provider(settings: ProviderSettings) -> ScriptedProvider:
    """Read the script that `settings.model` names.

    Raises:
        ConfigurationError: It cannot be read, or a line breaks the format.
    """
    return ScriptedProvider(Path(settings.model))


def _read_script(path: Path) -> tuple[bytes, list[ScriptedReply]]:
    try:
        content = path.read_bytes()
        lines = content.decode("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"reading the script {path}: {error}") from error
    replies: list[ScriptedReply] = []
    seen: set[tuple[str, int, int]] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            reply = ScriptedReply.model_validate_json(line)
        except ValidationError as error:
            detail = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(part) for part in detail["loc"])
            raise ConfigurationError(
                f"reading the script {path}, line {number}: {place} {detail['msg']}"
            ) from error
        key = (reply.id, reply.call, reply.repeat)
        if key in seen:
            raise ConfigurationError(
                f"reading the script {path}, line {number}: a second reply for id {reply.id!r}; "
                "one sample, call and repeat has one reply"
            )
        seen.add(key)
        replies.append(reply)
    return content, replies
