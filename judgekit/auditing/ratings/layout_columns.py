"""Where a file of ratings holds what: its columns, and who rated a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from pydantic import Field, model_validator

from judgekit.records.base import Record

STANDARD_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "id"),
    "case": ("case", "case_id"),
    "rater": ("rater",),
    "role": ("role",),
    "criterion": ("criterion",),
    "value": ("value",),
    "missing": ("missing",),
    "abstain": ("abstain",),
    "comment": ("comment",),
    "rated_on": ("rated_on",),
}


class ColumnPart(Record):
    """A column of which only the first or the last characters are taken.

    Attributes:
        column: Its heading.
        first: How many characters from the start; None: all.
        last: How many characters from the end; None: all.
    """

    column: str
    first: int | None = Field(default=None, ge=1)
    last: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _one_end(self) -> Self:
        if self.first is not None and self.last is not None:
            raise ValueError("a column gives its first or its last characters, not both")
        return self

    def of(self, text: str) -> str:
        """Return the part of `text` that is taken."""
        if self.first is not None:
            return text[: self.first]
        return text if self.last is None else text[-self.last :]


class JoinedColumns(Record):
    """An id made of several columns.

    Attributes:
        join: Headings, or parts of columns, in order.
        separator: What stands between them.
    """

    join: tuple[str | ColumnPart, ...] = Field(min_length=1)
    separator: str = "-"

    @property
    def parts(self) -> tuple[ColumnPart, ...]:
        """The columns, each with what is taken of it."""
        return tuple(
            ColumnPart(column=part) if isinstance(part, str) else part for part in self.join
        )


class Columns(Record):
    """Heading of each column; None: looked for under its standard names.

    Attributes:
        item: The rated sample's id.
        case: The case it belongs to.
        rater: Who rated.
        role: The rater's role; "adjudicator" is a settled answer.
        criterion: What was rated.
        value: The rating (long form only, as the three that follow).
        missing: Why there is no rating.
        abstain: Whether the rater could not assess: yes or no, true or false, 1 or 0, x.
        comment: What the rater wrote beside it.
        rated_on: The day of the rating, as YYYY-MM-DD.
    """

    item: str | JoinedColumns | None = None
    case: str | JoinedColumns | None = None
    rater: str | None = None
    role: str | None = None
    criterion: str | None = None
    value: str | None = None
    missing: str | None = None
    abstain: str | None = None
    comment: str | None = None
    rated_on: str | None = None


class RaterOfFile(Record):
    """Who rated a whole file; exactly one of the two.

    Attributes:
        files: The rater by name of file.
        pattern: A regular expression with one group, which finds the rater in a file's name.
    """

    files: dict[str, str] = Field(default_factory=dict)
    pattern: str | None = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.files) == (self.pattern is not None):
            raise ValueError("declare either files (a rater for each file's name) or a pattern")
        if self.pattern is not None:
            try:
                groups = re.compile(self.pattern).groups
            except re.error as error:
                raise ValueError(
                    f"pattern must be a regular expression, got {self.pattern!r}: {error}"
                ) from error
            if groups != 1:
                raise ValueError(
                    f"pattern must have exactly one group (...), got {groups} in {self.pattern!r}"
                )
        return self
