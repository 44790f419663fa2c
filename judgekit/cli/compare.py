"""`judgekit compare`: runs beside each other, paired by id."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How the tables are written."""

    MD = "md"
    CSV = "csv"
    LATEX = "latex"


def compare(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN_A RUN_B ...", help="Folders of judgekit score.")
    ],
    scorer: Annotated[str | None, typer.Option(help="Only this scorer.")] = None,
    criterion: Annotated[
        str | None, typer.Option(metavar="ID", help="Only this criterion.")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMNS",
            help="Compare each group as well; several columns, separated by commas, are crossed.",
        ),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIELD", help="Field of the signature that may differ; may be repeated."
        ),
    ] = None,
    format_: Annotated[
        Format, typer.Option("--format", help="How the tables are written.")
    ] = Format.MD,
    as_json: Annotated[bool, typer.Option("--json", help="Print every number as JSON.")] = False,
) -> None:
    """Compare runs on the samples that all of them have: differences, intervals, tests, ranks.

    Of two multiple-choice runs with declared pairs, the difference of polarity gaps is added.
    """
    from judgekit.cli.compare_gaps import (
        gaps_as_csv,
        gaps_as_latex,
        gaps_as_markdown,
        gaps_of,
    )
    from judgekit.comparison import compare as compare_runs

    found = compare_runs(
        *runs,
        scorer=scorer,
        criterion=criterion,
        by=None if by is None else [name.strip() for name in by.split(",") if name.strip()],
        allow=allow or (),
    )
    gaps = gaps_of(runs, found)
    if as_json:
        content = found.to_json()
        if gaps:
            content["gap_differences"] = [figure.model_dump(mode="json") for figure in gaps]
        sys.stdout.write(json.dumps(content, ensure_ascii=False, indent=2) + "\n")
        return
    write, write_gaps = {
        Format.MD: (found.to_markdown, gaps_as_markdown),
        Format.CSV: (found.to_csv, gaps_as_csv),
        Format.LATEX: (found.to_latex, gaps_as_latex),
    }[format_]
    sys.stdout.write(write() + (write_gaps(gaps) if gaps else ""))
