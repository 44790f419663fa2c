"""The section that ranks systems and answers."""

from __future__ import annotations

import pytest
from audit_tables import COLOURS, check_soundness, found, table_data, table_panel

from judgekit.auditing.figure import Section
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.systems import systems_section

KEY = "judge_with_clinicians"


def _value(section: Section, statistic: str) -> float | None:
    return found(section, f"systems/accuracy/{statistic}/{KEY}").estimate.value


def _three_systems() -> Panel:
    # Cases c0, c1, each answered by s, t, u. Clinicians: s 1 2, t 2 3, u 4 4: s < t < u.
    # Judge: s 2 2, t 1 2, u 3 4: t < s < u. It turns round the pair (s, t) and has two right.
    return table_panel(
        [2, 1, 3, 2, 2, 4],
        [[1], [2], [4], [2], [3], [4]],
        cases=["c0"] * 3 + ["c1"] * 3,
        systems=["s", "t", "u"] * 2,
    )


def test_means_of_systems_stand_on_answers_that_both_sides_scored() -> None:
    """The judge failed on one answer of s: clinicians' mean of s is that of the other."""
    panel = table_panel([None, 3, 1], [[4], [2], [0]], systems=["s", "s", "t"])
    section = systems_section(table_data(panel))
    clinicians = found(section, "systems/accuracy/system_mean/clinicians/system=s").estimate
    judge = found(section, "systems/accuracy/system_mean/judge/system=s").estimate
    assert (clinicians.value, clinicians.n) == (2.0, 1)
    assert (judge.value, judge.n) == (3.0, 1)


def test_systems_are_ranked_by_their_means() -> None:
    """Two of three pairs alike: accuracy 2 / 3, tau (2 - 1) / 3.

    Soft: p by sign flips of two cases, one-sided. Clinicians: s - t: -1 -1: all 4 patterns reach
    -2: p 1; s - u: -3 -2: 1; t - u: -2 -1: 1. Judge: s - t: 1 0: one case differs, p 1 / 2;
    s - u: -1 -2: 1; t - u: -2 -2: 1. Soft accuracy: 1 - (1 / 2) / 3.
    """
    section = systems_section(table_data(_three_systems()))
    assert _value(section, "system_pairwise_accuracy") == pytest.approx(2 / 3)
    assert _value(section, "system_kendall_tau_b") == pytest.approx(1 / 3)
    assert _value(section, "system_soft_pairwise_accuracy") == pytest.approx(1 - 0.5 / 3)
    estimate = found(section, f"systems/accuracy/system_kendall_tau_b/{KEY}").estimate
    accuracy = found(section, f"systems/accuracy/system_pairwise_accuracy/{KEY}").estimate
    assert (estimate.n, estimate.clusters) == (accuracy.n, accuracy.clusters) == (6, 2)
    assert estimate.interval_reason == accuracy.interval_reason == "too few cases for an interval"
    assert section.details["n_systems"] == {"accuracy": 3}


def test_a_case_that_lacks_a_system_is_left_out_and_counted() -> None:
    """System t has no answer to c1: one case remains, one is counted as left out."""
    panel = table_panel(
        [1, 2, 3], [[1], [2], [3]], cases=["c0", "c0", "c1"], systems=["s", "t", "s"]
    )
    section = systems_section(table_data(panel))
    ranking = section.tables[1]
    assert ranking.rows[0][-1] == "1"
    soft = found(section, f"systems/accuracy/system_soft_pairwise_accuracy/{KEY}").estimate
    assert (soft.value, soft.n) == (1.0, 1)


def test_several_answers_of_a_case_enter_as_their_mean() -> None:
    """System s answers c0 twice (1 and 3, mean 2), t once (2): a tie for clinicians.

    The judge ties them too. Neither side tells them apart: soft accuracy 1. Two systems have no
    tau.
    """
    panel = table_panel([1, 1, 1], [[1], [3], [2]], cases=["c0"] * 3, systems=["s", "s", "t"])
    section = systems_section(table_data(panel))
    assert _value(section, "system_soft_pairwise_accuracy") == 1.0
    tau = found(section, f"systems/accuracy/system_kendall_tau_b/{KEY}").estimate
    assert tau.reason == "needs 3 systems or more that both sides scored, got 2"


