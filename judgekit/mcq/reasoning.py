"""What of a response is its answer: reasoning blocks cut, runaway text dropped, length bounded."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_CHARS = 32_000
_HEAD_CHARS = 8_000
_NAMES = "think(?:ing)?|reason(?:ing)?|thoughts?|scratchpad|analysis|reflection|cot|seed:think"
_TAG = re.compile(
    rf"<(?P<close>/)?(?:{_NAMES})\s*>"
    rf"|◁(?P<close2>/)?think▷|\[(?P<close3>/)?THINK\]"
    r"|<\|(?:begin|end)_of_(?P<close4>thought)\|>",
    re.IGNORECASE,
)
_RUNAWAY = re.compile(
    r"^[^\S\n]*(?:[#*>]+[^\S\n]*)?(?:\*\*)?(?:next[^\S\n]+)?"
    r"(?:question|q|user|human|<\|(?:im_start|user|eot_id)\|>|<\|?end_of_turn\|?>|instruction|"
    r"问题|題目|题目|problem|exercise|\[INST\]|patient question)"
    r"[^\S\n]*\d*[^\S\n]*(?:\*\*)?[^\S\n]*(?:[:：]|(?<=>)|(?<=\]))",
    re.IGNORECASE | re.MULTILINE,
)
_SPECIAL_END = re.compile(r"<\|(?:im_end|endoftext|eot_id|end|user|im_start)\|>|</s>|<end_of_turn>")


class Kept(NamedTuple):
    """The pieces of a response that may hold its answer.

    Attributes:
        pieces: Half-open ranges of the response, in order.
        is_truncated: True when a reasoning block was opened and never closed.
    """

    pieces: tuple[tuple[int, int], ...]
    is_truncated: bool


def cut_reasoning(response: str) -> Kept:
    """Return what is outside reasoning blocks; text before an orphan closing tag is reasoning."""
    pieces: list[tuple[int, int]] = []
    position, depth = 0, 0
    for match in _TAG.finditer(response):
        closes = bool(match["close"] or match["close2"] or match["close3"])
        if match["close4"]:
            closes = match.group().startswith("<|end")
        if closes:
            if depth == 0:
                pieces.clear()
            depth = 0
            position = match.end()
        elif depth == 0:
            pieces.append((position, match.start()))
            depth = 1
    if depth == 0:
        pieces.append((position, len(response)))
    kept = tuple((start, end) for start, end in pieces if response[start:end].strip())
    return Kept(_bound(kept), is_truncated=depth > 0)


def cut_runaway(response: str, pieces: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return the pieces up to where the response starts to ask a further question of its own."""
    kept: list[tuple[int, int]] = []
    for start, end in pieces:
        stop = _runaway_start(response, start, end, is_first=not kept)
        if response[start:stop].strip():
            kept.append((start, stop))
        if stop < end:
            break
    return tuple(kept)


def _runaway_start(response: str, start: int, end: int, *, is_first: bool) -> int:
    stop = end
    special = _SPECIAL_END.search(response, start, end)
    if special and response[start : special.start()].strip():
        stop = special.start()
    for match in _RUNAWAY.finditer(response, start, stop):
        if not is_first or response[start : match.start()].strip():
            return match.start()
    return stop


def _bound(pieces: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Keep the head and the tail of what is longer than `MAX_CHARS` in all."""
    if sum(end - start for start, end in pieces) <= MAX_CHARS:
        return pieces
    head = _take(pieces, _HEAD_CHARS)
    mirrored = tuple((-end, -start) for start, end in reversed(pieces))
    tail = tuple(
        (-end, -start) for start, end in reversed(_take(mirrored, MAX_CHARS - _HEAD_CHARS))
    )
    return head + tail


def _take(pieces: tuple[tuple[int, int], ...], budget: int) -> tuple[tuple[int, int], ...]:
    taken: list[tuple[int, int]] = []
    for start, end in pieces:
        if budget <= 0:
            break
        taken.append((start, min(end, start + budget)))
        budget -= end - start
    return tuple(taken)
