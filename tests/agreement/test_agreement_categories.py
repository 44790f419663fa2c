"""Coefficients on a scale of categories against published and hand-made figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from agreement_cases import CASES, pair_of_counts, ratings_of_counts
from numpy.typing import NDArray

from judgekit.agreement.kappa import cohen_kappa, fleiss_kappa, gwet_ac
from judgekit.agreement.krippendorff import krippendorff_alpha
from judgekit.agreement.raw import (
    bias_index,
    percent_agreement,
    prevalence_index,
    specific_agreement,
)

FIVE_DIGITS = 6e-6  # the file prints these values with five decimals


@pytest.mark.parametrize(
    "case_id",
    [
        "krippendorff_4coders_12units",
        "krippendorff_binary_2obs",
        "krippendorff_nominal_2obs",
        "wikipedia_3coders_15units",
    ],
)
def test_alpha_equals_the_printed_values(case_id: str) -> None:
    """Alpha with every metric equals Krippendorff's worked examples."""
    case = CASES[case_id]
    ratings = np.array(case["data"], dtype=float).T
    for metric, expected in case["expected"].items():
        actual = krippendorff_alpha(ratings, metric=metric, categories=(0, 1, 2, 3, 4, 5)).value
        assert actual == pytest.approx(expected, abs=1e-9)
        assert actual == pytest.approx(case["published"][metric], abs=case["tolerance"])


def test_gwet_family_with_gaps() -> None:
    """AC1, AC2, generalised Fleiss and alpha on Gwet's table of 12 subjects, 4 raters, gaps."""
    case = CASES["gwet_4raters_12subjects"]
    ratings, scale = case["data"], case["categories"]
    expected = {name: entry["value"] for name, entry in case["expected"].items()}
    alpha = krippendorff_alpha(ratings, metric="nominal", categories=scale)
    actual = {
        "AC1": gwet_ac(ratings, categories=scale),
        "fleiss_generalised": fleiss_kappa(ratings, categories=scale),
        "alpha_nominal": alpha,
        "AC2_linear": gwet_ac(ratings, categories=scale, weights="linear"),
        "AC2_quadratic": gwet_ac(ratings, categories=scale, weights="quadratic"),
        "percent_agreement": percent_agreement(ratings, categories=scale),
    }
    for name, estimate in actual.items():
        assert estimate.value == pytest.approx(expected[name], abs=FIVE_DIGITS), name
    assert alpha.n == 11  # the last subject has one rating
    assert actual["AC1"].n == 12


def test_gwet_ordinal_weights_as_a_matrix() -> None:
    """AC2 takes a weight matrix: Gwet's ordinal weights, 1 - C(|k-l|+1, 2) / C(q, 2)."""
    case = CASES["gwet_4raters_12subjects"]
    steps = np.abs(np.subtract.outer(np.arange(5), np.arange(5)))
    weights = 1 - steps * (steps + 1) / 2 / 10
    actual = gwet_ac(case["data"], categories=case["categories"], weights=weights)
    assert actual.value == pytest.approx(case["expected"]["AC2_ordinal"]["value"], abs=FIVE_DIGITS)


def test_six_raters_from_counts() -> None:
    """Gwet, Fleiss and alpha on the R irrCAC example of six raters."""
    case = CASES["irrcac_distrib_6raters"]
    ratings = ratings_of_counts(case["data"])
    scale = range(5)
    published = case["published"]
    for actual, name in (
        (gwet_ac(ratings, categories=scale), "gwet"),
        (fleiss_kappa(ratings, categories=scale), "fleiss"),
        (krippendorff_alpha(ratings, metric="nominal", categories=scale), "krippendorff"),
    ):
        assert actual.value == pytest.approx(published[name], abs=5e-8)


@pytest.mark.parametrize("case_id", ["fleiss_1971_diagnoses", "wikipedia_fleiss_10x5"])
def test_fleiss_equals_the_printed_values(case_id: str) -> None:
    """Fleiss' kappa equals the 1971 paper and the encyclopaedia's worked example."""
    case = CASES[case_id]
    ratings = ratings_of_counts(case["data"])
    actual = fleiss_kappa(ratings, categories=range(5)).value
    assert actual == pytest.approx(case["expected"]["fleiss_kappa"], abs=1e-9)
    assert actual == pytest.approx(case["published"]["fleiss_kappa"], abs=case["tolerance"])
    if "percent_agreement" in case["expected"]:
        agreement = percent_agreement(ratings).value
        assert agreement == pytest.approx(case["expected"]["percent_agreement"], abs=1e-9)


