"""`judgekit audit`: a run's scores beside clinicians' ratings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judgekit.errors import ConfigurationError

if TYPE_CHECKING:
    from judgekit.auditing.result import AuditReport

NOTHING_COMPARED = 1
NOTHING = (
    "judgekit: nothing could be compared: no item has both an answer of the judge and one of a "
    "clinician; the page says what became of each"
)


def audit(
    scores: Annotated[
        Path, typer.Argument(metavar="SCORES", help="Folder that judgekit score wrote.")
    ],
    ratings: Annotated[
        list[Path],
        typer.Argument(
            metavar="RATINGS", help="Ratings: CSV, TSV, JSONL or xlsx; one file or several."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder for audit.html, audit.json and the tables.")],
    plan: Annotated[
        Path | None, typer.Option(metavar="FILE", help="YAML: what was fixed before the ratings.")
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="M",
            help="How much further from a clinician than another clinician the judge may be, in "
            "the unit of the primary figure; without it, no verdict.",
        ),
    ] = None,
    scorer: Annotated[
        str | None, typer.Option(help="Judge or metric of the run; needed if it has several.")
    ] = None,
    rubric: Annotated[
        str | None,
        typer.Option(help="Rubric that was rated on: a name or a file; by default the judge's."),
    ] = None,
    layout: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="YAML: how the ratings are laid out, and what their texts mean."
        ),
    ] = None,
    pair: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RATED=OWN",
            help="The judge's criterion for one of the ratings' (total: its total); may be "
            "repeated.",
        ),
    ] = None,
    samples: Annotated[
        Path | None,
        typer.Option(metavar="INPUT", help="The scored input, to show its texts on the page."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="COLUMNS", help="Show where the judge fails by these columns."),
    ] = None,
    same_scale: Annotated[
        bool,
        typer.Option(
            "--same-scale", help="The metric's values lie on the scale that clinicians rated on."
        ),
    ] = False,
    earlier: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="An earlier run of the judge on the items, for drift."),
    ] = None,
    second_judge: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Run of a judge of another family on the items; the plan declares the families.",
        ),
    ] = None,
    draws: Annotated[int, typer.Option(min=100, help="Draws of every case bootstrap.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of every draw.")] = 0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print audit.json on stdout as well.")
    ] = False,
) -> None:
    """Say how a judge, or a metric, agrees with clinicians, and what that supports.

    Joins by id and says what did not join. Without a plan that is older than the ratings every
    verdict and every p is exploratory. Exit codes: 0 done, 1 nothing could be compared, 2 usage or
    plan, 3 input data.
    """
    from judgekit.auditing import audit as audit_run
    from judgekit.auditing.writers import AUDIT_NAME
    from judgekit.cli.score import names_of

    report = audit_run(
        scores,
        ratings,
        scorer=scorer,
        rubric=rubric,
        layout=layout,
        plan=plan,
        margin=margin,
        pairs=_pairs(pair or ()),
        samples=samples,
        by=names_of(by),
        is_same_scale=same_scale,
        earlier=earlier,
        second_judge=second_judge,
        n_boot=draws,
        seed=seed,
    )
    report.write(out)
    _show(report, out)
    if as_json:
        sys.stdout.write((out / AUDIT_NAME).read_text(encoding="utf-8"))
    if not any(panel.is_compared for panel in report.data.panels):
        print(NOTHING, file=sys.stderr)  # noqa: T201 - the command's output
        raise typer.Exit(NOTHING_COMPARED)


def _pairs(given: list[str] | tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in given:
        rated, is_pair, own = (part.strip() for part in text.partition("="))
        if not (rated and is_pair and own):
            raise ConfigurationError(
                f"--pair {text!r}: write RATED=OWN, such as --pair overall=total"
            )
        if rated in pairs:
            raise ConfigurationError(f"--pair names {rated!r} twice; each criterion has one pair")
        pairs[rated] = own
    return pairs


def _show(report: AuditReport, out: Path) -> None:
    from rich.console import Console

    from judgekit.cli.terminal import table_of

    console = Console(stderr=True, highlight=False)
    flow = report.data.flow
    console.print(
        f"joined {len(flow.joined)} of {len(flow.scored)} scored and {len(flow.rated)} rated items"
        f"; scored only: {len(flow.scored_only)}, rated only: {len(flow.rated_only)}, excluded: "
        f"{len(flow.excluded)}",
        markup=False,
    )
    first = report.clinician[0]
    for paragraph in first.paragraphs:
        console.print(paragraph, markup=False)
    for table in first.tables:
        console.print(table_of(table))
    for warning in (*report.warnings, *first.warnings):
        console.print(f"note: {warning}", markup=False)
    console.print(f"wrote {out / 'audit.html'}, audit.json, figures.csv and tables/", markup=False)
