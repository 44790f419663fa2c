"""Judge and clinicians side by side: a row for each item and clinician, and how close they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from judgekit.agreement import mean_absolute_error, percent_agreement
from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Answer, AuditScale, Panel
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue

NO_PAIR = "no item was answered by both the judge and a clinician"


@dataclass(frozen=True)
class SideBySide:
    """Answers of the judge beside those of clinicians; a row for each item and clinician.

    Attributes:
        rows: The judge's and the clinician's answer; the judge's may be None, for no judgement.
        items: The item of each row.
        cases: The case of each row; where none are declared each item is its own.
    """

    rows: tuple[tuple[Answer, Answer], ...]
    items: tuple[str, ...]
    cases: tuple[str, ...]

    @property
    def n_judged(self) -> int:
        """Rows with a judgement."""
        return sum(judge is not None for judge, _ in self.rows)

    @property
    def n_items(self) -> int:
        """Items among the rows with a judgement."""
        pairs = zip(self.items, self.rows, strict=True)
        return len({item for item, (judge, _) in pairs if judge is not None})


def all_answers(panel: Panel) -> SideBySide:
    """Return every answer of a clinician, extras included, beside the judge's."""
    return _stacked(panel, panel.judged, panel.answers)


def levels(panel: Panel) -> SideBySide:
    """Return every level a clinician gave beside the judge's level; an extra is no level."""
    return _stacked(panel, panel.levels_judged, panel.levels_given)


def is_fine(scale: AuditScale) -> bool:
    """Return whether a scale is one of numbers too many to be taken as categories."""
    return scale.family == "numeric" and scale.span is not None


def exact_agreement(pairs: SideBySide, scale: AuditScale, data: AuditData) -> Estimate:
    """Return the share of rows in which judge and clinician gave the same answer, 0 to 1.

    Answers are compared as labels, so that an extra differs from every number. `n` counts rows
    with a judgement; the interval is clustered by case.
    """
    found = percent_agreement(
        pairs.rows,
        categories=occurring(pairs.rows) if is_fine(scale) else (*scale.levels, *scale.extras),
        clusters=pairs.cases,
        n_boot=data.n_boot,
        seed=data.seed,
    )
    return because(found, NO_PAIR)


def occurring(rows: Sequence[Sequence[Answer]]) -> tuple[ScaleValue, ...] | None:
    """Return every answer that occurs, as labels to compare; None where numbers alone do."""
    found = {value for row in rows for value in row if value is not None}
    return tuple(sorted(found, key=str)) if any(isinstance(one, str) for one in found) else None


def mean_distance(pairs: SideBySide, span: tuple[float, float] | None, data: AuditData) -> Estimate:
    """Return the mean over rows of how far judge and clinician are apart, in points.

    `n` counts rows with a judgement; the interval is clustered by case, and within 0 and the width
    of `span`, the ends of the scale that both are on.
    """
    found = mean_absolute_error(
        column([judge for judge, _ in pairs.rows]),
        column([clinician for _, clinician in pairs.rows]),
        clusters=pairs.cases,
        n_boot=data.n_boot,
        bounds=distances(span),
    )
    return because(found, NO_PAIR)


def distances(span: tuple[float, float] | None) -> tuple[float, float] | None:
    """Return the least and the largest distance of two values on a scale with these ends."""
    return None if span is None else (0.0, float(span[1] - span[0]))


def column(values: Sequence[Answer]) -> NDArray[Any]:
    """Return one rater's answers as an array, whose two sides stay two where there are no items."""
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


def because(estimate: Estimate, reason: str) -> Estimate:
    """Return the estimate; where nothing entered it, with `reason` for having no value."""
    if estimate.n or estimate.value is not None:
        return estimate
    return estimate.model_copy(update={"reason": reason})


def _stacked(
    panel: Panel, judged: tuple[Answer, ...], given: tuple[tuple[Answer, ...], ...]
) -> SideBySide:
    places = [
        (place, answer) for place, row in enumerate(given) for answer in row if answer is not None
    ]
    cases = panel.items if panel.cases is None else panel.cases
    return SideBySide(
        rows=tuple((judged[place], answer) for place, answer in places),
        items=tuple(panel.items[place] for place, _ in places),
        cases=tuple(cases[place] for place, _ in places),
    )
