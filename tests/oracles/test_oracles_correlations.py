from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from oracle_tables import Comparison, Numbers, graded_tables, measured_pairs, said
from scipy import stats

from judgekit.agreement import kendall_tau_b, lin_ccc, pearson, spearman
from judgekit.records.estimate import Estimate

pytestmark = pytest.mark.slow

Correlation = Callable[[Numbers, Numbers], Estimate]
Peer = Callable[[Numbers, Numbers], Any]


def _pairs() -> Iterator[tuple[Numbers, Numbers]]:
    yield from measured_pairs(seed=10)
    for table in graded_tables(seed=11):
        yield table.ratings[:, 0], table.ratings[:, 1]


@pytest.mark.parametrize(
    ("name", "own", "other"),
    [
        ("pearson", pearson, stats.pearsonr),
        ("spearman", spearman, stats.spearmanr),
        ("kendall_tau_b", kendall_tau_b, stats.kendalltau),
    ],
)
def test_correlations_are_those_of_scipy(
    name: str, own: Correlation, other: Peer, comparison: Callable[..., Comparison]
) -> None:
    """Correlations of items that both rated equal scipy's; a constant rater has none."""
    compared = comparison(f"{name}, scipy")
    for a, b in _pairs():
        # scipy's own nan_policy="omit" gives 0 for Spearman where what is left is constant.
        both = ~np.isnan(a) & ~np.isnan(b)
        x, y = a[both], b[both]
        compared.add(own(a, b), said(lambda x=x, y=y: other(x, y).statistic))
    compared.made(equal=550, undefined=150)


def _exact_ccc(a: Numbers, b: Numbers) -> float | None:
    """Lin 1989, eq. 5, in fractions: 2 s_ab / (s_a^2 + s_b^2 + (mean_a - mean_b)^2)."""
    both = [(Fraction(x), Fraction(y)) for x, y in zip(a, b, strict=True) if x == x and y == y]
    if not both:
        return None
    n = len(both)
    mean_a, mean_b = sum(x for x, _ in both) / n, sum(y for _, y in both) / n
    covariance = sum((x - mean_a) * (y - mean_b) for x, y in both) / n
    spread = sum((x - mean_a) ** 2 + (y - mean_b) ** 2 for x, y in both) / n
    denominator = spread + (mean_a - mean_b) ** 2
    return float(2 * covariance / denominator) if denominator else None


def test_concordance_is_its_formula_in_fractions(comparison: Callable[..., Comparison]) -> None:
    """Lin's concordance equals its formula without rounding; equal constants have none."""
    compared = comparison("lin_ccc, its formula in fractions")
    for a, b in _pairs():
        compared.add(lin_ccc(a, b), _exact_ccc(a, b))
    compared.made(equal=600, undefined=60)