@pytest.mark.parametrize(
    "case_id",
    [
        "paradox_high_prevalence",
        "feinstein_cicchetti_balanced",
        "feinstein_cicchetti_skewed",
        "bias_paradox_symmetric",
        "bias_paradox_asymmetric",
    ],
)
def test_the_kappa_paradoxes(case_id: str) -> None:
    """Kappa, AC1, alpha and the figures that explain them, on the published 2 x 2 tables."""
    case = CASES[case_id]
    a, b = (1 - side for side in pair_of_counts(case["data"]))  # the first class is "met"
    both = np.column_stack([a, b])
    scale = (0, 1)
    alpha = krippendorff_alpha(both, metric="nominal", categories=scale)
    actual = {
        "cohen": cohen_kappa(a, b, categories=scale),
        "gwet": gwet_ac(both, categories=scale),
        "scott": fleiss_kappa(both, categories=scale),
        "krippendorff": alpha,
        "percent_agreement": percent_agreement(both, categories=scale),
        "positive_agreement": specific_agreement(both, category=1, categories=scale),
        "negative_agreement": specific_agreement(both, category=0, categories=scale),
        "prevalence_index": prevalence_index(a, b, categories=scale),
        "bias_index": bias_index(a, b, categories=scale),
    }
    for name, estimate in actual.items():
        entry = case["expected"][name]
        if isinstance(entry, dict):
            assert estimate.value == pytest.approx(entry["value"], abs=FIVE_DIGITS), name
        else:
            assert estimate.value == pytest.approx(entry, abs=1e-9), name
    exact = case["expected"]["kappa_statsmodels"]
    assert actual["cohen"].value == pytest.approx(exact, abs=1e-9)


def test_weighted_kappa_with_costs_of_ones_own() -> None:
    """Cohen's 1968 example with its own matrix of costs; 1 - costs gives the same."""
    case = CASES["cohen_1968_weighted"]
    a, b = pair_of_counts(case["data"])
    costs = case["disagreement_weights"]
    plain = cohen_kappa(a, b, categories=range(3))
    weighted = cohen_kappa(a, b, categories=range(3), weights=costs)
    assert plain.value == pytest.approx(case["expected"]["kappa_unweighted"], abs=1e-9)
    assert weighted.value == pytest.approx(case["expected"]["kappa_weighted"], abs=1e-9)
    agreement = 1 - np.array(costs) / 6
    assert cohen_kappa(a, b, categories=range(3), weights=agreement).value == pytest.approx(
        weighted.value, abs=1e-12
    )


def test_weighted_kappa_on_four_grades() -> None:
    """Unweighted, linear and quadratic kappa on the 4 x 4 table of R vcd."""
    case = CASES["agresti_sexualfun_4x4"]
    a, b = pair_of_counts(case["data"])
    for weights in (None, "linear", "quadratic"):
        actual = cohen_kappa(a, b, categories=range(4), weights=weights).value
        expected = case["expected"][weights or "unweighted"]["kappa"]
        assert actual == pytest.approx(expected, abs=1e-9)


def test_an_unused_grade_keeps_its_place() -> None:
    """The scale is the declared one: a grade that nobody used still widens the distances."""
    case = CASES["irr_anxiety_missing_category"]
    table = np.array(case["data"])
    for key, columns in (("pair_0_1", (0, 1)), ("pair_1_2_full_scale_labels_1to6", (1, 2))):
        a, b = table[:, columns[0]], table[:, columns[1]]
        for weights in (None, "linear", "quadratic"):
            actual = cohen_kappa(a, b, categories=range(1, 7), weights=weights).value
            assert actual == pytest.approx(case["expected"][key][weights or "unweighted"], abs=1e-9)
    shrunk = cohen_kappa(table[:, 1], table[:, 2], categories=(1, 2, 3, 4, 6), weights="linear")
    expected = case["expected"]["pair_1_2_sample_labels_only"]["linear"]
    assert shrunk.value == pytest.approx(expected, abs=1e-9)

    case = CASES["edge_unused_middle_categories"]
    data, scale = case["data"], case["data"]["scale"]
    kappa = cohen_kappa(data["a"], data["b"], categories=scale, weights="quadratic").value
    assert kappa == pytest.approx(case["expected"]["quadratic_kappa_scale_0_5"], abs=1e-9)
    both = list(zip(data["a"], data["b"], strict=True))
    ac2 = gwet_ac(both, categories=scale, weights="quadratic").value
    assert ac2 == pytest.approx(case["expected"]["AC2_quadratic_scale_0_5"], abs=1e-5)


