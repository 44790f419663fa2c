"""Which languages a response is in, and the phrasebook for them."""

from __future__ import annotations

import re

from judgekit.mcq.lexicon import Lexicon, split_phrases
from judgekit.mcq.lexicons import ENGLISH, LEXICONS
from judgekit.mcq.phrasebook import Phrasebook, compile_phrasebook

_WORD = re.compile(r"[^\W\d_]{2,}(?:'[^\W\d_]+)?|è|é")
_SCRIPTS = tuple((lex, re.compile(f"[{lex.script}]")) for lex in LEXICONS if lex.script)
_MARKERS: dict[str, tuple[Lexicon, ...]] = {}
for _lex in LEXICONS:
    for _phrase in split_phrases(_lex.markers):
        _MARKERS[_phrase] = (*_MARKERS.get(_phrase, ()), _lex)
_ENGLISH_WORDS = frozenset(
    [
        "the",
        "is",
        "are",
        "and",
        "of",
        "answer",
        "option",
        "this",
        "that",
        "with",
        "because",
        "image",
        "not",
        "correct",
        "which",
        "it",
        "was",
        "shows",
        "so",
        "would",
        "i",
        "my",
        "final",
        "choice",
        "hint",
        "says",
        "there",
    ]
)
_SAMPLE_CHARS = 4000


def languages_of(low: str) -> tuple[Lexicon, ...]:
    """Return the lexicons that fit a lower-cased text, best first, English always last.

    A script turns its languages on; a Latin language is on when it holds at least half as many
    marker words as the best one does. Only the head and the tail of a long text are sampled.
    """
    if len(low) > 2 * _SAMPLE_CHARS:
        low = low[:_SAMPLE_CHARS] + "\n" + low[-_SAMPLE_CHARS:]
    found: list[Lexicon] = []
    if not low.isascii():
        found = [lex for lex, script in _SCRIPTS if script.search(low)]
    votes: dict[Lexicon, int] = {}
    words = set(_WORD.findall(low))
    for word in words:
        for lex in _MARKERS.get(word, ()):
            votes[lex] = votes.get(lex, 0) + 1
    if votes:
        best = max(votes.values())
        english = len(words & _ENGLISH_WORDS)
        if best >= 2 or english <= 1:
            floor = max(best, english / 2) / 2
            found += sorted(
                (lex for lex, n in votes.items() if n >= floor), key=lambda lex: -votes[lex]
            )[:3]
    return (*found, ENGLISH)


def phrasebook_of(low: str) -> Phrasebook:
    """Return the compiled phrases of the languages of a lower-cased text."""
    return compile_phrasebook(languages_of(low))
