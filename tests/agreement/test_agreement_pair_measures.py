"""Measures of a pair, as a reference uses them, are those of the coefficients themselves."""

from __future__ import annotations

import numpy as np
import pytest

from judgekit.agreement import (
    cohen_kappa,
    gwet_ac,
    human_reference,
    lin_ccc,
    mean_absolute_error,
    percent_agreement,
)
from judgekit.agreement.pair_measures import MeasureName, pair_measure

SCALE = (0, 1, 2, 3)
SOURCES = {
    "exact_agreement": lambda a, b: percent_agreement(_rows(a, b), categories=SCALE),
    "agreement_within_1": lambda a, b: percent_agreement(_rows(a, b), categories=SCALE, within=1),
    "kappa": lambda a, b: cohen_kappa(a, b, categories=SCALE),
    "kappa_linear": lambda a, b: cohen_kappa(a, b, categories=SCALE, weights="linear"),
    "kappa_quadratic": lambda a, b: cohen_kappa(a, b, categories=SCALE, weights="quadratic"),
    "mean_absolute_error": mean_absolute_error,
    "concordance": lin_ccc,
}


def _rows(a: list, b: list) -> list:
    return [list(pair) for pair in zip(a, b, strict=True)]


def _table(seed: int) -> list[list[int | None]]:
    """Three clinicians and the judge on 40 items, one rating in six missing."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, size=40)
    noise = rng.integers(-1, 2, size=(40, 4))
    table = np.clip(truth[:, None] + noise, 0, 3).astype(object)
    table[rng.random((40, 4)) < 1 / 6] = None
    return table.tolist()


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_means_over_pairs_are_those_of_the_coefficient(name: MeasureName) -> None:
    """Every pair, and both means, are what the coefficient's own function gives for the pair."""
    for seed in range(5):
        rows = [row for row in _table(seed) if row[0] is not None]
        judge, columns = [row[0] for row in rows], list(zip(*rows, strict=True))
        actual = human_reference([row[1:] for row in rows], judge, measure=name, categories=SCALE)
        expected = {
            (None, k): SOURCES[name](judge, list(columns[k + 1])).value for k in range(3)
        } | {
            (i, j): SOURCES[name](list(columns[i + 1]), list(columns[j + 1])).value
            for i, j in ((0, 1), (0, 2), (1, 2))
        }
        assert {(p.first, p.second): p.value for p in actual.pairs} == pytest.approx(expected)
        judged = np.mean([expected[None, k] for k in range(3)])
        humans = np.mean([expected[pair] for pair in ((0, 1), (0, 2), (1, 2))])
        assert actual.judge_human.value == pytest.approx(judged)
        assert actual.human_human.value == pytest.approx(humans)
        assert actual.difference.value == pytest.approx(judged - humans)
        sign = -1 if name == "mean_absolute_error" else 1
        assert actual.closeness.value == pytest.approx(sign * (judged - humans))


@pytest.mark.parametrize("weights", [None, "quadratic"])
def test_gwet_of_a_pair_is_gwets_own(weights: str | None) -> None:
    """On items that both rated, AC of the pair is that of the function for any number of raters.

    Where one rating is missing the function also counts the other in the margins; a pair does not.
    """
    name = "gwet_ac1" if weights is None else "gwet_ac2_quadratic"
    for seed in range(5):
        rows = [row[:2] for row in _table(seed) if None not in row[:2]]
        actual = human_reference(
            [[row[1]] for row in rows], [row[0] for row in rows], measure=name, categories=SCALE
        )
        expected = gwet_ac(rows, categories=SCALE, weights=weights).value
        assert actual.judge_human.value == pytest.approx(expected)


def test_labels_keep_the_declared_order() -> None:
    """Within one step means one step of the scale as declared, not of the alphabet."""
    scale = ("none", "mild", "severe")
    rows = [["none"], ["severe"], ["mild"]]
    judge = ["mild", "mild", "mild"]
    actual = human_reference(rows, judge, measure="agreement_within_1", categories=scale)
    assert actual.judge_human.value == 1.0
    exact = human_reference(rows, judge, measure="exact_agreement", categories=scale)
    assert exact.judge_human.value == pytest.approx(1 / 3)
    assert exact.human_human.value is None


def test_an_unknown_measure_and_a_missing_scale_are_refused() -> None:
    """The message names the measures, or what is missing."""
    with pytest.raises(ValueError, match="must be one of exact_agreement"):
        pair_measure("spearman", categories=SCALE)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs the scale's categories"):
        pair_measure("kappa", categories=None)


def test_concordance_and_kappa_without_variation_are_undefined() -> None:
    """Everybody constant: no value, and the reason; the error in points is 0 and defined."""
    rows, judge = [[2, 2]] * 4, [2] * 4
    for name in ("concordance", "kappa"):
        actual = human_reference(rows, judge, measure=name, categories=SCALE)
        assert actual.judge_human.value is None
        assert actual.judge_human.reason
    assert human_reference(rows, judge, measure="mean_absolute_error").judge_human.value == 0.0
