"""The journal: one line for each finished sample, appended at once, so that a run can go on.

A process may be killed at any moment: a last line without its end is cut off when the journal is
opened again. The newest line for a sample counts.
"""

from __future__ import annotations

import json
import os
from array import array
from pathlib import Path
from typing import IO, Protocol

from judgekit.errors import OutputError, RunMismatchError
from judgekit.files import open_private, writing
from judgekit.records.base import Record
from judgekit.records.score import Score
from judgekit.runs.port import Exchange


class Entry(Record):
    """What one scorer made of one sample, and the calls behind it."""

    index: int
    id: str
    scorer: str
    scores: tuple[Score, ...]
    exchanges: tuple[Exchange, ...] = ()


class _Scores(Record, extra="ignore"):
    """An entry without the calls, which are most of its line."""

    scores: tuple[Score, ...]


class Journal(Protocol):
    """Finished samples by scorer and position in the input."""

    def append(self, entry: Entry) -> None:
        """Keep `entry`."""
        ...

    def get(self, scorer: str, index: int) -> Entry | None:
        """Return the newest entry of a sample under a scorer."""
        ...

    def scores(self, scorer: str, index: int) -> tuple[Score, ...] | None:
        """Return the scores of that entry; its calls are not read."""
        ...

    @property
    def is_empty(self) -> bool:
        """Whether it holds no entry."""
        ...


class MemoryJournal:
    """A journal for a run that has no folder."""

    def __init__(self) -> None:
        self._entries: dict[tuple[str, int], Entry] = {}

    def append(self, entry: Entry) -> None:
        """Remember `entry`."""
        self._entries[entry.scorer, entry.index] = entry

    def get(self, scorer: str, index: int) -> Entry | None:
        """Return the newest entry of a sample under a scorer."""
        return self._entries.get((scorer, index))

    def scores(self, scorer: str, index: int) -> tuple[Score, ...] | None:
        """Return the scores of that entry."""
        entry = self.get(scorer, index)
        return None if entry is None else entry.scores

    @property
    def is_empty(self) -> bool:
        """Whether it holds no entry."""
        return not self._entries


class StoredJournal:
    """A journal on disk, to be read; memory holds one offset for each sample and scorer."""

    def __init__(self, path: Path, n_rows: int) -> None:
        """Open the journal and find what it holds; a last line without its end is passed over.

        Raises:
            RunMismatchError: A line is damaged.
        """
        self._path = path
        self._n_rows = n_rows
        self._offsets: dict[str, array[int]] = {}
        self._file = self._opened()
        try:
            self._end = self._scan()
        except BaseException:
            self._file.close()
            raise

    def get(self, scorer: str, index: int) -> Entry | None:
        """Return the newest entry of a sample under a scorer."""
        line = self._line(scorer, index)
        return None if line is None else Entry.model_validate_json(line)

    def scores(self, scorer: str, index: int) -> tuple[Score, ...] | None:
        """Return the scores of that entry; its calls are not read."""
        line = self._line(scorer, index)
        return None if line is None else _Scores.model_validate_json(line).scores

    @property
    def is_empty(self) -> bool:
        """Whether it holds no entry."""
        return self._end == 0

    def close(self) -> None:
        """Let go of the file; it can still be read."""
        self._file.close()

    def _opened(self) -> IO[bytes]:
        return self._path.open("rb")

    def _line(self, scorer: str, index: int) -> bytes | None:
        offsets = self._offsets.get(scorer)
        if offsets is None or offsets[index] < 0:
            return None
        if not self._file.closed:
            return _line_at(self._file, offsets[index])
        with self._path.open("rb") as file:
            return _line_at(file, offsets[index])

    def _note(self, scorer: str, index: int, offset: int) -> None:
        if scorer not in self._offsets:
            self._offsets[scorer] = array("q", [-1]) * self._n_rows
        self._offsets[scorer][index] = offset

    def _scan(self) -> int:
        """Note where each sample's newest line begins; return where the whole lines end."""
        self._file.seek(0)
        offset = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                head = json.loads(line)
                self._note(str(head["scorer"]), int(head["index"]), offset)
            except (ValueError, KeyError, IndexError, TypeError) as error:
                raise RunMismatchError(
                    f"going on with {self._path}, line {number}: the line is damaged "
                    f"({type(error).__name__}); delete that line, or name a new folder with --out"
                ) from error
            offset += len(line)
        return offset


class FileJournal(StoredJournal):
    """A journal on disk that one process writes."""

    def __init__(self, path: Path, n_rows: int) -> None:
        """Open or create the journal and find what it holds; a torn last line is cut off.

        Raises:
            OutputError: It cannot be written.
            RunMismatchError: Another process is writing it, or a line is damaged.
        """
        super().__init__(path, n_rows)
        try:
            with writing(path):
                self._file.truncate(self._end)
                self._end_of_file: IO[bytes] = open_private(path, "ab")
        except BaseException:
            self._file.close()
            raise

    def append(self, entry: Entry) -> None:
        """Write `entry` as one line and hand it to the operating system at once.

        Raises:
            OutputError: The disk is full; everything before is kept.
        """
        line = entry.model_dump_json().encode() + b"\n"
        with writing(self._path):
            self._write_whole(line)
        self._note(entry.scorer, entry.index, self._end)
        self._end += len(line)

    def close(self) -> None:
        """Let others write the file; it can still be read."""
        self._end_of_file.close()
        super().close()

    def _opened(self) -> IO[bytes]:
        with writing(self._path):
            file = open_private(self._path, "ab+")
        try:
            _lock(file, self._path)
        except BaseException:
            file.close()
            raise
        return file

    def _write_whole(self, line: bytes) -> None:
        """Append `line` past any buffer, or leave the file as it was.

        It has a descriptor of its own: writing moves the position that reading relies on.
        """
        descriptor, rest = self._end_of_file.fileno(), memoryview(line)
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            os.ftruncate(descriptor, self._end)
            raise


def _line_at(file: IO[bytes], offset: int) -> bytes:
    file.seek(offset)
    return file.readline()


def _lock(file: IO[bytes], path: Path) -> None:
    """Take the file for this process alone, where the system can lock files."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RunMismatchError(
            f"opening {path}: another judgekit process is writing this run; "
            "wait for it, or name another folder with --out"
        ) from error
    except OSError as error:
        raise OutputError(f"locking {path}: {error.strerror or error}") from error
