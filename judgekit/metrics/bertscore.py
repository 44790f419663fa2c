"""BERTScore through bert-score: same numbers, nothing cut in silence, references encoded once."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from judgekit.errors import ConfigurationError
from judgekit.extras import require
from judgekit.metrics.bertscore_model import (
    EXTRA,
    FEATURE,
    BertScoreModel,
    Tokens,
    batches,
    inverse_document_frequencies,
    read_baseline,
)
from judgekit.metrics.encoding_store import Array, EncodingStore
from judgekit.metrics.pairing import check_pairs

_MATCHED_AT_A_TIME = 8192
_SPECIAL = 2


class TruncatedTextsWarning(UserWarning):
    """Texts were longer than the model reads; what lies beyond plays no part in their scores."""


class BertScore(NamedTuple):
    """BERTScore of one prediction.

    Attributes:
        precision: Mean over the prediction's tokens of the best cosine in the reference.
        recall: Mean over the reference's tokens of the best cosine in the prediction.
        f1: 2 P R / (P + R).
    """

    precision: float
    recall: float
    f1: float


class ScoredPair(NamedTuple):
    """A score, and whether one of its texts was cut."""

    score: BertScore
    is_cut: bool


class IdfWeights(NamedTuple):
    """What tokens weigh, over one set of references.

    Attributes:
        weights: By token id; None: every token weighs 1.
        default: Of a token that no reference holds.
    """

    weights: Mapping[int, float] | None
    default: float = 0.0


EQUAL_WEIGHTS = IdfWeights(None)


def bertscore(
    predictions: Sequence[str],
    references: Sequence[str | Sequence[str]],
    *,
    model: str | Path | BertScoreModel,
    layer: int | None = None,
    idf: bool = False,
    baseline: str | Path | None = None,
    store: EncodingStore | None = None,
    warn: bool = True,
) -> list[BertScore]:
    """Return the BERTScore (Zhang et al. 2020) of each prediction, as bert-score computes it.

    Args:
        predictions: n texts.
        references: n references; each a text or a list of at least one text, of which the one
            with the best F1 is taken.
        model: A folder, a name on the hub, or a `BertScoreModel` that is used again for the next
            system: it keeps its references' vectors.
        layer: As in `BertScoreModel`; not with a model that has one already.
        idf: Whether rare tokens weigh more: by all of `references`, each time it stands there.
        baseline: What 0 is rescaled to: a language whose table bert-score has for this model, such
            as "en", or a file like those; None: raw scores.
        store: As in `BertScoreModel`; not with a model that has one already.
        warn: Whether to warn of texts that are cut.

    Returns:
        n scores, raw ones from 0 to 1 in practice. Where either text is blank, or has no token
        that weighs anything, all three are 0 before rescaling, as bert-score has it.

    Raises:
        InputDataError: The lengths differ, a reference list is empty, or something is not a text.
        ConfigurationError: There is no such model, layer or baseline.

    Warns:
        TruncatedTextsWarning: Texts are longer than the model reads.
    """
    choices = check_pairs("bertscore", predictions, references)
    if isinstance(model, BertScoreModel):
        if layer is not None or store is not None:
            raise ConfigurationError(
                "bertscore: the model has its layer and store already; leave layer and store out"
            )
        loaded = model
    else:
        loaded = BertScoreModel(model, layer=layer, store=store)
    every = list(itertools.chain.from_iterable(choices))
    weights = idf_weights(loaded, every) if idf else EQUAL_WEIGHTS
    rescaled_by = None if baseline is None else baseline_of(loaded, baseline)
    found = score_pairs(loaded, predictions, choices, weights=weights, baseline=rescaled_by)
    n_cut = sum(pair.is_cut for pair in found)
    if warn and n_cut:
        warnings.warn(
            f"BERTScore reads {loaded.max_tokens} tokens of a text: in {n_cut} of {len(found)} "
            "pairs a text is longer, and what lies beyond plays no part",
            TruncatedTextsWarning,
            stacklevel=2,
        )
    return [pair.score for pair in found]


def idf_weights(model: BertScoreModel, references: Sequence[str]) -> IdfWeights:
    """Return what tokens weigh over `references`, each counted as often as it stands there."""
    return IdfWeights(*inverse_document_frequencies(model.tokenize(references)))


def baseline_of(model: BertScoreModel, baseline: str | Path) -> NDArray[np.float64]:
    """Return the baseline of precision, recall and F1 for a model at its layer.

    Raises:
        ConfigurationError: bert-score has no table for the model and language, or the file is none.
    """
    if isinstance(baseline, Path) or baseline.endswith((".tsv", ".csv")):
        return read_baseline(Path(baseline), model.layer)
    package = require("bert_score", extra=EXTRA, feature=FEATURE)
    name = model.fields["model"]
    path = Path(str(package.__file__)).parent / "rescale_baseline" / baseline / f"{name}.tsv"
    if not path.is_file():
        raise ConfigurationError(
            f"rescaling BERTScore: bert-score has no baseline of {name!r} for {baseline!r}; leave "
            "baseline out for raw scores, or name a file of your own"
        )
    return read_baseline(path, model.layer)


def score_pairs(
    model: BertScoreModel,
    predictions: Sequence[str],
    choices: Sequence[Sequence[str]],
    *,
    weights: IdfWeights,
    baseline: NDArray[np.float64] | None,
) -> list[ScoredPair]:
    """Return the best score of each prediction against its references.

    Args:
        model: The model; vectors of references go into its store.
        predictions: n texts.
        choices: n lists of at least one reference.
        weights: What tokens weigh.
        baseline: What raw scores are rescaled by; None: nothing.
    """
    references = list(itertools.chain.from_iterable(choices))
    repeated = [text for text, choice in zip(predictions, choices, strict=True) for _ in choice]
    sides = _Sides(model, repeated, references, weights)
    raw = np.zeros((len(references), 3))
    for places in batches(sides.usable, [sides.size(n) for n in sides.usable], _MATCHED_AT_A_TIME):
        raw[places] = sides.match(places)
    raw = np.nan_to_num(raw, nan=0.0)
    if baseline is not None:
        raw = (raw - baseline) / (1 - baseline)
    return list(_best(raw.tolist(), sides.is_cut, [len(choice) for choice in choices]))


class _Sides:
    """Both texts of every pair: tokens, vectors and weights."""

    def __init__(
        self,
        model: BertScoreModel,
        predictions: Sequence[str],
        references: Sequence[str],
        weights: IdfWeights,
    ) -> None:
        self._model = model
        self._texts = (references, predictions)
        self._tokens = tuple(_tokens_by_text(model, texts) for texts in self._texts)
        self._vectors = tuple(
            model.vectors(list(tokens), list(tokens.values()), keep=is_reference)
            for tokens, is_reference in zip(self._tokens, (True, False), strict=True)
        )
        self._weights = weights
        self.usable = [n for n in range(len(references)) if min(self._lengths(n)) > _SPECIAL]
        self.is_cut = [
            any(
                tokens[texts[n]].is_cut
                for tokens, texts in zip(self._tokens, self._texts, strict=True)
            )
            for n in range(len(references))
        ]

    def size(self, place: int) -> int:
        return max(self._lengths(place))

    def match(self, places: Sequence[int]) -> NDArray[np.float64]:
        references, predictions = ([self._side(side, place) for place in places] for side in (0, 1))
        return self._model.match(references, predictions)

    def _lengths(self, place: int) -> tuple[int, int]:
        first, second = (len(self._tokens[side][self._texts[side][place]].ids) for side in (0, 1))
        return first, second

    def _side(self, side: int, place: int) -> tuple[Array, Array]:
        text = self._texts[side][place]
        weights = self._weights
        return self._vectors[side][text], self._model.weights(
            self._tokens[side][text], weights.weights, weights.default
        )


def _tokens_by_text(model: BertScoreModel, texts: Sequence[str]) -> dict[str, Tokens]:
    different = list(dict.fromkeys(texts))
    return dict(zip(different, model.tokenize(different), strict=True))


def _best(
    rows: Sequence[Sequence[float]], is_cut: Sequence[bool], n_choices: Sequence[int]
) -> Iterator[ScoredPair]:
    start = 0
    for n in n_choices:
        mine = range(start, start + n)
        # max() keeps the first of equals.
        best = max(mine, key=lambda place: rows[place][2])
        yield ScoredPair(BertScore(*rows[best]), any(is_cut[place] for place in mine))
        start += n
