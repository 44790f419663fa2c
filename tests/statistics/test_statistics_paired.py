"""Paired comparison, sign-flip test, and adjustment for many tests."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from judgekit.statistics.intervals import mean_estimate
from judgekit.statistics.multiplicity import adjusted_p_values
from judgekit.statistics.paired import paired_difference, sign_flip_test

CASES = json.loads((Path(__file__).parents[1] / "data" / "agreement-cases.json").read_text())
BH = next(case for case in CASES["cases"] if case["id"] == "bh_1995_15_pvalues")


def test_paired_difference_is_the_mean_of_differences() -> None:
    """The estimate is that of the differences, clustered the same way."""
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 48))
    clusters = np.repeat(np.arange(12), 4)
    assert paired_difference(a, b, clusters) == mean_estimate(a - b, clusters)


@pytest.mark.parametrize(("only_a", "only_b", "both"), [(7, 2, 5), (9, 0, 3), (4, 4, 0)])
def test_independent_binary_items_give_mcnemar(only_a: int, only_b: int, both: int) -> None:
    """With each item its own case the exact test is McNemar's: binomial on discordant items."""
    a = np.r_[np.ones(only_a), np.zeros(only_b), np.ones(both)]
    b = np.r_[np.zeros(only_a), np.ones(only_b), np.ones(both)]
    actual = sign_flip_test(a, b, None)
    expected = stats.binomtest(only_a, only_a + only_b).pvalue
    assert actual.is_exact
    assert actual.p == pytest.approx(expected, abs=1e-12)


def test_exact_test_by_enumeration() -> None:
    """All 2^8 sign patterns of case sums, counted one by one."""
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 6, (2, 40)).astype(float)
    clusters = np.repeat(np.arange(8), 5)
    sums = [(a - b)[clusters == case].sum() for case in range(8)]
    observed = abs(sum(sums))
    hits = [
        abs(sum(s * x for s, x in zip(signs, sums, strict=True))) >= observed - 1e-9
        for signs in product((1, -1), repeat=8)
    ]
    assert sign_flip_test(a, b, clusters).p == pytest.approx(np.mean(hits), abs=1e-12)


def test_drawn_p_is_near_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing patterns gives the exact p within its Monte-Carlo error, and never 0."""
    rng = np.random.default_rng(6)
    a, b = rng.normal(0.4, 1, 15), np.zeros(15)
    exact = sign_flip_test(a, b, None).p
    monkeypatch.setattr("judgekit.statistics.paired.MAX_EXACT_CASES", 1)
    drawn = sign_flip_test(a, b, None)
    assert not drawn.is_exact
    assert drawn.p == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 9999))
    assert drawn == sign_flip_test(a, b, None)
    assert sign_flip_test(np.ones(60), np.zeros(60), None, n_flips=99).p == 1 / 100


def test_no_difference_and_no_items() -> None:
    """Nothing differs: p is 1. Nothing there: no p, with the reason."""
    same = np.array([0.1, 0.7, 0.3])
    assert sign_flip_test(same, same, None).p == 1.0
    turned = sign_flip_test(np.array([0.1, 0.3]), np.array([0.3, 0.1]), np.array([1, 1]))
    assert turned.p == 1.0
    empty = sign_flip_test(np.array([]), np.array([]), None)
    assert (empty.p, empty.reason) == (None, "there are no items")


@pytest.mark.parametrize(
    ("method", "key"),
    [("holm", "holm"), ("bonferroni", "bonferroni"), ("bh", "fdr_bh"), ("by", "fdr_by")],
)
def test_adjusted_p_equals_the_published_example(method: str, key: str) -> None:
    """The fifteen p values of Benjamini and Hochberg, in any order."""
    adjusted = adjusted_p_values(BH["data"], method=method)
    assert adjusted == pytest.approx(BH["expected"][key]["adjusted"], abs=1e-9)
    assert sum(p <= 0.05 for p in adjusted) == BH["expected"][key]["n_reject"]
    assert adjusted_p_values(BH["data"][::-1], method=method) == pytest.approx(adjusted[::-1])


def test_a_test_that_could_not_be_made_counts() -> None:
    """A missing p stays missing and still counts in the size of the family."""
    assert adjusted_p_values([0.01, None, 0.04]) == pytest.approx([0.03, None, 0.08])
    assert adjusted_p_values([]) == []
    assert adjusted_p_values([None]) == [None]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: paired_difference(np.ones(2), np.ones(3), None), "list the same items"),
        (lambda: sign_flip_test(np.array([np.nan]), np.ones(1), None), "must be finite"),
        (lambda: sign_flip_test(np.ones(1), np.ones(1), None, n_flips=0), "n_flips must be >= 1"),
        (lambda: adjusted_p_values([1.5]), "within 0 to 1, got 1.5"),
        (lambda: adjusted_p_values([0.5], method="sidak"), "method must be one of"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    """Unpaired, undefined or impossible numbers are refused with the rule and the value."""
    with pytest.raises(ValueError, match=words):
        call()


def _correct_answers(rng: np.random.Generator, n_cases: int, n_items: int) -> NDArray[np.float64]:
    """0/1 answers of two equally good systems, cases x items x 2.

    Each system has its own good and bad cases: its chance of a right answer in a case is beta
    distributed with mean 0.6 and intra-case correlation 0.2.
    """
    chance = rng.beta(0.6 * 4, 0.4 * 4, (n_cases, 1, 2))
    return (rng.random((n_cases, n_items, 2)) < chance).astype(float)


@pytest.mark.slow
def test_false_positive_rate_with_clustered_cases() -> None:
    """Equal systems, 40 cases x 12 items: 4-6 % of sign-flip tests at 5 %; McNemar is far off.

    4,000 repetitions leave a Monte-Carlo standard error of sqrt(.05 * .95 / 4000) = 0.34 points.
    """
    rng = np.random.default_rng(2026)
    clusters = np.repeat(np.arange(40), 12)
    flips, mcnemar, excluded = [], [], []
    for repetition in range(4000):
        a, b = _correct_answers(rng, 40, 12).reshape(-1, 2).T
        flips.append(sign_flip_test(a, b, clusters, n_flips=999, seed=repetition).p <= 0.05)
        only_a, only_b = int((a > b).sum()), int((b > a).sum())
        mcnemar.append(stats.binomtest(only_a, only_a + only_b).pvalue <= 0.05)
        interval = paired_difference(a, b, clusters)
        excluded.append(not interval.low <= 0 <= interval.high)
    sys.stdout.write(
        f"false positives, 40 cases x 12 items, R = 4000, Monte-Carlo error 0.34 points: sign-flip "
        f"{np.mean(flips):.4f}, interval {np.mean(excluded):.4f}, McNemar {np.mean(mcnemar):.4f}\n"
    )
    assert 0.04 <= np.mean(flips) <= 0.06
    assert 0.04 <= np.mean(excluded) <= 0.06
    assert np.mean(mcnemar) > 0.10
