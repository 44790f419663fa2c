"""The section of calibration."""

from __future__ import annotations

import pytest
from audit_tables import (
    COLOURS,
    POINTS,
    check_soundness,
    found,
    table_data,
    table_panel,
)

from judgekit.auditing.sections.calibration import calibration_section


def test_a_judge_that_is_one_point_high_is_set_right_on_cases_not_seen() -> None:
    """Judge = clinicians' mean + 1: bias and error 1 before, 0 after, whatever the folds."""
    means = [k % 4 for k in range(20)]
    panel = table_panel([one + 1 for one in means], [[one] for one in means])
    section = calibration_section(table_data(panel))
    values = [
        found(section, f"calibration/accuracy/{name}/judge_with_clinicians").estimate.value
        for name in ("bias_before", "bias_after", "mae_before", "mae_after")
    ]
    assert values == pytest.approx([1, 0, 1, 0], abs=1e-12)
    assert section.tables[0].rows[0][1] == "straight line"
    # The line through (1, 0), (2, 1), (3, 2), (4, 3).
    assert section.tables[1].rows == (("1", "0.00"), ("2", "1.00"), ("3", "2.00"), ("4", "3.00"))


def test_from_two_hundred_labels_the_curve_is_isotonic() -> None:
    """199 rated answers take a line, 200 the curve that never falls."""
    for n, name in ((199, "straight line"), (200, "isotonic curve")):
        panel = table_panel([k % 5 for k in range(n)], [[k % 3] for k in range(n)])
        assert calibration_section(table_data(panel)).tables[0].rows[0][1] == name


def test_only_answers_with_both_count_as_labels() -> None:
    """Of 200 answers one lacks the judge's score: 199 remain, and the curve is a line."""
    panel = table_panel([None, *(k % 5 for k in range(199))], [[k % 3] for k in range(200)])
    section = calibration_section(table_data(panel))
    before = found(section, "calibration/accuracy/bias_before/judge_with_clinicians").estimate
    assert (section.tables[0].rows[0][1], before.n) == ("straight line", 199)


def test_a_long_curve_is_shown_at_even_places_and_kept_whole() -> None:
    """60 different scores: 21 rows from the first to the last, and 60 in the details."""
    scores = [1.5 * k for k in range(60)]
    panel = table_panel(scores, [[one] for one in scores], scale=POINTS)
    section = calibration_section(table_data(panel))
    rows = section.tables[1].rows
    assert (len(rows), rows[0][0], rows[-1][0]) == (21, "0", "88.5")
    assert section.tables[1].note is not None
    assert section.tables[1].note.startswith("21 of 60 scores")
    curves = section.details["curves"]
    assert isinstance(curves, list)
    (curve,) = curves
    assert isinstance(curve, dict)
    assert curve["judge_values"] == scores


def test_a_nominal_scale_says_why_there_is_no_curve() -> None:
    """Labels have no mean: four figures without a value, and the reason in the table."""
    panel = table_panel(["red"] * 10, [["blue"]] * 10, scale=COLOURS)
    section = calibration_section(table_data(panel))
    assert {one.estimate.reason for one in section.figures} == {"a nominal scale has no means"}
    assert section.tables[0].rows[0][1] == "none: a nominal scale has no means"


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(calibration_section)
