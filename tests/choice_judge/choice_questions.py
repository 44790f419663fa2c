"""Questions for the judge that quotes, and the one way in which they are scored."""

from __future__ import annotations

import json
from pathlib import Path

from judge_server import Behaviour, JudgeServer, says

from judgekit.calling import BudgetLimits
from judgekit.choice_judge import ChoiceJudge
from judgekit.mcq import McqScorer
from judgekit.records import Sample
from judgekit.records.score import Score
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread

MODEL = "openai/local-judge"
OPTIONS = {"A": "CT", "B": "MRI", "C": "X-ray"}
# Two sentences: the first names two options, so that the whole is ambiguous; the second names one.
OPEN = "CT and MRI are both fine. The scanner shows MRI."
COMMITS = "The scanner shows MRI."


def ask_of(name: str, response: str | None, answer: str = "B", **fields: object) -> Sample:
    """Return a sample whose id is a marker in its question; the key is B unless said otherwise."""
    given = {"question": f"<{name}> Which is it?", "options": OPTIONS, "answer": answer}
    return Sample.model_validate({"id": name, "response": response, **given, **fields})


def quotes(text: str | None) -> Behaviour:
    """Answer with a quote."""
    return says(json.dumps({"quote": text}))


def make_judge(
    server: JudgeServer,
    *,
    cache: Path | None = None,
    timeout_s: float = 20.0,
    budget: BudgetLimits | None = None,
    record: Path | None = None,
) -> ChoiceJudge:
    """Return a judge that asks `server`, without a reply store unless told otherwise."""
    return ChoiceJudge(
        MODEL,
        base_url=server.base_url,
        cache=cache,
        timeout_s=timeout_s,
        budget=budget,
        record=record,
    )


def run_both(judge: ChoiceJudge, *samples: Sample) -> Run:
    """Score samples by the rules, and beside them with the judge."""
    return run_in_thread(run_in_memory(ListSource(samples), (McqScorer(), judge)))


def judged(judge: ChoiceJudge, *samples: Sample) -> list[Score]:
    """Return the scores with the judge, in input order."""
    return [score for score in run_both(judge, *samples).scores if score.scorer == "mcq+judge"]


def reading(score: Score) -> object:
    """Return how an answer was come by; the outcome where the judge failed."""
    verdict = score.criteria["reading"]
    return verdict.outcome.value if verdict.value is None else verdict.value
