"""A pass rate corrected for the judge's known errors."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from scipy import stats

from judgekit.agreement.ratings import (
    Clusters,
    RaterColumn,
    coded_clusters,
    coded_ratings,
    rating_pair,
)
from judgekit.agreement.resampling import estimated
from judgekit.records.base import Record
from judgekit.records.estimate import INTERVAL_LEVEL, Estimate
from judgekit.statistics.bootstrap import N_BOOT, SEED
from judgekit.statistics.intervals import FloatArray

MIN_LABELS_PER_CLASS = 10
MIN_YOUDEN = 0.2
RATE_WAS_CUT = "the corrected rate lies outside 0 to 1 and was cut"
NO_FIT = "the interval lies outside 0 to 1: labelled and unlabelled items do not fit"


class RoganGladen(Record):
    """A corrected pass rate and what it was corrected with.

    Attributes:
        corrected: The corrected rate, cut to 0 to 1.
        judge_rate: The judge's own rate on items without a label.
        sensitivity: Share of labelled passes that the judge passed.
        specificity: Share of labelled failures that the judge failed.
    """

    corrected: Estimate
    judge_rate: float | None
    sensitivity: float | None
    specificity: float | None


def corrected_rate(judge_rate: float, *, sensitivity: float, specificity: float) -> float | None:
    """Return the true rate behind a judge's rate, (p + Sp - 1) / (Se + Sp - 1), cut to 0 to 1.

    Rogan and Gladen (1978). None where Se + Sp - 1, the judge's information, is under 0.2: small
    errors in it then move the rate by more than it can say.

    Args:
        judge_rate: Share of items that the judge passed, 0 to 1.
        sensitivity: Se, 0 to 1.
        specificity: Sp, 0 to 1.

    Example:
        >>> round(corrected_rate(0.8, sensitivity=0.9, specificity=0.85), 4)
        0.8667
    """
    youden = sensitivity + specificity - 1.0
    if youden < MIN_YOUDEN:
        return None
    return min(1.0, max(0.0, (judge_rate + specificity - 1.0) / youden))


def rogan_gladen(
    labels: RaterColumn,
    judge: RaterColumn,
    *,
    clusters: Clusters = None,
    n_boot: int = N_BOOT,
    seed: int = SEED,
) -> RoganGladen:
    """Return the pass rate of the unlabelled items, corrected for the judge's errors.

    Sensitivity and specificity come from the labelled items, the judge's rate from the others
    (see `corrected_rate`). Unlike `ppi_mean` the labelled items may have another share of passes,
    if only the judge errs on them as often.

    Args:
        labels: 1 or 0 for each item; None or NaN where there is no label.
        judge: The judge's 1 or 0 for each item; items without it do not enter.
        clusters: The case of each item; None makes each its own case.
        n_boot: With clusters, draws of the case bootstrap; 0 asks for no interval. Without
            clusters the interval is that of Lang and Reiczigel (2014), which needs none.
        seed: Seed of the draws.

    Returns:
        The rate; `n` counts all items that the judge rated. No value where a class has no label,
        nothing is unlabelled, or Se + Sp - 1 < 0.2; no interval where a class has fewer than 10
        labels, or with clusters where the rate itself lies outside 0 to 1 and was cut.

    Raises:
        ValueError: Lengths differ, or a value is neither 0 nor 1.
    """
    what = "rogan_gladen"
    codes = coded_ratings(rating_pair(labels, judge, what=what), (0, 1), what=what)
    cases = coded_clusters(clusters, len(codes), what=what)
    enters = codes[:, 1] >= 0
    label, own = codes[enters].T
    contributions = np.column_stack(
        [
            (label == 1) & (own == 1),
            label == 1,
            (label == 0) & (own == 0),
            label == 0,
            (label < 0) & (own == 1),
            label < 0,
        ]
    ).astype(np.float64)
    counts = _Counts(*contributions.sum(axis=0).tolist())
    few = min(counts.passes, counts.failures) < MIN_LABELS_PER_CLASS
    found = estimated(
        contributions,
        _rates,
        clusters=None if cases is None else cases[enters],
        n_boot=0 if few or cases is None else n_boot,
        seed=seed,
        undefined=_why_undefined(counts),
        nothing="no item has the judge's rating",
    )
    if found.value is not None and few:
        reason = (
            f"too few labels: {int(counts.passes)} passes and {int(counts.failures)} failures, "
            f"{MIN_LABELS_PER_CLASS} of each are needed"
        )
        found = found.model_copy(update={"interval_reason": reason})
    elif found.value is not None and n_boot > 0:
        found = _with_lang_reiczigel(found, counts) if cases is None else _if_not_cut(found)
    return RoganGladen(
        corrected=_cut(found),
        judge_rate=_share(counts.judged_pass, counts.unlabelled),
        sensitivity=_share(counts.caught, counts.passes),
        specificity=_share(counts.refused, counts.failures),
    )


class _Counts(NamedTuple):
    caught: float  # labelled passes that the judge passed
    passes: float
    refused: float  # labelled failures that the judge failed
    failures: float
    judged_pass: float  # unlabelled items that the judge passed
    unlabelled: float


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None


def _rates(totals: FloatArray) -> FloatArray:
    caught, passes, refused, failures, judged_pass, unlabelled = totals.T
    with np.errstate(divide="ignore", invalid="ignore"):
        sensitivity, false_passes = caught / passes, (failures - refused) / failures
        youden = sensitivity + refused / failures - 1.0
        # Differences of shares, so that a rate of exactly 0 or 1 is not rounded to beyond it.
        rates = (judged_pass / unlabelled - false_passes) / (sensitivity - false_passes)
    # Not cut: draws that are tied at 0 or 1 would mislead BCa.
    # Comparisons with NaN are false: an absent class leaves the rate undefined.
    return np.where(youden >= MIN_YOUDEN, rates, np.nan)


def _if_not_cut(found: Estimate) -> Estimate:
    """Return the estimate, without its bootstrap interval where the value will be cut."""
    if found.value is None or found.low is None or 0.0 <= found.value <= 1.0:
        return found
    return _without_ends(found, RATE_WAS_CUT)


def _cut(found: Estimate) -> Estimate:
    """Return the estimate with its value and ends cut to 0 to 1."""
    if found.value is None:
        return found
    found = found.model_copy(update={"value": min(1.0, max(0.0, found.value))})
    if found.low is None or found.high is None:
        return found
    low, high = max(0.0, found.low), min(1.0, found.high)
    if not low < high:
        return _without_ends(found, NO_FIT)
    return found.model_copy(update={"low": low, "high": high})


def _without_ends(found: Estimate, reason: str) -> Estimate:
    return Estimate(value=found.value, interval_reason=reason, n=found.n, clusters=found.clusters)


def _why_undefined(counts: _Counts) -> str:
    if counts.passes == 0 or counts.failures == 0:
        return "the labels hold one class only"
    if counts.unlabelled == 0:
        return "every item is labelled: the labels' own rate needs no correction"
    return f"the judge is too near to guessing: sensitivity + specificity - 1 is under {MIN_YOUDEN}"


def _with_lang_reiczigel(found: Estimate, counts: _Counts) -> Estimate:
    low, high = lang_reiczigel_interval(
        counts.judged_pass,
        counts.unlabelled,
        sensitivity=(counts.caught, counts.passes),
        specificity=(counts.refused, counts.failures),
    )
    return Estimate(
        value=found.value,
        low=low,
        high=high,
        method="interval of Lang and Reiczigel (2014), 95 %, items independent",
        n=found.n,
        clusters=found.clusters,
    )


def lang_reiczigel_interval(
    n_positive: float,
    n: float,
    *,
    sensitivity: tuple[float, float],
    specificity: tuple[float, float],
) -> tuple[float, float]:
    """Return Lang and Reiczigel's (2014) 95 % interval of a corrected rate, not cut to 0 to 1.

    The rate is taken as Wilson's centre (z^2 / 2 passes and z^2 items more), sensitivity and
    specificity with one hit and one miss more; all variances divide by these larger numbers, as in
    the authors' R script of 2013.

    Args:
        n_positive: Items that the judge passed.
        n: Items that the judge rated.
        sensitivity: Labelled passes that the judge passed, and labelled passes.
        specificity: Labelled failures that the judge failed, and labelled failures.
    """
    z = float(stats.norm.ppf(0.5 + INTERVAL_LEVEL / 2))
    n_more = n + z * z
    p = (n_positive + z * z / 2) / n_more
    se, n_se = (sensitivity[0] + 1) / (sensitivity[1] + 2), sensitivity[1] + 2
    sp, n_sp = (specificity[0] + 1) / (specificity[1] + 2), specificity[1] + 2
    youden = se + sp - 1
    rate = (p + sp - 1) / youden
    var_se, var_sp = se * (1 - se) / n_se, sp * (1 - sp) / n_sp
    shift = 2 * z * z * (rate * var_se - (1 - rate) * var_sp)
    error = math.sqrt(p * (1 - p) / n_more + rate**2 * var_se + (1 - rate) ** 2 * var_sp) / youden
    return rate + shift - z * error, rate + shift + z * error
