"""Where one response to several questions speaks of which: heads by number, id, name or ordinal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from judgekit.mcq.lexicon import LEFT, RIGHT, split_phrases, trie_pattern
from judgekit.mcq.lexicons import LEXICONS
from judgekit.mcq.options import OptionSet

_EXTRA = 12
_QUESTION_WORDS = sorted({w for lex in LEXICONS for w in split_phrases(lex.question)})
_DELIMITER = r"[\s\"'\])}]{0,6}(?:[:.)\]=>|、]|[-–—]+>?|→)"
_TABLE = r"[\s|(\[#>\-•\"'{]{0,12}"


class Part(NamedTuple):
    """One question of a joint prompt: its id, its name (or None), its options, several or one."""

    id: str
    name: str | None
    options: OptionSet
    multi_select: bool


class Head(NamedTuple):
    """A place where the response turns to a question; owner -1 is a question not asked."""

    start: int
    end: int
    owner: int


@dataclass(frozen=True)
class Segments:
    """For each question the ranges of the text that speak of it, in order of appearance."""

    ranges: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def covered(self) -> int:
        """Number of questions with at least one range."""
        return sum(bool(own) for own in self.ranges)


def find_segments(text: str, low: str, parts: Sequence[Part]) -> Segments:
    """Return the segments of the way of heading that covers the most questions.

    Args:
        text: Plain text of the response.
        low: The same in lower case.
        parts: The questions in prompt order.
    """
    best = Segments(((),) * len(parts))
    for heads in (
        _strong_heads(low, parts),
        _inline_heads(text, parts),
        _ordinal_heads(low, parts),
        _named_heads(low, parts),
    ):
        cut = _cut_before if _follow_labels(text, heads, parts) else _cut
        found = cut(low, heads, len(parts))
        if found.covered > best.covered:
            best = found
        if best.covered == len(parts):
            break
    return best


def _cut(low: str, heads: Sequence[Head], count: int) -> Segments:
    ordered = sorted(heads)
    ranges: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for number, head in enumerate(ordered):
        end = ordered[number + 1].start if number + 1 < len(ordered) else len(low)
        closing = low.find("</", head.end, end)
        if head.owner >= 0:
            ranges[head.owner].append((head.end, end if closing < 0 else closing))
    return Segments(tuple(tuple(own) for own in ranges))


_TO_HEAD = re.compile(r"([^\W_]{1,4})[)\]\"']*\s+(?:to|for|on)\s+(?:the\s+)?$")


def _follow_labels(text: str, heads: Sequence[Head], parts: Sequence[Part]) -> bool:
    """Return True if heads come behind their labels ("A for the first, B for the second")."""
    behind = 0
    for head in heads:
        before = _TO_HEAD.search(text[max(0, head.start - 30) : head.start])
        forms = parts[max(head.owner, 0)].options.forms
        behind += before is not None and before[1] in forms.strong
    return behind * 2 > len(heads)


def _cut_before(low: str, heads: Sequence[Head], count: int) -> Segments:
    ranges: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    start = 0
    for head in sorted(heads):
        stop = head.start - len(low[start : head.start]) + len(low[start : head.start].rstrip())
        for word in (" the", " to", " for", " on"):
            if low.endswith(word, start, stop):
                stop -= len(word)
        if head.owner >= 0:
            ranges[head.owner].append((start, stop))
        start = head.end
    return Segments(tuple(tuple(own) for own in ranges))


def _name_pattern(name: str) -> str:
    return r"[\s_\-]+".join(map(re.escape, re.split(r"[\s_\-]+", name.strip().lower())))


@lru_cache(maxsize=512)
def _strong_pattern(names: tuple[tuple[str, int], ...]) -> re.Pattern[str]:
    """Return the pattern of heads: question word and number, number at a line start, id or name."""
    words = trie_pattern(_QUESTION_WORDS)
    numbered = (
        rf"(?:{LEFT}(?:{words})[\s#\"':._]{{0,4}}|第\s?)(?P<n>\d{{1,2}})(?![\d%]|\.\d)"
        rf"\s?(?:题|問|问|번)?(?:{_DELIMITER})?"
    )
    line = rf"(?:^|\n){_TABLE}(?P<m>\d{{1,2}})(?:{_DELIMITER}(?!\d)|(?=[a-z]\b))"
    ids = [rf"(?P<g{i}>{_name_pattern(name)})" for i, (name, _) in enumerate(names)]
    tagged = r"<(?:[a-z]{2,12}[\s_-]?)?(?P<t>\d{1,2})>|[\"'](?P<k>\d{1,2})[\"']\s*:"
    named = (
        rf"{LEFT}(?:{'|'.join(ids)}){RIGHT}(?:\s\([^()\n]{{0,40}}\))?{_DELIMITER}"
        if ids
        else r"(?!)"
    )
    quoted = [rf"(?P<h{i}>{_name_pattern(name)})" for i, (name, _) in enumerate(names)]
    id_comma = rf"[\"'](?:{'|'.join(quoted)})[\"']\s*,"
    return re.compile(f"{numbered}|{tagged}|{line}|{named}" + (f"|{id_comma}" if ids else ""))


def _names(parts: Sequence[Part]) -> tuple[tuple[str, int], ...]:
    found: dict[str, int] = {}
    for number, part in enumerate(parts):
        for name in (part.id, part.name):
            if name and name.strip() and not name.strip().isdigit():
                found.setdefault(name.strip().lower(), number)
    return tuple(sorted(found.items(), key=lambda pair: -len(pair[0])))


def _strong_heads(low: str, parts: Sequence[Part]) -> list[Head]:
    names = _names(parts)
    heads = []
    for match in _strong_pattern(names).finditer(low):
        number = match["n"] or match["m"] or match["t"] or match["k"]
        if number:
            owner = _owner(int(number), len(parts))
        else:
            group = match.lastgroup or "g0"
            owner = names[int(group[1:])][1]
        if owner is not None:
            heads.append(Head(match.start(), match.end(), owner))
    return heads


def _owner(number: int, count: int) -> int | None:
    if 1 <= number <= count:
        return number - 1
    return -1 if number <= count + _EXTRA else None


_INLINE = re.compile(r"(?<![\w.])(\d{1,2})\s?[.):\-–=>]{0,2}\s?(?=[(\[\"']?([^\W_]{1,4}))")


def _inline_heads(text: str, parts: Sequence[Part]) -> list[Head]:
    """Return numbers anywhere that stand right before a label of their question ("1A 2B")."""
    heads = []
    for match in _INLINE.finditer(text):
        owner = _owner(int(match[1]), len(parts))
        if owner is None:
            continue
        forms = parts[max(owner, 0)].options.forms
        if forms.index(match[2]) is None or (
            forms.kind == "number" and match.end() == match.end(1)
        ):
            continue
        heads.append(Head(match.start(), match.end(), owner))
    return heads


@lru_cache(maxsize=16)
def _ordinal_pattern(count: int) -> re.Pattern[str]:
    """Return the pattern of "the first (question)", "question one", "the last one"."""
    questions = trie_pattern(_QUESTION_WORDS)
    groups = []
    for number in range(count):
        ordinals = [split_phrases(lex.ordinals)[number : number + 1] for lex in LEXICONS]
        cardinals = [split_phrases(lex.cardinals)[number : number + 1] for lex in LEXICONS]
        forms = [re.escape(form.strip()) for own in ordinals for w in own for form in w.split("/")]
        forms += [rf"(?:{questions})\s{re.escape(word)}" for own in cardinals for word in own]
        if forms:
            groups.append(rf"(?P<o{number}>{'|'.join(sorted(forms, key=len, reverse=True))})")
    last = sorted({w for lex in LEXICONS for w in split_phrases(lex.last)}, key=len, reverse=True)
    groups.append(rf"(?P<o{count - 1}_last>{'|'.join(map(re.escape, last))})")
    return re.compile(rf"{LEFT}(?:{'|'.join(groups)}){RIGHT}(?:\s(?:one|{questions}))?[\s:,]*")


def _ordinal_heads(low: str, parts: Sequence[Part]) -> list[Head]:
    heads = []
    for match in _ordinal_pattern(len(parts)).finditer(low):
        group = match.lastgroup or "o0"
        heads.append(Head(match.start(), match.end(), int(group[1:].split("_")[0])))
    return heads


def _named_heads(low: str, parts: Sequence[Part]) -> list[Head]:
    """Return question names in running text ("for the organ A seems fine")."""
    heads = []
    for name, owner in _names(parts):
        pattern = re.compile(rf"{LEFT}{_name_pattern(name)}{RIGHT}")
        heads += [Head(*match.span(), owner) for match in pattern.finditer(low)]
    return heads
