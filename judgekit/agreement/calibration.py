"""The judge's scores put on the clinicians' scale, judged only on cases not used for the fit."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from scipy import optimize

from judgekit.agreement.differences import mean_absolute_error
from judgekit.agreement.ratings import Clusters, RaterColumn, numeric_pairs
from judgekit.records.base import Record
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, case_codes, mean_estimate

Calibrator: TypeAlias = Literal["linear", "isotonic"]

N_FOLDS = 5
MIN_ISOTONIC_LABELS = 200


class Calibration(Record):
    """Bias and error before and after calibration, and the curve fitted to all labels.

    Attributes:
        method: "linear" or "isotonic"; None where nothing was fitted.
        reason: Why nothing was fitted; None when something was.
        bias_before: Mean of judge minus clinician.
        bias_after: The same for cross-fitted scores.
        mae_before: Mean absolute difference.
        mae_after: The same for cross-fitted scores.
        judge_values: Judge scores at which the curve is given, ascending.
        calibrated: The curve, fitted to all labels, at those scores.
    """

    method: Calibrator | None
    reason: str | None = None
    bias_before: Estimate
    bias_after: Estimate | None = None
    mae_before: Estimate
    mae_after: Estimate | None = None
    judge_values: tuple[float, ...] = ()
    calibrated: tuple[float, ...] = ()


def calibrate(
    judge: RaterColumn,
    clinician: RaterColumn,
    *,
    method: Calibrator,
    clusters: Clusters = None,
    seed: int = 0,
    bounds: tuple[float, float] | None = None,
) -> Calibration:
    """Return what calibration of the judge on clinicians' scores is worth, cross-fitted by case.

    The cases are dealt into five folds; each fold is calibrated by a curve fitted to the other
    four. Agreement on the labels that a curve was fitted to is no evidence: its bias is zero by
    construction.

    Args:
        judge: The judge's score of each item, numbers; None or NaN is missing.
        clinician: The clinician's, same items.
        method: "linear": least squares. "isotonic": the nearest non-decreasing curve, which makes
            ties and needs 200 labels.
        clusters: The case of each item; None makes each its own case.
        seed: Seed of the deal.
        bounds: The bounds of the absolute difference before calibration, 0 and the width of the
            scale, as in `mean_absolute_error`; calibrated scores may leave the scale and have none.

    Returns:
        The calibration; nothing fitted with fewer than five cases, a constant judge, or fewer than
        200 labels for "isotonic".

    Raises:
        ValueError: Lengths differ, a score is not a finite number, the method is unknown, or an
            absolute difference lies outside `bounds`.
    """
    what = "calibrate"
    if method not in {"linear", "isotonic"}:
        raise ValueError(f"{what}: method must be 'linear' or 'isotonic', got {method!r}")
    pairs, cases = numeric_pairs(judge, clinician, clusters, what=what)
    score, label = pairs.T
    before = score - label
    mae_before = mean_absolute_error(score, label, clusters=cases, n_boot=1, bounds=bounds)
    codes, n_cases = case_codes(len(pairs), cases, what=what)
    reason = _reason_for_none(score, n_cases, method)
    if reason is not None:
        return Calibration(
            method=None,
            reason=reason,
            bias_before=mean_estimate(before, cases),
            mae_before=mae_before,
        )
    folds = np.random.default_rng(seed).permutation(n_cases)[codes] % N_FOLDS
    fitted = np.empty_like(score)
    for fold in range(N_FOLDS):
        rest = folds != fold
        fitted[~rest] = _curve(score[rest], label[rest], score[~rest], method)
    values = np.unique(score)
    return Calibration(
        method=method,
        bias_before=mean_estimate(before, cases),
        bias_after=mean_estimate(fitted - label, cases),
        mae_before=mae_before,
        mae_after=mean_absolute_error(fitted, label, clusters=cases, n_boot=1),
        judge_values=tuple(values.tolist()),
        calibrated=tuple(_curve(score, label, values, method).tolist()),
    )


def isotonic_curve(judge: FloatArray, clinician: FloatArray, at: FloatArray) -> FloatArray:
    """Return the non-decreasing least-squares curve of clinician on judge, read at given scores.

    Pool-adjacent-violators on the mean label of each judge score, weighted by its count; linear
    between scores, constant outside them.

    Args:
        judge: The judge's scores; shape (n,).
        clinician: The labels; shape (n,).
        at: Judge scores to read the curve at.
    """
    values, place, counts = np.unique(judge, return_inverse=True, return_counts=True)
    means = np.bincount(place, weights=clinician) / counts
    heights = optimize.isotonic_regression(means, weights=counts.astype(np.float64)).x
    return np.interp(at, values, heights)


def _curve(
    judge: FloatArray, clinician: FloatArray, at: FloatArray, method: Calibrator
) -> FloatArray:
    if method == "isotonic":
        return isotonic_curve(judge, clinician, at)
    centre = judge.mean()
    spread = float(((judge - centre) ** 2).sum())
    # A fold's rest may hold one score only: its best line is flat.
    slope = float(((judge - centre) * clinician).sum()) / spread if spread > 0 else 0.0
    return np.asarray(clinician.mean() + slope * (at - centre))


def _reason_for_none(score: FloatArray, n_cases: int, method: Calibrator) -> str | None:
    if n_cases < N_FOLDS:
        return f"needs {N_FOLDS} cases or more, got {n_cases}"
    if method == "isotonic" and score.size < MIN_ISOTONIC_LABELS:
        return f"isotonic needs {MIN_ISOTONIC_LABELS} labels or more, got {score.size}; use linear"
    if float(score.min()) == float(score.max()):
        return "the judge gives the same score throughout"
    return None
