"""Laws of the coefficients, and the ones that do not hold."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from judgekit.agreement.concordance import lin_ccc
from judgekit.agreement.differences import bland_altman, mean_difference
from judgekit.agreement.icc import FORMS, icc
from judgekit.agreement.kappa import cohen_kappa, fleiss_kappa, gwet_ac
from judgekit.agreement.krippendorff import krippendorff_alpha
from judgekit.agreement.ranks import kendall_tau_b, spearman
from judgekit.agreement.raw import percent_agreement
from judgekit.records.estimate import Estimate

Table = NDArray[np.float64]
SCALE = (0, 1, 2, 3)

# Ratings on 0-3 with gaps, items x 3 raters.
TABLES = (
    st.integers(1, 12)
    .flatmap(
        lambda n: st.lists(
            st.lists(st.sampled_from([None, 0, 1, 2, 3]), min_size=3, max_size=3),
            min_size=n,
            max_size=n,
        )
    )
    .map(lambda rows: np.array(rows, dtype=float))
)

MULTI: dict[str, Callable[[Table], Estimate]] = {
    "percent": lambda t: percent_agreement(t),
    "fleiss": lambda t: fleiss_kappa(t, categories=SCALE),
    "ac1": lambda t: gwet_ac(t, categories=SCALE),
    "ac2": lambda t: gwet_ac(t, categories=SCALE, weights="linear"),
    "nominal": lambda t: krippendorff_alpha(t, metric="nominal", categories=SCALE),
    "ordinal": lambda t: krippendorff_alpha(t, metric="ordinal", categories=SCALE),
    "interval": lambda t: krippendorff_alpha(t, metric="interval"),
    "ratio": lambda t: krippendorff_alpha(t, metric="ratio"),
}
PAIRED: dict[str, Callable[..., Estimate]] = {
    "kappa": lambda a, b: cohen_kappa(a, b, categories=SCALE),
    "linear": lambda a, b: cohen_kappa(a, b, categories=SCALE, weights="linear"),
    "quadratic": lambda a, b: cohen_kappa(a, b, categories=SCALE, weights="quadratic"),
    "ccc": lin_ccc,
    "spearman": spearman,
    "tau": kendall_tau_b,
}


def _same(one: Estimate, other: Estimate) -> None:
    assert (one.value is None) == (other.value is None)
    if one.value is not None:
        assert other.value == pytest.approx(one.value, abs=1e-9)


@given(TABLES, st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_order_of_items_and_raters_plays_no_part(table: Table, random: Random) -> None:
    """Multi-rater coefficients do not depend on the order of items or raters; none exceeds 1."""
    items, raters = list(range(len(table))), [0, 1, 2]
    random.shuffle(items)
    random.shuffle(raters)
    for coefficient in MULTI.values():
        actual = coefficient(table)
        _same(actual, coefficient(table[items][:, raters]))
        assert actual.value is None or actual.value <= 1.0


@given(TABLES)
@settings(max_examples=25, deadline=None)
def test_two_raters_are_symmetric(table: Table) -> None:
    """Symmetric weights, concordance and rank correlations do not depend on who is first."""
    for coefficient in PAIRED.values():
        _same(coefficient(table[:, 0], table[:, 1]), coefficient(table[:, 1], table[:, 0]))


@given(TABLES)
@settings(max_examples=25, deadline=None)
def test_items_twice_leave_some_coefficients(table: Table) -> None:
    """Each item twice: raw agreement, kappa, Fleiss and AC stay exactly."""
    double = np.concatenate([table, table])
    for name in ("percent", "fleiss", "ac1", "ac2"):
        _same(MULTI[name](table), MULTI[name](double))
    for name in ("kappa", "linear", "quadratic", "spearman", "tau", "ccc"):
        _same(PAIRED[name](*table[:, :2].T), PAIRED[name](*double[:, :2].T))


@given(TABLES)
@settings(max_examples=25, deadline=None)
def test_reversed_scale_leaves_all_but_ratio(table: Table) -> None:
    """Turning the scale round leaves kappa, AC and nominal, ordinal and interval alpha."""
    for name, coefficient in MULTI.items():
        if name != "ratio":
            _same(coefficient(table), coefficient(3 - table))
    for coefficient in PAIRED.values():
        _same(coefficient(*table[:, :2].T), coefficient(*(3 - table[:, :2]).T))


@given(TABLES)
@settings(max_examples=25, deadline=None)
def test_labels_equal_numbers(table: Table) -> None:
    """Renaming levels consistently changes nothing: text grades equal numbered ones."""
    names = np.array(["none", "mild", "severe", "fatal"])
    labels = [[None if np.isnan(v) else str(names[int(v)]) for v in row] for row in table]
    order = tuple(names.tolist())
    for weights in (None, "quadratic"):
        _same(
            gwet_ac(table, categories=SCALE, weights=weights),
            gwet_ac(labels, categories=order, weights=weights),
        )
    for metric in ("nominal", "ordinal"):
        _same(
            krippendorff_alpha(table, metric=metric, categories=SCALE),
            krippendorff_alpha(labels, metric=metric, categories=order),
        )


@given(TABLES, st.floats(0.1, 50), st.floats(-100, 100))
@settings(max_examples=25, deadline=None)
def test_units_play_no_part_in_interval_measures(table: Table, scale: float, shift: float) -> None:
    """Interval alpha, concordance and ICC do not depend on the unit or the zero of the scale."""
    moved = scale * table + shift
    _same(MULTI["interval"](table), MULTI["interval"](moved))
    _same(lin_ccc(*table[:, :2].T), lin_ccc(*moved[:, :2].T))
    full = np.nan_to_num(table, nan=1.0)
    for form in FORMS:
        one, other = icc(full, form=form), icc(scale * full + shift, form=form)
        assert (one.value is None) == (other.value is None)
        if one.value is not None:
            assert other.value == pytest.approx(one.value, rel=1e-6, abs=1e-6)


def test_two_category_weights_are_all_the_same() -> None:
    """On a binary scale linear and quadratic weights are no weights."""
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 2, (2, 40))
    values = [cohen_kappa(a, b, categories=(0, 1), weights=w).value for w in (None, "linear")]
    values.append(cohen_kappa(a, b, categories=(0, 1), weights="quadratic").value)
    assert values[0] == values[1] == values[2]


def test_laws_that_do_not_hold() -> None:
    """What one might expect and must not: documented here so that nobody relies on it.

    - Each item twice changes alpha, ICC and the Bland-Altman SD, and less as n grows.
    - Signed bias and asymmetric weights change with the order of raters.
    - Turning the scale round changes ratio alpha and flips the bias.
    """
    rng = np.random.default_rng(5)

    def change(n: int, figure: Callable[[Table], float | None]) -> float:
        table = np.clip(rng.integers(0, 4, (n, 1)) + rng.integers(-1, 2, (n, 2)), 0, 3).astype(
            float
        )
        return abs(float(figure(table) or 0.0) - float(figure(np.tile(table, (2, 1))) or 0.0))

    for figure in (
        lambda t: krippendorff_alpha(t, metric="interval").value,
        lambda t: icc(t, form="2,1").value,
        lambda t: bland_altman(*t.T).sd.value,
    ):
        small, large = change(10, figure), change(1000, figure)
        assert small > 1e-4
        assert large < small / 10

    a, b = rng.integers(0, 4, (2, 50))
    assert mean_difference(a, b).value == -mean_difference(b, a).value != 0
    costs = [[0, 1, 2, 3], [5, 0, 1, 2], [5, 5, 0, 1], [5, 5, 5, 0]]
    one = cohen_kappa(a, b, categories=SCALE, weights=costs).value
    other = cohen_kappa(b, a, categories=SCALE, weights=costs).value
    assert one != pytest.approx(other, abs=1e-3)

    both = np.column_stack([a, b]).astype(float)
    forward = krippendorff_alpha(both, metric="ratio").value
    backward = krippendorff_alpha(3 - both, metric="ratio").value
    assert forward != pytest.approx(backward, abs=1e-3)
    assert mean_difference(3 - a, 3 - b).value == -mean_difference(a, b).value
