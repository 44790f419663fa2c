from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from oracle_tables import Comparison, graded_tables, measured_pairs, said

from judgekit.agreement import krippendorff_alpha

krippendorff = pytest.importorskip("krippendorff", reason="krippendorff is not installed")

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_of_grades_is_that_of_krippendorff(
    metric: str, comparison: Callable[..., Comparison]
) -> None:
    """Alpha of graded tables with gaps equals the package krippendorff's on the same scale."""
    compared = comparison(f"krippendorff_alpha {metric}, krippendorff")
    for table in graded_tables(seed=1):
        own = krippendorff_alpha(table.ratings, metric=metric, categories=table.scale)
        other = said(
            lambda table=table: krippendorff.alpha(
                reliability_data=table.ratings.T,
                value_domain=np.array(table.scale),
                level_of_measurement=metric,
            )
        )
        compared.add(own, other)
    compared.made(equal=300, undefined=30)


@pytest.mark.parametrize("metric", ["interval", "ratio"])
def test_alpha_of_measures_is_that_of_krippendorff(
    metric: str, comparison: Callable[..., Comparison]
) -> None:
    """Alpha of numbers without a declared scale equals that of the package krippendorff."""
    compared = comparison(f"krippendorff_alpha {metric} of measures, krippendorff")
    for a, b in measured_pairs(seed=2):
        # Its interval metric takes numbers as they are; a ratio scale has none below 0.
        both = np.abs(np.column_stack([a, b]))
        own = krippendorff_alpha(both, metric=metric)
        other = said(
            lambda both=both: krippendorff.alpha(
                reliability_data=both.T, level_of_measurement=metric
            )
        )
        compared.add(own, other)
    compared.made(equal=300, undefined=20)
