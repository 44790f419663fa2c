"""What a comparison holds: runs, the figures that all of them have, differences and ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field, JsonValue

from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.records.signature import Signature
from judgekit.statistics.paired import SignFlipTest

if TYPE_CHECKING:
    from judgekit.report.parts import ReportTable


class ComparedRun(Record):
    """One of the runs.

    Attributes:
        name: What it is called: its folder, or as given.
        n: Samples in it.
        n_not_shared: How many of their ids are not in every other run.
        complete: Whether the run had been through every row.
    """

    name: str
    n: int
    n_not_shared: int
    complete: bool


class SystemFigure(Record):
    """One run's mean over the samples that are compared.

    Attributes:
        run: The run's name.
        mean: The mean and its interval.
        missing: How many applicable shared samples it left without a value, by outcome.
        rank: 1 is the best; equal means share the better rank. None without direction or mean.
        rank_low: The best rank that the simultaneous intervals leave open; more than two runs.
        rank_high: The worst such rank.
    """

    run: str
    mean: Estimate
    missing: dict[str, int]
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None


class PairDifference(Record):
    """The mean difference of two runs over the samples that are compared.

    Attributes:
        first: Name of the run that the other is taken from.
        second: Name of the other.
        difference: Mean of first minus second, with its interval; simultaneous over all pairs
            where there are more than two runs.
        test: Sign-flip test by case.
        p_adjusted: Its p, adjusted by Holm for the number of pairs.
        low_if_missing: The difference if what either lacks were the least for the first and the
            most for the second; None where the range is open or nothing is missing.
        high_if_missing: The same the other way round.
    """

    first: str
    second: str
    difference: Estimate
    test: SignFlipTest
    p_adjusted: float | None
    low_if_missing: float | None = None
    high_if_missing: float | None = None


class ComparedFigure(Record):
    """One figure of all runs, over all shared samples or those of one group.

    Attributes:
        scorer: The scorer.
        criterion: The criterion; None: the sample's own value.
        name: What a table calls it.
        group: {} for all shared samples, else a value for each column.
        range: Lowest and highest value; None: open.
        higher_is_better: Direction; None: neither.
        n_shared: Samples whose ids are in every run.
        n_not_applicable: Those to which the figure does not apply in some run; they are left out.
        n_compared: Those that have a value in every run.
        clusters: Cases among the compared.
        systems: The runs, in the order given.
        pairs: Each pair of runs, in the order given.
    """

    scorer: str
    criterion: str | None
    name: str
    group: dict[str, str]
    range: tuple[float, float] | None
    higher_is_better: bool | None
    n_shared: int
    n_not_applicable: int
    n_compared: int
    clusters: int
    systems: tuple[SystemFigure, ...]
    pairs: tuple[PairDifference, ...]


class Comparison(Record):
    """Two runs or more over the samples that all of them have.

    Attributes:
        runs: The runs.
        n_shared: Ids that are in every run.
        cases: What the intervals treat as independent.
        signature: What each compared scorer measures.
        allowed: Fields in which the signatures of a scorer differ and may, by scorer.
        figures: The figures, each over all shared samples and then by group.
        notes: What must be known before a figure is quoted.
    """

    schema_: Literal["judgekit.comparison/1"] = "judgekit.comparison/1"
    runs: tuple[ComparedRun, ...]
    n_shared: int
    cases: str
    signature: dict[str, Signature]
    allowed: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    figures: tuple[ComparedFigure, ...]
    notes: tuple[str, ...] = ()

    def tables(self) -> tuple[ReportTable, ...]:
        """Return the comparison as tables of finished texts: differences, and ranks if any."""
        from judgekit.comparison.tables import comparison_tables

        return comparison_tables(self)

    def to_markdown(self) -> str:
        """Return the tables and what must be known to read them, as Markdown."""
        from judgekit.comparison.writers import markdown

        return markdown(self)

    def to_latex(self) -> str:
        """Return the tables as LaTeX; the booktabs package is needed."""
        from judgekit.comparison.writers import latex

        return latex(self)

    def to_csv(self) -> str:
        """Return every number unrounded: a row for each run and each pair of runs of a figure."""
        from judgekit.comparison.writers import long_csv

        return long_csv(self)

    def to_json(self) -> dict[str, JsonValue]:
        """Return the comparison as JSON's values."""
        content: dict[str, JsonValue] = self.model_dump(mode="json")
        content["schema"] = content.pop("schema_")
        content["signature"] = {name: dict(s.fields) for name, s in self.signature.items()}
        return content
