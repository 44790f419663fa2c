"""What a run comes to: one row per scorer, criterion and group, each with its denominator."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from judgekit.records.base import Record
from judgekit.records.signature import Signature

SUMMARY_SCHEMA: Literal["judgekit.summary/1"] = "judgekit.summary/1"


class LabelCount(Record):
    """How often a value was given."""

    value: float | int | str
    count: int


class SummaryRow(Record):
    """One figure.

    Attributes:
        scorer: The scorer.
        criterion: The criterion; None: the sample's own value.
        name: What a table calls it.
        group: {} for all samples, or one column and its value.
        value: The mean, on the target's own scale; None with a reason in `reason`. In multiple
            choice a sample left unanswered counts as 0 in it, and the name says so.
        low: Lower end of the 95 % interval; None with a reason in `interval_reason`.
        high: Upper end of it.
        n_scored: Samples with a value.
        n_total: All samples but those to which the target does not apply.
        coverage: n_scored / n_total, 0 to 1; None when n_total is 0.
        worst: The mean if every missing value were the worst it could be.
        best: The mean if every missing value were the best it could be.
        range: Lowest and highest value a sample can have; None: unbounded or nominal.
        higher_is_better: Direction; None: neither.
        clusters: Number of cases among the scored samples.
        outcomes: How many samples ended in each outcome; only those that occur.
        distribution: How often each value of the scale was given, then each mean of repeats between
            levels; empty for a continuous figure.
        method: How the interval was made.
    """

    scorer: str
    criterion: str | None
    name: str
    group: dict[str, str]
    value: float | None
    reason: str | None = None
    low: float | None = None
    high: float | None = None
    interval_reason: str | None = None
    n_scored: int
    n_total: int
    coverage: float | None
    worst: float | None = None
    best: float | None = None
    bounds_reason: str | None = None
    range: tuple[float, float] | None
    higher_is_better: bool | None
    clusters: int
    outcomes: dict[str, int]
    distribution: tuple[LabelCount, ...] = ()
    method: str | None = None


class CriteriaCorrelation(Record):
    """Spearman's correlation of two criteria over the samples that were judged on both.

    High values throughout may be a halo: one impression that colours every criterion.
    """

    scorer: str
    first: str
    second: str
    spearman: float | None
    reason: str | None = None
    n: int


class Cases(Record):
    """What the intervals treat as independent."""

    declared: bool
    n: int
    note: str


class Summary(Record):
    """Everything that summary.json holds.

    Attributes:
        schema_: Name and version of this format.
        signature: What each scorer measured, field by field.
        n_input: Rows in the input.
        limit: Only the first rows were scored; None: all of them.
        complete: Whether every row has been through every scorer.
        cases: What the intervals treat as independent.
        usage: What each scorer used now, and what its replies would use afresh.
        rows: The figures.
        correlations: How far criteria move together.
        warnings: What a reader must know before quoting a figure.
    """

    schema_: Literal["judgekit.summary/1"] = Field(default=SUMMARY_SCHEMA, alias="schema")
    signature: dict[str, Signature]
    n_input: int
    limit: int | None = None
    complete: bool
    cases: Cases
    usage: dict[str, JsonValue]
    rows: tuple[SummaryRow, ...]
    correlations: tuple[CriteriaCorrelation, ...] = ()
    warnings: tuple[str, ...] = ()

    def to_json(self) -> dict[str, JsonValue]:
        """Return the summary as summary.json holds it."""
        content: dict[str, JsonValue] = self.model_dump(mode="json", by_alias=True)
        content["signature"] = {name: dict(s.fields) for name, s in self.signature.items()}
        return content
