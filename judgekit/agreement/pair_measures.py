"""How close two raters are, as a function of sums over items: what a reference compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from judgekit.agreement.kappa import kappa_contributions, kappa_of_totals
from judgekit.agreement.ratings import (
    Label,
    check_categories,
    coded_ratings,
    numeric_ratings,
    rating_table,
)
from judgekit.agreement.resampling import ratio
from judgekit.agreement.weights import Weights, disagreement_weights
from judgekit.statistics.intervals import FloatArray

MeasureName: TypeAlias = Literal[
    "exact_agreement",
    "agreement_within_1",
    "kappa",
    "kappa_linear",
    "kappa_quadratic",
    "gwet_ac1",
    "gwet_ac2_quadratic",
    "mean_absolute_error",
    "concordance",
]
NUMERIC: tuple[MeasureName, ...] = ("mean_absolute_error", "concordance")
"""Measures of numbers; the others need the scale's categories."""

SHARES: tuple[MeasureName, ...] = ("exact_agreement", "agreement_within_1")
"""Measures that are shares of items."""

_KAPPA_WEIGHTS: dict[str, Weights] = {
    "kappa": None,
    "kappa_linear": "linear",
    "kappa_quadratic": "quadratic",
}


class PairMeasure(NamedTuple):
    """One measure of closeness.

    Attributes:
        name: Its standard name.
        read: Turns ratings (items x raters) into an array that `contribute` takes by column.
        contribute: Sums of each item for two columns; shape (n, p). An item that one of them did
            not rate adds nothing.
        value: The measure of each draw's totals (draws x p), NaN where undefined.
        higher_is_closer: Whether more of it means closer.
        why_undefined: Why it has no value, where that is so.
    """

    name: MeasureName
    read: Callable[[object, str], FloatArray]
    contribute: Callable[[FloatArray, FloatArray], FloatArray]
    value: Callable[[FloatArray], FloatArray]
    higher_is_closer: bool
    why_undefined: str

    @property
    def is_share(self) -> bool:
        """Whether it is a share of items: an interval exists at 0 and 1 too."""
        return self.name in SHARES


def pair_measure(name: MeasureName, *, categories: Sequence[Label] | None) -> PairMeasure:
    """Return the measure of a name.

    Exact agreement is the share of items with the same answer, within 1 that of items at most one
    step of the scale apart; kappa and AC are those of `cohen_kappa` and `gwet_ac`; the mean
    absolute error is in points; concordance is that of `lin_ccc`.

    Args:
        name: Its name.
        categories: Every level of the scale in order; not needed for the measures of numbers.

    Raises:
        ValueError: No such measure, or it needs categories and there are none.
    """
    if name not in get_args(MeasureName):
        raise ValueError(
            f"measure of closeness: must be one of {', '.join(get_args(MeasureName))}, got {name!r}"
        )
    if name in NUMERIC:
        return _absolute_error() if name == "mean_absolute_error" else _concordance()
    if categories is None:
        raise ValueError(f"{name}: needs the scale's categories, every level in order")
    scale = check_categories(categories, what=name)
    if name in _KAPPA_WEIGHTS:
        costs = disagreement_weights(_KAPPA_WEIGHTS[name], len(scale), what=name)
        undefined = "both raters of some pair used one and the same category throughout"
        return _categorical(name, scale, costs, kappa_of_totals, undefined)
    if name in {"gwet_ac1", "gwet_ac2_quadratic"}:
        weights: Weights = None if name == "gwet_ac1" else "quadratic"
        costs = disagreement_weights(weights, len(scale), what=name)
        return _categorical(name, scale, costs, _gwet_of_totals, "the scale has one level only")
    within = 1 if name == "agreement_within_1" else 0
    steps = np.abs(np.subtract.outer(np.arange(len(scale)), np.arange(len(scale))))
    costs = (steps > within).astype(np.float64)
    return _categorical(name, scale, costs, _agreement_of_totals, "nothing is shared")


def _categorical(
    name: MeasureName,
    scale: tuple[Label, ...],
    costs: FloatArray,
    of_totals: Callable[[FloatArray, FloatArray], FloatArray],
    undefined: str,
) -> PairMeasure:
    return PairMeasure(
        name=name,
        read=lambda ratings, what: _coded(ratings, scale, what),
        contribute=lambda a, b: kappa_contributions(
            np.column_stack([a, b]).astype(np.int64), costs
        ),
        value=lambda totals: of_totals(totals, costs),
        higher_is_closer=True,
        why_undefined=undefined,
    )


def _coded(ratings: object, scale: tuple[Label, ...], what: str) -> FloatArray:
    table = rating_table(ratings, what=what)  # type: ignore[arg-type] # checked there
    return coded_ratings(table, scale, what=what).astype(np.float64)


def _numbers(ratings: object, what: str) -> FloatArray:
    return numeric_ratings(rating_table(ratings, what=what), what=what)  # type: ignore[arg-type] # checked there


def _agreement_of_totals(totals: FloatArray, costs: FloatArray) -> FloatArray:
    n = totals[:, 1 : 1 + len(costs)].sum(axis=1)
    return 1.0 - ratio(totals[:, 0], n)


def _gwet_of_totals(totals: FloatArray, costs: FloatArray) -> FloatArray:
    cost, margin_a, margin_b = np.split(totals, [1, 1 + len(costs)], axis=1)
    n = margin_a.sum(axis=1)
    q = len(costs)
    shares = np.divide(
        margin_a + margin_b, 2 * n[:, None], out=np.zeros_like(margin_a), where=n[:, None] > 0
    )
    spread = (shares * (1 - shares)).sum(axis=1)
    expected = spread * ((1.0 - costs).sum() / max(q * (q - 1), 1))
    left = np.where((1.0 - expected > 1e-12) & (n > 0) & (q > 1), 1.0 - expected, 0.0)
    return 1.0 - ratio(ratio(cost[:, 0], n), left)


def _absolute_error() -> PairMeasure:
    def contribute(a: FloatArray, b: FloatArray) -> FloatArray:
        both = ~(np.isnan(a) | np.isnan(b))
        return np.column_stack([np.where(both, np.abs(a - b), 0.0), both.astype(np.float64)])

    return PairMeasure(
        name="mean_absolute_error",
        read=_numbers,
        contribute=contribute,
        value=lambda totals: ratio(totals[:, 0], totals[:, 1]),
        higher_is_closer=False,
        why_undefined="nothing is shared",
    )


def _concordance() -> PairMeasure:
    def read(ratings: object, what: str) -> FloatArray:
        # Moments about a common centre: the measure is the same, and large means lose no digits.
        numbers = _numbers(ratings, what)
        return numbers - np.nanmean(numbers) if np.isfinite(numbers).any() else numbers

    def contribute(a: FloatArray, b: FloatArray) -> FloatArray:
        both = ~(np.isnan(a) | np.isnan(b))
        columns = [a, b, a * a, b * b, a * b, np.ones_like(a)]
        return np.column_stack([np.where(both, column, 0.0) for column in columns])

    def value(totals: FloatArray) -> FloatArray:
        n = totals[:, 5]
        mean_a, mean_b, square_a, square_b, product = (
            ratio(totals[:, place], n) for place in range(5)
        )
        spread = (square_a - mean_a**2) + (square_b - mean_b**2) + (mean_a - mean_b) ** 2
        return ratio(2 * (product - mean_a * mean_b), np.where(spread > 1e-12, spread, 0.0))

    return PairMeasure(
        name="concordance",
        read=read,
        contribute=contribute,
        value=value,
        higher_is_closer=True,
        why_undefined="all ratings of some pair are alike",
    )
