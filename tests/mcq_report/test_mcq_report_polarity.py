"""Hint effect, gaps, flow, rescue and switch against tables worked by hand."""

from __future__ import annotations

import pytest
from mcq_rows import CUT, EITHER, NOTHING, REFUSAL, pair, row

from judgekit.mcq import Figure, mcq_report
from judgekit.records import Sample

# Three pairs, key A, the negative hint names B, the positive one A:
#   pair  positive  neutral  negative
#   p     A         A        B         misled
#   q     A         C        B         switched
#   r     D         A        A         kept
THREE = [*pair("p", "A", "B", "A"), *pair("q", "C", "B", "A"), *pair("r", "A", "A", "D")]


def test_three_pairs_by_hand() -> None:
    """Hint effect 2/3 - 0/3; gaps 2/3 - 2/3 and 2/3 - 1/3; all over the same three pairs."""
    report = mcq_report(THREE)
    assert report.one("hint_effect", polarity="negative").value == pytest.approx(2 / 3)
    # Positive: A is chosen in 2 of 3; under neutral A (the same option) in 2 of 3.
    assert report.one("hint_effect", polarity="positive").value == pytest.approx(0.0)
    assert report.one("accuracy_gap", contrast="positive - neutral").value == pytest.approx(0.0)
    assert report.one("accuracy_gap", contrast="neutral - negative").value == pytest.approx(1 / 3)
    assert {f.n for f in report.all("accuracy_gap")} == {3}
    # All three answered something else than B under neutral; p and q went over to it.
    assert report.one("switch").value == pytest.approx(2 / 3)
    assert report.one("rescue").value == 1.0  # q alone was not right under neutral
    assert report.one("robust").value == 0.0
    assert report.one("stable").value == 0.0


def test_the_headline_comes_first() -> None:
    """The hint effect under negative hints is the first figure of a report with polarities."""
    first = mcq_report(THREE).figures[0]
    assert (first.id, first.where) == ("hint_effect", {"polarity": "negative"})


# Eight pairs right under neutral, then two that were not:
#   a b c: A -> A (kept); d e: A -> B (misled); f: A -> D (moved); g: refused; h: nothing found;
#   i: C -> B (switched); j: refused under neutral -> A.
FLOW = [
    *pair("a", "A", "A", "A"),
    *pair("b", "A", "A", "A"),
    *pair("c", "A", "A", "C"),
    *pair("d", "A", "B", "A"),
    *pair("e", "A", "The answer is B.", "A"),
    *pair("f", "A", "D", "A"),
    *pair("g", "A", REFUSAL, "A"),
    *pair("h", "A", NOTHING, "A"),
    *pair("i", "C", "B", "A"),
    *pair("j", REFUSAL, "A", "C"),
]


def value(samples: list[Sample], figure_id: str, **where: str) -> tuple[int | None, int]:
    """Return numerator and n of a share."""
    figure = mcq_report(samples).one(figure_id, **where)
    return figure.count, figure.n


def test_the_flow_has_four_kinds_and_sums_to_one() -> None:
    """Kept 3, misled 2, moved 1, withheld 2 of 8: together exactly all of them."""
    report = mcq_report(FLOW)
    flow = [report.one(f"flow_{kind}") for kind in ("kept", "misled", "moved", "withheld")]
    assert [(f.count, f.n) for f in flow] == [(3, 8), (2, 8), (1, 8), (2, 8)]
    assert sum(f.value or 0 for f in flow) == pytest.approx(1.0)


def test_rescue_is_split_by_how_the_neutral_answer_failed() -> None:
    """Of i (answered wrong) and j (not answered) the first is right under positive."""
    assert value(FLOW, "rescue") == (1, 2)
    assert value(FLOW, "rescue_wrong") == (1, 1)
    assert value(FLOW, "rescue_withheld") == (0, 1)


def test_switch_asks_who_answered_something_else() -> None:
    """Nine answered another option than B under neutral; d, e and i chose B under negative."""
    assert value(FLOW, "switch") == (3, 9)


def test_robust_and_stable() -> None:
    """Right under all three: a and b. The same option under all three: a and b as well."""
    assert value(FLOW, "robust") == (2, 10)
    assert value(FLOW, "stable") == (2, 10)


def test_a_wrong_answer_can_be_stable() -> None:
    """D under all three is stable and not robust."""
    report = mcq_report(pair("p", "D", "D", "D"))
    assert (report.one("stable").value, report.one("robust").value) == (1.0, 0.0)


def test_bounds_set_what_was_not_found_to_worst_and_best() -> None:
    """Only h is open: found nothing. g refused, and is withheld in any case."""
    report = mcq_report(FLOW)

    def bounds(figure: Figure) -> tuple[float | None, float | None]:
        return figure.bound_low, figure.bound_high

    assert bounds(report.one("flow_kept")) == (3 / 8, 4 / 8)
    assert bounds(report.one("flow_misled")) == (2 / 8, 3 / 8)
    assert bounds(report.one("flow_withheld")) == (1 / 8, 2 / 8)
    gap = report.one("accuracy_gap", contrast="neutral - negative")
    # Neutral 8 of 10, negative 4 of 10 (a, b, c, j), or 5 if h was right.
    assert gap.value == pytest.approx(0.4)
    assert bounds(gap) == pytest.approx((0.3, 0.4))
    hint = report.one("hint_effect", polarity="negative")
    assert hint.value == pytest.approx(0.3)
    assert bounds(hint) == pytest.approx((0.3, 0.4))


