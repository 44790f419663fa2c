"""The main table: every coefficient of every criterion, beside the clinicians' own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audit_panels import YES_NO, audit_data, odd_panels, panel

from judgekit.agreement import cohen_kappa, gwet_ac, krippendorff_alpha, macro_f1
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.agreement import agreement_section

ROWS = [(1 + k % 5, 1 + (k * 2) % 5, 1 + (k // 2) % 5) for k in range(20)]
JUDGE = [1 + (k * 3) % 5 for k in range(20)]
CASES = [f"p{k // 2}" for k in range(20)]
ORDERED = panel(JUDGE, ROWS, cases=CASES)
SCALE = (1, 2, 3, 4, 5)


def _values(one: Panel) -> dict[tuple[str, str], float | None]:
    section = agreement_section(audit_data(one))
    return {(f.statistic, f.subject): f.estimate.value for f in section.figures}


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa_is_the_mean_over_pairs_of_raters(weights: str | None) -> None:
    """Each side is the plain mean of Cohen's kappas of its pairs; the difference is theirs."""
    name = "kappa" if weights is None else f"kappa_{weights}"
    actual = _values(ORDERED)

    def kappa(a: list[int], b: list[int]) -> float:
        found = cohen_kappa(a, b, categories=SCALE, weights=weights).value
        assert found is not None
        return found

    columns = [[row[k] for row in ROWS] for k in range(3)]
    judge = sum(kappa(JUDGE, column) for column in columns) / 3
    humans = sum(kappa(columns[i], columns[j]) for i, j in ((0, 1), (0, 2), (1, 2))) / 3
    assert actual[name, "judge with clinicians"] == pytest.approx(judge)
    assert actual[name, "clinicians with each other"] == pytest.approx(humans)
    assert actual[name, "judge minus clinicians"] == pytest.approx(judge - humans)


def test_alpha_takes_the_judge_as_one_more_rater() -> None:
    """Ordinal alpha of the clinicians, and of clinicians and judge together."""
    actual = _values(ORDERED)
    alone = krippendorff_alpha(ROWS, metric="ordinal", categories=SCALE).value
    both = krippendorff_alpha(
        [[*row, own] for row, own in zip(ROWS, JUDGE, strict=True)],
        metric="ordinal",
        categories=SCALE,
    ).value
    assert actual["krippendorff_alpha_ordinal", "clinicians with each other"] == alone
    assert actual["krippendorff_alpha_ordinal", "clinicians and judge together"] == both


def test_agreement_on_a_class_counts_pairs_of_judge_and_clinician() -> None:
    """Labels, by hand: 4 pairs (yes, yes), 2 (yes, no), 6 (no, no): yes 2*4 / (2*4 + 2) = 0.8.

    No: 2*6 / (2*6 + 2) = 6/7. The two clinicians always agree with each other.
    """
    judge = ["yes", "yes", "yes", "no", "no", "no"]
    answers = [("yes", "yes")] * 2 + [("no", "no")] * 4
    actual = _values(panel(judge, answers, scale=YES_NO))
    assert actual["specific_agreement_yes", "judge with clinicians"] == pytest.approx(0.8)
    assert actual["specific_agreement_no", "judge with clinicians"] == pytest.approx(6 / 7)
    assert actual["specific_agreement_yes", "clinicians with each other"] == 1.0


def test_answers_beside_the_scale_are_read_three_ways() -> None:
    """On the scale only; all answers as labels; and whether the scale applies at all.

    Judge 3, 3, n/a, n/a against one clinician 3, n/a, n/a, 3: where both are on the scale 1 of 1
    agrees; of all answers 2 of 4; on whether it applies 2 of 4.
    """
    extra = "not_applicable"
    actual = _values(panel([3, 3, extra, extra], [(3,), (extra,), (extra,), (3,)]))
    subject = "judge with clinicians"
    assert actual["exact_agreement", subject] == 1.0
    assert actual["exact_agreement_all_answers", subject] == 0.5
    assert actual["exact_agreement_applicable", subject] == 0.5


def test_macro_f1_comes_in_both_readings() -> None:
    """Criteria on one scale: pooled, and as the mean over criteria; each criterion alone too."""
    other = replace(panel([2] * 20, ROWS, cases=CASES), criterion="style", name="Style")
    section = agreement_section(audit_data(ORDERED, other))
    found = {(f.criterion, f.statistic): f.estimate.value for f in section.figures}
    judged = [*JUDGE, *[2] * 20]
    groups = ["safety"] * 20 + ["style"] * 20
    assert found[None, "macro_f1_pooled"] == macro_f1(judged, ROWS + ROWS, categories=SCALE).value
    assert (
        found[None, "macro_f1_mean_over_criteria"]
        == macro_f1(judged, ROWS + ROWS, categories=SCALE, groups=groups).value
    )
    assert found["safety", "macro_f1"] == macro_f1(JUDGE, ROWS, categories=SCALE).value


def test_ac2_of_a_crossed_panel_of_two_is_gwets() -> None:
    """With one clinician the judge's AC2 is that of the two as raters."""
    actual = _values(panel(JUDGE, [(row[0],) for row in ROWS]))
    pairs = [[own, row[0]] for own, row in zip(JUDGE, ROWS, strict=True)]
    expected = gwet_ac(pairs, categories=SCALE, weights="quadratic").value
    assert actual["gwet_ac2_quadratic", "judge with clinicians"] == pytest.approx(expected)


def test_every_answer_of_the_scale_keeps_its_row() -> None:
    """Grades that nobody gave stand in the table of answers with 0."""
    section = agreement_section(audit_data(panel([3] * 12, [(3, 4)] * 12)))
    rows = {row[0]: row[1:] for row in section.tables[0].rows}
    assert rows["Safety: 1"] == ("0 of 24 (0.0 %)", "0 of 12 (0.0 %)")
    assert rows["Safety: 3"] == ("12 of 24 (50.0 %)", "12 of 12 (100.0 %)")


@pytest.mark.parametrize("name", sorted(odd_panels()))
def test_odd_panels_give_values_or_reasons(name: str) -> None:
    """Nothing raises; every figure has a value or a reason; a metric has a sentence instead."""
    section = agreement_section(audit_data(odd_panels()[name]))
    for one in section.figures:
        assert (one.estimate.value is None) == (one.estimate.reason is not None)
    if name == "metric":
        assert section.figures == ()
        assert "only order can be compared" in section.paragraphs[1]
