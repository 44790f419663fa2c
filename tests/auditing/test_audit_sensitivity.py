"""The section that asks whether a conclusion hangs on a choice."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from statistics import mean

import numpy as np
import pytest
from audit_tables import (
    COLOURS,
    GRADES,
    POINTS,
    WORDS,
    awkward,
    check_soundness,
    found,
    table_data,
    table_panel,
)

from judgekit.agreement import human_reference
from judgekit.auditing.figure import Section
from judgekit.auditing.panel import Answer
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.sections.sensitivity import sensitivity_section
from judgekit.auditing.sections.two_way import two_way

KEY = "judge_with_clinicians"
MINUS = "judge_minus_clinicians"


def _value(section: Section, statistic: str, subject: str = KEY, tail: str = "") -> float | None:
    return found(section, f"sensitivity/accuracy/{statistic}/{subject}{tail}").estimate.value


def test_each_clinician_is_left_out_in_turn() -> None:
    """Judge 2 2, A 2 2, B 4 4, C 3 3: distances 0, 2, 1; between AB 2, AC 1, BC 1.

    All: 1 against 4 / 3. Without B: (0 + 1) / 2 against 1.
    """
    section = sensitivity_section(table_data(table_panel([2, 2], [[2, 4, 3]] * 2)))
    assert _value(section, "mean_absolute_error_all_ratings") == pytest.approx(1)
    assert _value(section, "mean_absolute_error_all_ratings", MINUS) == pytest.approx(1 - 4 / 3)
    tail = "/without=B"
    assert _value(section, "mean_absolute_error_without_rater", KEY, tail) == pytest.approx(0.5)
    assert _value(section, "mean_absolute_error_without_rater", MINUS, tail) == pytest.approx(-0.5)
    one = found(section, f"sensitivity/accuracy/mean_absolute_error_without_rater/{KEY}{tail}")
    assert one.n_raters == 2


def test_complete_cases_are_those_that_all_rated() -> None:
    """Answers 0 and 2 lack a rating or the judge: the distance is that of answer 1 alone, 3."""
    panel = table_panel([0, 4, None], [[0, None], [1, 1], [2, 2]])
    section = sensitivity_section(table_data(panel))
    one = found(section, f"sensitivity/accuracy/mean_absolute_error_complete_cases/{KEY}").estimate
    assert (one.value, one.n) == (3.0, 1)


def test_a_majority_is_more_than_half_and_a_tie_is_none() -> None:
    """Majorities 1 (of 1 1 3) and none (of 0 2, and of 1 2 3): one answer, one point away."""
    panel = table_panel([2, 2, 2], [[1, 1, 3], [0, 2, None], [1, 2, 3]])
    section = sensitivity_section(table_data(panel))
    one = found(section, f"sensitivity/accuracy/mean_absolute_error_majority/{KEY}").estimate
    assert (one.value, one.n) == (1.0, 1)
    minus = found(section, f"sensitivity/accuracy/mean_absolute_error_majority/{MINUS}").estimate
    assert "no two clinicians" in (minus.reason or "")


def test_grades_have_three_weightings_of_kappa_and_labels_one() -> None:
    """Linear and quadratic weights need an order."""
    grades = sensitivity_section(table_data(table_panel([0, 1, 2, 3], [[0], [1], [3], [2]])))
    labels = sensitivity_section(
        table_data(table_panel(["red", "blue"], [["red"], ["green"]], scale=COLOURS))
    )
    for section, names in (
        (grades, {"kappa", "kappa_linear", "kappa_quadratic"}),
        (labels, {"kappa"}),
    ):
        assert {one.statistic for one in section.figures if one.unit == "kappa"} == names
    # Agreement 2 of 4, chance 1 / 4: unweighted 1 / 3. Quadratic: cost 2, by chance the mean of
    # (i - j)^2 over 16 pairs of 0 to 3, times 4: 40 / 16 * 4 = 10: 1 - 2 / 10.
    assert _value(grades, "kappa") == pytest.approx(1 / 3)
    assert _value(grades, "kappa_quadratic") == pytest.approx(0.8)


def test_failures_are_taken_for_the_worst_and_for_the_best() -> None:
    """Scale 0 to 4. Judge 1, failed, not applicable; clinicians 1, 3, 2.

    Same answer: 1 + (0 or 1) + 0 of 3. Distance: not applicable is no number: (0 + 3) / 2 at worst
    (3 is 3 away from 0), 0 at best. Mean: (1 + 0) / 2 and (1 + 4) / 2.
    """
    panel = table_panel([1, None, "not_applicable"], [[1], [3], [2]], scale=GRADES)
    section = sensitivity_section(table_data(panel))
    same = "exact_agreement_all_answers_over_pairs_failures"
    assert _value(section, f"{same}_worst") == pytest.approx(1 / 3)
    assert _value(section, f"{same}_best") == pytest.approx(2 / 3)
    assert _value(section, "mean_absolute_error_over_pairs_failures_worst") == pytest.approx(1.5)
    assert _value(section, "mean_absolute_error_over_pairs_failures_best") == 0.0
    assert _value(section, "judge_mean_failures_lowest", "judge") == 0.5
    assert _value(section, "judge_mean_failures_highest", "judge") == 2.5
    assert [row[2] for row in section.tables[2].rows] == ["1 pairs", "1 pairs", "1 answers"]


def test_bounds_of_failures_say_over_how_many_pairs_of_how_many_items() -> None:
    """Two answers, three ratings, one failure: 3 pairs of 2 items, 1 of them failed; means of 2."""
    section = sensitivity_section(table_data(table_panel([1, None], [[1, 1], [3, None]])))
    same = "sensitivity/accuracy/exact_agreement_all_answers_over_pairs_failures_worst"
    one = found(section, f"{same}/{KEY}")
    assert (one.n_pairs, one.estimate.n, one.estimate.value) == (3, 2, pytest.approx(2 / 3))
    mean_of_judge = found(section, "sensitivity/accuracy/judge_mean_failures_lowest/judge")
    assert (mean_of_judge.n_pairs, mean_of_judge.estimate.n) == (None, 2)
    assert section.tables[2].rows[0][2] == "1 pairs"
    assert "3 pairs of 2 answers, G = 2" in section.tables[2].rows[0][3]


def test_two_way_values_are_those_of_the_human_reference() -> None:
    """On tables with gaps judge and difference equal `human_reference`, which draws cases only."""
    rng = np.random.default_rng(1)
    for _ in range(10):
        answers = [
            [None if rng.random() < 0.3 else int(value) for value in row]
            for row in rng.integers(0, 5, size=(30, 4))
        ]
        judge = [int(value) for value in rng.integers(0, 5, size=30)]
        panel = table_panel(judge, answers)
        for is_exact, measure in ((True, "exact_agreement"), (False, "mean_absolute_error")):
            mine = two_way(panel, is_exact=is_exact, n_boot=0, seed=0)
            theirs = human_reference(
                answers,
                judge,
                measure="exact_agreement"
                if measure == "exact_agreement"
                else "mean_absolute_error",
                categories=GRADES.levels,
            )
            assert mine.judge.value == pytest.approx(theirs.judge_human.value)
            assert mine.difference.value == pytest.approx(theirs.difference.value)


def test_two_way_agreement_of_labels_is_on_the_items_of_exact_agreement() -> None:
    """With "other" among labels and gaps the value equals exact agreement over all answers."""
    rng = np.random.default_rng(4)
    labels: list[Answer] = ["red", "green", "other", None]
    answers = [[labels[k] for k in row] for row in rng.integers(0, 4, size=(30, 3))]
    judge = [labels[k] for k in rng.integers(0, 4, size=30)]
    scale = type(COLOURS)(levels=COLOURS.levels, is_ordered=False, extras=("other",))
    mine = two_way(table_panel(judge, answers, scale=scale), is_exact=True, n_boot=0, seed=0).judge
    shares, entered = [], set()
    for rater in range(3):
        both = [k for k in range(30) if judge[k] is not None and answers[k][rater] is not None]
        shares.append(sum(judge[k] == answers[k][rater] for k in both) / len(both))
        entered.update(both)
    assert mine.value == pytest.approx(sum(shares) / 3)
    assert mine.n == len(entered)


def test_two_way_draws_are_those_of_a_plain_loop() -> None:
    """The interval equals percentiles of a loop that lists drawn cases and drawn clinicians."""
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 5, size=24)
    answers = [[int(np.clip(t + e, 0, 4)) for e in rng.integers(-1, 2, size=4)] for t in truth]
    judge = [int(np.clip(t + rng.integers(-1, 2), 0, 4)) for t in truth]
    cases = [f"c{k // 2}" for k in range(24)]
    panel = table_panel(judge, answers, cases=cases)
    mine = two_way(panel, is_exact=False, n_boot=300, seed=9)

    generator = np.random.default_rng(9)
    drawn_cases = generator.multinomial(12, np.full(12, 1 / 12), size=300)
    drawn_raters = generator.multinomial(4, np.full(4, 1 / 4), size=300)
    values = []
    for times_case, times_rater in zip(drawn_cases, drawn_raters, strict=True):
        items = [k for k in range(24) for _ in range(times_case[k // 2])]
        raters = [r for r in range(4) for _ in range(times_rater[r])]

        def apart(one: list[int], other: list[int], items: list[int] = items) -> float:
            return mean(abs(one[k] - other[k]) for k in items)

        columns = [[row[r] for row in answers] for r in range(4)]
        with_judge = mean(apart(judge, columns[r]) for r in raters)
        pairs = [(r, s) for r, s in combinations(raters, 2) if r != s]
        if pairs:
            values.append(with_judge - mean(apart(columns[r], columns[s]) for r, s in pairs))
    low, high = np.quantile(values, [0.025, 0.975])
    assert [mine.difference.low, mine.difference.high] == pytest.approx([low, high])


def test_three_clinicians_are_too_few_for_a_drawn_difference() -> None:
    """One draw of three clinicians in nine holds one of them only: over 5 %, so no interval."""
    rng = np.random.default_rng(3)
    answers = [[int(v) for v in row] for row in rng.integers(0, 5, size=(20, 3))]
    panel = table_panel([int(v) for v in rng.integers(0, 5, size=20)], answers)
    mine = two_way(panel, is_exact=True, n_boot=500, seed=0)
    assert mine.judge.low is not None
    assert mine.difference.value is not None
    assert "hold one clinician only" in (mine.difference.interval_reason or "")


def test_two_clinicians_are_not_drawn_anew() -> None:
    """Under three clinicians the resampling of raters is undefined, and says so."""
    section = sensitivity_section(table_data(table_panel([2, 2], [[2, 4]] * 2)))
    one = found(section, f"sensitivity/accuracy/mean_absolute_error_two_way/{KEY}").estimate
    assert "3 of them or more" in (one.reason or "")


def test_a_metric_off_the_scale_has_none_of_the_figures() -> None:
    """Closeness in points or levels needs the clinicians' scale."""
    section = sensitivity_section(awkward()["metric"])
    assert {one.estimate.value for one in section.figures} == {None}


