"""The section that says where kappa misleads."""

from __future__ import annotations

import pytest
from audit_tables import BINARY, COLOURS, awkward, check_soundness, found, table_data, table_panel

from judgekit.auditing.figure import Section
from judgekit.auditing.panel import Answer, AuditScale
from judgekit.auditing.sections.paradox import NO_WARNING, paradox_section


def _value(section: Section, statistic: str, rater: str = "A") -> float | None:
    key = f"paradox/accuracy/{statistic}/judge_with_{rater}"
    return found(section, key).estimate.value


def _skewed() -> tuple[list[int], list[list[int]]]:
    # 100 answers: both yes 85, judge alone 5, clinician alone 8, both no 2.
    judge = [1] * 90 + [0] * 10
    clinician = [1] * 85 + [0] * 5 + [1] * 8 + [0] * 2
    return judge, [[one] for one in clinician]


def test_a_rare_class_is_warned_of_with_the_figures_that_explain_it() -> None:
    """Agreement 87 of 100; chance (90 * 93 + 10 * 7) / 10,000 = 0.844: kappa 0.026 / 0.156.

    PABAK 2 * 0.87 - 1; agreement on no 2 * 2 / (10 + 7), on yes 2 * 85 / (90 + 93); prevalence
    index (85 - 2) / 100; bias index (5 - 8) / 100. AC1: mean share of yes 0.915, chance
    2 * 0.915 * 0.085.
    """
    judge, answers = _skewed()
    section = paradox_section(table_data(table_panel(judge, answers, scale=BINARY)))
    chance = 2 * 0.915 * 0.085
    expected = {
        "kappa": 0.026 / 0.156,
        "percent_agreement": 0.87,
        "pabak": 0.74,
        "gwet_ac1": (0.87 - chance) / (1 - chance),
        "specific_agreement_0": 4 / 17,
        "specific_agreement_1": 170 / 183,
        "prevalence_index": 0.83,
        "bias_index": -0.03,
    }
    for statistic, value in expected.items():
        assert _value(section, statistic) == pytest.approx(value), statistic
    assert section.warnings == (
        "Accuracy, judge with A: the raters agree on 87% of the items and kappa is 0.17.",
        "Accuracy, judge with A: one class is rare: prevalence index 0.83.",
    )


def test_the_interval_of_pabak_is_that_of_the_agreement() -> None:
    """PABAK is 2 PA - 1, and so are the ends of its interval."""
    judge, answers = _skewed()
    section = paradox_section(table_data(table_panel(judge, answers, scale=BINARY)))
    raw = found(section, "paradox/accuracy/percent_agreement/judge_with_A").estimate
    pabak = found(section, "paradox/accuracy/pabak/judge_with_A").estimate
    assert raw.low is not None
    assert raw.high is not None
    assert [pabak.low, pabak.high] == pytest.approx([2 * raw.low - 1, 2 * raw.high - 1])
    assert "(p - 1/q) / (1 - 1/q)" in found(section, "paradox/accuracy/pabak/judge_with_A").estimand


def test_declared_unsafe_answers_are_one_class_and_the_rest_the_other() -> None:
    """Grades 0 and 1 are unsafe: the judge calls i0 and i1 so, A i0 and i2: agreement 2 of 4."""
    panel = table_panel([0, 1, 2, 3], [[1], [2], [0], [4]])
    section = paradox_section(table_data(panel, unsafe={"accuracy": (0, 1)}))
    assert _value(section, "percent_agreement") == 0.5
    assert _value(section, "specific_agreement_unsafe") == 0.5
    assert section.warnings[-1] == (
        "Kappa hangs on single answers where judge and clinician gave a class fewer than 10 times "
        "in all: Accuracy: with A 'the rest' 4, 'unsafe' 4."
    )


def test_each_clinician_is_a_pair_of_its_own() -> None:
    """The judge agrees with A throughout and never with B."""
    panel = table_panel([0, 1] * 10, [[0, 1], [1, 0]] * 10, scale=BINARY)
    section = paradox_section(table_data(panel))
    assert (_value(section, "kappa", "A"), _value(section, "kappa", "B")) == (1.0, -1.0)


def test_without_cause_there_is_no_warning() -> None:
    """Twenty of each class and full agreement: the page says that there is no warning."""
    panel = table_panel([0, 1] * 20, [[0], [1]] * 20, scale=BINARY)
    section = paradox_section(table_data(panel))
    assert section.warnings == ()
    assert section.paragraphs[-1] == NO_WARNING


def test_an_extra_on_a_nominal_scale_is_a_class() -> None:
    """Both answer "other" once: agreement on other is whole, and counted twice."""
    scale = AuditScale(levels=COLOURS.levels, is_ordered=False, extras=("other",))
    panel = table_panel(["red", "other"], [["blue"], ["other"]], scale=scale)
    section = paradox_section(table_data(panel))
    assert _value(section, "specific_agreement_other") == 1.0
    assert section.tables[0].rows[0][-1] == "red: 1; green: 0; blue: 1; other: 2"
    assert found(section, "paradox/accuracy/bias_index/judge_with_A").estimate.reason == (
        "needs two classes"
    )


def test_every_figure_of_a_pair_is_on_the_answers_that_both_classed() -> None:
    """20 answers in 10 cases; A rated the first 12, of 6 cases: n is 12 and G 6 throughout.

    Judge 1 on all twelve and 0 on the rest; A 1 on nine of twelve. AC1 on the twelve: agreement
    9 / 12, share of 1 (1 + 9 / 12) / 2 = 7 / 8, chance 2 * 7 / 8 * 1 / 8 = 7 / 32:
    (24 / 32 - 7 / 32) / (25 / 32) = 17 / 25. The judge's eight other answers play no part.
    """
    judge = [1] * 12 + [0] * 8
    answers: list[list[Answer]] = [[1]] * 9 + [[0]] * 3 + [[None]] * 8
    cases = [f"c{k // 2}" for k in range(20)]
    section = paradox_section(table_data(table_panel(judge, answers, scale=BINARY, cases=cases)))
    assert _value(section, "gwet_ac1") == pytest.approx(17 / 25)
    assert {one.statistic for one in section.figures} > {"kappa", "bias_index", "prevalence_index"}
    for one in section.figures:
        assert (one.estimate.n, one.estimate.clusters) == (12, 6), one.id


def test_points_and_metrics_have_no_classes_and_say_so() -> None:
    """A continuous scale without declared unsafe answers, and a metric: reasons, no figures."""
    for name in ("points", "metric"):
        section = paradox_section(awkward()[name])
        assert {one.estimate.value for one in section.figures} == {None}


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(paradox_section)
