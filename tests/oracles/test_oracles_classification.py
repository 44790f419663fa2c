from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from oracle_tables import Comparison, Numbers, graded_tables, measured_pairs, said

from judgekit.agreement import calibrate, macro_f1, sensitivity, specificity
from judgekit.agreement.calibration import isotonic_curve

metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
isotonic = pytest.importorskip("sklearn.isotonic", reason="scikit-learn is not installed")
linear = pytest.importorskip("sklearn.linear_model", reason="scikit-learn is not installed")

pytestmark = pytest.mark.slow

Made = Callable[..., Comparison]


def _mean_f1(judge: Numbers, ratings: Numbers, scale: tuple[float, ...]) -> float:
    """Return scikit-learn's macro-F1 over every pair of a judge's and a clinician's label.

    NaN where a class occurs nowhere: scikit-learn's own mean would leave the class out.
    """
    pairs = np.stack([np.broadcast_to(judge[:, None], ratings.shape), ratings]).reshape(2, -1)
    pairs = pairs[:, ~np.isnan(pairs).any(axis=0)]
    if not pairs.size:
        return float("nan")
    of_class = metrics.f1_score(
        pairs[1], pairs[0], labels=list(scale), average=None, zero_division=np.nan
    )
    if np.isnan(of_class).any():
        return float("nan")
    together: float = metrics.f1_score(pairs[1], pairs[0], labels=list(scale), average="macro")
    return together


def test_macro_f1_is_that_of_scikit_learn(comparison: Made) -> None:
    """Macro-F1 pooled over all labels equals scikit-learn's; a class nowhere leaves none."""
    compared = comparison("macro_f1 pooled, scikit-learn")
    for table in graded_tables(seed=19):
        judge, ratings = table.ratings[:, 0], table.ratings[:, 1:]
        own = macro_f1(judge, ratings, categories=table.scale)
        compared.add(own, said(lambda j=judge, r=ratings, t=table: _mean_f1(j, r, t.scale)))
    compared.made(equal=200, undefined=50)


def test_macro_f1_by_group_is_the_mean_of_scikit_learn(comparison: Made) -> None:
    """With groups, macro-F1 is the mean of scikit-learn's over the groups that hold labels."""
    compared = comparison("macro_f1 by group, scikit-learn")
    rng = np.random.default_rng(20)
    for table in graded_tables(seed=20, n_tables=200):
        judge, ratings = table.ratings[:, 0] % 2, table.ratings[:, 1:] % 2
        groups = rng.integers(0, 3, len(judge))
        enters = ~np.isnan(judge) & ~np.isnan(ratings).all(axis=1)
        parts = [groups == group for group in np.unique(groups[enters])]
        own = macro_f1(judge, ratings, categories=(0, 1), groups=groups.tolist())
        other = said(
            lambda j=judge, r=ratings, parts=parts: (
                np.mean([_mean_f1(j[part], r[part], (0.0, 1.0)) for part in parts])
                if parts
                else np.nan
            )
        )
        compared.add(own, other)
    compared.made(equal=100, undefined=40)


def test_sensitivity_and_specificity_are_recall(comparison: Made) -> None:
    """Sensitivity is scikit-learn's recall of the category, specificity that of the rest."""
    caught = comparison("sensitivity, scikit-learn")
    kept = comparison("specificity, scikit-learn")
    for table in graded_tables(seed=21, n_tables=200):
        judge, reference = table.ratings[:, 0], table.ratings[:, 1]
        both = ~np.isnan(judge) & ~np.isnan(reference)
        found, truth = judge[both] == 0, reference[both] == 0
        pairs = ((caught, sensitivity, True), (kept, specificity, False))
        for compared, figure, inside in pairs:
            own = figure(judge, reference, category=0.0, categories=table.scale)
            other = said(
                lambda f=found, t=truth, inside=inside: (
                    metrics.recall_score(t == inside, f == inside, zero_division=np.nan)
                    if t.size
                    else np.nan
                )
            )
            compared.add(own, other)
    caught.made(equal=100, undefined=15)
    kept.made(equal=100, undefined=15)


def test_isotonic_curve_is_that_of_scikit_learn(comparison: Made) -> None:
    """The isotonic curve equals scikit-learn's at its own scores, between and outside them."""
    compared = comparison("isotonic curve, scikit-learn")
    for a, b in measured_pairs(seed=22):
        both = ~np.isnan(a) & ~np.isnan(b)
        score, label = a[both], b[both]
        if not score.size:
            continue
        at = np.concatenate([score, np.linspace(score.min() - 1, score.max() + 1, 23)])
        other = isotonic.IsotonicRegression(out_of_bounds="clip").fit(score, label).predict(at)
        for own_height, height in zip(isotonic_curve(score, label, at), other, strict=True):
            compared.add_number(float(own_height), float(height))
    compared.made(equal=5000)


@pytest.mark.parametrize("method", ["linear", "isotonic"])
def test_calibration_is_that_of_scikit_learn(method: str, comparison: Made) -> None:
    """The curve that is reported equals scikit-learn's, fitted to all items that both scored."""
    compared = comparison(f"calibrate {method}, scikit-learn")
    rng = np.random.default_rng(23)
    for _ in range(100):
        label = rng.integers(0, 6, 300).astype(np.float64)
        judge = (0.6 * label + 1.5 + rng.normal(0, 1, 300)).round(int(rng.integers(0, 3)))
        judge[rng.random(300) < 0.1] = np.nan
        both = ~np.isnan(judge)
        own = calibrate(judge, label, method=method)
        values = np.array(own.judge_values)
        if method == "linear":
            fit = linear.LinearRegression().fit(judge[both][:, None], label[both])
            other = fit.predict(values[:, None])
        else:
            fit = isotonic.IsotonicRegression(out_of_bounds="clip").fit(judge[both], label[both])
            other = fit.predict(values)
        for own_height, height in zip(own.calibrated, other, strict=True):
            compared.add_number(own_height, float(height))
    compared.made(equal=1000)
