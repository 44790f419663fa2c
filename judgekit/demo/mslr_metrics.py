"""Each metric, and the judge, against the annotators: do they order summaries alike?"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from judgekit.agreement.ranks import spearman
from judgekit.agreement.within_groups import within_correlation
from judgekit.records.estimate import Estimate
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.report import Dot, ReportTable, ScatterPanel, ScatterPicture
from judgekit.runs import Run

FACETS = ("population", "intervention", "outcome")
"""Facets that ask what a metric against a reference could know: is it the same as the target's?"""

RATING_SPAN = (0.0, 2.0)
N_BOOT = 2000
CAPTION = "Each metric, and the judge, against the annotators' ratings"
_LEGEND = (
    "Rating: the mean of both annotators' answers on population, intervention and outcome (0 to "
    "2); N/A and Other are left out, and so is a summary without any other answer. rho: "
    "Spearman's rank correlation with its 95 % interval from 2,000 draws of reviews; within "
    "systems: ranks within each system's summaries, pooled. An interval that holds 0 leaves open "
    "that the metric says nothing of what the annotators rated."
)


class _Measure(NamedTuple):
    """A metric on the summaries that have a rating and a value of it."""

    name: str
    span: tuple[float, float]
    samples: Sequence[Sample]
    values: Sequence[float]
    ratings: Sequence[float]

    def pooled(self) -> Estimate:
        return spearman(self.values, self.ratings, clusters=self._cases(), n_boot=N_BOOT)

    def within_systems(self) -> Estimate:
        systems = [sample.system or "" for sample in self.samples]
        return within_correlation(
            self.values,
            self.ratings,
            systems,
            kind="spearman",
            clusters=self._cases(),
            n_boot=N_BOOT,
        )

    def _cases(self) -> list[str]:
        return [sample.case_id or sample.id for sample in self.samples]


def metrics_table(run: Run, ratings: Path) -> ReportTable:
    """Return the rank correlation of each metric with the annotators' ratings.

    Args:
        run: A run whose first scorer is the judge on `mslr_facets`, the others metrics.
        ratings: The annotators' ratings, one line per summary, rater and facet.
    """
    return ReportTable(
        caption=f"{CAPTION}: rank correlation",
        columns=("Metric", "rho, all summaries", "rho, within systems", "Summaries", "Reviews"),
        rows=tuple(
            (
                measure.name,
                _cell(pooled := measure.pooled()),
                _cell(measure.within_systems()),
                str(len(measure.values)),
                str(pooled.clusters),
            )
            for measure in _measures(run, ratings)
        ),
        note=_LEGEND,
    )


def metrics_picture(run: Run, ratings: Path) -> ScatterPicture:
    """Return each metric against the annotators' ratings, a dot for each summary.

    Args:
        run: As for `metrics_table`.
        ratings: As for `metrics_table`.
    """
    return ScatterPicture(
        caption=CAPTION,
        x_name="mean rating of both annotators",
        x_span=RATING_SPAN,
        panels=tuple(_panel(measure) for measure in _measures(run, ratings)),
        note=_LEGEND,
    )


def _panel(measure: _Measure) -> ScatterPanel:
    dots = zip(measure.samples, measure.ratings, measure.values, strict=True)
    return ScatterPanel(
        name=measure.name,
        span=measure.span,
        dots=tuple(
            Dot(rating, value, f"{sample.id}: rating {rating:.2f}, {measure.name} {value:.3f}")
            for sample, rating, value in dots
        ),
        lines=(
            f"rho {_cell(measure.pooled())}",
            f"within systems {_cell(measure.within_systems())}",
        ),
    )


def _measures(run: Run, ratings: Path) -> list[_Measure]:
    rated = _mean_ratings(ratings)
    samples = [located.sample for located in run.plan.source]
    judge = run.plan.scorers[0].name
    spans: dict[str, tuple[float, float]] = {f"{judge}: mean of the three": RATING_SPAN}
    values: dict[str, dict[str, float]] = {name: {} for name in spans}
    for row in run.summary.rows:
        if row.scorer != judge and row.range is not None:
            spans[row.scorer] = row.range
    for score in run.scores:
        name = f"{judge}: mean of the three" if score.scorer == judge else score.scorer
        value = _judged(score) if score.scorer == judge else score.value
        if value is not None:
            values.setdefault(name, {})[score.id] = value
    return [_measure(name, span, samples, values[name], rated) for name, span in spans.items()]


def _measure(
    name: str,
    span: tuple[float, float],
    samples: Sequence[Sample],
    values: Mapping[str, float],
    rated: Mapping[str, float],
) -> _Measure:
    both = [sample for sample in samples if sample.id in values and sample.id in rated]
    return _Measure(
        name,
        span,
        both,
        [values[sample.id] for sample in both],
        [rated[sample.id] for sample in both],
    )


def _judged(score: Score) -> float | None:
    found = [
        float(verdict.value)
        for facet in FACETS
        if (verdict := score.criteria.get(facet)) is not None
        and isinstance(verdict.value, int | float)
    ]
    return sum(found) / len(found) if found else None


def _mean_ratings(path: Path) -> dict[str, float]:
    given: dict[str, list[float]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if row["criterion"] in FACETS and row["value"].isdigit():
                given.setdefault(row["id"], []).append(float(row["value"]))
    return {name: sum(values) / len(values) for name, values in given.items()}


def _cell(estimate: Estimate) -> str:
    if estimate.value is None:
        return f"undefined: {estimate.reason}"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f} ({estimate.interval_reason})"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"
