"""ROUGE over a batch, equal to the rouge-score package to the last bit."""

from __future__ import annotations

import itertools
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from judgekit.metrics.pairing import check_pairs
from judgekit.metrics.rouge_batch import IntArray, TokenBatch, encode
from judgekit.metrics.rouge_lcs import lcs_hits, union_lcs_hits
from judgekit.metrics.rouge_ngrams import ngram_counts, ngram_hits
from judgekit.metrics.tokenizers import TokenizerName, lost_letters

DEFAULT_VARIANTS = ("rouge1", "rouge2", "rougeL")

# Pairs counted together: enough to share the work of a call, few enough to stay in the cache.
_PAIRS_AT_ONCE = 512
_NGRAM_VARIANT = re.compile(r"rouge([1-9])")


class LostLettersWarning(UserWarning):
    """The default tokenizer drops letters of the texts, so their scores miss part of them."""


class RougeScore(NamedTuple):
    """One ROUGE variant of one prediction.

    Attributes:
        precision: Shared units / units of the prediction, 0-1; 0 when it has none.
        recall: Shared units / units of the reference, 0-1; 0 when it has none.
        fmeasure: 2 P R / (P + R), 0-1; 0 when both are 0.
    """

    precision: float
    recall: float
    fmeasure: float


def rouge(
    predictions: Sequence[str],
    references: Sequence[str | Sequence[str]],
    *,
    variants: Sequence[str] = DEFAULT_VARIANTS,
    use_stemmer: bool = False,
    tokenizer: TokenizerName = "rouge",
    warn: bool = True,
) -> dict[str, list[RougeScore]]:
    """Return ROUGE scores (Lin 2004) of each prediction, for each variant.

    With `tokenizer="rouge"` they equal those of the rouge-score package (0.1.2) to the last bit:
    ROUGE-N counts n-grams, ROUGE-L takes the longest common subsequence of the whole texts,
    ROUGE-Lsum the union over sentences, which are the lines of a text.

    Args:
        predictions: n texts. An empty text is a prediction and scores 0.
        references: n references; each a text or a list of at least one text, of which the one
            with the best F is taken for each variant by itself, the first of equals.
        variants: Any of rouge1 to rouge9, rougeL, rougeLsum.
        use_stemmer: Whether English words with the same Porter stem match.
        tokenizer: "rouge" keeps a-z and 0-9 only; "unicode" keeps every script, units, accents,
            decimals and hyphenated terms, and cuts Chinese and Japanese into single characters
            (see `cut_unicode`). Scores of the two are not comparable.
        warn: Whether to warn when the "rouge" tokenizer drops letters; a caller that counts them
            with `lost_letters` itself says False.

    Returns:
        For each variant one score per prediction, in order. A pair without any token on either
        side scores 0 as in rouge-score.

    Raises:
        InputDataError: The lengths differ, a reference list is empty, or something is not a text.
        ValueError: A variant or tokenizer does not exist, or no variant is asked for.

    Warns:
        LostLettersWarning: The "rouge" tokenizer drops letters or digits of the texts.

    Example:
        >>> rouge(["left lung clear"], ["the left lung is clear"])["rouge1"]
        [RougeScore(precision=1.0, recall=0.6, fmeasure=0.7499999999999999)]
    """
    _check_options(variants, tokenizer)
    choices = check_pairs("rouge", predictions, references)
    if warn and tokenizer == "rouge":
        _warn_of_lost_letters([*predictions, *itertools.chain.from_iterable(choices)])
    scores: dict[str, list[RougeScore]] = {variant: [] for variant in variants}
    for start in range(0, len(predictions), _PAIRS_AT_ONCE):
        stop = start + _PAIRS_AT_ONCE
        pairs = _Pairs(
            predictions[start:stop], choices[start:stop], tokenizer=tokenizer, stem=use_stemmer
        )
        for variant, column in scores.items():
            column.extend(pairs.score(variant))
    return scores


