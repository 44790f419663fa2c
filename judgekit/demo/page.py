"""The one page of the demonstration, put together from its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from judgekit.files import write_atomically
from judgekit.report import ReportPart, ReportTable, ScatterPicture, render_page
from judgekit.runs import Run, Source
from judgekit.runs.folder import REPORT_NAME
from judgekit.runs.outputs import report_items
from judgekit.runs.port import Scorer

INTRODUCTION = (
    "Three runs made on this machine just now, without a key and without the network. The first "
    "grades real summaries of medical reviews with the recorded replies of a very small language "
    "model, and sets its grades beside those of two annotators. The second grades example answers "
    "with judgements written by hand. The third reads example answers to multiple-choice questions "
    "under helpful, neutral and misleading hints.",
)


@dataclass(frozen=True)
class DemoPart:
    """One run of the demonstration.

    Attributes:
        name: Name of its folder.
        title: Its heading.
        paragraphs: What must be known to read it.
        source: Its input.
        scorers: What scores it.
        tables: Makes the tables that follow the run's own figures.
        pictures: Makes the pictures that stand before these tables.
        view: Makes the part of the page; None: the run with these tables and pictures.
    """

    name: str
    title: str
    paragraphs: tuple[str, ...]
    source: Source
    scorers: tuple[Scorer, ...]
    tables: Callable[[Run], tuple[ReportTable, ...]]
    pictures: Callable[[Run], tuple[ScatterPicture, ...]] = lambda _: ()
    view: Callable[[DemoPart, Run], ReportPart] | None = None


def write_demo_page(runs: Sequence[tuple[DemoPart, Run]], folder: Path) -> Path:
    """Write the page that shows every part, and return its path.

    Raises:
        OutputError: The folder cannot be written.
    """
    parts = [(part.view or _view)(part, run) for part, run in runs]
    page = render_page(parts, title="judgekit demonstration", paragraphs=INTRODUCTION)
    path = folder / REPORT_NAME
    write_atomically(path, [page.encode()])
    return path


def _view(part: DemoPart, run: Run) -> ReportPart:
    return ReportPart(
        title=part.title,
        paragraphs=part.paragraphs,
        summary=run.summary,
        items=tuple(report_items(run)),
        n_items_total=run.plan.survey.n,
        tables=part.tables(run),
        pictures=part.pictures(run),
    )
