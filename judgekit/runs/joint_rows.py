"""Joint rows: several questions in one prompt and one response, as DrVD-Bench writes them.

A row holds `joint_prompt`, `<level>_answer` for each level ("C. CT") and `model_response`
("C,A,C,D", a list, or a mapping by level). It becomes one sample for each level.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from judgekit.errors import InputDataError
from judgekit.runs.mcq_columns import option_runs, options_of

Row = dict[str, Any]
_ANSWER, _OPTIONS, _HINT = "_answer", "_options", "_hint_label"


def is_joint(row: Row) -> bool:
    """Return whether a row holds the answers of several levels."""
    return "answer" not in row and len(_levels(row)) > 1


def split_joint(row: Row, place: str) -> Iterator[Row]:
    """Yield a row of Sample's fields for each level, in the row's order.

    The options of a level stand under `<level>_options`, or are read from the prompt when it lists
    exactly one run of A, B, C... for each level. The sample's id is the row's with the level.

    Raises:
        InputDataError: A level has no options.
    """
    levels = _levels(row)
    options = _options(row, levels, place)
    parts = [{"id": level, "name": level, "options": options[level]} for level in levels]
    own = {level + end for level in levels for end in (_ANSWER, _OPTIONS, _HINT)}
    shared = {name: value for name, value in row.items() if name not in own}
    prompt = shared.pop("joint_prompt", None)
    for level in levels:
        sample = {
            **shared,
            "id": f"{row['id']}:{level}",
            "level": level,
            "paradigm": "joint",
            "options": options[level],
            "answer": row[level + _ANSWER],
            "joint": {"id": str(row["id"]), "part": level, "parts": parts},
        }
        if prompt is not None:
            sample["question"] = prompt
        if row.get(level + _HINT) is not None:
            sample["hint_label"] = row[level + _HINT]
        yield sample


def take_response(row: Row) -> None:
    """Make the response of a row a text: a list of letters, or a mapping by level, becomes one.

    What a harness wrote in place of a response after a failed call ("Error" for every level, a
    status that begins with "Error", an `error` column) is the status `error`, never an answer.
    """
    response = row.get("response")
    said = row.get("response_status")
    has_failed = isinstance(said, str) and said.lower().startswith("error")
    if isinstance(response, dict) and set(response.values()) == {"Error"}:
        has_failed = True
    if "response" not in row and row.get("error"):
        has_failed = True
    if has_failed:
        row.update(response="", response_status="error")
    elif isinstance(response, list) and all(isinstance(part, str) for part in response):
        row["response"] = ",".join(response)
    elif isinstance(response, dict):
        row["response"] = json.dumps(response, ensure_ascii=False)


def _levels(row: Row) -> list[str]:
    names = [name.removesuffix(_ANSWER) for name in row if name.endswith(_ANSWER)]
    return [name for name in names if name and row[name + _ANSWER] is not None]


def _options(row: Row, levels: list[str], place: str) -> dict[str, dict[str, str]]:
    given = {level: options_of(row.get(level + _OPTIONS)) for level in levels}
    found = {level: options for level, options in given.items() if options is not None}
    if len(found) == len(levels):
        return found
    runs = option_runs(str(row.get("joint_prompt") or ""))
    if found or len(runs) != len(levels):
        lacking = next(level for level in levels if level not in found)
        raise InputDataError(
            f"{place}: no options for {lacking!r}: there is no {lacking + _OPTIONS}, and the "
            f"joint_prompt lists {len(runs)} runs of options for {len(levels)} levels; add a "
            f"column {lacking + _OPTIONS} with label and text of each option"
        )
    return dict(zip(levels, runs, strict=True))
