"""The first sentence, its verdict and the reference plot."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from audit_panels import HUNDRED, YES_NO, audit_data, odd_panels, panel

from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import AuditPlan, Primary
from judgekit.auditing.sections.summary import summary_section, verdict_of

# Twelve items, two clinicians one point apart on every second item: they differ by 0.5 on average.
# The judge gives the first clinician's grade: it differs by 0 from one and by 0.5 from the other.
NEAR = panel(
    [3] * 6 + [2] * 6, [(3, 3 + k % 2) for k in range(6)] + [(2, 2 + k % 2) for k in range(6)]
)
# This judge is two points above the first clinician: 2 from one; 2 or 1 from the other (1.5).
FAR = panel([5] * 6 + [4] * 6, NEAR.answers)


def _planned(one: Panel, margin: float | None, **primary: str) -> AuditData:
    plan = AuditPlan(
        fixed_on=date(2026, 1, 1),
        margin=margin,
        primary=Primary.model_validate(primary) if primary else None,
    )
    return replace(audit_data(one), plan=plan, margin=margin)


def test_the_sentence_speaks_in_points_and_names_who_is_closer() -> None:
    """Judge and clinicians 0.25 apart, clinicians 0.50: closer by 0.25 points."""
    section = summary_section(audit_data(NEAR))
    sentence = section.paragraphs[0]
    assert "on 12 cases rated by 2 clinicians" in sentence
    assert "of the judge with a clinician was 0.25 points" in sentence
    assert "of two clinicians with each other 0.50 points" in sentence
    assert "closer to a clinician than another clinician is, by 0.25 points" in sentence
    far = summary_section(audit_data(FAR)).paragraphs[0]
    assert "was 1.75 points" in far
    assert "further from a clinician than another clinician is, by 1.25 points" in far


def test_figures_carry_both_sides_and_their_difference() -> None:
    """Judge minus clinicians: 0.25 - 0.50, whichever way is closer."""
    figures = {one.subject: one for one in summary_section(audit_data(NEAR)).figures}
    assert figures["judge with clinicians"].estimate.value == pytest.approx(0.25)
    assert figures["clinicians with each other"].estimate.value == pytest.approx(0.5)
    difference = figures["judge minus clinicians"]
    assert difference.estimate.value == pytest.approx(-0.25)
    assert difference.unit == "points"
    assert difference.n_raters == 2
    assert difference.estimate.clusters == 12


def test_no_margin_no_verdict() -> None:
    """Without a margin nothing is called closer or further than allowed."""
    text = " ".join(summary_section(audit_data(NEAR)).paragraphs)
    assert "No margin was set, so there is no verdict" in text
    assert "Verdict" not in text
    assert verdict_of(audit_data(NEAR)) is None


@pytest.mark.parametrize(
    ("one", "margin", "verdict"),
    [
        # The judge is closer by 0.25 on every pair of items, never by less than 0.
        (NEAR, 0.1, "closer"),
        # Always at least one point further: inside a margin of 2, outside one of 0.5.
        (FAR, 2.0, "no further than the margin"),
        (FAR, 0.5, "further than the margin"),
    ],
)
def test_a_margin_gives_one_of_the_four_verdicts(one: Panel, margin: float, verdict: str) -> None:
    """By where the interval of the difference lies."""
    data = replace(audit_data(one), margin=margin)
    assert verdict_of(data) == verdict
    assert "Verdict, with the margin of" in " ".join(summary_section(data).paragraphs)


def test_few_cases_cannot_tell() -> None:
    """Under 10 cases there is no interval, and no verdict beyond "these data cannot tell"."""
    data = replace(audit_data(NEAR.at(lambda place: place < 6)), margin=0.1)
    assert verdict_of(data) == "these data cannot tell"


def test_the_plans_primary_figure_is_the_one_that_is_said() -> None:
    """Exact agreement as the primary: judge 9 of 12 (mean of 12 and 6), clinicians 6 of 12."""
    data = _planned(NEAR, 0.05, criterion="safety", statistic="exact_agreement")
    sentence = summary_section(data).paragraphs[0]
    assert "exact agreement of the judge with a clinician was 75.0 %" in sentence
    assert "of two clinicians with each other 50.0 %" in sentence
    assert "by 25.0 percentage points" in sentence


def test_a_primary_figure_that_does_not_suit_is_a_warning() -> None:
    """Kappa of a 0 to 100 scale is not computed, and the warning says what suits."""
    one = panel([k * 7 for k in range(12)], [(k * 7, 50) for k in range(12)], scale=HUNDRED)
    section = summary_section(_planned(one, 0.1, criterion="safety", statistic="kappa"))
    assert "kappa of safety cannot be computed" in section.warnings[0]
    assert "mean_absolute_error, concordance" in section.warnings[0]


def test_several_criteria_without_a_primary_have_no_single_sentence() -> None:
    """Picking the best afterwards is not offered: every criterion has its row."""
    other = replace(FAR, criterion="style", name="Style")
    section = summary_section(audit_data(NEAR, other))
    assert section.paragraphs[0].startswith("No primary criterion was declared")
    assert [row[0] for row in section.tables[0].rows] == ["Safety", "Style"]


def test_labels_are_compared_with_their_extras() -> None:
    """Nominal scales: the share of equal answers; the plot's axis is 0 to 1."""
    one = panel(["yes"] * 12, [("yes", "no" if k % 3 else "yes") for k in range(12)], scale=YES_NO)
    section = summary_section(audit_data(one))
    # Judge with R1 12/12, with R2 4/12: mean 66.7 %; the clinicians agree on 4/12.
    assert "was 66.7 %, of two clinicians with each other 33.3 %" in section.paragraphs[0]
    (picture,) = section.pictures
    assert picture.span == (0.0, 1.0)
    # Two clinicians are one pair, and so one row.
    assert [row.label for row in picture.rows] == ["Safety: R1 and R2", "Safety: judge"]
    assert [row.is_marked for row in picture.rows] == [False, True]


def test_three_clinicians_have_a_row_each() -> None:
    """Each against the two others, and the judge against all."""
    one = panel([3] * 12, [(3, 3 + k % 2, 3) for k in range(12)])
    (picture,) = summary_section(audit_data(one)).pictures
    labels = [row.label for row in picture.rows]
    assert labels == ["Safety: R1", "Safety: R2", "Safety: R3", "Safety: judge"]


def test_one_clinician_is_no_reference() -> None:
    """With one clinician the other side is undefined, in a sentence, and nothing is plotted."""
    section = summary_section(audit_data(odd_panels()["one rater"]))
    text = " ".join(section.paragraphs)
    assert "of two clinicians with each other it is undefined" in text
    assert "One clinician rated" in text
    assert section.pictures == ()


@pytest.mark.parametrize("name", sorted(odd_panels()))
def test_odd_panels_give_sentences(name: str) -> None:
    """Whatever is odd about a panel, there is a sentence, and no figure without reason."""
    section = summary_section(audit_data(odd_panels()[name]))
    assert section.paragraphs[0]
    for one in section.figures:
        assert (one.estimate.value is None) == (one.estimate.reason is not None)


@pytest.mark.parametrize(("n_raters", "is_drawn"), [(12, True), (13, False)])
def test_more_clinicians_than_are_read_are_not_drawn(n_raters: int, is_drawn: bool) -> None:
    """A picture of many clinicians is no picture, and takes every two of them every time."""
    one = panel([3] * 2, [(3,) * n_raters] * 2)
    section = summary_section(audit_data(one, n_boot=0))
    assert bool(section.pictures) == is_drawn
    assert any("No picture shows more than 12" in text for text in section.paragraphs) != is_drawn
