"""Multiple-choice files to samples: Med-CMR's release, Med-R2 and DrVD-Bench rows, plain tables.

A row's columns are Sample's fields, or columns that are read as them; which, is printed. A row
without an id is named by its place in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from judgekit.errors import InputDataError
from judgekit.runs.joint_rows import is_joint, split_joint, take_response
from judgekit.runs.mcq_columns import column_mapping, take_options
from judgekit.runs.medcmr import is_medcmr, medcmr_samples
from judgekit.runs.readers import first_character, iterate_jsonl, read_rows, sample_from_row
from judgekit.runs.source import Located
from judgekit.runs.tables import is_table, iterate_table

Row = dict[str, Any]
POLARITIES = ("positive", "neutral", "negative")
_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0")
_ROWS_LOOKED_AT = 100


@dataclass(frozen=True)
class McqFileSource:
    """Multiple-choice questions and responses in a file.

    Attributes:
        path: Med-CMR's JSON array, or one row for each question, or for each joint prompt: JSONL, a
            JSON array, CSV or TSV.
        predictions: Responses by index, for Med-CMR's file.
        mapping: Column by field of Sample, where the columns have names of their own.
    """

    path: Path
    predictions: Path | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self.path)

    def __iter__(self) -> Iterator[Located]:
        if self._is_release():
            yield from self._release()
            return
        if self.predictions is not None:
            raise InputDataError(
                f"reading {self.path}: --predictions goes with a JSON array as Med-CMR releases "
                "it; the rows of any other file hold their own response"
            )
        mapping = self.columns()
        n_rows = 0
        for place, row in self._rows():
            n_rows += 1
            where = f"reading {self.path}, {place}"
            for fields in self._samples(row, mapping, place, where):
                yield Located(place, sample_from_row(fields, {}, where))
        if not n_rows:
            raise InputDataError(f"reading {self.path}: the file holds no rows")

    def columns(self) -> dict[str, str]:
        """Return which column is read as which field, where their names differ."""
        if self._is_release():
            return dict(self.mapping)
        names: dict[str, None] = {}
        for _, row in islice(self._rows(), _ROWS_LOOKED_AT):
            names.update(dict.fromkeys(row))
        for wanted, column in self.mapping.items():
            if column not in names:
                raise InputDataError(
                    f"reading {self.path}: --map {wanted}={column} names a column that is not "
                    f"there; columns are {', '.join(sorted(names))}"
                )
        mapping = column_mapping(names, self.mapping)
        if "response" not in names and "response" not in mapping:
            raise InputDataError(
                f"reading {self.path}: there is no column of responses; columns are "
                f"{', '.join(sorted(names))}; name it with --map response=COLUMN"
            )
        return mapping

    def _is_release(self) -> bool:
        return (
            not is_table(self.path)
            and first_character(self.path) == "["
            and is_medcmr(read_rows(self.path))
        )

    def _release(self) -> Iterator[Located]:
        answers = None if self.predictions is None else read_rows(self.predictions)
        rows = medcmr_samples(read_rows(self.path), answers, self.path, self.predictions)
        for place, row in rows:
            yield Located(
                place, sample_from_row(row, self.mapping, f"reading {self.path}, {place}")
            )

    def _rows(self) -> Iterator[tuple[str, Row]]:
        if is_table(self.path):
            for number, cells in iterate_table(self.path):
                yield f"line {number}", {k: v for k, v in cells.items() if v is not None}
        elif first_character(self.path) == "[":
            yield from read_rows(self.path)
        else:
            for number, row in iterate_jsonl(self.path):
                yield f"line {number}", row

    def _samples(
        self, given: Row, mapping: Mapping[str, str], place: str, where: str
    ) -> Iterator[Row]:
        taken = set(mapping.values())
        row = {name: value for name, value in given.items() if name not in {*taken, *mapping}}
        row.update({name: given[column] for name, column in mapping.items() if column in given})
        row.setdefault("id", place)
        if is_table(self.path):
            row.setdefault("response", "")  # an empty cell is an empty response, not a missing one
        _tidy(row, where)
        take_response(row)
        if is_joint(row):
            yield from split_joint(row, where)
            return
        take_options(row)
        if row.get("options") is not None and not isinstance(row["options"], dict):
            raise InputDataError(
                f"{where}: options must be a mapping of label to text or a list of texts"
            )
        yield row


def _tidy(row: Row, where: str) -> None:
    """Bring texts of a table, and the words of a closed set, into the form that Sample wants."""
    polarity = row.get("polarity")
    if polarity is not None:
        word = str(polarity).strip().lower()
        if word not in POLARITIES:
            raise InputDataError(
                f"{where}: unknown polarity {polarity!r}; it must be positive, neutral or negative"
            )
        row["polarity"] = word
    if isinstance(row.get("multi_select"), str):
        row["multi_select"] = _claim(row["multi_select"], where)
    case = row.get("case_id")
    if isinstance(case, list):
        row["case_id"] = "; ".join(map(str, case)) or None
    if isinstance(row.get("hint_label"), int):
        row["hint_label"] = str(row["hint_label"])
    if isinstance(row.get("answer"), list):
        row["answer"] = ",".join(map(str, row["answer"]))
    metadata = row.get("metadata")
    if metadata is not None and not isinstance(metadata, dict):
        row["metadata"] = {"metadata": metadata}


def _claim(text: str, where: str) -> bool:
    word = text.strip().lower()
    if word not in (*_TRUE, *_FALSE):
        raise InputDataError(f"{where}: multi_select must be true or false, got {text!r}")
    return word in _TRUE
