"""Numbers with units read out of text: each rule by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgekit.metrics import read_numbers
from judgekit.metrics.number_reading import Decimal


def read(text: str, decimal: Decimal = "point") -> list[tuple[float, float, str]]:
    """Return low, high and unit of each number, in the base unit of its dimension."""
    return [(float(q.low), float(q.high), q.unit) for q in read_numbers(text, decimal=decimal)]


# text, value in the base unit (mm, mm2, ml, mg, %, days, months), unit, dimension
CONVERSIONS = [
    ("12 nm", Fraction(12, 10**6), "nm", "length"),
    ("5 \u00b5m", Fraction(5, 1000), "µm", "length"),
    ("5 \u03bcm", Fraction(5, 1000), "µm", "length"),
    ("5 microns", Fraction(5, 1000), "µm", "length"),
    ("35mm", Fraction(35), "mm", "length"),
    ("35 millimeters", Fraction(35), "mm", "length"),
    ("3.5 CM", Fraction(35), "cm", "length"),
    ("3.5-cm", Fraction(35), "cm", "length"),
    ("3.5\ncm", Fraction(35), "cm", "length"),
    (".5 cm", Fraction(5), "cm", "length"),
    ("3 centimetres", Fraction(30), "cm", "length"),
    ("2 m", Fraction(2000), "m", "length"),
    ("1 inch", Fraction(254, 10), "inch", "length"),
    ("5 cm2", Fraction(500), "cm2", "area"),
    ("5 cm²", Fraction(500), "cm2", "area"),
    ("5 cm^2", Fraction(500), "cm2", "area"),
    ("5 sq. cm", Fraction(500), "cm2", "area"),
    ("5 ml", Fraction(5), "ml", "volume"),
    ("5 mL", Fraction(5), "ml", "volume"),
    ("2 L", Fraction(2000), "l", "volume"),
    ("2 l", Fraction(2000), "l", "volume"),
    ("2 litres", Fraction(2000), "l", "volume"),
    ("3 dl", Fraction(300), "dl", "volume"),
    ("5 cc", Fraction(5), "cm3", "volume"),
    ("5 cm3", Fraction(5), "cm3", "volume"),
    ("5 cm³", Fraction(5), "cm3", "volume"),
    ("500 mm³", Fraction(1, 2), "mm3", "volume"),
    ("5 cubic centimeters", Fraction(5), "cm3", "volume"),
    ("5 µg", Fraction(5, 1000), "µg", "mass"),
    ("5 mcg", Fraction(5, 1000), "µg", "mass"),
    ("5 mg", Fraction(5), "mg", "mass"),
    ("5 g", Fraction(5000), "g", "mass"),
    ("5 kg", Fraction(5_000_000), "kg", "mass"),
    ("50%", Fraction(50), "%", "percent"),
    ("50 percent", Fraction(50), "%", "percent"),
    ("50 per cent", Fraction(50), "%", "percent"),
    ("5 ‰", Fraction(1, 2), "‰", "percent"),
    ("6 weeks", Fraction(42), "week", "time"),
    ("36 h", Fraction(3, 2), "h", "time"),
    ("2 years", Fraction(24), "year", "calendar time"),
    ("-100 HU", Fraction(-100), "HU", "attenuation"),
    ("80 mm Hg", Fraction(80), "mmHg", "pressure"),
    ("37.5 °C", Fraction(75, 2), "°C", "temperature"),
    ("90°", Fraction(90), "°", "angle"),
    ("3", Fraction(3), "", "bare"),
    ("(-5)", Fraction(-5), "", "bare"),
    # Before a size a minus is a dash.
    ("-5 mm", Fraction(5), "mm", "length"),
    # One-letter units keep their case: 45 M is a man of 45, 5 G no gram.
    ("45 M", Fraction(45), "", "bare"),
    ("5 G", Fraction(5), "", "bare"),
    # A unit per another one is a thing of its own.
    ("5 mg/dL", Fraction(5), "mg/dl", "mg/dl"),
    ("5 mg per dl.", Fraction(5), "mg/dl", "mg/dl"),
    ("3 mm/year", Fraction(3), "mm/year", "mm/year"),
    ("10/HPF", Fraction(10), "/hpf", "/hpf"),
    ("5.2 x 10^9/L", Fraction(5_200_000_000), "/l", "/l"),
    ("5,2 × 10⁹/L", Fraction(5_200_000_000), "/l", "/l"),
    ("10⁻³", Fraction(1, 1000), "", "bare"),
    ("结节3.5cm大小", Fraction(35), "cm", "length"),
    ("узел 35 мм", Fraction(35), "", "bare"),
]


@pytest.mark.parametrize(("text", "value", "unit", "dimension"), CONVERSIONS)
def test_units_convert_exactly(text: str, value: Fraction, unit: str, dimension: str) -> None:
    """One number, in its dimension's base unit, without rounding."""
    (quantity,) = read_numbers(text)

    assert (quantity.low, quantity.high) == (value, value)
    assert (quantity.unit, quantity.dimension) == (unit, dimension)


