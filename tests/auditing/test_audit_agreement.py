"""The main table: every coefficient of every criterion, beside the clinicians' own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audit_panels import YES_NO, audit_data, odd_panels, panel

from judgekit.agreement import cohen_kappa, gwet_ac, krippendorff_alpha, macro_f1
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.agreement import agreement_section
from judgekit.records.outcome import Outcome

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


def test_agreement_on_a_class_says_over_how_many_pairs_of_how_many_items() -> None:
    """Three items, ratings 2 + 1 + 2; the judge failed on the last: 3 pairs of 2 items.

    Clinicians with each other: the first and the last item have two ratings, the judge or not.
    """
    one = panel(["yes", "no", Outcome.TIMEOUT], [("yes", "no"), ("no", None), ("no", "no")],
                scale=YES_NO)  # fmt: skip
    section = agreement_section(audit_data(one))
    found = {f.subject: f for f in section.figures if f.statistic == "specific_agreement_no"}
    judge, humans = found["judge with clinicians"], found["clinicians with each other"]
    # no: judge 1, clinicians 2 in the pairs (yes, yes) (yes, no) (no, no): 2 * 1 / (1 + 2)
    assert judge.estimate.value == pytest.approx(2 / 3)
    assert (judge.n_pairs, judge.estimate.n) == (3, 2)
    # no of clinicians: one of three has no partner: 2 / 3
    assert humans.estimate.value == pytest.approx(2 / 3)
    assert (humans.n_pairs, humans.estimate.n) == (None, 2)
    row = next(row for row in section.tables[1].rows if row[0] == "Agreement on “no”")
    assert "3 pairs of 2 answers, G = 2" in row[1]
    assert "n = 2, G = 2" in row[2]


def test_clinicians_agree_as_well_beside_a_metric() -> None:
    """What needs no judge is the same whether a judge on the scale or a metric stands beside it.

    Exact agreement by hand: of the items that both rated, the share with one answer, mean of the
    three pairs of clinicians; the metric failed on half of them, which plays no part.
    """
    rows: list[tuple[Answer, ...]] = [*ROWS[:-1], (None, 3, 3)]
    metric = panel([0.5, Outcome.API_ERROR] * 10, rows, cases=CASES, is_on_scale=False)
    beside_metric = _values(metric)
    beside_judge = _values(panel(JUDGE, rows, cases=CASES))
    humans = {key for key in beside_judge if key[1] == "clinicians with each other"}
    assert set(beside_metric) == humans
    for key in humans:
        assert beside_metric[key] == beside_judge[key], key
    shares = []
    for i, j in ((0, 1), (0, 2), (1, 2)):
        both = [(row[i], row[j]) for row in rows if None not in (row[i], row[j])]
        shares.append(sum(a == b for a, b in both) / len(both))
    assert beside_metric["exact_agreement", "clinicians with each other"] == pytest.approx(
        sum(shares) / 3
    )
    section = agreement_section(audit_data(metric))
    assert section.tables[1].columns == ("Figure", "Clinicians with each other")
    for one in section.figures:
        assert "items that two" in one.estimand, one.id


def test_estimands_say_which_items_enter() -> None:
    """Of clinicians: all they rated, or those the judge answered; Fleiss counts single ratings."""
    section = agreement_section(audit_data(panel([1, Outcome.TIMEOUT], [(1, 2), (2, None)])))
    by_id = {f.id.removeprefix("agreement/safety/"): f for f in section.figures}
    end = "clinicians_with_each_other"
    alpha, fleiss = by_id[f"krippendorff_alpha_ordinal/{end}"], by_id[f"fleiss_kappa/{end}"]
    assert (alpha.estimate.n, fleiss.estimate.n) == (1, 2)
    assert "all items that two or more rated, whether the judge answered or not" in alpha.estimand
    assert "chance over all that any rated, which are n" in fleiss.estimand
    assert "items that the judge answered" in by_id[f"exact_agreement/{end}"].estimand
    assert all(f.estimand[0].isupper() for f in section.figures)


def test_pooled_macro_f1_counts_items_once() -> None:
    """Twenty items under two criteria: 40 pairs of an item and a criterion, of 20 items.

    The note names the two readings only where they are shown.
    """
    other = replace(panel([2] * 20, ROWS, cases=CASES), criterion="style", name="Style")
    section = agreement_section(audit_data(ORDERED, other))
    for one in section.figures:
        if one.criterion is None:
            assert (one.n_pairs, one.estimate.n, one.estimate.clusters) == (40, 20, 10)
    assert "Two different numbers" in (section.tables[-1].note or "")
    alone = agreement_section(audit_data(ORDERED)).tables[-1]
    assert "Two different numbers" not in (alone.note or "")


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
    """Nothing raises; every figure has a value or a reason; a metric has clinicians' figures."""
    section = agreement_section(audit_data(odd_panels()[name]))
    for one in section.figures:
        assert (one.estimate.value is None) == (one.estimate.reason is not None)
    if name == "metric":
        assert {one.subject for one in section.figures} == {"clinicians with each other"}
        assert "only order can be compared" in section.paragraphs[1]
