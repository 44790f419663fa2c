"""Med-CMR's released files: a JSON array of items, and responses by index in a file of their own.

The index is unique within a file, not across the open-ended and the multiple-choice one, so ids are
`open-<index>` and `mcq-<index>`. A case is an image.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from judgekit.errors import InputDataError

Row = dict[str, Any]
_REQUIRED = ("index", "question", "image_path")
_OPTION_LABELS = "ABCDEFGHIJ"
_GROUPS = {
    "task": "task",
    "subtype": "subtype",
    "question type": "question_type",
    "modality": "modality",
    "organ system": "organ_system",
}


def is_medcmr(rows: Sequence[tuple[str, Row]]) -> bool:
    """Return whether the first item has the fields of a Med-CMR release."""
    return bool(rows) and all(name in rows[0][1] for name in _REQUIRED)


def medcmr_samples(
    items: Sequence[tuple[str, Row]],
    predictions: Sequence[tuple[str, Row]] | None,
    path: Path,
    predictions_path: Path | None,
) -> Iterator[tuple[str, Row]]:
    """Yield each item as a row of Sample's fields, in the file's order.

    An item without a prediction stays, without a response. A prediction without an item, or a
    second one for the same index, is refused.

    Raises:
        InputDataError: A field is missing, an index repeats, or a prediction has no item.
    """
    if predictions is None and not any("response" in row for _, row in items):
        raise InputDataError(
            f"reading {path}: a Med-CMR release holds no responses; "
            "give the model's responses with --predictions FILE (index and response)"
        )
    responses = None if predictions is None else _responses(predictions, predictions_path)
    known = set()
    for place, row in items:
        for name in _REQUIRED:
            if name not in row:
                raise InputDataError(f"reading {path}, {place}: the field {name!r} is missing")
        known.add(_index(row, f"reading {path}, {place}"))
    foreign = [index for index in responses or () if index not in known]
    if foreign:
        raise InputDataError(
            f"reading {predictions_path}: {len(foreign)} of {len(responses or ())} predictions "
            "have no "
            f"item in {path}, such as index {foreign[0]!r}; is this the other file's predictions?"
        )
    for place, row in items:
        yield place, _as_sample_row(row, responses)


def _responses(predictions: Sequence[tuple[str, Row]], path: Path | None) -> dict[str, str | None]:
    responses: dict[str, str | None] = {}
    for place, row in predictions:
        for name in ("index", "response"):
            if name not in row:
                raise InputDataError(
                    f"reading {path}, {place}: the field {name!r} is missing; "
                    "a prediction has index and response"
                )
        index = _index(row, f"reading {path}, {place}")
        if index in responses:
            raise InputDataError(
                f"reading {path}, {place}: a second prediction for index {index!r}; "
                "keep one for each item"
            )
        if not isinstance(row["response"], str | None):
            raise InputDataError(
                f"reading {path}, {place}: response must be a text or null, "
                f"got {type(row['response']).__name__}"
            )
        responses[index] = row["response"]
    return responses


def _index(row: Row, place: str) -> str:
    index = row["index"]
    if isinstance(index, bool) or not isinstance(index, int | str):
        raise InputDataError(
            f"{place}: index must be a whole number or a text, got {type(index).__name__}"
        )
    return str(index)


def _as_sample_row(row: Row, responses: dict[str, str | None] | None) -> Row:
    index = str(row["index"])
    options = {label: row[label] for label in _OPTION_LABELS if row.get(label) is not None}
    used = {*_REQUIRED, *_GROUPS, *options, "answer", "visual_description", "response"}
    answer = row.get("answer")
    return {
        "id": f"{'mcq' if options else 'open'}-{index}",
        "response": row.get("response") if responses is None else responses.get(index),
        "question": row["question"],
        "references": [] if answer is None else [str(answer)],
        "visual_evidence": row.get("visual_description"),
        "images": [row["image_path"]],
        "case_id": row["image_path"],
        "groups": {
            name: row[column] for column, name in _GROUPS.items() if row.get(column) is not None
        },
        "options": options or None,
        "answer": None if answer is None else str(answer),
        "metadata": {name: value for name, value in row.items() if name not in used},
    }
