"""The command's entry: its verbs, and errors as one sentence with an exit code."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

import judgekit
from judgekit.cli import audit, cache, compare, demo, mcq, rubrics, score
from judgekit.errors import JudgekitError

INTERRUPTED = 130

app = typer.Typer(
    name="judgekit",
    help="Score open and multiple-choice answers. Every number carries its denominator, its "
    "interval and a signature.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("demo")(demo.demo)
app.command("score")(score.score)
app.command("compare")(compare.compare)
app.command("mcq")(mcq.mcq)
app.command("audit")(audit.audit)
app.add_typer(rubrics.app, name="rubrics")
app.add_typer(cache.app, name="cache")


def _print_version(is_asked: bool) -> None:
    if is_asked:
        print(judgekit.__version__)  # noqa: T201 - the command's output
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command; every error of judgekit's own is one sentence on stderr."""
    try:
        app()
    except JudgekitError as error:
        print(f"judgekit: {error}", file=sys.stderr)  # noqa: T201 - the command's output
        sys.exit(error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
