"""The battery of biases: what was measured, and what was not and why."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.bias_rows import (
    BiasRow,
    compression_rows,
    family_rows,
    length_row,
    n_without_text,
    severity_rows,
)
from judgekit.auditing.words import cell
from judgekit.report.parts import ReportTable

SECTION = "bias"
READING = (
    "Each row is one way in which a judge may be off, as an estimate with its interval; none of "
    "them is a test, and over many rows some intervals miss 0 (or 1) by chance."
)
NO_PANEL = "No criterion is in both the run and the ratings, so no bias was measured."
BIAS_WORDS = {
    "length": "Long answers",
    "compression": "Use of the scale",
    "severity": "Leniency",
    "family": "Favour for its own family of models",
}
NOT_ASSESSED = (
    (
        "Position of two answers",
        "does not apply: the judge scored single answers, it did not compare two",
    ),
    (
        "Order and anchoring",
        "not assessed: the judge is asked about each answer by itself, and the order in which "
        "clinicians saw the answers is not part of the ratings",
    ),
)
FAMILY_OPEN = (
    "Favour for its own family of models",
    "not assessed: needs scores of a judge of a second family on the same answers, and the "
    "families declared in the plan",
)


def bias_section(data: AuditData) -> Section:
    """Return length, compression and leniency by criterion, and what was not assessed."""
    rows = [row for panel in data.panels for row in _rows(data, panel)]
    tables = [_table(kind, [row for row in rows if row.bias == kind]) for kind in BIAS_WORDS]
    family = () if any(row.bias == "family" for row in rows) else (FAMILY_OPEN,)
    left = ReportTable(
        caption="Not assessed", columns=("Bias", "Why"), rows=(*NOT_ASSESSED, *family, *_open(rows))
    )
    return Section(
        id=SECTION,
        title="Biases of the judge",
        paragraphs=(READING, *_without_text(data)) if rows else (NO_PANEL,),
        figures=tuple(_figure(data, row) for row in rows),
        tables=(*(table for table in tables if table.rows), left),
        details={"not_assessed": [{"bias": bias, "why": why} for bias, why in left.rows]},
    )


def _rows(data: AuditData, panel: Panel) -> list[BiasRow]:
    return [
        length_row(data, panel),
        *compression_rows(data, panel),
        *severity_rows(data, panel),
        *family_rows(data, panel),
    ]


def _figure(data: AuditData, row: BiasRow) -> Figure:
    return figure(
        SECTION,
        row.panel.criterion,
        row.statistic,
        row.subject,
        estimand=row.estimand,
        unit=row.unit,
        estimate=row.estimate,
        n_raters=len(row.panel.raters),
        seed=data.seed if row.is_drawn and row.estimate.low is not None else None,
    )


_STATISTIC_WORDS = {
    "length_slope": "Points per unit of log words",
    "sd_ratio": "Ratio of standard deviations",
    "deming_slope": "Deming slope",
    "rater_severity": "Points above the clinicians' mean",
    "family_preference": "Points added to its own family beyond what it adds to others",
}
_NOTES = {
    "length": "0: no favour; times 0.69 it is the points gained by twice the words.",
    "compression": "1: both use the scale alike.",
    "family": "0: no favour. Judge minus second judge on answers of the judge's own family, minus "
    "the same on other families' answers; answers of the second judge's family are left out.",
    "severity": "0: the mean of the clinicians; above 0 lenient. The clinicians shown are fixed.",
}


def _table(kind: str, rows: Sequence[BiasRow]) -> ReportTable:
    return ReportTable(
        caption=BIAS_WORDS[kind],
        columns=("Criterion", "Of whom", "Figure", "Estimate"),
        rows=tuple(
            (
                row.panel.name,
                row.subject,
                _STATISTIC_WORDS[row.statistic],
                cell(row.estimate, unit=row.unit),
            )
            for row in rows
        ),
        note=_NOTES[kind],
    )


def _open(rows: Sequence[BiasRow]) -> tuple[tuple[str, str], ...]:
    """Return the kinds of which no row has a value, with their reasons."""
    found = []
    for kind, words in BIAS_WORDS.items():
        own = [row.estimate for row in rows if row.bias == kind]
        if own and all(one.value is None for one in own):
            reasons = dict.fromkeys(str(one.reason) for one in own)
            found.append((words, f"not assessed: {'; '.join(reasons)}"))
    return tuple(found)


def _without_text(data: AuditData) -> tuple[str, ...]:
    if not data.texts:
        return ()
    counts = [(panel.name, n_without_text(data, panel)) for panel in data.panels]
    said = [f"{n} under {name}" for name, n in counts if n]
    if not said:
        return ()
    return (f"Answers without a text do not enter the figure on length: {', '.join(said)}.",)
