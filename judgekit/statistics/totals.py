"""Criteria to one number: the weighted mean, and the range it could take where some are missing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """One criterion of a weighted mean.

    Attributes:
        share: Position on its scale, from 0 (bottom) to 1 (top); None: missing.
        weight: Finite and > 0.
    """

    share: float | None
    weight: float


class TotalRange(NamedTuple):
    """A weighted mean with every missing part at its lowest and at its highest."""

    low: float
    high: float


def weighted_mean(parts: Sequence[Part]) -> float | None:
    """Return sum(weight x share) / sum(weight); None when a part is missing or there is none.

    Source: Med-CMR (arXiv 2512.00818), S = sum(w_i s_i) / sum(w_i).
    """
    if not parts or any(part.share is None for part in parts):
        return None
    return _mean(parts, missing=0.0)


def weighted_mean_range(parts: Sequence[Part]) -> TotalRange:
    """Return the lowest and highest weighted mean, missing parts at 0 and at 1.

    Raises:
        ValueError: There are no parts.
    """
    if not parts:
        raise ValueError("a weighted mean of no parts has no range")
    return TotalRange(_mean(parts, missing=0.0), _mean(parts, missing=1.0))


def _mean(parts: Sequence[Part], *, missing: float) -> float:
    weighted = (part.weight * (missing if part.share is None else part.share) for part in parts)
    return math.fsum(weighted) / math.fsum(part.weight for part in parts)
