"""A text as a row of items: mentions of options, phrases of the lexicon, and breaks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from judgekit.mcq.mentions import Group, find_mentions, merge_mentions
from judgekit.mcq.normalise import PlainText
from judgekit.mcq.options import OptionSet
from judgekit.mcq.phrasebook import Phrasebook

_BREAKS = re.compile(
    r"(?P<stop>[.!?]+(?=[\s\"')\]}]|$)|[。！？；;]|\n+)|(?P<comma>[,(:、]|(?<=\s)(?:[-–—]+|#)(?=\s)|—)"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|vs|dr|mr|mrs|prof|fig|approx|cf|etc|resp|bzw|z\.b|d\.h|p\.ej|ca|bijv)$"
)
_POSTPOSITION = re.compile("[\u0900-\u097f\u3040-\u30ff\uac00-\ud7af]")
_LINE_HEAD = re.compile(r"(?:^|[\n.!?:])[\s\-•>|#(]*$")


class Item(NamedTuple):
    """One thing in a text: a phrase (its tag), a `stop`, a `comma`, or a `group` of mentions."""

    start: int
    end: int
    tag: str
    group: Group | None


@dataclass(slots=True)
class Scene:
    """A text ready for the rules.

    Attributes:
        plain: The normalised text.
        options: The question's options.
        book: The phrases of the text's languages.
        items: Mentions, phrases and breaks in order, none overlapping.
        multi_select: True when several labels may be right.
        stops: For each item, the index of the stop that ends its sentence.
    """

    plain: PlainText
    options: OptionSet
    book: Phrasebook
    items: list[Item]
    multi_select: bool
    stops: list[int]


def build_scene(
    plain: PlainText, options: OptionSet, book: Phrasebook, *, multi_select: bool
) -> Scene:
    """Return the items of `plain` in order; mentions win over phrases, phrases over breaks."""
    mentions = find_mentions(plain, options, book)
    groups = merge_mentions(plain, mentions, book, multi_select=multi_select)
    taken = _Places([group.start for group in groups], [group.end for group in groups])
    phrases = list(_phrases(plain.low, book, taken))
    covered = _Places([item.start for item in phrases], [item.end for item in phrases])
    items = [Item(group.start, group.end, "group", group) for group in groups]
    items += phrases
    for match in _BREAKS.finditer(plain.low):
        start, end = match.span()
        if not taken.overlap(start, end) and not covered.overlap(start, end):
            tag = _break_tag(plain.low, match, groups, taken.ends)
            if tag:
                items.append(Item(start, end, tag, None))
    items.sort()
    return Scene(plain, options, book, items, multi_select, _stops(items))


class _Places(NamedTuple):
    """Ranges that do not overlap, in order, as starts and ends."""

    starts: list[int]
    ends: list[int]

    def overlap(self, start: int, end: int) -> bool:
        """Return True if a range shares a character with any of these."""
        index = bisect_left(self.ends, start + 1)
        return index < len(self.starts) and self.starts[index] < end


def _phrases(low: str, book: Phrasebook, taken: _Places) -> Iterator[Item]:
    for match in book.scan.finditer(low):
        start, end = match.span()
        if taken.overlap(start, end):
            continue
        tag: str = book.tags[match.group()]
        if tag == "negation" and _POSTPOSITION.match(low, start):
            index = bisect_left(taken.ends, start + 1) - 1
            if index >= 0 and book.gap.fullmatch(low, taken.ends[index], start):
                tag = "behind"  # it negates what it follows
        yield Item(start, end, tag, None)


def _stops(items: list[Item]) -> list[int]:
    stops = [len(items)] * len(items)
    following = len(items)
    for index in range(len(items) - 1, -1, -1):
        if items[index].tag == "stop":
            following = index
        stops[index] = following
    return stops


def _break_tag(low: str, match: re.Match[str], groups: list[Group], ends: list[int]) -> str:
    """Return stop or comma; a period behind a label at the head of a line is a comma."""
    start = match.start()
    text = match.group()
    if text == "(" or match["comma"]:
        index = bisect_left(ends, match.end() + 1)
        if text == "(" and index < len(ends) and groups[index].start == match.end():
            return ""
        return "comma"
    if text == "." and match.end() < len(low):
        index = bisect_left(ends, start)
        if index < len(ends) and ends[index] == start:
            group = groups[index]
            head = low[max(0, group.start - 12) : group.start]
            inline = low[start + 1 : start + 2] == " "
            is_single = len(group.options) == 1 and not group.has_text
            if inline and is_single and _LINE_HEAD.search(head):
                return "comma"
        if _ABBREVIATION.search(low[max(0, start - 8) : start]):
            return ""
    return "stop"
