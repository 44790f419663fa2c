"""Totals, intervals, the case bootstrap and paired comparison: numbers in, numbers out."""

from judgekit.statistics.bootstrap import (
    BootstrapInterval,
    case_bootstrap,
    totals_of,
)
from judgekit.statistics.intervals import (
    mean_estimate,
    proportion_estimate,
    wilson_interval,
)

__all__ = [
    "BootstrapInterval",
    "case_bootstrap",
    "mean_estimate",
    "proportion_estimate",
    "totals_of",
    "wilson_interval",
]
