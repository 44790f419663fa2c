"""Sample size of an intraclass correlation, and the variance that kappa's rests on."""

from __future__ import annotations

import math

import numpy as np
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


def kappa_variance(kappa: float, shares: tuple[float, ...]) -> float:
    """Return n times the large-sample variance of kappa for two raters with equal margins.

    Fleiss, Cohen and Everitt (1969, eq. 13) at the cell probabilities
    (1 - kappa) m_i m_j + kappa m_i for i = j: agreement beyond chance is spread over the categories
    as they occur.

    Args:
        kappa: The true kappa.
        shares: Share of each category, each above 0, summing to 1.

    Raises:
        ValueError: The shares do not sum to 1, one is not above 0, or a cell would be below 0.

    Example:
        >>> round(kappa_variance(0.6, (0.5, 0.5)), 6)
        0.64
    """
    margin = np.asarray(shares, dtype=np.float64)
    cells = (1 - kappa) * np.outer(margin, margin) + kappa * np.diag(margin)
    if not (margin > 0).all() or abs(margin.sum() - 1) > 1e-9 or (cells < 0).any():
        raise ValueError(
            f"kappa_variance: shares must each be > 0 and sum to 1, and allow the kappa; got "
            f"{shares!r} and {kappa!r}"
        )
    chance, agree = float((margin**2).sum()), float(np.trace(cells))
    on = np.diag(cells) * ((1 - chance) - 2 * margin * (1 - agree)) ** 2
    off = cells * (margin[:, None] + margin[None, :]) ** 2
    both = (1 - agree) ** 2 * (off.sum() - np.trace(off))
    return float((on.sum() + both - (agree * chance - 2 * chance + agree) ** 2) / (1 - chance) ** 4)
