"""The audit's files: every figure for programs, every table for people, and the page."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.page import render_audit, section_names
from judgekit.auditing.result import AuditReport
from judgekit.auditing.standing import plan_digest
from judgekit.errors import RunMismatchError
from judgekit.files import make_folder, write_atomically, writing
from judgekit.records.base import canonical_json, storable_text
from judgekit.report.parts import ReportTable
from judgekit.version import __version__

AUDIT_SCHEMA = "judgekit.audit/1"
AUDIT_NAME = "audit.json"
PAGE_NAME = "audit.html"
FIGURES_NAME = "figures.csv"
TABLES_NAME = "tables"

_FIGURE_FIELDS = {
    "id": "id",
    "section": "section",
    "criterion": "criterion",
    "statistic": "statistic",
    "subject": "subject",
    "estimand": "estimand",
    "unit": "unit",
    "group": "group",
    "n_cases": "estimate.clusters",
    "n_items": "estimate.n",
    "n_pairs": "n_pairs",
    "n_raters": "n_raters",
    "method": "estimate.method",
    "seed": "seed",
    "value": "estimate.value",
    "reason": "estimate.reason",
    "low": "estimate.low",
    "high": "estimate.high",
    "interval_reason": "estimate.interval_reason",
    "p": "p",
    "p_adjusted": "p_adjusted",
    "family": "family",
}
"""Name of each field of a figure in the files, and where it stands."""
_TABLE_FILE = re.compile(rf"{TABLES_NAME}/[a-z0-9_-]+\.csv")
_FORMULA = re.compile(r"[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
# A number, alone or with its interval and counts in brackets, computes nothing in a spreadsheet.
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?( ?%)?( \([\w .,;:=%-]*\))?")


class _Placed(NamedTuple):
    """A section, whose it is, and its tables with the names of their files."""

    section: Section
    reader: str
    tables: tuple[tuple[str, ReportTable], ...]


def write_audit(report: AuditReport, folder: Path) -> None:
    """Write audit.json, figures.csv, tables/*.csv and audit.html to `folder`.

    Everything is made before anything is written. Each file is replaced whole and is its owner's
    only. Tables of an earlier audit that this one does not have are taken away.

    Args:
        report: The finished audit.
        folder: A new or empty folder, or one that holds an earlier audit.

    Raises:
        RunMismatchError: The folder holds something else than an earlier audit; names the file.
        OutputError: It cannot be written.
        ValueError: A section's details hold NaN or an infinity.
    """
    sections = _place(report)
    tables = dict(table for placed in sections for table in placed.tables)
    texts = {
        AUDIT_NAME: json.dumps(_content(report, sections), indent=2, ensure_ascii=False) + "\n",
        FIGURES_NAME: _csv(tuple(_FIGURE_FIELDS), map(_figure_row, report.figures)),
        **{name: _csv(table.columns, table.rows) for name, table in tables.items()},
        PAGE_NAME: render_audit(report),
    }
    outdated = _earlier_tables(folder) - texts.keys()
    make_folder(folder)
    for name in sorted(outdated):
        with writing(folder / name):
            (folder / name).unlink(missing_ok=True)
    # audit.json goes first: by it a folder that a killed process left is known as an audit's.
    for name, text in texts.items():
        make_folder((folder / name).parent)
        write_atomically(folder / name, [storable_text(text).encode()])


def _place(report: AuditReport) -> tuple[_Placed, ...]:
    parts = [("clinician", one) for one in report.clinician]
    parts += [("statistician", one) for one in report.statistician]
    names = section_names([section for _, section in parts])
    return tuple(
        _Placed(
            section,
            reader,
            tuple(
                (f"{TABLES_NAME}/{name}-{number}.csv", table)
                for number, table in enumerate(section.tables, start=1)
            ),
        )
        for name, (reader, section) in zip(names, parts, strict=True)
    )


def _content(report: AuditReport, sections: Sequence[_Placed]) -> dict[str, object]:
    data = report.data
    plan = data.plan
    return {
        "schema": AUDIT_SCHEMA,
        "judgekit": __version__,
        "title": report.title,
        "scorer": data.scorer,
        "is_metric": data.is_metric,
        "signature": None if data.signature is None else data.signature.fields,
        "standing": data.standing,
        "standing_reason": data.standing_reason,
        "margin": data.margin,
        "unsafe": {name: list(answers) for name, answers in data.unsafe.items()},
        "subgroups": list(data.subgroups),
        "plan": None if plan is None else plan.model_dump(mode="json", by_alias=True),
        "plan_digest": None if plan is None else plan_digest(plan),
        "ratings": {
            "digest": data.ratings.digest,
            "source": list(data.ratings.source),
            "n": len(data.ratings.ratings),
        },
        "flow": _flow(data),
        "n_boot": data.n_boot,
        "seed": data.seed,
        "warnings": list(report.warnings),
        "methods": report.methods,
        "sections": [_section(placed) for placed in sections],
        "figures": [_figure(one) for one in report.figures],
    }


def _flow(data: AuditData) -> dict[str, object]:
    flow = data.flow
    return {
        "n_scored": len(flow.scored),
        "n_rated": len(flow.rated),
        "n_joined": len(flow.joined),
        "n_scored_only": len(flow.scored_only),
        "n_rated_only": len(flow.rated_only),
        "n_cases": flow.cases,
        "excluded": [{"item": item, "reason": reason} for item, reason in flow.excluded],
        "excluded_raters": [
            {"rater": rater, "reason": reason} for rater, reason in flow.excluded_raters
        ],
    }


def _section(placed: _Placed) -> dict[str, object]:
    section = placed.section
    try:
        canonical_json(section.details)
    except ValueError as error:
        raise ValueError(
            f"audit.json, details of section {section.id!r}: every number must be finite "
            f"({error}); write null and a reason instead"
        ) from error
    return {
        "id": section.id,
        "reader": placed.reader,
        "title": section.title,
        "paragraphs": list(section.paragraphs),
        "warnings": list(section.warnings),
        "figures": [one.id for one in section.figures],
        "tables": [
            {
                "file": name,
                "caption": table.caption,
                "columns": list(table.columns),
                "rows": [list(row) for row in table.rows],
                "note": table.note,
            }
            for name, table in placed.tables
        ],
        "details": section.details,
    }


def _figure(one: Figure) -> dict[str, object]:
    return {name: attrgetter(path)(one) for name, path in _FIGURE_FIELDS.items()}


def _figure_row(one: Figure) -> Iterable[object]:
    group = "; ".join(f"{column}={value}" for column, value in one.group.items())
    return {**_figure(one), "group": group}.values()


def _csv(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table; an empty cell is a value that does not exist."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_inert, columns))
    writer.writerows(map(_inert, row) for row in rows)
    return out.getvalue()


def _inert(cell: object) -> object:
    """Return the cell; a text that a spreadsheet would compute is led by an apostrophe."""
    if isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


def _earlier_tables(folder: Path) -> set[str]:
    """Return the files of tables that an earlier audit left in the folder.

    Raises:
        RunMismatchError: It holds something, but no audit.
    """
    with writing(folder):
        found = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    if AUDIT_NAME not in found:
        # What a killed process left of its first file is its own.
        others = [name for name in found if name != f".{AUDIT_NAME}.partial"]
        if others:
            raise RunMismatchError(
                f"writing an audit to {folder}: it holds {others[0]}, but no {AUDIT_NAME} of an "
                "earlier audit; name a new or empty folder with --out"
            )
        return set()
    try:
        content = json.loads((folder / AUDIT_NAME).read_bytes())
        if content["schema"] != AUDIT_SCHEMA:
            raise ValueError(f"its schema is {content['schema']!r}, not {AUDIT_SCHEMA!r}")
        files = [table["file"] for one in content["sections"] for table in one["tables"]]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise RunMismatchError(
            f"writing an audit to {folder}: {AUDIT_NAME} is not that of an earlier audit "
            f"({type(error).__name__}: {error}); name another folder with --out"
        ) from error
    return {name for name in files if isinstance(name, str) and _TABLE_FILE.fullmatch(name)}
