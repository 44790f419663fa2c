"""The reply store on disk: text only, inline only, never culled, first write wins.

diskcache unpickles by default, so a planted row could run code. The Disk used here stores and
reads plain text in the database and refuses everything else; what it refuses, and what does not
carry its own check, counts as damaged and is asked again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import diskcache
import platformdirs
from pydantic import ValidationError

from judgekit.errors import OutputError
from judgekit.files import make_folder, open_private, writing
from judgekit.providers.port import SampleTag
from judgekit.records.base import Record, digest_text
from judgekit.records.exchange import JudgeReply, OutputMode

_FORMAT = 1
_CHECK_START = '{"check":"'
_MODE_PREFIX = "mode:"
_LOCK_WAIT_S = 60


class _RefusedRowError(ValueError):
    """A row that this store did not write."""


class _TextDisk(diskcache.Disk):  # type: ignore[misc] # diskcache ships no types
    """Keys and values are text inside the database; nothing else is written or read."""

    def put(self, key: object) -> tuple[str, bool]:
        if not isinstance(key, str):
            raise TypeError(f"a key of the reply store is text, got {type(key).__name__}")
        return key, True

    def get(self, key: object, raw: bool) -> str:
        if not raw or not isinstance(key, str):
            raise _RefusedRowError("a key that is not text")
        return key

    def store(self, value: object, read: bool, key: object = None) -> tuple[int, int, None, str]:  # noqa: ARG002 - diskcache's signature
        if read or not isinstance(value, str):
            raise TypeError(f"a value of the reply store is text, got {type(value).__name__}")
        return 0, diskcache.core.MODE_RAW, None, value

    def fetch(self, mode: int, filename: str | None, value: object, read: bool) -> str:
        if read or mode != diskcache.core.MODE_RAW or filename or not isinstance(value, str):
            raise _RefusedRowError("a value that is not inline text")
        return value

    def filename(self, key: object = None, value: object = None) -> tuple[str, str]:  # noqa: ARG002 - diskcache's signature
        raise TypeError("the reply store keeps no files beside its database")

    def remove(self, file_path: str) -> None:
        """Remove nothing: the store has no files, and a planted path may point anywhere."""


class _Entry(Record):
    """What a row holds. `check` is the digest of the row's text with an empty check."""

    check: str
    format: int
    request: str
    reply: JudgeReply
    sample_ids: tuple[str, ...]
    case_ids: tuple[str, ...]
    stored_at: str


class StoreStats(NamedTuple):
    """What a store holds."""

    n_replies: int
    n_damaged: int
    n_bytes: int


def default_store_folder() -> Path:
    """Return the user's cache folder for replies."""
    return Path(platformdirs.user_cache_dir("judgekit")) / "replies"


