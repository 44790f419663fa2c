"""What every scorer is, whatever it does inside: a judge, a lexical metric, an option reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol, Self, runtime_checkable

from pydantic import JsonValue

from judgekit.records.base import Record
from judgekit.records.dry_run import DryRun
from judgekit.records.exchange import JudgeReply, OutputMode
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.records.signature import Signature


class Target(Record):
    """One figure that a scorer gives for each sample: a row of the summary.

    Attributes:
        scorer: The scorer's name.
        criterion: The criterion's id; None: the sample's own value.
        name: What a table calls it.
        kind: "mean" of numbers, "proportion" of zeros and ones, or "nominal" labels to be counted.
        minimum: Lowest possible value; None: unbounded, or nominal.
        maximum: Highest possible value; None: unbounded, or nominal.
        higher_is_better: Direction; None: neither, or nominal.
        labels: Labels of a nominal scale, or all values of an ordinal one, for a distribution.
        unanswered: What an `unanswered` sample counts as in the mean, since to give no answer is
            the contestant's doing; None: it is missing like any other.
    """

    scorer: str
    criterion: str | None
    name: str
    kind: Literal["mean", "proportion", "nominal"]
    minimum: float | None = None
    maximum: float | None = None
    higher_is_better: bool | None = True
    labels: tuple[float | int | str, ...] = ()
    unanswered: float | None = None


class Exchange(Record):
    """One call behind a score, for the journal: what came back and how it was obtained."""

    call: int
    repeat: int
    request_digest: str
    output_mode: OutputMode
    reply: JudgeReply | None = None
    failure: str | None = None
    obtained: Literal["live", "store", "cassette", "script"] = "live"
    n_attempts: int = 0
    seconds: float = 0.0


class Scored(NamedTuple):
    """What a scorer emits for one sample: a score under each of its names, and the calls behind."""

    scores: tuple[Score, ...]
    exchanges: tuple[Exchange, ...] = ()


class RangeOfMissing(NamedTuple):
    """The lowest and highest value that a sample without a value could have had."""

    low: float
    high: float


Emit = Callable[[int, Scored], None]


class Scorer(Protocol):
    """Gives each sample its scores.

    Attributes:
        name: Key of the scorer in the journal.
        targets: The figures it gives, in report order.
    """

    name: str
    targets: tuple[Target, ...]

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """Return what makes a run with it the same run."""
        ...

    @property
    def settled(self) -> Mapping[str, str]:
        """Return what it found out on the way."""
        ...

    @property
    def signature(self) -> Signature:
        """Return what its scores measure."""
        ...

    async def open(self, settled: Mapping[str, str]) -> None:
        """Get ready, keeping to what an earlier part of the run settled."""
        ...

    async def aclose(self) -> None:
        """Let go of everything that was opened."""
        ...

    def check(self, sample: Sample) -> tuple[str, ...]:
        """Return the names of fields that the scorer needs and `sample` lacks.

        Raises:
            InputDataError: The sample asks for something that does not exist.
        """
        ...

    def image_digests(self, sample: Sample) -> tuple[str, ...]:
        """Return the digests of the images that the scorer looks at; they are part of the input.

        Raises:
            InputDataError: An image is missing or cannot be read.
        """
        ...

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Score every sample of the stream and emit each under its number."""
        ...

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:
        """Score a sample once more from replies at hand; None where that cannot be done."""
        ...

    def range_of_missing(self, target: Target, score: Score) -> RangeOfMissing | None:
        """Return the range of a missing value of `target`; None: unbounded."""
        ...

    def usage(self) -> dict[str, JsonValue]:
        """Return what the scorer used in this run."""
        ...


@runtime_checkable
class SeveralFigures(Protocol):
    """What a scorer offers besides, when its figures have names of their own."""

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """Return what each figure measures, by the scorer that its targets name."""
        ...

    @property
    def notes(self) -> Mapping[str, str]:
        """Return, for each reason of a score that a summary counts, what it says beside it."""
        ...


@runtime_checkable
class Asks(Protocol):
    """What a scorer offers besides, when its replies cost something."""

    def recall(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> None:
        """Take replies that an earlier part of the run paid for; `sample` needs them once more."""
        ...

    def in_rehearsal(self) -> Self:
        """Return a copy that writes nothing once it is open."""
        ...

    def rehearse(self, samples: Iterable[Sample]) -> DryRun:
        """Render every request for `samples`, and say what those without a reply would cost."""
        ...
