"""The look through the whole input before anything is asked: ids, cases, groups, needed fields."""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from pydantic_core import PydanticSerializationError

from judgekit.errors import InputDataError
from judgekit.records.sample import Sample, name_of
from judgekit.runs.port import Scorer
from judgekit.runs.source import Source

NOT_GIVEN = "(not given)"
_FIELDS_TO_GROUP_BY = ("level", "paradigm", "polarity", "system", "response_status")


@dataclass(frozen=True)
class Survey:
    """What is known of an input once it has been read through.

    Attributes:
        n_rows: Rows in the input.
        n: Rows to be scored: all of them, or the first ones under a limit.
        digest: SHA-256 over every sample, the bytes of its images included where they are sent.
        case_codes: Case of each row to be scored, numbered from 0; None: no cases declared.
        n_cases: How many cases; n where none are declared.
        groups: Values of each column to group by: labels, and a code per row.
    """

    n_rows: int
    n: int
    digest: str
    case_codes: NDArray[np.int64] | None
    n_cases: int
    groups: dict[str, tuple[list[str], NDArray[np.int64]]]


class _Codes:
    """Names numbered in the order in which they appear."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.codes = array("q")

    def add(self, name: str) -> None:
        self.codes.append(self.numbers.setdefault(name, len(self.numbers)))

    def as_array(self, n: int) -> NDArray[np.int64]:
        return np.array(self.codes[:n], dtype=np.int64)


class _Surveyor:
    def __init__(self, source: Source, scorers: Sequence[Scorer], by: Sequence[str] | None) -> None:
        self._source = source
        self._scorers = scorers
        self._by = by
        self._digest = hashlib.sha256()
        self._first_place: dict[str, int] = {}
        self._cases = _Codes()
        self._without_case: str | None = None
        self._groups: dict[str, _Codes] = {name: _Codes() for name in by or ()}
        self._lacking: Counter[str] = Counter()
        self._columns: set[str] = set()
        self.n_rows = 0

    def add(self, place: str, sample: Sample) -> None:
        if sample.id in self._first_place:
            raise InputDataError(
                f"reading {self._source.name}, {place}: id {sample.id!r} stands twice "
                f"(first as row {self._first_place[sample.id] + 1}); ids must be unique"
            )
        self._first_place[sample.id] = self.n_rows
        self._add_case(place, sample)
        self._add_groups(sample)
        self._digest.update(self._encoded(place, sample))
        lacking: set[str] = set()
        for scorer in self._scorers:
            try:
                lacking.update(scorer.check(sample))
                for image in scorer.image_digests(sample):
                    self._digest.update(image.encode())
            except InputDataError as error:
                raise InputDataError(f"reading {self._source.name}, {place}: {error}") from error
        self._lacking.update(lacking)
        self.n_rows += 1

    def _encoded(self, place: str, sample: Sample) -> bytes:
        try:
            return sample.model_dump_json().encode()
        except (UnicodeEncodeError, PydanticSerializationError) as error:
            raise InputDataError(
                f"reading {self._source.name}, {place}: a text holds half of a surrogate pair, "
                "which is no character (an emoji that was cut in two?); mend or remove it"
            ) from error

    def _add_case(self, place: str, sample: Sample) -> None:
        if sample.case_id is None:
            self._without_case = self._without_case or place
        else:
            self._cases.add(sample.case_id)
        if self._without_case is not None and self._cases.codes:
            raise InputDataError(
                f"reading {self._source.name}: some rows have a case_id and some have none, "
                f"such as {self._without_case}; give every row the patient, study or article "
                "it belongs to, or none"
            )

    def _add_groups(self, sample: Sample) -> None:
        if self._by is None:
            for name in sample.groups:
                if name not in self._groups:
                    self._groups[name] = _Codes()
                    for _ in range(self.n_rows):
                        self._groups[name].add(NOT_GIVEN)
        self._columns.update(sample.groups, sample.metadata)
        for name, codes in self._groups.items():
            codes.add(group_value(sample, name))

    def check(self) -> None:
        for field, count in self._lacking.items():
            if count == self.n_rows:
                raise InputDataError(
                    f"reading {self._source.name}: no row has {field!r}, which the scorer needs; "
                    f"name the column with --map {field}=COLUMN, or choose another scorer"
                )
        for name, codes in self._groups.items():
            if list(codes.numbers) == [NOT_GIVEN]:
                known = sorted(self._columns | set(_FIELDS_TO_GROUP_BY))
                raise InputDataError(
                    f"reading {self._source.name}: no row has the column {name!r} to group by; "
                    f"there are: {', '.join(known)}"
                )

    def finish(self, limit: int | None) -> Survey:
        n = self.n_rows if limit is None else min(limit, self.n_rows)
        has_cases = bool(self._cases.codes)
        codes = self._cases.as_array(n) if has_cases else None
        return Survey(
            n_rows=self.n_rows,
            n=n,
            digest=self._digest.hexdigest(),
            case_codes=codes,
            n_cases=n if codes is None else len(np.unique(codes)),
            groups={
                name: (list(found.numbers), found.as_array(n))
                for name, found in self._groups.items()
            },
        )


def survey(
    source: Source,
    scorers: Sequence[Scorer],
    *,
    by: Sequence[str] | None = (),
    limit: int | None = None,
) -> Survey:
    """Read the whole input once and check it.

    Args:
        source: The input.
        scorers: What will score it; each says which fields it needs.
        by: Columns to group by; None: every column in a sample's `groups`.
        limit: Score only the first rows; None: all.

    Raises:
        InputDataError: An id stands twice, cases are declared on some rows only, no row has a field
            that a scorer needs, or a column to group by does not exist.
    """
    surveyor = _Surveyor(source, scorers, by)
    for place, sample in source:
        surveyor.add(place, sample)
    if not surveyor.n_rows:
        raise InputDataError(f"reading {source.name}: there are no samples")
    surveyor.check()
    return surveyor.finish(limit)


def samples_of(source: Source, n: int) -> islice[Sample]:
    """Return the first `n` samples of a source as a stream."""
    return islice((located.sample for located in source), n)


def group_value(sample: Sample, name: str) -> str:
    """Return what `sample` says for a column: its groups first, then its fields, then metadata."""
    if name in sample.groups:
        return sample.groups[name]
    value = getattr(sample, name) if name in _FIELDS_TO_GROUP_BY else sample.metadata.get(name)
    return NOT_GIVEN if value is None else name_of(value)
