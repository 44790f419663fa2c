"""The phrases of the languages that one response is in, compiled."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from judgekit.mcq.lexicon import (
    LEFT,
    RIGHT,
    UNSPACED,
    Lexicon,
    Tag,
    split_phrases,
    trie_pattern,
)

_MARKS = r"[\s:=\"'(\[{<>→⇒\-–—,.*#|»«“”„「『【]"
_SOFT_MARKS = r"[\s:=\"'(\[{→⇒\-–—,]"
_VERDICTS: tuple[Tag, ...] = ("good", "bad", "close")


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


def _tagged(lexicons: tuple[Lexicon, ...], *tags: Tag) -> tuple[str, ...]:
    return tuple(
        phrase
        for lex in lexicons
        for tag in tags
        for phrase in split_phrases(lex.tables.get(tag, ""))
    )


@lru_cache(maxsize=64)
def compile_phrasebook(lexicons: tuple[Lexicon, ...]) -> Phrasebook:
    """Return the phrasebook of `lexicons`; the first that lists a phrase decides its tag."""
    tags: dict[str, Tag] = {}
    for lex in lexicons:
        for tag, table in lex.tables.items():
            for phrase in split_phrases(table) if tag not in _VERDICTS else ():
                tags.setdefault(phrase, tag)
    copulas, articles = _words(lexicons, "copula"), _words(lexicons, "articles")
    designators = _words(lexicons, "designator")
    either, both = _words(lexicons, "either"), _words(lexicons, "both")
    filler = _one_of((*_words(lexicons, "filler"), *copulas, *articles, *designators))
    after = (*both, *either, *_words(lexicons, "but"), *_tagged(lexicons, "because"))
    attributes = _one_of((*articles, *copulas, *_words(lexicons, "attributes")))
    listing = _one_of((*either, *both, *designators, *articles))
    return Phrasebook(
        codes=tuple(lex.code for lex in lexicons),
        tags=tags,
        scan=re.compile(_one_of(tags)),
        gap=re.compile(rf"(?:{filler}|{_MARKS})*+"),
        copula_before=re.compile(rf"{_one_of(copulas)}(?:{filler}|{_SOFT_MARKS})*+$"),
        article_gap=re.compile(rf"[\s.:,)\]}}(\[\-–—=\"']*+(?:{attributes}\s*+)*+[\s(\[\"']*+"),
        designator_before=re.compile(rf"{_one_of(designators)}[\s:(\[\"']*$"),
        joiner=re.compile(rf"(?:{listing}|[\s()\[\]\"',/&+、;])*+"),
        either=re.compile(rf"{_one_of(either)}|/"),
        both=re.compile(_one_of(both)),
        verdict=_verdict(lexicons),
        good_after=_good_after(lexicons, copulas),
        close_after=re.compile(
            rf"[)\]\"']*\s{_one_of(_tagged(lexicons, 'close'))}\s*(?:[.,;!\n]|$)"
        ),
        bad=re.compile(_one_of(_tagged(lexicons, "bad"))),
        cue=re.compile(_one_of(_tagged(lexicons, "cue", "pick"))),
        courtesy=re.compile(_one_of(_tagged(lexicons, "courtesy"))),
        letter_words=frozenset(_words(lexicons, "letter_words")),
        after_article=re.compile(rf"\s{_one_of((*after, *copulas, *_words(lexicons, 'verbs')))}"),
        after_pronoun=re.compile(rf"\s{_one_of((*after, 'is', 'fits', 'remains'))}"),
    )


def _verdict(lexicons: tuple[Lexicon, ...]) -> re.Pattern[str]:
    right, wrong = _one_of(_words(lexicons, "right")), _one_of(_words(lexicons, "wrong"))
    return re.compile(
        rf"[\s\"')\]]*[:.)\-–—=|→]+[\s\"'|]*(?:(?P<good>{right})|(?P<bad>{wrong}))"
        r"(?=\s*(?:[,.;:|\n\-–—(}]|$))"
        r"|[\s\"')\]:.\-–—=|→]*(?:(?P<tick>[✓✔✅☑√])|(?P<cross>[✗✘❌✖×☒]))"
    )


def _good_after(lexicons: tuple[Lexicon, ...], copulas: tuple[str, ...]) -> re.Pattern[str]:
    link = _one_of((*_words(lexicons, "filler"), *copulas))
    good = _one_of(_tagged(lexicons, "good"))
    return re.compile(rf"[\s)\]}}\"'”」』】:\-–—=]*+(?:{link}|\s){{0,12}}?{good}")
