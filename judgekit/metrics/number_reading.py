"""Numbers with units, read out of clinical text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from judgekit.metrics.number_units import NO_UNIT, Unit, read_unit

Decimal = Literal["point", "comma"]
Comparator = Literal["", "<", "≤", ">", "≥"]

# Only these may be negative; before a size, a minus is a dash.
_SIGNED = frozenset({"bare", "percent", "attenuation", "temperature", "angle"})

_LATIN = "A-Za-zµμα-ωΑ-Ω"
_SKIPPED = rf"""
    [0-9]{{4}}-[0-9]{{1,2}}-[0-9]{{1,2}}(?![0-9])                        # 2024-03-01
  | [0-9]{{1,2}}(?P<a>[./-])[0-9]{{1,2}}(?P=a)[0-9]{{4}}(?![0-9])         # 01.03.2024
  | [0-9]{{1,2}}(?P<b>[./])[0-9]{{1,2}}(?P=b)[0-9]{{2}}(?![0-9])          # 01/03/24
  | [0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})?(?![0-9])                     # 12:30
  | ^[^\S\n]*[0-9]{{1,2}}[.)](?=[^\S\n]+\S)                              # "2. " begins a line
  | (?![xX]\s*[.0-9])[{_LATIN}][{_LATIN}0-9_]*(?:[-\u2010\u2011][{_LATIN}0-9_]+)*     # T2, L4-L5
    (?:(?<=[0-9])\.[0-9]+)*                                              # v2.0
