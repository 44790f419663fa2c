"""The audit as one HTML page: first what a clinician needs, then what a statistician asks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Section
from judgekit.auditing.result import AuditReport
from judgekit.auditing.standing import plan_digest
from judgekit.records.signature import SHORT_DIGEST
from judgekit.report.cards import CardListView, view_cards
from judgekit.report.drawings import Drawing, draw
from judgekit.report.frame import render_frame
from judgekit.report.numbers import format_count

_CLINICIAN = (
    "Figures with their 95 % intervals over the sampling of cases, judge and prompt held fixed."
)
_STATISTICIAN = (
    "Every figure of this page, unrounded and with its estimand, n, interval and method, stands in "
    "audit.json and figures.csv."
)


class SectionView(NamedTuple):
    """One section of the page."""

    anchor: str
    section: Section
    drawings: tuple[Drawing, ...]
    cards: tuple[CardListView, ...]


class Reader(NamedTuple):
    """The part of the page that is meant for one kind of reader."""

    anchor: str
    title: str
    sentence: str
    sections: tuple[SectionView, ...]
    methods: str | None


class AuditView(NamedTuple):
    """Everything the page shows."""

    identity: tuple[tuple[str, str], ...]
    standing: str
    is_exploratory: bool
    standing_reason: str
    measured: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    readers: tuple[Reader, ...]


def render_audit(report: AuditReport) -> str:
    """Return the audit's page as one HTML text; the same report gives the same text.

    Nothing is computed from the figures, every text is escaped and none is cut. The page asks for
    nothing from outside and admits no style or script but its own.
    """
    data = report.data
    names = section_names((*report.clinician, *report.statistician))
    n_first = len(report.clinician)
    view = AuditView(
        identity=tuple(_identity(data)),
        standing=data.standing,
        is_exploratory=data.standing == "exploratory",
        standing_reason=data.standing_reason,
        measured=tuple(_measured(data)),
        warnings=report.warnings,
        readers=(
            Reader(
                anchor="clinician",
                title="For the clinician",
                sentence=_CLINICIAN,
                sections=_sections(report.clinician, names[:n_first]),
                methods=None,
            ),
            Reader(
                anchor="statistician",
                title="For the statistician",
                sentence=_STATISTICIAN,
                sections=_sections(report.statistician, names[n_first:]),
                methods=report.methods,
            ),
        ),
    )
    return render_frame(
        "audit.html.j2",
        {"title": report.title, "view": view},
        styles=("style.css", "audit.css"),
        scripts=("script.js", "copy.js"),
    )


def section_names(sections: Sequence[Section]) -> tuple[str, ...]:
    """Return a name for each section, for anchors and files: a-z, 0-9, "_" and "-", none twice.

    It is the section's id where that is such a name and stands there once.
    """
    taken: set[str] = set()
    names = []
    for section in sections:
        base = re.sub(r"[^a-z0-9_]+", "-", section.id.lower()).strip("-")[:60] or "section"
        name, number = base, 2
        while name in taken:
            name, number = f"{base}-{number}", number + 1
        taken.add(name)
        names.append(name)
    return tuple(names)


def _sections(sections: Sequence[Section], names: Sequence[str]) -> tuple[SectionView, ...]:
    return tuple(
        SectionView(
            anchor=f"about-{name}",
            section=section,
            drawings=tuple(draw(picture) for picture in section.pictures),
            cards=tuple(view_cards(cards) for cards in section.cards),
        )
        for section, name in zip(sections, names, strict=True)
    )


def _identity(data: AuditData) -> Iterator[tuple[str, str]]:
    """Yield what is audited in one line; digests by their first digits."""
    yield "Metric" if data.is_metric else "Judge", data.scorer
    yield "Digest of the ratings", data.ratings.digest[:SHORT_DIGEST]
    yield (
        "Digest of the plan",
        "no plan" if data.plan is None else plan_digest(data.plan)[:SHORT_DIGEST],
    )
    if data.signature is None:
        yield "Signature", "unknown"
    else:
        yield "Signature", str(data.signature)


def _measured(data: AuditData) -> Iterator[tuple[str, str]]:
    yield "Scorer", data.scorer
    if data.signature is not None:
        yield from data.signature.fields.items()
    yield (
        "Ratings",
        f"{format_count(len(data.ratings.ratings))} from {', '.join(data.ratings.source)}",
    )
    yield "Digest of the ratings", data.ratings.digest
    if data.plan is not None:
        yield "Plan fixed on", data.plan.fixed_on.isoformat()
        yield "Digest of the plan", plan_digest(data.plan)
    yield "Draws", f"{format_count(data.n_boot)} in every case bootstrap, seed {data.seed}"
