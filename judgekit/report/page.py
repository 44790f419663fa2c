"""The page itself: views into one template, every text escaped, nothing asked for from outside."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from judgekit.records.summary import Summary
from judgekit.report.drawings import Drawing, draw
from judgekit.report.figures import FigureTable, view_figures
from judgekit.report.items import Browser, view_browser
from judgekit.report.numbers import format_count
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
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


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
    environment = _environment()
    style, script = _asset("style.css"), _asset("script.js")
    return environment.get_template(_TEMPLATE).render(
        title=title,
        paragraphs=paragraphs,
        parts=tuple(_view_part(number, part) for number, part in enumerate(parts, start=1)),
        is_single=len(parts) == 1 and parts[0].title == title,
        style=style,
        script=script,
        style_hash=_source_hash(style),
        script_hash=_source_hash(script),
    )


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


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("judgekit.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["words"] = label_of
    environment.filters["count_words"] = format_count
    return environment


def _printable(value: object) -> str:
    """Return the text that goes into the page; anything that is not yet a text is refused.

    Control characters and lone surrogates, which HTML cannot hold, become visible escapes.
    """
    if isinstance(value, Markup):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return _UNPRINTABLE.sub(lambda found: _escape(ord(found[0])), value)
    raise TypeError(f"a report shows texts, got {type(value).__name__}; format it first")


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


@lru_cache(maxsize=2)
def _asset(name: str) -> str:
    return files("judgekit.report").joinpath("templates", name).read_text(encoding="utf-8")


def _source_hash(text: str) -> str:
    """Return the hash by which a Content-Security-Policy admits one inline block."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
