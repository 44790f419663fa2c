"""Two multiple-choice runs beside each other: by how much their polarity gaps differ."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from judgekit.comparison import Comparison
from judgekit.comparison.writers import CSV_COLUMNS, latex_table, markdown_table
from judgekit.mcq.figures import Figure
from judgekit.mcq.polarity_comparison import gap_differences, gap_rows_of_folder
from judgekit.mcq.report_words import bounds_text, interval_text, n_text, value_text
from judgekit.mcq.scorer import NAME
from judgekit.report import ReportTable

N_COMPARED = 2


def gaps_of(runs: Sequence[Path], found: Comparison) -> tuple[Figure, ...]:
    """Return the differences of polarity gaps of two multiple-choice runs; () for others.

    A figure without a shared pair is left out: runs without declared pairs have no gap to compare.
    """
    if len(runs) != N_COMPARED or not any(figure.scorer == NAME for figure in found.figures):
        return ()
    first, second = (gap_rows_of_folder(folder) for folder in runs)
    return tuple(figure for figure in gap_differences(first, second) if figure.n)


def gaps_as_markdown(figures: Sequence[Figure]) -> str:
    """Return the table as Markdown."""
    return markdown_table(_table(figures))


def gaps_as_latex(figures: Sequence[Figure]) -> str:
    """Return the table as a LaTeX table environment."""
    return latex_table(_table(figures))


def gaps_as_csv(figures: Sequence[Figure]) -> str:
    """Return rows for the comparison's CSV, in its columns and without its heading."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CSV_COLUMNS, lineterminator="\n")
    for figure in figures:
        writer.writerow(
            {
                "row": "polarity_gap",
                "scorer": NAME,
                "group": _place(figure),
                "value": figure.value,
                "low": figure.low,
                "high": figure.high,
                "reason": figure.reason or figure.interval_reason,
                "low_if_missing": figure.bound_low,
                "high_if_missing": figure.bound_high,
                "n_compared": figure.n,
                "cases": figure.clusters,
            }
        )
    return out.getvalue()


def _table(figures: Sequence[Figure]) -> ReportTable:
    return ReportTable(
        caption="Difference of polarity gaps, first run minus second",
        columns=("contrast", "difference", "95 % interval", "bounds", "pairs"),
        rows=tuple(
            (
                _place(figure),
                value_text(figure),
                interval_text(figure),
                bounds_text(figure),
                n_text(figure),
            )
            for figure in figures
        ),
        note="Over pairs that both runs have under both polarities; above 0: the hint moves the "
        "first run more. Intervals over cases.",
    )


def _place(figure: Figure) -> str:
    return "; ".join(f"{name}={value}" for name, value in figure.where.items())
