"""A panel as numbers in points of its scale, or the reason why its answers are none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judgekit.auditing.panel import Answer, Panel
from judgekit.records.estimate import Estimate
from judgekit.statistics.intervals import FloatArray, IntArray

NOMINAL = "a nominal scale has no means"
LABELS = "the levels are labels, which have an order and no distances"
OFF_SCALE = "the judge's values are not on the clinicians' scale, so that only order is compared"
NO_ITEM = "no item was answered by both the judge and a clinician"


def why_no_numbers(panel: Panel) -> str | None:
    """Return why the clinicians' answers are no numbers; None where they are."""
    if not panel.scale.is_ordered:
        return NOMINAL
    return LABELS if panel.scale.span is None else None


def why_no_points(panel: Panel) -> str | None:
    """Return why judge and clinicians cannot be compared in points; None where they can."""
    return why_no_numbers(panel) or (None if panel.is_on_scale else OFF_SCALE)


def numbers(answers: Sequence[Answer]) -> tuple[float | None, ...]:
    """Return answers as numbers; None for a label and for none."""
    return tuple(
        None if value is None or isinstance(value, str) else float(value) for value in answers
    )


def judged_numbers(panel: Panel) -> tuple[float | None, ...]:
    """Return the judge's number of each item; None where it has none."""
    return numbers(panel.levels_judged)


def rater_numbers(panel: Panel, rater: int) -> tuple[float | None, ...]:
    """Return one clinician's number of each item; None where none was given."""
    return numbers([row[rater] for row in panel.levels_given])


def undefined(reason: str) -> Estimate:
    """Return an estimate without a value: nothing entered it, for this reason."""
    return Estimate(value=None, reason=reason, n=0)


def alone(value: float | None, *, like: Estimate, reason: str) -> Estimate:
    """Return a value without an interval on the items of another estimate.

    Args:
        value: The value; None: there is none.
        like: Whose n and cases are taken.
        reason: Why there is no value, or where there is one why it has no interval.
    """
    return Estimate(
        value=value,
        reason=reason if value is None else None,
        interval_reason=None if value is None else reason,
        n=like.n,
        clusters=like.clusters,
    )


def coded_cases(cases: Sequence[str | None] | None) -> IntArray | None:
    """Return cases as integer codes; None: each item is its own case.

    Where some items name a case and others none, an item without one is its own case.
    """
    if cases is None or all(case is None for case in cases):
        return None
    names = {case: place for place, case in enumerate(dict.fromkeys(cases)) if case is not None}
    codes = [
        names[case] if case is not None else len(cases) + place for place, case in enumerate(cases)
    ]
    return np.asarray(codes, dtype=np.int64)


def array(values: Sequence[float | None]) -> FloatArray:
    """Return numbers as an array, NaN for none."""
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
