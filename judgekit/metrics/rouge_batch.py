"""Texts of a batch as arrays of token numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from judgekit.metrics.tokenizers import BATCH_CUTTERS, STEMMERS, TEXT_END, TokenizerName

IntArray = NDArray[np.int64]
TokenArray = NDArray[np.int32]


class TokenBatch(NamedTuple):
    """The tokens of several texts, one after the other.

    Attributes:
        tokens: Number of each token; equal numbers are equal tokens. Shape (all tokens,).
        lengths: Tokens of each text. Shape (texts,).
        n_words: How many different tokens there are: numbers run from 0 to n_words - 1.
    """

    tokens: TokenArray
    lengths: IntArray
    n_words: int

    def take(self, texts: IntArray) -> TokenBatch:
        """Return the texts at the places `texts`, in that order, repeats included."""
        lengths = self.lengths[texts]
        first = (np.cumsum(self.lengths) - self.lengths)[texts]
        shift = first - (np.cumsum(lengths) - lengths)
        places = np.arange(int(lengths.sum())) + np.repeat(shift, lengths)
        return TokenBatch(self.tokens[places], lengths, self.n_words)

    def split(self, n_first: int) -> tuple[TokenBatch, TokenBatch]:
        """Return the first `n_first` texts and the others."""
        cut = int(self.lengths[:n_first].sum())
        return (
            TokenBatch(self.tokens[:cut], self.lengths[:n_first], self.n_words),
            TokenBatch(self.tokens[cut:], self.lengths[n_first:], self.n_words),
        )


def encode(texts: Sequence[str], *, tokenizer: TokenizerName, use_stemmer: bool) -> TokenBatch:
    """Return the tokens of `texts`, numbered over the whole batch.

    Args:
        texts: Any number of texts.
        tokenizer: How they are cut.
        use_stemmer: Whether tokens with the same Porter stem are the same token.

    Returns:
        One TokenBatch; texts without tokens have length 0.
    """
    every_token = BATCH_CUTTERS[tokenizer](texts)
    words = _Numbering()
    text_end = words[TEXT_END]
    numbers = np.fromiter(map(words.__getitem__, every_token), np.int32, len(every_token))
    ends = np.flatnonzero(numbers == text_end)
    lengths = np.diff(ends, prepend=-1) - 1
    tokens = np.delete(numbers, ends)
    if not use_stemmer:
        return TokenBatch(tokens, lengths, len(words))
    stem_of, n_stems = _stem_numbers(words, STEMMERS[tokenizer])
    return TokenBatch(stem_of[tokens], lengths, n_stems)


class _Numbering(defaultdict[str, int]):
    """Numbers words in the order they are first asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.default_factory = self.__len__


def _stem_numbers(words: _Numbering, stem: Callable[[str], str]) -> tuple[TokenArray, int]:
    stems = _Numbering()
    of_word = (stems[word if word == TEXT_END else stem(word)] for word in words)
    numbers = np.fromiter(of_word, np.int32, len(words))
    return numbers, len(stems)