"""
_NUMBER = r"[0-9]+(?:[.,][0-9]+)*|(?<![^\s(\[<>≤≥=±~:])\.[0-9]+"
_NEXT = re.compile(rf"(?P<skipped>{_SKIPPED})|(?P<number>{_NUMBER})", re.VERBOSE | re.MULTILINE)
_SEPARATOR = re.compile("[.,]")
_RAISED = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "+-0123456789-")
_EXPONENT = r"(?:\s?(?:\^|\*\*)\s?([-+−]?[0-9]{1,2})(?![0-9])|([⁺⁻]?[⁰¹²³⁴-⁹]{1,2}))"
_POWER = re.compile(_EXPONENT)
_TIMES_POWER = re.compile(rf"\s*[xX×*·]\s*10{_EXPONENT}")
_SIGN_BEFORE = re.compile(r"(?:^|[\s(\[<>≤≥=:±~])[-−]$")

_TO = re.compile(r"\s*(?:-|\u2010|\u2011|–|—|−|to)\s*([-−]?)")
_AXIS = re.compile(r"\s*(?:x|×|\*|by)\s*", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+")
_LIST_END = re.compile(r",?\s+(?:and|or|&)\s+")
_COMMA = re.compile(r",\s+")
_BETWEEN = re.compile(r"\bbetween\s+$", re.IGNORECASE)
# "from 3 to 5 mm" is a change, "ranging from 3 to 5 mm" is a range.
_CHANGE = re.compile(r"(?<!ranging )(?<!ranges )(?<!ranged )(?<!varying )\bfrom\s+$", re.IGNORECASE)
_COMPARATORS: dict[Comparator, str] = {
    "≤": r"≤|≦|<=|=<|at most|up to|no(?:t)? (?:more|larger|longer|older) than",
    "≥": r"≥|≧|>=|=>|at least|no(?:t)? (?:less|fewer|smaller|shorter|younger) than",
    "<": r"<|(?:less|fewer|smaller|shorter|younger|lower) than",
    ">": r">|(?:more|greater|larger|longer|older|higher) than|exceeding",
}
_COMPARED = {
    sign: re.compile(rf"(?:{words})\s*$", re.IGNORECASE) for sign, words in _COMPARATORS.items()
}
_LOOK_BACK = 24


class Quantity(NamedTuple):
    """One number of a text.

    Attributes:
        low: Its value in the dimension's base unit, exact; the lower end of a range.
        high: The upper end of a range; `low` for a single number.
        unit: The unit as written, "" for none; inherited within "3 x 2 cm" and "3-5 mm".
        dimension: What it measures; only equal dimensions are compared.
        comparator: "<", "≤", ">", "≥" where one stands before it, else "".
        span: Start and end in the text, sign and unit included.
    """

    low: Fraction
    high: Fraction
    unit: str
    dimension: str
    comparator: Comparator
    span: tuple[int, int]


class _Number(NamedTuple):
    value: Fraction
    start: int
    end: int
    unit: Unit


def read_numbers(
    text: str, *, decimal: Decimal = "point", bare_unit: Unit = NO_UNIT
) -> tuple[Quantity, ...]:
    """Return the numbers of `text`, in order.

    - A number is written in the digits 0-9; words ("three") are not read. A number that begins
      or ends a term is part of it and no number: T2, L4-L5, COVID-19, 3D, 2nd. Dates, times of
      day and the numbers that enumerate lines ("2. Lungs") are not read either.
    - Separators: a point or comma followed by other than three digits is a decimal separator in
      any language ("3.5", "3,5", "0,125" with its leading zero). Followed by exactly three digits
      it is what `decimal` says: "point" reads "1,234" as 1234 and "1.234" as 1.234, "comma" the
      other way round. Two kinds or several groups decide by themselves: "1.234,5", "1,234,567".
    - "3.5 x 2.1 cm" is one number per axis, each in cm, and so are lists that end in "and" or
      "or" ("3, 4 and 5 mm"); a comma alone joins nothing ("segment 4, 3 cm").
    - "3-5 mm", "3 to 5 mm" and "between 3 and 5 mm" are ranges; "from 3 to 5 mm" is a change and
      two numbers. "2 x 10^9" is a power.
    - A minus counts for bare numbers, percent, HU, degrees; before a size it is a dash.

    Args:
        text: Any text; units, connecting words and comparators are English.
        decimal: Which separator makes a decimal where three digits follow.
        bare_unit: The unit of numbers that have none, for instance where the question names it.

    Returns:
        The numbers with their values converted into the base unit of their dimension.

    Example:
        >>> [(float(q.low), q.unit) for q in read_numbers("3.5 x 2.1 cm")]
        [(35.0, 'cm'), (21.0, 'cm')]
    """
    numbers = list(_scan(text, decimal))
    units = _inherit_units(text, numbers)
    quantities = []
    place = 0
    while place < len(numbers):
        unit = bare_unit if units[place] is NO_UNIT else units[place]
        is_range = (
            place + 1 < len(numbers)
            and _is_range(text, numbers[place], numbers[place + 1])
            and units[place].dimension == units[place + 1].dimension
        )
        last = numbers[place + is_range]
        last_unit = unit if units[place + is_range] is NO_UNIT else units[place + is_range]
        quantity = _quantity(text, numbers[place], unit, last, last_unit)
        if quantity.low > quantity.high:
            is_range = False
            quantity = _quantity(text, numbers[place], unit, numbers[place], unit)
        quantities.append(quantity)
        place += 1 + is_range
    return tuple(quantities)


def _scan(text: str, decimal: Decimal) -> Iterator[_Number]:
    at = 0
    while match := _NEXT.search(text, at):
        at = match.end()
        if match["number"] is None:
            continue
        for value, start, end in _values(match, decimal):
            power, at = _with_power(text, value, end)
            found = read_unit(text, at)
            if found is not None:
                unit, at = found
                yield _Number(power, start, at, unit)


def _values(match: re.Match[str], decimal: Decimal) -> Iterator[tuple[Fraction, int, int]]:
    """Yield each value of the digits with its place: several for a list such as 1,2,3."""
    digits = match["number"]
    value = _value(digits, decimal)
    if value is not None:
        yield value, match.start(), match.end()
    elif "." not in digits:
        for part in re.finditer("[0-9]+", digits):
            start = match.start() + part.start()
            yield Fraction(part[0]), start, start + len(part[0])


def _value(digits: str, decimal: Decimal) -> Fraction | None:
    """Return the value of digits and separators, None when they make no number (1.2.3)."""
    separators = _SEPARATOR.findall(digits)
    groups = _SEPARATOR.split(digits)
    whole, last = "".join(groups[:-1]), groups[-1]
    grouped = [len(group) == 3 for group in groups[1:]]
    is_headed = 1 <= len(groups[0]) <= 3 and not groups[0].startswith("0")
    if not separators:
        return Fraction(digits)
    if len(separators) == 1:
        thousands = "," if decimal == "point" else "."
        if grouped[0] and is_headed and separators[0] == thousands:
            return Fraction(whole + last)
        return Fraction(f"{whole or 0}.{last}")
    if len(set(separators)) == 1:
        return Fraction(whole + last) if is_headed and all(grouped) else None
    if len(set(separators[:-1])) == 1 and is_headed and all(grouped[:-1]):
        return Fraction(f"{whole}.{last}")
    return None


def _with_power(text: str, value: Fraction, end: int) -> tuple[Fraction, int]:
    if match := _TIMES_POWER.match(text, end):
        return value * _ten_to(match), match.end()
    if value == 10 and (match := _POWER.match(text, end)):
        return _ten_to(match), match.end()
    return value, end


def _ten_to(match: re.Match[str]) -> Fraction:
    return Fraction(10) ** int((match[1] or match[2]).translate(_RAISED))


def _between(text: str, left: _Number, right: _Number) -> str:
    return text[left.end : right.start]


def _is_range(text: str, left: _Number, right: _Number) -> bool:
    before, between = (
        text[max(0, left.start - _LOOK_BACK) : left.start],
        _between(text, left, right),
    )
    if _AND.fullmatch(between):
        return _BETWEEN.search(before) is not None
    return _TO.fullmatch(between) is not None and not (
        "to" in between and _CHANGE.search(before) is not None
    )


def _inherit_units(text: str, numbers: list[_Number]) -> list[Unit]:
    """Return each number's unit, that of the number it is joined to where it has none."""
    units = [number.unit for number in numbers]
    gaps = [_between(text, left, right) for left, right in itertools.pairwise(numbers)]
    is_in_list = False
    for place in reversed(range(len(gaps))):
        is_in_list = bool(
            _LIST_END.fullmatch(gaps[place]) or (is_in_list and _COMMA.fullmatch(gaps[place]))
        )
        is_joined = is_in_list or _AXIS.fullmatch(gaps[place]) or _TO.fullmatch(gaps[place])
        if is_joined and units[place] is NO_UNIT:
            units[place] = units[place + 1]
    for place, gap in enumerate(gaps):
        if units[place + 1] is NO_UNIT and (_AXIS.fullmatch(gap) or _TO.fullmatch(gap)):
            units[place + 1] = units[place]
    return units


def _quantity(
    text: str, first: _Number, first_unit: Unit, last: _Number, last_unit: Unit
) -> Quantity:
    before = text[max(0, first.start - _LOOK_BACK) : first.start]
    sign = 1
    if first_unit.dimension in _SIGNED and _SIGN_BEFORE.search(before):
        sign, before = -1, before[:-1]
    comparator: Comparator = next(
        (sign for sign, pattern in _COMPARED.items() if pattern.search(before)), ""
    )
    start = first.start - (sign < 0)
    low = sign * first.value * first_unit.factor
    high = low
    if last is not first:
        joint = _TO.fullmatch(_between(text, first, last))
        is_negative = last_unit.dimension in _SIGNED and joint is not None and joint[1]
        high = (-1 if is_negative else 1) * last.value * last_unit.factor
    return Quantity(low, high, first_unit.name, first_unit.dimension, comparator, (start, last.end))
