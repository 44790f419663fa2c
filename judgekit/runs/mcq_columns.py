"""Which columns of a multiple-choice file are read as which field, and options in their shapes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Row = dict[str, Any]

ALIASES: Mapping[str, tuple[str, ...]] = {
    "id": ("question_id", "qid", "item_id", "sample_id", "index", "idx", "uid"),
    "response": ("model_response", "prediction", "pred", "model_output", "output", "completion"),
    "answer": ("gold", "gold_answer", "correct_answer", "ground_truth", "target", "key"),
    "question": ("query", "prompt"),
    "options": ("choices",),
    "case_id": ("patient_id", "study_id", "volume_id", "image_paths", "image_path"),
    "polarity": ("hint_polarity", "variant"),
    "hint_label": ("hint_option", "hinted_option"),
    "system": ("model", "model_name"),
}
"""Columns that are read as a field where no column bears its name; the first that is there."""

_LABELS = "ABCDEFGHIJ"
_OWN_LABEL = re.compile(
    r"\s*[(\[]?(?P<label>[A-Za-z]|\d{1,2}|[IVX]{1,4})[.:)\]]\s*(?P<text>.*)", re.S
)
_LINE = re.compile(
    r"(?:^|(?<=[\s;,]))[(\[]?(?P<label>[A-J])[.:)\]]\s*(?P<text>.+?)"
    r"(?=[\s;,]+[(\[]?[A-J][.:)\]]\s|\s*\n|\s*$)",
    re.M,
)


def column_mapping(columns: Iterable[str], asked: Mapping[str, str]) -> dict[str, str]:
    """Return field -> column: what was asked for, then the first alias of each field not there.

    A column serves one field only.
    """
    present = set(columns)
    mapping = dict(asked)
    for field, aliases in ALIASES.items():
        if field in mapping or field in present:
            continue
        taken = set(mapping.values())
        found = next((name for name in aliases if name in present and name not in taken), None)
        if found is not None:
            mapping[field] = found
    return mapping


def take_options(row: Row) -> None:
    """Put the options of `row` under "options" as label -> text, whatever shape they have.

    A mapping; a list of texts, with their labels ("A. CT") or without (A, B, C by position); either
    of them as JSON; or one column for each option (A, B, C or option_a, option_b, option_c). Empty
    options of the column shape are absent. What is none of these is left as it is.
    """
    given = row.get("options")
    if isinstance(given, str):
        given = _decoded(given)
    if given is None:
        columns = _option_columns(row)
        given = {label: row.pop(column) for label, column in columns.items()}
        given = {label: text for label, text in given.items() if text is not None} or None
    options = options_of(given)
    if options is not None:
        row["options"] = options


def options_of(given: object) -> dict[str, str] | None:
    """Return options as label -> text; None where `given` is not options in a known shape."""
    if isinstance(given, Mapping):
        return {str(label): _as_text(text) for label, text in given.items()}
    if isinstance(given, str):
        runs = option_runs(given)
        return runs[0] if len(runs) == 1 else None
    if not isinstance(given, Sequence) or not 1 < len(given) <= len(_LABELS):
        return None
    texts = [_as_text(text) for text in given]
    own = [_OWN_LABEL.fullmatch(text) for text in texts]
    labels = [match["label"] for match in own if match is not None]
    if len(labels) == len(texts) == len(set(labels)):
        return {match["label"]: match["text"].strip() for match in own if match is not None}
    return dict(zip(_LABELS, texts, strict=False))


def option_runs(text: str) -> list[dict[str, str]]:
    """Return the lists of options in a prompt, in its order: each run of A, B, C... is one."""
    found = [(match["label"], match["text"].strip()) for match in _LINE.finditer(text)]
    starts = [number for number, (label, _) in enumerate(found) if label == "A"]
    runs = []
    for start, end in pairwise([*starts, len(found)]):
        run: dict[str, str] = {}
        for label, option in found[start:end]:
            if label != _LABELS[len(run)]:
                break
            run[label] = option
        if len(run) > 1:
            runs.append(run)
    return runs


def _option_columns(row: Row) -> dict[str, str]:
    for name in ("{0}", "option_{0}", "option_{1}", "option{0}", "Option {0}", "opt_{1}"):
        columns = {label: name.format(label, label.lower()) for label in _LABELS}
        if columns["A"] in row and columns["B"] in row:
            return {label: column for label, column in columns.items() if column in row}
    return {}


def _decoded(text: str) -> object:
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
