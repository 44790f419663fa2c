"""Figures of a multiple-choice report: each says what it is, over how many, and within what."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from judgekit.records.base import Record
from judgekit.records.estimate import Estimate

Source = Literal["paper", "2nd", "inferred", "ours"]


class Figure(Estimate):
    """A share or a difference of shares, 0 to 1 or -1 to 1, with all that must stand beside it.

    Attributes:
        id: What kind of figure it is; with `where` it names one figure of a report.
        name: What a table calls it.
        definition: What it is, as a formula in words.
        source: Where the definition comes from: "paper", "2nd", "inferred" or "ours".
        kind: "share", or "difference" of two.
        where: Level, polarity, paradigm, position, or column and value; {}: everything.
        count: Numerator of a share; None for a difference.
        bound_low: The lowest it could be if what was not found out were known.
        bound_high: The highest it could be.
        chance: What answering at random, or noise alone, would give; None: it does not apply.
        chance_is: How `chance` was found.
        n_left_out: Items or pairs that could not enter.
        left_out: Why they could not.
        p: Two-sided p value; None for a figure outside the family of tests.
        p_adjusted: The same after Holm's adjustment over the family.
        test: How p was found.
        note: What must be known to read it.
    """

    id: str
    name: str
    definition: str
    source: Source
    kind: Literal["share", "difference"]
    where: dict[str, str] = Field(default_factory=dict)
    count: int | None = None
    bound_low: float | None = None
    bound_high: float | None = None
    chance: float | None = None
    chance_is: str | None = None
    n_left_out: int = 0
    left_out: str | None = None
    p: float | None = None
    p_adjusted: float | None = None
    test: str | None = None
    note: str | None = None


class LabelUse(Record):
    """How often one label was chosen, and how often it is the key, over the same answered items.

    Attributes:
        label: The label.
        n_chosen: Items whose answer it is.
        n_key: Items whose key it is.
        difference: Share chosen minus share of the key; above 0: preferred.
    """

    label: str
    n_chosen: int
    n_key: int
    difference: Figure


class Pairing(Record):
    """What was declared as pairs.

    Attributes:
        n_pairs: Different pairs (system, paradigm, pair_id and level).
        n_positive_neutral: Pairs with both of these.
        n_neutral_negative: Pairs with both of these.
        n_all_three: Pairs with every polarity.
        n_two_neutral_runs: Pairs with a second neutral member.
        n_unpaired: Items with a polarity and without a pair_id.
        n_hint_without_option: Negative members of pairs whose hint names no single option.
    """

    n_pairs: int
    n_positive_neutral: int
    n_neutral_negative: int
    n_all_three: int
    n_two_neutral_runs: int
    n_unpaired: int
    n_hint_without_option: int


class McqReport(Record):
    """Every figure of one multiple-choice run.

    Attributes:
        schema_: Name and version of this format.
        n_items: Questions with options and a key.
        n_responses: Those with a response at hand.
        levels: Levels in order.
        cases: What the intervals are clustered by.
        n_cases: How many cases.
        pairing: What was declared as pairs.
        figures: The figures, the headline first.
        labels: Position bias: chosen labels against the key.
        family: How many tests the adjusted p values are for, and of what.
        warnings: What must be known before a figure is quoted.
    """

    schema_: Literal["judgekit.mcq/1"] = Field(default="judgekit.mcq/1", alias="schema")
    n_items: int
    n_responses: int
    levels: tuple[str, ...]
    cases: str
    n_cases: int
    pairing: Pairing
    figures: tuple[Figure, ...]
    labels: tuple[LabelUse, ...]
    family: str
    warnings: tuple[str, ...]

    def all(self, figure_id: str, **where: str) -> tuple[Figure, ...]:
        """Return the figures of one kind whose `where` holds all of these."""
        return tuple(
            figure
            for figure in self.figures
            if figure.id == figure_id and where.items() <= figure.where.items()
        )

    def one(self, figure_id: str, **where: str) -> Figure:
        """Return the figure of one kind with exactly this `where`.

        Raises:
            KeyError: There is none.
        """
        for figure in self.figures:
            if figure.id == figure_id and figure.where == where:
                return figure
        raise KeyError((figure_id, where))
