"""Embedding similarity: the cosine of two texts' vectors, whatever encodes them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np
from pydantic import JsonValue

from judgekit.metrics.encoders import Encoder
from judgekit.metrics.encoding_store import Array, EncodingStore
from judgekit.metrics.metric import Measured, PlainMetric, metric_signature, share_target
from judgekit.metrics.pairing import check_pairs
from judgekit.records.base import digest_text
from judgekit.records.signature import Signature

CUT = "a text is longer than the encoder reads: it was cut"
BLANK = "a text is blank, and a blank text has no vector"


def similarity(
    predictions: Sequence[str],
    references: Sequence[str | Sequence[str]],
    *,
    encoder: Encoder,
    store: EncodingStore | None = None,
) -> list[float | None]:
    """Return the cosine of each prediction's vector and its reference's.

    Args:
        predictions: n texts.
        references: n references; each a text or a list of at least one text, of which the most
            similar counts.
        encoder: What gives a text its vector.
        store: Where references' vectors are kept for the next system; None: nowhere.

    Returns:
        n cosines, -1 to 1. None where the prediction is blank, or all of its references are.

    Raises:
        InputDataError: The lengths differ, a reference list is empty, or something is not a text.

    Example:
        >>> from judgekit.metrics.encoders import HashingEncoder
        >>> similarity(["left lung"], ["left lung"], encoder=HashingEncoder())
        [1.0]
    """
    choices = check_pairs("similarity", predictions, references)
    metric = SimilarityMetric("similarity", encoder, store=store)
    return [found.value for (found,) in metric.measure(predictions, choices)]


class SimilarityMetric(PlainMetric):
    """Cosine against the most similar reference, -1 to 1."""

    def __init__(self, name: str, encoder: Encoder, *, store: EncodingStore | None = None) -> None:
        """Choose the figure's name, what encodes, and where references' vectors are kept."""
        self.targets = (share_target(name).model_copy(update={"minimum": -1.0}),)
        self._encoder = encoder
        self._store = EncodingStore() if store is None else store

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """The encoder, and how vectors are compared."""
        name = self.targets[0].scorer
        return {
            name: metric_signature(
                name,
                metric="similarity",
                value="cosine",
                **self._encoder.fields,
                references="most similar",
            )
        }

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """The signature's fields."""
        (signature,) = self.signatures.values()
        return {field: v for field, v in signature.fields.items() if field != "scorer"}

    @property
    def notes(self) -> Mapping[str, str]:
        """Texts that are cut are counted."""
        return {CUT: CUT}

    def measure(
        self, responses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> list[tuple[Measured, ...]]:
        """Return the cosine of each pair, and whether a text was cut."""
        ours, ours_cut = self._unit_vectors(responses, keep=False)
        every = list(itertools.chain.from_iterable(references))
        theirs, theirs_cut = self._unit_vectors(every, keep=True)
        cut = ours_cut | theirs_cut
        measured: list[tuple[Measured, ...]] = []
        for response, choices in zip(responses, references, strict=True):
            usable = [theirs[text] for text in choices if text in theirs]
            if response not in ours or not usable:
                measured.append((Measured(None, BLANK),))
                continue
            cosine = max(float(vector @ ours[response]) for vector in usable)
            note = CUT if cut.intersection((response, *choices)) else None
            measured.append((Measured(min(1.0, max(-1.0, cosine)), note),))
        return measured

    def _unit_vectors(
        self, texts: Sequence[str], *, keep: bool
    ) -> tuple[dict[str, Array], set[str]]:
        """Return the unit vector of each different text that has one, and which texts were cut.

        The last number of a kept vector says whether its text was cut.
        """
        identity = digest_text(repr(sorted(self._encoder.fields.items())))
        found: dict[str, Array] = {}
        wanted: list[str] = []
        for text in dict.fromkeys(texts):
            if not text.strip():
                continue
            kept = self._store.get(EncodingStore.key(identity, text)) if keep else None
            if kept is None:
                wanted.append(text)
            else:
                found[text] = kept
        if wanted:
            encoded = self._encoder.encode(wanted)
            for text, vector, is_cut in zip(wanted, encoded.vectors, encoded.is_cut, strict=True):
                found[text] = np.append(vector, np.float32(is_cut))
                if keep:
                    self._store.put(EncodingStore.key(identity, text), found[text])
        return (
            {text: _unit(array[:-1]) for text, array in found.items() if array[:-1].any()},
            {text for text, array in found.items() if array[-1]},
        )


def _unit(vector: Array) -> Array:
    doubled = vector.astype(np.float64)
    unit: Array = doubled / np.linalg.norm(doubled)
    return unit
