"""The one page of the demonstration, put together from its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from judgekit.auditing import AuditReport
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
        tables: Makes the tables that follow the run's own figures, from the run and its audits.
        pictures: Makes the pictures that stand before these tables.
        view: Makes the part of the page; None: the run with these tables and pictures.
        audits: Makes the audits of the run, by the name of their folder.
    """

    name: str
    title: str
    paragraphs: tuple[str, ...]
    source: Source
    scorers: tuple[Scorer, ...]
    tables: Callable[[Run, Mapping[str, AuditReport]], tuple[ReportTable, ...]]
    pictures: Callable[[Run], tuple[ScatterPicture, ...]] = lambda _: ()
    view: Callable[[DemoPart, Run], ReportPart] | None = None
    audits: Callable[[Run], dict[str, AuditReport]] = lambda _: {}


class FinishedPart(NamedTuple):
    """A part whose run is done.

    Attributes:
        part: The part.
        run: Its run.
        audits: Its audits, by the name of their folder.
        tables: Its tables.
    """

    part: DemoPart
    run: Run
    audits: Mapping[str, AuditReport]
    tables: tuple[ReportTable, ...]


def finish_part(part: DemoPart, run: Run, folder: Path) -> FinishedPart:
    """Audit a part's run, write each audit to a folder of its own in `folder`, make the tables.

    Raises:
        OutputError: The folder cannot be written.
    """
    audits = part.audits(run)
    for name, report in audits.items():
        report.write(folder / name)
    return FinishedPart(part, run, audits, part.tables(run, audits))


def write_demo_page(finished: Sequence[FinishedPart], folder: Path) -> Path:
    """Write the page that shows every part, and return its path.

    Raises:
        OutputError: The folder cannot be written.
    """
    parts = [one.part.view(one.part, one.run) if one.part.view else _view(one) for one in finished]
    page = render_page(parts, title="judgekit demonstration", paragraphs=INTRODUCTION)
    path = folder / REPORT_NAME
    write_atomically(path, [page.encode()])
    return path


def _view(finished: FinishedPart) -> ReportPart:
    part, run = finished.part, finished.run
    return ReportPart(
        title=part.title,
        paragraphs=part.paragraphs,
        summary=run.summary,
        items=tuple(report_items(run)),
        n_items_total=run.plan.survey.n,
        tables=finished.tables,
        pictures=part.pictures(run),
    )
