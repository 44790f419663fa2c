"""The alternative annotator test: its published figures and its closed traps."""

from __future__ import annotations

import numpy as np
import pytest
from agreement_cases import CASES
from scipy import stats

from judgekit.agreement.alternative_annotator import alt_test
from judgekit.records.estimate import TOO_FEW_CASES

SYNTHETIC = CASES["alttest_synthetic_3x40"]
NAMES = ("a", "b", "c")
ITEMS = sorted(SYNTHETIC["data"]["judge"])
PANEL = [[SYNTHETIC["data"]["humans"][name].get(item) for name in NAMES] for item in ITEMS]
JUDGE = [SYNTHETIC["data"]["judge"][item] for item in ITEMS]


@pytest.mark.parametrize("score", ["accuracy", "neg_rmse"])
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.2])
def test_equals_the_authors_code(score: str, epsilon: float) -> None:
    """Every figure of the published procedure: rho, p per rater, winning rate, advantage."""
    expected = SYNTHETIC["expected"][f"{score}_eps{epsilon}"]
    actual = alt_test(PANEL, JUDGE, epsilon=epsilon, score=score)
    for name, rater in zip(NAMES, actual.per_rater, strict=True):
        figures = expected["per_annotator"][name]
        assert rater.n == figures["n"]
        assert rater.rho_judge == pytest.approx(figures["rho_judge"], abs=1e-9)
        assert rater.rho_human == pytest.approx(figures["rho_human"], abs=1e-9)
        assert rater.p == pytest.approx(figures["p"], abs=1e-9)
        assert rater.is_beaten == (name in expected["rejected"])
    assert actual.winning_rate == pytest.approx(expected["winning_rate"], abs=1e-9)
    assert actual.advantage_probability == pytest.approx(
        expected["advantage_probability"], abs=1e-9
    )
    at = {point.epsilon: point.winning_rate for point in actual.curve}
    assert at[epsilon] == actual.winning_rate


def test_a_judge_that_never_flags_gets_no_winning_rate() -> None:
    """The published procedure passes it with 1.0 at every epsilon; here it is not scored.

    The rare label's sensitivity stands beside it: 30 ratings "0", none shared.
    """
    humans = np.ones((200, 3))
    for rater in range(3):
        humans[10 * rater : 10 * rater + 10, rater] = 0
    for epsilon in (0.0, 0.1, 0.2):
        actual = alt_test(humans, np.ones(200), epsilon=epsilon)
        assert actual.winning_rate is None
        assert "same rating throughout" in str(actual.reason)
        assert all(point.winning_rate is None for point in actual.curve)
        assert actual.rarest_label == 0
        assert (actual.rarest_sensitivity.value, actual.rarest_sensitivity.n) == (0.0, 30)
        assert any("570 of 600 ratings are alike" in words for words in actual.warnings)


def test_a_perfect_judge_beats_everybody() -> None:
    """Where the difference never varies its size decides: nobody is farther than epsilon = 0."""
    truth = np.arange(40) % 2
    for epsilon in (0.0, 0.2):
        actual = alt_test(np.column_stack([truth] * 3), truth, epsilon=epsilon)
        assert (actual.winning_rate, actual.advantage_probability) == (1.0, 1.0)
        assert any("decided by size" in words for words in actual.warnings)


def test_a_judge_that_is_always_wrong_beats_nobody() -> None:
    """The same rule in the other direction: a difference of 1 on every item is a loss."""
    truth = np.arange(40) % 2
    actual = alt_test(np.column_stack([truth] * 3), 1 - truth, epsilon=0.2)
    assert (actual.winning_rate, actual.advantage_probability) == (0.0, 0.0)


def test_two_raters_are_too_few() -> None:
    """With two raters the test is undefined and says so."""
    actual = alt_test([row[::2] for row in PANEL], JUDGE, epsilon=0.2)
    assert actual.winning_rate is None
    assert actual.reason == "needs 3 raters or more, got 2"


def test_raters_with_few_items_are_named() -> None:
    """An untested rater does not count, is listed with the reason, and is warned of."""
    sparse = [[a, b, c, a if i < 8 else None] for i, (a, b, c) in enumerate(PANEL)]
    actual = alt_test(sparse, JUDGE, epsilon=0.2)
    assert [rater.is_beaten is None for rater in actual.per_rater] == [False, False, False, True]
    assert actual.per_rater[3].reason == "8 items, fewer than 30"
    assert any("rater 3 was not tested" in words for words in actual.warnings)
    nobody = alt_test(PANEL, JUDGE, epsilon=0.2, min_items=41)
    assert nobody.winning_rate is None
    assert "no rater shares enough" in str(nobody.reason)


def test_cases_widen_the_test() -> None:
    """T is cluster-robust: its p equals a one-sample t on case means for equal cases."""
    clusters = np.repeat(np.arange(20), 2)
    full = [[a, c if b is None else b, c] for a, b, c in PANEL]
    actual = alt_test(full, JUDGE, epsilon=0.2, clusters=clusters)
    for column, rater in enumerate(actual.per_rater):
        own = np.array([row[column] for row in full])
        others = np.array([row[:column] + row[column + 1 :] for row in full])
        near = (others == np.array(JUDGE)[:, None]).mean(axis=1)
        mine = (others == own[:, None]).mean(axis=1)
        means = ((mine >= near) * 1.0 - (near >= mine)).reshape(20, 2).mean(axis=1)
        expected = stats.ttest_1samp(means, 0.2, alternative="less").pvalue
        assert rater.p == pytest.approx(expected, abs=1e-9)
        assert rater.clusters == 20
    few = alt_test(PANEL, JUDGE, epsilon=0.2, clusters=np.repeat(np.arange(8), 5))
    assert {rater.reason for rater in few.per_rater} == {TOO_FEW_CASES}


def test_labels_and_unjudged_items() -> None:
    """Text labels are compared as they are; items without the judge's rating are counted out."""
    words = {None: None, **{grade: f"grade {grade}" for grade in range(6)}}
    panel = [[words[value] for value in row] for row in PANEL]
    judge = [words[value] for value in JUDGE]
    assert (
        alt_test(panel, judge, epsilon=0.2).winning_rate
        == alt_test(PANEL, JUDGE, epsilon=0.2).winning_rate
    )
    judge[:2] = [None, None]
    actual = alt_test(panel, judge, epsilon=0.2)
    assert actual.per_rater[0].n == 38
    assert "2 items have no rating of the judge" in actual.warnings[0]


def test_bad_input_is_refused() -> None:
    """Epsilon outside 0-1, unknown scores, labels where numbers are needed, unequal lengths."""
    with pytest.raises(ValueError, match="epsilon must lie within 0 to 1, got 20"):
        alt_test(PANEL, JUDGE, epsilon=20)
    with pytest.raises(ValueError, match="score must be"):
        alt_test(PANEL, JUDGE, epsilon=0.2, score="kappa")
    with pytest.raises(ValueError, match="needs numbers, got 'x'"):
        alt_test([["x", "x", "y"]], ["x"], epsilon=0.2, score="neg_rmse")
    with pytest.raises(ValueError, match="one rating per item, got 39 for 40"):
        alt_test(PANEL, JUDGE[1:], epsilon=0.2)
    empty = alt_test([[None, None, None]] * 3, [None] * 3, epsilon=0.2)
    assert empty.winning_rate is None
    assert empty.rarest_sensitivity.reason == "there are no ratings"
