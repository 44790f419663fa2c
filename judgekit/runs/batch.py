"""The batch: survey the input, score what the journal lacks, sum up; it may stop at any point."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from judgekit.errors import ProviderStoppedError
from judgekit.records.outcome import RETRIED_ON_RERUN, Outcome
from judgekit.records.sample import Sample
from judgekit.runs.folder import RunFolder
from judgekit.runs.journal import Entry, Journal, MemoryJournal
from judgekit.runs.outputs import write_outputs
from judgekit.runs.port import Asks, Emit, Scored, Scorer
from judgekit.runs.run import Plan, Run
from judgekit.runs.sample_names import SampleNames
from judgekit.runs.source import Source
from judgekit.runs.survey import samples_of, survey
from judgekit.runs.tally import sum_up


class Progress(Protocol):
    """Told how a run is getting on, from the run's own thread."""

    def started(self, scorer: str, n_total: int, n_done: int) -> None:
        """A scorer begins; `n_done` samples are in the journal already."""
        ...

    def advanced(self, scorer: str, outcome: Outcome) -> None:
        """One more sample is finished."""
        ...

    def written(self, run: Run) -> None:
        """The files of a folder's run are written, whole or as far as it came."""
        ...


class NoProgress:
    """Tells nobody."""

    def started(self, scorer: str, n_total: int, n_done: int) -> None:
        """Say nothing."""

    def advanced(self, scorer: str, outcome: Outcome) -> None:
        """Say nothing."""

    def written(self, run: Run) -> None:
        """Say nothing."""


async def run_in_memory(
    source: Source, scorers: tuple[Scorer, ...], *, progress: Progress | None = None
) -> Run:
    """Score a source without a folder; grouped by every column in the samples' `groups`.

    Raises:
        InputDataError: The input breaks a rule.
        ProviderStoppedError: The run cannot go on at the provider.
    """
    surveyed = survey(source, scorers, by=None)
    async with opened(scorers, {}):
        plan = Plan(source, scorers, surveyed, None, run_identity(scorers, surveyed.digest))
        journal = MemoryJournal()
        await _score(plan, journal, progress or NoProgress(), folder=None, names=None)
        return sum_up(plan, journal)


async def run_in_folder(
    source: Source,
    scorers: tuple[Scorer, ...],
    folder: Path,
    *,
    by: Sequence[str] = (),
    limit: int | None = None,
    progress: Progress | None = None,
) -> Run:
    """Score a source into a folder, going on from what the folder's journal holds.

    On Ctrl-C (cancellation) or a stop at the provider, the files are written as far as the run
    came, with the rest as skipped, and the reason is raised. Where nothing at all was finished,
    nothing is left behind.

    Args:
        source: The input.
        scorers: What scores it.
        folder: Where journal, scores, summary and report go.
        by: Columns to group by.
        limit: Score only the first rows; not part of the run's identity.
        progress: Told how it goes.

    Raises:
        InputDataError: The input breaks a rule; nothing was written.
        RunMismatchError: The folder holds another run.
        OutputError: The folder cannot be written.
        ProviderStoppedError: The run cannot go on at the provider.
    """
    surveyed = survey(source, scorers, by=by, limit=limit)
    told = progress or NoProgress()
    run_folder = RunFolder(folder)
    async with opened(scorers, run_folder.settled):
        plan = Plan(source, scorers, surveyed, limit, run_identity(scorers, surveyed.digest))
        with run_folder.opened(plan.identity, surveyed.n_rows) as journal:
            names = SampleNames(folder, surveyed.groups)
            try:
                await _score(plan, journal, told, folder=run_folder, names=names)
                run_folder.note_version(plan.identity)
            except (asyncio.CancelledError, ProviderStoppedError):
                if not journal.is_empty:
                    told.written(write_outputs(plan, journal, folder, names=names))
                raise
            else:
                run = write_outputs(plan, journal, folder, names=names)
            finally:
                names.discard()
        told.written(run)
        return run


@asynccontextmanager
async def opened(
    scorers: Sequence[Scorer], settled: dict[str, dict[str, str]]
) -> AsyncIterator[None]:
    """Open the scorers, each keeping to what it settled before, and close them again."""
    try:
        for scorer in scorers:
            await scorer.open(settled.get(scorer.name, {}))
        yield
    finally:
        for scorer in scorers:
            await scorer.aclose()


def run_identity(scorers: Sequence[Scorer], input_digest: str) -> dict[str, JsonValue]:
    """Return what makes a run the same run; the scorers are open."""
    return {
        "input": input_digest,
        "scorers": {scorer.name: dict(scorer.identity) for scorer in scorers},
    }


async def _score(
    plan: Plan,
    journal: Journal,
    progress: Progress,
    *,
    folder: RunFolder | None,
    names: SampleNames | None,
) -> None:
    is_stale = folder is not None and folder.is_of_another_version
    for scorer in plan.scorers:
        known = (journal.get(scorer.name, index) for index in range(plan.survey.n))
        n_done = sum(is_done(entry, is_stale=is_stale) for entry in known)
        progress.started(scorer.name, plan.survey.n, n_done)
        emit = _emitter(plan, journal, progress, scorer, folder)
        samples: Iterator[Sample] = samples_of(plan.source, plan.survey.n)
        if names is not None and scorer is plan.scorers[0]:
            samples = names.noting(samples)
        pending = _pending(samples, journal, scorer, is_stale=is_stale)
        await scorer.score_stream(pending, emit)


def is_done(entry: Entry | None, *, is_stale: bool) -> bool:
    """Return whether a sample needs no scorer again.

    What another version of judgekit computed without asking anybody is computed anew: it costs
    nothing, and the signature names one version.
    """
    if entry is None or (is_stale and not entry.exchanges):
        return False
    return not any(
        _is_to_be_retried(score.outcome)
        or any(_is_to_be_retried(v.outcome) for v in score.criteria.values())
        for score in entry.scores
    )


def recall(scorer: Scorer, sample: Sample, entry: Entry | None) -> None:
    """Hand a scorer the replies that `sample` has already, where it failed on others."""
    if entry is not None and isinstance(scorer, Asks):
        scorer.recall(sample, entry.exchanges)


def _is_to_be_retried(outcome: Outcome) -> bool:
    return outcome in RETRIED_ON_RERUN


def _emitter(
    plan: Plan, journal: Journal, progress: Progress, scorer: Scorer, folder: RunFolder | None
) -> Emit:
    def emit(index: int, scored: Scored) -> None:
        if folder is not None:
            folder.settle(plan.identity, scorer.name, scorer.settled)
        journal.append(
            Entry(
                index=index,
                id=scored.scores[0].id,
                scorer=scorer.name,
                scores=scored.scores,
                exchanges=scored.exchanges,
            )
        )
        progress.advanced(scorer.name, scored.scores[0].outcome)

    return emit


def _pending(
    samples: Iterator[Sample], journal: Journal, scorer: Scorer, *, is_stale: bool
) -> Iterator[tuple[int, Sample]]:
    """Yield what is still to be scored; read the replies of what is done once more."""
    for index, sample in enumerate(samples):
        entry = journal.get(scorer.name, index)
        if entry is None or not is_done(entry, is_stale=is_stale):
            recall(scorer, sample, entry)
            yield index, sample
            continue
        again = scorer.read_again(sample, entry.exchanges)
        if again is not None and again.scores != entry.scores:
            journal.append(entry.model_copy(update={"scores": again.scores}))
