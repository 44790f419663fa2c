"""Flags where an English answer and its reference disagree on a side or on absence.

A flag asks for a look; it is no score. The rules read words, not meaning: they miss and they
overreach, so nothing here is counted into a mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal, NamedTuple

from judgekit.errors import InputDataError
from judgekit.metrics.english_statements import (
    PolarityStatement,
    SideStatement,
    Term,
    read_polarities,
    read_sides,
)
from judgekit.metrics.pairing import check_pairs

Span = tuple[int, int]


class Flag(NamedTuple):
    """One disagreement between a prediction and its reference.

    Attributes:
        kind: "laterality" or "negation".
        term: What the two disagree about, in lower case and singular.
        prediction_says: left, right, bilateral; or present, absent.
        reference_says: The same for the reference.
        prediction_span: Start and end, in the prediction, of the words from the side or the
            negation to the term.
        reference_span: The same in the reference.
    """

    kind: Literal["laterality", "negation"]
    term: str
    prediction_says: str
    reference_says: str
    prediction_span: Span
    reference_span: Span


def english_laterality_flags(
    predictions: Sequence[str], references: Sequence[str]
) -> list[tuple[Flag, ...]]:
    """Return where each prediction names another side than its reference for the same thing.

    English only: a text in another language has no flags, which says nothing about it. A term is
    flagged when the sides it has in the prediction and in the reference have none in common, or
    when one text says bilateral and the other a single side. A side that only one text mentions
    is an omission and no flag.

    Args:
        predictions: n English texts.
        references: n English texts, one each.

    Returns:
        n tuples of flags, in the order of the predictions' words. There is no mean of flags.

    Raises:
        InputDataError: The lengths differ, or something is not a text.

    Example:
        >>> flags = english_laterality_flags(["Left pleural effusion."], ["Right effusion."])
        >>> [(flag.term, flag.prediction_says, flag.reference_says) for flag in flags[0]]
        [('effusion', 'left', 'right')]
    """
    return [
        _laterality(read_sides(prediction), read_sides(reference))
        for prediction, reference in _single_pairs(
            "english_laterality_flags", predictions, references
        )
    ]


def english_negation_flags(
    predictions: Sequence[str], references: Sequence[str]
) -> list[tuple[Flag, ...]]:
    """Return what each prediction calls present and its reference absent, or the other way.

    English only: a text in another language has no flags, which says nothing about it. A term is
    flagged when every mention in one text is negated and every mention in the other is not; a
    text that says both of one term is not flagged. Neighbouring words that disagree alike make
    one flag ("pleural effusion").

    Args:
        predictions: n English texts.
        references: n English texts, one each.

    Returns:
        n tuples of flags, in the order of the predictions' words. There is no mean of flags.

    Raises:
        InputDataError: The lengths differ, or something is not a text.

    Example:
        >>> flags = english_negation_flags(["No pneumothorax."], ["Small pneumothorax."])
        >>> [(flag.term, flag.prediction_says, flag.reference_says) for flag in flags[0]]
        [('pneumothorax', 'absent', 'present')]
    """
    return [
        _negation(read_polarities(prediction), read_polarities(reference))
        for prediction, reference in _single_pairs(
            "english_negation_flags", predictions, references
        )
    ]


def _single_pairs(
    metric: str, predictions: Sequence[str], references: Sequence[str]
) -> list[tuple[str, str]]:
    choices = check_pairs(metric, predictions, references)
    for place, choice in enumerate(choices):
        if len(choice) > 1:
            raise InputDataError(
                f"{metric}: references[{place}] holds {len(choice)} texts, give one; "
                "a flag is against one reference"
            )
    return [(text, choice[0]) for text, choice in zip(predictions, choices, strict=True)]


def _laterality(
    predicted: Sequence[SideStatement], expected: Sequence[SideStatement]
) -> tuple[Flag, ...]:
    said, meant = _sides_by_term(predicted), _sides_by_term(expected)
    flags: dict[tuple[Span, Span], Flag] = {}
    for name, mentions in said.items():
        if name not in meant or not _sides_disagree(mentions, meant[name]):
            continue
        (ours, our_term), (theirs, their_term) = mentions[0], meant[name][0]
        # The last term of a phrase is its head: it replaces "pleural" by "effusion".
        flags[ours.span, theirs.span] = Flag(
            "laterality",
            name,
            ours.side,
            theirs.side,
            _reach(ours.span, our_term.span),
            _reach(theirs.span, their_term.span),
        )
    return tuple(flags.values())


def _sides_by_term(
    statements: Sequence[SideStatement],
) -> dict[str, list[tuple[SideStatement, Term]]]:
    by_term: defaultdict[str, list[tuple[SideStatement, Term]]] = defaultdict(list)
    for statement in statements:
        for term in statement.terms:
            by_term[term.name].append((statement, term))
    return dict(by_term)


def _sides_disagree(
    ours: Sequence[tuple[SideStatement, Term]], theirs: Sequence[tuple[SideStatement, Term]]
) -> bool:
    said, meant = ({statement.side for statement, _ in side} for side in (ours, theirs))
    both = {"left", "right"}
    wide = [sides | both if "bilateral" in sides else set(sides) for sides in (said, meant)]
    if not wide[0] & wide[1]:
        return True
    has_bilateral = "bilateral" in said, "bilateral" in meant
    narrow = wide[1] if has_bilateral[0] else wide[0]
    return has_bilateral[0] != has_bilateral[1] and len(narrow) == 1


def _negation(
    predicted: Sequence[PolarityStatement], expected: Sequence[PolarityStatement]
) -> tuple[Flag, ...]:
    said, meant = _settled(predicted), _settled(expected)
    flags: list[Flag] = []
    for statement in said.values():
        name = statement.term.name
        other = meant.get(name)
        if other is None or other.polarity == statement.polarity:
            continue
        flag = Flag(
            "negation",
            name,
            statement.polarity,
            other.polarity,
            _reach(statement.cue or statement.term.span, statement.term.span),
            _reach(other.cue or other.term.span, other.term.span),
        )
        flags.append(flag)
    return tuple(_joined(flags))


def _settled(statements: Sequence[PolarityStatement]) -> dict[str, PolarityStatement]:
    """Return the first mention of each term that has one polarity throughout."""
    first: dict[str, PolarityStatement] = {}
    unsettled = set()
    for statement in statements:
        known = first.setdefault(statement.term.name, statement)
        if known.polarity != statement.polarity:
            unsettled.add(statement.term.name)
    return {name: statement for name, statement in first.items() if name not in unsettled}


def _joined(flags: Sequence[Flag]) -> list[Flag]:
    """Return the flags with those of neighbouring words in both texts made one."""
    joined: list[Flag] = []
    for flag in flags:
        last = joined[-1] if joined else None
        if (
            last is not None
            and last.prediction_says == flag.prediction_says
            and _touches(last.prediction_span, flag.prediction_span)
            and _touches(last.reference_span, flag.reference_span)
        ):
            joined[-1] = last._replace(
                term=f"{last.term} {flag.term}",
                prediction_span=_reach(last.prediction_span, flag.prediction_span),
                reference_span=_reach(last.reference_span, flag.reference_span),
            )
        else:
            joined.append(flag)
    return joined


def _touches(one: Span, other: Span) -> bool:
    """Return whether the spans overlap or have one space between them."""
    return one[0] <= other[1] + 1 and other[0] <= one[1] + 1


def _reach(one: Span, other: Span) -> Span:
    return min(one[0], other[0]), max(one[1], other[1])
