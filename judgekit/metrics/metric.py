"""What a metric is to the scorer that puts it into a run: texts in, a value per figure out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from pydantic import JsonValue

import judgekit
from judgekit.records.signature import Signature
from judgekit.runs.port import Target


class Measured(NamedTuple):
    """One figure of one pair.

    Attributes:
        value: On the figure's own range; None where the figure does not apply.
        note: Why there is no value, or what must be known about it.
    """

    value: float | None
    note: str | None = None


class Metric(Protocol):
    """One or several figures that are measured in one pass over the texts.

    Attributes:
        targets: The figures, in report order; the scorer of each is the figure's name.
        signatures: What each figure measures, by its name.
        identity: What makes a run with it the same run.
        notes: For each note that a value may carry and that a summary must count, what to say.
        takes_several_references: Whether a sample may have more than one reference.
    """

    targets: tuple[Target, ...]
    takes_several_references: bool

    @property
    def signatures(self) -> Mapping[str, Signature]:
        """Return what each figure measures."""
        ...

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """Return what makes a run with it the same run."""
        ...

    @property
    def notes(self) -> Mapping[str, str]:
        """Return what a summary says of each note that it counts."""
        ...

    def survey(self, references: Sequence[str]) -> None:
        """Take note of the references of one sample, before anything is measured."""
        ...

    def open(self) -> None:
        """Get ready after the survey.

        Raises:
            ConfigurationError: The metric cannot be had here: a package, a model is missing.
        """
        ...

    def close(self) -> None:
        """Let go of what was opened."""
        ...

    def measure(
        self, responses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> list[tuple[Measured, ...]]:
        """Return for each pair its figures, in the order of `targets`."""
        ...

    def unanswered(self, references: Sequence[str]) -> tuple[Measured, ...]:
        """Return the figures of a contestant that gave no answer where there was one to give."""
        ...


class PlainMetric:
    """What most metrics share: nothing to survey or open, and the worst value for no answer."""

    targets: tuple[Target, ...]
    takes_several_references = True

    @property
    def notes(self) -> Mapping[str, str]:
        """Nothing is counted."""
        return {}

    def survey(self, references: Sequence[str]) -> None:
        """Nothing is to be known beforehand."""

    def open(self) -> None:
        """Nothing is opened."""

    def close(self) -> None:
        """Nothing is open."""

    def unanswered(self, references: Sequence[str]) -> tuple[Measured, ...]:  # noqa: ARG002 - the protocol's signature
        """Return the worst value of each figure."""
        return tuple(Measured(worst_of(target)) for target in self.targets)


def worst_of(target: Target) -> float | None:
    """Return the worst value that a figure can have; None where its range is open on that side."""
    return target.minimum if target.higher_is_better in (True, None) else target.maximum


def share_target(name: str, *, is_yes_or_no: bool = False) -> Target:
    """Return a figure from 0 to 1 of which more is better."""
    return Target(
        scorer=name,
        criterion=None,
        name=name,
        kind="proportion" if is_yes_or_no else "mean",
        minimum=0.0,
        maximum=1.0,
    )


def metric_signature(name: str, **fields: str) -> Signature:
    """Return the signature of a figure of this package's own."""
    return Signature(
        fields={"scorer": name, "metric": name, **fields, "judgekit": judgekit.__version__}
    )
