"""Whether two short answers are the same, and how many of their words they share."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

from judgekit.metrics.pairing import check_pairs
from judgekit.metrics.tokenize_unicode import cut_unicode

Normalizer = Literal["unicode", "squad"]

_ARTICLES = frozenset({"a", "an", "the"})
_ARTICLE = re.compile(r"\b(a|an|the)\b")
_WITHOUT_PUNCTUATION = str.maketrans("", "", string.punctuation)


class TokenF1(NamedTuple):
    """Shared words of one prediction and its reference.

    Attributes:
        precision: Shared words / words of the prediction, 0-1.
        recall: Shared words / words of the reference, 0-1.
        f1: 2 P R / (P + R), 0-1.
    """

    precision: float
    recall: float
    f1: float


def exact_match(
    predictions: Sequence[str], references: Sequence[str | Sequence[str]]
) -> list[bool]:
    """Return whether each prediction is one of its references, character for character.

    Args:
        predictions: n texts.
        references: n references; each a text or a list of at least one text.

    Returns:
        n values. Case, spaces and the form of accents all count.

    Raises:
        InputDataError: The lengths differ, a reference list is empty, or something is not a text.

    Example:
        >>> exact_match(["Yes", "yes"], ["Yes", ["Yes", "yes"]])
        [True, True]
    """
    choices = check_pairs("exact_match", predictions, references)
    return [text in choice for text, choice in zip(predictions, choices, strict=True)]


def normalized_match(
    predictions: Sequence[str],
    references: Sequence[str | Sequence[str]],
    *,
    normalizer: Normalizer = "unicode",
) -> list[bool]:
    """Return whether each prediction has the same words in the same order as a reference.

    Args:
        predictions: n texts.
        references: n references; each a text or a list of at least one text.
        normalizer: How words are made.
            "unicode": the tokens of `cut_unicode` without a, an, the. Numbers, units, signs and
            every script are kept.
            "squad": the published SQuAD 1.1 script (Rajpurkar et al. 2016): lower case, ASCII
            punctuation deleted, a, an, the deleted, cut at spaces. It makes "3.5" and "35" the
            same word, so use it only to compare with published figures.

    Returns:
        n values. Two texts without any word are the same.

    Raises:
        InputDataError: The lengths differ, a reference list is empty, or something is not a text.
        ValueError: The normalizer does not exist.

    Example:
        >>> normalized_match(["The left lung."], ["left lung"])
        [True]
    """
    words = _words_of(normalizer)
    choices = check_pairs("normalized_match", predictions, references)
    return [
        words(text) in [words(reference) for reference in choice]
        for text, choice in zip(predictions, choices, strict=True)
    ]


def token_f1(
    predictions: Sequence[str],
    references: Sequence[str | Sequence[str]],
    *,
    normalizer: Normalizer = "unicode",
) -> list[TokenF1]:
    """Return the token F1 of each prediction (Rajpurkar et al. 2016, section 6.1).

    With c the sum over words of min(count in prediction, count in reference): P = c / words of
    the prediction, R = c / words of the reference, F1 = 2 P R / (P + R), and 0 when c = 0.

    Args:
        predictions: n texts.
        references: n references; each a text or a list of at least one text, of which the one
            with the best F1 is taken, the first of equals.
        normalizer: How words are made, as in `normalized_match`.

    Returns:
        n scores. When neither side has a word all three are 1, when one has none they are 0
        (the rule of SQuAD 2.0 for an empty answer).

    Raises:
        InputDataError: The lengths differ, a reference list is empty, or something is not a text.
        ValueError: The normalizer does not exist.

    Example:
        >>> token_f1(["left lung nodule"], ["nodule"])
        [TokenF1(precision=0.3333333333333333, recall=1.0, f1=0.5)]
    """
    words = _words_of(normalizer)
    choices = check_pairs("token_f1", predictions, references)
    scores = []
    for text, choice in zip(predictions, choices, strict=True):
        predicted = words(text)
        candidates = [_shared_words(predicted, words(reference)) for reference in choice]
        scores.append(max(candidates, key=lambda score: score.f1))
    return scores


def _shared_words(prediction: list[str], reference: list[str]) -> TokenF1:
    if not prediction or not reference:
        empty = float(prediction == reference)
        return TokenF1(empty, empty, empty)
    shared = (Counter(prediction) & Counter(reference)).total()
    if not shared:
        return TokenF1(0.0, 0.0, 0.0)
    precision, recall = shared / len(prediction), shared / len(reference)
    return TokenF1(precision, recall, 2 * precision * recall / (precision + recall))


def _unicode_words(text: str) -> list[str]:
    return [token for token in cut_unicode(text) if token not in _ARTICLES]


def _squad_words(text: str) -> list[str]:
    plain = text.lower().translate(_WITHOUT_PUNCTUATION)
    return _ARTICLE.sub(" ", plain).split()


_NORMALIZERS: dict[str, Callable[[str], list[str]]] = {
    "unicode": _unicode_words,
    "squad": _squad_words,
}


def _words_of(normalizer: str) -> Callable[[str], list[str]]:
    if normalizer not in _NORMALIZERS:
        names = " or ".join(map(repr, get_args(Normalizer)))
        raise ValueError(f"matching answers: unknown normalizer {normalizer!r}; use {names}")
    return _NORMALIZERS[normalizer]
