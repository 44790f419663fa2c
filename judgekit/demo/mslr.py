"""The annotators' ratings beside the judge's: exact agreement and Cohen's kappa, facet by facet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from judgekit.agreement.kappa import cohen_kappa
from judgekit.agreement.raw import percent_agreement
from judgekit.judge import Judge
from judgekit.records.estimate import Estimate
from judgekit.records.outcome import Outcome
from judgekit.records.rubric import Criterion
from judgekit.records.score import Verdict
from judgekit.report import ReportTable
from judgekit.runs import Run

JUDGE = "judge"
ANNOTATORS = ("A1", "A2")
PAIRS = (("A1", "A2"), (JUDGE, "A1"), (JUDGE, "A2"))
EXTRAS = ("not_applicable", "other")
"""Answers outside a facet's scale; they are answers, and agreeing on them is agreeing."""

Answers = dict[str, dict[str, dict[str, str]]]
"""Answer by rater, facet and summary."""


def agreement_tables(run: Run, ratings: Path) -> tuple[ReportTable, ...]:
    """Return one table of exact agreement and one of Cohen's kappa.

    Args:
        run: A run whose first scorer is the judge on `mslr_facets`.
        ratings: The annotators' ratings, one line per summary, rater and facet.
    """
    judge = run.plan.scorers[0]
    if not isinstance(judge, Judge):
        raise TypeError("the first scorer of the run must be the judge")
    answers = _annotations(ratings)
    answers[JUDGE] = _judgements(run, judge.name)
    ids = [score.id for score in run.scores if score.scorer == judge.name]
    cases = {located.sample.id: located.sample.case_id or "" for located in run.plan.source}
    facets = judge.rubric.criteria
    pairs = {
        (facet.id, pair): _Pair(facet, answers, pair, ids, cases)
        for facet in facets
        for pair in PAIRS
    }
    columns = ("Facet", *(f"{_name(a)} with {_name(b)}" for a, b in PAIRS))
    return (
        ReportTable(
            caption="Exact agreement, facet by facet",
            columns=columns,
            rows=tuple(
                (facet.name, *(pairs[facet.id, pair].exact() for pair in PAIRS)) for facet in facets
            ),
            note="Share of summaries with the same answer, and their number. N/A and Other count "
            "as answers. 95 % interval over the reviews; the judge stands beside what the "
            "annotators reach with each other.",
        ),
        ReportTable(
            caption="Cohen's kappa (unweighted), facet by facet",
            columns=columns,
            rows=tuple(
                (facet.name, *(pairs[facet.id, pair].kappa() for pair in PAIRS)) for facet in facets
            ),
            note="Undefined where a rater gave one and the same answer throughout: kappa is then "
            "0, or 0/0, whatever the other rater says. 95 % interval from 2,000 draws of reviews.",
        ),
    )


class _Pair:
    """Two raters on one facet, over the summaries that both answered."""

    def __init__(
        self,
        facet: Criterion,
        answers: Answers,
        raters: tuple[str, str],
        ids: Sequence[str],
        cases: dict[str, str],
    ) -> None:
        self._raters = raters
        both = [name for name in ids if all(name in answers[r][facet.id] for r in raters)]
        self._a, self._b = ([answers[r][facet.id][name] for name in both] for r in raters)
        self._clusters = [cases[name] for name in both]
        levels = [str(value) for value in facet.scale.values]
        self._categories = (*levels, *EXTRAS)

    def exact(self) -> str:
        """Return the share of equal answers, as a cell."""
        rows = list(zip(self._a, self._b, strict=True))
        same = sum(a == b for a, b in rows)
        estimate = percent_agreement(
            rows, categories=self._categories, clusters=self._clusters, n_boot=2000
        )
        return f"{same}/{len(rows)} = {_cell(estimate)}"

    def kappa(self) -> str:
        """Return Cohen's kappa, as a cell."""
        for rater, given in zip(self._raters, (self._a, self._b), strict=True):
            if len(set(given)) == 1:
                return f"undefined: {_name(rater)} always says {given[0]!r} (n = {len(given)})"
        estimate = cohen_kappa(
            self._a, self._b, categories=self._categories, clusters=self._clusters, n_boot=2000
        )
        return _cell(estimate)


def _cell(estimate: Estimate) -> str:
    if estimate.value is None:
        return f"undefined: {estimate.reason}"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f} ({estimate.interval_reason})"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def _annotations(path: Path) -> Answers:
    answers: Answers = {rater: {} for rater in ANNOTATORS}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            answers[row["rater"]].setdefault(row["criterion"], {})[row["id"]] = row["value"]
    return answers


def _judgements(run: Run, judge: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for score in run.scores:
        if score.scorer != judge:
            continue
        for facet, verdict in score.criteria.items():
            answer = _answer(verdict)
            by_id = found.setdefault(facet, {})
            if answer is not None:
                by_id[score.id] = answer
    return found


def _answer(verdict: Verdict) -> str | None:
    if verdict.outcome is Outcome.NOT_APPLICABLE:
        return "not_applicable"
    return None if verdict.value is None else str(verdict.value)


def _name(rater: str) -> str:
    return rater if rater == JUDGE else f"annotator {rater}"
