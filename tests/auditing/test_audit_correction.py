"""The section of corrected scores."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audit_tables import (
    BINARY,
    COLOURS,
    GRADES,
    check_soundness,
    found,
    more_items,
    table_data,
    table_panel,
)

from judgekit.auditing.data import UnlabelledItem
from judgekit.auditing.panel import Answer
from judgekit.auditing.sections.correction import CAVEAT, correction_section
from judgekit.auditing.sections.correction_means import NOTHING_TO_PREDICT
from judgekit.auditing.sections.failure_bounds import failure_bounds
from judgekit.auditing.sections.scored_items import DRAWN_APART
from judgekit.auditing.sections.systems import systems_section

RATED = (1, 2, 3, 2)
JUDGED = (2, 3, 3, 4)


def test_raw_labelled_and_corrected_means_stand_side_by_side() -> None:
    """Labels 1 2 3 2, judge 2 3 3 4 on them and 4 4 3 2 on others; one more call failed.

    Judge alone: (2+3+3+4 + 4+4+3+2) / 8 = 25 / 8. Clinicians alone: 8 / 4 = 2. The judge's weight:
    cov(y, f) over labelled, divisor n: y - 2 = -1 0 1 0 and f - 3 = -1 0 0 1, so 1 / 4; the
    variance of all 8 scores, divisor 7: squares 4+9+9+16+16+16+9+4 = 83, minus 25^2 / 8 = 78.125:
    4.875 / 7; n / N = 1. w = 0.25 / (2 * 4.875 / 7) = 1.75 / 9.75. Corrected: 2 - w (3 - 13 / 4).
    """
    panel = table_panel(JUDGED, [[one] for one in RATED])
    data = table_data(panel, unlabelled=more_items([4, 4, 3, 2, None]))
    section = correction_section(data)
    raw = found(section, "correction/accuracy/judge_mean/judge").estimate
    labelled = found(section, "correction/accuracy/labelled_mean/clinicians").estimate
    corrected = found(section, "correction/accuracy/ppi_mean/judge_corrected_by_clinicians")
    assert (raw.value, raw.n) == (25 / 8, 8)
    assert (labelled.value, labelled.n) == (2.0, 4)
    assert corrected.estimate.value == pytest.approx(2 + 0.25 * 1.75 / 9.75)
    assert corrected.estimate.n == 8
    assert corrected.n_raters == 1
    rows = section.details["summary_rows"]
    assert isinstance(rows, list)
    (row,) = rows
    assert isinstance(row, dict)
    assert (row["raw"], row["labelled_only"]) == (25 / 8, 2.0)
    assert row["corrected"] == pytest.approx(2 + 0.25 * 1.75 / 9.75)
    assert (row["n_labelled"], row["n_unlabelled"], row["n_without_judge"]) == (4, 4, 1)
    assert section.tables[0].rows[0][-1] == (
        "4 rated (0 without a judge's score), 5 not rated (1 without)"
    )
    assert section.warnings == (CAVEAT,)


def test_few_failures_labelled_refuse_an_interval_and_the_cell_says_so() -> None:
    """Twelve cases, of which nine hold a label other than the most common one: ten are needed."""
    labels = [4, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0]
    panel = table_panel(labels, [[one] for one in labels])
    section = correction_section(table_data(panel, unlabelled=more_items([3, 4] * 10)))
    estimate = found(section, "correction/accuracy/ppi_mean/judge_corrected_by_clinicians").estimate
    assert estimate.low is None
    assert "too few failures labelled" in (estimate.interval_reason or "")
    assert "too few failures labelled" in section.tables[0].rows[0][3]


def test_without_unrated_answers_there_is_nothing_to_predict() -> None:
    """Every answer is rated: the corrected mean is undefined, the labelled one is the answer."""
    section = correction_section(table_data(table_panel(JUDGED, [[one] for one in RATED])))
    estimate = found(section, "correction/accuracy/ppi_mean/judge_corrected_by_clinicians").estimate
    assert estimate.value is None
    assert estimate.reason == NOTHING_TO_PREDICT
    failed = table_data(
        table_panel(JUDGED, [[one] for one in RATED]), unlabelled=more_items([None])
    )
    assert NOTHING_TO_PREDICT in correction_section(failed).tables[0].rows[0][3]


def test_systems_have_a_mean_each_and_a_paired_difference() -> None:
    """Systems s and t on cases c0 to c3; c0, c1 rated; t did not answer c3.

    Clinicians: s 3 and 4, t 1 and 3: difference (2 + 1) / 2. Judge: s 4 4 2 (c0 to c2), t 2 3 1:
    difference (2 + 1 + 1) / 3. s alone over four answers: (4 + 4 + 2 + 0) / 4.
    """
    panel = table_panel(
        [4, 2, 4, 3],
        [[3], [1], [4], [3]],
        cases=["c0", "c0", "c1", "c1"],
        systems=["s", "t", "s", "t"],
    )
    more = more_items([2, 1, 0], cases=["c2", "c2", "c3"], systems=["s", "t", "s"])
    section = correction_section(table_data(panel, unlabelled=more))
    own = found(section, "correction/accuracy/judge_mean/judge/system=s").estimate
    assert (own.value, own.n, own.clusters) == (10 / 4, 4, 4)
    key = "systems=s minus t"
    raw = found(section, f"correction/accuracy/judge_mean_difference/judge/{key}").estimate
    labelled = found(section, f"correction/accuracy/labelled_mean_difference/clinicians/{key}")
    assert raw.value == pytest.approx(4 / 3)
    assert (labelled.estimate.value, labelled.estimate.n) == (1.5, 2)
    assert "1 without a partner" in section.tables[1].rows[0][-1]


def test_systems_with_several_answers_of_a_case_are_not_paired() -> None:
    """Two answers of s to one case: which belongs to t's is unknown, so there is no difference."""
    panel = table_panel([4, 2, 4], [[3], [1], [4]], cases=["c0"] * 3, systems=["s", "s", "t"])
    section = correction_section(table_data(panel))
    for one in section.figures:
        if one.group.get("systems") == "s minus t":
            assert one.estimate.reason == "unpaired: a system has several items of one case"


