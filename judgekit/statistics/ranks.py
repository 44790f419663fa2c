"""Ranks, ties sharing their mean rank, and the correlation of two sets of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def mean_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rank of each value, from 1; equal values share the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[places]


def rank_correlation(a: NDArray[np.float64], b: NDArray[np.float64]) -> float | None:
    """Return Spearman's rho, -1 to 1, or None where one of the two never varies.

    It is Pearson's correlation of the mean ranks (Spearman 1904). Both have the same length.
    """
    ranks_a, ranks_b = mean_ranks(a), mean_ranks(b)
    if ranks_a.size < 2 or np.ptp(ranks_a) == 0 or np.ptp(ranks_b) == 0:
        return None
    return float(np.corrcoef(ranks_a, ranks_b)[0, 1])
