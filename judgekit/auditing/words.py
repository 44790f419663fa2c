"""Figures in words and cells: rounded for reading, their reasons kept."""

from __future__ import annotations

from judgekit.records.estimate import Estimate
from judgekit.report.numbers import format_fixed, interval_decimals

SHARE_UNITS = ("share",)


def cell(estimate: Estimate, *, unit: str, with_n: bool = True, n_pairs: int | None = None) -> str:
    """Return an estimate as a table's cell: value, interval, n items and n cases, or the reason.

    Args:
        estimate: What is shown. Shares are printed as percentages.
        unit: Its unit, as in `Figure.unit`.
        with_n: Whether n items and n cases are added.
        n_pairs: As in `Figure.n_pairs`.
    """
    counts = f"; {counted(estimate, n_pairs=n_pairs)}" if with_n else ""
    if estimate.value is None:
        return f"undefined: {estimate.reason}{counts}"
    if estimate.low is None or estimate.high is None:
        return f"{number(estimate.value, unit)} (no interval: {estimate.interval_reason}{counts})"
    return f"{number(estimate.value, unit)} ({interval(estimate, unit)}{counts})"


def counted(estimate: Estimate, *, n_pairs: int | None = None) -> str:
    """Return how many items and cases an estimate stands on: "n = 39, G = 20".

    One over pairs says so: "78 pairs of 39 answers, G = 20".
    """
    n = f"n = {estimate.n}"
    if n_pairs is not None:
        n = f"{n_pairs} pairs of {estimate.n} answer{'' if estimate.n == 1 else 's'}"
    return n if estimate.clusters is None else f"{n}, G = {estimate.clusters}"


def number(value: float, unit: str) -> str:
    """Return a value in its unit: a share as a percentage, points with two decimals."""
    if unit in SHARE_UNITS:
        return f"{format_fixed(100 * value, 1)} %"
    return format_fixed(value, 2)


def interval(estimate: Estimate, unit: str) -> str:
    """Return "low to high" in the unit; its ends are printed differently.

    Raises:
        ValueError: The estimate has no interval.
    """
    if estimate.low is None or estimate.high is None:
        raise ValueError(f"words of an interval: there is none ({estimate.interval_reason})")
    factor = 100.0 if unit in SHARE_UNITS else 1.0
    low, high = factor * estimate.low, factor * estimate.high
    decimals = interval_decimals(low, high, 1 if unit in SHARE_UNITS else 2)
    tail = " %" if unit in SHARE_UNITS else ""
    return f"{format_fixed(low, decimals)} to {format_fixed(high, decimals)}{tail}"


def answer(value: float | int | str | None) -> str:
    """Return an answer as it is written: a whole number without decimals, a label as it is."""
    if value is None:
        return "none"
    if isinstance(value, str):
        return value.replace("_", " ")
    return f"{value:g}"
