"""Files judgekit writes: readable by their owner only, and whole or not there at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from judgekit.errors import OutputError

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags, FILE_MODE)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an operating system's refusal to write `path` into an OutputError with a remedy."""
    try:
        yield
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(
            f"writing {path}: {error.strerror or error}; "
            "what was finished before is kept, so free space or choose another folder and run again"
        ) from error


def make_folder(path: Path) -> None:
    """Make `path` and its parents; new folders are their owner's only.

    Raises:
        OutputError: The folder cannot be made.
    """
    with writing(path):
        for folder in (*reversed(path.parents), path):
            if not folder.exists():
                folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
        path.mkdir(exist_ok=True)


def open_private(path: Path, mode: str) -> IO[bytes]:
    """Open `path` in a binary `mode`; a new file gets mode 0600."""
    return open(path, mode, opener=_opener)


def write_atomically(path: Path, chunks: Iterable[bytes]) -> None:
    """Write `chunks` beside `path`, then rename: a reader sees the old file or the new one.

    What a killed process left of an earlier attempt is written over. Two processes never write one
    run's folder: its journal is locked.

    Raises:
        OutputError: The disk is full or the folder cannot be written; `path` is as it was.
    """
    partial = path.with_name(f".{path.name}.partial")
    with writing(path):
        try:
            with open_private(partial, "wb") as file:
                file.writelines(chunks)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