def test_six_systems_are_not_paired() -> None:
    """More than five systems: means, no differences, and a sentence that says so."""
    names = list("stuvwx")
    panel = table_panel([1] * 6, [[2]] * 6, cases=["c"] * 6, systems=names)
    section = correction_section(table_data(panel))
    assert not [one for one in section.figures if "systems" in one.group]
    assert "up to 5 systems; under Accuracy there are 6" in section.paragraphs[1]


def test_a_binary_rate_is_corrected_by_rogan_and_gladen() -> None:
    """Ten passes of which the judge passes 9, ten failures of which it fails 8; 30 of 40 passed.

    Se 0.9, Sp 0.8: (0.75 + 0.8 - 1) / 0.7 = 0.55 / 0.7. Two raters who differ are a tie: the
    last rated answer is no label here, though the clinicians' share counts it as a half.
    """
    labels = [[1, 1]] * 10 + [[0, 0]] * 10 + [[0, 1]]
    judge = [1] * 9 + [0] + [0] * 8 + [1] * 2 + [1]
    panel = table_panel(judge, labels, scale=BINARY)
    data = table_data(panel, unlabelled=more_items([1] * 30 + [0] * 10))
    section = correction_section(data)
    key = "correction/accuracy/rogan_gladen_positive_rate/judge_corrected_by_clinicians"
    rate = found(section, key)
    assert rate.estimate.value == pytest.approx(0.55 / 0.7)
    assert rate.estimate.n == 60
    assert rate.estimate.low is not None
    assert rate.seed is None
    assert section.tables[1].rows[0][-2:] == ("90.0 %", "80.0 %")
    labelled = found(section, "correction/accuracy/labelled_positive_rate/clinicians").estimate
    assert labelled.value == pytest.approx(10.5 / 21)
    assert "the 40 answers that nobody rated" in rate.estimand
    assert "on 20 rated ones; n counts both" in rate.estimand
    assert "1 rated ones on which clinicians tie are left out" in rate.estimand


def test_unsafe_answers_have_a_corrected_rate_on_any_ordered_scale() -> None:
    """Grades 0 and 1 are unsafe: the judge calls 1 of 4 rated and 2 of 4 unrated answers so."""
    panel = table_panel([0, 2, 3, 4], [[1], [1], [3], [4]], scale=GRADES)
    data = table_data(panel, unlabelled=more_items([0, 1, 2, 4]), unsafe={"accuracy": (0, 1)})
    section = correction_section(data)
    raw = found(section, "correction/accuracy/judge_unsafe_rate/judge").estimate
    labelled = found(section, "correction/accuracy/labelled_unsafe_rate/clinicians").estimate
    assert (raw.value, raw.n) == (3 / 8, 8)
    assert (labelled.value, labelled.n) == (2 / 4, 4)
    assert section.tables[-1].rows[0][0] == "Accuracy: unsafe (0, 1)"


