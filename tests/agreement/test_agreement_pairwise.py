"""Pairwise accuracy within cases, under both rules for ties."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from judgekit.agreement.pairwise import pairwise_accuracy
from judgekit.records.estimate import TOO_FEW_CASES
from judgekit.statistics.intervals import proportion_estimate

RULES = ("three_way", "decided")


def _scores(seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Thirty questions with one to five answers on a 0-3 scale, some unscored."""
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(30), rng.integers(1, 6, 30))
    level = rng.integers(0, 4, groups.size)
    reference, judge = (
        np.clip(level + rng.integers(-1, 2, groups.size), 0, 3).astype(float) for _ in range(2)
    )
    reference[rng.random(groups.size) < 0.1] = np.nan
    return reference, judge, groups


def _by_pairs(
    reference: NDArray[np.float64],
    judge: NDArray[np.float64],
    groups: NDArray[np.int64],
    rule: str,
    near: float,
) -> list[tuple[int, float]]:
    """Go through all pairs of items one by one; (group, credit)."""
    found = []
    for i, j in combinations(range(len(groups)), 2):
        if groups[i] != groups[j] or np.isnan([reference[i], reference[j]]).any():
            continue
        one, other = reference[i] - reference[j], judge[i] - judge[j]
        one, other = (0 if abs(d) <= near else np.sign(d) for d in (one, other))
        if rule == "three_way":
            found.append((groups[i], float(one == other)))
        elif one != 0:
            found.append((groups[i], 0.5 if other == 0 else float(one == other)))
    return found


def test_both_rules_by_hand() -> None:
    """Six pairs of four answers.

    Reference 1 2 2 3, judge 1 1 2 3. Pairs (0,1): < against =; (0,2), (0,3), (1,3), (2,3): < both;
    (1,2): = against <. Three-way: 4 of 6. Decided: five pairs, four right and a half: 4.5 / 5.
    """
    given = ([1, 2, 2, 3], [1, 1, 2, 3], ["q"] * 4)
    strict = pairwise_accuracy(*given, ties="three_way")
    assert strict.accuracy.value == pytest.approx(4 / 6)
    assert (strict.n_pairs, strict.reference_ties, strict.judge_ties) == (6, 1, 1)
    assert strict.accuracy.n == 6
    decided = pairwise_accuracy(*given, ties="decided")
    assert decided.accuracy.value == 0.9
    assert (decided.accuracy.n, decided.accuracy.clusters) == (5, 1)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("near", [0.0, 1.0])
def test_equals_a_loop_over_pairs(rule: str, near: float) -> None:
    """Gaps, groups of one, ties by threshold: the mean credit of all pairs, one by one."""
    reference, judge, groups = _scores(0)
    pairs = _by_pairs(reference, judge, groups, rule, near)
    actual = pairwise_accuracy(reference, judge, groups, ties=rule, tie_within=near)
    assert actual.accuracy.value == pytest.approx(np.mean([c for _, c in pairs]), abs=1e-12)
    assert actual.accuracy.n == len(pairs)
    assert actual.accuracy.clusters == len({g for g, _ in pairs})


def test_decided_is_somers_d() -> None:
    """In one group, (1 + d) / 2 with scipy's Somers' d of the judge given the reference."""
    rng = np.random.default_rng(1)
    reference = rng.integers(0, 6, 50)
    judge = np.clip(reference + rng.integers(-2, 3, 50), 0, 5)
    expected = (1 + stats.somersd(reference, judge).statistic) / 2
    actual = pairwise_accuracy(reference, judge, [0] * 50, ties="decided")
    assert actual.accuracy.value == pytest.approx(expected, abs=1e-12)


def test_intervals() -> None:
    """Pairs of 0 and 1 are a proportion clustered by group; halves are drawn by group."""
    reference, judge, groups = _scores(2)
    pairs = _by_pairs(reference, judge, groups, "three_way", 0.0)
    codes, credit = np.array([g for g, _ in pairs]), np.array([c for _, c in pairs])
    expected = proportion_estimate(credit, codes)
    strict = pairwise_accuracy(reference, judge, groups, ties="three_way", n_boot=1).accuracy
    assert (strict.low, strict.high) == (expected.low, expected.high)
    decided = pairwise_accuracy(reference, judge, groups, ties="decided", n_boot=400).accuracy
    assert decided.low < decided.value < decided.high
    wider = pairwise_accuracy(
        reference, judge, groups, ties="decided", n_boot=400, clusters=groups // 5
    ).accuracy
    assert (wider.low, wider.interval_reason, wider.clusters) == (None, TOO_FEW_CASES, 6)


def test_laws() -> None:
    """Order of items, names of groups and a monotone change of the judge play no part.

    Turning both scales round changes nothing; turning one round turns decided into one minus it.
    """
    reference, judge, groups = _scores(3)
    shuffled = np.random.default_rng(0).permutation(groups.size)
    for rule in RULES:
        value = pairwise_accuracy(reference, judge, groups, ties=rule).accuracy.value
        for given in (
            (reference[shuffled], judge[shuffled], groups[shuffled]),
            (reference, np.exp(judge), [f"q{g}" for g in groups]),
            (-reference, -judge, groups),
        ):
            again = pairwise_accuracy(*given, ties=rule).accuracy.value
            assert again == pytest.approx(value, abs=1e-12)
    turned = pairwise_accuracy(reference, -judge, groups, ties="decided").accuracy.value
    assert turned == pytest.approx(1 - value, abs=1e-12)
    same = pairwise_accuracy(reference, reference, groups, ties="three_way").accuracy
    assert same.value == 1.0


def test_thresholds_apart_and_rounding() -> None:
    """A judge's threshold of its own; 0.3 - 0.2 is within 0.1, whatever floats make of it."""
    apart = pairwise_accuracy(
        [1, 2], [1.0, 1.4], [0, 0], ties="decided", tie_within=0, judge_tie_within=0.5
    )
    assert (apart.accuracy.value, apart.judge_ties, apart.judge_tie_within) == (0.5, 1, 0.5)
    near = pairwise_accuracy([0.3, 0.2], [0.1, 0.2], [0, 0], ties="three_way", tie_within=0.1)
    assert (near.reference_ties, near.judge_ties) == (1, 1)


def test_nothing_to_compare() -> None:
    """No pair in a group, or only tied ones: no value, with the reason; wrong calls refused."""
    for given in (([1, 2], [1, 2], [0, 1]), ([2, 2], [1, 2], [0, 0]), ([], [], [])):
        actual = pairwise_accuracy(*given, ties="decided").accuracy
        assert actual.value is None
        assert "no group has two items" in str(actual.reason)
    with pytest.raises(ValueError, match="ties must be one of"):
        pairwise_accuracy([1], [1], [0], ties="half")
    with pytest.raises(ValueError, match="threshold must be >= 0"):
        pairwise_accuracy([1], [1], [0], ties="decided", tie_within=-1)
    with pytest.raises(ValueError, match="a group must lie within one case"):
        pairwise_accuracy([1, 2], [1, 2], [0, 0], ties="decided", clusters=["a", "b"])