def test_correlation_is_pooled_within_system_and_within_case() -> None:
    """Two systems far apart, inside which the judge turns the order round.

    s: clinicians 0 1, judge 1 0; t: clinicians 3 4, judge 4 3. Pooled: deviations of clinicians
    -2 -1 1 2, of the judge -1 -2 2 1: 8 / 10. Within systems: -1 / 2 * 1 / 2 throughout: -1.
    Cases c0 = (s, t) and c1 = (s, t): clinicians 0 3 and 1 4, judge 1 4 and 0 3: 1.
    """
    panel = table_panel(
        [1, 0, 4, 3],
        [[0], [1], [3], [4]],
        cases=["c0", "c1", "c0", "c1"],
        systems=["s", "s", "t", "t"],
    )
    section = systems_section(table_data(panel))
    assert _value(section, "pearson") == pytest.approx(0.8)
    assert _value(section, "pearson_within_system") == pytest.approx(-1)
    assert _value(section, "spearman_within_case") == pytest.approx(1)
    # Pairs of answers pooled: 4 of 6 in the same order, 2 turned round.
    assert _value(section, "kendall_tau_b") == pytest.approx(2 / 6)
    assert _value(section, "kendall_tau_b_within_system") == pytest.approx(-1)


def test_pairs_of_one_case_are_ordered_under_both_rules_for_ties() -> None:
    """Case c0: clinicians 1 2 2, judge 1 1 3.

    Pairs: (0, 1): < against =; (0, 2): < and <; (1, 2): = against <. Three-way 1 of 3; decided:
    (1/2 + 1) of 2.
    """
    panel = table_panel([1, 1, 3], [[1], [2], [2]], cases=["c0"] * 3)
    section = systems_section(table_data(panel))
    assert _value(section, "pairwise_accuracy_three_way") == pytest.approx(1 / 3)
    assert _value(section, "pairwise_accuracy_decided") == pytest.approx(0.75)
    assert section.tables[-1].rows[0][-3:] == ("3", "1", "1")


def test_ordered_pairs_say_of_how_many_items_they_are() -> None:
    """c0: clinicians 1 2 2, all answered; c1: 3 3; c2: one alone; c3: 1 and 2, no judge of the 2.

    Three-way: 3 + 1 pairs, of 3 + 2 answers. Decided, ties of clinicians left out: 2 pairs of 3.
    """
    panel = table_panel(
        [1, 1, 3, 2, 2, 0, 1, None],
        [[1], [2], [2], [3], [3], [4], [1], [2]],
        cases=["c0"] * 3 + ["c1"] * 2 + ["c2"] + ["c3"] * 2,
    )
    section = systems_section(table_data(panel))
    for ties, n_pairs, n_items in (("three_way", 4, 5), ("decided", 2, 3)):
        one = found(section, f"systems/accuracy/pairwise_accuracy_{ties}/{KEY}")
        assert (one.n_pairs, one.estimate.n) == (n_pairs, n_items)
    assert "4 pairs of 5 answers" in section.tables[-1].rows[0][2]


def test_a_metric_is_ranked_like_a_judge() -> None:
    """Order needs no common scale: the same figures for scores in another unit."""
    judge = systems_section(table_data(_three_systems()))
    panel = table_panel(
        [0.2, 0.1, 0.3, 0.2, 0.2, 0.4],
        [[1], [2], [4], [2], [3], [4]],
        cases=["c0"] * 3 + ["c1"] * 3,
        systems=["s", "t", "u"] * 2,
        is_on_scale=False,
    )
    metric = systems_section(table_data(panel, is_metric=True))
    for name in ("system_pairwise_accuracy", "kendall_tau_b", "pairwise_accuracy_decided"):
        assert _value(metric, name) == _value(judge, name)
    assert found(metric, "systems/accuracy/system_mean/judge/system=s").unit != "points"


def test_labels_have_no_order_to_compare() -> None:
    """A nominal scale: every figure undefined, for that reason."""
    panel = table_panel(["red", "blue"], [["red"], ["red"]], scale=COLOURS, systems=["s", "t"])
    section = systems_section(table_data(panel))
    assert {one.estimate.reason for one in section.figures} == {"a nominal scale has no means"}


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(systems_section)
