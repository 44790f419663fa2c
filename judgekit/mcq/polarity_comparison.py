"""Two systems on the same pairs: by how much their polarity gaps differ."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from judgekit.errors import InputDataError
from judgekit.mcq.figures import Figure
from judgekit.mcq.items import McqItem
from judgekit.mcq.polarity import CONTRASTS, right
from judgekit.mcq.rates import Part, Term, case_codes_of, part
from judgekit.mcq.scorer import KIND, NAME, UNKNOWN
from judgekit.runs.folder import SAMPLES_NAME, SCORES_NAME
from judgekit.statistics import mean_estimate

Key = tuple[str | None, ...]
_NOT_SHARED = "pairs that are not in both runs with both polarities"


class GapRow(NamedTuple):
    """One member of a pair, as far as its polarity gap needs it.

    Attributes:
        pair: Paradigm, pair_id and level.
        polarity: Its polarity.
        case: Its case; without one the pair is its own case.
        right: Whether it is right, and whether that is open.
    """

    pair: Key
    polarity: str
    case: str
    right: Part


def gap_rows(items: Iterable[McqItem]) -> Iterator[GapRow]:
    """Yield the members of declared pairs among a system's items."""
    for item in items:
        if item.pair_id is not None and item.polarity is not None and item.kind is not None:
            pair = (item.paradigm, item.pair_id, item.level)
            case = f"pair {item.pair_id}" if item.case_id is None else f"case {item.case_id}"
            yield GapRow(pair, item.polarity, case, right(item))


def gap_rows_of_folder(folder: Path) -> Iterator[GapRow]:
    """Yield the members of declared pairs in a run's folder.

    Raises:
        InputDataError: The folder holds no multiple-choice run.
    """
    samples = {row["id"]: row for row in _lines(folder / SAMPLES_NAME)}
    n_scores = 0
    for score in _lines(folder / SCORES_NAME):
        if score["scorer"] != NAME:
            continue
        n_scores += 1
        sample, kind = samples[score["id"]], score["criteria"][KIND]["value"]
        pair_id, polarity = sample.get("pair_id"), sample["polarity"]
        if pair_id is None or polarity is None or kind is None:
            continue
        is_right = score["value"] == 1.0
        case = sample["case_id"]
        yield GapRow(
            (sample["paradigm"], pair_id, sample["level"]),
            polarity,
            f"pair {pair_id}" if case is None else f"case {case}",
            part(is_right, num_high=is_right or kind in UNKNOWN),
        )
    if not n_scores:
        raise InputDataError(f"reading {folder}: it holds no scores of multiple-choice questions")


def gap_differences(a: Iterable[GapRow], b: Iterable[GapRow]) -> tuple[Figure, ...]:
    """Return by how much the polarity gaps of two systems differ, over all and by level.

    For each contrast (positive - neutral, neutral - negative): the mean over pairs that both
    systems answered under both polarities of (a's difference) - (b's difference), -2 to 2, with
    its cluster-robust interval by case. Above 0: the hint moves the first system more.

    Args:
        a: The first system's members of pairs.
        b: The second system's.

    Raises:
        InputDataError: A pair is of different cases in the two runs.
    """
    first, second = _by_pair(a), _by_pair(b)
    levels = list(dict.fromkeys(pair[2] for pair in first if pair[2] is not None))
    places: list[dict[str, str]] = [{}]
    if len(levels) > 1:
        places += [{"level": level} for level in levels]
    return tuple(
        _figure(first, second, contrast, where) for contrast in CONTRASTS for where in places
    )


def _figure(
    first: Mapping[Key, Mapping[str, GapRow]],
    second: Mapping[Key, Mapping[str, GapRow]],
    contrast: tuple[str, str],
    where: dict[str, str],
) -> Figure:
    high, low = contrast
    here = [
        pair for pair in {**first, **second} if "level" not in where or pair[2] == where["level"]
    ]
    shared = [
        pair
        for pair in here
        if all(p in run.get(pair, {}) for run in (first, second) for p in contrast)
    ]
    members = [
        (first[p][high].right, first[p][low].right, second[p][high].right, second[p][low].right)
        for p in shared
    ]
    numbers: dict[str, int] = {}
    cases = [numbers.setdefault(_case(first[p], second[p]), len(numbers)) for p in shared]
    values = np.array(
        [(a.num - b.num) - (c.num - d.num) for a, b, c, d in members], dtype=np.float64
    )
    ends = [
        (
            (a.num_low - b.num_high) - (c.num_high - d.num_low),
            (a.num_high - b.num_low) - (c.num_low - d.num_high),
        )
        for a, b, c, d in members
    ]
    term = Term(
        "gap_difference",
        f"difference of gaps, {high} - {low}",
        f"(P(right under {high}) - P(right under {low})) of the first system - the same of the "
        "second, over the same pairs",
        "ours",
    )
    estimate = mean_estimate(values, case_codes_of(cases))
    return Figure(
        **estimate.model_dump(),
        **term._asdict(),
        kind="difference",
        where={**where, "contrast": f"{high} - {low}"},
        bound_low=float(np.mean([end[0] for end in ends])) if ends else None,
        bound_high=float(np.mean([end[1] for end in ends])) if ends else None,
        chance=0.0,
        n_left_out=len(here) - len(shared),
        left_out=_NOT_SHARED if len(here) > len(shared) else None,
    )


def _case(first: Mapping[str, GapRow], second: Mapping[str, GapRow]) -> str:
    cases = sorted({row.case for rows in (first, second) for row in rows.values()})
    if len(cases) > 1:
        pair = next(iter(first.values())).pair[1]
        raise InputDataError(
            f"comparing polarity gaps: pair {pair!r} is of {cases[0]} and of {cases[1]}; "
            "is it the same question in both runs?"
        )
    return cases[0]


def _by_pair(rows: Iterable[GapRow]) -> dict[Key, dict[str, GapRow]]:
    """Return the members by pair; of two neutral runs the first counts."""
    found: dict[Key, dict[str, GapRow]] = {}
    for row in rows:
        found.setdefault(row.pair, {}).setdefault(row.polarity, row)
    return found


def _lines(path: Path) -> Sequence[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8") as file:
            return [json.loads(line) for line in file]
    except (OSError, ValueError) as error:
        raise InputDataError(
            f"reading {path}: it cannot be read as a run's file ({error})"
        ) from error
