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
    text = np.repeat(
        np.arange(2 * n_pairs), np.concatenate([predictions.lengths, references.lengths])
    )
    last = len(tokens) - (n - 1)
    starts = np.flatnonzero(text[:last] == text[n - 1 :]) if last > 0 else text[:0]
    if not len(starts):
        return np.zeros(n_pairs, np.int64)
    grams, n_grams = _gram_numbers(tokens, starts, n, n_words=predictions.n_words, room=2 * n_pairs)
    n_in_predictions = int(np.searchsorted(starts, len(predictions.tokens)))
    pair = text[starts]
    pair[n_in_predictions:] -= n_pairs
    # Sorted keys bring equal n-grams of one pair together; the last bit says which side.
    keys = (pair * n_grams + grams) << 1
    keys[n_in_predictions:] |= 1
    keys.sort()
    side = keys & 1
    keys >>= 1
    run_starts = np.concatenate([[0], np.flatnonzero(keys[1:] != keys[:-1]) + 1])
    in_run = np.diff(run_starts, append=len(keys))
    in_reference = np.add.reduceat(side, run_starts)
    shared = np.minimum(in_reference, in_run - in_reference)
    # Weights are summed in float64, exact for counts below 2**53.
    hits = np.bincount(keys[run_starts] // n_grams, weights=shared, minlength=n_pairs)
    return hits.astype(np.int64)


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
