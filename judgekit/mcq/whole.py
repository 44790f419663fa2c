"""Responses that are nothing but an answer: a label, a label with its text, or a text."""

from __future__ import annotations

import re
from typing import NamedTuple

from judgekit.mcq.options import OptionSet, canonical
from judgekit.records.choice import Reason, Status

_EDGE = " \t\n\"'()[]{}<>.,:;!*#=→⇒>•·|-–—。，、：；！「」『』【】《》\\/"
_LABEL_FIRST = re.compile(r"([^\W_]{1,5})\s*(?:[.:)\]}\-–—,|=]+|\s)\s*(\S.*)", re.DOTALL)
_MAX_EXTRA = 40
_TOKEN = re.compile(r"[A-Za-z]|\d{1,2}|[IVX]{1,4}")


class Whole(NamedTuple):
    """Reading of a whole text: status, option indices, reason, and the place of the core."""

    status: Status
    options: tuple[int, ...]
    reason: Reason | None
    start: int
    end: int


def read_whole(text: str, start: int, end: int, options: OptionSet, *, multi: bool) -> Whole | None:
    """Return the reading of `text[start:end]` if it is nothing but an answer, else None.

    Args:
        text: The plain text.
        start: Where the part to read starts.
        end: Where it ends.
        options: The question's options.
        multi: True when several labels may be right.
    """
    core = text[start:end].strip(_EDGE)
    if not core or len(core) > options.longest + _MAX_EXTRA:
        return None
    rough = text[start:end].strip(" \t\n.\"'")
    number = options.texts.get(canonical(rough)) if len(rough) > 1 else None
    if number is not None and number >= 0:
        at = text.find(rough, start)
        return Whole("answered", (number,), None, at, at + len(rough))
    start = text.find(core, start)
    end = start + len(core)
    number = options.forms.index(core)
    if number is None:
        number = options.find_text(core)
    if number is not None:
        return Whole("answered", (number,), None, start, end)
    return _glued_or_foreign(core, start, options, multi=multi) or _pair(core, start, options)


def _glued_or_foreign(core: str, start: int, options: OptionSet, *, multi: bool) -> Whole | None:
    end = start + len(core)
    glued = options.forms.glued(core)
    if multi and not glued:
        tokens = [options.forms.index(token) for token in re.split(r"[\s,;/&、+]+", core)]
        if len(tokens) > 1 and None not in tokens:
            picked = {number for number in tokens if number is not None}
            return Whole("answered", tuple(sorted(picked)), None, start, end)
    if glued:
        if multi:
            return Whole("answered", tuple(sorted(glued)), None, start, end)
        return Whole("ambiguous", (), "two answers", start, end)
    if _TOKEN.fullmatch(core) and options.forms.kind != "word":
        return Whole("none", (), "outside the options", start, end)
    return None


def _pair(core: str, start: int, options: OptionSet) -> Whole | None:
    match = _LABEL_FIRST.fullmatch(core)
    if match is None:
        return None
    label = options.forms.index(match[1])
    text = options.find_text(match[2])
    if label is None or text is None:
        return None
    if label != text:
        return Whole("ambiguous", (), "label and text disagree", start, start + len(core))
    return Whole("answered", (label,), None, start, start + len(core))
