"""Ratings by people: one table of who said what of which item under which criterion."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from judgekit.records.scale import ScaleValue

Kind = Literal["level", "extra", "missing", "abstained"]
CLINICIAN = "clinician"
ADJUDICATOR = "adjudicator"
"""The role whose ratings are a settled answer: never counted among the clinicians."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One cell of the table.

    Missing, abstained, not applicable and failed are four things: a rating that was not given is
    "missing", a rater who could not assess "abstained", "not applicable" (and any other answer
    beside the scale, such as "other") is an answer and so an "extra"; what failed is the judge's
    and never stands here.

    Attributes:
        item: Id of the rated sample.
        case: The case it belongs to (patient, review, passage); None where none is declared.
        rater: Who rated.
        role: The rater's role; "adjudicator" is a settled answer, every other one a rater's.
        criterion: Id of the criterion.
        kind: What the cell holds.
        value: The level or the extra's label; None for "missing" and "abstained".
        reason: Why it is missing, where that is known.
        comment: What the rater wrote beside it.
        rated_on: The day of the rating; None: unknown.
        place: File and line, for messages.
    """

    item: str
    case: str | None
    rater: str
    role: str
    criterion: str
    kind: Kind
    value: ScaleValue | None
    reason: str | None = None
    comment: str | None = None
    rated_on: date | None = None
    place: str = ""


@dataclass(frozen=True)
class RatingTable:
    """All ratings, checked: no cell twice, one case for each item, every value declared.

    Attributes:
        ratings: The cells, in the order read; cells nobody filled need not stand here.
        digest: SHA-256 over the cells in a canonical order.
        source: What was read, for reports: file names without folders.
        rated_from: The earliest day of a rating; None: unknown for some rating.
        warnings: What must be known of how it was read: columns that were not used, criteria that
            nobody rated, raters whose names differ in case only.
    """

    ratings: tuple[Rating, ...]
    digest: str
    source: tuple[str, ...]
    rated_from: date | None = None
    warnings: tuple[str, ...] = ()
