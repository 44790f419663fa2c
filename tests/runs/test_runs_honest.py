"""Numbers that could mislead: renormalised totals, unjudged rows, budgets, mixed versions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from judge_samples import CRITERIA, MODEL, make_sample, marker, row_of
from judge_server import JudgeServer, grades, status

from judgekit.calling import BudgetLimits
from judgekit.judge import Judge
from judgekit.library import load_rubric
from judgekit.metrics.catalogue import metric_scorers
from judgekit.records import Outcome, Rubric, Sample
from judgekit.runs import ListSource, run_in_folder, run_in_thread
from judgekit.runs import folder as folder_module


def renormalising() -> Rubric:
    """Return medcmr with a total over the criteria that were scored."""
    content = load_rubric("medcmr").model_dump(mode="json")
    content["id"] = "mine"
    content["total"]["missing"] = "renormalise"
    return Rubric.model_validate(content)


def test_a_renormalised_total_keeps_its_bounds_and_is_counted(judge_server: JudgeServer) -> None:
    """Visual accuracy unknown, the rest 5, 5 and 0 with 10, 10 and 40: 100 x 20 / 60 = 33.33.

    With the missing criterion at its ends the total is 20 or 60: those are the bounds, and the
    warning counts the one total.
    """
    judge_server.otherwise = grades(consistency=5, coherence=5, visual_accuracy=None, correctness=0)
    judge = Judge(renormalising(), MODEL, base_url=judge_server.base_url, cache=None)
    run = judge.score([make_sample("r")])
    total = row_of(run)
    assert total.value == pytest.approx(100 / 3)
    assert (total.worst, total.best) == (20.0, 60.0)
    assert any("1 of 1 totals are renormalised" in warning for warning in run.summary.warnings)


def test_what_no_judge_saw_is_counted_and_stays_out_of_correlations(
    judge_server: JudgeServer,
) -> None:
    """Two empty responses score 0 everywhere; the halo is that of the three judged ones.

    Consistency 1, 2, 3 against coherence 3, 2, 1: Spearman's rho is -1. With the two rows of zeros
    it would be 0.36.
    """
    for name, (first, second) in {"a": (1, 3), "b": (2, 2), "c": (3, 1)}.items():
        judge_server.script(
            marker(name),
            grades(consistency=first, coherence=second, visual_accuracy=0, correctness=0),
        )
    samples = [*map(make_sample, "abc"), *(make_sample(n, response=" ") for n in "de")]
    run = Judge("medcmr", MODEL, base_url=judge_server.base_url, cache=None).score(samples)
    halo = run.summary.correlations[0]
    assert (halo.first, halo.second) == CRITERIA[:2]
    assert (halo.spearman, halo.n) == (pytest.approx(-1.0), 3)
    assert row_of(run).n_scored == 5
    assert any("2 of 5 samples were set" in warning for warning in run.summary.warnings)


def test_an_answer_of_429_costs_no_tokens_and_its_attempt_is_counted(
    judge_server: JudgeServer,
) -> None:
    """Two calls are told 429 and then answered: under a budget that holds one call, one is scored.

    Had a refused attempt been charged its worst case, none would be.
    """
    judge_server.script(marker("t"), status(429, retry_after="0"), status(429), grades())
    judge = Judge(
        "medcmr",
        MODEL,
        base_url=judge_server.base_url,
        cache=None,
        max_tokens=100,
        budget=BudgetLimits(tokens=3000),
    )
    run = judge.score([make_sample("t")])
    assert run.scores[0].outcome is Outcome.SCORED
    usage = run.usage["medcmr"]
    assert isinstance(usage, dict)
    spent = usage["spent"]
    assert isinstance(spent, dict)
    assert spent["attempts"] == 3


def test_attempts_before_the_budget_ended_a_call_are_counted(judge_server: JudgeServer) -> None:
    """Two calls are allowed and both fail: the ledger says two, the reason names the failure."""
    judge_server.script(marker("t"), status(503, "busy"))
    judge = Judge(
        "medcmr", MODEL, base_url=judge_server.base_url, cache=None, budget=BudgetLimits(calls=2)
    )
    run = judge.score([make_sample("t")])
    score = run.scores[0]
    assert score.outcome is Outcome.BUDGET_STOPPED
    assert "503" in str(score.reason)
    usage = run.usage["medcmr"]
    assert isinstance(usage, dict)
    spent = usage["spent"]
    assert isinstance(spent, dict)
    assert (spent["attempts"], spent["failed_calls"]) == (2, 1)


def test_a_run_never_mixes_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another version computed without asking anybody is computed anew in a run."""
    samples = [Sample(id=str(n), response="a b", references=("a c",)) for n in range(4)]
    out = tmp_path / "out"

    def run(limit: int | None) -> int:
        scorers = tuple(metric_scorers("rouge1"))
        run_in_thread(run_in_folder(ListSource(samples), scorers, out, limit=limit))
        return len((out / "journal.jsonl").read_bytes().splitlines())

    assert run(2) == 2
    monkeypatch.setattr(folder_module, "_THIS_VERSION", {"version": "99"})
    assert run(None) == 2 + 4
    assert run(None) == 2 + 4
    settled = json.loads((out / "run.json").read_bytes())["settled"]
    assert settled["judgekit"] == {"version": "99"}
