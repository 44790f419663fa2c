"""What an audit finds: figures, each with its estimand, and the sections they stand in."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import Field, JsonValue

from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.report.cards import CardList
from judgekit.report.diagram import DiagramPicture
from judgekit.report.dots import DotPicture
from judgekit.report.grid import GridPicture
from judgekit.report.parts import ReportTable
from judgekit.report.scatter import ScatterPicture

Picture = DotPicture | GridPicture | DiagramPicture | ScatterPicture


class Figure(Record):
    """One number of an audit.

    Attributes:
        id: Its key in audit.json: section, criterion, statistic, subject and group, joined by "/".
        section: Where it is discussed.
        criterion: Id of the criterion; None: over all.
        statistic: Its standard name, with form and weights.
        subject: Between whom: "judge with clinicians", "clinicians with each other", "judge minus
            clinicians" and the like.
        estimand: What it estimates, in a sentence.
        unit: Unit of the value: "share", "points", "kappa", "correlation" and the like.
        group: {} for all items, or a column and its value.
        n_raters: How many clinicians enter.
        n_pairs: How many pairs the estimate is over, where it is over pairs and not over items: of
            an item and a clinician, or as the estimand says; `estimate.n` is the items in them.
        seed: Seed of the draws behind the interval or the p; None: none were drawn.
        estimate: The value or its reason, the interval or its reason, n items and n cases.
        p: A p value; None: no test was made.
        p_adjusted: The same, adjusted within its declared family.
        family: What the family is, and its method; None without p.
    """

    id: str
    section: str
    criterion: str | None
    statistic: str
    subject: str
    estimand: str
    unit: str
    group: dict[str, str] = Field(default_factory=dict)
    n_raters: int | None = None
    n_pairs: int | None = None
    seed: int | None = None
    estimate: Estimate
    p: float | None = None
    p_adjusted: float | None = None
    family: str | None = None


@dataclass(frozen=True)
class Section:
    """One part of the audit: what the page shows under one heading and the files hold.

    Attributes:
        id: Short name, for anchors and file names.
        title: Its heading.
        paragraphs: Sentences under the heading.
        figures: Its numbers, for audit.json and figures.csv.
        tables: The same as tables for people.
        pictures: Pictures, shown before the tables.
        cards: Items to be read whole, shown last.
        warnings: What must be known before a figure is quoted.
        details: What does not fit a figure, as audit.json holds it.
    """

    id: str
    title: str
    paragraphs: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[ReportTable, ...] = ()
    pictures: tuple[Picture, ...] = ()
    cards: tuple[CardList, ...] = ()
    warnings: tuple[str, ...] = ()
    details: dict[str, JsonValue] = field(default_factory=dict)
