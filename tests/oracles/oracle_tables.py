"""Random tables, what another package says of them, and how far judgekit is from it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from judgekit.records.estimate import Estimate

Numbers = NDArray[np.float64]

TOLERANCE = 1e-9
N_TABLES = 400


class Table(NamedTuple):
    """Grades of items x raters on the scale 0 to n_levels - 1, NaN where a rater gave none."""

    ratings: Numbers
    n_levels: int

    @property
    def scale(self) -> tuple[float, ...]:
        return tuple(float(level) for level in range(self.n_levels))


class Comparison:
    """One figure compared over many tables: the largest difference, and how often it was made."""

    def __init__(self, name: str, tolerance: float = TOLERANCE) -> None:
        self.name = name
        self.tolerance = tolerance
        self.n_equal = 0
        self.n_undefined = 0
        self.largest = 0.0

    def add(self, own: Estimate, other: float | None) -> None:
        """Where the other package gives a number judgekit gives the same, else None and why."""
        if other is None or not math.isfinite(other):
            assert own.value is None, f"{self.name}: {own.value!r} where the other has none"
            assert own.reason
            self.n_undefined += 1
            return
        assert own.value is not None, f"{self.name}: no value ({own.reason}), other {other!r}"
        self.add_number(own.value, other)

    def add_number(self, own: float, other: float) -> None:
        """Both are defined and differ by rounding only, in parts of the figure where it is > 1."""
        difference = abs(own - other) / max(1.0, abs(other))
        assert difference <= self.tolerance, f"{self.name}: {own!r}, other {other!r}"
        self.largest = max(self.largest, difference)
        self.n_equal += 1

    def made(self, *, equal: int, undefined: int = 0) -> None:
        """At least so many tables gave two numbers, and so many none: not nothing was compared."""
        assert self.n_equal >= equal, f"{self.name}: only {self.n_equal} numbers compared"
        assert self.n_undefined >= undefined, f"{self.name}: only {self.n_undefined} undefined"


def said(figure: Callable[[], object]) -> float | None:
    """Return the other package's number; NaN or None where it finds none, or stops."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return float(figure())  # type: ignore[arg-type]
        except (ValueError, ZeroDivisionError):
            return None


def graded_tables(
    seed: int,
    *,
    n_tables: int = N_TABLES,
    raters: tuple[int, int] = (2, 6),
    with_gaps: bool = True,
) -> Iterator[Table]:
    """Yield tables of 2 to 40 items and 2 to 6 levels that raters use alike but for a step.

    Some levels are used by nobody; in every tenth table a rater is constant, in every fifteenth
    all are, and in every twentieth no two raters share an item, if there are gaps.
    """
    rng = np.random.default_rng(seed)
    for index in range(n_tables):
        n_items, n_levels = int(rng.integers(2, 41)), int(rng.integers(2, 7))
        n_raters = int(rng.integers(raters[0], raters[1] + 1))
        truth = rng.integers(0, n_levels, (n_items, 1))
        steps = rng.integers(-1, 2, (n_items, n_raters)) * (rng.random((n_items, n_raters)) < 0.6)
        ratings = (truth + steps).clip(0, n_levels - 1).astype(np.float64)
        if index % 4 == 1:
            ratings[ratings == rng.integers(0, n_levels)] = 0.0
        if index % 10 == 7:
            ratings[:, 0] = rng.integers(0, n_levels)
        if index % 15 == 8:
            ratings[:] = rng.integers(0, n_levels)
        if with_gaps:
            ratings[rng.random(ratings.shape) < rng.choice([0.0, 0.2, 0.5])] = np.nan
            if index % 20 == 9:
                ratings[np.arange(n_raters) != rng.integers(0, n_raters, (n_items, 1))] = np.nan
        yield Table(ratings, n_levels)


def shared_items(ratings: Numbers) -> tuple[Numbers, Numbers]:
    """Return the first two raters' grades of the items that both rated."""
    pairs = ratings[:, :2]
    both = pairs[~np.isnan(pairs).any(axis=1)]
    return both[:, 0], both[:, 1]


def measured_pairs(seed: int, *, n_tables: int = N_TABLES) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield two raters' numbers of 2 to 60 items, grades with ties or measures without, with gaps.

    In every tenth table a rater is constant, in every fifteenth both are.
    """
    rng = np.random.default_rng(seed)
    for index in range(n_tables):
        n_items = int(rng.integers(2, 61))
        pair = rng.normal(size=(n_items, 1)) + rng.normal(0, rng.choice([0.1, 1.0]), (n_items, 2))
        pair = pair * rng.choice([1.0, 20.0]) + rng.choice([0.0, 50.0])
        if index % 2 == 0:
            pair = pair.round()
        if index % 10 == 7:
            pair[:, 0] = pair[0, 0]
        if index % 15 == 8:
            pair[:] = pair[0, 0]
        pair[rng.random(pair.shape) < rng.choice([0.0, 0.2, 0.5])] = np.nan
        yield pair[:, 0], pair[:, 1]
