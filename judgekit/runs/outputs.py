"""The three files that people read: scores.jsonl, summary.json and report.html."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from judgekit.files import write_atomically
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.report import ReportItem, render_report
from judgekit.runs.run import entries
from judgekit.runs.survey import samples_of

if TYPE_CHECKING:
    from judgekit.runs.run import Run

SCORES_NAME = "scores.jsonl"
SUMMARY_NAME = "summary.json"
REPORT_NAME = "report.html"
OUTPUT_NAMES = (SCORES_NAME, SUMMARY_NAME, REPORT_NAME)
MAX_ITEMS = 500


def write_outputs(run: Run, folder: Path) -> None:
    """Write the three files, each whole or not at all.

    Raises:
        OutputError: The disk is full or the folder cannot be written.
    """
    write_atomically(folder / SCORES_NAME, _score_lines(run))
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
    from judgekit.runs.folder import RunFolder

    run_folder = RunFolder(folder)
    with run_folder.opened(run.plan.identity, run.plan.survey.n_rows) as journal:
        for scorer, entry, is_finished in entries(run.plan, run.journal):
            if is_finished:
                journal.append(entry)
                run_folder.settle(run.plan.identity, scorer.name, run.settled[scorer.name])
        run_folder.write_outputs(run)


def report_items(run: Run) -> list[ReportItem]:
    """Return the samples for the page: failures first, at most 500 of them."""
    failed: list[int] = []
    scored: list[int] = []
    for _, entry, _ in entries(run.plan, run.journal):
        chosen = scored if all(_is_fine(score) for score in entry.scores) else failed
        if len(chosen) < MAX_ITEMS and (not chosen or chosen[-1] != entry.index):
            chosen.append(entry.index)
    order = list(dict.fromkeys([*failed, *scored]))[:MAX_ITEMS]
    wanted = set(order)
    samples = {
        index: sample
        for index, sample in enumerate(samples_of(run.plan.source, run.plan.survey.n))
        if index in wanted
    }
    return [_item(run, index, samples[index]) for index in order]


def _is_fine(score: Score) -> bool:
    fine = ("scored", "not_applicable")
    return score.outcome in fine and all(v.outcome in fine for v in score.criteria.values())


def _item(run: Run, index: int, sample: Sample) -> ReportItem:
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
        inputs=tuple(_inputs(sample)),
        scores=tuple(scores),
        replies=tuple(replies),
    )


def _inputs(sample: Sample) -> Iterator[tuple[str, str]]:
    if sample.question is not None:
        yield "Question", sample.question
    if sample.visual_evidence is not None:
        yield "Visual evidence", sample.visual_evidence
    for image in sample.images:
        yield "Image", image.path
    for reference in sample.references:
        yield "Reference", reference
    status = "" if sample.response_status == "ok" else f" ({sample.response_status})"
    yield f"Response{status}", "(none)" if sample.response is None else sample.response


def _score_lines(run: Run) -> Iterator[bytes]:
    for _, entry, _ in entries(run.plan, run.journal):
        for score in entry.scores:
            yield score.model_dump_json().encode() + b"\n"
