"""Wilson's score interval and the number of independent items it stands on."""

from __future__ import annotations

import math

from scipy.special import ndtri, stdtrit

from judgekit.records.estimate import INTERVAL_LEVEL


def wilson_interval(proportion: float, n: float) -> tuple[float, float]:
    """Return Wilson's (1927) 95 % score interval of a proportion; its ends lie within 0 to 1.

    Args:
        proportion: The observed share, 0 to 1.
        n: The number of independent items it stands on; > 0, need not be whole.

    Raises:
        ValueError: `proportion` is outside 0 to 1, or `n` is not above 0.
    """
    if not 0.0 <= proportion <= 1.0 or not n > 0.0:
        raise ValueError(
            f"Wilson interval: needs 0 <= proportion <= 1 and n > 0, got {proportion!r} and {n!r}"
        )
    z = upper_point(None)
    spread = z * z / n
    centre = (proportion + spread / 2) / (1 + spread)
    half = z * math.sqrt(proportion * (1 - proportion) / n + spread / (4 * n)) / (1 + spread)
    low = 0.0 if proportion == 0.0 else max(0.0, centre - half)
    high = 1.0 if proportion == 1.0 else min(1.0, centre + half)
    return low, high


def effective_items(
    independent: float, *, n_cases: int, degrees: float, n_if_alike: float
) -> float:
    """Return `independent` items cut to what they are worth when their number is estimated.

    The number is multiplied by (z / t)^2 (Korn and Graubard 1998), z and t being the 97.5 % points
    of the normal distribution and of Student's t. Degrees of freedom under G - 1 do not take it
    below `n_if_alike`, unless G - 1 do.

    Args:
        independent: Items divided by the estimated design effect; > 0.
        n_cases: G, 2 or more.
        degrees: Degrees of freedom of the estimated variance (`variance_degrees`).
        n_if_alike: What would be left if all items of each case were alike (Kish 1965).
    """
    at_most, worth = (
        independent * (upper_point(None) / upper_point(freedom)) ** 2
        for freedom in (n_cases - 1, degrees)
    )
    return max(worth, min(at_most, n_if_alike))


def upper_point(degrees: float | None) -> float:
    """Return the 97.5 % point of Student's t, or of the normal distribution without `degrees`."""
    level = 0.5 + INTERVAL_LEVEL / 2
    return float(ndtri(level) if degrees is None else stdtrit(degrees, level))
