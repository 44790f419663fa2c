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

A column that is not declared is looked for under its standard names
(`layout_columns.STANDARD_COLUMNS`).
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from judgekit.auditing.ratings.answer_texts import AnswerTexts
from judgekit.auditing.ratings.layout_columns import Columns, RaterOfFile
from judgekit.library import load_file
from judgekit.records.base import Record
from judgekit.records.scale import Scale

LayoutSchema = Literal["judgekit.ratings_layout/1"]
Form = Literal["long", "wide_by_criterion", "wide_by_rater"]
_LONG_ONLY = ("value", "missing", "abstain", "comment")


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
