"""A run's folder: whose it is, its journal, and the files that people read."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue

from judgekit.errors import RunMismatchError
from judgekit.files import make_folder, write_atomically
from judgekit.records.base import canonical_json
from judgekit.runs.journal import FileJournal, StoredJournal
from judgekit.version import __version__

IDENTITY_NAME = "run.json"
JOURNAL_NAME = "journal.jsonl"
SAMPLES_NAME = "samples.jsonl"
PASSING_NAME = ".samples.jsonl.passing"
SCORES_NAME = "scores.jsonl"
SUMMARY_NAME = "summary.json"
REPORT_NAME = "report.html"

_MADE_BY = "judgekit"
_THIS_VERSION = {"version": __version__}


class RunFolder:
    """One folder holds one run; another run is refused, naming what differs."""

    def __init__(self, path: Path) -> None:
        """Look at the folder; nothing is written yet.

        Raises:
            RunMismatchError: It holds files of these names that no run of judgekit left.
        """
        self.path = path
        self._known = self._read()

    @property
    def settled(self) -> dict[str, dict[str, str]]:
        """What each scorer settled in an earlier part of this run."""
        return dict(self._known[1]) if self._known else {}

    @property
    def is_of_another_version(self) -> bool:
        """Whether scores in it were made by another version of judgekit than this one."""
        return self._known is not None and self.settled.get(_MADE_BY) != _THIS_VERSION

    def note_version(self, identity: Mapping[str, JsonValue]) -> None:
        """Remember that every score in it is of this version now."""
        self.settle(identity, _MADE_BY, _THIS_VERSION)

    @contextlib.contextmanager
    def opened(self, identity: Mapping[str, JsonValue], n_rows: int) -> Iterator[FileJournal]:
        """Claim the folder for a run and open its journal.

        If nothing was finished when it is left, what was made for it is taken away again.

        Raises:
            RunMismatchError: The folder holds another run; says what differs.
            OutputError: The folder cannot be written.
        """
        if self._known is not None:
            self._refuse_another(self._known[0], identity)
        made = [folder for folder in (self.path, *self.path.parents) if not folder.exists()]
        journal: FileJournal | None = None
        try:
            make_folder(self.path)
            journal = FileJournal(self.path / JOURNAL_NAME, n_rows)
            if self._known is None:
                self._save(identity, {_MADE_BY: _THIS_VERSION})
            yield journal
        finally:
            if journal is not None:
                journal.close()
            if journal is not None and journal.is_empty:
                self._leave_nothing(made)

    @contextlib.contextmanager
    def looked_into(
        self, identity: Mapping[str, JsonValue], n_rows: int
    ) -> Iterator[StoredJournal | None]:
        """Read what a run's journal holds, and write nothing; None where there is none yet.

        Raises:
            RunMismatchError: The folder holds another run; says what differs.
        """
        if self._known is not None:
            self._refuse_another(self._known[0], identity)
        path = self.path / JOURNAL_NAME
        if not path.exists():
            yield None
            return
        with contextlib.closing(StoredJournal(path, n_rows)) as journal:
            yield journal

    def _leave_nothing(self, made: Sequence[Path]) -> None:
        (self.path / JOURNAL_NAME).unlink(missing_ok=True)
        (self.path / IDENTITY_NAME).unlink(missing_ok=True)
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()

    def settle(
        self, identity: Mapping[str, JsonValue], scorer: str, settled: Mapping[str, str]
    ) -> None:
        """Remember what a scorer found out, before the first score that rests on it."""
        known = self.settled
        if settled and known.get(scorer) != dict(settled):
            self._save(identity, {**known, scorer: dict(settled)})

    def _save(self, identity: Mapping[str, JsonValue], settled: dict[str, dict[str, str]]) -> None:
        content = {"schema": "judgekit.run/1", "identity": dict(identity), "settled": settled}
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        write_atomically(self.path / IDENTITY_NAME, [text.encode()])
        self._known = (dict(identity), settled)

    def _read(self) -> tuple[dict[str, JsonValue], dict[str, dict[str, str]]] | None:
        path = self.path / IDENTITY_NAME
        try:
            content = json.loads(path.read_bytes())
            return content["identity"], content["settled"]
        except FileNotFoundError:
            taken = [
                name
                for name in (SCORES_NAME, SUMMARY_NAME, REPORT_NAME, JOURNAL_NAME)
                if (self.path / name).exists() and not self._was_just_begun(name)
            ]
            if taken:
                raise RunMismatchError(
                    f"writing to {self.path}: it holds {taken[0]}, but no {IDENTITY_NAME} that "
                    "says which run that is; name another folder with --out"
                ) from None
            return None
        except (ValueError, KeyError, TypeError, OSError) as error:
            raise RunMismatchError(
                f"going on in {self.path}: {IDENTITY_NAME} cannot be read ({error}); "
                "name another folder with --out"
            ) from error

    def _was_just_begun(self, name: str) -> bool:
        """Return whether a run was stopped between making its journal and saying whose it is."""
        return name == JOURNAL_NAME and (self.path / name).stat().st_size == 0

    def _refuse_another(
        self, known: Mapping[str, JsonValue], identity: Mapping[str, JsonValue]
    ) -> None:
        differing = list(_differences(known, identity, ""))
        if differing:
            raise RunMismatchError(
                f"writing to {self.path}: it holds a run with another "
                f"{'; another '.join(differing)}; name another folder with --out"
            )


def _differences(
    known: Mapping[str, JsonValue], wanted: Mapping[str, JsonValue], prefix: str
) -> Iterator[str]:
    for name in {**known, **wanted}:
        a, b = known.get(name), wanted.get(name)
        if isinstance(a, dict) and isinstance(b, dict):
            yield from _differences(a, b, "" if name == "scorers" else f"{prefix}{name} ")
        elif a != b:
            yield f"{prefix}{name} ({_short(a)} there, {_short(b)} now)"


def _short(value: JsonValue) -> str:
    if value is None:
        return "none"
    text = value if isinstance(value, str) else canonical_json(value)
    return text if len(text) <= 60 else f"{text[:24]}...{text[-12:]}"
