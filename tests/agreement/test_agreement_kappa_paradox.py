"""Kappa with what explains it."""

from __future__ import annotations

import pytest
from agreement_cases import CASES, pair_of_counts

from judgekit.agreement.kappa_paradox import kappa_paradox
from judgekit.agreement.raw import bias_index, prevalence_index

PARADOXES = (
    "paradox_high_prevalence",
    "feinstein_cicchetti_balanced",
    "feinstein_cicchetti_skewed",
    "bias_paradox_symmetric",
    "bias_paradox_asymmetric",
)


@pytest.mark.parametrize("case_id", PARADOXES)
def test_figures_equal_the_published_tables(case_id: str) -> None:
    """Kappa, PABAK, indices and agreement by class, on the 2 x 2 tables of the literature."""
    case = CASES[case_id]
    expected = case["expected"]
    a, b = (1 - side for side in pair_of_counts(case["data"]))
    actual = kappa_paradox(a, b, categories=(0, 1))
    assert actual.pabak == pytest.approx(expected["pabak"], abs=1e-9)
    assert actual.prevalence_index == pytest.approx(expected["prevalence_index"], abs=1e-9)
    assert actual.bias_index == pytest.approx(expected["bias_index"], abs=1e-9)
    assert actual.kappa.value == pytest.approx(expected["kappa_statsmodels"], abs=1e-9)
    by_class = [estimate.value for estimate in actual.specific]
    assert by_class == pytest.approx(
        [expected["negative_agreement"], expected["positive_agreement"]], abs=1e-9
    )
    assert actual.ac1.value == pytest.approx(expected["gwet"]["value"], abs=6e-6)


def test_all_figures_are_on_the_items_that_both_rated() -> None:
    """Twelve items of six cases were rated by both, eight by the first alone.

    AC1 of the twelve: agreement 9 / 12, share of 1 (12 + 9) / 24 = 7 / 8, chance 2 * 7 / 8 * 1 / 8:
    (24 - 7) / (32 - 7) = 17 / 25.
    """
    a = [1] * 12 + [0] * 8
    b = [1] * 9 + [0] * 3 + [None] * 8
    cases = [k // 2 for k in range(20)]
    actual = kappa_paradox(a, b, categories=(0, 1), clusters=cases)
    assert actual.ac1.value == pytest.approx(17 / 25)
    for one in (actual.kappa, actual.percent_agreement, actual.ac1, *actual.specific):
        assert (one.n, one.clusters) == (12, 6)
    for index in (prevalence_index, bias_index):
        found = index(a, b, categories=(0, 1), clusters=cases)
        assert (found.n, found.clusters) == (12, 6)


def test_warnings_name_the_cause() -> None:
    """94 % agreement with kappa -0.02 is warned of three times; the balanced table is not."""
    a, b = (1 - side for side in pair_of_counts(CASES[PARADOXES[0]]["data"]))
    assert kappa_paradox(a, b, categories=(0, 1)).warnings == (
        "the raters agree on 94% of the items and kappa is -0.02",
        "one class is rare: prevalence index 0.94",
        "category 0 was given 7 times",
    )
    a, b = (1 - side for side in pair_of_counts(CASES[PARADOXES[1]]["data"]))
    assert kappa_paradox(a, b, categories=(0, 1)).warnings == ()


def test_undefined_kappa_and_other_scales() -> None:
    """Constant ratings: kappa undefined, said so; on three levels the binary indices are absent."""
    actual = kappa_paradox([1] * 30, [1] * 30, categories=(0, 1))
    assert "kappa is undefined" in actual.warnings[0]
    assert actual.kappa.value is None
    three = kappa_paradox([0, 1, 2] * 10, [0, 1, 1] * 10, categories=(0, 1, 2))
    assert (three.prevalence_index, three.bias_index) == (None, None)
    # PA = 2/3: (3 * 2/3 - 1) / 2 = 0.5
    assert three.pabak == pytest.approx(0.5)
    assert three.counts == (20, 30, 10)
    nothing = kappa_paradox([None], [1], categories=(0, 1))
    assert (nothing.pabak, nothing.warnings) == (None, ())
