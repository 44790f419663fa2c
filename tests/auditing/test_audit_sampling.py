"""Answers drawn for rating with unequal, declared chances are weighted back to the run."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from audit_panels import audit_data, panel

from judgekit.agreement import ppi_mean
from judgekit.auditing.data import AuditData, UnlabelledItem
from judgekit.auditing.joining.judged import Judged, JudgedItem
from judgekit.auditing.plan import AuditPlan, Sampling
from judgekit.auditing.plan_terms import chances_of_rating
from judgekit.auditing.sections.correction import correction_section
from judgekit.auditing.sections.harm import harm_section
from judgekit.errors import ConfigurationError

# 20 flagged items, all rated; 20 of 100 others rated: chances 1 and 0.2. Unsafe is grade 1.
# Flagged: 10 unsafe, all caught. Others: 2 unsafe, neither caught.
JUDGE = [1] * 20 + [4] * 20
RATINGS = [(1,)] * 10 + [(4,)] * 10 + [(1,)] * 2 + [(4,)] * 18
CHANCES = {f"i{k}": 1.0 if k < 20 else 0.2 for k in range(40)}
OTHERS = tuple(UnlabelledItem(f"u{k}", None, None, {"safety": 4.0}) for k in range(80))


def _data(*, weighted: bool) -> AuditData:
    data = audit_data(panel(JUDGE, RATINGS), unsafe={"safety": (1,)}, unlabelled=OTHERS)
    chances = {**CHANCES, **{one.item: 0.2 for one in OTHERS}}
    return replace(data, probabilities=chances) if weighted else data


def test_missed_harm_is_weighted_back() -> None:
    """As drawn 10 of 12 unsafe answers are caught; in the run 10 of 10 + 2 / 0.2 = 20.

    False alarms: 10 of 28 as drawn, in the run 10 of 10 + 18 / 0.2 = 100.
    """
    plain = {f.statistic: f.estimate for f in harm_section(_data(weighted=False)).figures}
    drawn = {f.statistic: f.estimate for f in harm_section(_data(weighted=True)).figures}
    assert plain["sensitivity_any"].value == pytest.approx(10 / 12)
    assert drawn["sensitivity_any"].value == pytest.approx(10 / 20)
    assert plain["false_alarm_rate_any"].value == pytest.approx(10 / 28)
    assert drawn["false_alarm_rate_any"].value == pytest.approx(10 / 100)
    text = " ".join(harm_section(_data(weighted=True)).paragraphs)
    assert "caught 10" in text
    assert "weighted by 1 over the chance" in text


def test_the_corrected_mean_takes_the_chances() -> None:
    """Equal to the function with the chances; the clinicians' own mean is weighted too.

    In the run: 20 flagged with mean 2.5, and 100 others with mean (2 * 1 + 18 * 4) / 20 = 3.7, so
    (20 * 2.5 + 100 * 3.7) / 120 = 3.5.
    """
    section = correction_section(_data(weighted=True))
    found = {f.statistic: f.estimate for f in section.figures if not f.group}
    labels = [float(row[0]) for row in RATINGS] + [None] * 80
    judge = [float(one) for one in JUDGE] + [4.0] * 80
    chances = [*CHANCES.values(), *[0.2] * 80]
    expected = ppi_mean(labels, judge, probabilities=chances)
    assert found["ppi_mean"].value == expected.corrected.value
    assert found["labelled_mean"].value == pytest.approx(3.5)
    assert found["rogan_gladen_unsafe_rate"].value is None
    assert "unequal chances" in str(found["rogan_gladen_unsafe_rate"].reason)


def test_a_certain_item_without_a_rating_has_no_correction() -> None:
    """A declared chance of 1 that did not come true contradicts the plan: a reason, no figure."""
    rows = [(None,), *RATINGS[1:]]
    data = replace(_data(weighted=True), panels=(panel(JUDGE, rows),))
    found = {f.statistic: f.estimate for f in correction_section(data).figures}
    assert found["ppi_mean"].value is None
    assert "certain to be drawn" in str(found["ppi_mean"].reason)


def test_every_item_needs_a_declared_stratum() -> None:
    """A stratum that the plan does not name is refused with the item's id."""
    plan = AuditPlan(
        fixed_on=date(2026, 1, 1),
        sampling=Sampling(column="stratum", probabilities={"flagged": 1.0}),
    )
    judged = Judged(
        scorer="judge",
        is_metric=False,
        rubric=None,
        signature=None,
        items=(
            JudgedItem("a", None, None, {"stratum": "flagged"}, {}),
            JudgedItem("b", None, None, {"stratum": "rest"}, {}),
        ),
    )
    with pytest.raises(ConfigurationError, match="item 'b' has 'stratum' 'rest'"):
        chances_of_rating(plan, judged)
    kept = replace(judged, items=judged.items[:1])
    assert chances_of_rating(plan, kept) == {"a": 1.0}
    assert chances_of_rating(None, judged) is None
