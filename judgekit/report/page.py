"""The page itself: views into one template, every text escaped, nothing asked for from outside."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from judgekit.records.summary import Summary
from judgekit.report.parts import ReportItem, ReportPart


def render_report(
    summary: Summary,
    items: Sequence[ReportItem],
    *,
    title: str,
    paragraphs: tuple[str, ...] = (),
) -> str:
    """Return the page of one run as one HTML text."""
    part = ReportPart(title=title, paragraphs=paragraphs, summary=summary, items=tuple(items))
    return render_page((part,), title=title)


def render_page(
    parts: Sequence[ReportPart], *, title: str, paragraphs: tuple[str, ...] = ()
) -> str:
    """Return one HTML text that shows the parts one after another."""
    template = _environment().get_template("page.html.j2")
    return template.render(title=title, paragraphs=paragraphs, parts=parts)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("judgekit.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
