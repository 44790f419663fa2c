"""How a file of ratings is laid out, declared in YAML: columns, raters, and what its texts mean.

Three forms are read. In the long form each row is one rating::

    schema: judgekit.ratings_layout/1
    form: long
    columns: {item: sample, rater: reader, criterion: question, value: answer}

In a sheet with a column for each criterion, each row is what one rater said of one item::

    schema: judgekit.ratings_layout/1
    form: wide_by_criterion
    columns:
      item: {join: [ReviewID, {column: ExpID, last: 6}]}
      case: ReviewID
    rater: {files: {a1.tsv: A1, a2.tsv: A2}}
    criteria:
      fluency: {named: "Is the summary fluent?", match: prefix, labels: {"N/A": not_applicable}}

In a sheet with a column for each rater, each row is an item::

    schema: judgekit.ratings_layout/1
    form: wide_by_rater
    criterion: correctness
    raters: {"Dr A": A, "Dr B": B, Consensus: C}
    roles: {C: adjudicator}

A column that is not declared is looked for under its standard names (`STANDARD_COLUMNS`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from judgekit.library import load_file
from judgekit.records.base import Record
from judgekit.records.scale import Number, Scale

LayoutSchema = Literal["judgekit.ratings_layout/1"]
Form = Literal["long", "wide_by_criterion", "wide_by_rater"]
STANDARD_EXTRAS = ("not_applicable", "other")
"""Answers beside the scale that need no declaration, unless the scale has such a level."""
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
_LONG_ONLY = ("value", "missing", "abstain", "comment")


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


class AnswerTexts(Record):
    """What the texts of a sheet's cells mean.

    A text is looked up as it stands: among labels, missing, abstained, then the scale's levels and
    the extras. Only then, and only with `match: prefix`, its code is: what stands before the colon.

    Attributes:
        labels: Level or extra by text.
        match: "prefix": "2: Yes" may also be read by its code "2"; None: as elsewhere, or exactly.
        extras: Answers beside the scale; None: `STANDARD_EXTRAS`, where they occur.
        missing: Texts that mean that there is no rating, each with the reason.
        abstained: Texts that mean that the rater could not assess.
    """

    labels: dict[str, Number | str] = Field(default_factory=dict)
    match: Literal["exact", "prefix"] | None = None
    extras: tuple[str, ...] | None = None
    missing: dict[str, str] = Field(default_factory=dict)
    abstained: tuple[str, ...] = ()

    @field_validator("labels", "missing", mode="before")
    @classmethod
    def _keys_are_texts(cls, texts: object) -> object:
        if not isinstance(texts, dict):
            return texts
        for side in (*texts, *texts.values()):
            if isinstance(side, bool):
                raise ValueError(
                    "YAML reads an unquoted yes, no, on, off, true or false as a truth value; "
                    "put it in quotes"
                )
        return {str(key).strip(): value for key, value in texts.items()}

    @field_validator("abstained")
    @classmethod
    def _without_margins(cls, texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text.strip() for text in texts)

    @model_validator(mode="after")
    def _one_meaning(self) -> Self:
        meanings = [*self.labels, *self.missing, *self.abstained]
        repeated = next((text for text in meanings if meanings.count(text) > 1), None)
        if repeated is not None:
            raise ValueError(
                f"the text {repeated!r} has two meanings; let it stand once among labels, missing "
                "and abstained"
            )
        return self

    def under(self, general: AnswerTexts) -> AnswerTexts:
        """Return these texts with those of `general` that have no meaning here."""
        own = {*self.labels, *self.missing, *self.abstained}
        labels = {text: to for text, to in general.labels.items() if text not in own}
        missing = {text: why for text, why in general.missing.items() if text not in own}
        return AnswerTexts(
            labels={**labels, **self.labels},
            match=self.match or general.match,
            extras=general.extras if self.extras is None else self.extras,
            missing={**missing, **self.missing},
            abstained=(*(one for one in general.abstained if one not in own), *self.abstained),
        )


class CriterionLayout(AnswerTexts):
    """One criterion in the file.

    Attributes:
        named: What the file calls it: a heading, or a cell of the criterion's column; None: its id.
        comment: Heading of the column of comments on it (wide by criterion only).
        scale: The scale it was rated on, as in a rubric; None: the rubric's.
    """

    named: str | None = None
    comment: str | None = None
    scale: Scale | None = None


class RatingsLayout(Record):
    """How files of ratings are read; without one, the long form with standard names.

    Attributes:
        schema_: Name and version of this format.
        form: Whether a row holds one rating, a column for each criterion, or one for each rater.
        columns: Headings of the columns.
        rater: Who rated, where the file and no column says so.
        criterion: Id of the criterion, where no column names it.
        raters: The rater by heading of their column (wide by rater only).
        roles: Role by rater, where no column says so.
        criteria: What differs for each criterion, by id.
        every_criterion: What the cells' texts mean under every criterion; a criterion's own
            declaration goes before it.
        rated_from: The earliest day of a rating, where rows carry none.
        sheet: Name of the workbook's sheet; None: the first.
        delimiter: What stands between cells; None: comma or tab, as the file's suffix says.
        quotes: Whether a cell may stand in quotes; false: a quote is a character like any other.
    """

    schema_: LayoutSchema = Field(default="judgekit.ratings_layout/1", alias="schema")
    form: Form = "long"
    columns: Columns = Columns()
    rater: RaterOfFile | None = None
    criterion: str | None = None
    raters: dict[str, str] = Field(default_factory=dict)
    roles: dict[str, str] = Field(default_factory=dict)
    criteria: dict[str, CriterionLayout] = Field(default_factory=dict)
    every_criterion: AnswerTexts = AnswerTexts()
    rated_from: date | None = None
    sheet: str | None = None
    delimiter: str | None = Field(default=None, min_length=1, max_length=1)
    quotes: bool = True

    @model_validator(mode="after")
    def _laws(self) -> Self:
        for is_broken, law in self._broken_laws():
            if is_broken:
                raise ValueError(law)
        return self

    def _broken_laws(self) -> tuple[tuple[bool, str], ...]:
        columns, is_by_rater = self.columns, self.form == "wide_by_rater"
        misplaced = [name for name in _LONG_ONLY if getattr(columns, name) is not None]
        names = [one.named or key for key, one in self.criteria.items()]
        repeated = [name for name in names if names.count(name) > 1]
        has_comments = any(one.comment is not None for one in self.criteria.values())
        return (
            (
                self.form != "long" and bool(misplaced),
                f"columns.{''.join(misplaced[:1])} belongs to the long form, got form {self.form}",
            ),
            (is_by_rater and not self.raters, "wide_by_rater needs raters: {HEADING: RATER}"),
            (
                not is_by_rater and bool(self.raters),
                f"raters belongs to the form wide_by_rater, got form {self.form}",
            ),
            (
                is_by_rater and (self.rater is not None or columns.rater is not None),
                "wide_by_rater names its raters under raters; leave rater and columns.rater out",
            ),
            (
                self.rater is not None and columns.rater is not None,
                "the rater comes from a column (columns.rater) or from the file (rater), not both",
            ),
            (
                self.form == "wide_by_criterion"
                and (self.criterion is not None or columns.criterion is not None),
                "wide_by_criterion names its criteria under criteria; leave criterion out",
            ),
            (
                self.criterion is not None and columns.criterion is not None,
                "the criterion comes from a column (columns.criterion) or is fixed (criterion), "
                "not both",
            ),
            (
                self.form != "wide_by_criterion" and has_comments,
                f"a criterion's comment column belongs to wide_by_criterion, got form {self.form}",
            ),
            (bool(repeated), f"two criteria are named {''.join(repeated[:1])!r} in the file"),
        )

    def texts_of(self, criterion: str) -> AnswerTexts:
        """Return what the cells' texts mean under a criterion."""
        own = self.criteria.get(criterion)
        return self.every_criterion if own is None else own.under(self.every_criterion)


def load_layout(path: Path | str) -> RatingsLayout:
    """Load a layout of ratings from a YAML file.

    Raises:
        ConfigurationError: No such file, not YAML, or a law is broken; the message names which.
    """
    return load_file(Path(path), "ratings layout", RatingsLayout)
