"""A run as a comparison needs it: values by figure and id, cases and groups by id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from judgekit.records.outcome import Outcome
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.records.summary import SummaryRow
from judgekit.runs.run import Run
from judgekit.runs.stored import StoredRun, stored_run
from judgekit.runs.summary import NOMINAL

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
    stored = stored_run(run)
    if isinstance(run, Run):
        systems = {sample["system"] for sample in stored.samples}
        only = systems.pop() if len(systems) == 1 else None
        return _loaded(name or only or "run", stored)
    return _loaded(name or Path(run).resolve().name, stored)


def _loaded(name: str, stored: StoredRun) -> LoadedRun:
    figures = {
        (row.scorer, row.criterion): row
        for row in stored.rows
        if not row.group and row.reason != NOMINAL
    }
    readings: dict[Key, dict[str, Reading]] = {key: {} for key in figures}
    for score in stored.scores:
        for key, row in figures.items():
            if key[0] == score.scorer:
                readings[key][score.id] = _reading(score, row)
    case_ids: dict[str, str | None] = {}
    groups: dict[str, dict[str, str]] = {}
    for sample in stored.samples:
        case_ids[sample["id"]] = sample["case_id"]
        columns = {**sample["groups"]}
        for column in ("level", "paradigm", "polarity", "system"):
            if sample[column] is not None:
                columns.setdefault(column, sample[column])
        groups[sample["id"]] = columns
    return LoadedRun(name, stored.signature, figures, readings, case_ids, groups, stored.complete)


def _reading(score: Score, row: SummaryRow) -> Reading:
    found = score if row.criterion is None else score.criteria.get(row.criterion)
    outcome = score.outcome if found is None else found.outcome
    if outcome is Outcome.UNANSWERED and row.range is not None:
        # Multiple choice: no answer is the contestant's, and counts as wrong.
        return Reading(outcome, row.range[0])
    value = None if found is None else found.value
    return Reading(outcome, None if isinstance(value, str) or value is None else float(value))
