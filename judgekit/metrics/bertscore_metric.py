"""BERTScore as a figure of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from judgekit.metrics.bertscore import (
    EQUAL_WEIGHTS,
    IdfWeights,
    baseline_of,
    idf_weights,
    score_pairs,
)
from judgekit.metrics.bertscore_model import BertScoreModel
from judgekit.metrics.metric import Measured, PlainMetric, metric_signature, share_target
from judgekit.records.signature import Signature

CUT = "a text is longer than the model reads: it was cut"
BLANK = "the reference is blank: 0 before rescaling, as in bert-score"


class BertScoreMetric(PlainMetric):
    """F1 against the best reference; from 0 to 1, or as the baseline rescales these ends."""

    def __init__(
        self,
        name: str,
        load: Callable[[], BertScoreModel],
        *,
        idf: bool = False,
        baseline: str | Path | None = None,
    ) -> None:
        """Choose the figure; the model is looked for here, its weights are read when needed.

        Args:
            name: Name of the figure.
            load: Makes the model.
            idf: Whether rare tokens weigh more, by all references of the input.
            baseline: As in `bertscore`.

        Raises:
            ConfigurationError: There is no such model, layer or baseline.
            MissingExtraError: bert-score is not installed.
        """
        self._model = load()
        self._idf = idf
        self._baseline_name = "none" if baseline is None else Path(baseline).name
        self._baseline = None if baseline is None else baseline_of(self._model, baseline)
        low, high = self._rescaled(0.0), self._rescaled(1.0)
        self.targets = (share_target(name).model_copy(update={"minimum": low, "maximum": high}),)
        self._references: dict[str, int] = {}
        self._weights: IdfWeights = EQUAL_WEIGHTS

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """Model, layer, idf, baseline and the packages' versions."""
        name = self.targets[0].scorer
        return {
            name: metric_signature(
                name,
                metric="bertscore",
                value="f1",
                **self._model.fields,
                idf="over all references of the input" if self._idf else "no",
                baseline=self._baseline_words(),
                references="best by f1",
            )
        }

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """The signature's fields."""
        (signature,) = self.signatures.values()
        return {field: v for field, v in signature.fields.items() if field != "scorer"}

    @property
    def notes(self) -> Mapping[str, str]:
        """Texts that are cut, and blank references, are counted."""
        return {CUT: f"{CUT} at {self._model.max_tokens} tokens", BLANK: BLANK}

    def survey(self, references: Sequence[str]) -> None:
        """Count the references, whose tokens' rarity weighs under idf."""
        if self._idf:
            for text in references:
                self._references[text] = self._references.get(text, 0) + 1

    def open(self) -> None:
        """Find out what tokens weigh."""
        if self._idf:
            every = [text for text, n in self._references.items() for _ in range(n)]
            self._weights = idf_weights(self._model, every)

    def close(self) -> None:
        """Forget the references that were counted."""
        self._references.clear()

    def measure(
        self, responses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> list[tuple[Measured, ...]]:
        """Return the F1 of each pair, and whether a text was cut."""
        found = score_pairs(
            self._model, responses, references, weights=self._weights, baseline=self._baseline
        )
        return [
            (Measured(pair.score.f1, CUT if pair.is_cut else _blank(choices)),)
            for pair, choices in zip(found, references, strict=True)
        ]

    def _rescaled(self, raw: float) -> float:
        if self._baseline is None:
            return raw
        base = float(self._baseline[2])
        return (raw - base) / (1 - base)

    def _baseline_words(self) -> str:
        if self._baseline is None:
            return "none"
        return f"{self._baseline_name} ({_short(self._baseline)})"


def _blank(references: Sequence[str]) -> str | None:
    return None if any(text.strip() for text in references) else BLANK


def _short(baseline: NDArray[np.float64]) -> str:
    return sha256(" ".join(f"{value:.9g}" for value in baseline).encode()).hexdigest()[:12]
