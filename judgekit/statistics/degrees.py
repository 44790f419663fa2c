"""Degrees of freedom of a variance that is estimated from few cases."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ROUNDING = 1e-12


def variance_degrees(influences: NDArray[np.float64], *, n_cases: int) -> float:
    """Return what t a variance over cases deserves: fewer where few cases carry it.

    Satterthwaite (1946) gives an estimated variance s^2 the degrees 2 sigma^4 / Var(s^2). With
    Var(s^2) = sigma^4 (2 / (G - 1) + kappa / G), kappa being the excess kurtosis of one case
    (Cramér 1946, chapter 27), that is 2 / (2 / (G - 1) + kappa / G): G - 1 for normal cases, about
    2 where one case holds all the variation. kappa is the sample's, G sum(u^4) / sum(u^2)^2 - 3
    around the mean, and 0 where that is below 0. Corrected for its bias it was larger, and
    intervals then covered more than they should.

    Args:
        influences: What each case adds to the statistic's error, for example its sum of residuals;
            shape (G,). Or of each block of cases of equal size, whose kurtosis is smaller by the
            number of cases in a block.
        n_cases: G; at least 2.

    Returns:
        The degrees, above 0 and at most G - 1; G - 1 where nothing varies.

    Example:
        >>> variance_degrees(np.array([1.0, -1.0] * 10), n_cases=20)
        19.0
    """
    n = influences.size
    centred = influences - influences.mean()
    square = float((centred**2).sum())
    if square <= _ROUNDING**2 * float((influences**2).sum()):
        return float(n_cases - 1)
    kappa = (n * float((centred**4).sum()) / square**2 - 3.0) * n_cases / n
    return 2.0 / (2.0 / (n_cases - 1) + max(kappa, 0.0) / n_cases)
