"""A run that sends and writes nothing: what is left to do in its folder, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from judgekit.records.dry_run import DryRun
from judgekit.records.sample import Sample
from judgekit.runs.batch import is_done, opened, recall, run_identity
from judgekit.runs.folder import RunFolder
from judgekit.runs.journal import StoredJournal
from judgekit.runs.port import Asks, Scorer
from judgekit.runs.source import Source
from judgekit.runs.survey import samples_of, survey


async def dry_run_in_folder(
    source: Source,
    scorers: tuple[Scorer, ...],
    folder: Path,
    *,
    by: Sequence[str] = (),
    limit: int | None = None,
) -> dict[str, DryRun]:
    """Return what `run_in_folder` would send with the same arguments, by scorer.

    Args:
        source: The input.
        scorers: What would score it; those that ask nobody are left out of the result.
        folder: Where the run would go on, or begin.
        by: Columns to group by.
        limit: Score only the first rows.

    Raises:
        InputDataError: The input breaks a rule.
        RunMismatchError: The folder holds another run.
    """
    surveyed = survey(source, scorers, by=by, limit=limit)
    quiet = tuple(
        scorer.in_rehearsal() if isinstance(scorer, Asks) else scorer for scorer in scorers
    )
    run_folder = RunFolder(folder)
    async with opened(quiet, run_folder.settled):
        identity = run_identity(quiet, surveyed.digest)
        with run_folder.looked_into(identity, surveyed.n_rows) as journal:
            found = {}
            for scorer in quiet:
                if isinstance(scorer, Asks):
                    left = _Left(scorer, journal, is_stale=run_folder.is_of_another_version)
                    rehearsed = scorer.rehearse(left.of(samples_of(source, surveyed.n)))
                    counts = {"samples_finished": left.n_finished}
                    found[scorer.name] = rehearsed.model_copy(update=counts)
            return found


class _Left:
    """The samples that a scorer would still be given; counts the others."""

    def __init__(self, scorer: Scorer, journal: StoredJournal | None, *, is_stale: bool) -> None:
        self._scorer = scorer
        self._journal = journal
        self._is_stale = is_stale
        self.n_finished = 0

    def of(self, samples: Iterator[Sample]) -> Iterator[Sample]:
        for index, sample in enumerate(samples):
            entry = None if self._journal is None else self._journal.get(self._scorer.name, index)
            if is_done(entry, is_stale=self._is_stale):
                self.n_finished += 1
                continue
            recall(self._scorer, sample, entry)
            yield sample
