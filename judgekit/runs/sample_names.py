"""samples.jsonl: what later comparisons need to know of each sample, none of its texts."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from judgekit.files import open_private, write_atomically, writing
from judgekit.records.sample import Sample
from judgekit.runs.folder import PASSING_NAME, SAMPLES_NAME
from judgekit.runs.survey import NOT_GIVEN, group_value

NAMES = ("id", "case_id", "groups", "system", "pair_id", "level", "paradigm", "polarity")
_LINE = json.JSONEncoder(ensure_ascii=False)


class SampleNames:
    """Notes the names while the samples pass by for another reason, to spare a reading of them."""

    def __init__(self, folder: Path, columns: Iterable[str] = ()) -> None:
        """Describe where the names go.

        Args:
            folder: The run's folder.
            columns: What the run is grouped by; each sample's value is noted among its groups.
        """
        self._folder = folder
        self._columns = tuple(columns)
        self._partial = folder / PASSING_NAME
        self._file: IO[bytes] | None = None
        self._is_whole = False

    def noting(self, samples: Iterable[Sample]) -> Iterator[Sample]:
        """Yield `samples`, each noted before it is.

        Raises:
            OutputError: The disk is full.
        """
        with writing(self._partial):
            self._file = open_private(self._partial, "wb")
        for sample in samples:
            with writing(self._partial):
                self._file.write(_line(sample, self._columns))
            yield sample
        self._is_whole = True

    def write(self, samples: Iterable[Sample]) -> None:
        """Put the file in place: what was noted, or a reading of `samples` where that is not whole.

        Raises:
            OutputError: The disk is full.
        """
        if not self._is_whole or self._file is None:
            lines = (_line(sample, self._columns) for sample in samples)
            write_atomically(self._folder / SAMPLES_NAME, lines)
            return
        with writing(self._partial):
            self._file.close()
            self._partial.replace(self._folder / SAMPLES_NAME)

    def discard(self) -> None:
        """Leave nothing of a file that was not put in place."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        self._partial.unlink(missing_ok=True)


def names_of_sample(sample: Sample, columns: Iterable[str]) -> dict[str, object]:
    """Return what samples.jsonl holds of a sample: its names, and its value of each column."""
    names: dict[str, object] = {name: getattr(sample, name) for name in NAMES}
    values = {column: group_value(sample, column) for column in columns}
    given = {column: value for column, value in values.items() if value != NOT_GIVEN}
    return {**names, "groups": {**given, **sample.groups}}


def _line(sample: Sample, columns: Iterable[str]) -> bytes:
    return _LINE.encode(names_of_sample(sample, columns)).encode() + b"\n"
