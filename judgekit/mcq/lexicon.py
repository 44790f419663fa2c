"""The phrases of one language that the extraction rules look for, and how lexicons combine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

Tag = Literal[
    "cue",
    "pick",
    "negation",
    "safe",
    "condition",
    "hint",
    "agree",
    "hedge",
    "likely",
    "point",
    "conclude",
    "contrast",
    "because",
    "correct",
    "retract",
    "past",
    "good",
    "bad",
    "close",
    "leave",
    "refuse",
    "undetermined",
    "none_of",
    "all_of",
    "all_but",
    "courtesy",
]

# Word characters of scripts that put blanks between words; the others need no boundary.
UNSPACED = "\u0e00-\u0eff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
LEFT = rf"(?<![^\W{UNSPACED}])"
RIGHT = rf"(?![^\W{UNSPACED}])"


def split_phrases(text: str) -> tuple[str, ...]:
    """Return the phrases of a `|`-separated table, blanks and line breaks evened out."""
    return tuple(" ".join(part.split()) for part in text.split("|") if part.strip())


@dataclass(frozen=True, kw_only=True, eq=False)
class Lexicon:
    """One language's phrases, each field a `|`-separated table in lower case.

    Attributes:
        code: ISO 639-1 code.
        experimental: True until the language has cases of its own in the corpus.
        script: Regex class of a script that turns the language on, or "" for a Latin language.
        markers: Words that turn a Latin language on; none of them an English word.
        cue: Finds what announces an answer.
        courtesy: Finds a closing phrase.
        letter_words: Single letters that are words (articles, pronouns, prepositions).
        tables: Phrases by tag.
        filler: Words that may stand between a cue and the label it announces.
        copula: Words for "is".
        articles: Words that may stand before an option's text.
        attributes: Words that may stand between a label and its text.
        designator: Words that name a label ("option").
        both: Words for "and" in a list of labels.
        either: Words for "or" in a list of labels.
        right: One-word verdicts for a right option.
        wrong: One-word verdicts for a wrong option.
        question: Words that head a numbered question.
        ordinals: Words for first, second, third..., in order, alternatives split by "/".
        cardinals: Words for one, two, three..., in order.
        last: Words for "the last one".
        but: Words for "but" that may follow a label.
        verbs: Verbs that tell a label A or I before them from an article or a pronoun.
        for_all: Phrases that give one answer to all questions.
    """

    code: str
    experimental: bool = False
    script: str = ""
    markers: str = ""
    letter_words: str = ""
    tables: dict[Tag, str] = field(default_factory=dict)
    filler: str = ""
    copula: str = ""
    articles: str = ""
    attributes: str = ""
    designator: str = ""
    both: str = ""
    either: str = ""
    right: str = ""
    wrong: str = ""
    question: str = ""
    ordinals: str = ""
    cardinals: str = ""
    last: str = ""
    for_all: str = ""
    but: str = ""
    verbs: str = ""


def trie_pattern(phrases: Iterable[str]) -> str:
    """Return a regex that matches the longest of `phrases`, factored so that it scans fast."""
    root: dict[str, dict] = {}  # type: ignore[type-arg] # a recursive type has no finite name
    for phrase in phrases:
        node = root
        for char in phrase:
            node = node.setdefault(char, {})
        node[""] = {}
    return _render(root) if root else r"(?!)"


def _render(node: dict[str, dict]) -> str:  # type: ignore[type-arg] # recursive, as above
    branches = [
        (r"\s" if char == " " else re.escape(char)) + (_render(child) if set(child) != {""} else "")
        for char, child in node.items()
        if char
    ]
    body = branches[0] if len(branches) == 1 else "(?:" + "|".join(branches) + ")"
    if "" not in node:
        return body
    return f"(?:{body})?" if branches else ""
