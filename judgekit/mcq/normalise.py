"""Plain text of a response, with the place in the original of each of its characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

_INLINE = (
    r"</?(?:b|i|u|em|strong|span|font|mark|small|big|code|sub|sup|del|ins|center|a|kbd)"
    r"(?:\s[^<>]{0,200})?>"
)
_BREAK = r"<br\s*/?>|</?(?:p|li|ul|ol|div|tr|td|th|table|h[1-6])(?:\s[^<>]{0,200})?>"
_PIECES = (
    rf"(?P<drop>[*`$\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufe0f\u20e3]+"
    rf"|{_INLINE}|\\[()\[\]]|~~[^~\n]{{0,200}}~~|(?<!\w)_{{1,3}}+(?=[^\W_])|(?<=[^\W_])_{{1,3}}+(?!\w))"
    rf"|(?P<line>{_BREAK})"
    r"|(?P<blank>[^\S\n]{2,}|[^\S\n ])"
    r"|(?P<wide>[^\x00-\x7f]+)"
)
_PLAIN = re.compile(_PIECES)
_LATEX = re.compile(
    _PIECES + r"|(?P<open>\\(?:text(?:bf|rm|it|sf|tt)?|math(?:rm|bf|it|sf)|bm|bf|rm|mbox)\s*\{)"
    r"|(?P<brace>[{}])"
)
_TRIGGER = re.compile(r"[*`$<_~\\\t\r\f\v]|  |[^\x00-\x7f]")
_QUOTES = {"’": "'", "‘": "'", "＇": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
_DASHES = dict.fromkeys("‐‑‒–—−﹣", "-") | {"–": "–", "—": "—"}
_CLUSTER = re.compile(r".[\u0300-\u036f\uff9e\uff9f]+|.", re.DOTALL)


class PlainText(NamedTuple):
    """A normalised text.

    Attributes:
        text: The plain text.
        low: The same in lower case, of the same length.
        origin: Index in the original of each character; None when they are equal.
    """

    text: str
    low: str
    origin: list[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the original of `text[start:end]` (not empty)."""
        if self.origin is None:
            return start, end
        return self.origin[start], self.origin[end - 1] + 1


@lru_cache(maxsize=8192)
def _fold(cluster: str) -> str:
    if cluster in _QUOTES:
        return _QUOTES[cluster]
    if cluster in _DASHES:
        return _DASHES[cluster]
    code = ord(cluster[0])
    for base in (0x1F150, 0x1F170, 0x1F1E6):  # negative circled, squared, regional letters
        if base <= code < base + 26:
            return chr(ord("A") + code - base)
    if 0x2776 <= code <= 0x277E or 0x2780 <= code <= 0x2788 or 0x278A <= code <= 0x2792:
        return str((code - 0x2776) % 10 + 1)  # dingbat digits 1-9
    folded = unicodedata.normalize("NFKC", cluster)
    return folded.replace("İ", "I").replace("\u00a0", " ")


def fold_text(text: str) -> str:
    """Return `text` in the same character forms that `normalise` gives a response."""
    return normalise(text, ((0, len(text)),)).text.strip()


class _Builder:
    """Collects pieces of plain text and where they come from."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.origin: list[int] = []

    def keep(self, source: str, start: int, end: int) -> None:
        if end > start:
            self.parts.append(source[start:end])
            self.origin.extend(range(start, end))

    def put(self, text: str, start: int) -> None:
        self.parts.append(text)
        self.origin.extend([start] * len(text))

    def wide(self, run: str, start: int) -> None:
        for cluster in _CLUSTER.finditer(run):
            self.put(_fold(cluster.group()), start + cluster.start())


def normalise(response: str, keep: Sequence[tuple[int, int]]) -> PlainText:
    """Return the plain text of the kept pieces of `response`, joined by line breaks.

    Compatibility forms (full-width, circled, mathematical letters) become plain ones, invisible
    marks, emphasis, code ticks, inline HTML and LaTeX text commands go, blanks are evened out.

    Args:
        response: The original text.
        keep: Half-open ranges of it, in order.
    """
    if len(keep) == 1 and keep[0] == (0, len(response)) and not _TRIGGER.search(response):
        return PlainText(response, response.lower(), None)
    builder = _Builder()
    for number, (start, end) in enumerate(keep):
        if number:
            builder.put("\n", start)
        _normalise_piece(builder, response, start, end)
    text = "".join(builder.parts)
    return PlainText(text, text.lower(), builder.origin)


def _normalise_piece(builder: _Builder, source: str, start: int, end: int) -> None:
    pattern = _LATEX if source.find("\\", start, end) >= 0 else _PLAIN
    position, braces = start, list[bool]()
    for match in pattern.finditer(source, start, end):
        kind = match.lastgroup
        if kind == "brace" and not _drops_brace(match.group(), braces):
            continue
        if kind == "open":
            braces.append(True)
        builder.keep(source, position, match.start())
        position = match.end()
        if kind == "line":
            builder.put("\n", match.start())
        elif kind == "blank":
            builder.put(" ", match.start())
        elif kind == "wide":
            builder.wide(match.group(), match.start())
    builder.keep(source, position, end)


def _drops_brace(brace: str, braces: list[bool]) -> bool:
    """Keep track of open braces; True for the brace that closes a text command."""
    if brace == "{":
        braces.append(False)
        return False
    return braces.pop() if braces else False
