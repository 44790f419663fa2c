"""A run as a comparison needs it: values by figure and id, cases and groups by id."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from judgekit.errors import InputDataError
from judgekit.records.outcome import Outcome
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.records.summary import SummaryRow
from judgekit.runs.folder import SAMPLES_NAME, SCORES_NAME, SUMMARY_NAME
from judgekit.runs.run import Run
from judgekit.runs.summary import NOMINAL
from judgekit.runs.survey import samples_of

Key = tuple[str, str | None]
"""A figure: its scorer, and its criterion or None."""


class Reading(NamedTuple):
    """What one sample has under one figure."""

    outcome: Outcome
    value: float | None


@dataclass(frozen=True)
class LoadedRun:
    """One run.

    Attributes:
        name: What it is called.
        signature: What each scorer measures, by name.
        figures: The figures that have a mean, as the summary describes them over all samples.
        readings: Each sample under each figure.
        case_ids: Case of each sample by id, in input order; all None where none are declared.
        groups: Columns to group by, by id.
        complete: Whether it had been through every row.
    """

    name: str
    signature: Mapping[str, Signature]
    figures: Mapping[Key, SummaryRow]
    readings: Mapping[Key, Mapping[str, Reading]]
    case_ids: Mapping[str, str | None]
    groups: Mapping[str, Mapping[str, str]]
    complete: bool


def load_run(run: Run | Path | str, name: str | None) -> LoadedRun:
    """Return a run from its folder, or as it is in memory.

    Args:
        run: A run, or the folder of one.
        name: What to call it; None: the folder's name, or the one system of its samples.

    Raises:
        InputDataError: The folder holds no run, or one whose files are damaged.
    """
    if isinstance(run, Run):
        samples = list(samples_of(run.plan.source, run.plan.survey.n))
        systems = {sample.system for sample in samples}
        only = systems.pop() if len(systems) == 1 else None
        return _loaded(
            name or only or "run",
            run.signature,
            run.summary.rows,
            run.scores,
            map(_names_of_sample, samples),
            complete=run.summary.complete,
        )
    folder = Path(run)
    summary = _summary(folder)
    return _loaded(
        name or folder.resolve().name,
        {
            scorer: Signature(fields=fields)
            for scorer, fields in summary.get("signature", {}).items()
        },
        _rows(folder, summary),
        _scores(folder),
        _samples(folder),
        complete=bool(summary.get("complete")),
    )


def _loaded(
    name: str,
    signature: Mapping[str, Signature],
    rows: Iterable[SummaryRow],
    scores: Iterable[Score],
    samples: Iterable[Mapping[str, Any]],
    *,
    complete: bool,
) -> LoadedRun:
    figures = {
        (row.scorer, row.criterion): row for row in rows if not row.group and row.reason != NOMINAL
    }
    readings: dict[Key, dict[str, Reading]] = {key: {} for key in figures}
    for score in scores:
        for key, row in figures.items():
            if key[0] == score.scorer:
                readings[key][score.id] = _reading(score, row)
    case_ids: dict[str, str | None] = {}
    groups: dict[str, dict[str, str]] = {}
    for sample in samples:
        case_ids[sample["id"]] = sample["case_id"]
        columns = {**sample["groups"]}
        for column in ("level", "paradigm", "polarity", "system"):
            if sample[column] is not None:
                columns.setdefault(column, sample[column])
        groups[sample["id"]] = columns
    return LoadedRun(name, signature, figures, readings, case_ids, groups, complete)


def _reading(score: Score, row: SummaryRow) -> Reading:
    found = score if row.criterion is None else score.criteria.get(row.criterion)
    outcome = score.outcome if found is None else found.outcome
    if outcome is Outcome.UNANSWERED and row.range is not None:
        # Multiple choice: no answer is the contestant's, and counts as wrong.
        return Reading(outcome, row.range[0])
    value = None if found is None else found.value
    return Reading(outcome, None if isinstance(value, str) or value is None else float(value))


def _names_of_sample(sample: Sample) -> dict[str, Any]:
    return {
        name: getattr(sample, name)
        for name in ("id", "case_id", "groups", "system", "level", "paradigm", "polarity")
    }


def _summary(folder: Path) -> dict[str, Any]:
    try:
        content = json.loads(_text(folder, SUMMARY_NAME))
    except ValueError as error:
        raise _damaged(folder, SUMMARY_NAME, str(error)) from error
    if not isinstance(content, dict) or content.get("schema") != "judgekit.summary/1":
        raise _damaged(folder, SUMMARY_NAME, "its schema is not judgekit.summary/1")
    return content


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
