"""What an English report says of sides and of absence, by rules: clauses, scopes, terms."""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Side = Literal["left", "right", "bilateral"]
Polarity = Literal["present", "absent"]

_SIDES: dict[str, Side] = {
    "left": "left",
    "leftsided": "left",
    "right": "right",
    "rightsided": "right",
    "bilateral": "bilateral",
    "bilaterally": "bilateral",
    "both": "bilateral",
}
# Words that never name a finding or a structure. Position words (lower, apical) are kept out of
# the terms too: two sides of "lower" say nothing.
_EMPTY_WORDS_TEXT = """
    a an the this that these those there here it its is are was were be been being has have had do
    does did can could may might will would should must of in on at to from by for with within as
    than then and or nor but which who whose where when while also only very more most less least
    no not without any some all each other another new old seen noted identified demonstrated
    visualized visualised detected observed appreciated present absent shows showed show showing
    demonstrates evidence sign signs suggestion suspicion finding findings patient image images
    study scan exam examination compared comparison prior previous unchanged stable interval
    significant significantly acute chronic focal definite obvious large small mild moderate severe
    minimal tiny trace slight slightly mildly grossly normal abnormal clear upper lower middle
    superior inferior anterior posterior medial lateral side sided sides aspect region area
    however although though except apart aside negative positive free absence denies ruled excluded
    out either neither both whether use used left right bilateral bilaterally leftsided rightsided
"""
_EMPTY_WORDS = frozenset(_EMPTY_WORDS_TEXT.split())
_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
# A line break within a sentence ends no clause: the next line goes on in lower case.
_CLAUSE_END = re.compile(
    r"[.!?](?=\s|$)|[;:]|\n(?=\s*(?:[^\sa-z]|$))|(?i:\b(?:but|however|although|though|except)\b)"
)
# Words that end the noun phrase behind a side.
_PHRASE_END_TEXT = """
    and or nor but with without is are was were has have had in of at on to from by for as than
    which that there no not shows showed demonstrates measuring measures
"""
_PHRASE_END = frozenset(_PHRASE_END_TEXT.split())
_PREPOSITIONS = frozenset({"on", "in", "at", "to", "of"})
_PHRASE_WORDS = 4

_QUALIFIERS = (
    "significant|statistically|interval|appreciable|definite|substantial|further|clear|firm|good|"
    "convincing|apparent|adverse|overall|important|meaningful|relevant"
)
# "No change in the effusion" says nothing about whether there is one.
_NO_CHANGE = (
    rf"no(?:\s+(?:{_QUALIFIERS}))*\s+(?:evidence\s+(?:to|that|for)|longer|(?:change|increase|"
    r"decrease|progression|difference|effect|influence|impact|improvement|worsening|reduction|"
    rf"recommendation)s?)|not\s+(?:only|necessarily)|without(?:\s+(?:{_QUALIFIERS}))*\s+change"
)
_UNCERTAIN = re.compile(
    r"\b(?:cannot|can\s+not|could\s+not|can't|not)\s+(?:be\s+)?(?:entirely\s+|completely\s+)?"
    r"(?:exclude[d]?|rule[d]?\s+out)|\b(?:rule\s+out|possible|possibly|may|might|question\s+of|"
    r"suspected|versus|vs)\b",
    re.I,
)
_NEGATION_BEFORE = re.compile(
    rf"\b(?P<skip>{_NO_CHANGE})\b|\b(?:no\s+evidence\s+of|no\s+signs?\s+of|negative\s+for|"
    r"absence\s+of|free\s+of|free\s+from|denies|denied|without|neither|never|no|"
    r"not\s+(?:show|demonstrate|reveal|have|contain|suggest|indicate))\b",
    re.I,
)
_NEGATION_AFTER = re.compile(
    r"\b(?:is|are|was|were|has\s+been|have\s+been)\s+(?:not|no\s+longer)\s+"
    r"(?:seen|noted|identified|demonstrated|visuali[sz]ed|detected|observed|appreciated|present|"
    r"evident|found)\b|\b(?:is|are|was|were)\s+absent\b|"
    r"\b(?:is|are|was|were|has\s+been|have\s+been)\s+(?:ruled\s+out|excluded)\b|"
    r"\b(?:not\s+(?:seen|identified|present|detected|visuali[sz]ed))\b",
    re.I,
)
_VERBS = frozenset({"is", "are", "was", "were", "has", "have"})
_SCOPE_WORDS = 6
_WORDS_BEHIND_OR = 4
_LIST_WORDS = 24


