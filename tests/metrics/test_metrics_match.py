"""Exact and normalised match and token F1, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgekit.errors import InputDataError
from judgekit.metrics import TokenF1, exact_match, normalized_match, token_f1


def test_exact_match_compares_characters() -> None:
    """Case, a space and the form of an accent make a difference; any reference may match."""
    predictions = ["Yes", "yes", "yes ", "naïve", "B"]
    references = ["Yes", "Yes", "yes", "nai\u0308ve", ["A", "B"]]

    assert exact_match(predictions, references) == [True, False, False, False, True]


# prediction, reference, same words under "unicode", same under "squad"
MATCHES = [
    ("The left lung.", "left lung", True, True),
    ("An  apple", "apple", True, True),
    ("left lung", "lung left", False, False),
    # SQuAD deletes the point and makes 35 of 3.5: a factor of ten.
    ("3.5 cm", "35 cm", False, True),
    ("-5", "5", False, True),
    ("HER2+", "HER2-", False, True),
    ("5 \u00b5g", "5 \u03bcg", True, False),
    ("5 µg", "5 mg", False, False),
    ("nai\u0308ve", "na\u00efve", True, False),
    # SQuAD deletes the hyphen, so the halves grow together.
    ("β-blocker", "ββ blocker", False, False),
    ("T2-weighted", "T2weighted", False, True),
    ("左肺。", "左肺", True, False),
    ("الرئة اليسرى", "الرئة اليمنى", False, False),
    ("Лёгкое", "лёгкое", True, True),
    ("", "", True, True),
    ("", "...", True, True),
    ("", "lung", False, False),
    ("theatre", "atre", False, False),
]


@pytest.mark.parametrize(("prediction", "reference", "by_unicode", "by_squad"), MATCHES)
def test_worked_examples_of_normalized_match(
    prediction: str, reference: str, by_unicode: bool, by_squad: bool
) -> None:
    """Each rule of the two normalisations, by hand."""
    assert normalized_match([prediction], [reference]) == [by_unicode]
    assert normalized_match([prediction], [reference], normalizer="squad") == [by_squad]


def test_any_reference_may_match() -> None:
    """One of several references is enough."""
    assert normalized_match(["pe"], [["Pulmonary embolism", "PE"]]) == [True]


def test_token_f1_of_a_worked_pair() -> None:
    """Counts by hand: "no" is shared once of two, "mass" once; c = 2 of 3 and of 4 words.

    P = 2/3, R = 2/4, F1 = 2 * (1/3) / (7/6) = 4/7.
    """
    score = token_f1(["No no mass"], ["no mass or nodule"])[0]

    assert score == pytest.approx((2 / 3, 1 / 2, 4 / 7))


def test_token_f1_takes_the_best_reference_and_the_first_of_equals() -> None:
    """Four and one of the words both have F1 2/3 against two; the first has P = 1, R = 1/2."""
    both = ["x1 x2 x3 x4", "x1"]

    assert token_f1(["x1 x2"], [["zz", *both]])[0] == pytest.approx((1, 1 / 2, 2 / 3))
    assert token_f1(["x1 x2"], [[*reversed(both), "zz"]])[0] == pytest.approx((1 / 2, 1, 2 / 3))


@pytest.mark.parametrize("normalizer", ["unicode", "squad"])
def test_token_f1_of_empty_texts(normalizer: str) -> None:
    """SQuAD 2.0: two empty answers agree, one empty answer does not."""
    predictions = ["", "...", "", "lung", "lung"]
    references = ["", "the", "lung", "", "mass"]

    scores = token_f1(predictions, references, normalizer=normalizer)  # type: ignore[arg-type]

    assert [score.f1 for score in scores] == [1.0, 1.0, 0.0, 0.0, 0.0]


def test_token_f1_in_other_scripts() -> None:
    """左肺结节 and 右肺结节 share 3 of 4 characters; "squad" sees two different words."""
    assert token_f1(["左肺结节"], ["右肺结节"])[0] == TokenF1(0.75, 0.75, 0.75)
    assert token_f1(["左肺结节"], ["右肺结节"], normalizer="squad")[0].f1 == 0.0


@settings(deadline=None)
@given(st.text(), st.text())
def test_token_f1_is_symmetric_and_one_for_equal_words(one: str, other: str) -> None:
    """F1(a, b) = F1(b, a) with P and R swapped; the same words in order have F1 = 1."""
    forward, backward = token_f1([one], [other])[0], token_f1([other], [one])[0]

    assert (forward.precision, forward.recall) == (backward.recall, backward.precision)
    assert token_f1([one], [one])[0].f1 == 1.0
    if normalized_match([one], [other]) == [True]:
        assert forward.f1 == 1.0


@pytest.mark.parametrize("metric", [exact_match, normalized_match, token_f1])
def test_bad_input_is_one_sentence(metric: object) -> None:
    """Lengths, an empty reference list and a missing text are refused by name."""
    assert callable(metric)
    with pytest.raises(InputDataError, match="got 1 predictions and 0 references"):
        metric(["a"], [])
    with pytest.raises(InputDataError, match=r"references\[0\] is an empty list"):
        metric(["a"], [[]])
    with pytest.raises(InputDataError, match=r"predictions\[0\] must be a text, got NoneType"):
        metric([None], ["a"])


@pytest.mark.parametrize("metric", [normalized_match, token_f1])
def test_an_unknown_normalizer_is_named(metric: object) -> None:
    """Normalizers are "unicode" and "squad"."""
    assert callable(metric)
    with pytest.raises(ValueError, match="unknown normalizer 'x'; use 'unicode' or 'squad'"):
        metric(["a"], ["a"], normalizer="x")