def test_extras_are_answers_to_a_majority_of_labels() -> None:
    """On labels a majority for the extra is a label too; judge and majority agree on it."""
    scale = type(COLOURS)(levels=COLOURS.levels, is_ordered=False, extras=("other",))
    rows: list[list[Answer]] = [["other", "other", "red"]]
    section = sensitivity_section(table_data(table_panel(["other"], rows, scale=scale)))
    assert _value(section, "exact_agreement_majority") == 1.0


def test_the_measure_is_the_plans_where_the_scale_has_it() -> None:
    """Primary: exact agreement of grades is taken; kappa of a continuous scale is not there."""
    for scale, measure, taken in (
        (GRADES, "exact_agreement", "exact_agreement"),
        (POINTS, "kappa", "mean_absolute_error"),
        (GRADES, "concordance", "concordance"),
        (WORDS, "concordance", "exact_agreement"),
    ):
        plan = AuditPlan.model_validate(
            {
                "fixed_on": date(2026, 1, 1),
                "primary": {"criterion": "accuracy", "statistic": measure},
            }
        )
        levels = scale.levels[:2]
        panel = table_panel(levels, [[levels[0]], [levels[1]]], scale=scale)
        section = sensitivity_section(table_data(panel, plan=plan))
        assert f"{taken}_all_ratings" in {one.statistic for one in section.figures}


def test_a_drawn_interval_needs_ten_cases() -> None:
    """Nine answers and three clinicians: the values stand, without intervals over both."""
    panel = table_panel([1] * 9, [[1, 2, 0]] * 9)
    found_both = two_way(panel, is_exact=True, n_boot=50, seed=0)
    assert found_both.judge.value == pytest.approx(1 / 3)
    assert found_both.judge.interval_reason == "too few cases for an interval"


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(sensitivity_section)


@pytest.mark.parametrize(("n_raters", "is_left_out"), [(12, True), (13, False)])
def test_of_many_clinicians_none_is_left_out_in_turn(n_raters: int, is_left_out: bool) -> None:
    """Each turn compares every two of the others; where it is not made, that is said."""
    section = sensitivity_section(table_data(table_panel([2], [[2] * n_raters]), n_boot=0))
    turns = [one for one in section.figures if one.group.get("without")]
    assert bool(turns) == is_left_out
    said = "With more than 12 clinicians, none is left out in turn. Under: Accuracy."
    assert (said in section.paragraphs) != is_left_out
