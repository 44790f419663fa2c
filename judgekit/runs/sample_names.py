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

NAMES = ("id", "case_id", "groups", "system", "pair_id", "level", "paradigm", "polarity")
_LINE = json.JSONEncoder(ensure_ascii=False)


class SampleNames:
    """Notes the names while the samples pass by for another reason, to spare a reading of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
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
                self._file.write(_line(sample))
            yield sample
        self._is_whole = True

    def write(self, samples: Iterable[Sample]) -> None:
        """Put the file in place: what was noted, or a reading of `samples` where that is not whole.

        Raises:
            OutputError: The disk is full.
        """
        if not self._is_whole or self._file is None:
            write_atomically(self._folder / SAMPLES_NAME, (_line(sample) for sample in samples))
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


def _line(sample: Sample) -> bytes:
    names = {name: getattr(sample, name) for name in NAMES}
    return _LINE.encode(names).encode() + b"\n"
