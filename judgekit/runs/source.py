"""Where samples come from: something that can be read through more than once, in one order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from judgekit.records.sample import Sample


class Located(NamedTuple):
    """A sample and where it stands, for error messages."""

    place: str
    sample: Sample


class Source(Protocol):
    """A re-readable stream of samples."""

    @property
    def name(self) -> str:
        """What messages call it."""
        ...

    def __iter__(self) -> Iterator[Located]: ...


class ListSource:
    """Samples that are in memory."""

    name = "the samples"

    def __init__(self, samples: Sequence[Sample]) -> None:
        self._samples = samples

    def __iter__(self) -> Iterator[Located]:
        for number, sample in enumerate(self._samples):
            yield Located(f"sample {number}", sample)


@dataclass(frozen=True)
class FileSource:
    """Samples in a file, read as a stream.

    Attributes:
        path: JSONL with Sample's fields, or a JSON array as Med-CMR releases it.
        predictions: Responses by index, for a file that has none of its own.
        mapping: Names of columns in the file by Sample's field.
    """

    path: Path
    predictions: Path | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self.path)

    def __iter__(self) -> Iterator[Located]:
        from judgekit.runs.readers import read_samples

        return read_samples(self.path, self.predictions, self.mapping)
