"""The judge beside clinicians: pairwise kappa, leave-one-out, and what a margin allows to say."""

from __future__ import annotations

import numpy as np
import pytest
from agreement_cases import CASES

from judgekit.agreement import human_reference, leave_one_out, margin_verdict
from judgekit.agreement.kappa import cohen_kappa
from judgekit.records.estimate import Estimate

EXPECTED = CASES["loo_ceiling_synthetic_3x40"]["expected"]
DATA = CASES["alttest_synthetic_3x40"]["data"]
NAMES = ("a", "b", "c")
ITEMS = sorted(DATA["judge"])
PANEL = [[DATA["humans"][name].get(item) for name in NAMES] for item in ITEMS]
JUDGE = [DATA["judge"][item] for item in ITEMS]
SCALE = range(6)


def test_pairwise_kappa_equals_the_reference() -> None:
    """Quadratic kappa of every two raters, their means and the gap, as scikit-learn gives."""
    actual = human_reference(PANEL, JUDGE, categories=SCALE, measure="kappa_quadratic")
    values = {(pair.first, pair.second): pair.value for pair in actual.pairs}
    for place, name in enumerate(NAMES):
        assert values[None, place] == pytest.approx(EXPECTED["judge_human_qwk"][name], abs=1e-9)
    for key, (one, other) in {"a-b": (0, 1), "a-c": (0, 2), "b-c": (1, 2)}.items():
        assert values[one, other] == pytest.approx(EXPECTED["human_human_qwk"][key], abs=1e-9)
    for estimate, key in (
        (actual.human_human, "mean_human_human_qwk"),
        (actual.judge_human, "mean_judge_human_qwk"),
        (actual.difference, "gap_judge_minus_human"),
    ):
        assert estimate.value == pytest.approx(EXPECTED[key], abs=1e-9)


def test_interval_of_the_difference_pairs_the_draws() -> None:
    """Both means are resampled together: their difference varies less than they would apart."""
    options = {"categories": SCALE, "measure": "kappa_quadratic", "n_boot": 500}
    actual = human_reference(PANEL, JUDGE, **options)
    width = actual.difference.high - actual.difference.low
    apart = np.hypot(
        actual.human_human.high - actual.human_human.low,
        actual.judge_human.high - actual.judge_human.low,
    )
    assert 0 < width < apart
    copy = human_reference(PANEL, [row[0] for row in PANEL], **options)
    assert copy.difference.value > 0


def test_two_clinicians_have_one_pair() -> None:
    """With two clinicians the reference is their one kappa; pairs that share nothing drop out."""
    actual = human_reference([row[::2] for row in PANEL], JUDGE, categories=SCALE, measure="kappa")
    a, c = [row[0] for row in PANEL], [row[2] for row in PANEL]
    expected = cohen_kappa(a, c, categories=SCALE).value
    assert actual.human_human.value == pytest.approx(expected)
    apart = [[1, None], [0, None], [None, 1], [None, 0]]
    alone = human_reference(apart, [1, 0, 1, 0], categories=(0, 1), measure="kappa")
    assert alone.judge_human.value == 1.0
    assert alone.human_human.value is None
    assert [pair.n for pair in alone.pairs] == [2, 2, 0]
    nothing = human_reference([[None, None]], [1], categories=(0, 1), measure="kappa")
    assert nothing.difference.reason == "no item has two ratings"


def test_leave_one_out_equals_the_reference() -> None:
    """MAE, bias and correlation of clinician and judge against the mean of the others."""
    for name, actual in zip(NAMES, leave_one_out(PANEL, JUDGE), strict=True):
        expected = dict(EXPECTED["per_annotator_vs_mean_of_others"][name])
        assert actual.n == expected.pop("n")
        for key, value in expected.items():
            assert getattr(actual, key) == pytest.approx(value, abs=1e-9), key
        gap = expected["judge_mae"] - expected["human_mae"]
        assert actual.difference.value == pytest.approx(gap, abs=1e-9)
        assert actual.difference.low < gap < actual.difference.high


def test_leave_one_out_needs_three() -> None:
    """With two clinicians it is undefined and gives nothing; lengths must fit."""
    assert leave_one_out([[1, 2]], [1]) == ()
    with pytest.raises(ValueError, match="one rating per item, got 1 for 40"):
        leave_one_out(PANEL, [1])
    empty = leave_one_out([[1, None, None]], [1])[0]
    assert (empty.n, empty.human_mae, empty.difference.value) == (0, None, None)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.01, 0.2, "closer"),
        (-0.09, 0.05, "no further than the margin"),
        (-0.4, -0.11, "further than the margin"),
        (-0.2, 0.05, "these data cannot tell"),
        (None, None, "these data cannot tell"),
    ],
)
def test_a_margin_gives_one_of_four_verdicts(
    low: float | None, high: float | None, verdict: str
) -> None:
    """The interval against 0 and the margin 0.1; without an interval nothing can be told."""
    difference = Estimate(value=0.0, low=low, high=high, n=40)
    assert margin_verdict(difference, margin=0.1) == verdict
    with pytest.raises(ValueError, match="margin must be > 0, got 0"):
        margin_verdict(difference, margin=0)
