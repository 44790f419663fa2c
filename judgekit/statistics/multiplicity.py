"""p values of a family of tests, adjusted for their number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np

Adjustment: TypeAlias = Literal["holm", "bonferroni", "bh", "by"]

ADJUSTMENTS: tuple[Adjustment, ...] = ("holm", "bonferroni", "bh", "by")


def adjusted_p_values(
    p_values: Sequence[float | None], *, method: Adjustment = "holm"
) -> list[float | None]:
    """Return p values to be compared with the level of the whole family, in the order given.

    With m tests and p sorted upwards, before the running maximum or minimum that keeps the order,
    and cut at 1:

    - "holm": (m - i + 1) p_i (Holm 1979); "bonferroni": m p. Both bound the chance of one false
      positive or more, whatever the dependence.
    - "bh": m p_i / i (Benjamini and Hochberg 1995); "by": that times sum of 1 / j (Benjamini and
      Yekutieli 2001). Both bound the expected share of false positives among the positives.

    Args:
        p_values: One per test, 0 to 1; None where the test could not be made. It stays None and
            still counts in m: the family is what was planned.
        method: Which adjustment.

    Raises:
        ValueError: A p value is outside 0 to 1, or the method is unknown.

    Example:
        >>> adjusted_p_values([0.01, 0.04, None])
        [0.03, 0.08, None]
    """
    if method not in ADJUSTMENTS:
        raise ValueError(f"adjusted p: method must be one of {ADJUSTMENTS!r}, got {method!r}")
    for p in p_values:
        if p is not None and not 0.0 <= p <= 1.0:
            raise ValueError(f"adjusted p: a p value must lie within 0 to 1, got {p!r}")
    m = len(p_values)
    given = np.array([p for p in p_values if p is not None])
    order = np.argsort(given, kind="stable")
    ranks = np.arange(1, given.size + 1)
    if method == "bonferroni":
        adjusted = m * given[order]
    elif method == "holm":
        adjusted = np.maximum.accumulate((m - ranks + 1) * given[order])
    else:
        harmonic = float((1.0 / np.arange(1, m + 1)).sum()) if method == "by" else 1.0
        adjusted = m * harmonic * given[order] / ranks
        adjusted = np.minimum.accumulate(adjusted[::-1])[::-1]
    in_order = np.empty(given.size)
    in_order[order] = np.minimum(adjusted, 1.0)
    values = iter(in_order.tolist())
    return [None if p is None else next(values) for p in p_values]
