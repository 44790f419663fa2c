"""Tables as Markdown, LaTeX and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from judgekit.comparison.result import ComparedFigure, Comparison
from judgekit.report.parts import ReportTable

CSV_COLUMNS = (
    "row",
    "scorer",
    "criterion",
    "group",
    "first",
    "second",
    "value",
    "low",
    "high",
    "reason",
    "p",
    "p_adjusted",
    "low_if_missing",
    "high_if_missing",
    "rank",
    "rank_low",
    "rank_high",
    "n_compared",
    "n_not_applicable",
    "n_shared",
    "cases",
)
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "\n": " ",
    }
)
_MARKDOWN = str.maketrans({"|": r"\|", "\n": " ", "\r": " ", "<": "&lt;"})


def markdown(comparison: Comparison) -> str:
    """Return the tables, the runs, the notes and the signatures as Markdown."""
    parts = [markdown_table(table) for table in comparison.tables()]
    lines = [f"- {line}".translate(_MARKDOWN) for line in said(comparison)]
    return "\n".join([*parts, *lines, ""])


def said(comparison: Comparison) -> Iterator[str]:
    """Yield what must be known to read the tables, a sentence at a time."""
    apart = ", ".join(f"{run.n_not_shared} more in {run.name}" for run in comparison.runs)
    yield f"{comparison.n_shared} ids are in every run; {apart}"
    yield from comparison.notes
    for scorer, fields in comparison.allowed.items():
        yield f"{scorer}: the signatures differ in {', '.join(fields)}, which was allowed"
    for signature in comparison.signature.values():
        yield f"signature: {signature}"


def markdown_table(table: ReportTable) -> str:
    """Return one table as Markdown."""
    rows = [table.columns, ("---",) * len(table.columns), *table.rows]
    lines = ["| " + " | ".join(cell.translate(_MARKDOWN) for cell in row) + " |" for row in rows]
    head = [f"**{table.caption.translate(_MARKDOWN)}**", ""]
    return "\n".join([*head, *lines, "", (table.note or "").translate(_MARKDOWN), ""])


def latex(comparison: Comparison) -> str:
    """Return each table as a table environment; needs the booktabs package."""
    return "\n".join(
        [
            *(latex_table(table) for table in comparison.tables()),
            *(f"% {line}" for sentence in said(comparison) for line in sentence.splitlines()),
            "",
        ]
    )


def latex_table(table: ReportTable) -> str:
    """Return one table as a table environment; needs the booktabs package."""

    def row(cells: tuple[str, ...]) -> str:
        return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"

    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{f'{table.caption}. {table.note}'.translate(_LATEX)}}}",
            rf"\begin{{tabular}}{{{'l' + 'r' * (len(table.columns) - 1)}}}",
            r"\toprule",
            row(table.columns),
            r"\midrule",
            *map(row, table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def long_csv(comparison: Comparison) -> str:
    """Return every number unrounded; an empty cell is one that does not exist."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CSV_COLUMNS, lineterminator="\n")
    writer.writeheader()
    for figure in comparison.figures:
        writer.writerows(_csv_rows(figure))
    return out.getvalue()


def _csv_rows(figure: ComparedFigure) -> Iterator[dict[str, object]]:
    shared = {
        "scorer": figure.scorer,
        "criterion": figure.criterion,
        "group": "; ".join(f"{column}={value}" for column, value in figure.group.items()),
        "n_compared": figure.n_compared,
        "n_not_applicable": figure.n_not_applicable,
        "n_shared": figure.n_shared,
        "cases": figure.clusters,
    }
    for system in figure.systems:
        mean = system.mean
        yield {
            **shared,
            "row": "run",
            "first": system.run,
            "value": mean.value,
            "low": mean.low,
            "high": mean.high,
            "reason": mean.reason or mean.interval_reason,
            "rank": system.rank,
            "rank_low": system.rank_low,
            "rank_high": system.rank_high,
        }
    for pair in figure.pairs:
        found = pair.difference
        yield {
            **shared,
            "row": "difference",
            "first": pair.first,
            "second": pair.second,
            "value": found.value,
            "low": found.low,
            "high": found.high,
            "reason": found.reason or found.interval_reason,
            "p": pair.test.p,
            "p_adjusted": pair.p_adjusted,
            "low_if_missing": pair.low_if_missing,
            "high_if_missing": pair.high_if_missing,
        }