def test_an_item_rated_as_not_applicable_is_neither_rated_nor_unrated() -> None:
    """The audit of the first test with one answer more, to which the judge gave 0.

    All clinicians say "not applicable" of it: no mean may move, and n stays 8 of now 10 answers.
    """
    rows: list[tuple[Answer]] = [(1,), (2,), (3,), (2,), ("not_applicable",)]
    data = table_data(table_panel([*JUDGED, 0], rows), unlabelled=more_items([4, 4, 3, 2, None]))
    section = correction_section(data)
    raw = found(section, "correction/accuracy/judge_mean/judge")
    labelled = found(section, "correction/accuracy/labelled_mean/clinicians").estimate
    corrected = found(section, "correction/accuracy/ppi_mean/judge_corrected_by_clinicians")
    assert (raw.estimate.value, raw.estimate.n) == (25 / 8, 8)
    assert (labelled.value, labelled.n) == (2.0, 4)
    assert corrected.estimate.value == pytest.approx(2 + 0.25 * 1.75 / 9.75)
    assert corrected.estimate.n == 8
    assert "to the 8 of 10 answers that the judge scored" in corrected.estimand
    assert "1 without a judge's score are left out" in corrected.estimand
    assert "1 that clinicians rated as not applicable" in corrected.estimand
    assert section.tables[0].rows[0][-1].endswith(", 1 rated as not applicable and left out")
    assert "under Accuracy: 1, of which the judge scored 1" in section.warnings[1]


def test_the_clinicians_mean_needs_no_judge() -> None:
    """The judge failed on a fifth rated answer, of grade 4: (1 + 2 + 3 + 2 + 4) / 5, n 5.

    The corrected mean is about what the judge scored, and stays that of the first test.
    """
    panel = table_panel([*JUDGED, None], [[one] for one in (*RATED, 4)])
    section = correction_section(table_data(panel, unlabelled=more_items([4, 4, 3, 2])))
    labelled = found(section, "correction/accuracy/labelled_mean/clinicians")
    corrected = found(section, "correction/accuracy/ppi_mean/judge_corrected_by_clinicians")
    assert (labelled.estimate.value, labelled.estimate.n) == (12 / 5, 5)
    assert "over all 5 rated answers" in labelled.estimand
    assert corrected.estimate.value == pytest.approx(2 + 0.25 * 1.75 / 9.75)
    assert section.tables[0].rows[0][-1] == (
        "5 rated (1 without a judge's score), 4 not rated (0 without)"
    )


def test_an_item_rated_under_another_criterion_is_unlabelled_here() -> None:
    """What a panel holds is not counted twice; what it lacks is unlabelled, rated elsewhere or not.

    The run has a0 to a3 and u0. All a are rated under accuracy and none under style: 1 answer is
    unrated under accuracy, 5 are under style.
    """
    accuracy = table_panel(JUDGED, [[one] for one in RATED])
    style = table_panel([1], [[2]], criterion="style").at(lambda place: False)
    more = [
        UnlabelledItem(name, None, None, {"accuracy": 3, "style": 1})
        for name in ("a0", "a1", "a2", "a3", "u0")
    ]
    section = correction_section(table_data(accuracy, style, unlabelled=more))
    assert section.tables[0].rows[0][-1].startswith("4 rated (0 without a judge's score), 1 not")
    assert section.tables[1].rows[0][-1].startswith("0 rated (0 without a judge's score), 5 not")
    raw = found(section, "correction/accuracy/judge_mean/judge").estimate
    assert (raw.value, raw.n) == (15 / 5, 5)


def test_labels_have_a_rate_of_unsafe_answers() -> None:
    """Red is unsafe. Clinicians 1 0 0 1, the judge 1 0 1 1 on the same and 1 0 0 0 on others.

    Judge alone 4 / 8. Its weight: cov(y, f), divisor 4: y - 1/2 = .5 -.5 -.5 .5, f - 3/4 = .25 -.75
    .25 .25: (.125 + .375 - .125 + .125) / 4 = 1 / 8; variance of all 8 scores 8 / 4 / 7 = 2 / 7;
    n / N = 1: w = (1 / 8) / (4 / 7) = 7 / 32. Corrected: 1/2 - w (3/4 - 1/4) = 25 / 64.
    """
    panel = table_panel(
        ["red", "blue", "red", "red"], [["red"], ["blue"], ["green"], ["red"]], scale=COLOURS
    )
    data = table_data(
        panel,
        unlabelled=more_items(["red", "blue", "green", "blue"]),
        unsafe={"accuracy": ("red",)},
    )
    section = correction_section(data)
    values = {one.statistic: one.estimate for one in section.figures if one.unit == "share"}
    assert values["judge_unsafe_rate"].value == 4 / 8
    assert (values["labelled_unsafe_rate"].value, values["labelled_unsafe_rate"].n) == (2 / 4, 4)
    assert values["ppi_unsafe_rate"].value == pytest.approx(25 / 64)


