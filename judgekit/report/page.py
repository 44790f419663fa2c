"""The page of runs: their figures, items, pictures and tables as views into one template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judgekit.records.summary import Summary
from judgekit.report.drawings import Drawing, draw
from judgekit.report.figures import FigureTable, view_figures
from judgekit.report.frame import render_frame
from judgekit.report.items import Browser, view_browser
from judgekit.report.outcomes import MEANINGS, label_of
from judgekit.report.overview import (
    CorrelationTable,
    Distribution,
    OutcomeTable,
    SignatureCard,
    UsageTable,
    scorers_without_usage,
    view_correlations,
    view_distributions,
    view_outcomes,
    view_signatures,
    view_usage,
)
from judgekit.report.parts import ReportItem, ReportPart

_TEMPLATE = "page.html.j2"


class RunView(NamedTuple):
    """Everything that is shown of one run's summary."""

    summary: Summary
    signatures: tuple[SignatureCard, ...]
    figures: tuple[FigureTable, ...]
    distributions: tuple[Distribution, ...]
    outcomes: OutcomeTable
    meanings: tuple[tuple[str, str], ...]
    correlations: tuple[CorrelationTable, ...]
    usage: tuple[UsageTable, ...]
    without_usage: tuple[str, ...]


class PartView(NamedTuple):
    """One part of the page."""

    anchor: str
    part: ReportPart
    run: RunView | None
    browser: Browser | None
    drawings: tuple[Drawing, ...]


def render_report(
    summary: Summary,
    items: Sequence[ReportItem],
    *,
    title: str,
    paragraphs: tuple[str, ...] = (),
) -> str:
    """Return the page of one run as one HTML text; the same input gives the same text.

    Args:
        summary: The run's figures. Nothing is computed from them.
        items: Samples for the item browser; those with a missing value come first, and the first
            500 are shown.
        title: Heading of the page.
        paragraphs: Sentences under the heading.
    """
    part = ReportPart(title=title, summary=summary, items=tuple(items))
    return render_page((part,), title=title, paragraphs=paragraphs)


def render_page(
    parts: Sequence[ReportPart], *, title: str, paragraphs: tuple[str, ...] = ()
) -> str:
    """Return one HTML text that shows the parts one after another.

    A single part that bears the page's title has no heading of its own.

    Args:
        parts: Runs, or texts with tables, in the order shown.
        title: Heading of the page.
        paragraphs: Sentences under the heading.
    """
    values = {
        "title": title,
        "paragraphs": paragraphs,
        "parts": tuple(_view_part(number, part) for number, part in enumerate(parts, start=1)),
        "is_single": len(parts) == 1 and parts[0].title == title,
    }
    return render_frame(_TEMPLATE, values)


def _view_part(number: int, part: ReportPart) -> PartView:
    return PartView(
        anchor=f"part-{number}",
        part=part,
        run=None if part.summary is None else _view_run(part.summary),
        browser=view_browser(part) if part.items or part.summary is not None else None,
        drawings=tuple(draw(picture) for picture in part.pictures),
    )


def _view_run(summary: Summary) -> RunView:
    outcomes = view_outcomes(summary)
    return RunView(
        summary=summary,
        signatures=view_signatures(summary),
        figures=view_figures(summary),
        distributions=view_distributions(summary),
        outcomes=outcomes,
        meanings=tuple(
            (label_of(outcome.value), meaning)
            for outcome, meaning in MEANINGS.items()
            if outcome.value in outcomes.outcomes
        ),
        correlations=view_correlations(summary),
        usage=view_usage(summary),
        without_usage=scorers_without_usage(summary),
    )
