"""A finished run: its scores, its summary, and the files they are written to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import NamedTuple

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
        found = scores_of(self.plan, self.journal)
        return tuple(score for sample in found for score in sample.scores)

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
    for index, scorer in product(range(plan.survey.n), plan.scorers):
        entry = journal.get(scorer.name, index)
        is_finished = entry is not None
        if entry is None:
            sample_id = ids.at(index)
            scores = _not_reached(scorer, sample_id)
            entry = Entry(index=index, id=sample_id, scorer=scorer.name, scores=scores)
        yield scorer, entry, is_finished


class SampleScores(NamedTuple):
    """What one scorer says of one sample.

    Attributes:
        scorer: The scorer.
        position: The sample's position in the input.
        scores: A score under each of the scorer's names.
        is_finished: Whether the run came as far as this sample.
    """

    scorer: Scorer
    position: int
    scores: tuple[Score, ...]
    is_finished: bool


def scores_of(plan: Plan, journal: Journal) -> Iterator[SampleScores]:
    """Yield what `entries` yields, without the calls behind the scores."""
    ids = _Ids(plan)
    for index, scorer in product(range(plan.survey.n), plan.scorers):
        scores = journal.scores(scorer.name, index)
        if scores is None:
            missing = _not_reached(scorer, ids.at(index))
            yield SampleScores(scorer, index, missing, is_finished=False)
        else:
            yield SampleScores(scorer, index, scores, is_finished=True)


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


def _not_reached(scorer: Scorer, sample_id: str) -> tuple[Score, ...]:
    names = dict.fromkeys(target.scorer for target in scorer.targets)
    return tuple(
        Score(
            id=sample_id,
            scorer=name,
            outcome=Outcome.SKIPPED,
            reason="the run stopped before this sample",
        )
        for name in names
    )
