"""Files to samples: JSONL rows, and the JSON array that Med-CMR releases.

Every error names the file, the line or item, the rule and the remedy, and shows no sample's text.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from pydantic import ValidationError

from judgekit.errors import InputDataError
from judgekit.records.sample import Sample
from judgekit.runs.medcmr import is_medcmr, medcmr_samples
from judgekit.runs.source import Located

SAMPLE_FIELDS = frozenset(Sample.model_fields)
MAPPABLE_FIELDS = SAMPLE_FIELDS | {"reference"}
_BOM = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_ONE_A_LINE = "write one JSON object a line"
Row = dict[str, Any]


def read_samples(
    path: Path, predictions: Path | None, mapping: Mapping[str, str]
) -> Iterator[Located]:
    """Yield the samples of a file in its order.

    Args:
        path: A JSONL file, or a JSON array of Med-CMR's items.
        predictions: JSON or JSONL with `index` and `response`, for Med-CMR's items.
        mapping: Column of the file by field of Sample.

    Raises:
        InputDataError: The file breaks a rule.
    """
    if first_character(path) == "[":
        items = read_rows(path)
        if not is_medcmr(items):
            raise InputDataError(
                f"reading {path}: a JSON array is read as a Med-CMR release, whose items have "
                "index, question and image_path; write other data as one JSON object a line (JSONL)"
            )
        answers = None if predictions is None else read_rows(predictions)
        for item, row in medcmr_samples(items, answers, path, predictions):
            yield Located(item, sample_from_row(row, mapping, f"{path}, {item}"))
        return
    if predictions is not None:
        raise InputDataError(
            f"reading {path}: --predictions goes with a JSON array as Med-CMR releases it; "
            "the rows of a JSONL file hold their own response"
        )
    n_rows = 0
    for number, row in iterate_jsonl(path):
        n_rows += 1
        yield Located(f"line {number}", sample_from_row(row, mapping, f"{path}, line {number}"))
    if not n_rows:
        raise InputDataError(
            f"reading {path}: the file holds no rows; expected one JSON object a line"
        )


def read_rows(path: Path) -> list[tuple[str, Row]]:
    """Return all rows of a JSON array or a JSONL file, each with its place."""
    if first_character(path) != "[":
        return [(f"line {number}", row) for number, row in iterate_jsonl(path)]
    text = _read_text(path)
    try:
        rows = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise InputDataError(
            f"reading {path}: not valid JSON ({_why(error)}); is the file cut off?"
        ) from error
    for position, row in enumerate(rows):
        if not isinstance(row, dict):
            raise InputDataError(
                f"reading {path}, item {position}: expected an object, got {type(row).__name__}"
            )
    return [(f"item {position}", row) for position, row in enumerate(rows)]


def iterate_jsonl(path: Path) -> Iterator[tuple[int, Row]]:
    """Yield line number and object of each line that is not blank."""
    for number, line in _lines(path):
        if not line.strip():
            continue
        try:
            row = _DECODER.decode(line)
        except (ValueError, RecursionError) as error:
            is_cut = not line.endswith("\n")
            remedy = "the last line seems cut off: write it anew" if is_cut else _ONE_A_LINE
            raise InputDataError(
                f"reading {path}, line {number}: not one JSON object ({_why(error)}); {remedy}"
            ) from error
        if not isinstance(row, dict):
            raise InputDataError(
                f"reading {path}, line {number}: expected a JSON object, got {type(row).__name__}; "
                f"{_ONE_A_LINE}"
            )
        yield number, row


def sample_from_row(row: Row, mapping: Mapping[str, str], place: str) -> Sample:
    """Return the sample of a row whose keys are Sample's fields; other keys go to its metadata.

    Raises:
        InputDataError: The row breaks a rule; the message begins with `place`.
    """
    fields = _renamed(row, mapping, place)
    if "reference" in fields and "references" in fields:
        raise InputDataError(
            f"{place}: a row has either reference (a text) or references (a list), not both"
        )
    if "reference" in fields:
        single = fields.pop("reference")
        if single is not None and not isinstance(single, str):
            raise InputDataError(
                f"{place}: reference must be a text, got {type(single).__name__}; "
                "several references are a list under references"
            )
        fields["references"] = [] if single is None else [single]
    own_metadata = fields.pop("metadata", None) or {}
    if not isinstance(own_metadata, dict):
        raise InputDataError(
            f"{place}: metadata must be an object, got {type(own_metadata).__name__}"
        )
    known = {
        name: value
        for name, value in fields.items()
        if name in SAMPLE_FIELDS and (value is not None or name == "response")
    }
    extra = {name: value for name, value in fields.items() if name not in SAMPLE_FIELDS}
    for required in ("id", "response"):
        if required not in known and required in fields:
            raise InputDataError(f"{place}: {required} is null; every row needs its own")
        if required not in known:
            raise InputDataError(
                f"{place}: there is no column {required!r}; columns are {', '.join(sorted(row))}; "
                f"name the right one with --map {required}=COLUMN"
            )
    both = sorted(own_metadata.keys() & extra.keys())
    if both:
        raise InputDataError(
            f"{place}: {both[0]!r} stands in the row and in its metadata; keep one of them"
        )
    try:
        metadata = dict(sorted({**own_metadata, **extra}.items()))
        return Sample.model_validate({**known, "metadata": metadata})
    except ValidationError as error:
        detail = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in detail["loc"])
        rule = detail["msg"].replace("a valid tuple", "a list").replace("a valid string", "a text")
        raise InputDataError(f"{place}: {field}: {rule}") from error


def _renamed(row: Row, mapping: Mapping[str, str], place: str) -> Row:
    if not mapping:
        return dict(row)
    for field, column in mapping.items():
        if column not in row:
            raise InputDataError(
                f"{place}: --map {field}={column} names a column that is not there; "
                f"columns are {', '.join(sorted(row))}"
            )
    taken = set(mapping.values())
    rest = {name: value for name, value in row.items() if name not in taken and name not in mapping}
    shadowed = {
        f"original_{name}": row[name] for name in mapping if name in row and name not in taken
    }
    return {**rest, **shadowed, **{field: row[column] for field, column in mapping.items()}}


def first_character(path: Path) -> str:
    """Return the first character of a file that is no white space.

    Raises:
        InputDataError: There is none.
    """
    for _, line in _lines(path):
        if line.strip():
            return line.lstrip()[0]
    raise InputDataError(f"reading {path}: the file is empty; expected one JSON object a line")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    number = 0
    try:
        with path.open(encoding=encoding_of(path), newline="\n") as file:
            for number, line in enumerate(file, start=1):
                yield number, line
    except UnicodeError as error:
        raise InputDataError(
            f"reading {path}, near line {number + 1}: the file is not UTF-8 text; "
            "convert it to UTF-8"
        ) from error
    except OSError as error:
        raise InputDataError(f"reading {path}: {error.strerror or error}") from error


def _read_text(path: Path) -> str:
    return "".join(line for _, line in _lines(path))


def encoding_of(path: Path) -> str:
    """Return the encoding that a file's first bytes announce, or UTF-8."""
    with path.open("rb") as file:
        start = file.read(4)
    return next((name for bom, name in _BOM.items() if start.startswith(bom)), "utf-8")


def _unique_keys(pairs: list[tuple[str, Any]]) -> Row:
    row = dict(pairs)
    if len(row) != len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {repeated!r} stands twice")
    return row


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON; write null where there is no number")


def _why(error: ValueError | RecursionError) -> str:
    if isinstance(error, json.JSONDecodeError):
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        return f"{error.msg} at {line}column {error.colno}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_unique_keys)
