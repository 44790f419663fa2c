from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from oracle_tables import Comparison, Table, graded_tables, said, shared_items

from judgekit.agreement import (
    cohen_kappa,
    fleiss_kappa,
    gwet_ac,
    percent_agreement,
    specific_agreement,
)

metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
inter_rater = pytest.importorskip(
    "statsmodels.stats.inter_rater", reason="statsmodels is not installed"
)
irr_cac = pytest.importorskip("irrCAC.raw", reason="irrCAC is not installed")
pandas = pytest.importorskip("pandas", reason="pandas is not installed")

pytestmark = pytest.mark.slow

Made = Callable[..., Comparison]


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa_is_that_of_scikit_learn(weights: str | None, comparison: Made) -> None:
    """Kappa of items that both rated equals scikit-learn's with all levels as labels."""
    compared = comparison(f"cohen_kappa {weights or 'unweighted'}, scikit-learn")
    for table in graded_tables(seed=3):
        a, b = shared_items(table.ratings)
        own = cohen_kappa(
            table.ratings[:, 0], table.ratings[:, 1], categories=table.scale, weights=weights
        )
        other = said(
            lambda a=a, b=b, table=table: metrics.cohen_kappa_score(
                a.astype(int), b.astype(int), labels=range(table.n_levels), weights=weights
            )
        )
        compared.add(own, other)
    compared.made(equal=300, undefined=30)


def test_kappa_with_own_costs_is_that_of_statsmodels(comparison: Made) -> None:
    """Kappa with a matrix of costs, not symmetric, equals statsmodels' of the same table."""
    compared = comparison("cohen_kappa with own weights, statsmodels")
    rng = np.random.default_rng(4)
    for table in graded_tables(seed=4):
        costs = rng.random((table.n_levels, table.n_levels))
        np.fill_diagonal(costs, 0.0)
        a, b = shared_items(table.ratings)
        cells = np.zeros(costs.shape)
        np.add.at(cells, (a.astype(int), b.astype(int)), 1.0)
        own = cohen_kappa(
            table.ratings[:, 0], table.ratings[:, 1], categories=table.scale, weights=costs
        )
        # statsmodels stops with an assertion where there are no items.
        other = (
            said(
                lambda cells=cells, costs=costs: inter_rater.cohens_kappa(
                    cells, weights=costs, return_results=False
                )
            )
            if a.size
            else None
        )
        compared.add(own, other)
    compared.made(equal=300, undefined=30)


def _counts(table: Table) -> np.ndarray:
    return np.stack([(table.ratings == level).sum(axis=1) for level in table.scale], axis=1)


def test_fleiss_without_gaps_is_that_of_statsmodels(comparison: Made) -> None:
    """Without gaps, Fleiss' kappa equals statsmodels'."""
    compared = comparison("fleiss_kappa, statsmodels")
    for table in graded_tables(seed=5, with_gaps=False):
        own = fleiss_kappa(table.ratings, categories=table.scale)
        compared.add(own, said(lambda table=table: inter_rater.fleiss_kappa(_counts(table))))
    compared.made(equal=350, undefined=20)


def _irr_cac(table: Table, weights: str, coefficient: str) -> dict[str, float]:
    ratings = pandas.DataFrame(table.ratings)
    made = irr_cac.CAC(ratings, weights=weights, categories=list(table.scale), digits=15)
    estimate: dict[str, float] = getattr(made, coefficient)()["est"]
    return estimate


def _is_one_item(table: Table) -> bool:
    return int((~np.isnan(table.ratings)).any(axis=1).sum()) < 2


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_gwet_with_gaps_is_that_of_irr_cac(weights: str | None, comparison: Made) -> None:
    """AC1 and AC2 of tables with gaps equal irrCAC's, all ratings alike included."""
    compared = comparison(f"gwet_ac {weights or 'AC1'} with gaps, irrCAC")
    for table in graded_tables(seed=6):
        if _is_one_item(table):
            continue  # irrCAC's standard error divides by items - 1
        own = gwet_ac(table.ratings, categories=table.scale, weights=weights)
        other = said(
            lambda table=table: _irr_cac(table, weights or "identity", "gwet")["coefficient_value"]
        )
        compared.add(own, other)
    compared.made(equal=350, undefined=10)


def test_fleiss_with_gaps_is_that_of_irr_cac(comparison: Made) -> None:
    """With gaps, Fleiss' kappa equals irrCAC's; all ratings in one category are undefined."""
    compared = comparison("fleiss_kappa with gaps, irrCAC")
    for table in graded_tables(seed=7):
        if _is_one_item(table):
            continue  # irrCAC's standard error divides by items - 1
        own = fleiss_kappa(table.ratings, categories=table.scale)
        # There irrCAC divides one rounding error by another.
        is_alike = int((_counts(table).sum(axis=0) > 0).sum()) == 1
        other = said(lambda table=table: _irr_cac(table, "identity", "fleiss")["coefficient_value"])
        compared.add(own, None if is_alike else other)
    compared.made(equal=300, undefined=30)


def test_percent_agreement_with_gaps_is_that_of_irr_cac(comparison: Made) -> None:
    """The share of agreeing pairs equals irrCAC's, over items with two ratings or more."""
    compared = comparison("percent_agreement with gaps, irrCAC")
    for table in graded_tables(seed=8):
        if _is_one_item(table):
            continue  # irrCAC's standard error divides by items - 1
        own = percent_agreement(table.ratings, categories=table.scale)
        compared.add(own, said(lambda table=table: _irr_cac(table, "identity", "gwet")["pa"]))
    compared.made(equal=350, undefined=10)


def test_specific_agreement_of_two_raters_is_f1(comparison: Made) -> None:
    """Of two raters, agreement on a category is the F1 of the one against the other."""
    compared = comparison("specific_agreement of two raters, scikit-learn")
    for table in graded_tables(seed=9, n_tables=120):
        a, b = shared_items(table.ratings)
        for level in table.scale:
            own = specific_agreement(table.ratings[:, :2], category=level, categories=table.scale)
            other = said(
                lambda a=a, b=b, level=level: (
                    metrics.f1_score(a == level, b == level, zero_division=np.nan)
                    if a.size
                    else np.nan
                )
            )
            compared.add(own, other)
    compared.made(equal=300, undefined=60)
