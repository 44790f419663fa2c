"""The section of the judge's biases."""

from __future__ import annotations

import math

import pytest
from audit_tables import COLOURS, check_soundness, found, table_data, table_panel

from judgekit.auditing.sections.bias import bias_section


def _words(n: int) -> str:
    return " ".join(["word"] * n)


def test_the_slope_on_length_counts_words_of_the_response() -> None:
    """Judge minus clinician is 1 for 4 words and 0 for 1 word: slope 1 / log 4."""
    panel = table_panel([2, 1, 3, 2], [[1], [1], [2], [2]])
    texts = {"a0": _words(4), "a1": _words(1), "a2": _words(4), "a3": _words(1)}
    section = bias_section(table_data(panel, texts=texts))
    slope = found(section, "bias/accuracy/length_slope/judge_with_clinicians").estimate
    assert slope.value == pytest.approx(1 / math.log(4))
    assert slope.n == 4


def test_answers_without_a_text_are_left_out_and_counted() -> None:
    """Of four answers one has no text and one an empty one: two enter, and the page says two."""
    panel = table_panel([2, 1, 3, 2], [[1], [1], [2], [2]])
    section = bias_section(table_data(panel, texts={"a0": _words(4), "a1": _words(1), "a3": " "}))
    slope = found(section, "bias/accuracy/length_slope/judge_with_clinicians").estimate
    assert slope.n == 2
    assert "2 under Accuracy" in section.paragraphs[1]


def test_without_texts_length_stays_open() -> None:
    """No texts: no slope, with the reason, and a row among what was not assessed."""
    section = bias_section(table_data(table_panel([2, 1], [[1], [1]])))
    slope = found(section, "bias/accuracy/length_slope/judge_with_clinicians").estimate
    assert "no texts" in (slope.reason or "")
    assert ("Long answers", f"not assessed: {slope.reason}") in section.tables[-1].rows


def test_compression_is_against_single_clinicians() -> None:
    """The judge gives 1 and 3 where A gives 0 and 4: half the spread, and Deming's slope 1 / 2.

    B gives what the judge gives: both figures 1.
    """
    panel = table_panel([1, 3, 1, 3], [[0, 1], [4, 3], [0, 1], [4, 3]])
    section = bias_section(table_data(panel))
    for rater, expected in (("A", 0.5), ("B", 1.0)):
        for name in ("sd_ratio", "deming_slope"):
            one = found(section, f"bias/accuracy/{name}/judge_with_{rater}")
            assert one.estimate.value == pytest.approx(expected)


def test_leniency_is_measured_on_the_same_answers() -> None:
    """A is 1 below and B 1 above their mean; the judge 2 above A: 1 above the mean of both.

    B rated only the answers 2 and 3, so that plain means would call B the most lenient by far.
    """
    panel = table_panel([2, 2, 4, 4], [[0, None], [0, None], [2, 4], [2, 4]])
    section = bias_section(table_data(panel))
    values = {
        one.subject: one.estimate.value
        for one in section.figures
        if one.statistic == "rater_severity"
    }
    assert values == pytest.approx({"judge": 1.0, "clinician A": -1.0, "clinician B": 1.0})


def test_what_was_not_assessed_is_listed_with_its_reason() -> None:
    """Position, order and family stay open on every audit, each with why."""
    table = bias_section(table_data(table_panel([2, 1], [[1], [1]]))).tables[-1]
    rows = {row[0]: row[1] for row in table.rows}
    assert "single answers" in rows["Position of two answers"]
    assert "second family" in rows["Favour for its own family of models"]
    assert "Order and anchoring" in rows


def test_a_nominal_scale_has_none_of_the_figures() -> None:
    """Labels have no distances: every figure is undefined for the same stated reason."""
    panel = table_panel(["red"] * 10, [["blue", "red"]] * 10, scale=COLOURS)
    section = bias_section(table_data(panel))
    assert {one.estimate.reason for one in section.figures} == {"a nominal scale has no means"}


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(bias_section)