class _Pairs:
    """Each prediction beside each of its references, tokenised once for all variants."""

    def __init__(
        self,
        predictions: Sequence[str],
        choices: Sequence[Sequence[str]],
        *,
        tokenizer: TokenizerName,
        stem: bool,
    ) -> None:
        self._predictions = predictions
        self._references = list(itertools.chain.from_iterable(choices))
        self._n_choices = [len(choice) for choice in choices]
        self._tokenizer: TokenizerName = tokenizer
        self._stem = stem
        self._tokens: tuple[TokenBatch, TokenBatch] | None = None

    def score(self, variant: str) -> list[RougeScore]:
        if variant == "rougeLsum":
            columns = _columns(*self._sentence_hits())
        else:
            predictions, references = self._token_batches()
            if variant == "rougeL":
                hits, n = lcs_hits(predictions, references), 1
            else:
                n = int(variant.removeprefix("rouge"))
                hits = ngram_hits(predictions, references, n)
            columns = _columns(hits, ngram_counts(predictions, n), ngram_counts(references, n))
        rows = [RougeScore._make(row) for row in zip(*columns, strict=True)]
        return rows if len(rows) == len(self._n_choices) else list(self._best(rows))

    def _best(self, rows: list[RougeScore]) -> Iterator[RougeScore]:
        start = 0
        for n_choices in self._n_choices:
            # max() keeps the first of equals, as rouge-score's argmax does.
            yield max(rows[start : start + n_choices], key=lambda row: row.fmeasure)
            start += n_choices

    def _token_batches(self) -> tuple[TokenBatch, TokenBatch]:
        if self._tokens is None:
            texts = [*self._predictions, *self._references]
            batch = encode(texts, tokenizer=self._tokenizer, use_stemmer=self._stem)
            predictions, references = batch.split(len(self._predictions))
            self._tokens = predictions.take(self._prediction_of_pair()), references
        return self._tokens

    def _prediction_of_pair(self) -> IntArray:
        return np.repeat(np.arange(len(self._predictions)), self._n_choices)

    def _sentence_hits(self) -> tuple[IntArray, IntArray, IntArray]:
        lines = [text.split("\n") for text in [*self._predictions, *self._references]]
        every_line = list(itertools.chain.from_iterable(lines))
        batch = encode(every_line, tokenizer=self._tokenizer, use_stemmer=self._stem)
        tokens = np.split(batch.tokens, np.cumsum(batch.lengths)[:-1])
        sentence = iter([part.tolist() for part in tokens])
        texts = [list(itertools.islice(sentence, len(text))) for text in lines]
        n_tokens = np.array([sum(map(len, text)) for text in texts], np.int64)
        owner = self._prediction_of_pair()
        references = texts[len(self._predictions) :]
        hits = [
            union_lcs_hits(texts[place], reference)
            for place, reference in zip(owner.tolist(), references, strict=True)
        ]
        n_predictions = len(self._predictions)
        return np.array(hits, np.int64), n_tokens[owner], n_tokens[n_predictions:]


def _columns(
    hits: IntArray, n_prediction: IntArray, n_reference: IntArray
) -> tuple[list[float], list[float], list[float]]:
    precision = hits / np.maximum(n_prediction, 1)
    recall = hits / np.maximum(n_reference, 1)
    total = precision + recall
    fmeasure: NDArray[np.float64] = np.zeros(len(hits))
    np.divide(2 * precision * recall, total, out=fmeasure, where=total > 0)
    return precision.tolist(), recall.tolist(), fmeasure.tolist()


def _check_options(variants: Sequence[str], tokenizer: str) -> None:
    known = "rouge1 to rouge9, rougeL, rougeLsum"
    if isinstance(variants, str) or not variants:
        raise ValueError(f"rouge: variants must be a list of at least one of {known}: {variants!r}")
    for variant in variants:
        if variant not in {"rougeL", "rougeLsum"} and not _NGRAM_VARIANT.fullmatch(variant):
            raise ValueError(f"rouge: unknown variant {variant!r}; use one of {known}")
    if tokenizer not in get_args(TokenizerName):
        names = " or ".join(map(repr, get_args(TokenizerName)))
        raise ValueError(f"rouge: unknown tokenizer {tokenizer!r}; use {names}")


def _warn_of_lost_letters(texts: list[str]) -> None:
    losses = [loss for loss in (lost_letters([text]) for text in texts) if loss]
    if losses:
        warnings.warn(
            f"the 'rouge' tokenizer keeps a-z and 0-9 only: it drops {sum(losses)} letters or "
            f"digits in {len(losses)} of {len(texts)} texts; tokenizer='unicode' keeps them",
            LostLettersWarning,
            stacklevel=3,
        )