class DiskStore:
    """Raw replies by the digest of the request that they answer."""

    def __init__(self, folder: Path, *, is_read_only: bool = False) -> None:
        """Open the store; one that is to be written is made where there is none.

        Args:
            folder: Where it is.
            is_read_only: Whether nothing at all is to be written, no lock and no log either.

        Raises:
            OutputError: The folder cannot be written, or holds something else.
        """
        self.folder = folder
        self._cache: diskcache.Cache | None = None
        self._reading: sqlite3.Connection | None = None
        try:
            if is_read_only:
                self._reading = _connect_to_read(folder / diskcache.core.DBNAME)
            else:
                self._cache = _open_to_write(folder)
        except (sqlite3.Error, diskcache.Timeout, TypeError) as error:
            raise OutputError(
                f"opening the reply store {folder}: {error}; "
                "name another folder with --cache, or leave it out with --no-cache"
            ) from error

    @staticmethod
    def exists(folder: Path) -> bool:
        """Return whether there is a store in `folder`."""
        return (folder / str(diskcache.core.DBNAME)).is_file()

    def __contains__(self, request_digest: object) -> bool:
        """Return whether there is a sound reply to a request; nothing is written."""
        return isinstance(request_digest, str) and self._entry(request_digest) is not None

    def get(self, request_digest: str, tag: SampleTag) -> JudgeReply | None:
        """Return the reply to a request, or None; a damaged entry is as good as none.

        A hit remembers the sample and case that it served, so that purging either finds it.
        """
        entry = self._entry(request_digest)
        if entry is None:
            return None
        if tag.sample_id not in entry.sample_ids or (
            tag.case_id is not None and tag.case_id not in entry.case_ids
        ):
            return self._write(request_digest, entry.reply, tag)
        return entry.reply

    def put(self, request_digest: str, reply: JudgeReply, tag: SampleTag) -> JudgeReply:
        """Keep a complete reply; the first one for a request stays, and is returned.

        Raises:
            ValueError: The reply is not complete.
        """
        if not reply.is_kept:
            raise ValueError(f"a reply that ended by {reply.finish!r} is not kept")
        return self._write(request_digest, reply, tag)

    def settled_mode(self, judge: str) -> OutputMode | None:
        """Return the output mode that `judge` was found to take, if it is known."""
        try:
            text = self._text(_MODE_PREFIX + judge)
            return OutputMode(text) if text is not None else None
        except (ValueError, sqlite3.DatabaseError):
            return None

    def settle_mode(self, judge: str, mode: OutputMode) -> None:
        """Remember the output mode that `judge` takes."""
        try:
            with writing(self.folder):
                self._writable.set(_MODE_PREFIX + judge, mode.value, retry=True)
        except sqlite3.Error as error:
            raise OutputError(f"writing the reply store {self.folder}: {error}") from error

    def stats(self) -> StoreStats:
        """Count the replies, the damaged entries, and the bytes on disk."""
        is_sound = [entry is not None for _, _, entry in self._rows()]
        return StoreStats(
            n_replies=sum(is_sound),
            n_damaged=len(is_sound) - sum(is_sound),
            n_bytes=sum(path.stat().st_size for path in self.folder.glob("cache.db*")),
        )

    def damaged(self) -> list[str]:
        """Return the keys of entries that fail their check."""
        return [key for _, key, entry in self._rows() if entry is None]

    def purge(
        self,
        *,
        sample_ids: Sequence[str] = (),
        case_ids: Sequence[str] = (),
        everything: bool = False,
    ) -> int:
        """Delete the replies that served any of these samples or cases; return how many.

        A damaged entry cannot say whom it served, so every purge deletes the damaged ones too.
        """
        samples, cases = set(sample_ids), set(case_ids)
        doomed = [
            row
            for row, _, entry in self._rows()
            if everything
            or entry is None
            or samples.intersection(entry.sample_ids)
            or cases.intersection(entry.case_ids)
        ]
        with self._writable.transact(retry=True):
            self._sql("PRAGMA secure_delete = ON")
            for row in doomed:
                self._sql("DELETE FROM Cache WHERE rowid = ?", row)
        self._sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(doomed)

    def close(self) -> None:
        """Close the database."""
        if self._cache is not None:
            self._cache.close()
        if self._reading is not None:
            self._reading.close()

    @property
    def _writable(self) -> diskcache.Cache:
        if self._cache is None:
            raise OutputError(f"writing the reply store {self.folder}: it was opened to be read")
        return self._cache

    def _sql(self, statement: str, *parameters: str | int) -> sqlite3.Cursor:
        connection = self._reading or self._writable._con
        found: sqlite3.Cursor = connection.execute(statement, parameters)
        return found

    def _text(self, key: str) -> str | None:
        """Return a row's value where row and value are what this store writes: plain text."""
        rows = self._sql(
            "SELECT value FROM Cache WHERE key = ? AND raw = 1"
            " AND typeof(value) = 'text' AND mode = ? AND filename IS NULL",
            key,
            diskcache.core.MODE_RAW,
        ).fetchall()
        return str(rows[0][0]) if rows else None

    def _entry(self, key: str) -> _Entry | None:
        try:
            text = self._text(key)
        except sqlite3.DatabaseError:
            return None
        return None if text is None else _checked(key, text)

    def _rows(self) -> Iterator[tuple[int, str, _Entry | None]]:
        """Yield each row's number, key and entry, None where it is damaged; reads plain columns."""
        try:
            rows = self._sql(
                "SELECT rowid, typeof(key) = 'text' AND typeof(value) = 'text' AND raw = 1"
                " AND mode = ? AND filename IS NULL, CAST(key AS BLOB), CAST(value AS BLOB)"
                " FROM Cache",
                diskcache.core.MODE_RAW,
            ).fetchall()
        except sqlite3.DatabaseError as error:
            raise OutputError(
                f"reading the reply store {self.folder}: {error}; its file is damaged: "
                "delete the folder, or name another one with --cache"
            ) from error
        for row, is_plain, key_bytes, value in rows:
            key = (key_bytes or b"").decode("utf-8", "backslashreplace")
            if is_plain and key.startswith(_MODE_PREFIX):
                continue
            text = (value or b"").decode("utf-8", "replace")
            yield row, key, _checked(key, text) if is_plain else None

    def _write(self, key: str, reply: JudgeReply, tag: SampleTag) -> JudgeReply:
        """Keep `reply`, or the one that stands already, with whom it served; in one transaction."""
        try:
            with writing(self.folder), self._writable.transact(retry=True):
                known = self._entry(key)
                standing = known.reply if known else reply
                self._writable.set(key, self._content(key, standing, tag, known), retry=True)
        except sqlite3.Error as error:
            raise OutputError(f"writing the reply store {self.folder}: {error}") from error
        return standing

    @staticmethod
    def _content(key: str, reply: JudgeReply, tag: SampleTag, known: _Entry | None) -> str:
        samples = {tag.sample_id, *(known.sample_ids if known else ())}
        cases = {*((tag.case_id,) if tag.case_id else ()), *(known.case_ids if known else ())}
        entry = _Entry(
            check="",
            format=_FORMAT,
            request=key,
            reply=reply,
            sample_ids=tuple(sorted(samples)),
            case_ids=tuple(sorted(cases)),
            stored_at=known.stored_at if known else _now(),
        )
        unchecked = entry.model_dump_json()
        return _CHECK_START + digest_text(unchecked) + unchecked[len(_CHECK_START) :]


