"""`judgekit mcq`: multiple-choice responses to accuracy, polarity figures and a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from judgekit.errors import ConfigurationError

if TYPE_CHECKING:
    from judgekit.choice_judge import ChoiceJudge
    from judgekit.cli.terminal import Terminal
    from judgekit.mcq.figures import McqReport
    from judgekit.runs import Run
    from judgekit.runs.port import Scorer

NOTHING_SCORED = 1


def mcq(
    source: Annotated[
        Path,
        typer.Argument(metavar="INPUT", help="JSONL, CSV or TSV; JSON; or Med-CMR's MCQ file."),
    ],
    out: Annotated[Path, typer.Option(help="Folder for journal, scores, summary and report.")],
    predictions: Annotated[
        Path | None, typer.Option(help="Responses by index, for Med-CMR's JSON.")
    ] = None,
    map_: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="FIELD=COLUMN", help="Column of a field; may be repeated."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="COLUMNS", help="Group by these; by default level, polarity, task."),
    ] = None,
    levels: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="The levels in order; by default as they appear."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Score only the first rows.")] = None,
    min_coverage: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Exit 1 if fewer responses than this were answered."),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="PROVIDER/MODEL",
            help="Asked for a quote where the rules find no answer or several; rows of its own.",
        ),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(help="Judge: address of an OpenAI-compatible server.")
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Judge: seconds for one reply, retries included.")
    ] = 120.0,
    max_connections: Annotated[int, typer.Option(metavar="N", help="Judge: calls at once.")] = 16,
    temperature: Annotated[
        str, typer.Option(help="Judge: sampling temperature, or none to leave it out.")
    ] = "0",
    max_tokens: Annotated[int, typer.Option(help="Judge: limit of a reply's length.")] = 4096,
    cache: Annotated[Path | None, typer.Option(help="Judge: folder of the reply store.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Judge: keep no replies.")] = False,
    replay: Annotated[
        Path | None, typer.Option(help="Judge: cassette that answers for the recorded one.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Judge: cassette to record replies to.")
    ] = None,
    max_calls: Annotated[int | None, typer.Option(help="Judge: budget, attempts sent.")] = None,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Render every prompt, print the cost, send nothing."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print summary and report on stdout as JSON.")
    ] = False,
) -> None:
    """Read which option each response chooses, without guessing, and report on it.

    Rows hold id, response, options, answer, and where they are known level, polarity, hint_label,
    pair_id, case_id, paradigm and system; columns of other names are found or named with --map.
    No model is called unless --judge or --replay names one; its rows stand beside the others.
    Exit codes: 0 done, 1 a gate was missed or nothing was answered, 2 usage, 3 input data,
    4 stopped at the provider, 130 Ctrl-C.
    """
    from judgekit.calling import BudgetLimits
    from judgekit.cli.score import mapping_of, names_of, run_to_end, show_dry_run, temperature_of
    from judgekit.cli.terminal import Terminal
    from judgekit.mcq.checks import CheckedSource
    from judgekit.mcq.report import report_of_items
    from judgekit.mcq.report_run import columns_of, items_of_run, report_json, write_report
    from judgekit.mcq.scorer import McqScorer
    from judgekit.runs import run_in_folder
    from judgekit.runs.mcq_files import McqFileSource

    quoting: ChoiceJudge | None = None
    if judge is not None or replay is not None:
        from judgekit.choice_judge import ChoiceJudge
        from judgekit.judge.judge import Cache

        if cache is not None and no_cache:
            raise ConfigurationError("--cache names a folder and --no-cache keeps none: choose one")
        quoting = ChoiceJudge(
            judge,
            base_url=base_url,
            cache=None if no_cache else cache or Cache.USER,
            max_connections=max_connections,
            timeout_s=timeout,
            temperature=temperature_of(temperature),
            max_tokens=max_tokens,
            budget=BudgetLimits(max_calls),
            record=record,
            replay=replay,
        )
    else:
        _refuse_without_judge(base_url=base_url, cache=cache, record=record, max_calls=max_calls)
    scorers: tuple[Scorer, ...] = (McqScorer(),) if quoting is None else (McqScorer(), quoting)
    terminal = Terminal(out)
    file = McqFileSource(source, predictions, mapping_of(map_))
    terminal.show_mapping(file.columns())
    checked = CheckedSource(file)
    order = names_of(levels) or None
    columns = columns_of(checked, names_of(by), order)
    if dry_run:
        show_dry_run(terminal, checked, scorers, out, columns, limit, as_json=as_json)
        raise typer.Exit
    run = run_in_folder(checked, scorers, out, by=columns, limit=limit, progress=terminal)
    stop = run_to_end(run, terminal)
    if terminal.run is None:
        raise typer.Exit(stop or 0)
    items = items_of_run(terminal.run, by=columns)
    n_without_key = terminal.run.plan.survey.n - len(items)
    report = report_of_items(items, by=columns, levels=order, n_without_key=n_without_key)
    notes = _judge_notes(terminal.run, quoting)
    paths = write_report(terminal.run, report, items, out, by=columns, paragraphs=notes)
    _show(terminal, report, columns)
    terminal.show_run(terminal.run, groups=False)
    for note in notes:
        terminal.say(note)
    terminal.say(f"wrote {paths[0]}: every figure with its definition, bounds and n")
    if as_json:
        both = {"summary": terminal.run.summary.to_json(), "mcq": report_json(report)}
        print(json.dumps(both, ensure_ascii=False, indent=2))  # noqa: T201 - the command's output
    raise typer.Exit(stop if stop is not None else _gate(terminal, report, min_coverage))


def _refuse_without_judge(**given: object) -> None:
    named = next((name for name, value in given.items() if value is not None), None)
    if named is not None:
        raise ConfigurationError(
            f"--{named.replace('_', '-')} is for a judge: add --judge PROVIDER/MODEL"
        )


def _judge_notes(run: Run, quoting: ChoiceJudge | None) -> tuple[str, ...]:
    if quoting is None:
        return ()
    from judgekit.choice_judge.words import notes_of

    return notes_of(run.summary, quoting.judge)


def _show(terminal: Terminal, report: McqReport, by: list[str]) -> None:
    from judgekit.mcq.report_tables import terminal_tables

    if report.levels:
        terminal.say(f"levels, in order: {', '.join(report.levels)}")
    for table in terminal_tables(report, by=by):
        terminal.show_table(table)
    for warning in report.warnings:
        terminal.say(f"note: {warning}")


def _gate(terminal: Terminal, report: McqReport, min_coverage: float | None) -> int:
    answered = report.one("kind_answered")
    if not answered.count:
        terminal.say("nothing at all was answered; see the kinds of answer in the report")
        return NOTHING_SCORED
    share = answered.value or 0.0
    if min_coverage is not None and share < min_coverage:
        terminal.say(
            f"gate missed: mcq: answered {answered.count}/{answered.n} is below {min_coverage:g}"
        )
        return NOTHING_SCORED
    return 0
