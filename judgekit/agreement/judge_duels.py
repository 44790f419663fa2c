"""The judge and one rater, each measured against the other raters, item by item."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from judgekit.agreement.ratings import (
    Clusters,
    Label,
    RaterColumn,
    Ratings,
    coded_clusters,
    coded_ratings,
    numeric_ratings,
    rating_table,
)
from judgekit.records.estimate import MIN_CLUSTERS, TOO_FEW_CASES
from judgekit.statistics.intervals import FloatArray, IntArray, case_codes

AltScore: TypeAlias = Literal["accuracy", "neg_rmse"]

_ROUNDING = 1e-12


class Panel(NamedTuple):
    """The ratings of a panel and of the judge, ready to be compared.

    Attributes:
        humans: Items x raters; labels as codes, numbers as they are; NaN is missing.
        judge: One per item, coded alike.
        labels: What the codes stand for; empty where the ratings are numbers.
        cases: The case of each item; None makes each its own case.
    """

    humans: FloatArray
    judge: FloatArray
    labels: tuple[Label, ...]
    cases: IntArray | None


class Duel(NamedTuple):
    """The judge and one rater on the items that both and another rater rated.

    Attributes:
        rater: The rater's column, from 0.
        wins: W per item: 1 where the judge is at least as close to the other raters.
        losses: L per item: 1 where the rater is at least as close as the judge.
        cases: The case of each of these items; None makes each its own case.
        n_cases: Number of cases.
        reason: Why the rater cannot be tested; None otherwise.
    """

    rater: int
    wins: FloatArray
    losses: FloatArray
    cases: IntArray | None
    n_cases: int
    reason: str | None


def read_panel(
    ratings: Ratings, judge: RaterColumn, clusters: Clusters, *, numeric: bool, what: str
) -> Panel:
    """Return the checked ratings of panel and judge.

    Raises:
        ValueError: Lengths differ, or numbers are needed and a label was given.
    """
    table = rating_table(ratings, what=what)
    own = rating_table([[value] for value in judge], what=what)
    if len(own) != len(table):
        raise ValueError(
            f"{what}: judge must have one rating per item, got {len(own)!r} for {len(table)!r}"
        )
    cases = coded_clusters(clusters, len(table), what=what)
    if numeric:
        humans, one = numeric_ratings(table, what=what), numeric_ratings(own, what=what)
        return Panel(humans, one.reshape(-1), (), cases)
    labels = _labels(table, own)
    if not labels:
        empty = np.full(table.shape, np.nan)
        return Panel(empty, np.full(len(table), np.nan), (), cases)
    codes = [coded_ratings(part, labels, what=what).astype(np.float64) for part in (table, own)]
    humans, one = (np.where(part < 0, np.nan, part) for part in codes)
    return Panel(humans, one.reshape(-1), labels, cases)


def _labels(*tables: NDArray[Any]) -> tuple[Label, ...]:
    """Return every label that occurs, in order of first use; equality is all that accuracy asks."""
    seen: dict[Label, None] = {}
    for table in tables:
        for value in table.ravel().tolist():
            if value is not None and value == value:  # NaN differs from itself
                seen.setdefault(value)
    return tuple(seen)


def duel_with(panel: Panel, rater: int, *, score: AltScore, min_items: int) -> Duel:
    """Return which of judge and rater is closer to the other raters, item by item."""
    others = np.delete(panel.humans, rater, axis=1)
    own = panel.humans[:, rater]
    enters = ~np.isnan(own) & ~np.isnan(panel.judge) & (~np.isnan(others)).any(axis=1)
    of_judge = _closeness(panel.judge[enters], others[enters], score)
    of_human = _closeness(own[enters], others[enters], score)
    slack = _ROUNDING * np.maximum(np.abs(of_judge), 1.0)
    cases = None if panel.cases is None else panel.cases[enters]
    n_items = int(enters.sum())
    n_cases = case_codes(n_items, cases, what="alt_test")[1]
    reason = None
    if n_items < min_items:
        reason = f"{n_items} items, fewer than {min_items}"
    elif n_cases < MIN_CLUSTERS:
        reason = TOO_FEW_CASES
    return Duel(
        rater,
        (of_judge >= of_human - slack).astype(np.float64),
        (of_human >= of_judge - slack).astype(np.float64),
        cases,
        n_cases,
        reason,
    )


def _closeness(own: FloatArray, others: FloatArray, score: AltScore) -> FloatArray:
    """Return how close one rating per item is to the others' ratings of it; higher is closer."""
    present = ~np.isnan(others)
    difference = np.where(present, own[:, None] - others, 0.0)
    n_others = present.sum(axis=1)
    if score == "neg_rmse":
        return np.asarray(-np.sqrt((difference**2).sum(axis=1) / n_others))
    return np.asarray(((difference == 0.0) & present).sum(axis=1) / n_others)
