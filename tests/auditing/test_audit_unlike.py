"""Where the judge's answer is not like a clinician's: totals that lack a criterion, and repeats."""

from __future__ import annotations

from pathlib import Path

import pytest
from audit_panels import audit_data, panel
from audit_tables import table_data, table_panel
from judge_samples import make_sample, marker
from judge_server import JudgeServer, grades

from judgekit.auditing import AuditReport, audit
from judgekit.auditing.joining.judge_warnings import judge_warnings
from judgekit.auditing.report_of import report_of
from judgekit.judge import Judge
from judgekit.library import load_rubric
from judgekit.records import Rubric

NAMES = ("consistency", "coherence", "visual_accuracy", "correctness")


def _renormalising() -> Rubric:
    content = load_rubric("medcmr").model_dump(mode="json")
    content["id"] = "mine"
    content["total"]["missing"] = "renormalise"
    return Rubric.model_validate(content)


@pytest.fixture
def report(judge_server: JudgeServer, tmp_path: Path) -> AuditReport:
    """Two answers; of the first the judge could not say the third criterion."""
    judge_server.script(
        marker("a"), grades(consistency=5, coherence=5, visual_accuracy=None, correctness=0)
    )
    judge_server.script(
        marker("b"), grades(consistency=5, coherence=5, visual_accuracy=0, correctness=5)
    )
    rubric = _renormalising()
    judge = Judge(rubric, "openai/m", base_url=judge_server.base_url, cache=None)
    run = judge.score([make_sample("a"), make_sample("b")])
    lines = [f"{item},A,{name},5" for item in "ab" for name in NAMES]
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("\n".join(["item,rater,criterion,value", *lines]), encoding="utf-8")
    return audit(run, ratings, rubric=rubric, n_boot=0)


def test_a_total_that_lacks_a_criterion_is_no_answer(report: AuditReport) -> None:
    """Weights 10 10 40 40: a's total of three criteria is none, b's is 10 + 10 + 0 + 40 = 60.

    The clinician's totals are 100 and 100: the bias is b's alone, 60 - 100 = -40.
    """
    total = report.data.panels[-1]
    assert total.criterion == "total"
    assert total.judged == (None, 60.0)
    assert total.judge[0].reason == "renormalised without visual_accuracy"
    assert total.judge[0].outcome is report.data.panels[2].judge[0].outcome
    bias = report.figure("points/total/mean_difference/judge_minus_clinicians").estimate
    assert (bias.value, bias.n) == (-40.0, 1)
    assert [one for one in report.warnings if "1 of 2 totals of the judge are renormalised" in one]


def test_the_criteria_that_were_scored_stay(report: AuditReport) -> None:
    """Only the total is left out: the judge's other grades of the answer are answers."""
    assert report.data.panels[0].judged == (5, 5)
    assert report.data.panels[2].judged == (None, 0)


def test_a_mean_of_repeats_is_said_to_be_one() -> None:
    """Three judgements an answer: the report warns; one judgement does not."""
    once = table_panel([1, 2], [[1], [2]])
    thrice = table_panel([1, 2], [[1], [2]], repeats=[(1, 1, 1), (2, 3, 1)])
    warned = report_of(table_data(thrice, n_boot=0)).warnings
    assert len(warned) == 1
    assert "a mean of 3 is less noisy than one judgement" in warned[0]
    assert report_of(table_data(once, n_boot=0), warnings=("first",)).warnings == ("first",)


def test_a_failed_total_is_not_called_renormalised() -> None:
    """A call that failed has its own reason and is counted among failures only."""
    assert judge_warnings([panel([3], [(3,)])]) == []
    assert judge_warnings(audit_data(table_panel([None], [[1]])).panels) == []
