"""One pass over the journal, in input order: the summary, the samples for the page, the scores."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.records.outcome import FINISHED
from judgekit.records.score import Score
from judgekit.runs.journal import Journal
from judgekit.runs.run import Plan, Run, scores_of
from judgekit.runs.summary import SummaryBuilder

MAX_ITEMS = 500


def sum_up(plan: Plan, journal: Journal) -> Run:
    """Return the run that the journal holds, as far as it came."""
    tally = Tally(plan, journal)
    for _ in tally.scores():
        pass
    return tally.run()


class Tally:
    """Adds up a run while its scores pass by."""

    def __init__(self, plan: Plan, journal: Journal) -> None:
        self._plan = plan
        self._journal = journal
        self._builder = SummaryBuilder(plan.scorers, plan.survey)
        self._failed: list[int] = []
        self._fine: list[int] = []

    def scores(self) -> Iterator[Score]:
        """Yield every score, in input order; each is counted as it passes."""
        for scorer, index, scores, is_finished in scores_of(self._plan, self._journal):
            self._builder.add(scorer, scores, is_finished=is_finished)
            self._choose(index, is_fine=all(_is_fine(score) for score in scores))
            yield from scores

    def run(self) -> Run:
        """Return the run, once every score has passed."""
        shown = tuple(dict.fromkeys([*self._failed, *self._fine]))[:MAX_ITEMS]
        summary = self._builder.build(limit=self._plan.limit)
        return Run(self._plan, self._journal, summary, shown)

    def _choose(self, index: int, *, is_fine: bool) -> None:
        chosen = self._fine if is_fine else self._failed
        if len(chosen) < MAX_ITEMS and (not chosen or chosen[-1] != index):
            chosen.append(index)


def _is_fine(score: Score) -> bool:
    return score.outcome in FINISHED and all(
        verdict.outcome in FINISHED for verdict in score.criteria.values()
    )
