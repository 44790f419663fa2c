"""What came before an item, and who wrote the answer."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from judgekit.agreement.family_preference import CLINICIANS, FamilyPreference, family_preference
from judgekit.agreement.order_effect import order_effect
from judgekit.records.estimate import TOO_FEW_CASES
from judgekit.statistics.bootstrap import NO_INTERVAL_ASKED
from judgekit.statistics.intervals import mean_estimate

Column = NDArray[np.float64]


def test_order_by_hand() -> None:
    """Four items in one sequence, listed out of order; errors 0, 1, 1 after scores 1, 3, 5.

    Slope: deviations -2 0 2 of the scores, sum of products 2, of squares 8: 0.25.
    """
    judge, clinician, positions = [5, 1, 1, 3], [4, 1, 0, 3], [30, 10, 40, 20]
    actual = order_effect(judge, clinician, positions)
    assert actual.slope.value == pytest.approx(0.25)
    assert actual.correlation.value == pytest.approx(stats.pearsonr([1, 3, 5], [0, 1, 1]).statistic)
    assert (actual.n_pairs, actual.n_same_case, actual.n_without_score) == (3, 0, 0)
    assert actual.slope.interval_reason == NO_INTERVAL_ASKED


def test_pairs_are_those_of_a_loop() -> None:
    """Sequences, gaps and cases: one by one, the item shown just before in the same sequence."""
    rng = np.random.default_rng(0)
    judge, clinician = rng.integers(0, 6, (2, 80)).astype(float)
    judge[rng.random(80) < 0.1] = np.nan
    sequences, positions = rng.integers(0, 4, 80), rng.permutation(80)
    cases = rng.integers(0, 20, 80)
    error, before, same, without = [], [], 0, 0
    for item in range(80):
        earlier = [
            i
            for i in range(80)
            if sequences[i] == sequences[item] and positions[i] < positions[item]
        ]
        if not earlier:
            continue
        last = max(earlier, key=lambda i: positions[i])
        if cases[last] == cases[item]:
            same += 1
        elif np.isnan(judge[[last, item]]).any():
            without += 1
        else:
            error.append(judge[item] - clinician[item])
            before.append(judge[last])
    actual = order_effect(
        judge, clinician, positions, sequences=sequences, clusters=cases, n_boot=300
    )
    assert (actual.n_pairs, actual.n_same_case, actual.n_without_score) == (
        len(error),
        same,
        without,
    )
    assert actual.correlation.value == pytest.approx(stats.pearsonr(before, error).statistic)
    assert actual.slope.value == pytest.approx(np.polyfit(before, error, 1)[0])
    assert actual.slope.low < actual.slope.value < actual.slope.high


def test_anchoring_is_found_and_case_difficulty_is_not() -> None:
    """A judge that adds 0.3 of its score before has slope 0.3; cases hard for it alone have 0."""
    rng = np.random.default_rng(1)
    clinician = rng.integers(0, 6, 2000).astype(float)
    judge = clinician + rng.normal(size=2000)
    for item in range(1, 2000):
        judge[item] += 0.3 * judge[item - 1]
    assert order_effect(judge, clinician, range(2000)).slope.value == pytest.approx(0.3, abs=0.06)
    cases = np.repeat(np.arange(500), 4)
    shared = clinician + 2 * rng.normal(size=500)[cases]
    declared = order_effect(shared, clinician, range(2000), clusters=cases)
    assert (declared.n_pairs, declared.n_same_case) == (499, 1500)
    assert abs(declared.correlation.value) < 0.1
    assert order_effect(shared, clinician, range(2000)).correlation.value > 0.3


def test_order_without_pairs() -> None:
    """One item, or one case: no value; a constant judge has none either; ties are refused."""
    for judge, options in (([1], {}), ([1, 2], {"clusters": ["a", "a"]})):
        actual = order_effect(judge, judge, range(len(judge)), **options)
        assert actual.correlation.reason == actual.slope.reason
        assert "after a scored item of another case" in str(actual.slope.reason)
    constant = order_effect([2, 2, 2], [1, 2, 3], [1, 2, 3])
    assert constant.slope.reason == "the judge's previous scores do not vary"
    assert constant.correlation.value is None
    with pytest.raises(ValueError, match="one finite number for each of 2 items"):
        order_effect([1, 2], [1, 2], [1])
    with pytest.raises(ValueError, match=r"have the same position 1\.0; say which"):
        order_effect([1, 2], [1, 2], [1, 1])


def _preference(
    judge: Column,
    control: Column,
    families: list[str],
    *,
    clusters: NDArray[np.int64] | None = None,
    n_boot: int = 0,
) -> FamilyPreference:
    return family_preference(
        judge,
        control,
        families,
        judge_family="a",
        control_family=CLINICIANS,
        clusters=clusters,
        n_boot=n_boot,
    )


def test_preference_by_hand() -> None:
    """Own: gaps 1 and 2; others: 0 and 1; an unscored answer plays no part: 1.5 - 0.5."""
    actual = family_preference(
        [5, 5, 3, 3, None],
        [4, 3, 3, 2, 1],
        ["a", "a", "b", "c", "a"],
        judge_family="a",
        control_family=CLINICIANS,
    )
    assert (actual.preference.value, actual.own.value, actual.others.value) == (1.0, 1.5, 0.5)
    assert (actual.preference.n, actual.own.n, actual.n_left_out) == (4, 2, 0)
    assert actual.preference.interval_reason == NO_INTERVAL_ASKED
    second = family_preference(
        [5, 5, 3, 3],
        [4, 3, 3, 2],
        ["a", "a", "b", "c"],
        judge_family="a",
        control_family="b",
    )
    assert (second.others.value, second.n_left_out, second.control_family) == (1.0, 1, "b")


def test_interval_where_every_case_has_both() -> None:
    """One own and one other answer a case: the interval is that of a mean of paired differences."""
    rng = np.random.default_rng(2)
    gaps = rng.normal(size=(30, 2)) + rng.normal(size=(30, 1))
    actual = _preference(
        gaps.ravel(), np.zeros(60), ["a", "b"] * 30, clusters=np.repeat(np.arange(30), 2), n_boot=1
    )
    expected = mean_estimate(gaps[:, 0] - gaps[:, 1], None)
    found = actual.preference
    assert found.value == pytest.approx(expected.value)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    own = mean_estimate(gaps[:, 0], None)
    assert (actual.own.low, actual.own.high) == pytest.approx((own.low, own.high))


def test_quality_and_leniency_cancel() -> None:
    """A better family, or a judge lenient to all, is no preference; exact, whatever the numbers."""
    rng = np.random.default_rng(3)
    families = ["a", "b", "c"] * 20
    control = rng.integers(0, 4, 60) + 2.0 * (np.array(families) == "a")
    lenient = _preference(control + 1, control, families)
    assert lenient.preference.value == 0.0
    assert lenient.own.value == 1.0


def test_preference_that_cannot_be_told() -> None:
    """The judge's own family as control is refused; a side without answers or cases says so."""
    with pytest.raises(ValueError, match="control must be clinicians or a judge of another family"):
        family_preference([1], [1], ["a"], judge_family="a", control_family="a")
    with pytest.raises(TypeError, match="control_family"):
        family_preference([1], [1], ["a"], judge_family="a")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="one family per answer, got 2 for 1"):
        family_preference([1], [1], ["a", "b"], judge_family="a", control_family="b")
    for families, words in ((["b", "b"], "the judge's family"), (["a", "a"], "another family")):
        actual = family_preference(
            [1, 2], [1, 1], families, judge_family="a", control_family=CLINICIANS
        )
        assert f"no answer of {words} was scored" in str(actual.preference.reason)
    few = _preference(np.arange(40.0), np.zeros(40), ["a"] * 9 + ["b"] * 31, n_boot=1)
    assert few.preference.interval_reason == TOO_FEW_CASES


@pytest.mark.slow
def test_preference_coverage() -> None:
    """20 cases, one own and two other answers each, shared errors: 93.5-96.5 %. R = 4,000."""
    rng = np.random.default_rng(4)
    clusters, families = np.repeat(np.arange(20), 3), ["a", "b", "c"] * 20
    held = 0
    for _ in range(4000):
        gaps = rng.normal(size=20)[clusters] + rng.normal(size=60) + np.tile([0.5, 0, 0], 20)
        found = _preference(gaps, np.zeros(60), families, clusters=clusters, n_boot=1)
        held += found.preference.low <= 0.5 <= found.preference.high
    sys.stdout.write(f"family preference, G = 20: coverage {held / 4000:.4f}\n")
    assert 0.935 <= held / 4000 <= 0.965
