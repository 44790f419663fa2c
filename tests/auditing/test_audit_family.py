"""Whether a judge favours its own family: only with a second judge and declared families."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from audit_panels import audit_data, panel

from judgekit.auditing.data import AuditData
from judgekit.auditing.plan import AuditPlan, Families
from judgekit.auditing.sections.bias import bias_section

SYSTEMS = ["a", "b"] * 12
CASES = [f"p{k // 2}" for k in range(24)]
ROWS = [(3, 2 + k % 3) for k in range(24)]
# The judge adds 1 to answers of system a (its family) and 0 to those of b; the second adds 0.
SECOND = [1 + k % 4 for k in range(24)]
JUDGE = [own + (k % 2 == 0) for k, own in enumerate(SECOND)]
FAMILIES = Families(judge="alpha", second="gamma", systems={"a": "alpha", "b": "beta"})


def _data(families: Families | None, *, with_second: bool = True) -> AuditData:
    one = panel(JUDGE, ROWS, systems=SYSTEMS, cases=CASES)
    other = panel(SECOND, ROWS, systems=SYSTEMS, cases=CASES)
    plan = AuditPlan(fixed_on=date(2026, 1, 1), families=families)
    return replace(audit_data(one), plan=plan, second=(other,) if with_second else ())


def test_the_preference_is_a_difference_in_differences() -> None:
    """Own family + 1, other family + 0: one point of favour."""
    found = [f for f in bias_section(_data(FAMILIES)).figures if f.statistic == "family_preference"]
    assert [one.estimate.value for one in found] == [pytest.approx(1.0)]
    assert found[0].unit == "points"


@pytest.mark.parametrize(("families", "with_second"), [(None, True), (FAMILIES, False)])
def test_without_a_second_judge_or_families_it_stays_open(
    families: Families | None, *, with_second: bool
) -> None:
    """Nothing is computed, and the table of what was not assessed says what is needed."""
    section = bias_section(_data(families, with_second=with_second))
    assert not any(one.statistic == "family_preference" for one in section.figures)
    left = next(table for table in section.tables if table.caption == "Not assessed")
    assert any("judge of a second family" in row[1] for row in left.rows)


def test_a_system_without_a_family_is_named() -> None:
    """The plan must declare every system's family."""
    families = FAMILIES.model_copy(update={"systems": {"a": "alpha"}})
    found = [f for f in bias_section(_data(families)).figures if f.statistic == "family_preference"]
    assert found[0].estimate.reason == "the plan declares no family for the system 'b'"


def test_a_family_cannot_be_the_measure_of_itself() -> None:
    """Both judges of one family: refused when the plan is read."""
    with pytest.raises(ValueError, match="must be of another family"):
        Families(judge="alpha", second="alpha", systems={"a": "alpha"})