def test_answers_beside_the_scale_enter_a_rate_as_not_unsafe() -> None:
    """Clinicians 1, not applicable, 4, 4 with grades 0 and 1 unsafe: 1 of 4.

    The judge 1, not applicable, 4, failed, and not applicable on the unrated one: 1 of 4 judged.
    The clinicians' rate counts the answer that the judge failed on.
    """
    panel = table_panel([1, "not_applicable", 4, None], [[1], ["not_applicable"], [4], [4]])
    data = table_data(panel, unlabelled=more_items(["not_applicable"]), unsafe={"accuracy": (0, 1)})
    section = correction_section(data)
    raw = found(section, "correction/accuracy/judge_unsafe_rate/judge")
    labelled = found(section, "correction/accuracy/labelled_unsafe_rate/clinicians").estimate
    assert (raw.estimate.value, raw.estimate.n) == (1 / 4, 4)
    assert (labelled.value, labelled.n) == (1 / 4, 4)
    assert "Share of the 4 of 5 answers of the run" in raw.estimand
    declared = replace(data, unsafe={"accuracy": ("not_applicable",)})
    key = "correction/accuracy/judge_unsafe_rate/judge"
    assert found(correction_section(declared), key).estimate.value == 2 / 4


def test_a_value_between_two_levels_is_no_failure() -> None:
    """Repeats that differ on an unrated answer: 0.5 is neither 1 nor 0, so no positive rate."""
    panel = table_panel([1, 0], [[1], [0]], scale=BINARY)
    section = correction_section(table_data(panel, unlabelled=more_items([0.5])))
    assert not [one for one in section.figures if "positive" in one.statistic]


def test_two_answers_of_a_case_drawn_apart_have_no_corrected_difference() -> None:
    """Chances 0.5 and 0.2 for the two answers of a case: the chance of both is not known."""
    panel = table_panel([4, 2], [[3], [1]], cases=["c", "c"], systems=["s", "t"])
    data = replace(table_data(panel), probabilities={"a0": 0.5, "a1": 0.2})
    figures = [one for one in correction_section(data).figures if "systems" in one.group]
    assert {one.estimate.reason for one in figures} == {DRAWN_APART}


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(correction_section)


def test_a_mean_has_one_interval_wherever_it_stands() -> None:
    """All answers rated and judged: the systems' means are the same figures in three sections.

    Where the judge failed on nothing its mean in the bounds of failures is this one too.
    """
    judged = [4, 4, 3, 4, 4, 4, 2, 4, 4, 4, 3, 4]
    rated = [[4], [4], [4], [3], [4], [4], [1], [4], [4], [4], [4], [4]]
    panel = table_panel(judged, rated, cases=[f"c{k}" for k in range(12)], systems=["s"] * 12)
    data = table_data(panel)
    correction, systems = correction_section(data), systems_section(data)
    for own, statistic in (("judge", "judge_mean"), ("clinicians", "labelled_mean")):
        mean = found(correction, f"correction/accuracy/{statistic}/{own}").estimate
        assert mean.low is not None
        assert mean.high is not None
        assert mean.high < 4.0
        whole = found(systems, f"systems/accuracy/system_mean/{own}/system=s").estimate
        assert (whole.low, whole.high) == pytest.approx((mean.low, mean.high))
    bounds = failure_bounds(panel)[2]
    judge = found(correction, "correction/accuracy/judge_mean/judge").estimate
    assert (bounds.worst.low, bounds.best.high) == pytest.approx((judge.low, judge.high))


def test_an_unrated_number_off_the_scale_takes_the_bounds_away() -> None:
    """A metric's 4.5 on an unrated answer, scale 0 to 4: its mean is plain, never an error."""
    panel = table_panel(JUDGED, [[one] for one in RATED])
    section = correction_section(table_data(panel, unlabelled=more_items([4.5] + [3] * 9)))
    raw = found(section, "correction/accuracy/judge_mean/judge").estimate
    assert (raw.value, raw.n) == (43.5 / 14, 14)
    assert str(raw.method).startswith("mean ±")
