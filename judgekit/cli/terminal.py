"""What a person sees: progress and a table on stderr; silent progress where it is no terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from judgekit.records.dry_run import DryRun
from judgekit.records.outcome import Outcome
from judgekit.records.summary import SummaryRow
from judgekit.report import ReportTable
from judgekit.runs import Run

DASH = "—"


class Terminal:
    """Shows how a run gets on, then its table, and where its files are."""

    def __init__(self, out: Path) -> None:
        self.run: Run | None = None
        self._out = out
        self._console = Console(stderr=True, highlight=False, soft_wrap=not _is_wide())
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[failures]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._failures: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def started(self, scorer: str, n_total: int, n_done: int) -> None:
        """Show a bar for the scorer."""
        if n_done:
            self.say(f"{scorer}: {n_done} of {n_total} are done already")
        self._tasks[scorer] = self._progress.add_task(
            escape(scorer), total=n_total, completed=n_done, failures=""
        )

    def advanced(self, scorer: str, outcome: Outcome) -> None:
        """Move the bar on, and count what failed beside it."""
        if outcome not in (Outcome.SCORED, Outcome.NOT_APPLICABLE):
            self._failures[outcome.value] += 1
        failures = " ".join(f"{name} {count}" for name, count in self._failures.items())
        self._progress.update(self._tasks[scorer], advance=1, failures=failures)

    def written(self, run: Run) -> None:
        """Remember the run whose files were written."""
        self.run = run

    def say(self, text: str) -> None:
        """Print one line as it is."""
        self._console.print(escape(text))

    def show_mapping(self, mapping: Mapping[str, str]) -> None:
        """Print which columns are read as which fields."""
        for field, column in mapping.items():
            self.say(f"column {column!r} is read as {field}")

    def show_dry_run(self, found: DryRun) -> None:
        """Print what a run would send and cost, and the first prompt as it would go out."""
        if found.first_prompt is not None:
            self.say("the first prompt, as it would be sent:")
            for message in found.first_prompt:
                self.say(message)
        figures = Table(box=None, pad_edge=False, show_header=False)
        for name, value in found.to_json().items():
            if name != "first_prompt":
                figures.add_row(name.replace("_", " "), escape(str(value)))
        self._console.print(figures)
        self.say(
            "tokens are estimated from the real prompts, images by the rule published for the "
            "model, or the highest of the common ones; "
            "nothing was sent or written"
        )

    def show_table(self, table: ReportTable) -> None:
        """Print a table of finished texts, with its note."""
        self._console.print(table_of(table))
        if table.note is not None:
            self.say(table.note)

    def show_run(self, run: Run, *, groups: bool = True) -> None:
        """Print the table of figures, the signatures, and the names of the files."""
        summary = run.summary
        self._console.print(figures_table([r for r in summary.rows if groups or not r.group]))
        self.say(f"intervals: 95 % over the cases of each row, {summary.cases.note}")
        for warning in summary.warnings:
            self.say(f"note: {warning}")
        for signature in summary.signature.values():
            self.say(f"signature: {signature}")
        for name in ("scores.jsonl", "summary.json", "report.html"):
            self.say(f"wrote {self._out / name}")


def table_of(table: ReportTable) -> Table:
    """Return a table of finished texts as the terminal shows it."""
    shown = Table(title=escape(table.caption), title_justify="left", box=None, pad_edge=False)
    for column in table.columns:
        shown.add_column(escape(column))
    for row in table.rows:
        shown.add_row(*(escape(cell) for cell in row))
    return shown


def figures_table(rows: list[SummaryRow]) -> Table:
    """Return a table with a line for each figure."""
    table = Table(box=None, pad_edge=False)
    table.add_column("scorer")
    table.add_column("figure")
    for heading in ("mean", "95 % interval", "scored", "cases", "worst..best", "range"):
        table.add_column(heading, justify="right")
    for row in rows:
        group = "".join(f" [{name}={value}]" for name, value in row.group.items())
        table.add_row(
            escape(row.scorer),
            escape(f"{row.name}{group}"),
            _number(row.value),
            interval_text(row),
            f"{row.n_scored}/{row.n_total}",
            str(row.clusters),
            DASH if row.worst is None else f"{_number(row.worst)}..{_number(row.best)}",
            DASH if row.range is None else f"{row.range[0]:g}..{row.range[1]:g}",
        )
    return table


def interval_text(row: SummaryRow) -> str:
    """Return the interval, or the words why there is none."""
    if row.low is None:
        return row.interval_reason or DASH
    return f"{_number(row.low)} to {_number(row.high)}"


def _number(value: float | None) -> str:
    return DASH if value is None else f"{value:.3g}" if abs(value) < 10 else f"{value:.1f}"


def _is_wide() -> bool:
    return Console(stderr=True).is_terminal
