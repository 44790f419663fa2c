"""How many items an intraclass correlation needs."""

from __future__ import annotations

import math

from scipy import stats


def icc_sample_size(expected: float, *, n_raters: int, width: float) -> int:
    """Return the number of independent items for a 95 % interval of an ICC of a given width.

    n = 8 z^2 (1 - rho)^2 (1 + (k - 1) rho)^2 / (k (k - 1) w^2) + 1, rounded up; with two raters and
    rho of 0.7 or more, 5 rho is added (Bonett 2002, eq. 3). With m dependent items a case, multiply
    by 1 + (m - 1) times their intra-case correlation.

    Args:
        expected: The correlation planned for, rho; 0 to 1, ends excluded.
        n_raters: Raters per item, k; 2 or more.
        width: Wanted distance between the interval's ends, above 0 and under 2.

    Raises:
        ValueError: An argument is outside its range.

    Example:
        >>> icc_sample_size(0.7, n_raters=3, width=0.2)
        68
    """
    if not (0.0 < expected < 1.0 and n_raters >= 2 and 0.0 < width < 2.0):
        raise ValueError(
            "icc_sample_size: needs 0 < expected < 1, n_raters >= 2 and 0 < width < 2, got "
            f"{expected!r}, {n_raters!r} and {width!r}"
        )
    z = float(stats.norm.ppf(0.975))
    spread = (1 - expected) * (1 + (n_raters - 1) * expected)
    n = 8 * z * z * spread**2 / (n_raters * (n_raters - 1) * width**2) + 1
    if n_raters == 2 and expected >= 0.7:
        n += 5 * expected
    return math.ceil(n)