class Term(NamedTuple):
    """A content word of a text, with its place; `name` is its lower-case singular."""

    name: str
    span: tuple[int, int]


class SideStatement(NamedTuple):
    """A side, and the terms it is said of."""

    side: Side
    span: tuple[int, int]
    terms: tuple[Term, ...]


class PolarityStatement(NamedTuple):
    """A term said to be present or absent; `cue` is the place of the negation."""

    term: Term
    polarity: Polarity
    cue: tuple[int, int] | None


def read_sides(text: str) -> list[SideStatement]:
    """Return the sides an English text names and what they are said of.

    Up to four words of the noun phrase behind a side ("left lower lobe nodule", "left and right
    lungs"), and of that before its preposition ("effusion on the left", "mass in the left
    kidney"). Clauses end at . ; : or a line, and at but, however, although, except; phrases end
    at commas, conjunctions and verbs.

    Args:
        text: English text.

    Returns:
        The statements in order, those without any term left out.
    """
    return [
        statement
        for start, end in _clauses(text)
        for statement in _clause_sides(text, start, end)
        if statement.terms
    ]


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _CLAUSE_END.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _words(text: str, start: int, end: int) -> list[re.Match[str]]:
    return list(_WORD.finditer(text, start, end))


def _clause_sides(text: str, start: int, end: int) -> Iterator[SideStatement]:
    words = _words(text, start, end)
    for place, word in enumerate(words):
        side = _SIDES.get(_name(word[0]))
        if side is None:
            continue
        head = place
        while _is_coordinated(words[head + 1 : head + 3]):
            head += 2
        behind = _phrase(text, words[head : head + 1 + _PHRASE_WORDS])
        yield SideStatement(side, word.span(), (*_phrase_before(text, words[:place]), *behind))


def _is_coordinated(words: Sequence[re.Match[str]]) -> bool:
    """Return whether "and" or "or" and another side follow: "left and right lungs"."""
    names = [_name(word[0]) for word in words]
    return len(names) == 2 and names[0] in {"and", "or"} and names[1] in _SIDES


def _phrase(text: str, words: Sequence[re.Match[str]]) -> tuple[Term, ...]:
    """Return the terms that follow the first of `words` up to the end of its phrase."""
    terms = []
    for last, word in itertools.pairwise(words):
        is_next_side = _name(word[0]) in _SIDES
        is_parted = "," in text[last.end() : word.start()]
        if is_parted or is_next_side or word[0].lower() in _PHRASE_END:
            break
        terms.extend(_term(word))
    return tuple(terms)


def _phrase_before(text: str, words: list[re.Match[str]]) -> tuple[Term, ...]:
    """Return the terms before "on the left": the noun phrase that ends at the preposition."""
    if words and words[-1][0].lower() == "the":
        words = words[:-1]
    if not words or words[-1][0].lower() not in _PREPOSITIONS:
        return ()
    terms: list[Term] = []
    end = words[-1].start()
    for word in reversed(words[:-1][-_PHRASE_WORDS:]):
        if "," in text[word.end() : end] or word[0].lower() in _PHRASE_END:
            break
        terms[:0] = _term(word)
        end = word.start()
    return tuple(terms)


