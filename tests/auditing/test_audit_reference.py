"""Each clinician left out in turn, and the alternative annotator test, in the audit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from audit_panels import YES_NO, audit_data, odd_panels, panel

from judgekit.agreement import alt_test, leave_one_out
from judgekit.auditing.plan import AuditPlan, Primary
from judgekit.auditing.sections.reference import reference_section

ROWS = [(1 + k % 5, 1 + (k + k % 2) % 5, 1 + (k + k % 3 // 2) % 5) for k in range(40)]
JUDGE = [1 + (k + (k % 7 == 0)) % 5 for k in range(40)]
CASES = [f"p{k // 2}" for k in range(40)]
WHOLE = panel(JUDGE, ROWS, cases=CASES)


def test_left_out_figures_are_those_of_the_function_by_name() -> None:
    """One figure a clinician, under the clinician's name."""
    figures = reference_section(audit_data(WHOLE)).figures
    found = {
        one.group["left out"]: one.estimate
        for one in figures
        if one.statistic == "leave_one_out_mean_absolute_error"
    }
    expected = leave_one_out(ROWS, JUDGE, clusters=CASES)
    assert found == {f"R{one.rater + 1}": one.difference for one in expected}


def test_the_alternative_annotator_test_is_never_alone() -> None:
    """Winning rate and advantage probability stand beside each rater's p and the rarest answer."""
    figures = reference_section(audit_data(WHOLE)).figures
    expected = alt_test(ROWS, JUDGE, epsilon=0.2, clusters=CASES)
    by_name = {one.statistic: one for one in figures if not one.group}
    assert by_name["alt_test_accuracy_winning_rate"].estimate.value == expected.winning_rate
    assert (
        by_name["alt_test_accuracy_advantage_probability"].estimate.value
        == expected.advantage_probability
    )
    rarest = by_name["alt_test_accuracy_rarest_sensitivity"]
    assert rarest.estimate.value == expected.rarest_sensitivity.value
    assert rarest.n_pairs == expected.rarest_sensitivity.n
    assert rarest.estimate.n == sum(expected.rarest_label in row for row in ROWS)
    tests = [one for one in figures if one.statistic == "alt_test_accuracy_difference"]
    assert [one.p for one in tests] == [one.p for one in expected.per_rater]
    assert all("Benjamini-Yekutieli; exploratory" in (one.family or "") for one in tests)
    assert all(one.subject == "clinician minus judge" for one in tests)


def test_only_the_planned_criterion_with_a_planned_epsilon_confirms() -> None:
    """A p is confirmatory where the plan names epsilon and score; else it explores."""
    primary = Primary(criterion="safety", statistic="mean_absolute_error")
    for epsilon, score, confirmed in (
        (0.1, "neg_rmse", "neg_rmse"),
        (0.1, "accuracy", "accuracy"),
        (0.1, None, None),
        (None, "neg_rmse", None),
    ):
        plan = AuditPlan(
            fixed_on=date(2026, 1, 1), primary=primary, epsilon=epsilon, epsilon_score=score
        )
        figures = reference_section(replace(audit_data(WHOLE), plan=plan)).figures
        found = {
            one.statistic
            for one in figures
            if one.family == "clinicians, Benjamini-Yekutieli; confirmatory"
        }
        expected = set() if confirmed is None else {f"alt_test_{confirmed}_difference"}
        assert found == expected


def test_epsilon_comes_from_the_plan() -> None:
    """What was fixed beforehand is used, and the table says which."""
    plan = AuditPlan(fixed_on=date(2026, 1, 1), epsilon=0.1)
    section = reference_section(replace(audit_data(WHOLE), plan=plan))
    captions = [one.caption for one in section.tables]
    assert "Safety: alternative annotator test, accuracy, epsilon 0.1" in captions


def test_two_raters_leave_both_undefined_and_say_so() -> None:
    """With two clinicians there is no "others' mean": a reason stands in figure and table."""
    section = reference_section(audit_data(panel(JUDGE, [row[:2] for row in ROWS])))
    rates = [one for one in section.figures if one.statistic.endswith("winning_rate")]
    assert rates
    assert all(one.estimate.reason == "needs 3 raters or more, got 2" for one in rates)
    cells = {row for table in section.tables for row in table.rows}
    assert ("all", "undefined: needs three clinicians, there are 2") in cells


def test_warnings_name_clinicians_not_columns() -> None:
    """A rater with too few items is named as in the ratings."""
    thin = [(a, b, c if k < 5 else None) for k, (a, b, c) in enumerate(ROWS)]
    section = reference_section(
        audit_data(panel(JUDGE, thin, cases=CASES, raters=("Ada", "Ben", "Cy")))
    )
    assert any("Cy was not tested" in one for one in section.warnings)
    assert not any("rater 2" in one for one in section.warnings)


def test_labels_have_no_means_but_have_the_test() -> None:
    """Nominal scales: no leave-one-out in points; the test by share of equal labels."""
    rows = [("yes", "no" if k % 3 else "yes", "yes") for k in range(40)]
    section = reference_section(audit_data(panel(["yes", "no"] * 20, rows, scale=YES_NO)))
    names = {one.statistic for one in section.figures}
    assert "alt_test_accuracy_winning_rate" in names
    assert not any("neg_rmse" in name or "leave_one_out" in name for name in names)


@pytest.mark.parametrize("name", sorted(odd_panels()))
def test_odd_panels_give_values_or_reasons(name: str) -> None:
    """Nothing raises, and no figure is without value and reason."""
    for one in reference_section(audit_data(odd_panels()[name])).figures:
        assert (one.estimate.value is None) == (one.estimate.reason is not None)
