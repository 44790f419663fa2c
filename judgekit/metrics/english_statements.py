"""What an English report says of sides and of absence, by rules: clauses, scopes, terms."""

from __future__ import annotations

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
_AND_NEW_SUBJECT = re.compile(r"\band\b(?=[^,]*\b(?:is|are|was|were|has|have)\b)", re.I)
_LIST_GOES_ON = re.compile(r"\b(?:or|nor)\b", re.I)
_SCOPE_WORDS = 6
_WORDS_BEHIND_OR = 4


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

    In the manner of NegEx (Chapman et al. 2001): a negation before ("no", "without", "negative
    for", "does not show") reaches over six words of its clause, or in a list to the fourth word
    behind its last "or", but only to a comma when no "or" follows, and not over an "and" that
    begins a new statement; a negation behind ("is absent", "not seen") reaches back
    to the clause's beginning or last comma. "No change" negates no finding. A clause that hedges
    ("cannot be excluded", "possible") says neither and is left out.

    Args:
        text: English text.

    Returns:
        One statement per content word; single letters and empty words are left out.
    """
    statements: list[PolarityStatement] = []
    for start, end in _clauses(text):
        if _UNCERTAIN.search(text, start, end):
            continue
        scopes = _negated_scopes(text, start, end)
        for word in _words(text, start, end):
            cue = next((cue for low, high, cue in scopes if low <= word.start() < high), None)
            polarity: Polarity = "absent" if cue else "present"
            statements.extend(PolarityStatement(term, polarity, cue) for term in _term(word))
    return statements


def _negated_scopes(text: str, start: int, end: int) -> list[tuple[int, int, tuple[int, int]]]:
    scopes = [
        (max(start, text.rfind(",", start, match.start()) + 1), match.start(), match.span())
        for match in _NEGATION_AFTER.finditer(text, start, end)
    ]
    spent = [match.span() for match in _NEGATION_AFTER.finditer(text, start, end)]
    for match in _NEGATION_BEFORE.finditer(text, start, end):
        is_spent = any(low <= match.start() < high for low, high in spent)
        if match["skip"] is None and not is_spent:
            scopes.append((match.end(), _scope_end(text, match.end(), end), match.span()))
    return scopes


def _scope_end(text: str, start: int, end: int) -> int:
    if new_subject := _AND_NEW_SUBJECT.search(text, start, end):
        end = new_subject.start()
    comma = text.find(",", start, end)
    if comma >= 0 and not _LIST_GOES_ON.search(text, comma, end):
        end = comma
    ends = [word.end() for word in _words(text, start, end)[:_SCOPE_WORDS]]
    for conjunction in _LIST_GOES_ON.finditer(text, start, end):
        ends.extend(word.end() for word in _words(text, conjunction.end(), end)[:_WORDS_BEHIND_OR])
    return max(ends, default=start)


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
