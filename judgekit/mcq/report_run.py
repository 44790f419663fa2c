"""A scored run to its multiple-choice report, and the report to its file and its page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from judgekit.files import write_atomically
from judgekit.mcq.figures import McqReport
from judgekit.mcq.items import McqItem, items_of
from judgekit.mcq.report import ordered_levels
from judgekit.mcq.report_pictures import report_pictures, spread_over_cells, tags_of
from judgekit.mcq.report_tables import report_tables
from judgekit.mcq.scorer import NAME
from judgekit.report import ReportItem, ReportPart, render_page
from judgekit.runs import Run, Source
from judgekit.runs.folder import REPORT_NAME
from judgekit.runs.outputs import report_item
from judgekit.runs.run import entries
from judgekit.runs.survey import NOT_GIVEN, group_value, samples_of
from judgekit.runs.tally import MAX_ITEMS

MCQ_NAME = "mcq.json"
_OFFERED = ("level", "polarity", "paradigm", "task")


def items_of_run(run: Run, *, by: Sequence[str] = ()) -> list[McqItem]:
    """Return the items of a run that `McqScorer` scored, in input order."""
    scores = (
        score
        for scorer, entry, _ in entries(run.plan, run.journal)
        if scorer.name == NAME
        for score in entry.scores
    )
    return list(items_of(samples_of(run.plan.source, run.plan.survey.n), scores, by=by))


def report_part(
    run: Run,
    report: McqReport,
    items: Sequence[McqItem],
    *,
    title: str,
    by: Sequence[str] = (),
    paragraphs: tuple[str, ...] = (),
) -> ReportPart:
    """Return the part of a page that shows a run with its report.

    Args:
        run: The run.
        report: The report of its items.
        items: Its items, from which those on the page are chosen.
        title: Heading of the part.
        by: Columns to show accuracy by.
        paragraphs: Sentences under the heading.
    """
    return ReportPart(
        title=title,
        paragraphs=paragraphs,
        summary=run.summary,
        items=tuple(report_items_by_cell(run, items)),
        n_items_total=run.plan.survey.n,
        tables=report_tables(report, by=by),
        pictures=report_pictures(report),
        warnings=report.warnings,
    )


def report_items_by_cell(run: Run, items: Sequence[McqItem]) -> list[ReportItem]:
    """Return the items for the page, at most 500, so that each cell has some behind it."""
    tags = tags_of(items)
    wanted = set(spread_over_cells(tags, MAX_ITEMS))
    numbered = enumerate(samples_of(run.plan.source, run.plan.survey.n))
    found = (
        report_item(run, index, sample, tags=tags.get(sample.id, ()))
        for index, sample in numbered
        if sample.id in wanted or sample.id not in tags
    )
    return list(islice(found, MAX_ITEMS))


def write_report(
    run: Run,
    report: McqReport,
    items: Sequence[McqItem],
    folder: Path,
    *,
    by: Sequence[str] = (),
    paragraphs: tuple[str, ...] = (),
) -> tuple[Path, Path]:
    """Write mcq.json and the page with pictures and tables; return their paths.

    Args:
        run: The run.
        report: The report of its items.
        items: Its items.
        folder: Where the files go.
        by: Columns to show accuracy by.
        paragraphs: Sentences under the page's heading.

    Raises:
        OutputError: The folder cannot be written.
    """
    text = json.dumps(report_json(report), indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / MCQ_NAME, [text.encode()])
    title = run.plan.source.name
    part = report_part(run, report, items, title=title, by=by, paragraphs=paragraphs)
    page = render_page([part], title=title)
    write_atomically(folder / REPORT_NAME, [page.encode()])
    return folder / MCQ_NAME, folder / REPORT_NAME


def report_json(report: McqReport) -> dict[str, object]:
    """Return the report as mcq.json holds it."""
    return report.model_dump(mode="json", by_alias=True)


def columns_of(
    source: Source, asked: Sequence[str], levels: Sequence[str] | None = None
) -> list[str]:
    """Return what to group by: what was asked, or those of level, polarity, paradigm, task there.

    The whole source is read, so that its rules are checked before anything is written.

    Raises:
        InputDataError: The source breaks a rule.
        ConfigurationError: `levels` leaves out a level that is there.
    """
    found: dict[str, dict[str, None]] = {name: {} for name in _OFFERED}
    for _, sample in source:
        for name, values in found.items():
            values.setdefault(group_value(sample, name))
    ordered_levels((level for level in found["level"] if level != NOT_GIVEN), levels)
    if asked:
        return list(asked)
    return [name for name, values in found.items() if values.keys() - {NOT_GIVEN}]
