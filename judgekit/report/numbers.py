"""Numbers as text: rounded for reading, and never rounded into a claim they do not make."""

from __future__ import annotations

import re
from collections.abc import Iterable

NO_BREAK = "\u00a0"
MAX_DECIMALS = 12
MIN_FULL_COVERAGE = 0.95
_HELD_TOGETHER = re.compile(r"(?<=\d) (?=%)|\b([nGp]) = (?=\d)")


def decimals_for(values: Iterable[float | None], span: tuple[float, float] | None) -> int:
    """Return how many decimals a row of figures needs.

    One for a range of 20 or more, two for 2 or more, else three, and by the largest figure where
    there is no range; more where fewer would print a figure as 0 or as an end of its range that it
    does not reach.

    Args:
        values: The figures; None is passed over.
        span: Lowest and highest possible value; None: unbounded.
    """
    present = [value for value in values if value is not None]
    width = max(map(abs, present), default=1.0) if span is None else span[1] - span[0]
    decimals = 1 if width >= 20 else 2 if width >= 2 else 3
    marks = (0.0, *(span or ()))
    while decimals < MAX_DECIMALS and any(
        _looks_like(value, mark, decimals) for value in present for mark in marks
    ):
        decimals += 1
    return decimals


def interval_decimals(low: float, high: float, decimals: int) -> int:
    """Return enough decimals for two different ends to be printed differently."""
    while (
        decimals < MAX_DECIMALS and low != high and f"{low:.{decimals}f}" == f"{high:.{decimals}f}"
    ):
        decimals += 1
    return decimals


def format_fixed(value: float, decimals: int) -> str:
    """Return `value` with a fixed number of decimals, without a negative zero."""
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def format_value(value: float | int | str) -> str:
    """Return a single value as it would be written by hand: 4, 57.33, a label as it is.

    Four significant digits, or all of them where four would make a whole number of it.
    """
    if isinstance(value, str):
        return value
    if float(value).is_integer():
        return str(int(value))
    text = f"{value:.1f}" if abs(value) >= 1000 else f"{value:.4g}"
    return repr(value) if float(text).is_integer() else text


def format_count(count: int) -> str:
    """Return a count with thousands set apart by commas."""
    return f"{count:,}"


def format_percent(share: float, *, is_whole: bool) -> str:
    """Return a share as a percentage that says 100 only for the whole and 0 only for nothing.

    Args:
        share: 0 to 1.
        is_whole: Whether nothing is missing.
    """
    if is_whole:
        return f"100{NO_BREAK}%"
    text = f"{100 * share:.1f}"
    if text == "100.0":
        return f">{NO_BREAK}99.9{NO_BREAK}%"
    if text == "0.0" and share > 0:
        return f"<{NO_BREAK}0.1{NO_BREAK}%"
    return f"{text}{NO_BREAK}%"


def format_span(low: float, high: float) -> str:
    """Return a range of possible values."""
    return f"{format_value(low)} to {format_value(high)}"


def _looks_like(value: float, mark: float, decimals: int) -> bool:
    text = f"{value:.{decimals}f}"
    return value != mark and float(text) == float(f"{mark:.{decimals}f}")


def unbroken(text: str) -> str:
    """Return `text` with its figures held together: no line ends within "n = 39" or "95 %"."""
    return _HELD_TOGETHER.sub(
        lambda found: f"{found[1]}{NO_BREAK}={NO_BREAK}" if found[1] else NO_BREAK, text
    )