def test_text_grades_keep_the_declared_order() -> None:
    """Labels are ordered as the scale says, never by the alphabet."""
    case = CASES["edge_string_ordinal"]
    data = case["data"]
    actual = cohen_kappa(data["a"], data["b"], categories=data["scale"], weights="quadratic")
    expected = case["expected"]["quadratic_kappa_declared_order"]
    assert actual.value == pytest.approx(expected, abs=1e-9)


def test_everybody_the_same_constant() -> None:
    """One class throughout: raw agreement 1, AC1 1 on the declared scale, the rest undefined."""
    both = [[1, 1]] * 30
    scale = (0, 1)
    assert percent_agreement(both, categories=scale).value == 1.0
    assert gwet_ac(both, categories=scale).value == 1.0
    for estimate in (
        cohen_kappa([1] * 30, [1] * 30, categories=scale, n_boot=50),
        fleiss_kappa(both, categories=scale, n_boot=50),
        krippendorff_alpha(both, metric="nominal", categories=scale, n_boot=50),
        krippendorff_alpha(both, metric="ordinal", categories=scale, n_boot=50),
        krippendorff_alpha(np.full((30, 2), 0.1), metric="interval", n_boot=50),
        krippendorff_alpha(np.full((30, 2), 0.1), metric="ratio", n_boot=50),
        specific_agreement(both, category=0, categories=scale, n_boot=50),
    ):
        assert estimate.value is None
        assert estimate.reason
        assert (estimate.low, estimate.high) == (None, None)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_one_constant_rater_gives_zero(weights: str | None) -> None:
    """A constant rater beside one who varies, or two different constants: kappa is exactly 0."""
    varied = [0, 1, 2, 2, 1, 0, 2, 1, 1, 0, 2]
    for a, b in (([1] * 11, varied), (varied, [2] * 11), ([0] * 11, [2] * 11)):
        assert cohen_kappa(a, b, categories=range(3), weights=weights).value == 0.0


def test_nobody_rated_twice() -> None:
    """Without an item that two raters share, every coefficient is undefined and says so."""
    apart = [[1, None], [None, 0], [1, None]]
    scale = (0, 1)
    for estimate in (
        percent_agreement(apart),
        fleiss_kappa(apart, categories=scale),
        gwet_ac(apart, categories=scale),
        krippendorff_alpha(apart, metric="interval"),
        krippendorff_alpha(apart, metric="ordinal", categories=scale),
        cohen_kappa([1, None, 1], [None, 0, None], categories=scale),
        krippendorff_alpha([[1], [0]], metric="nominal", categories=scale),
    ):
        assert (estimate.value, estimate.low) == (None, None)
        assert "two ratings" in str(estimate.reason) or "by both" in str(estimate.reason)


def _alpha_by_definition(
    ratings: NDArray[np.float64], metric: str, scale: list[float]
) -> Fraction | float:
    """Alpha straight from the coincidence matrix, in exact fractions."""
    o: dict[tuple[float, float], Fraction] = {}
    for row in ratings:
        given = [v for v in row if not np.isnan(v)]
        for c, k in permutations(given, 2):
            o[c, k] = o.get((c, k), Fraction(0)) + Fraction(1, len(given) - 1)
    n_of = {c: sum((v for (x, _), v in o.items() if x == c), Fraction(0)) for c in scale}
    n = sum(n_of.values())

    def d(c: float, k: float) -> Fraction:
        x, y = Fraction(c), Fraction(k)
        if metric == "nominal":
            return Fraction(int(c != k))
        if metric == "interval":
            return (x - y) ** 2
        if metric == "ratio":
            return ((x - y) / (x + y)) ** 2 if x + y else Fraction(0)
        between = [n_of[g] for g in scale if min(c, k) <= g <= max(c, k)]
        return (sum(between) - (n_of[c] + n_of[k]) / 2) ** 2

    observed = sum(v * d(c, k) for (c, k), v in o.items())
    expected = sum(n_of[c] * n_of[k] * d(c, k) for c in scale for k in scale)
    return float(1 - (n - 1) * observed / expected)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_equals_its_definition(metric: str) -> None:
    """On random tables with gaps, alpha equals the coincidence matrix worked in fractions."""
    rng = np.random.default_rng(11)
    scale = [0.0, 1.0, 2.0, 3.0, 5.0]
    for _ in range(25):
        ratings = rng.choice(scale, size=(9, 4))
        ratings[rng.random(ratings.shape) < 0.35] = np.nan
        ratings[0, :2] = (0.0, 3.0)
        actual = krippendorff_alpha(ratings, metric=metric, categories=scale).value
        assert actual == pytest.approx(_alpha_by_definition(ratings, metric, scale), abs=1e-10)


