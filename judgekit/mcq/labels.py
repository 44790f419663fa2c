"""How option labels look in a response: letters of either case, digits, Roman numerals, scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judgekit.mcq.lexicon import LEFT, RIGHT

Kind = Literal["letter", "number", "roman", "native", "word"]
FOREIGN = -1
GLUED = -2

_ROMAN = re.compile(r"[IVXivx]+")
_LOOK_ALIKE = dict(
    zip("АВСЕНІЈКМОРТХасеіјорхΑΒΕΗΙΚΜΝΟΡΤΧ", "ABCEHIJKMOPTXaceijopxABEHIKMNOPTX", strict=True)
)
_NATIVE_ROWS = (
    "أبجدهو",
    "ابجدهو",
    "абвгде",
    "αβγδε",
    "কখগঘঙ",
    "कखगघङ",
    "甲乙丙丁戊",
    "アイウエオ",
    "가나다라마",
)


@dataclass(frozen=True)
class LabelForms:
    """The labels of one question as tokens.

    Attributes:
        kind: What the labels are; `word` labels are searched as texts, not as tokens.
        strong: Token to option index: forms that count anywhere.
        weak: Token to option index: forms that count after a cue, in brackets or alone.
        scan: Finds label-like tokens, labels outside the options and glued labels included.
    """

    kind: Kind
    strong: dict[str, int]
    weak: dict[str, int]
    scan: re.Pattern[str]

    def index(self, token: str) -> int | None:
        """Return the option index of a token that stands alone; None if it is no label."""
        found = self.strong.get(token)
        return self.weak.get(token) if found is None else found

    def glued(self, token: str) -> tuple[int, ...]:
        """Return the options of glued labels ("ABD"), all different; empty if it is not that."""
        if self.kind != "letter" or not 2 <= len(token) <= len(self.strong):
            return ()
        found = [self.strong.get(char) for char in token]
        if None in found or len(set(found)) < len(found):
            return ()
        return tuple(number for number in found if number is not None)


def _kind(labels: Sequence[str]) -> Kind:
    if all(label.isdigit() for label in labels):
        return "number"
    if all(_ROMAN.fullmatch(label) for label in labels) and any(len(x) > 1 for x in labels):
        return "roman"
    if all(len(label) == 1 and label.isalpha() for label in labels):
        return "letter" if all(label.isascii() for label in labels) else "native"
    return "word"


def compile_labels(labels: Sequence[str]) -> LabelForms:
    """Return the token forms of folded `labels`, given in option order."""
    kind = _kind(labels)
    strong: dict[str, int] = {label: number for number, label in enumerate(labels)}
    weak: dict[str, int] = {}
    if kind == "word":
        return LabelForms(kind, {}, {}, re.compile(r"(?!)"))
    if len({label.lower() for label in labels}) == len(labels):
        for number, label in enumerate(labels):
            strong.setdefault(label.upper(), number)
            if label.lower() not in strong or label.islower():
                weak[label.lower()] = number
    for token in weak:
        if token != token.upper():
            strong.pop(token, None)
    if kind == "letter":
        _add_scripts(labels, strong, weak)
    return LabelForms(kind, strong, weak, re.compile(_pattern(kind, strong, weak)))


def _add_scripts(labels: Sequence[str], strong: dict[str, int], weak: dict[str, int]) -> None:
    for char, latin in _LOOK_ALIKE.items():
        table = strong if latin.isupper() else weak
        if latin in table:
            table.setdefault(char, table[latin])
    if [label.upper() for label in labels[:2]] != ["A", "B"]:
        return
    for row in _NATIVE_ROWS:
        for number, char in enumerate(row[: len(labels)]):
            for form in (char, char.upper()):
                if form not in strong:
                    weak.setdefault(form, number)


# Turkish case and copula endings stand behind an apostrophe
_SUFFIX = r"d[ıiuü]r|t[ıiuü]r|y[aeı]|n[ıiuü]n"


def _pattern(kind: Kind, strong: dict[str, int], weak: dict[str, int]) -> str:
    own = "|".join(map(re.escape, sorted(strong, key=len, reverse=True)))
    lone = "".join(map(re.escape, (token for token in weak if len(token) == 1)))
    alone = rf"|(?<!\w)(?<!\w')[{lone}](?!\w)" if lone else ""
    if kind == "number":
        return r"(?<![\w.,/\-−+<>≥≤])(?:\d{1,2})(?![\w%°/]|[.,]\d|-\w|\s*(?:mm|cm|ml|%))"
    edge = rf"{LEFT}(?<!\w-)"
    if kind == "roman":
        return rf"{edge}(?:[IVX]{{1,4}}|[ivx]{{1,4}}){RIGHT}(?![-'][^\W\d])"
    if kind == "letter":
        letters = "".join(sorted(token for token in strong if token.isascii()))
        glued = rf"|[{letters}]{{2,{max(len(letters), 2)}}}"
        return rf"{edge}(?:{own}|[A-Z]{glued}{alone}){RIGHT}(?!'(?!{_SUFFIX})[^\W\d]|-\w)"
    return rf"{edge}(?:{own}{alone}){RIGHT}(?!-\w)"