def read_polarities(text: str) -> list[PolarityStatement]:
    """Return each content word of an English text as present or absent, in order.

    In the manner of NegEx (Chapman et al. 2001). A negation before ("no", "without", "negative
    for", "does not show") reaches over six words of its clause, or in a list to the fourth word
    behind an "or" among the next 24; it ends at a comma when no "or" follows, and at an "and"
    that begins a new statement. A negation behind ("is absent", "not seen") reaches back over six
    words, to the last comma or such an "and". "No change" negates no finding. A clause that
    hedges ("cannot be excluded", "possible") says neither and is left out.

    Args:
        text: English text.

    Returns:
        One statement per content word; single letters and empty words are left out.
    """
    return [
        PolarityStatement(term, "absent" if cue else "present", cue)
        for start, end in _clauses(text)
        if not _UNCERTAIN.search(text, start, end)
        for word, cue in _words_with_cues(text, start, end)
        for term in _term(word)
    ]


def _words_with_cues(
    text: str, start: int, end: int
) -> Iterator[tuple[re.Match[str], tuple[int, int] | None]]:
    """Yield each word of a clause with the place of the negation it is under, if any."""
    words = _words(text, start, end)
    starts = [word.start() for word in words]
    cue_of: dict[int, tuple[int, int]] = {}
    spent: set[int] = set()
    for cue in _NEGATION_AFTER.finditer(text, start, end):
        spent.update(range(*cue.span()))
        last = bisect.bisect_left(starts, cue.start())
        window = words[max(0, last - _SCOPE_WORDS) : last]
        first = last - len(window) + _words_to_skip(text, window)
        cue_of.update(dict.fromkeys(range(first, last), cue.span()))
    for cue in _NEGATION_BEFORE.finditer(text, start, end):
        if cue["skip"] is not None or cue.start() in spent:
            continue
        first = bisect.bisect_left(starts, cue.end())
        n_words = _words_in_scope(text, words[first : first + _LIST_WORDS])
        for place in range(first, first + n_words):
            cue_of.setdefault(place, cue.span())
    for place, word in enumerate(words):
        yield word, cue_of.get(place)


def _words_to_skip(text: str, window: Sequence[re.Match[str]]) -> int:
    """Return how many words before a negation stand outside its phrase."""
    skipped = 0
    has_verb = False
    for place, word in enumerate(window):
        has_verb = has_verb or word[0].lower() in _VERBS
        begins_statement = has_verb and word[0].lower() == "and"
        if begins_statement or "," in _gap_behind(text, window, place):
            skipped = place + 1
    return skipped


def _words_in_scope(text: str, window: Sequence[re.Match[str]]) -> int:
    """Return how many of the words behind a negation it reaches."""
    names = [word[0].lower() for word in window]
    lists = [place for place, name in enumerate(names) if name in {"or", "nor"}]
    scope = _SCOPE_WORDS
    if lists:
        scope = max(scope, lists[-1] + 1 + _WORDS_BEHIND_OR)
    for place, name in enumerate(names[:scope]):
        if name == "and" and not _VERBS.isdisjoint(names[place:scope]):
            return place
        goes_on = any(place < other for other in lists)
        if "," in _gap_behind(text, window, place) and not goes_on:
            return place + 1
    return min(scope, len(window))


def _gap_behind(text: str, window: Sequence[re.Match[str]], place: int) -> str:
    if place + 1 == len(window):
        return ""
    return text[window[place].end() : window[place + 1].start()]


def _term(word: re.Match[str]) -> list[Term]:
    name = _name(word[0])
    if len(name) < 2 or name in _EMPTY_WORDS or word[0].lower() in _EMPTY_WORDS:
        return []
    return [Term(name, word.span())]


def _name(word: str) -> str:
    """Return the word in lower case and singular, "-sided" joined."""
    lower = word.lower().replace("-sided", "sided")
    if len(lower) > 4 and lower.endswith("ies"):
        return f"{lower[:-3]}y"
    if len(lower) > 3 and lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return lower[:-1]
    return lower
