"""Other people's metrics: a column of values per sample becomes a scorer like ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from judgekit.errors import InputDataError
from judgekit.metrics.foreign import ForeignColumn
from judgekit.metrics.foreign_values import values_by_id
from judgekit.records.base import digest_value
from judgekit.records.outcome import Outcome
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.runs.port import Emit, Exchange, RangeOfMissing, Scored, Target


class ForeignScorer:
    """Values that somebody else computed, each checked against what was declared of them.

    A sample without a value is skipped and counted; where the contestant gave no answer it has the
    worst value of the declared range, as under every other metric.

    Attributes:
        name: What the figure is called.
        targets: The one figure.
    """

    def __init__(self, column: ForeignColumn) -> None:
        """Take the declaration, and read the second file if there is one.

        Raises:
            InputDataError: The file breaks a rule: no such column, a text, an id twice.
        """
        self.name = column.name
        self.targets: tuple[Target, ...] = (
            Target(
                scorer=column.name,
                criterion=None,
                name=column.name,
                kind="mean",
                minimum=column.minimum,
                maximum=column.maximum,
                higher_is_better=column.higher_is_better,
            ),
        )
        self._column = column
        self._by_id = None if column.file is None else values_by_id(column, column.file)
        self._digest = None if self._by_id is None else digest_value(self._by_id)
        self._unseen = set(self._by_id or ())
        self._has_any = False

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """What was declared, and the values of a second file."""
        return {**self.signature.fields, "values": self._digest}

    @property
    def settled(self) -> Mapping[str, str]:
        """Nothing is found out on the way."""
        return {}

    @property
    def signature(self) -> Signature:
        """What the user declared."""
        column = self._column
        return Signature(
            fields={
                "scorer": column.name,
                "metric": "foreign",
                "source": column.source,
                "version": column.version,
                "range": column.range,
                "higher_is_better": column.direction,
                "declared": "by the user",
            }
        )

    async def open(self, settled: Mapping[str, str]) -> None:  # noqa: ARG002 - the port's signature
        """Check that the values met the samples.

        Raises:
            InputDataError: The second file has an id that the input lacks, or no value was found.
        """
        column = self._column
        if self._unseen:
            raise InputDataError(
                f"reading {column.file}: {len(self._unseen)} ids are not in the input, such as "
                f"{min(self._unseen)!r}; give the values of this input only"
            )
        if not self._has_any:
            where = "the input" if column.file is None else str(column.file)
            raise InputDataError(
                f"reading column {column.column!r} of {where}: no sample has a value; "
                "name the right one with column=COLUMN in --column"
            )

    async def aclose(self) -> None:
        """Nothing is open."""

    def check(self, sample: Sample) -> tuple[str, ...]:
        """Check the sample's value; none of Sample's own fields is needed.

        Raises:
            InputDataError: It is no number, or lies outside the declared range.
        """
        self._unseen.discard(sample.id)
        self._has_any = self._value(sample) is not None or self._has_any
        return ()

    def image_digests(self, sample: Sample) -> tuple[str, ...]:  # noqa: ARG002 - the port's signature
        """It looks at no image."""
        return ()

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Hand on each sample's value."""
        for number, sample in samples:
            emit(number, Scored((self._score(sample),)))

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:  # noqa: ARG002 - the port's signature
        """There are no replies."""
        return None

    def range_of_missing(self, target: Target, score: Score) -> RangeOfMissing | None:  # noqa: ARG002 - the port's signature
        """Return the declared range; None where it is open."""
        if target.minimum is None or target.maximum is None:
            return None
        return RangeOfMissing(target.minimum, target.maximum)

    def usage(self) -> dict[str, JsonValue]:
        """It uses nothing."""
        return {}

    def _value(self, sample: Sample) -> float | None:
        column = self._column
        if self._by_id is not None:
            return self._by_id.get(sample.id)
        return column.checked(sample.metadata.get(column.column), f"id {sample.id!r}")

    def _score(self, sample: Sample) -> Score:
        value, reason = self._value(sample), None
        if value is None and sample.response_status != "ok":
            value = self._column.worst
            reason = f"the response is {sample.response_status}: the worst value"
        if value is None:
            reason = f"the sample has no value in column {self._column.column!r}"
        return Score(
            id=sample.id,
            scorer=self.name,
            outcome=Outcome.SKIPPED if value is None else Outcome.SCORED,
            value=value,
            reason=reason,
        )
