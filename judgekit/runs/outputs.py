"""The files of a finished run: scores, samples, summary and page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from judgekit.files import write_atomically
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.report import ReportItem, render_report
from judgekit.runs.folder import REPORT_NAME, SCORES_NAME, SUMMARY_NAME, RunFolder
from judgekit.runs.journal import Journal
from judgekit.runs.run import Plan, Run, entries
from judgekit.runs.sample_names import SampleNames
from judgekit.runs.survey import samples_of
from judgekit.runs.tally import Tally


def write_outputs(plan: Plan, journal: Journal, folder: Path, *, names: SampleNames) -> Run:
    """Write the files, each whole or not at all, and return the run they show.

    Args:
        plan: What was run.
        journal: What came of it.
        folder: Where the files go.
        names: What has been noted of the samples.

    Raises:
        OutputError: The disk is full or the folder cannot be written.
    """
    tally = Tally(plan, journal)
    _write_scores(tally.scores(), folder)
    names.write(samples_of(plan.source, plan.survey.n))
    run = tally.run()
    _write_figures(run, folder)
    return run


def _write_scores(scores: Iterable[Score], folder: Path) -> None:
    lines = (score.model_dump_json().encode() + b"\n" for score in scores)
    write_atomically(folder / SCORES_NAME, lines)


def _write_figures(run: Run, folder: Path) -> None:
    summary = json.dumps(run.summary.to_json(), indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / SUMMARY_NAME, [summary.encode()])
    page = render_report(run.summary, report_items(run), title=run.plan.source.name)
    write_atomically(folder / REPORT_NAME, [page.encode()])


def write_run(run: Run, folder: Path) -> None:
    """Write a run that was scored in memory to a folder, as a batch would have left it.

    Raises:
        RunMismatchError: The folder holds another run.
        OutputError: It cannot be written.
    """
    run_folder = RunFolder(folder)
    with run_folder.opened(run.plan.identity, run.plan.survey.n_rows) as journal:
        for scorer, entry, is_finished in entries(run.plan, run.journal):
            if is_finished:
                journal.append(entry)
                run_folder.settle(run.plan.identity, scorer.name, run.settled[scorer.name])
        _write_scores(run.scores, folder)
        names = SampleNames(folder, run.plan.survey.groups)
        names.write(samples_of(run.plan.source, run.plan.survey.n))
        _write_figures(run, folder)


def report_items(run: Run) -> list[ReportItem]:
    """Return the samples for the page: failures first, at most 500 of them."""
    n = max(run.shown, default=-1) + 1
    wanted = set(run.shown)
    samples = {
        index: sample
        for index, sample in enumerate(samples_of(run.plan.source, n))
        if index in wanted
    }
    return [report_item(run, index, samples[index]) for index in run.shown]


def report_item(run: Run, index: int, sample: Sample, *, tags: tuple[str, ...] = ()) -> ReportItem:
    """Return one sample for the page, with everything that was said of it.

    Args:
        run: The run.
        index: The sample's position in the input.
        sample: The sample.
        tags: Cells of tables that it stands behind.
    """
    scores: list[Score] = []
    replies: list[tuple[str, str]] = []
    for scorer in run.plan.scorers:
        entry = run.journal.get(scorer.name, index)
        if entry is None:
            continue
        scores.extend(entry.scores)
        for exchange in entry.exchanges:
            label = f"{scorer.name}, call {exchange.call + 1}, repeat {exchange.repeat + 1}"
            text = exchange.failure if exchange.reply is None else exchange.reply.text
            replies.append((label, text or ""))
    return ReportItem(
        id=sample.id,
        case_id=sample.case_id,
        inputs=tuple(shown_inputs(sample)),
        scores=tuple(scores),
        replies=tuple(replies),
        mark=next(
            (
                (_response_name(sample), *s.choice.span)
                for s in scores
                if s.choice and s.choice.span
            ),
            None,
        ),
        tags=tags,
    )


def shown_inputs(sample: Sample) -> Iterator[tuple[str, str]]:
    """Yield label and text of everything that was judged, in the order in which pages show it."""
    if sample.question is not None:
        yield "Question", sample.question
    if sample.visual_evidence is not None:
        yield "Visual evidence", sample.visual_evidence
    for image in sample.images:
        yield "Image", image.path
    for reference in sample.references:
        yield "Reference", reference
    if sample.options is not None:
        yield "Options", "\n".join(f"{label}. {text}" for label, text in sample.options.items())
        if sample.answer is not None:
            yield "Key", sample.answer
        if sample.hint_label is not None:
            yield f"Hint{f' ({sample.polarity})' if sample.polarity else ''}", sample.hint_label
    yield _response_name(sample), "(none)" if sample.response is None else sample.response


def _response_name(sample: Sample) -> str:
    status = "" if sample.response_status == "ok" else f" ({sample.response_status})"
    return f"Response{status}"
