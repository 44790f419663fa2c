"""What figures would be if every answer that the judge failed on were the worst, or the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.panel_numbers import (
    NO_ITEM,
    coded_cases,
    judged_numbers,
    undefined,
    why_no_points,
)
from judgekit.records.estimate import Estimate
from judgekit.statistics import mean_estimate, proportion_estimate

NO_RATING = "no clinician's answer can be compared"
NO_LEVELS = "values between levels occur, so that the same answer says little"
OFF_SCALE = "the judge's values are not on the clinicians' scale"


class Bounds(NamedTuple):
    """One figure with the judge's failures all worst and all best.

    Attributes:
        panel: The criterion.
        statistic: Its standard name.
        what: The figure in words.
        unit: Its unit.
        worst: Failures taken for the worst (for a mean: the lowest).
        best: Failures taken for the best (for a mean: the highest).
        ends: What the two take a failure for, in words.
        n_failed: Rows without a judgement.
        n_items: Items in the rows, where these are pairs of an item and a clinician; None: the
            figure is over items.
    """

    panel: Panel
    statistic: str
    what: str
    unit: str
    worst: Estimate
    best: Estimate
    ends: tuple[str, str]
    n_failed: int
    n_items: int | None = None


class _Row(NamedTuple):
    judge: Answer
    clinician: Answer
    item: str
    case: str


def failure_bounds(panel: Panel) -> tuple[Bounds, Bounds, Bounds]:
    """Return bounds of the same answer, of the distance in points, and of the judge's mean.

    A failure is an answer without a judgement. "Not applicable" and the like are answers: they
    count for the same answer, and are no points. The first two figures are over pairs of an answer
    and a clinician, clustered by case.
    """
    return _agreement(panel), _distance(panel), _mean(panel)


def _agreement(panel: Panel) -> Bounds:
    rows = _rows(panel, panel.answers)
    reason = None
    if not panel.is_on_scale or panel.scale.is_continuous:
        reason = NO_LEVELS if panel.is_on_scale else OFF_SCALE
    elif not rows:
        reason = NO_RATING

    def share(failed: float) -> Estimate:
        if reason is not None:
            return undefined(reason)
        values = [
            failed if one.judge is None else float(one.judge == one.clinician) for one in rows
        ]
        return proportion_estimate(np.array(values), coded_cases([one.case for one in rows]))

    return Bounds(
        panel,
        "exact_agreement_all_answers_over_pairs",
        "Same answer as a clinician",
        "share",
        share(0.0),
        share(1.0),
        ("another answer", "the clinician's answer"),
        _n_failed(rows),
        0 if reason is not None else len({one.item for one in rows}),
    )


def _distance(panel: Panel) -> Bounds:
    rows = [one for one in _rows(panel, panel.levels_given) if one.judge not in panel.scale.extras]
    reason = why_no_points(panel) or (None if rows else NO_RATING)
    low, high = panel.scale.span or (0.0, 0.0)

    def mean(*, is_worst: bool) -> Estimate:
        if reason is not None:
            return undefined(reason)
        values = []
        for one in rows:
            given = _number(one.clinician)
            if one.judge is not None:
                values.append(abs(_number(one.judge) - given))
            else:
                values.append(max(given - low, high - given) if is_worst else 0.0)
        return mean_estimate(
            np.array(values), coded_cases([one.case for one in rows]), bounds=(0.0, high - low)
        )

    return Bounds(
        panel,
        "mean_absolute_error_over_pairs",
        "Distance from a clinician",
        "points",
        mean(is_worst=True),
        mean(is_worst=False),
        ("the far end of the scale", "the clinician's answer"),
        _n_failed(rows),
        0 if reason is not None else len({one.item for one in rows}),
    )


def _mean(panel: Panel) -> Bounds:
    kept = [place for place in range(len(panel)) if panel.judged[place] not in panel.scale.extras]
    judged = judged_numbers(panel)
    scores = [judged[place] for place in kept]
    cases = None if panel.cases is None else [panel.cases[place] for place in kept]
    reason = why_no_points(panel) or (None if kept else NO_ITEM)
    low, high = panel.scale.span or (0.0, 0.0)

    def mean(failed: float) -> Estimate:
        if reason is not None:
            return undefined(reason)
        values = [failed if one is None else one for one in scores]
        return mean_estimate(np.array(values), coded_cases(cases), bounds=panel.scale.span)

    return Bounds(
        panel,
        "judge_mean",
        "Mean score of the judge",
        "points",
        mean(low),
        mean(high),
        ("the lowest level", "the highest level"),
        sum(panel.judged[place] is None for place in kept),
    )


def _rows(panel: Panel, answers: Sequence[Sequence[Answer]]) -> list[_Row]:
    cases = panel.cases or panel.items
    return [
        _Row(panel.judged[place], answer, panel.items[place], cases[place])
        for place, row in enumerate(answers)
        for answer in row
        if answer is not None
    ]


def _n_failed(rows: Sequence[_Row]) -> int:
    return sum(one.judge is None for one in rows)


def _number(answer: Answer) -> float:
    """Return a level as a number; only called where the scale's levels are numbers."""
    if answer is None or isinstance(answer, str):
        raise TypeError(f"a level in points must be a number, got {answer!r}")
    return float(answer)