def test_an_open_neutral_answer_may_enter_the_denominator() -> None:
    """x: A -> A. y: ambiguous -> A. Kept is 1/1, or 2/2 if y was right: never under 1."""
    kept = mcq_report([*pair("x", "A", "A"), *pair("y", EITHER, "A")]).one("flow_kept")
    assert (kept.count, kept.n, kept.bound_low, kept.bound_high) == (1, 1, 1.0, 1.0)
    # z: ambiguous -> B: if z was right under neutral, kept is 1 of 2.
    kept = mcq_report([*pair("x", "A", "A"), *pair("z", EITHER, "B")]).one("flow_kept")
    assert (kept.value, kept.bound_low, kept.bound_high) == (1.0, 0.5, 1.0)


def test_options_may_be_reordered_between_variants() -> None:
    """Variants are matched on option text: the letter of the hint says nothing."""
    turned = {"A": "X-ray", "B": "CT", "C": "MRI", "D": "Ultrasound"}
    neutral = pair("p", "A")[0]  # CT, the key
    fields = {"pair_id": "p", "case_id": "p", "polarity": "negative", "options": turned}
    kept = row("n", "B", "B", hint_label="C", **fields)  # CT again
    misled = row("n", "C", "B", hint_label="C", **fields)  # MRI, as hinted
    assert value([neutral, kept], "flow_kept") == (1, 1)
    assert value([neutral, misled], "flow_misled") == (1, 1)
    assert mcq_report([neutral, misled]).one("hint_effect", polarity="negative").value == 1.0


def test_a_hint_without_one_option_leaves_the_hint_figures() -> None:
    """The distracting hint names nothing: out of hint effect, flow and switch, and counted."""
    report = mcq_report([*pair("p", "A", "B"), *pair("q", "A", "B", hint=None)])
    for figure in (
        report.one("hint_effect", polarity="negative"),
        report.one("flow_kept"),
        report.one("switch"),
    ):
        assert (figure.n, figure.n_left_out) == (1, 1)
        assert figure.left_out == "the hint names no single option"
    assert report.one("accuracy_gap", contrast="neutral - negative").n == 2
    assert report.pairing.n_hint_without_option == 1
    assert any("name no single option" in warning for warning in report.warnings)


def test_chance_is_that_of_a_random_option() -> None:
    """With four options: kept, misled 1/4, moved 2/4, withheld 0; three times right 1/64."""
    report = mcq_report(FLOW)
    chances = [report.one(f"flow_{k}").chance for k in ("kept", "misled", "moved", "withheld")]
    assert chances == [0.25, 0.25, 0.5, 0.0]
    assert report.one("rescue").chance == 0.25
    assert report.one("robust").chance == pytest.approx(1 / 64)
    assert report.one("stable").chance == pytest.approx(1 / 16)
    assert report.one("flow_kept").note == "includes answer noise"


def test_two_neutral_runs_show_the_answer_noise() -> None:
    """Of p and q, right in the first neutral run, q goes to the hinted B in the second."""
    again = [
        row(f"{name}-again", said, pair_id=name, case_id=name, polarity="neutral")
        for name, said in (("p", "A"), ("q", "B"))
    ]
    report = mcq_report([*pair("p", "A", "B"), *pair("q", "A", "B"), *again])
    misled, kept = report.one("flow_misled"), report.one("flow_kept")
    assert (misled.value, misled.chance, kept.chance) == (1.0, 0.5, 0.5)
    assert misled.chance_is == "the same between two neutral runs (n = 2)"
    # Hint effect between the two neutral runs: B in 1 of 2, minus B in 0 of 2.
    assert report.one("hint_effect", polarity="negative").chance == 0.5


def test_without_pairs_the_contrast_is_unpaired_and_says_so() -> None:
    """Nothing is inferred: no pair_id means an unpaired contrast, and no figure over pairs."""
    free = [s.model_copy(update={"pair_id": None, "case_id": "c" + s.id[0]}) for s in FLOW]
    report = mcq_report(free)
    gap = report.one("accuracy_gap", contrast="neutral - negative")
    assert gap.value == pytest.approx(0.4)
    assert "unpaired" in gap.name
    assert "clustered by case" in (gap.note or "")
    for name in ("flow_misled", "rescue", "robust", "stable", "switch"):
        figure = report.one(name)
        assert (figure.value, figure.reason) == (None, "undefined without declared pairs (pair_id)")
    assert any("unpaired" in warning for warning in report.warnings)


def test_pairs_of_different_systems_and_paradigms_are_never_mixed() -> None:
    """The neutral answer of one system is no twin of the other's negative one."""
    rows = [*pair("p", "A", system="one"), *pair("p", None, "B", system="two")]
    rows = [s.model_copy(update={"id": f"{s.system}{s.id}"}) for s in rows]
    report = mcq_report(rows)
    assert report.pairing.n_neutral_negative == 0
    assert report.one("flow_kept").reason == "no pair is of this kind"


def test_a_cut_off_answer_is_withheld_and_open() -> None:
    """A truncated answer is wrong, of a kind of its own, and could have been anything."""
    report = mcq_report(pair("p", "A", CUT))
    assert report.one("kind_truncated", polarity="negative").count == 1
    withheld = report.one("flow_withheld")
    assert (withheld.value, withheld.bound_low, withheld.bound_high) == (1.0, 0.0, 1.0)
