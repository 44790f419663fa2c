"""Time and memory of the agreement coefficients with their case bootstrap.

Run with: python bench/agreement.py
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

import numpy as np

from judgekit.agreement.classification import macro_f1, sensitivity
from judgekit.agreement.concordance import lin_ccc, pearson
from judgekit.agreement.differences import bland_altman, mean_absolute_error, mean_difference
from judgekit.agreement.icc import FORMS, icc
from judgekit.agreement.kappa import cohen_kappa, fleiss_kappa, gwet_ac
from judgekit.agreement.krippendorff import krippendorff_alpha
from judgekit.agreement.ranks import kendall_tau_b, spearman
from judgekit.agreement.raw import percent_agreement, specific_agreement
from judgekit.agreement.variance_components import icc_components

SCALE = (0, 1, 2, 3, 4, 5)
N_BOOT = 2000


def _ratings(n_items: int, n_raters: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    level = rng.integers(0, 6, (n_items, 1))
    return np.clip(level + rng.integers(-1, 2, (n_items, n_raters)), 0, 5).astype(float)


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _coefficients(table: np.ndarray, clusters: np.ndarray) -> dict[str, Callable[[], object]]:
    a, b = table[:, 0], table[:, 1]
    common = {"clusters": clusters, "n_boot": N_BOOT}
    rows: dict[str, Callable[[], object]] = {
        "percent_agreement": lambda: percent_agreement(table, **common),
        "specific_agreement": lambda: specific_agreement(
            table, category=0, categories=SCALE, **common
        ),
        "fleiss_kappa": lambda: fleiss_kappa(table, categories=SCALE, **common),
        "icc_components": lambda: icc_components(table, **common),
        "lin_ccc": lambda: lin_ccc(a, b, **common),
        "pearson": lambda: pearson(a, b, **common),
        "bland_altman": lambda: bland_altman(a, b, **common),
        "mean_difference": lambda: mean_difference(a, b, **common),
        "mean_absolute_error": lambda: mean_absolute_error(a, b, **common),
        "macro_f1": lambda: macro_f1(a, table[:, 1:], categories=SCALE, **common),
        "sensitivity": lambda: sensitivity(a, b, category=0, categories=SCALE, **common),
    }
    for weights in (None, "linear", "quadratic"):
        rows[f"cohen_kappa {weights}"] = lambda weights=weights: cohen_kappa(
            a, b, categories=SCALE, weights=weights, **common
        )
        rows[f"gwet_ac {weights}"] = lambda weights=weights: gwet_ac(
            table, categories=SCALE, weights=weights, **common
        )
    for metric in ("nominal", "ordinal", "interval", "ratio"):
        rows[f"krippendorff_alpha {metric}"] = lambda metric=metric: krippendorff_alpha(
            table, metric=metric, categories=SCALE, **common
        )
    for form in FORMS:
        rows[f"icc {form}"] = lambda form=form: icc(table, form=form, **common)
    return rows


def main() -> None:
    """Print the time of each coefficient, their sum against the budget, and the large cases."""
    table = _ratings(1000, 5)
    clusters = np.arange(1000)
    total = 0.0
    for name, call in _coefficients(table, clusters).items():
        seconds = _seconds(call)
        total += seconds
        print(f"{name:32s} {seconds:7.3f} s")
    print(f"{'all, rank correlations apart':32s} {total:7.3f} s   (budget 3 s)")
    a, b = table[:, 0], table[:, 1]
    for name, rank in (("spearman", spearman), ("kendall_tau_b", kendall_tau_b)):
        print(f"{name:32s} {_seconds(lambda rank=rank: rank(a, b, n_boot=N_BOOT)):7.3f} s")

    print("\n60,000 items x 2 raters")
    large = _ratings(60_000, 2)
    total = 0.0
    for name, call in _coefficients(large, np.arange(60_000)).items():
        seconds = _seconds(call)
        total += seconds
        print(f"{name:32s} {seconds:7.3f} s")
    print(f"{'all':32s} {total:7.3f} s")

    print("\ninterval alpha, 100,000 items x 2 raters, distinct real values")
    reals = np.random.default_rng(1).normal(size=(100_000, 2))
    seconds = _seconds(lambda: krippendorff_alpha(reals, metric="interval", n_boot=N_BOOT))
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{seconds:.3f} s with {N_BOOT} draws; peak memory of this whole run {peak_mb:.0f} MB")


if __name__ == "__main__":
    main()