# text, value where "point" decides, value where "comma" does
SEPARATORS = [
    ("3.5", 3.5, 3.5),
    ("3,5", 3.5, 3.5),
    ("0,125", 0.125, 0.125),
    ("0.125", 0.125, 0.125),
    ("12,3456", 12.3456, 12.3456),
    ("1,234", 1234, 1.234),
    ("1.234", 1.234, 1234),
    ("1,234.5", 1234.5, 1234.5),
    ("1.234,5", 1234.5, 1234.5),
    ("1,234,567", 1234567, 1234567),
    ("1.234.567", 1234567, 1234567),
    ("1,234,567.25", 1234567.25, 1234567.25),
    ("1234,567", 1234.567, 1234.567),
]


@pytest.mark.parametrize(("text", "point", "comma"), SEPARATORS)
def test_separators_follow_the_stated_policy(text: str, point: float, comma: float) -> None:
    """Only one group of exactly three digits depends on `decimal`."""
    assert read(text) == [(point, point, "")]
    assert read(text, decimal="comma") == [(comma, comma, "")]


# text, (low, high, unit) of each number
SHAPES = [
    ("3.5 x 2.1 cm", [(35, 35, "cm"), (21, 21, "cm")]),
    ("3.5 cm x 2.1 cm", [(35, 35, "cm"), (21, 21, "cm")]),
    ("3.5cmx2.1cm", [(35, 35, "cm"), (21, 21, "cm")]),
    ("3x2 cm", [(30, 30, "cm"), (20, 20, "cm")]),
    ("3 cm by 2", [(30, 30, "cm"), (20, 20, "cm")]),
    ("35 × 21 × 10 mm", [(35, 35, "mm"), (21, 21, "mm"), (10, 10, "mm")]),
    ("3-5 mm", [(3, 5, "mm")]),
    ("3–5 mm", [(3, 5, "mm")]),
    ("3 -5 mm", [(3, 5, "mm")]),
    ("3 mm to 5 mm", [(3, 5, "mm")]),
    ("3 mm to 0.5 cm", [(3, 5, "mm")]),
    ("ranging from 3 to 5 mm", [(3, 5, "mm")]),
    ("between 3 and 5 mm", [(3, 5, "mm")]),
    ("10-15%", [(10, 15, "%")]),
    ("2 x 3-4 cm", [(20, 20, "cm"), (30, 40, "cm")]),
    # A change has two numbers; a list shares its unit where "and" or "or" ends it.
    ("from 3 to 5 mm", [(3, 3, "mm"), (5, 5, "mm")]),
    ("3 and 5 mm", [(3, 3, "mm"), (5, 5, "mm")]),
    ("3, 4, or 5 mm", [(3, 3, "mm"), (4, 4, "mm"), (5, 5, "mm")]),
    ("5 mm and 3", [(5, 5, "mm"), (3, 3, "")]),
    ("segment 4, 3 cm", [(4, 4, ""), (30, 30, "cm")]),
    ("1,2,3 mm", [(1, 1, ""), (2, 2, ""), (3, 3, "mm")]),
    # Falling ends, or ends of two kinds, make no range.
    ("5-3 mm", [(5, 5, "mm"), (3, 3, "mm")]),
    ("3 mm - 5 ml", [(3, 3, "mm"), (5, 5, "ml")]),
    ("20 mm/10 mm", [(20, 20, "mm"), (10, 10, "mm")]),
    ("120/80 mmHg", [(120, 120, ""), (80, 80, "mmHg")]),
    ("lesion x2", [(2, 2, "")]),
    ("-8 to -3 HU", [(-8, -3, "HU")]),
    ("-8 to 3 HU", [(-8, 3, "HU")]),
    ("-3 - -8 HU", [(-3, -3, "HU"), (-8, -8, "HU")]),
    # No numbers: parts of terms, dates, times, enumerations, versions, words.
    ("T2-weighted, L4-L5, COVID-19, 3D, 2nd, v2.0, 1.2.3", []),
    ("2024-03-01, 01.03.2024, 1/3/24, 12:30", []),
    ("1. Lungs\n 2) Heart", []),
    ("three nodules", []),
    ("", []),
    ("no lung.5 mm", [(5, 5, "mm")]),
]


