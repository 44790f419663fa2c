"""What a page is made of: runs, their items, and tables that somebody else computed."""

from __future__ import annotations

from dataclasses import dataclass

from judgekit.records.score import Score
from judgekit.records.summary import Summary
from judgekit.report.scatter import ScatterPicture


@dataclass(frozen=True, slots=True)
class ReportItem:
    """One sample in the item browser, with everything that was read and said about it.

    Attributes:
        id: The sample's id.
        case_id: The case it belongs to; None where none was declared.
        inputs: Label and text of what was judged, in the order shown: question, response and so on.
        scores: Its score under each scorer.
        replies: Label and raw text of each reply of a judge.
        mark: Label of an input, and start and end of the passage in it that is marked; None: none.
        tags: Cells of tables or pictures that the item stands behind; the browser filters by them.
    """

    id: str
    case_id: str | None
    inputs: tuple[tuple[str, str], ...]
    scores: tuple[Score, ...]
    replies: tuple[tuple[str, str], ...]
    mark: tuple[str, int, int] | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of finished texts. The first column names the rows.

    Attributes:
        caption: What the table shows.
        columns: Headings of the columns.
        rows: One text for each column; a figure that does not exist says why in its cell.
        note: A sentence under the table.

    Raises:
        ValueError: A row has not as many cells as there are columns.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str | None = None

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"report table {self.caption!r}, row {number}: a row must have "
                    f"{len(self.columns)} cells, one for each column, got {len(row)}"
                )


@dataclass(frozen=True, slots=True)
class Point:
    """One figure of a line picture.

    Attributes:
        value: 0 to 1; None: there is none, and the line is broken.
        low: Lower end of its interval; None: none.
        high: Upper end of its interval; None: none.
        text: The figure with its interval and n, in words.
    """

    value: float | None
    low: float | None
    high: float | None
    text: str


@dataclass(frozen=True, slots=True)
class LinePicture:
    """Shares along ordered places: a line for each series, an interval at each point.

    Attributes:
        caption: What the picture shows.
        places: Names along the axis, in order.
        series: Name and points of each line; one point for each place.
        chance: What chance gives at each place; None: not drawn.
        note: A sentence under the picture.

    Raises:
        ValueError: A series has not as many points as there are places.
    """

    caption: str
    places: tuple[str, ...]
    series: tuple[tuple[str, tuple[Point, ...]], ...]
    chance: tuple[float | None, ...] = ()
    note: str | None = None

    def __post_init__(self) -> None:
        for name, points in self.series:
            if len(points) != len(self.places):
                raise ValueError(
                    f"line picture {self.caption!r}, series {name!r}: it must have "
                    f"{len(self.places)} points, one for each place, got {len(points)}"
                )


@dataclass(frozen=True, slots=True)
class FlowPicture:
    """Where a whole goes: one band for each part, its height the part's share.

    Attributes:
        caption: What the picture shows.
        source: Name of the whole, and its size.
        parts: Name, share (0 to 1, summing to 1) and text of each part.
        note: A sentence under the picture.
    """

    caption: str
    source: str
    parts: tuple[tuple[str, float, str], ...]
    note: str | None = None


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One run, or a text with tables; a page shows one or several.

    Attributes:
        title: Heading of the part.
        paragraphs: Sentences under the heading.
        summary: The run's figures; None for a part without a run.
        items: Samples for the item browser.
        n_items_total: How many samples there are when `items` holds only some of them; None: the
            rows the summary counts, or as many as there are items.
        tables: Further tables, shown after the run's own figures.
        pictures: Pictures, shown before these tables.
        warnings: What must be known before a figure of the tables is quoted.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    summary: Summary | None = None
    items: tuple[ReportItem, ...] = ()
    n_items_total: int | None = None
    tables: tuple[ReportTable, ...] = ()
    pictures: tuple[LinePicture | FlowPicture | ScatterPicture, ...] = ()
    warnings: tuple[str, ...] = ()
