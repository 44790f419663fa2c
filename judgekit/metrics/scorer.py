"""Any metric as a scorer: the same port, outcomes and files as a judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pydantic import JsonValue

from judgekit.errors import InputDataError
from judgekit.metrics.metric import Measured, Metric
from judgekit.records.outcome import Outcome
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.runs.port import Emit, Exchange, RangeOfMissing, Scored, Target

BATCH = 512


class MetricScorer:
    """A metric in a run, many samples at a time, every figure of it in one pass.

    A sample without a response or a reference is skipped. A response that is empty, refused or
    otherwise failed is the contestant's failure: it has the worst value and stays in the mean.

    Attributes:
        name: Key in the journal: the names of its figures.
        targets: Its figures.
    """

    def __init__(self, metric: Metric, *, batch: int = BATCH) -> None:
        """Put `metric` into a run, `batch` samples at a time."""
        self.name = "+".join(target.scorer for target in metric.targets)
        self.targets: tuple[Target, ...] = metric.targets
        self._metric = metric
        self._batch = batch

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """What makes a run with it the same run."""
        return self._metric.identity

    @property
    def settled(self) -> Mapping[str, str]:
        """Nothing is found out on the way."""
        return {}

    @property
    def signature(self) -> Signature:
        """What its first figure measures."""
        return self.signatures[self.targets[0].scorer]

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """What each figure measures, by its name."""
        return self._metric.signatures

    @property
    def notes(self) -> Mapping[str, str]:
        """What a summary says of each reason that it counts."""
        return self._metric.notes

    async def open(self, settled: Mapping[str, str]) -> None:  # noqa: ARG002 - the port's signature
        """Get the metric ready."""
        self._metric.open()

    async def aclose(self) -> None:
        """Let go of what was opened."""
        self._metric.close()

    def check(self, sample: Sample) -> tuple[str, ...]:
        """Return "references" where the sample has none.

        Raises:
            InputDataError: It has several, and the metric compares with one.
        """
        if len(sample.references) > 1 and not self._metric.takes_several_references:
            raise InputDataError(
                f"{self.name} compares with one reference, and the sample has "
                f"{len(sample.references)}; give one, or choose another metric"
            )
        self._metric.survey(sample.references)
        return () if sample.references else ("references",)

    def image_digests(self, sample: Sample) -> tuple[str, ...]:  # noqa: ARG002 - the port's signature
        """It looks at no image."""
        return ()

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Score the samples, many at a time."""
        while batch := list(islice(samples, self._batch)):
            found = self._score([sample for _, sample in batch])
            for (number, _), scored in zip(batch, found, strict=True):
                emit(number, scored)

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:  # noqa: ARG002 - the port's signature
        """There are no replies; scores of a finished sample stand."""
        return None

    def range_of_missing(self, target: Target, score: Score) -> RangeOfMissing | None:  # noqa: ARG002 - the port's signature
        """Return the figure's range; None where it is open."""
        if target.minimum is None or target.maximum is None:
            return None
        return RangeOfMissing(target.minimum, target.maximum)

    def usage(self) -> dict[str, JsonValue]:
        """It uses nothing that is paid for."""
        return {}

    def _score(self, samples: Sequence[Sample]) -> Iterator[Scored]:
        asked = [sample for sample in samples if _lacking(sample) is None and _has_answered(sample)]
        found = iter(
            self._metric.measure(
                [sample.response or "" for sample in asked],
                [sample.references for sample in asked],
            )
        )
        for sample in samples:
            lacking = _lacking(sample)
            if lacking is not None:
                yield self._skipped(sample, f"the sample has no {lacking}")
            elif _has_answered(sample):
                yield self._scored(sample, next(found))
            else:
                worst = self._metric.unanswered(sample.references)
                reason = f"the response is {sample.response_status}: the worst value"
                yield self._scored(sample, [one._replace(note=one.note or reason) for one in worst])

    def _skipped(self, sample: Sample, reason: str) -> Scored:
        return Scored(
            tuple(
                Score(id=sample.id, scorer=target.scorer, outcome=Outcome.SKIPPED, reason=reason)
                for target in self.targets
            )
        )

    def _scored(self, sample: Sample, measured: Sequence[Measured]) -> Scored:
        return Scored(
            tuple(
                Score(
                    id=sample.id,
                    scorer=target.scorer,
                    outcome=Outcome.NOT_APPLICABLE if one.value is None else Outcome.SCORED,
                    value=one.value,
                    reason=one.note,
                )
                for target, one in zip(self.targets, measured, strict=True)
            )
        )


def _lacking(sample: Sample) -> str | None:
    if sample.response is None:
        return "response"
    return None if sample.references else "reference"


def _has_answered(sample: Sample) -> bool:
    return sample.response_status == "ok"
