"""A finished run: its scores, its summary, and the files they are written to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import JsonValue

from judgekit.records.outcome import Outcome
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.records.summary import Summary
from judgekit.runs.journal import Entry, Journal
from judgekit.runs.port import Scorer
from judgekit.runs.source import Source
from judgekit.runs.survey import Survey, samples_of


@dataclass(frozen=True)
class Plan:
    """What is run: an input, how it was surveyed, and the scorers.

    Attributes:
        source: The input.
        scorers: What scores it, in report order.
        survey: What is known of the input.
        limit: Only the first rows; None: all.
        identity: What makes a run the same run.
    """

    source: Source
    scorers: tuple[Scorer, ...]
    survey: Survey
    limit: int | None
    identity: Mapping[str, JsonValue]


class Run:
    """Scores of one input under one or more scorers.

    Attributes:
        summary: Every figure with its denominator, interval and bounds.
        signature: What each scorer measured.
        usage: What each scorer used now, and what its replies would use afresh.
        plan: What was run.
        journal: Each sample's entry, with the calls behind its scores.
        shown: Positions of the samples for the page: failures first, at most 500.
        settled: What each scorer found out on the way, by its name.
    """

    def __init__(
        self, plan: Plan, journal: Journal, summary: Summary, shown: tuple[int, ...]
    ) -> None:
        self.summary = summary
        self.plan = plan
        self.journal = journal
        self.shown = shown
        self.settled = {scorer.name: dict(scorer.settled) for scorer in plan.scorers}

    @property
    def signature(self) -> Mapping[str, Signature]:
        """What each scorer measured, by its name."""
        return self.summary.signature

    @property
    def usage(self) -> Mapping[str, JsonValue]:
        """What each scorer used, by its name."""
        return self.summary.usage

    @cached_property
    def scores(self) -> Sequence[Score]:
        """Every score, in input order and for each sample in the order of the scorers."""
        found = entries(self.plan, self.journal)
        return tuple(score for _, entry, _ in found for score in entry.scores)

    def write(self, folder: Path | str) -> None:
        """Write scores.jsonl, summary.json, report.html and the journal to `folder`.

        Raises:
            RunMismatchError: The folder holds another run.
            OutputError: It cannot be written.
        """
        from judgekit.runs.outputs import write_run

        write_run(self, Path(folder))


def entries(plan: Plan, journal: Journal) -> Iterator[tuple[Scorer, Entry, bool]]:
    """Yield each sample's entry under each scorer, in input order, and whether it is finished.

    A sample that a stopped run did not reach is skipped, with that reason.
    """
    ids = _Ids(plan)
    for index in range(plan.survey.n):
        for scorer in plan.scorers:
            entry = journal.get(scorer.name, index)
            yield (
                scorer,
                entry or _not_reached(scorer, index, ids.at(index)),
                entry is not None,
            )


class _Ids:
    """Ids of samples that no journal names, read from the input; asked for in input order."""

    def __init__(self, plan: Plan) -> None:
        self._samples = enumerate(samples_of(plan.source, plan.survey.n))
        self._index, self._id = -1, ""

    def at(self, index: int) -> str:
        while self._index < index:
            self._index, sample = next(self._samples)
            self._id = sample.id
        return self._id


def _not_reached(scorer: Scorer, index: int, sample_id: str) -> Entry:
    names = dict.fromkeys(target.scorer for target in scorer.targets)
    scores = tuple(
        Score(
            id=sample_id,
            scorer=name,
            outcome=Outcome.SKIPPED,
            reason="the run stopped before this sample",
        )
        for name in names
    )
    return Entry(index=index, id=sample_id, scorer=scorer.name, scores=scores)
