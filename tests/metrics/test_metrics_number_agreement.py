"""Agreement of numbers: worked examples, the tolerance, and laws of the matching."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgekit.errors import InputDataError
from judgekit.metrics import NumberAgreement, number_agreement


def one(prediction: str, reference: str, **options: object) -> NumberAgreement:
    """Return the agreement of one pair."""
    return number_agreement([prediction], [reference], **options)[0]  # type: ignore[arg-type]


# prediction, reference, F1 by hand
SCORES = [
    ("3.5 cm", "35 mm", 1.0),
    ("0.035 m", "35 mm", 1.0),
    ("5 cc", "5 ml", 1.0),
    ("1.5 l", "1500 cm3", 1.0),
    ("250 µg", "0.25 mg", 1.0),
    ("6 weeks", "42 days", 1.0),
    ("3.5 x 2.1 cm", "21 x 35 mm", 1.0),
    # 2 m / (p + r): one of one predicted, one of two expected.
    ("35 mm", "3.5 x 2.1 cm", 2 / 3),
    ("3.5 x 2.1 x 9 cm", "35 mm", 1 / 2),
    ("35 mm", "36 mm", 0.0),
    ("about three centimetres", "30 mm", 0.0),
    # The same figure of another kind does not agree: length, area, bare, percent, rate.
    ("35 mm", "35", 0.0),
    ("5 cm", "5 cm2", 0.0),
    ("5 mg", "5 mg/dl", 0.0),
    ("50 %", "50", 0.0),
    ("1 month", "30 days", 0.0),
    # A bound is not a value, and two bounds agree.
    ("<5 mm", "5 mm", 0.0),
    ("less than 0.5 cm", "<5 mm", 1.0),
    # A value within the reference's range agrees; a range for a value does not.
    ("4 mm", "3-5 mm", 1.0),
    ("6 mm", "3-5 mm", 0.0),
    ("3-5 mm", "4 mm", 0.0),
    ("3 to 5 mm", "0.3-0.5 cm", 1.0),
    ("2-9 mm", "3-5 mm", 0.0),
    # A value said twice is one number.
    ("5 mm; the 5 mm nodule", "0.5 cm", 1.0),
]


@pytest.mark.parametrize(("prediction", "reference", "score"), SCORES)
def test_worked_scores_without_tolerance(prediction: str, reference: str, score: float) -> None:
    """F1 of matched numbers, counted by hand."""
    assert one(prediction, reference).score == pytest.approx(score)


def test_no_numbers_in_either_text_is_no_score() -> None:
    """0/0 is undefined: no value, with the reason, and neither 0 nor 1."""
    result = one("clear lungs", "normal")

    assert result == NumberAgreement(None, "neither text holds a number", (), (), ())


@pytest.mark.parametrize(("prediction", "reference"), [("5 mm", "none"), ("none", "5 mm")])
def test_numbers_in_one_text_only_score_zero(prediction: str, reference: str) -> None:
    """All invented, or all missing: F1 = 0/1."""
    assert one(prediction, reference).score == 0.0


def test_matched_missing_and_invented_are_quoted() -> None:
    """Each number of either text is in one list, with the span that quotes it."""
    prediction = "Mass of 3.5 cm in segment 4, 90% necrotic"
    reference = "35 x 20 mm mass, segment 4"

    result = one(prediction, reference)

    matched = [
        (prediction[slice(*match.prediction.span)], reference[slice(*match.reference.span)])
        for match in result.matched
    ]
    assert matched == [("3.5 cm", "35"), ("4", "4")]
    assert [reference[slice(*number.span)] for number in result.missing] == ["20 mm"]
    assert [prediction[slice(*number.span)] for number in result.invented] == ["90%"]
    assert result.score == pytest.approx(4 / 6)


# prediction, reference, relative, absolute, agree
TOLERANCES = [
    ("38.5 mm", "3.5 cm", 0.1, {}, True),  # 10 % of 35 is 3.5, the bound included
    ("38.51 mm", "3.5 cm", 0.1, {}, False),
    ("31.5 mm", "3.5 cm", 0.1, {}, True),
    ("31.4 mm", "3.5 cm", 0.1, {}, False),
    ("3.7 cm", "35 mm", 0.0, {"mm": 2}, True),
    ("3.7 cm", "35 mm", 0.0, {"cm": 0.2}, True),
    ("3.71 cm", "35 mm", 0.0, {"cm": 0.2}, False),
    ("3.7 cm", "35 mm", 0.01, {"mm": 2}, True),  # the larger of the two counts
    ("52 %", "50 %", 0.0, {"mm": 2}, False),  # a tolerance of lengths is none of percents
    ("52 %", "50 %", 0.0, {"%": 2}, True),
    ("4", "3", 0.0, {"": 1}, True),
    ("-110 HU", "-100 HU", 0.1, {}, True),
    ("5.2 mm", "3-5 mm", 0.05, {}, True),  # 5 % of the upper end is 0.25
    ("5.3 mm", "3-5 mm", 0.05, {}, False),
    ("4-6 mm", "3-5 mm", 0.0, {"mm": 1}, True),
    ("0 mm", "0.1 mm", 0.9, {}, False),  # 90 % of 0.1 is 0.09
]


@pytest.mark.parametrize(("prediction", "reference", "relative", "absolute", "agree"), TOLERANCES)
def test_tolerance_is_the_declared_one(
    prediction: str, reference: str, relative: float, absolute: Mapping[str, float], agree: bool
) -> None:
    """|p - r| <= max(relative * |r|, absolute), exact at the bound."""
    result = one(prediction, reference, relative_tolerance=relative, absolute_tolerance=absolute)

    assert result.score == float(agree)


def test_matching_is_the_largest_possible() -> None:
    """10 agrees with 9 and 11, 12 with 11 only: greedy pairing of 10 with 11 would find one."""
    result = one("10 mm, 12 mm", "11 mm, 9 mm", absolute_tolerance={"mm": 1})

    assert result.score == 1.0


def test_of_the_largest_matchings_the_closest_is_taken() -> None:
    """10 and 11 both agree with 10 and 11; each finds its equal."""
    result = one("11 mm, 10 mm", "10 mm, 11 mm", absolute_tolerance={"mm": 1})

    assert all(match.prediction.low == match.reference.low for match in result.matched)


def test_bare_numbers_take_the_declared_unit() -> None:
    """Where the question asks for centimetres, 3.5 is 35 mm; a written unit stays."""
    assert one("3.5", "35 mm", bare_unit="cm").score == 1.0
    assert one("35 mm", "3.5", bare_unit="cm").score == 1.0
    assert one("3.5 x 2", "35 x 20 mm", bare_unit="cm").score == 1.0


def test_the_decimal_policy_reaches_both_texts() -> None:
    """1,234 is 1234 with "point" and 1.234 with "comma"."""
    assert one("1,234 ml", "1234 ml").score == 1.0
    assert one("1,234 ml", "1234 ml", decimal="comma").score == 0.0


_SIZES = st.lists(st.integers(1, 12), max_size=4, unique=True)


@settings(deadline=None)
@given(_SIZES, _SIZES, st.integers(0, 3))
def test_matching_equals_the_best_of_all_matchings(
    predicted: list[int], expected: list[int], slack: int
) -> None:
    """The number of matches is the maximum over all assignments, tried one by one."""
    result = one(
        ", ".join(f"{size} mm" for size in predicted),
        ", ".join(f"{size} mm" for size in expected),
        absolute_tolerance={"mm": slack},
    )
    padded = [*expected, *[1000] * len(predicted)]

    best = max(
        sum(abs(p - r) <= slack for p, r in zip(predicted, order, strict=True))
        for order in set(itertools.permutations(padded, len(predicted)))
    )

    assert len(result.matched) == best
    assert len(result.matched) + len(result.missing) == len(expected)
    assert len(result.matched) + len(result.invented) == len(predicted)


@pytest.mark.parametrize("wrong", [-0.1, 1.0, float("nan"), float("inf")])
def test_a_wrong_relative_tolerance_is_refused(wrong: float) -> None:
    """A share is at least 0 and below 1."""
    with pytest.raises(ValueError, match="relative_tolerance must be"):
        one("1", "1", relative_tolerance=wrong)


def test_a_wrong_absolute_tolerance_is_refused() -> None:
    """Sizes are finite and not negative, units known, each dimension named once."""
    with pytest.raises(ValueError, match=r"absolute_tolerance\['mm'\] must be finite and >= 0"):
        one("1", "1", absolute_tolerance={"mm": -1})
    with pytest.raises(ValueError, match=r"absolute_tolerance\['mm'\] must be finite and >= 0"):
        one("1", "1", absolute_tolerance={"mm": float("nan")})
    with pytest.raises(ValueError, match="unknown unit 'parsec'; use one of mmHg, nm"):
        one("1", "1", absolute_tolerance={"parsec": 1})
    with pytest.raises(ValueError, match="names length twice"):
        one("1", "1", absolute_tolerance={"mm": 1, "cm": 1})


def test_wrong_options_are_refused() -> None:
    """An unknown unit or decimal policy is named."""
    with pytest.raises(ValueError, match="unknown unit 'parsec'"):
        one("1", "1", bare_unit="parsec")
    with pytest.raises(ValueError, match="decimal must be 'point' or 'comma', got 'dot'"):
        one("1", "1", decimal="dot")


def test_bad_input_is_one_sentence() -> None:
    """Lengths, a missing text, and several references are refused by name."""
    with pytest.raises(InputDataError, match="got 1 predictions and 0 references"):
        number_agreement(["1"], [])
    with pytest.raises(InputDataError, match=r"references\[0\] must be a text, got NoneType"):
        number_agreement(["1"], [None])  # type: ignore[list-item]
    with pytest.raises(InputDataError, match=r"references\[0\] holds 2 texts, give one"):
        number_agreement(["1"], [["1", "2"]])  # type: ignore[list-item]