def _gwet_by_definition(
    ratings: NDArray[np.float64], scale: list[float], w: NDArray[np.float64]
) -> tuple[float, float]:
    """AC and (for identity weights) generalised Fleiss, by loops over pairs of ratings."""
    shares, agreements = [], []
    for row in ratings:
        given = [scale.index(v) for v in row if not np.isnan(v)]
        if given:
            shares.append([given.count(k) / len(given) for k in range(len(scale))])
        if len(given) > 1:
            pairs = list(permutations(given, 2))
            agreements.append(sum(w[c, k] for c, k in pairs) / len(pairs))
    pi = np.mean(shares, axis=0)
    p_a, q = np.mean(agreements), len(scale)
    chance = w.sum() / (q * (q - 1)) * sum(p * (1 - p) for p in pi)
    fleiss = sum(p * p for p in pi)
    return (p_a - chance) / (1 - chance), (p_a - fleiss) / (1 - fleiss)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_gwet_and_fleiss_equal_their_definition(weights: str | None) -> None:
    """On random tables with gaps, AC1, AC2 and Fleiss equal loops over pairs of ratings."""
    rng = np.random.default_rng(12)
    scale = [0.0, 1.0, 2.0, 3.0]
    steps = np.abs(np.subtract.outer(range(4), range(4)))
    w = {None: steps == 0, "linear": 1 - steps / 3, "quadratic": 1 - (steps / 3) ** 2}[weights]
    for _ in range(25):
        ratings = rng.choice(scale, size=(10, 5))
        ratings[rng.random(ratings.shape) < 0.4] = np.nan
        ratings[0, :2] = (0.0, 3.0)
        ac, fleiss = _gwet_by_definition(ratings, scale, np.asarray(w, dtype=float))
        assert gwet_ac(ratings, categories=scale, weights=weights).value == pytest.approx(ac)
        if weights is None:
            assert fleiss_kappa(ratings, categories=scale).value == pytest.approx(fleiss)


def test_interval_alpha_far_from_zero() -> None:
    """Adding a large constant to every rating leaves interval alpha, despite limited digits."""
    ratings = np.random.default_rng(2).normal(size=(200, 3))
    near = krippendorff_alpha(ratings, metric="interval").value
    far = krippendorff_alpha(ratings + 1e6, metric="interval").value
    assert far == pytest.approx(near, abs=1e-8)


def test_ratio_alpha_of_many_values_is_the_same_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the limit of different values the value is the same and the interval is refused."""
    ratings = np.random.default_rng(4).gamma(2.0, size=(300, 2))
    small = krippendorff_alpha(ratings, metric="ratio", n_boot=20)
    monkeypatch.setattr("judgekit.agreement.krippendorff.MAX_RATIO_VALUES_FOR_BOOTSTRAP", 100)
    large = krippendorff_alpha(ratings, metric="ratio", n_boot=20)
    assert large.value == pytest.approx(small.value, abs=1e-12)
    assert small.low is not None
    assert large.low is None
    assert "600 different values" in str(large.interval_reason)


@pytest.mark.parametrize(
    ("ratings", "categories", "within", "expected"),
    [
        ([[1, 2], [3, 3], [5, 2]], None, 0, 1 / 3),
        ([[1, 2], [3, 3], [5, 2]], None, 1, 2 / 3),
        ([["lo", "hi"], ["mid", "hi"], ["lo", "lo"]], ("lo", "mid", "hi"), 1, 2 / 3),
        ([[0, 50], [50, 50], [100, 0]], (0, 50, 100), 1, 1 / 3),
        ([[1, 1, 2], [1, None, 1], [None, None, 3]], None, 0, (1 / 3 + 1) / 2),
    ],
)
def test_percent_agreement_by_hand(
    ratings: list[list[int | None]],
    categories: tuple[int, ...] | None,
    within: float,
    expected: float,
) -> None:
    """Exact and near agreement, in units of numbers and in steps of labels, counted by hand."""
    actual = percent_agreement(ratings, categories=categories, within=within)
    assert actual.value == pytest.approx(expected)


def test_the_reference_case_of_constant_ratings() -> None:
    """Everybody the same: agreement 1, AC1 1 on the declared scale; kappa and alpha undefined."""
    case = CASES["edge_constant_ratings"]
    a, b = case["data"]["a"], case["data"]["b"]
    rows = [list(pair) for pair in zip(a, b, strict=True)]
    actual = {
        "percent_agreement": percent_agreement(rows, categories=(0, 1)).value,
        "kappa": cohen_kappa(a, b, categories=(0, 1)).value,
        "alpha": krippendorff_alpha(rows, metric="nominal", categories=(0, 1)).value,
        "AC1_declared_categories_0_1": gwet_ac(rows, categories=(0, 1)).value,
    }
    assert actual == case["expected"]
