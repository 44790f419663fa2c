"""A plan held against what is audited: nothing it names may pass unseen."""

from __future__ import annotations

from datetime import date

import pytest
from audit_panels import YES_NO, panel

from judgekit.auditing.joining.judged import Judged, JudgedItem
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.plan_terms import check_primary, idle_terms
from judgekit.auditing.ratings.table import CLINICIAN, Rating, RatingTable
from judgekit.errors import ConfigurationError

GRADES = panel([3] * 3, [(3, 2)] * 3)
LABELS = panel(["yes"] * 3, [("yes", "no")] * 3, criterion="refers", scale=YES_NO)
JUDGED = Judged("judge", False, None, None, (JudgedItem("i0", "p0", None, {}, {}),))
TABLE = RatingTable(
    ratings=(Rating("i0", None, "R1", CLINICIAN, "safety", "level", 3),), digest="d", source=()
)


def _plan(**fields: object) -> AuditPlan:
    return AuditPlan.model_validate({"fixed_on": date(2026, 1, 1), **fields})


@pytest.mark.parametrize(
    ("criterion", "statistic", "says"),
    [
        ("saftey", "kappa", "'saftey' is not among the audited ones \\(safety, refers\\)"),
        ("total", "concordance", "clinicians rated all of its criteria"),
        ("refers", "mean_absolute_error", "does not suit the nominal scale of 'refers'"),
        ("refers", "kappa_quadratic", "name one of exact_agreement, kappa, gwet_ac1"),
    ],
)
def test_a_primary_figure_that_cannot_be_is_refused(
    criterion: str, statistic: str, says: str
) -> None:
    """A report that says no primary figure was declared would not be true."""
    plan = _plan(primary={"criterion": criterion, "statistic": statistic})
    with pytest.raises(ConfigurationError, match=says):
        check_primary(plan, [GRADES, LABELS])


def test_a_primary_figure_that_exists_passes() -> None:
    """One that suits its scale; and any of a metric, which speaks on no scale of clinicians."""
    check_primary(None, [GRADES])
    check_primary(_plan(), [GRADES])
    check_primary(_plan(primary={"criterion": "safety", "statistic": "kappa"}), [GRADES])
    metric = panel([0.2] * 3, [(3, 2)] * 3, is_on_scale=False)
    check_primary(_plan(primary={"criterion": "safety", "statistic": "concordance"}), [metric])


def test_exclusions_that_meet_nothing_are_said() -> None:
    """A slip in an id would leave in what should be out; each of the three kinds is looked for."""
    met = [{"item": "i0"}, {"case": "p0"}, {"rater": "R1"}]
    slips = [{"item": "i9"}, {"case": "p9"}, {"rater": "r1"}]
    plan = _plan(exclusions=[{**one, "reason": "why"} for one in (*met, *slips)])
    found = idle_terms(plan, None, [GRADES, LABELS], JUDGED, TABLE)
    assert [one.split(", ")[0] for one in found] == [
        "the plan leaves out item 'i9'",
        "the plan leaves out case 'p9'",
        "the plan leaves out rater 'r1'",
    ]


def test_a_margin_without_a_primary_figure_is_said() -> None:
    """With several criteria and no primary one there is no verdict, and the margin says nothing."""
    (found,) = idle_terms(None, 0.5, [GRADES, LABELS], JUDGED, TABLE)
    assert "the margin 0.5 is not used" in found
    assert idle_terms(None, 0.5, [GRADES], JUDGED, TABLE) == ()
