"""The section of variance components and intraclass correlations."""

from __future__ import annotations

import pytest
from audit_tables import GRADES, POINTS, check_soundness, found, table_data, table_panel

from judgekit.auditing.panel import Answer
from judgekit.auditing.sections.components import components_section

# Shrout and Fleiss (1979), table 2, and the six forms they print.
SHROUT_FLEISS = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
]
PRINTED = {"1_1": 0.17, "2_1": 0.29, "3_1": 0.71, "1_k": 0.44, "2_k": 0.62, "3_k": 0.91}


def test_crossed_clinicians_have_the_six_published_forms_with_f_intervals() -> None:
    """The values of Shrout and Fleiss, to two decimals as printed."""
    panel = table_panel([5] * 6, SHROUT_FLEISS, scale=POINTS)
    section = components_section(table_data(panel))
    for form, printed in PRINTED.items():
        one = found(section, f"components/accuracy/icc_{form}/clinicians_with_each_other")
        assert one.estimate.value == pytest.approx(printed, abs=0.005)
        assert "F interval" in (one.estimate.method or "")
        assert one.seed is None


def test_components_are_those_behind_the_mean_squares() -> None:
    """BMS 56.2083 / 5, JMS 97.4583 / 3, EMS 15.2917 / 15, of four raters and six answers."""
    panel = table_panel([5] * 6, SHROUT_FLEISS, scale=POINTS)
    section = components_section(table_data(panel))
    bms, jms, ems = 56.208333333 / 5, 97.458333333 / 3, 15.291666667 / 15
    for name, expected in (
        ("item", (bms - ems) / 4),
        ("rater", (jms - ems) / 6),
        ("residual", ems),
    ):
        one = found(section, f"components/accuracy/variance_{name}/clinicians_with_each_other")
        assert one.estimate.value == pytest.approx(expected)


def test_the_judge_is_one_more_rater() -> None:
    """A judge that gives the clinicians' answers leaves ICC(2,1) at 1; n_raters counts clinicians.

    Two clinicians alike and the judge alike: all variance lies between answers.
    """
    panel = table_panel([0, 1, 2, 3], [[0, 0], [1, 1], [2, 2], [3, 3]])
    section = components_section(table_data(panel))
    one = found(section, "components/accuracy/icc_2_1/clinicians_and_judge")
    assert (one.estimate.value, one.n_raters) == (1.0, 2)
    share = found(section, "components/accuracy/variance_item_share/clinicians_and_judge")
    assert share.estimate.value == 1.0


def test_severity_has_a_reason_in_place_of_an_interval() -> None:
    """Three clinicians over 24 answers: their variance and its share stand without an interval."""
    rows = [[k % 5, (k + 1) % 5, (k * 2) % 5] for k in range(24)]
    section = components_section(table_data(table_panel([1] * 24, rows)))
    subject = "clinicians_with_each_other"
    for name in ("variance_rater", "variance_rater_share"):
        one = found(section, f"components/accuracy/{name}/{subject}")
        assert one.estimate.low is None
        assert "3 raters, held fixed" in (one.estimate.interval_reason or "")
        assert one.seed is None
    share = found(section, f"components/accuracy/variance_residual_share/{subject}").estimate
    assert share.low is not None
    assert share.high is not None
    assert 0 <= share.low < share.high <= 1


def test_a_gap_turns_to_components_with_raters_by_name() -> None:
    """One rating is missing: no crossed form, and the name of the statistic says so."""
    rows: list[list[Answer]] = [[0, 1], [1, None], [2, 2], [4, 3]]
    section = components_section(table_data(table_panel([0, 1, 2, 3], rows)))
    names = {one.statistic for one in section.figures if one.statistic.startswith("icc")}
    assert names == {"icc_components"}


def test_shared_cases_take_the_bootstrap() -> None:
    """F assumes independent answers: where they share cases the interval is drawn over cases."""
    rows = [[k % 5, (k + k // 5) % 5] for k in range(24)]
    panel = table_panel([1] * 24, rows, cases=[f"c{k // 2}" for k in range(24)])
    section = components_section(table_data(panel))
    one = found(section, "components/accuracy/icc_2_1/clinicians_with_each_other")
    assert "bootstrap of 12 cases" in (one.estimate.method or "")
    assert one.seed == 0


def test_within_systems_answers_of_one_system_count_alone() -> None:
    """System s: raters alike on 0 and 4, ICC 1; system t: raters turned round, ICC(2,1) = -1.

    For t: BMS = 0, EMS = 4, JMS = 0: (0 - 4) / (0 + 4 + 2 (0 - 4) / 2) is 0 / 0 and undefined.
    """
    panel = table_panel(
        [0] * 4, [[0, 0], [4, 4], [1, 3], [3, 1]], systems=["s", "s", "t", "t"], scale=GRADES
    )
    section = components_section(table_data(panel))
    own = found(section, "components/accuracy/icc_2_1/clinicians_with_each_other/system=s")
    other = found(section, "components/accuracy/icc_2_1/clinicians_with_each_other/system=t")
    assert own.estimate.value == 1.0
    assert other.estimate.value is None
    assert other.group == {"system": "t"}


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(components_section)
