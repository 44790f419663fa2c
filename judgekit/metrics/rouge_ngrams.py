"""N-grams that prediction and reference share, counted over a whole batch at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from judgekit.metrics.rouge_batch import IntArray, TokenBatch

_LARGEST_KEY = 2**62


def ngram_counts(batch: TokenBatch, n: int) -> IntArray:
    """Return the number of n-grams of each text: max(tokens - n + 1, 0). Shape (texts,)."""
    return np.maximum(batch.lengths - (n - 1), 0)


def ngram_hits(predictions: TokenBatch, references: TokenBatch, n: int) -> IntArray:
    """Return how many n-grams each prediction shares with the reference at the same place.

    The sum over n-grams of min(count in prediction, count in reference), as in Lin (2004),
    section 2, for one reference.

    Args:
        predictions: The predictions' tokens.
        references: The references' tokens, as many texts, numbered together with the predictions.
        n: Tokens per n-gram, >= 1.

    Returns:
        One count per pair, 0 where either text is shorter than n. Shape (pairs,).
    """
    n_pairs = len(predictions.lengths)
    tokens = np.concatenate([predictions.tokens, references.tokens]).astype(np.int64)
    lengths = np.concatenate([predictions.lengths, references.lengths])
    text = np.repeat(np.arange(2 * n_pairs), lengths)
    starts = np.flatnonzero(text[: len(text) - (n - 1)] == text[n - 1 :])
    if not len(starts):
        return np.zeros(n_pairs, np.int64)
    grams, n_grams = _gram_numbers(tokens, starts, n, n_words=predictions.n_words, room=2 * n_pairs)
    is_reference, pair = np.divmod(text[starts], n_pairs)
    # Sorted keys bring equal n-grams of one pair together; the last bit says which side.
    keys = np.sort(((pair * n_grams + grams) << 1) | is_reference)
    run_starts = np.flatnonzero(np.diff(keys >> 1, prepend=-1))
    in_run = np.diff(run_starts, append=len(keys))
    in_reference = np.add.reduceat(keys & 1, run_starts)
    shared = np.minimum(in_reference, in_run - in_reference)
    pair_of_run = (keys[run_starts] >> 1) // n_grams
    # Weights are summed in float64, exact for counts below 2**53.
    return np.bincount(pair_of_run, weights=shared, minlength=n_pairs).astype(np.int64)


def _gram_numbers(
    tokens: IntArray, starts: NDArray[np.int64], n: int, *, n_words: int, room: int
) -> tuple[IntArray, int]:
    """Return a number for each n-gram and their bound, renumbering before keys can overflow."""
    grams, bound = tokens[starts], n_words
    for offset in range(1, n):
        if bound * n_words * room > _LARGEST_KEY:
            distinct, grams = np.unique(grams, return_inverse=True)
            bound = len(distinct)
        grams = grams * n_words + tokens[starts + offset]
        bound *= n_words
    return grams, bound
