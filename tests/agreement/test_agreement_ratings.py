"""Ratings as they are given: what is missing, what is refused, and by which words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from judgekit.agreement.kappa import cohen_kappa, gwet_ac
from judgekit.agreement.krippendorff import krippendorff_alpha
from judgekit.agreement.ratings import coded_ratings, numeric_ratings, rating_table
from judgekit.agreement.raw import percent_agreement, prevalence_index, specific_agreement
from judgekit.agreement.weights import agreement_weights, disagreement_weights


@pytest.mark.parametrize(
    "ratings",
    [
        [[1, None], [2, 3]],
        [(1, float("nan")), (2.0, 3)],
        np.array([[1, np.nan], [2, 3]]),
        np.array([[1, None], [2, 3]], dtype=object),
    ],
)
def test_missing_may_be_none_or_nan(ratings: object) -> None:
    """None and NaN are missing; lists, tuples and arrays of any kind give the same codes."""
    table = rating_table(ratings, what="test")
    assert coded_ratings(table, (3, 2, 1), what="test").tolist() == [[2, -1], [1, 0]]
    numbers = numeric_ratings(table, what="test")
    assert np.array_equal(numbers, [[1, np.nan], [2, 3]], equal_nan=True)


def test_text_labels_stay_text() -> None:
    """A text "1" is not the number 1; a mixed scale keeps both apart."""
    table = rating_table([["1", 1], [None, "N/A"]], what="test")
    assert coded_ratings(table, (1, "1", "N/A"), what="test").tolist() == [[1, 0], [-1, 2]]
    strings = np.array([["a", "b"]])
    assert coded_ratings(strings, ("b", "a"), what="test").tolist() == [[1, 0]]
    assert coded_ratings(np.array([[True, False]]), (0, 1), what="test").tolist() == [[1, 0]]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gwet_ac([[1, 7]], categories=(0, 1)), r"item 0, rater 1: rating 7 is not on"),
        (
            lambda: gwet_ac(np.array([[0.0, 0.5]]), categories=(0, 1)),
            r"item 0, rater 1: rating 0.5 is not on the scale \(0, 1\)",
        ),
        (lambda: gwet_ac([["yes", "Yes"]], categories=("no", "yes")), "rating 'Yes' is not on"),
        (lambda: gwet_ac([["1", 1]], categories=(0, 1)), "rating '1' is not on"),
        (lambda: gwet_ac([[1, ""]], categories=(0, 1)), "rating '' is not on"),
        (lambda: gwet_ac([[1, 1]], categories=()), "must name every level"),
        (lambda: gwet_ac([[1, 1]], categories=(1, 1.0)), "differ from each other"),
        (lambda: gwet_ac([[1, 1]], categories=(1, float("nan"))), "finite number, got nan"),
        (lambda: gwet_ac([[1, 1], [1]], categories=(0, 1)), r"rows of \[1, 2\] ratings"),
        (lambda: gwet_ac(np.array([1, 0]), categories=(0, 1)), "items x raters, got shape"),
        (lambda: cohen_kappa([1], [1, 0], categories=(0, 1)), "got 1 and 2 ratings"),
        (lambda: percent_agreement([["a", "b"]]), "needs numbers, got 'a'"),
        (lambda: percent_agreement([[1, 2]], within=-1), "within must be >= 0, got -1"),
        (lambda: krippendorff_alpha([[1, 2]], metric="nominal"), "needs categories"),
        (lambda: krippendorff_alpha([[1, 2]], metric="cosine"), "metric must be"),
        (lambda: krippendorff_alpha([[1, "x"]], metric="interval"), "needs numbers, got 'x'"),
        (lambda: krippendorff_alpha([[1, -2.0]], metric="ratio"), "must be >= 0, got -2.0"),
        (
            lambda: krippendorff_alpha([[1, 9]], metric="interval", categories=(1, 2)),
            "rating 9 is not on the scale",
        ),
        (lambda: krippendorff_alpha([[1, np.inf]], metric="interval"), "finite, got inf"),
        (
            lambda: gwet_ac([[1, 1], [0, 1]], categories=(0, 1), clusters=["a", None]),
            "item 1 has no case",
        ),
        (
            lambda: specific_agreement([[1, 1]], category=2, categories=(0, 1)),
            "category 2 is not on the scale",
        ),
        (lambda: prevalence_index([1], [1], categories=(0, 1, 2)), "scale of two levels"),
        (lambda: disagreement_weights("cubic", 3, what="x"), "got 'cubic'"),
        (lambda: disagreement_weights([[0, 1]], 2, what="x"), "must be 2 x 2"),
        (lambda: disagreement_weights([[0, 1], [1, 1]], 2, what="x"), "all 0 .* or all 1"),
        (lambda: disagreement_weights([[0, -1], [1, 0]], 2, what="x"), "agree better than"),
        (lambda: agreement_weights([[0, 1], [2, 0]], 2, what="x"), "must be symmetric"),
        (lambda: agreement_weights([[1, -1], [-1, 1]], 2, what="x"), "within 0 to 1"),
    ],
)
def test_bad_ratings_are_refused_by_name(call: Callable[[], object], words: str) -> None:
    """A rating, scale or weight that cannot be right is refused with the rule and the value."""
    with pytest.raises(ValueError, match=words):
        call()


def test_weights_by_hand() -> None:
    """Linear and quadratic costs count steps on the scale; a matrix may state agreement."""
    linear = disagreement_weights("linear", 3, what="x")
    assert linear.tolist() == [[0, 0.5, 1], [0.5, 0, 0.5], [1, 0.5, 0]]
    assert disagreement_weights("quadratic", 3, what="x")[0].tolist() == [0, 0.25, 1]
    assert disagreement_weights("linear", 1, what="x").tolist() == [[0]]
    assert agreement_weights([[0, 2], [2, 0]], 2, what="x").tolist() == [[1, 0], [0, 1]]
    assert agreement_weights([[1, 0.5], [0.5, 1]], 2, what="x").tolist() == [[1, 0.5], [0.5, 1]]
    assert agreement_weights([[0, 0], [0, 0]], 2, what="x").tolist() == [[1, 1], [1, 1]]


def test_a_scale_of_one_level() -> None:
    """With one level there is nothing to agree on: AC is undefined and says so."""
    actual = gwet_ac([[1, 1], [1, 1]], categories=(1,))
    assert (actual.value, actual.reason) == (None, "the scale has one level only")
