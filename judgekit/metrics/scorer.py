"""ROUGE as a scorer: the same port, outcomes and files as a judge."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pydantic import JsonValue

import judgekit
from judgekit.errors import ConfigurationError
from judgekit.metrics.rouge import rouge
from judgekit.records.outcome import Outcome
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.runs.port import Emit, Exchange, RangeOfMissing, Scored, Target

BATCH = 512
METRICS = (*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum")


class RougeScorer:
    """One ROUGE variant: F-measure against the best of a sample's references, 0 to 1."""

    def __init__(self, variant: str) -> None:
        """Choose a variant.

        Raises:
            ConfigurationError: There is no such variant.
        """
        if variant not in METRICS:
            near = difflib.get_close_matches(variant, METRICS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(METRICS)}"
            raise ConfigurationError(
                f"choosing the metric {variant!r}: there is no such metric; {hint}"
            )
        self.name = variant
        self.targets: tuple[Target, ...] = (
            Target(
                scorer=variant, criterion=None, name=variant, kind="mean", minimum=0.0, maximum=1.0
            ),
        )

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """What makes a run with it the same run."""
        return {"metric": self.name, "tokenizer": "rouge", "stemmer": False}

    @property
    def settled(self) -> Mapping[str, str]:
        """Nothing is found out on the way."""
        return {}

    @property
    def signature(self) -> Signature:
        """What its scores measure."""
        fields = {
            "scorer": self.name,
            "metric": self.name,
            "value": "fmeasure",
            "tokenizer": "rouge",
            "stemmer": "no",
            "references": "best by fmeasure",
            "judgekit": judgekit.__version__,
        }
        return Signature(fields=fields)

    async def open(self, settled: Mapping[str, str]) -> None:
        """Nothing is opened."""

    async def aclose(self) -> None:
        """Nothing is open."""

    def check(self, sample: Sample) -> tuple[str, ...]:
        """Return "references" where the sample has none."""
        return () if sample.references else ("references",)

    def image_digests(self, sample: Sample) -> tuple[str, ...]:  # noqa: ARG002 - the port's signature
        """It looks at no image."""
        return ()

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Score the samples, many at a time."""
        while batch := list(islice(samples, BATCH)):
            for (number, _), score in zip(
                batch, self._score([sample for _, sample in batch]), strict=True
            ):
                emit(number, Scored((score,)))

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:  # noqa: ARG002 - the port's signature
        """There are no replies; scores of a finished sample stand."""
        return None

    def range_of_missing(self, target: Target, score: Score) -> RangeOfMissing | None:  # noqa: ARG002 - the port's signature
        """A missing value is anywhere from 0 to 1."""
        return RangeOfMissing(0.0, 1.0)

    def usage(self) -> dict[str, JsonValue]:
        """It uses nothing that is paid for."""
        return {}

    def _score(self, samples: Sequence[Sample]) -> Iterator[Score]:
        asked = [
            sample for sample in samples if sample.response_status == "ok" and _is_scorable(sample)
        ]
        found = rouge(
            [sample.response or "" for sample in asked],
            [list(sample.references) for sample in asked],
            variants=(self.name,),
        )[self.name]
        values = {sample.id: score.fmeasure for sample, score in zip(asked, found, strict=True)}
        for sample in samples:
            yield self._as_score(sample, values.get(sample.id))

    def _as_score(self, sample: Sample, value: float | None) -> Score:
        if not _is_scorable(sample):
            reason = "response" if sample.response is None else "reference"
            return Score(
                id=sample.id,
                scorer=self.name,
                outcome=Outcome.SKIPPED,
                reason=f"the sample has no {reason}",
            )
        return Score(
            id=sample.id,
            scorer=self.name,
            outcome=Outcome.SCORED,
            value=0.0 if value is None else float(value),
            reason=f"the response is {sample.response_status}: the minimum"
            if value is None
            else None,
        )


def _is_scorable(sample: Sample) -> bool:
    return sample.response is not None and bool(sample.references)
