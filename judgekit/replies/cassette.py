"""Cassettes: replies recorded with their requests, to derive a run's numbers from again.

The first line names the judge; each further line holds one request, without image bytes, and the
reply to it. No key is ever part of a request.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Literal, Self

from pydantic import JsonValue, ValidationError, model_validator

from judgekit.errors import ConfigurationError, InputDataError, ReplayMissError
from judgekit.files import make_folder, open_private, writing
from judgekit.providers.port import SampleTag
from judgekit.records.base import Record, digest_value
from judgekit.records.exchange import JudgeReply, JudgeRequest, OutputMode


class CassetteHeader(Record):
    """The judge whose replies a cassette holds."""

    judgekit_cassette: Literal[1]
    provider: str
    model: str
    endpoint: str


class CassetteEntry(Record):
    """One request and its reply."""

    digest: str
    request: dict[str, JsonValue]
    reply: JudgeReply

    @model_validator(mode="after")
    def _digest_is_the_requests(self) -> Self:
        if digest_value(self.request) != self.digest:
            raise ValueError("the digest is not that of the request")
        return self


def read_cassette(path: Path) -> tuple[CassetteHeader, list[CassetteEntry]]:
    """Read a whole cassette.

    Raises:
        InputDataError: Not a cassette, cut off, or a line breaks the format.
    """
    try:
        # Only "\n" ends a line: a reply may hold U+2028 and the like as they are.
        lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputDataError(f"reading the cassette {path}: {error}") from error
    if lines == [""]:
        raise InputDataError(f"reading the cassette {path}: the file is empty; record it again")
    number = 1
    entries = []
    try:
        header = CassetteHeader.model_validate_json(lines[0])
        for line in lines[1:]:
            number += 1
            entries.append(CassetteEntry.model_validate_json(line))
    except ValidationError as error:
        raise InputDataError(
            f"reading the cassette {path}, line {number}: "
            f"{error.errors(include_url=False, include_input=False)[0]['msg']}; record it again"
        ) from error
    return header, entries


class ReplayProvider:
    """Answers for the recorded judge, from a cassette alone."""

    costs = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self.header, entries = read_cassette(path)
        self.name = self.header.provider
        self.endpoint = self.header.endpoint
        self._entries = {entry.digest: entry for entry in entries}
        recorded = {str(entry.request.get("output_mode")) for entry in entries}
        self.output_modes = tuple(
            mode for mode in OutputMode if mode.value in recorded or not recorded
        )

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:
        """Return the recorded reply.

        Raises:
            ReplayMissError: The cassette holds none; says what differs from the nearest entry.
        """
        entry = self._entries.get(request.digest)
        if entry is not None:
            return entry.reply
        raise ReplayMissError(
            f"replaying {self._path} for id {tag.sample_id!r}: no recorded reply to this request; "
            f"{self._nearest(request)}; record it again with --record"
        )

    async def aclose(self) -> None:
        """Nothing is open."""

    def _nearest(self, request: JudgeRequest) -> str:
        wanted = request.canonical()
        if not self._entries:
            return "the cassette is empty"
        texts = ("system", "user", "reply_schema")
        differences = min(
            (_differences(entry.request, wanted) for entry in self._entries.values()),
            key=lambda found: (len(found), -sum(same for _, same in found)),
        )
        parts = [
            f"{name} (from character {same} on)" if name in texts else name
            for name, same in differences
        ]
        return f"the nearest entry differs in {', '.join(parts)}"


def _differences(
    recorded: dict[str, JsonValue], wanted: dict[str, JsonValue]
) -> list[tuple[str, int]]:
    """Return the fields that differ, each with the length of the text both begin with."""
    found = []
    for name, value in wanted.items():
        other = recorded.get(name)
        if other != value:
            same = 0
            if isinstance(value, str) and isinstance(other, str):
                same = _common_length(value, other)
            found.append((name, same))
    return found


def _common_length(a: str, b: str) -> int:
    pairs = enumerate(zip(a, b, strict=False))
    return next((at for at, (x, y) in pairs if x != y), min(len(a), len(b)))


class Recorder:
    """Writes the replies of a run to a cassette; what is already in it stays."""

    def __init__(self, path: Path, header: CassetteHeader) -> None:
        """Open a new cassette, or one of the same judge.

        Raises:
            ConfigurationError: The file is a cassette of another judge.
        """
        self._path = path
        self._header = header
        self._known: set[str] = set()
        if path.exists() and path.stat().st_size:
            recorded, entries = read_cassette(path)
            if recorded != header:
                raise ConfigurationError(
                    f"recording to {path}: it holds replies of "
                    f"{recorded.provider}/{recorded.model} "
                    f"at {recorded.endpoint}; name another file"
                )
            self._known = {entry.digest for entry in entries}
        make_folder(path.resolve().parent)
        self._file: IO[bytes] = open_private(path, "ab")
        if not path.stat().st_size:
            self._append(header.model_dump(mode="json"))

    def record(self, request: JudgeRequest, reply: JudgeReply) -> None:
        """Append one reply, unless the request is on the cassette already."""
        if request.digest in self._known:
            return
        self._known.add(request.digest)
        self._append(
            {
                "digest": request.digest,
                "request": request.canonical(),
                "reply": reply.model_dump(mode="json"),
            }
        )

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _append(self, content: dict[str, JsonValue]) -> None:
        with writing(self._path):
            self._file.write(json.dumps(content, ensure_ascii=False).encode() + b"\n")
            self._file.flush()
