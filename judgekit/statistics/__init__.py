"""Totals, intervals, the case bootstrap and paired comparison: numbers in, numbers out."""

from judgekit.statistics.bootstrap import (
    BootstrapInterval,
    case_bootstrap,
    totals_of,
)
from judgekit.statistics.intervals import (
    mean_estimate,
    proportion_estimate,
)
from judgekit.statistics.multiplicity import adjusted_p_values
from judgekit.statistics.paired import (
    SignFlipTest,
    paired_difference,
    sign_flip_test,
)
from judgekit.statistics.wilson import wilson_interval

__all__ = [
    "BootstrapInterval",
    "SignFlipTest",
    "adjusted_p_values",
    "case_bootstrap",
    "mean_estimate",
    "paired_difference",
    "proportion_estimate",
    "sign_flip_test",
    "totals_of",
    "wilson_interval",
]
