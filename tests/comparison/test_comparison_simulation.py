"""How often chance alone is taken for a difference: clustered cases of unequal size."""

from __future__ import annotations

import math

import numpy as np
import pytest

from judgekit.comparison import simultaneous
from judgekit.comparison.figures import compared_figure
from judgekit.comparison.loading import LoadedRun, Reading
from judgekit.records.outcome import Outcome
from judgekit.records.summary import SummaryRow
from judgekit.statistics.intervals import FloatArray

REPEATS = 4000
KEY = ("v", None)
SIZES = np.array([1, 2, 3, 4] * 10)
CASES = np.repeat(np.arange(SIZES.size), SIZES)
IDS = [str(number) for number in range(CASES.size)]


def loaded(name: str, values: FloatArray) -> LoadedRun:
    """Return a run with one figure without a range."""
    row = SummaryRow(
        scorer="v",
        criterion=None,
        name="v",
        group={},
        value=0.0,
        n_scored=len(values),
        n_total=len(values),
        coverage=1.0,
        range=None,
        higher_is_better=True,
        clusters=SIZES.size,
        outcomes={},
    )
    readings = {
        one: Reading(Outcome.SCORED, value) for one, value in zip(IDS, values.tolist(), strict=True)
    }
    return LoadedRun(
        name, {}, {KEY: row}, {KEY: readings}, dict.fromkeys(IDS), {one: {} for one in IDS}, True
    )


def drawn(rng: np.random.Generator, n: int) -> FloatArray:
    """Return systems of equal mean; every case has its own level, and its own leaning to each."""
    level = rng.standard_normal(SIZES.size)[CASES]
    leaning = 0.7 * rng.standard_normal((SIZES.size, n))[CASES]
    values: FloatArray = level[:, None] + leaning + rng.standard_normal((CASES.size, n))
    return values


def report(what: str, hits: int) -> float:
    """Print a share with its Monte-Carlo error, and return it."""
    share = hits / REPEATS
    error = math.sqrt(share * (1 - share) / REPEATS)
    print(f"{what}: {share:.4f} (Monte-Carlo error {error:.4f}, R = {REPEATS})")  # noqa: T201
    return share


@pytest.mark.slow
def test_two_equal_runs_differ_in_one_of_twenty() -> None:
    """At the 5 % level both the test and the interval find a difference in 4 to 6 %."""
    rng = np.random.default_rng(20240501)
    n_tests = n_intervals = 0
    for _ in range(REPEATS):
        runs = [loaded(name, column) for name, column in zip("ab", drawn(rng, 2).T, strict=True)]
        (pair,) = compared_figure(runs, KEY, IDS, CASES, {}, seed=0).pairs
        assert pair.test.p is not None
        assert pair.difference.low is not None
        assert pair.difference.high is not None
        n_tests += pair.test.p <= 0.05
        n_intervals += not pair.difference.low <= 0 <= pair.difference.high
    assert 0.04 <= report("sign-flip test, false positives", n_tests) <= 0.06
    assert 0.04 <= report("interval without 0", n_intervals) <= 0.06


@pytest.mark.slow
def test_four_equal_runs_have_their_intervals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 4 to 6 % any of the six intervals leaves out 0; else every rank is left open."""
    monkeypatch.setattr(simultaneous, "N_DRAWS", 5_000)
    rng = np.random.default_rng(20240502)
    n_any = 0
    for _ in range(REPEATS):
        found = simultaneous.simultaneous_differences(
            drawn(rng, 4), CASES, seed=int(rng.integers(2**31))
        )
        ranks = simultaneous.rank_intervals(found, 4, higher_is_better=True)
        is_any = any(
            one.low is not None and one.high is not None and not one.low <= 0 <= one.high
            for one in found.values()
        )
        assert is_any == (set(ranks) != {(1, 4)})
        n_any += is_any
    assert 0.04 <= report("any of six intervals without 0", n_any) <= 0.06