@pytest.mark.parametrize(("text", "numbers"), SHAPES)
def test_ranges_axes_and_what_is_no_number(
    text: str, numbers: list[tuple[float, float, str]]
) -> None:
    """How numbers join, how they share a unit, and what is left out, by hand."""
    assert read(text) == numbers


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("5 mm", ""),
        ("<5 mm", "<"),
        ("less than 5 mm", "<"),
        ("> 5 mm", ">"),
        ("greater than 5 mm", ">"),
        ("≤ 5 mm", "≤"),
        ("<= 5 mm", "≤"),
        ("up to 5 mm", "≤"),
        ("no more than 5 mm", "≤"),
        ("at least 5 mm", "≥"),
        (">=5 mm", "≥"),
        ("> -5 HU", ">"),
        ("longer than 3 weeks", ">"),
        ("not longer than 3 weeks", "≤"),
        ("≧2 mg", "≥"),
    ],
)
def test_comparators_are_kept(text: str, comparator: str) -> None:
    """A bound is not a value."""
    (quantity,) = read_numbers(text)

    assert quantity.comparator == comparator


def test_spans_quote_the_number_with_sign_and_unit() -> None:
    """The span of a number runs from its sign to its unit, that of a range over both ends."""
    text = "HU -100 HU, 3.5 x 2.1 cm, 3-5 mm."

    quotes = [text[slice(*quantity.span)] for quantity in read_numbers(text)]

    assert quotes == ["-100 HU", "3.5", "2.1 cm", "3-5 mm"]


@settings(deadline=None)
@given(st.text(alphabet="0123456789.,-x×/ cmCL%°<>^²⁻toandfrm\n"))
def test_any_text_can_be_read(text: str) -> None:
    """No text fails; spans are ordered and inside the text, ends of ranges ascend."""
    quantities = read_numbers(text)

    assert all(q.low <= q.high for q in quantities)
    ends = [0, *(place for q in quantities for place in q.span)]
    assert ends == sorted(ends)
    assert ends[-1] <= len(text)


@settings(deadline=None)
@given(st.decimals(min_value=0, max_value=9999, places=2))
def test_conversion_is_exact_for_any_decimal(number: object) -> None:
    """A number of cm and ten times that of mm are the same fraction."""
    (quantity,) = read_numbers(f"{number} cm")

    assert quantity.low == Fraction(str(number)) * 10