def _open_to_write(folder: Path) -> diskcache.Cache:
    make_folder(folder)
    with writing(folder):
        open_private(folder / diskcache.core.DBNAME, "ab").close()
    return diskcache.Cache(
        str(folder),
        timeout=_LOCK_WAIT_S,
        disk=_TextDisk,
        eviction_policy="none",
        cull_limit=0,
        size_limit=2**62,
        statistics=0,
        tag_index=0,
    )


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the database so that no file is made beside it.

    Where nobody has it open there is no log of writes, and it is read as a file that does not
    change; else SQLite would leave an empty log behind.
    """
    is_open_elsewhere = path.with_name(f"{path.name}-wal").exists()
    unchanging = "" if is_open_elsewhere else "&immutable=1"
    uri = f"{path.absolute().as_uri()}?mode=ro{unchanging}"
    connection = sqlite3.connect(uri, uri=True, timeout=_LOCK_WAIT_S, check_same_thread=False)
    try:
        connection.execute("SELECT 1 FROM Cache LIMIT 1")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _checked(key: str, text: str) -> _Entry | None:
    """Return the entry, if its text is to the letter what was written under this key."""
    try:
        entry = _Entry.model_validate_json(text)
    except ValidationError:
        return None
    unchecked = text.replace(f"{_CHECK_START}{entry.check}", _CHECK_START, 1)
    if entry.request != key or entry.format != _FORMAT or entry.check != digest_text(unchecked):
        return None
    return entry


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
