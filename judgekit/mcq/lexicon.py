"""The phrases of one language that the extraction rules look for, and how lexicons combine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Tag = Literal[
    "cue",
    "pick",
    "negation",
    "safe",
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
        last: Words for "the last one".
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
    last: str = ""
    for_all: str = ""
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


@dataclass(frozen=True)
class Phrasebook:
    """The compiled phrases of the languages that a response is in.

    Attributes:
        codes: The languages, English last.
        tags: Phrase to tag.
        scan: Finds every tagged phrase, longest first.
        gap: Matches what may stand between a cue and a label: fillers and punctuation.
        copula_before: Matches a copula and fillers at the end of a left context.
        article_gap: Matches what may stand between a label and its text.
        designator_before: Matches a designator at the end of a left context.
        joiner: Matches what may stand between the labels of a list.
        either: Finds "or" in such a joint.
        both: Finds "and" in such a joint.
        verdict: Matches a label's delimiter and a one-word verdict, groups `good` and `bad`.
        good_after: Matches a favourable predicate right after a label.
        close_after: Matches a short closing predicate ("C it is").
        bad: Finds an unfavourable predicate.
        cue: Finds what announces an answer.
        courtesy: Finds a closing phrase.
        letter_words: Single letters that are words.
        after_article: Matches a word that follows a label A, not an article.
        after_pronoun: Matches a word that follows a label I, not a pronoun.
    """

    codes: tuple[str, ...]
    tags: dict[str, Tag]
    scan: re.Pattern[str]
    gap: re.Pattern[str]
    copula_before: re.Pattern[str]
    article_gap: re.Pattern[str]
    designator_before: re.Pattern[str]
    joiner: re.Pattern[str]
    either: re.Pattern[str]
    both: re.Pattern[str]
    verdict: re.Pattern[str]
    good_after: re.Pattern[str]
    close_after: re.Pattern[str]
    bad: re.Pattern[str]
    cue: re.Pattern[str]
    courtesy: re.Pattern[str]
    letter_words: frozenset[str]
    after_article: re.Pattern[str]
    after_pronoun: re.Pattern[str]


def _words(lexicons: tuple[Lexicon, ...], name: str) -> tuple[str, ...]:
    return tuple(word for lex in lexicons for word in split_phrases(getattr(lex, name)))


_UNSPACED_CHAR = re.compile(f"[{UNSPACED}]")


def _one_of(words: Iterable[str]) -> str:
    """Return the pattern of any of `words`, with a boundary at each end that needs one."""
    sides: dict[tuple[str, str], list[str]] = {}
    for word in words:
        left = "" if _UNSPACED_CHAR.match(word[0]) else LEFT
        right = "" if _UNSPACED_CHAR.match(word[-1]) else RIGHT
        sides.setdefault((left, right), []).append(word)
    parts = [f"{left}{trie_pattern(own)}{right}" for (left, right), own in sides.items()]
    return "(?:" + "|".join(parts or ["(?!)"]) + ")"


@lru_cache(maxsize=64)
def compile_phrasebook(lexicons: tuple[Lexicon, ...]) -> Phrasebook:
    """Return the phrasebook of `lexicons`; the first that lists a phrase decides its tag."""
    tags: dict[str, Tag] = {}
    for lex in lexicons:
        for tag, table in lex.tables.items():
            for phrase in split_phrases(table) if tag not in _VERDICTS else ():
                tags.setdefault(phrase, tag)
    get = lambda name: _words(lexicons, name)  # noqa: E731 # a local shorthand for nine uses
    copulas, articles, designators = get("copula"), get("articles"), get("designator")
    fillers = (*get("filler"), *copulas, *articles, *designators)
    punctuation = r"[\s:=\"'(\[{<>→⇒\-–—,.*#|»«“”„「『【]"
    soft = r"[\s:=\"'(\[{→⇒\-–—,]"
    step = rf"(?:{_one_of(fillers)}|{punctuation})*+"
    either, both = get("either"), get("both")
    join = rf"(?:{_one_of((*either, *both, *designators, *articles))}|[\s()\[\]\"',/&+、;])*+"
    right, wrong = get("right"), get("wrong")
    plain = (*both, *either, *_tagged(lexicons, ("because",)))
    return Phrasebook(
        codes=tuple(lex.code for lex in lexicons),
        tags=tags,
        scan=re.compile(_one_of(tags)),
        gap=re.compile(step),
        copula_before=re.compile(rf"{_one_of(copulas)}(?:{_one_of(fillers)}|{soft})*+$"),
        article_gap=re.compile(
            rf"[\s.:,)\]}}(\[\-–—=\"']*+(?:{_one_of((*articles, *copulas, *get('attributes')))}\s*+)*+[\s(\[\"']*+"
        ),
        designator_before=re.compile(rf"{_one_of(designators)}[\s:(\[\"']*$"),
        joiner=re.compile(join),
        either=re.compile(rf"{_one_of(either)}|/"),
        both=re.compile(_one_of(both)),
        verdict=re.compile(
            rf"[\s\"')\]]*[:.)\-–—=|→]+[\s\"'|]*(?:(?P<good>{_one_of(right)}|[✓✔✅☑√])"
            rf"|(?P<bad>{_one_of(wrong)}|[✗✘❌✖×☒]))(?=\s*(?:[,.;:|\n\-–—(}}]|$))"
        ),
        good_after=re.compile(
            rf"[\s)\]}}\"'”」』】:\-–—=]*+(?:{_one_of((*fillers, *copulas))}|\s)*?"
            rf"{_one_of(_tagged(lexicons, ('good',)))}"
        ),
        close_after=re.compile(
            rf"[)\]\"']*\s{_one_of(_tagged(lexicons, ('close',)))}\s*(?:[.,;!\n]|$)"
        ),
        bad=re.compile(_one_of(_tagged(lexicons, ("bad",)))),
        cue=re.compile(_one_of(_tagged(lexicons, ("cue", "pick")))),
        courtesy=re.compile(_one_of(_tagged(lexicons, ("courtesy",)))),
        letter_words=frozenset(get("letter_words")),
        after_article=re.compile(rf"\s{_one_of((*plain, *copulas, *get('verbs')))}"),
        after_pronoun=re.compile(rf"\s{_one_of((*plain, 'is', 'fits', 'remains'))}"),
    )


_VERDICTS: tuple[Tag, ...] = ("good", "bad", "close")


def _tagged(lexicons: tuple[Lexicon, ...], tags: tuple[Tag, ...]) -> tuple[str, ...]:
    return tuple(
        p for lex in lexicons for tag in tags for p in split_phrases(lex.tables.get(tag, ""))
    )
