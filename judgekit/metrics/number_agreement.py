"""Whether the numbers of an answer are those of its reference: sizes, volumes, doses, counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, get_args

import numpy as np
from scipy.optimize import linear_sum_assignment

from judgekit.errors import InputDataError
from judgekit.metrics.number_reading import Decimal, Quantity, read_numbers
from judgekit.metrics.number_units import Unit, unit_named, unit_names
from judgekit.metrics.pairing import check_pairs

NO_NUMBERS = "neither text holds a number"

# Closeness decides between matchings of equal size only: all of it together stays below one match.
_CLOSENESS = 1e-6


class NumberMatch(NamedTuple):
    """A number of the prediction that agrees with one of the reference."""

    prediction: Quantity
    reference: Quantity


class NumberAgreement(NamedTuple):
    """How the numbers of one prediction agree with those of its reference.

    Attributes:
        score: F1 of matched numbers, 2 m / (p + r), 0-1; None when neither text holds a number.
        reason: Why there is no score.
        matched: The m pairs that agree.
        missing: Numbers of the reference that the prediction lacks.
        invented: Numbers of the prediction that the reference lacks.
    """

    score: float | None
    reason: str | None
    matched: tuple[NumberMatch, ...]
    missing: tuple[Quantity, ...]
    invented: tuple[Quantity, ...]


class _Tolerance(NamedTuple):
    relative: Fraction
    absolute: dict[str, Fraction]

    def slack(self, value: Fraction, dimension: str) -> Fraction:
        return max(self.relative * abs(value), self.absolute.get(dimension, Fraction(0)))


class _Target(NamedTuple):
    """A number of the reference with what is allowed below and above it."""

    reference: Quantity
    kind: tuple[str, str]
    is_range: bool
    low: tuple[Fraction, Fraction]
    high: tuple[Fraction, Fraction]

    @classmethod
    def around(cls, reference: Quantity, tolerance: _Tolerance) -> _Target:
        ends = [
            (end - slack, end + slack)
            for end in (reference.low, reference.high)
            for slack in (tolerance.slack(end, reference.dimension),)
        ]
        kind = (reference.dimension, reference.comparator)
        return cls(reference, kind, reference.low != reference.high, ends[0], ends[1])

    def accepts(self, prediction: Quantity) -> bool:
        if self.kind != (prediction.dimension, prediction.comparator):
            return False
        if prediction.low == prediction.high:
            return self.low[0] <= prediction.low <= self.high[1]
        return (
            self.is_range
            and self.low[0] <= prediction.low <= self.low[1]
            and self.high[0] <= prediction.high <= self.high[1]
        )


def number_agreement(
    predictions: Sequence[str],
    references: Sequence[str],
    *,
    relative_tolerance: float = 0.0,
    absolute_tolerance: Mapping[str, float] | None = None,
    bare_unit: str = "",
    decimal: Decimal = "point",
) -> list[NumberAgreement]:
    """Return which numbers of each prediction and its reference agree.

    Numbers are read as `read_numbers` says and compared after exact conversion: "3.5 cm" and
    "35 mm" agree. Two numbers agree when they measure the same thing (a bare number agrees with
    bare numbers only), carry the same comparator (<, ≤, >, ≥, none), and differ by no more than
    max(relative_tolerance * |reference|, absolute_tolerance). A single predicted number agrees
    with a reference range that it lies in; a predicted range agrees only with a range, end by
    end, so that a vague answer wins nothing. A value said twice in one text is one number. The
    matching is the largest possible, and the closest of the largest.

    Args:
        predictions: n texts.
        references: n texts, one each.
        relative_tolerance: Share of the reference value, 0 <= x < 1; 0 asks for equality.
        absolute_tolerance: Largest difference by unit, for instance {"mm": 2, "%": 5}; "" is the
            unit of bare numbers. It holds for every unit of that dimension.
        bare_unit: The unit of numbers without one, for instance "cm" where the question asks
            for centimetres.
        decimal: Which separator makes a decimal where three digits follow it.

    Returns:
        n results. A number in only one of the texts makes the score 0 when nothing matches.

    Raises:
        InputDataError: The lengths differ, or something is not a text.
        ValueError: A tolerance is negative, not finite or given twice, a unit is unknown, or
            `decimal` is neither "point" nor "comma".

    Example:
        >>> number_agreement(["a 35 mm mass"], ["mass of 3.5 x 2 cm"])[0].score
        0.6666666666666666
    """
    tolerance = _read_tolerance(relative_tolerance, absolute_tolerance or {})
    unit = _known_unit(bare_unit)
    if decimal not in get_args(Decimal):
        raise ValueError(f"number_agreement: decimal must be 'point' or 'comma', got {decimal!r}")
    choices = check_pairs("number_agreement", predictions, references)
    results = []
    for place, (prediction, choice) in enumerate(zip(predictions, choices, strict=True)):
        if len(choice) > 1:
            raise InputDataError(
                f"number_agreement: references[{place}] holds {len(choice)} texts, give one; "
                "numbers of several references are not alternatives"
            )
        predicted, expected = (
            _distinct(read_numbers(text, decimal=decimal, bare_unit=unit))
            for text in (prediction, choice[0])
        )
        results.append(_compare(predicted, expected, tolerance))
    return results


def _compare(
    predicted: list[Quantity], expected: list[Quantity], tolerance: _Tolerance
) -> NumberAgreement:
    if not predicted and not expected:
        return NumberAgreement(None, NO_NUMBERS, (), (), ())
    targets = [_Target.around(reference, tolerance) for reference in expected]
    gains = np.array([[_gain(p, target) for target in targets] for p in predicted])
    gains = gains.reshape(len(predicted), len(expected))
    rows, columns = linear_sum_assignment(gains, maximize=True)
    pairs = [(i, j) for i, j in zip(rows.tolist(), columns.tolist(), strict=True) if gains[i, j]]
    used = {i for i, _ in pairs}, {j for _, j in pairs}
    return NumberAgreement(
        score=2 * len(pairs) / (len(predicted) + len(expected)),
        reason=None,
        matched=tuple(NumberMatch(predicted[i], expected[j]) for i, j in pairs),
        missing=tuple(one for j, one in enumerate(expected) if j not in used[1]),
        invented=tuple(one for i, one in enumerate(predicted) if i not in used[0]),
    )


def _gain(prediction: Quantity, target: _Target) -> float:
    """Return 0 for numbers that do not agree, else 1 and a trace for closeness."""
    if not target.accepts(prediction):
        return 0.0
    reference = target.reference
    difference = abs(prediction.low - reference.low) + abs(prediction.high - reference.high)
    size = abs(reference.low) + abs(reference.high)
    return 1.0 + _CLOSENESS * float(1 - difference / (difference + size + 1))


def _distinct(quantities: Sequence[Quantity]) -> list[Quantity]:
    """Return the first mention of each value."""
    first: dict[tuple[object, ...], Quantity] = {}
    for one in quantities:
        first.setdefault((one.low, one.high, one.dimension, one.comparator), one)
    return list(first.values())


def _read_tolerance(relative: float, absolute: Mapping[str, float]) -> _Tolerance:
    if not 0 <= relative < 1:
        raise ValueError(
            f"number_agreement: relative_tolerance must be at least 0 and below 1, got "
            f"{relative!r}; 0.1 allows 10 % of the reference value"
        )
    by_dimension: dict[str, Fraction] = {}
    for name, size in absolute.items():
        unit = _known_unit(name)
        if not (math.isfinite(size) and size >= 0):
            raise ValueError(
                f"number_agreement: absolute_tolerance[{name!r}] must be finite and >= 0, "
                f"got {size!r}"
            )
        if unit.dimension in by_dimension:
            raise ValueError(
                f"number_agreement: absolute_tolerance names {unit.dimension} twice, the second "
                f"time by {name!r}; give one unit for each thing measured"
            )
        by_dimension[unit.dimension] = _as_written(size) * unit.factor
    return _Tolerance(_as_written(relative), by_dimension)


def _as_written(number: float) -> Fraction:
    """Return the decimal that is written for `number`: 0.1 is one tenth, not its binary."""
    return Fraction(str(number))


def _known_unit(name: str) -> Unit:
    unit = unit_named(name)
    if unit is None:
        raise ValueError(
            f"number_agreement: unknown unit {name!r}; use one of {', '.join(unit_names())}, "
            "or '' for bare numbers"
        )
    return unit
