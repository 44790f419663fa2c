"""Units of clinical sizes: what they measure, and how they convert."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple


class Unit(NamedTuple):
    """One unit.

    Attributes:
        name: As it is reported, for instance "cm".
        dimension: What it measures; only units of one dimension convert into each other.
        factor: How many of the dimension's base unit it holds; base units are mm, mm2, ml, mg,
            %, day, month, and for the others the unit itself.
    """

    name: str
    dimension: str
    factor: Fraction


NO_UNIT = Unit("", "bare", Fraction(1))

_MICRO = "(?:µ|μ|u)"
_METRE = "met(?:er|re)s?"
_LITRE = "lit(?:er|re)s?"
_SQUARE = r"(?:\^?2|²)"
_CUBE = r"(?:\^?3|³)"

# name, dimension, factor, spellings of two letters and more as a regular expression. Where one
# spelling begins another ("mm Hg", "°C"), the longer one comes first.
_ROWS = [
    ("mmHg", "pressure", "1", "mm ?hg"),
    ("nm", "length", "1/1000000", f"nm|nano{_METRE}"),
    ("µm", "length", "1/1000", f"{_MICRO}m|micro{_METRE}|microns?"),
    ("mm", "length", "1", f"mms?|milli{_METRE}"),
    ("cm", "length", "10", f"cms?|centi{_METRE}"),
    ("m", "length", "1000", _METRE),
    ("inch", "length", "127/5", "inch(?:es)?"),
    ("mm2", "area", "1", f"mm{_SQUARE}|(?:sq\\.?|square) (?:mm|milli{_METRE})"),
    ("cm2", "area", "100", f"cm{_SQUARE}|(?:sq\\.?|square) (?:cm|centi{_METRE})"),
    ("m2", "area", "1000000", f"m{_SQUARE}|(?:sq\\.?|square) {_METRE}"),
    ("µl", "volume", "1/1000", f"{_MICRO}l|micro{_LITRE}"),
    ("mm3", "volume", "1/1000", f"mm{_CUBE}|cubic (?:mm|milli{_METRE})"),
    ("ml", "volume", "1", f"mls?|milli{_LITRE}"),
    ("cm3", "volume", "1", f"cm{_CUBE}|ccs?|cubic (?:cm|centi{_METRE})"),
    ("cl", "volume", "10", f"cl|centi{_LITRE}"),
    ("dl", "volume", "100", f"dl|deci{_LITRE}"),
    ("l", "volume", "1000", _LITRE),
    ("ng", "mass", "1/1000000", "ng|nanograms?"),
    ("µg", "mass", "1/1000", f"{_MICRO}g|mcg|micrograms?"),
    ("mg", "mass", "1", "mg|milligrams?"),
    ("g", "mass", "1000", "gm|grams?"),
    ("kg", "mass", "1000000", "kg|kilograms?"),
    ("%", "percent", "1", "%|per ?cent"),
    ("‰", "percent", "1/10", "‰"),
    ("min", "time", "1/1440", "mins?|minutes?"),
    ("h", "time", "1/24", "hrs?|hours?"),
    ("day", "time", "1", "days?"),
    ("week", "time", "7", "wks?|weeks?"),
    ("month", "calendar time", "1", "months?"),
    ("year", "calendar time", "12", "yrs?|years?"),
    ("HU", "attenuation", "1", "HU|hounsfield units?"),
    ("°C", "temperature", "1", "° ?C|℃|degrees? C(?:elsius)?"),
    ("°", "angle", "1", "°|degrees?"),
]
# One-letter units keep their case ("45 M" is a man) and stand on the number's line.
_LETTERS = {"m": "m", "g": "g", "l": "l", "L": "l", "h": "h"}

_UNITS = {name: Unit(name, dimension, Fraction(factor)) for name, dimension, factor, _ in _ROWS}
_NAMES = [name for name, *_ in _ROWS]
_SPELLINGS = "|".join(f"({spelling})" for *_, spelling in _ROWS)
# A unit ends where no letter, digit or power follows; "2cmx3cm" goes on with its second axis.
_END = r"(?:(?![A-Za-zµμ0-9²³^])|(?=[xX]\s*[.0-9]))"
_WORD_UNIT = re.compile(rf"(?:\s*|-)(?:{_SPELLINGS}){_END}", re.IGNORECASE)
_LETTER_UNIT = re.compile(rf"(?:[^\S\n]*|-)([mglLh]){_END}")
_COMPOUND = re.compile(r"\s?/\s?([A-Za-zµμ][A-Za-zµμ0-9.²³^/]*)|\s+per\s+([A-Za-zµμ]+)")
_GLUED = re.compile(r"(?![xX]\s*[.0-9])[A-Za-zµμα-ωΑ-Ω]")


def unit_named(name: str) -> Unit | None:
    """Return the unit of that name ("" is no unit), or None when there is none."""
    return NO_UNIT if not name else _UNITS.get(name)


def unit_names() -> tuple[str, ...]:
    """Return the names of all units, in the order of their table."""
    return tuple(_NAMES)


def read_unit(text: str, at: int) -> tuple[Unit, int] | None:
    """Return the unit that stands at `at` behind a number, and where it ends.

    A unit per another one ("mg/dl", "mm per year") measures a thing of its own and converts into
    nothing: its dimension is its name.

    Args:
        text: Any text.
        at: Where the number ends.

    Returns:
        `NO_UNIT` and `at` when no known unit follows; None when letters are written against the
        number that are no unit ("3D", "2nd"), so that it is no measurement.

    Example:
        >>> read_unit("35 mm wide", 2)[0].name
        'mm'
    """
    unit, end = NO_UNIT, at
    if match := _WORD_UNIT.match(text, at):
        unit, end = _UNITS[_NAMES[(match.lastindex or 1) - 1]], match.end()
    elif match := _LETTER_UNIT.match(text, at):
        unit, end = _UNITS[_LETTERS[match.group(1)]], match.end()
    elif _GLUED.match(text, at):
        return None
    if match := _COMPOUND.match(text, end):
        below = (match.group(1) or match.group(2)).rstrip(".").casefold().replace("μ", "µ")
        name = f"{unit.name}/{below}"
        return Unit(name, name, Fraction(1)), match.end()
    return unit, end
