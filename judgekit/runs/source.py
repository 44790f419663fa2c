"""Where samples come from: something that can be read through more than once, in one order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from judgekit.records.sample import Sample

KEPT_BYTES = 16 * 1024 * 1024
"""Size up to which a file's samples are kept; they take a few times as much in memory."""


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

    A run reads its input several times. The samples of a small file are kept after the first whole
    reading, so that they are read and checked once; a large one is read anew each time.

    Attributes:
        path: JSONL with Sample's fields, or a JSON array as Med-CMR releases it.
        predictions: Responses by index, for a file that has none of its own.
        mapping: Names of columns in the file by Sample's field.
    """

    path: Path
    predictions: Path | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    _kept: list[Located] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self.path)

    def __iter__(self) -> Iterator[Located]:
        return iter(self._kept) if self._kept else self._reading()

    def _reading(self) -> Iterator[Located]:
        from judgekit.runs.readers import read_samples

        is_small = self.path.is_file() and self.path.stat().st_size <= KEPT_BYTES
        read: list[Located] = []
        for located in read_samples(self.path, self.predictions, self.mapping):
            if is_small:
                read.append(located)
            yield located
        self._kept.extend(read)
