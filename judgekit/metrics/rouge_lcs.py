"""Longest common subsequences: of two texts (ROUGE-L) and of their sentences (ROUGE-Lsum)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance import LCSseq
from rapidfuzz.process import cpdist

from judgekit.metrics.rouge_batch import IntArray, TokenBatch

# A token number is written as one character; above this there is none left.
_CHARACTERS = 0x110000


def lcs_hits(predictions: TokenBatch, references: TokenBatch) -> IntArray:
    """Return the length of the longest common subsequence of each pair, in tokens.

    Args:
        predictions: The predictions' tokens.
        references: The references' tokens, as many texts, numbered together with the predictions.

    Returns:
        One length per pair, 0 where either text has no tokens. Shape (pairs,).
    """
    if not len(predictions.lengths):
        return np.zeros(0, np.int64)
    as_texts = _as_strings if predictions.n_words <= _CHARACTERS else _as_lists
    lengths = cpdist(
        as_texts(predictions),
        as_texts(references),
        scorer=LCSseq.similarity,
        dtype=np.int64,
        workers=1,
    )
    return np.asarray(lengths, dtype=np.int64)


def _as_strings(batch: TokenBatch) -> list[str]:
    ends = np.cumsum(batch.lengths) * 4
    raw = batch.tokens.astype("<u4").tobytes()
    return [
        raw[start:end].decode("utf-32-le", "surrogatepass")
        for start, end in zip((ends - batch.lengths * 4).tolist(), ends.tolist(), strict=True)
    ]


def _as_lists(batch: TokenBatch) -> list[list[int]]:
    cuts = np.cumsum(batch.lengths)[:-1]
    return [part.tolist() for part in np.split(batch.tokens, cuts)]


def union_lcs_hits(prediction: Sequence[Sequence[int]], reference: Sequence[Sequence[int]]) -> int:
    """Return the summary-level hits of ROUGE-Lsum for one pair.

    For each reference sentence the union, over the prediction's sentences, of the positions in
    one longest common subsequence (Lin 2004, section 3.2); a token counts at most as often as it
    occurs in the prediction. Where several longest subsequences exist, the one rouge-score reads
    out of its table is taken, so that the union is the same.

    Args:
        prediction: Token numbers of each sentence.
        reference: Token numbers of each sentence.

    Returns:
        The number of hits, 0 when either side has no tokens.
    """
    available = Counter(token for sentence in prediction for token in sentence)
    found: Counter[int] = Counter()
    for sentence in reference:
        union: set[int] = set()
        for candidate in prediction:
            union.update(_lcs_places(sentence, candidate))
        found.update(sentence[place] for place in union)
    return sum(min(count, available[token]) for token, count in found.items())


def _lcs_places(reference: Sequence[int], candidate: Sequence[int]) -> list[int]:
    """Return the reference positions of the longest common subsequence rouge-score reads out.

    The table t of lengths is kept as one integer per row, whose bit j says whether t grows at
    column j (Hyyrö 2004); the way back goes left where t above is smaller, otherwise up.
    """
    rows = _table_rows(reference, candidate)
    i, j = len(reference), len(candidate)
    length = rows[i].bit_count()
    places = []
    while length:
        if reference[i - 1] == candidate[j - 1]:
            i, j, length = i - 1, j - 1, length - 1
            places.append(i)
        elif (rows[i - 1] & ((1 << j) - 1)).bit_count() < length:
            j -= 1
        else:
            i -= 1
    return places


def _table_rows(reference: Sequence[int], candidate: Sequence[int]) -> list[int]:
    places_of: defaultdict[int, int] = defaultdict(int)
    for j, token in enumerate(candidate):
        places_of[token] |= 1 << j
    full = (1 << len(candidate)) - 1
    flat, rows = full, [0]
    for token in reference:
        if matches := flat & places_of.get(token, 0):
            flat = ((flat + matches) | (flat - matches)) & full
        rows.append(flat ^ full)
    return rows
