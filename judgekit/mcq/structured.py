"""Answers in a structure: answer tags, boxes, JSON and YAML fields, double brackets, #### lines."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

_KEYS = (
    "final[_ -]?answer|correct[_ -]?answer|correct[_ -]?option|predicted[_ -]?answer|"
    "selected[_ -]?option|answer[_ -]?choice|answer[_ -]?letter|chosen[_ -]?option|"
    "selected[_ -]?answer|answers?|choice|option|prediction|selection|letter|label|final|"
    "response|result|output|pick|antwort|respuesta|réponse|reponse|resposta|risposta|antwoord|"
    "jawaban|答案|选项|正解|答え|정답|الإجابة|ответ"
)
_TAG = re.compile(
    r"<\s*(?P<tag>final[_-]?answer|answer|final|choice|option|ans|solution|answer_choice|"
    r"prediction|response|output|result|letter)\s*>(?P<body>[^<]{0,400})(?:<|$)",
    re.IGNORECASE,
)
_BOX = re.compile(r"\\(?:boxed|fbox|framebox|boxed\s)\s*\{")
_FIELD = re.compile(
    rf"[\"']\s*(?:{_KEYS})\s*[\"']\s*:\s*(?P<value>\"[^\"\n]{{0,300}}\"|'[^'\n]{{0,300}}'"
    r"|\[[^\[\]]{0,300}\]|\{[^{}]{0,300}\}|[^\s,}\]]{1,40})",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\[\[\s*([^\[\]]{1,120}?)\s*\]\]")
_HASHES = re.compile(r"(?:^|\n)####\s+([^\n]{1,200})")
_MAX_BOX = 400
_MAX_SLOTS = 32


class Slot(NamedTuple):
    """A structure's content: a half-open range of the plain text, and the structure's name."""

    start: int
    end: int
    name: str


def find_slots(text: str) -> Iterator[Slot]:
    """Yield the contents of answer structures, the most telling kind first, the last of it first.

    Args:
        text: Plain text of a response.
    """
    if "<" in text:
        yield from _last(Slot(*m.span("body"), "answer tag") for m in _TAG.finditer(text))
    if "\\" in text:
        yield from _last(Slot(*span, "boxed") for span in _boxes(text))
    if ":" in text and ('"' in text or "'" in text):
        yield from _last(Slot(*m.span("value"), "JSON field") for m in _FIELD.finditer(text))
    if "[[" in text:
        yield from _last(Slot(*m.span(1), "double brackets") for m in _BRACKETS.finditer(text))
    if "####" in text:
        yield from _last(Slot(*m.span(1), "hash line") for m in _HASHES.finditer(text))


def _last(slots: Iterator[Slot]) -> Iterator[Slot]:
    return reversed(deque(slots, maxlen=_MAX_SLOTS))


def _boxes(text: str) -> Iterator[tuple[int, int]]:
    for match in deque(_BOX.finditer(text), maxlen=_MAX_SLOTS):
        depth, place = 1, match.end()
        limit = min(len(text), place + _MAX_BOX)
        while place < limit and depth:
            depth += (text[place] == "{") - (text[place] == "}")
            place += 1
        if depth == 0:
            yield match.end(), place - 1
