"""`judgekit score`: an input file through a judge, metrics, or both."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from judgekit.errors import ConfigurationError, ProviderStoppedError

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from judgekit.cli.terminal import Terminal
    from judgekit.prompting import See
    from judgekit.runs import Run, Source
    from judgekit.runs.port import Scorer

INTERRUPTED = 130
GATE_MISSED = 1


def score(
    source: Annotated[Path, typer.Argument(metavar="INPUT", help="JSONL, or Med-CMR's JSON.")],
    out: Annotated[Path, typer.Option(help="Folder for journal, scores, summary and report.")],
    judge: Annotated[
        str | None, typer.Option(metavar="PROVIDER/MODEL", help="The judge, e.g. openai/MODEL.")
    ] = None,
    rubric: Annotated[
        str | None, typer.Option(help="What the judge grades: a name or a YAML file.")
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(help="Metrics, separated by commas: rouge1,rougeL:stemmer=yes,exact."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME:OPTIONS",
            help="Somebody else's metric: NAME:source=,version=,range=0..1,higher_is_better=yes"
            "[,file=FILE]; may be repeated.",
        ),
    ] = None,
    predictions: Annotated[
        Path | None, typer.Option(help="Responses by index, for Med-CMR's JSON.")
    ] = None,
    map_: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="FIELD=COLUMN", help="Column of a field; may be repeated."),
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="COLUMNS", help="Group by these, separated by commas.")
    ] = None,
    images: Annotated[
        Path | None, typer.Option(help="Folder of the images; by default that of INPUT.")
    ] = None,
    see: Annotated[
        str, typer.Option(help="What the judge is shown of the image: evidence, image or both.")
    ] = "evidence",
    base_url: Annotated[
        str | None, typer.Option(help="Address of an OpenAI-compatible server.")
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Seconds for one judgement, retries included.")
    ] = 120.0,
    max_connections: Annotated[int, typer.Option(metavar="N", help="Calls at once.")] = 16,
    repeats: Annotated[int, typer.Option(metavar="N", help="Judgements of each sample.")] = 1,
    temperature: Annotated[
        str, typer.Option(help="Sampling temperature, or none to leave it out.")
    ] = "0",
    seed: Annotated[int | None, typer.Option(help="Sampling seed.")] = None,
    max_tokens: Annotated[int, typer.Option(help="Limit of a reply's length.")] = 4096,
    prompt: Annotated[str | None, typer.Option(help="Prompt: a name or a YAML file.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Folder of the reply store.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Keep no replies.")] = False,
    replay: Annotated[
        Path | None, typer.Option(help="Cassette that answers for the recorded judge.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Cassette to record replies to.")] = None,
    larger_max_tokens: Annotated[
        int | None, typer.Option(help="Ask once more with this limit after a cut-off reply.")
    ] = None,
    rpm: Annotated[float | None, typer.Option(help="Requests per minute.")] = None,
    tpm: Annotated[float | None, typer.Option(help="Tokens per minute.")] = None,
    max_calls: Annotated[int | None, typer.Option(help="Budget: attempts sent.")] = None,
    max_total_tokens: Annotated[int | None, typer.Option(help="Budget: tokens in and out.")] = None,
    max_cost: Annotated[float | None, typer.Option(metavar="USD", help="Budget: money.")] = None,
    stop_after: Annotated[
        int, typer.Option(metavar="N", help="Stop when the first N calls fail alike; 0: never.")
    ] = 20,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Render every prompt, print the cost, send nothing.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Score only the first rows.")] = None,
    min_coverage: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit 1 if a figure's coverage is lower.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary on stdout as JSON.")
    ] = False,
) -> None:
    """Score INPUT with a judge on a rubric, with metrics, or with both.

    Run again with the same --out, it goes on where it stopped; replies already paid for are not
    asked again. Exit codes: 0 done, 1 a gate was missed or nothing was scored, 2 usage, 3 input
    data, 4 stopped at the provider, 130 Ctrl-C.
    """
    from judgekit.calling import BudgetLimits, RateLimits
    from judgekit.cli.terminal import Terminal
    from judgekit.judge.judge import Cache, Judge
    from judgekit.runs import FileSource, run_in_folder

    if cache is not None and no_cache:
        raise ConfigurationError("--cache names a folder and --no-cache keeps none: choose one")
    scorers: list[Scorer] = []
    if judge is not None or replay is not None:
        scorers.append(
            Judge(
                _needed_rubric(rubric),
                judge,
                base_url=base_url,
                cache=None if no_cache else cache or Cache.USER,
                see=_see(see),
                max_connections=max_connections,
                timeout_s=timeout,
                repeats=repeats,
                prompt=prompt,
                temperature=temperature_of(temperature),
                seed=seed,
                max_tokens=max_tokens,
                larger_max_tokens=larger_max_tokens,
                rate=RateLimits(rpm, tpm),
                budget=BudgetLimits(max_calls, max_total_tokens, max_cost),
                stop_after=stop_after or None,
                images=images or source.parent,
                record=record,
                replay=replay,
            )
        )
    elif rubric is not None:
        raise ConfigurationError(
            "--rubric needs a judge: add --judge PROVIDER/MODEL or --replay FILE"
        )
    scorers.extend(_metric_scorers(metrics, column))
    if not scorers:
        raise ConfigurationError(
            "nothing to score with: add --judge PROVIDER/MODEL --rubric NAME, or --metrics NAMES, "
            "or --column NAME:OPTIONS"
        )
    terminal = Terminal(out)
    terminal.show_mapping(mapping_of(map_))
    file = FileSource(source, predictions, mapping_of(map_))
    if dry_run:
        show_dry_run(terminal, file, scorers, out, names_of(by), limit, as_json=as_json)
        raise typer.Exit
    run = run_in_folder(file, tuple(scorers), out, by=names_of(by), limit=limit, progress=terminal)
    stop = run_to_end(run, terminal)
    if terminal.run is not None:
        terminal.show_run(terminal.run)
        if as_json:
            print(json.dumps(terminal.run.summary.to_json(), ensure_ascii=False, indent=2))  # noqa: T201 - the command's output
        stop = stop if stop is not None else _gate(terminal, terminal.run, min_coverage)
    raise typer.Exit(stop or 0)


def run_to_end(run: Coroutine[Any, Any, Run], terminal: Terminal) -> int | None:
    """Run to the end, and return None, or to a stop, and return its exit code."""
    from judgekit.runs import run_in_thread

    try:
        with terminal:
            run_in_thread(run)
    except KeyboardInterrupt:
        terminal.say("interrupted; what was finished is kept: the same command goes on from there")
        return INTERRUPTED
    except ProviderStoppedError as error:
        terminal.say(f"judgekit: {error}")
        return error.exit_code
    return None


def show_dry_run(
    terminal: Terminal,
    source: Source,
    scorers: Sequence[Scorer],
    out: Path,
    by: Sequence[str],
    limit: int | None,
    *,
    as_json: bool,
) -> None:
    """Print what the run would send and cost, in words and where asked for as JSON."""
    from judgekit.records.dry_run import DryRun
    from judgekit.runs import dry_run_in_folder, run_in_thread

    rehearsal = dry_run_in_folder(source, tuple(scorers), out, by=by, limit=limit)
    found = next(iter(run_in_thread(rehearsal).values()), DryRun())
    terminal.show_dry_run(found)
    if as_json:
        print(json.dumps(found.to_json(), ensure_ascii=False, indent=2))  # noqa: T201 - the command's output


def _gate(terminal: Terminal, run: Run, min_coverage: float | None) -> int:
    overall = [row for row in run.summary.rows if not row.group]
    silent = [
        name
        for name in dict.fromkeys(row.scorer for row in overall)
        if not any(row.n_scored for row in overall if row.scorer == name)
    ]
    for name in silent:
        terminal.say(f"{name} scored nothing at all; see the outcomes in the report")
    if silent:
        return GATE_MISSED
    if min_coverage is None:
        return 0
    low = [row for row in overall if row.coverage is not None and row.coverage < min_coverage]
    for row in low:
        terminal.say(
            f"gate missed: {row.scorer}: {row.name}: coverage {row.n_scored}/{row.n_total} "
            f"is below {min_coverage:g}"
        )
    return GATE_MISSED if low else 0


def _metric_scorers(metrics: str | None, columns: list[str] | None) -> list[Scorer]:
    if not metrics and not columns:
        return []
    from judgekit.metrics.catalogue import metric_scorers
    from judgekit.metrics.foreign import parse_column
    from judgekit.metrics.foreign_scorer import ForeignScorer

    foreign = [ForeignScorer(parse_column(text)) for text in columns or ()]
    scorers: list[Scorer] = [*metric_scorers(metrics or ""), *foreign]
    names = [target.scorer for scorer in scorers for target in scorer.targets]
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        raise ConfigurationError(
            f"choosing scorers: the name {repeated[0]!r} is used twice; give each column its own, "
            "and column=COLUMN for where its values stand"
        )
    return scorers


def _needed_rubric(rubric: str | None) -> str:
    if rubric is None:
        raise ConfigurationError("a judge needs --rubric; judgekit rubrics list shows them")
    return rubric


def names_of(text: str | None) -> list[str]:
    """Return names that are separated by commas."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def mapping_of(pairs: list[str] | None) -> dict[str, str]:
    """Return column by field from FIELD=COLUMN pairs.

    Raises:
        ConfigurationError: A pair is none, its field does not exist, or is mapped twice.
    """
    from judgekit.runs.readers import MAPPABLE_FIELDS

    mapping: dict[str, str] = {}
    for pair in pairs or ():
        field, equals, column = pair.partition("=")
        if not equals or not field or not column:
            raise ConfigurationError(f"reading --map {pair!r}: it must be FIELD=COLUMN")
        if field not in MAPPABLE_FIELDS:
            raise ConfigurationError(
                f"reading --map {pair!r}: there is no field {field!r}; "
                f"there are: {', '.join(sorted(MAPPABLE_FIELDS))}"
            )
        if field in mapping:
            raise ConfigurationError(f"reading --map {pair!r}: {field!r} is mapped twice")
        mapping[field] = column
    return mapping


def temperature_of(text: str) -> float | None:
    """Return the temperature that a text names; None for "none".

    Raises:
        ConfigurationError: It is no number from 0 to 2.
    """
    if text == "none":
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 2:
        raise ConfigurationError(f"reading --temperature {text!r}: it must be 0 to 2, or none")
    return value


def _see(text: str) -> See:
    match text:
        case "evidence" | "image" | "both":
            return text
        case _:
            raise ConfigurationError(f"reading --see {text!r}: it must be evidence, image or both")
