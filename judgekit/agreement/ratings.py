"""Ratings as given, checked against their scale and turned into arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from judgekit.errors import InputDataError
from judgekit.statistics.intervals import FloatArray, IntArray

Label: TypeAlias = str | int | float
Ratings: TypeAlias = Sequence[Sequence[Label | None]] | NDArray[Any]
RaterColumn: TypeAlias = Sequence[Label | None] | NDArray[Any]
Clusters: TypeAlias = Sequence[str | int] | NDArray[Any] | None

MISSING = -1  # inside this room only: the code of a missing rating


def rating_table(ratings: Ratings, *, what: str) -> NDArray[Any]:
    """Return ratings as a two-dimensional array, items x raters, values as they were given.

    Raises:
        ValueError: The rows differ in length or the ratings are not a table.
    """
    if isinstance(ratings, np.ndarray):
        table = ratings
    else:
        rows = [list(row) for row in ratings]
        widths = {len(row) for row in rows}
        if len(widths) > 1:
            raise ValueError(
                f"{what}: every item must list the same raters, got rows of {sorted(widths)!r} "
                "ratings; write None where a rater gave none"
            )
        table = np.empty((len(rows), widths.pop() if widths else 0), dtype=object)
        for index, row in enumerate(rows):
            table[index, :] = row
    if table.ndim != 2:
        raise ValueError(f"{what}: ratings must be items x raters, got shape {table.shape!r}")
    return table


def rating_pair(a: RaterColumn, b: RaterColumn, *, what: str) -> NDArray[Any]:
    """Return the ratings of two raters as one table of two columns.

    Raises:
        ValueError: The raters did not rate lists of the same length.
    """
    if len(a) != len(b):
        raise ValueError(
            f"{what}: both raters must list the same items, got {len(a)!r} and {len(b)!r} ratings; "
            "write None where a rater gave none"
        )
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return rating_table(np.stack([a, b], axis=-1), what=what)
    return rating_table(list(zip(a, b, strict=True)), what=what).reshape(len(a), 2)


def rater_column(rater: RaterColumn, n_items: int, *, what: str) -> NDArray[Any]:
    """Return one rater's ratings as a table of one column.

    Raises:
        ValueError: There is not one rating for each item.
    """
    column = rating_table([[value] for value in rater], what=what)
    if len(column) != n_items:
        raise ValueError(
            f"{what}: judge must have one rating per item, got {len(column)!r} for {n_items!r}"
        )
    return column.reshape(n_items, 1)


def check_categories(categories: Sequence[Label], *, what: str) -> tuple[Label, ...]:
    """Return the categories of a scale in their order.

    Raises:
        ValueError: There are none, one occurs twice, or one is missing or not finite.
    """
    scale = tuple(categories)
    if not scale:
        raise ValueError(f"{what}: categories must name every level of the scale, got none")
    for label in scale:
        if _is_missing(label) or (isinstance(label, float) and math.isinf(label)):
            raise ValueError(
                f"{what}: a category must be a label or a finite number, got {label!r}"
            )
    if len(set(scale)) < len(scale):
        raise ValueError(f"{what}: categories must differ from each other, got {scale!r}")
    return scale


def coded_ratings(table: NDArray[Any], categories: Sequence[Label], *, what: str) -> IntArray:
    """Return each rating's place on the scale, 0 to q - 1, and -1 where it is missing.

    Args:
        table: Items x raters, values as given; None and NaN are missing.
        categories: The levels of the scale in order; labels or numbers.
        what: What is being computed, for the message of an error.

    Raises:
        InputDataError: A rating is not one of the categories.
    """
    scale = check_categories(categories, what=what)
    is_numeric = table.dtype.kind in "fiub" and not any(isinstance(c, str) for c in scale)
    codes = _codes_of_numbers(table, scale) if is_numeric else _codes_of_labels(table, scale)
    off = codes == MISSING - 1
    if off.any():
        item, rater = (int(index[0]) for index in np.nonzero(off))
        value = table[item, rater]
        raise InputDataError(
            f"{what}: item {item}, rater {rater}: rating {_plain(value)!r} is not on the scale "
            f"{scale!r}; map it to a category or mark it missing"
        )
    return codes


def numeric_ratings(table: NDArray[Any], *, what: str) -> FloatArray:
    """Return ratings as numbers, NaN where missing.

    Raises:
        InputDataError: A rating is not a finite number.
    """
    if table.dtype.kind in "fiub":
        numbers = table.astype(np.float64)
    else:
        numbers = np.full(table.shape, np.nan)
        for place, value in np.ndenumerate(table):
            if _is_missing(value):
                continue
            if isinstance(value, str):
                raise InputDataError(
                    f"{what}: item {place[0]}, rater {place[1]}: needs numbers, got {value!r}"
                )
            numbers[place] = float(value)
    if np.isinf(numbers).any():
        item, rater = (int(index[0]) for index in np.nonzero(np.isinf(numbers)))
        raise InputDataError(
            f"{what}: item {item}, rater {rater}: a rating must be finite, "
            f"got {float(numbers[item, rater])!r}"
        )
    return numbers


def coded_clusters(clusters: Clusters, n_items: int, *, what: str) -> IntArray | None:
    """Return the case of each item as an integer code; None where none are declared.

    Raises:
        ValueError: There is not one case per item.
        InputDataError: An item has no case while others have one.
    """
    if clusters is None:
        return None
    if len(clusters) != n_items:
        raise ValueError(
            f"{what}: clusters must name one case per item ({n_items}), got {len(clusters)!r}"
        )
    if isinstance(clusters, np.ndarray) and clusters.dtype.kind in "iu":
        return clusters.astype(np.int64)
    codes: dict[object, int] = {}
    coded = np.empty(n_items, dtype=np.int64)
    for index, case in enumerate(clusters):
        if _is_missing(case):
            raise InputDataError(
                f"{what}: item {index} has no case while others have one; name a case for every "
                "item, or for none"
            )
        coded[index] = codes.setdefault(case, len(codes))
    return coded


def numeric_pairs(
    a: RaterColumn, b: RaterColumn, clusters: Clusters, *, what: str
) -> tuple[FloatArray, IntArray | None]:
    """Return the numbers of the items that both rated, shape (n, 2), and the items' cases.

    Raises:
        ValueError: Lengths differ.
        InputDataError: A rating is not a finite number.
    """
    numbers = numeric_ratings(rating_pair(a, b, what=what), what=what)
    cases = coded_clusters(clusters, len(numbers), what=what)
    both = ~np.isnan(numbers).any(axis=1)
    return numbers[both], None if cases is None else cases[both]


def category_counts(codes: IntArray, n_categories: int) -> FloatArray:
    """Return how many raters put each item in each category; shape (items, q)."""
    n_items, _ = codes.shape
    items, raters = np.nonzero(codes != MISSING)
    cells = items * n_categories + codes[items, raters]
    counts = np.bincount(cells, minlength=n_items * n_categories)
    return counts.reshape(n_items, n_categories).astype(np.float64)


def _codes_of_numbers(table: NDArray[Any], scale: tuple[Label, ...]) -> IntArray:
    values = np.array([float(label) for label in scale])
    order = np.argsort(values)
    numbers = table.astype(np.float64)
    places = np.searchsorted(values, numbers, sorter=order).clip(max=len(scale) - 1)
    codes: IntArray = order[places].astype(np.int64)
    codes[values[codes] != numbers] = MISSING - 1
    codes[np.isnan(numbers)] = MISSING
    return codes


def _codes_of_labels(table: NDArray[Any], scale: tuple[Label, ...]) -> IntArray:
    places = {label: place for place, label in enumerate(scale)}
    codes = np.full(table.shape, MISSING, dtype=np.int64)
    for place, value in np.ndenumerate(table):
        if not _is_missing(value):
            codes[place] = places.get(value, MISSING - 1)
    return codes


def _is_missing(value: object) -> bool:
    return value is None or (isinstance(value, float | np.floating) and math.isnan(value))


def _plain(value: object) -> object:
    return value.item() if isinstance(value, np.generic) else value
