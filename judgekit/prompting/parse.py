"""A judge's raw reply to verdicts: exactly one object, one entry per criterion, nothing guessed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn, get_args

from pydantic import TypeAdapter

from judgekit.prompting.inputs import SeenSample
from judgekit.records.base import storable_text
from judgekit.records.outcome import Outcome
from judgekit.records.rubric import NOT_APPLICABLE_VALUE, Criterion, JudgeInput
from judgekit.records.scale import NominalScale, ScaleValue
from judgekit.records.score import EvidenceSource, Verdict

_VERDICTS = TypeAdapter(dict[str, Verdict])
_SOURCE_NAMES = frozenset(get_args(EvidenceSource))
_OBJECT_START = re.compile(r'\{\s*["}]')


class ParsedReply(NamedTuple):
    """Verdict of each criterion asked for; `problem` says why the whole reply is unparseable."""

    verdicts: dict[str, Verdict]
    problem: str | None


class UnparseableReplyError(ValueError):
    """The reply as a whole cannot be read; the message says why."""


def parse_reply(text: str, criteria: tuple[Criterion, ...], seen: SeenSample) -> ParsedReply:
    """Read a reply.

    A reply must hold exactly one JSON object (words around it are ignored) with exactly one entry
    for each criterion asked for; otherwise every criterion is `unparseable`. Within an entry, a
    null value is `cannot_assess`, a value of the wrong type is `unparseable`, and one that is not
    on the scale is `out_of_range`: never rounded, clamped or read from digits in a text.

    Args:
        text: The raw reply.
        criteria: The criteria that were asked for.
        seen: What the judge was shown, to check its quotes against.
    """
    try:
        entries = _entries(text, criteria)
    except UnparseableReplyError as error:
        problem = str(error)
        lost = Verdict(outcome=Outcome.UNPARSEABLE, reason=problem)
        return ParsedReply({criterion.id: lost for criterion in criteria}, problem)
    sources = _Sources(seen)
    read = {c.id: _read_entry(c, entries[c.id], sources) for c in criteria}
    return ParsedReply(_VERDICTS.validate_python(read), None)


def read_one_object(text: str) -> dict[str, object]:
    """Return the one JSON object that a reply holds; words around it are ignored.

    Raises:
        UnparseableReplyError: It holds none, two, a broken one, or one with a key twice.
    """
    if not text.strip():
        raise UnparseableReplyError("the reply is empty")
    found = list(_json_objects(text))
    if len(found) != 1:
        raise UnparseableReplyError(
            "the reply holds no JSON object" if not found else "the reply holds two JSON objects"
        )
    return found[0]


def _entries(text: str, criteria: tuple[Criterion, ...]) -> dict[str, object]:
    entries = read_one_object(text)
    asked = [criterion.id for criterion in criteria]
    lacking = [name for name in asked if name not in entries]
    if lacking:
        raise UnparseableReplyError(f"the reply lacks criterion {lacking[0]!r}")
    foreign = [key for key in entries if key not in asked]
    if foreign:
        raise UnparseableReplyError("the reply holds a criterion that was not asked for")
    return entries


def _json_objects(text: str) -> Iterator[dict[str, object]]:
    """Yield the outermost JSON objects in `text`, at most two of them."""
    start = _OBJECT_START.search(text)
    n_found = 0
    while start is not None and n_found < 2:
        try:
            value, end = _DECODER.raw_decode(text, start.start())
        except RecursionError as error:
            raise UnparseableReplyError("the reply's JSON is nested too deeply") from error
        except json.JSONDecodeError as error:
            raise UnparseableReplyError("the reply holds a broken JSON object") from error
        n_found += 1
        yield value
        start = _OBJECT_START.search(text, end)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise UnparseableReplyError("the reply's JSON object holds a key twice")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise UnparseableReplyError(f"the reply holds {name}, which is not JSON")


def _read_int(digits: str) -> int | float:
    return int(digits) if len(digits) < 19 else math.inf


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique_keys, parse_constant=_refuse_constant, parse_int=_read_int
)


class _Read(NamedTuple):
    """What an entry's value says; `problem` says why it is none."""

    outcome: Outcome
    value: ScaleValue | None = None
    problem: str | None = None


def _read_entry(criterion: Criterion, entry: object, sources: _Sources) -> dict[str, object]:
    """Return the fields of a criterion's verdict."""
    if not isinstance(entry, dict) or "value" not in entry:
        return {
            "outcome": Outcome.UNPARSEABLE,
            "reason": "the entry is not an object with a value",
        }
    read = _read_value(criterion, entry["value"])
    reason = entry.get("reason")
    said = storable_text(reason) if isinstance(reason, str) else None
    return {
        "outcome": read.outcome,
        "value": read.value,
        "reason": read.problem or said,
        "evidence": list(_evidence(entry.get("evidence"), sources)),
    }


def _read_value(criterion: Criterion, value: object) -> _Read:
    if value is None:
        return _Read(Outcome.CANNOT_ASSESS)
    if value == NOT_APPLICABLE_VALUE and criterion.not_applicable is not None:
        return _Read(Outcome.NOT_APPLICABLE)
    scale = criterion.scale
    if isinstance(scale, NominalScale):
        if not isinstance(value, str):
            problem = f"the value must be a text, got {type(value).__name__}"
            return _Read(Outcome.UNPARSEABLE, problem=problem)
        if value in criterion.values:
            return _Read(Outcome.SCORED, value)
        problem = f"the value {value[:40]!r} is none of the scale's labels"
        return _Read(Outcome.OUT_OF_RANGE, problem=problem)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        problem = f"the value must be a number, got {type(value).__name__}"
        return _Read(Outcome.UNPARSEABLE, problem=problem)
    if value in criterion.values:
        return _Read(Outcome.SCORED, int(value) if value == int(value) else value)
    problem = (
        f"the value {value!r} is not on the scale {scale.minimum:g} to {scale.maximum:g} "
        f"by {scale.step:g}"
    )
    return _Read(Outcome.OUT_OF_RANGE, problem=problem)


class _Sources:
    """The texts that were shown, to look quotes up in; folded where a quote is not exact."""

    def __init__(self, seen: SeenSample) -> None:
        self._seen = seen
        self._folded: dict[str, list[str]] = {}

    def hold(self, quote: str, source: str) -> bool:
        texts = self._texts(source)
        if any(quote in text for text in texts):
            return True
        if source not in self._folded:
            self._folded[source] = [_fold(text) for text in texts]
        wanted = _fold(quote)
        return any(wanted in text for text in self._folded[source])

    def _texts(self, source: str) -> tuple[str, ...]:
        if source == "response":
            return (self._seen.response,)
        return self._seen.texts.get(JudgeInput(source), ())


def _evidence(items: object, sources: _Sources) -> Iterator[dict[str, object]]:
    """Yield the fields of each passage quoted."""
    if not isinstance(items, list):
        return
    for item in items:
        if not isinstance(item, dict):
            continue
        quote, source = item.get("quote"), item.get("source")
        if not isinstance(quote, str) or not isinstance(source, str):
            continue
        if quote.strip() and source in _SOURCE_NAMES:
            yield {
                "quote": storable_text(quote),
                "source": source,
                "verified": sources.hold(quote, source),
            }


def _fold(text: str) -> str:
    return " ".join(text.split()).casefold()
