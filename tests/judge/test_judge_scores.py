"""Verdicts to scores to figures, each against a number worked by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
import yaml
from judge_samples import CRITERIA, FIFTY_EIGHT, FULL_MARKS, MODEL, ask, make_sample, marker, row_of
from judge_server import JudgeServer, changes_reply, grades, says
from scipy import stats

from judgekit.judge import Judge
from judgekit.library import load_rubric
from judgekit.records.rubric import Rubric


def test_the_weighted_total_by_hand(judge_server: JudgeServer) -> None:
    """5, 4, 3, 2 of 5 with 10/10/40/40: 10 + 8 + 24 + 16 = 58 of 100."""
    judge_server.otherwise = FIFTY_EIGHT
    score = ask(judge_server, make_sample("a")).scores[0]
    assert score.value == 58.0
    assert [score.criteria[name].value for name in CRITERIA] == [5, 4, 3, 2]


def test_a_lost_criterion_takes_the_total_and_nothing_else(judge_server: JudgeServer) -> None:
    """No total is made up: the others keep their values, and the first failure is named."""
    judge_server.otherwise = grades(consistency=5, coherence=9, visual_accuracy=None, correctness=2)
    run = ask(judge_server, make_sample("a"))
    score = run.scores[0]
    assert (score.outcome.value, score.value) == ("out_of_range", None)
    assert [score.criteria[name].value for name in CRITERIA] == [5, None, None, 2]
    assert [row_of(run, name).n_scored for name in CRITERIA] == [1, 0, 0, 1]


def test_bounds_of_a_half_missing_sample_by_hand(judge_server: JudgeServer) -> None:
    """One total of 58, one of which only 10 x 5/5 + 40 x 2/5 = 26 is known: 26 to 76.

    So the mean of the two is at worst (58 + 26) / 2 = 42 and at best (58 + 76) / 2 = 67.
    """
    judge_server.script(marker("a"), FIFTY_EIGHT)
    judge_server.script(
        marker("b"), grades(consistency=5, coherence=None, visual_accuracy=None, correctness=2)
    )
    row = row_of(ask(judge_server, make_sample("a"), make_sample("b")))
    assert (row.value, row.n_scored, row.n_total, row.coverage) == (58.0, 1, 2, 0.5)
    assert (row.worst, row.best) == (42.0, 67.0)


def test_nothing_scored_is_no_number(judge_server: JudgeServer) -> None:
    """Where every judgement failed there is a reason and no zero."""
    judge_server.otherwise = says("nonsense")
    row = row_of(ask(judge_server, make_sample("a"), make_sample("b")))
    assert row.value is None
    assert row.reason
    assert (row.n_scored, row.n_total, row.worst, row.best) == (0, 2, 0.0, 100.0)


def test_what_does_not_apply_leaves_numerator_and_denominator(judge_server: JudgeServer) -> None:
    """With criteria (correctness,) the total is that criterion alone: 2 of 5 is 40 of 100."""
    judge_server.script(marker("a"), grades(correctness=2))
    judge_server.script(marker("b"), FULL_MARKS)
    run = ask(judge_server, make_sample("a", criteria=("correctness",)), make_sample("b"))
    assert [score.value for score in run.scores] == [40.0, 100.0]
    assert list(
        judge_server.calls_with(marker("a"))[0].wire.schema(
            judge_server.calls_with(marker("a"))[0].body
        )["properties"]
    ) == ["correctness"]
    coherence, correctness = row_of(run, "coherence"), row_of(run, "correctness")
    assert (coherence.value, coherence.n_scored, coherence.n_total) == (5.0, 1, 1)
    assert (correctness.value, correctness.n_scored, correctness.n_total) == (3.5, 2, 2)
    assert coherence.outcomes == {"scored": 1, "not_applicable": 1}


def test_a_bad_response_that_is_the_contestants_scores_the_minimum(
    judge_server: JudgeServer,
) -> None:
    """Empty, refused, cut-off and failed responses are 0 in the denominator, without a call."""
    samples = [
        make_sample("empty", response="  "),
        make_sample("refused", response_status="refused"),
        make_sample("cut", response_status="truncated"),
        make_sample("failed", response=None, response_status="error"),
        make_sample("good"),
    ]
    judge_server.otherwise = FULL_MARKS
    run = ask(judge_server, *samples)
    assert [score.value for score in run.scores] == [0.0, 0.0, 0.0, 0.0, 100.0]
    assert (row_of(run).value, row_of(run).n_total) == (20.0, 5)
    assert len(judge_server.calls) == 1


def test_a_response_that_is_not_there_is_skipped_and_counted(judge_server: JudgeServer) -> None:
    """Where the contestant was never asked there is no value, and the row stays."""
    judge_server.otherwise = FULL_MARKS
    run = ask(judge_server, make_sample("a", response=None), make_sample("b"))
    assert run.scores[0].outcome.value == "skipped"
    assert (row_of(run).value, row_of(run).n_scored, row_of(run).n_total) == (100.0, 1, 2)


def test_a_bad_response_counts_only_where_a_criterion_applies(judge_server: JudgeServer) -> None:
    """An empty response scores nothing on a criterion that its sample does not have."""
    run = ask(
        judge_server, make_sample("a", response="", criteria=("correctness",)), make_sample("b")
    )
    assert run.scores[0].criteria["coherence"].outcome.value == "not_applicable"
    assert run.scores[0].criteria["correctness"].value == 0
    assert row_of(run, "coherence").n_total == 1


def test_an_input_that_lacks_is_skipped_for_its_criterion_alone(judge_server: JudgeServer) -> None:
    """Without a reference correctness cannot be judged; the rest is, and there is no total."""
    judge_server.otherwise = FULL_MARKS
    run = ask(judge_server, make_sample("a", references=()), make_sample("b"))
    score = run.scores[0]
    assert (score.outcome.value, score.value) == ("skipped", None)
    assert [score.criteria[name].value for name in CRITERIA] == [5, 5, 5, None]


def test_a_rubric_may_renormalise_and_the_score_says_so(
    judge_server: JudgeServer, tmp_path: Path
) -> None:
    """Over the rest: (10 x 5 + 40 x 3 + 40 x 2) / (90 x 5) = 250 / 450 of 100."""
    rubric = load_rubric("medcmr").model_dump(mode="json")
    rubric["id"], rubric["total"]["missing"] = "own", "renormalise"
    (tmp_path / "own.yaml").write_text(yaml.safe_dump(rubric), encoding="utf-8")
    judge_server.otherwise = grades(consistency=5, coherence=None, visual_accuracy=3, correctness=2)
    judge = Judge(tmp_path / "own.yaml", "openai/m", base_url=judge_server.base_url, cache=None)
    score = judge.score([make_sample("a")]).scores[0]
    assert score.value == pytest.approx(100 * 250 / 450, abs=1e-9)
    assert score.reason is not None
    assert "coherence" in score.reason


def test_repeats_are_members_and_their_mean_is_the_score(judge_server: JudgeServer) -> None:
    """5 and 2 of 5 on correctness are 3.5; totals 100 and 76 have the mean 88."""
    judge_server.script(marker("a"), FULL_MARKS, grades(correctness=2))
    score = ask(judge_server, make_sample("a"), repeats=2).scores[0]
    assert [member.value for member in score.members] == [100.0, 76.0]
    assert score.criteria["correctness"].value == 3.5
    assert score.value == 88.0
    assert len(judge_server.calls) == 2


def test_repeats_of_a_binary_criterion_have_a_mean(judge_server: JudgeServer) -> None:
    """Answers 1 and 0 of two repeats are 0.5: a mean on the scale 0 to 1, and no proportion."""
    rubric = Rubric.model_validate(
        {
            "id": "binary",
            "version": 1,
            "title": "One yes or no",
            "description": "A criterion that is met or not.",
            "source": "Written for this test.",
            "criteria": [
                {
                    "id": "met",
                    "name": "Met",
                    "question": "Is it met?",
                    "scale": {"kind": "ordinal", "minimum": 0, "maximum": 1},
                }
            ],
            "total": {"kind": "none"},
        }
    )
    said = [json.dumps({"met": {"value": v, "reason": "R.", "evidence": []}}) for v in (1, 0)]
    judge_server.script(marker("a"), *(says(text) for text in said))
    judge = Judge(rubric, MODEL, base_url=judge_server.base_url, cache=None, repeats=2)
    run = judge.score([make_sample("a")])
    assert run.scores[0].criteria["met"].value == 0.5
    assert row_of(run, "met").value == 0.5


def test_a_failed_repeat_is_not_averaged_away(judge_server: JudgeServer) -> None:
    """A mean of fewer judgements than asked for is another figure: there is none."""
    judge_server.script(marker("a"), FULL_MARKS, says("nonsense"))
    score = ask(judge_server, make_sample("a"), repeats=2).scores[0]
    assert (score.outcome.value, score.value) == ("unparseable", None)
    assert [member.outcome.value for member in score.members] == ["scored", "unparseable"]


# Twelve patients; three of them have two or three images each.
_CASES = (0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
_CORRECTNESS = (5, 5, 4, 0, 1, 3, 3, 2, 5, 4, 0, 1, 2, 5, 3, 4)


def test_the_interval_of_repeated_cases_by_hand_written_loops(judge_server: JudgeServer) -> None:
    """Wilson's interval of the mean's place on the scale 0 to 5, on the items that it is worth.

    SE^2 = G / (G - 1) x sum of squared residual sums per case / n^2; its degrees are
    2 / (2 / (G - 1) + kappa / G), kappa being the excess kurtosis of those sums; the items are
    p (1 - p) / SE^2 x n / (n - 1), cut by (z / t)^2.
    """
    names = [f"s{number:02}" for number in range(len(_CASES))]
    for name, value in zip(names, _CORRECTNESS, strict=True):
        judge_server.script(marker(name), grades(correctness=value))
    samples = [
        make_sample(name, case_id=f"patient {case}")
        for name, case in zip(names, _CASES, strict=True)
    ]
    row = row_of(ask(judge_server, *samples), "correctness")

    n, n_cases = len(_CASES), len(set(_CASES))
    shares = [value / 5 for value in _CORRECTNESS]
    mean = sum(shares) / n
    sums = [0.0] * n_cases
    for case, share in zip(_CASES, shares, strict=True):
        sums[case] += share - mean
    variance = n_cases / (n_cases - 1) * sum(one**2 for one in sums) / n**2
    kappa = n_cases * sum(one**4 for one in sums) / sum(one**2 for one in sums) ** 2 - 3
    degrees = 2 / (2 / (n_cases - 1) + max(kappa, 0) / n_cases)
    z, t = stats.norm.ppf(0.975), stats.t.ppf(0.975, degrees)
    items = mean * (1 - mean) / variance * n / (n - 1) * (z / t) ** 2
    centre = (mean + z**2 / (2 * items)) / (1 + z**2 / items)
    half = z / (1 + z**2 / items) * math.sqrt(mean * (1 - mean) / items + z**2 / (4 * items**2))
    assert row.value == pytest.approx(5 * mean)
    assert (row.low, row.high) == pytest.approx((5 * (centre - half), 5 * (centre + half)))
    assert row.clusters == n_cases


def test_groups_have_rows_of_their_own(judge_server: JudgeServer) -> None:
    """Each value of a column is a row with its own denominator, failures included."""
    judge_server.script(marker("a"), FULL_MARKS)
    judge_server.script(marker("b"), FIFTY_EIGHT)
    judge_server.script(marker("c"), says("nonsense"))
    run = ask(
        judge_server,
        make_sample("a", groups={"task": "x"}),
        make_sample("b", groups={"task": "y"}),
        make_sample("c", groups={"task": "y"}),
    )
    shown = [row_of(run, task=task) for task in ("x", "y")]
    assert [(row.value, row.n_scored, row.n_total) for row in shown] == [
        (100.0, 1, 1),
        (58.0, 1, 2),
    ]
    # The lost one may have been anything from 0 to 100: (58 + 0) / 2 and (58 + 100) / 2.
    assert (shown[1].worst, shown[1].best) == (29.0, 79.0)


def test_few_cases_have_no_interval_and_alike_ones_none_of_zero_width(
    judge_server: JudgeServer,
) -> None:
    """Under ten cases, or without variation, the row says why there is no interval."""
    judge_server.otherwise = FULL_MARKS
    few = row_of(ask(judge_server, *(make_sample(f"a{n}") for n in range(9))))
    alike = row_of(ask(judge_server, *(make_sample(f"b{n}") for n in range(12))))
    for row, words in ((few, "too few cases"), (alike, "no variation")):
        assert (row.low, row.high) == (None, None)
        assert row.interval_reason is not None
        assert words in row.interval_reason


def test_quotes_are_checked_where_the_judge_says_they_stand(judge_server: JudgeServer) -> None:
    """A quote that is not in its source is marked, whatever else is right."""
    quotes = [
        {"quote": "small pneumothorax", "source": "response"},
        {"quote": "small pneumothorax", "source": "reference"},
        {"quote": "  THIN pleural\nline ", "source": "visual_evidence"},
    ]
    judge_server.otherwise = changes_reply(
        lambda good: {**good, "coherence": {**good["coherence"], "evidence": quotes}}
    )
    evidence = ask(judge_server, make_sample("a")).scores[0].criteria["coherence"].evidence
    assert [item.verified for item in evidence] == [True, False, True]
