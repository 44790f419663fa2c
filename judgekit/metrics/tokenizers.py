"""How a text is cut into tokens for the lexical metrics."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from judgekit.metrics.tokenize_unicode import cut_unicode, stem_unicode

TokenizerName = Literal["rouge", "unicode"]

# Stands behind each text of a batch; tokens are in lower case, so none can be equal to it.
TEXT_END = "X"

_KEPT = b"abcdefghijklmnopqrstuvwxyz0123456789" + TEXT_END.encode()
_TO_SPACE = bytes(byte if byte in _KEPT else 32 for byte in range(256))

# Distinct words whose stem is remembered: some 20 MB when full.
_STEMS_KEPT = 131_072


def cut_rouge(text: str) -> list[str]:
    """Return the tokens of rouge-score's default tokenizer: runs of a-z and 0-9, lower-cased.

    Every other character separates, so "µg" becomes "g", "naïve" becomes "na", "ve", and a text
    in another script has no tokens at all; `lost_letters` counts what is dropped.

    Args:
        text: Any text; lone surrogates separate.

    Returns:
        The tokens in order; an empty list for a text without a-z and 0-9.

    Example:
        >>> cut_rouge("T2-weighted, 3.5 µg")
        ['t2', 'weighted', '3', '5', 'g']
    """
    return _cut_ascii(text.lower())


def _cut_ascii(lower: str) -> list[str]:
    return lower.encode("ascii", "replace").translate(_TO_SPACE).decode("ascii").split()


def _cut_rouge_batch(texts: Sequence[str]) -> list[str]:
    # One pass over one long text costs half as much as one pass per text.
    return _cut_ascii(f" {TEXT_END} ".join([*map(str.lower, texts), ""]))


def _cut_unicode_batch(texts: Sequence[str]) -> list[str]:
    return [token for text in texts for token in (*cut_unicode(text), TEXT_END)]


@functools.lru_cache(maxsize=_STEMS_KEPT)
def stem_rouge(token: str) -> str:
    """Return the Porter stem of one rouge token, as rouge-score's default tokenizer makes it.

    Tokens of up to three characters stay. No Porter rule empties a longer one: each rule but the
    plural's asks that a vowel or a measure stand before the suffix it removes.

    Args:
        token: One token of `cut_rouge`.

    Returns:
        The stem, never empty.

    Example:
        >>> stem_rouge("lesions")
        'lesion'
    """
    (stem,) = _porter_tokenizer()(token)
    return stem


@functools.cache
def _porter_tokenizer() -> Callable[[str], list[str]]:
    # Imported here because the package takes seconds to load and only stemming needs it.
    from rouge_score.tokenizers import DefaultTokenizer

    tokenize: Callable[[str], list[str]] = DefaultTokenizer(use_stemmer=True).tokenize
    return tokenize


def _stem_unicode(token: str) -> str:
    return stem_unicode(token, stem_rouge)


# Each returns the tokens of all texts in order, with TEXT_END behind each text.
BATCH_CUTTERS: dict[TokenizerName, Callable[[Sequence[str]], list[str]]] = {
    "rouge": _cut_rouge_batch,
    "unicode": _cut_unicode_batch,
}
STEMMERS: dict[TokenizerName, Callable[[str], str]] = {
    "rouge": stem_rouge,
    "unicode": _stem_unicode,
}


def lost_letters(texts: Iterable[str]) -> int:
    """Return how many letters and digits the "rouge" tokenizer drops from `texts`.

    A letter or digit is any character that Unicode calls alphanumeric (letters of every script,
    µ, ², ½), counted after lower-casing and canonical composition, so that "naïve" loses one
    letter however its accent is stored. Symbols (≥, ±, °) and punctuation are not letters.

    Args:
        texts: Any number of texts.

    Returns:
        The count over all texts, 0 when nothing is lost.

    Example:
        >>> lost_letters(["5 µg", "β-blocker", "plain"])
        2
    """
    return sum(0 if text.isascii() else _lost(text) for text in texts)


def _lost(text: str) -> int:
    composed = unicodedata.normalize("NFC", text.lower())
    return sum(1 for character in composed if character.isalnum() and not character.isascii())
