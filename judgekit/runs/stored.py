"""A run's folder read back: its signature, its figures, its scores and what its samples are."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from judgekit.errors import InputDataError
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.records.summary import SummaryRow
from judgekit.runs.folder import IDENTITY_NAME, SAMPLES_NAME, SCORES_NAME, SUMMARY_NAME
from judgekit.runs.run import Run
from judgekit.runs.sample_names import names_of_sample
from judgekit.runs.survey import samples_of


@dataclass(frozen=True)
class StoredRun:
    """What a run left behind, or holds in memory.

    Attributes:
        source: What messages call it.
        signature: What each scorer measures, by name.
        rows: The figures of its summary.
        scores: Every score, in input order.
        samples: id, case_id, groups, system, level, paradigm and polarity of each sample.
        complete: Whether it had been through every row.
        scorers: Each scorer's part of the run's identity, by name; digests are whole there.
        input_digest: Digest of the input; None: unknown.
    """

    source: str
    signature: Mapping[str, Signature]
    rows: tuple[SummaryRow, ...]
    scores: tuple[Score, ...]
    samples: tuple[Mapping[str, Any], ...]
    complete: bool
    scorers: Mapping[str, Mapping[str, Any]]
    input_digest: str | None


def stored_run(run: Run | Path | str) -> StoredRun:
    """Return what a run holds, from its folder or from memory.

    Raises:
        InputDataError: The folder holds no run, or one whose files are damaged.
    """
    if isinstance(run, Run):
        return _of_memory(run)
    folder = Path(run)
    summary = _summary(folder)
    identity = _identity(folder)
    return StoredRun(
        source=str(folder),
        signature=_signature(folder, summary),
        rows=tuple(_rows(folder, summary)),
        scores=tuple(_scores(folder)),
        samples=tuple(_samples(folder)),
        complete=bool(summary.get("complete")),
        scorers=identity.get("scorers", {}),
        input_digest=identity.get("input"),
    )


def _of_memory(run: Run) -> StoredRun:
    identity: Mapping[str, Any] = run.plan.identity
    return StoredRun(
        source="the run",
        signature=run.signature,
        rows=run.summary.rows,
        scores=tuple(run.scores),
        samples=tuple(
            names_of_sample(sample, run.plan.survey.groups)
            for sample in samples_of(run.plan.source, run.plan.survey.n)
        ),
        complete=run.summary.complete,
        scorers=identity.get("scorers", {}),
        input_digest=identity.get("input"),
    )


def _summary(folder: Path) -> dict[str, Any]:
    text = _text(folder, SUMMARY_NAME)
    try:
        content = json.loads(text)
    except ValueError as error:
        raise _damaged(folder, SUMMARY_NAME, str(error)) from error
    if not isinstance(content, dict) or content.get("schema") != "judgekit.summary/1":
        raise _damaged(folder, SUMMARY_NAME, "its schema is not judgekit.summary/1")
    return content


def _identity(folder: Path) -> dict[str, Any]:
    if not (folder / IDENTITY_NAME).exists():
        return {}
    text = _text(folder, IDENTITY_NAME)
    try:
        identity = json.loads(text)["identity"]
        scorers = identity.get("scorers", {})
        is_whole = all(isinstance(one, dict) for one in scorers.values())
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(folder, IDENTITY_NAME, str(error)) from error
    if not is_whole:
        raise _damaged(folder, IDENTITY_NAME, "a scorer's identity is not an object")
    return dict(identity)


def _signature(folder: Path, summary: Mapping[str, Any]) -> dict[str, Signature]:
    try:
        found = summary.get("signature", {}).items()
        return {scorer: Signature(fields=fields) for scorer, fields in found}
    except (ValidationError, AttributeError) as error:
        raise _damaged(folder, SUMMARY_NAME, f"signature: {_first_line(error)}") from error


def _rows(folder: Path, summary: Mapping[str, Any]) -> list[SummaryRow]:
    try:
        return [SummaryRow.model_validate(row) for row in summary["rows"]]
    except (ValidationError, KeyError, TypeError) as error:
        raise _damaged(folder, SUMMARY_NAME, _first_line(error)) from error


def _scores(folder: Path) -> Iterator[Score]:
    for number, line in _lines(folder, SCORES_NAME):
        try:
            yield Score.model_validate_json(line)
        except ValidationError as error:
            raise _damaged(folder, f"{SCORES_NAME}, line {number}", _first_line(error)) from error


def _samples(folder: Path) -> Iterator[dict[str, Any]]:
    for number, line in _lines(folder, SAMPLES_NAME):
        try:
            yield json.loads(line)
        except ValueError as error:
            raise _damaged(folder, f"{SAMPLES_NAME}, line {number}", str(error)) from error


def _lines(folder: Path, name: str) -> Iterator[tuple[int, str]]:
    return enumerate(filter(None, _text(folder, name).split("\n")), start=1)


def _text(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputDataError(
            f"reading the run in {folder}: {name}: {why}; name a folder that judgekit score "
            "wrote, or run that command once more with the same --out"
        ) from error


def _damaged(folder: Path, what: str, why: str) -> InputDataError:
    return InputDataError(
        f"reading the run in {folder}: {what} is damaged ({why}); run judgekit score once more "
        "with the same --out"
    )


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
