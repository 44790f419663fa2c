"""A figure with its interval, or the reason why there is none."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from judgekit.records.base import Record

INTERVAL_LEVEL = 0.95
MIN_CLUSTERS = 10
TOO_FEW_CASES = "too few cases for an interval"
NO_VARIATION = "no variation between cases"


class Estimate(Record):
    """A statistic of items grouped in cases.

    `value` is None where the statistic is undefined, and `reason` says why. `low` and `high` are
    the ends of the 95 % interval over the sampling of cases; where they are None,
    `interval_reason` says why. An interval never has zero width.

    Attributes:
        value: The statistic, on its own scale; None when undefined.
        reason: Why `value` is None; None otherwise.
        low: Lower end of the interval.
        high: Upper end of the interval.
        interval_reason: Why there is no interval; None when there is one.
        method: How the interval was made, for a methods section.
        n: Number of items that entered the statistic.
        clusters: Number of cases (G) among those items; None when cases play no part.
    """

    value: float | None
    reason: str | None = None
    low: float | None = None
    high: float | None = None
    interval_reason: str | None = None
    method: str | None = None
    n: int
    clusters: int | None = None

    @model_validator(mode="after")
    def _none_comes_with_a_reason(self) -> Self:
        if (self.value is None) != (self.reason is not None):
            raise ValueError("an estimate has either a value or a reason for having none")
        if (self.low is None) != (self.high is None):
            raise ValueError("an interval has both ends or neither")
        if self.low is not None and self.high is not None and not self.low < self.high:
            raise ValueError("an interval must have low < high; state interval_reason instead")
        return self
