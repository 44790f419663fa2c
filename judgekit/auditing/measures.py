"""Which measures of closeness suit which scale, and how they are called, in one table."""

from __future__ import annotations

from typing import NamedTuple

from judgekit.agreement import MeasureName
from judgekit.agreement.pair_measures import NUMERIC
from judgekit.auditing.panel import Family, Panel
from judgekit.auditing.plan import AuditPlan, Primary


class MeasureWords(NamedTuple):
    """How a measure is called.

    Attributes:
        title: In tables.
        unit: Unit of its values, as in `Figure.unit`.
        estimand: What it is between two raters, to follow "mean over pairs of".
    """

    title: str
    unit: str
    estimand: str

    @property
    def inline(self) -> str:
        """The title within a sentence: a person's name keeps its capital."""
        return self.title if "'s" in self.title.split()[0] else self.title.lower()


WORDS: dict[MeasureName, MeasureWords] = {
    "exact_agreement": MeasureWords(
        "Exact agreement", "share", "the share of items with the same answer"
    ),
    "agreement_within_1": MeasureWords(
        "Agreement within one level",
        "share",
        "the share of items with answers at most one level of the scale apart",
    ),
    "kappa": MeasureWords("Cohen's kappa, unweighted", "kappa", "Cohen's kappa (unweighted)"),
    "kappa_linear": MeasureWords(
        "Cohen's kappa, linear weights", "kappa", "Cohen's kappa with linear weights"
    ),
    "kappa_quadratic": MeasureWords(
        "Cohen's kappa, quadratic weights", "kappa", "Cohen's kappa with quadratic weights"
    ),
    "gwet_ac1": MeasureWords("Gwet's AC1", "AC", "Gwet's AC1"),
    "gwet_ac2_quadratic": MeasureWords(
        "Gwet's AC2, quadratic weights", "AC", "Gwet's AC2 with quadratic weights"
    ),
    "mean_absolute_error": MeasureWords(
        "Mean absolute difference", "points", "the mean absolute difference in points of the scale"
    ),
    "concordance": MeasureWords(
        "Lin's concordance", "correlation", "Lin's concordance correlation coefficient"
    ),
}

BY_FAMILY: dict[Family, tuple[MeasureName, ...]] = {
    "nominal": ("exact_agreement", "kappa", "gwet_ac1"),
    "ordinal": (
        "mean_absolute_error",
        "exact_agreement",
        "agreement_within_1",
        "kappa",
        "kappa_linear",
        "kappa_quadratic",
        "gwet_ac2_quadratic",
    ),
    "numeric": ("mean_absolute_error", "concordance"),
}
"""Measures shown for each kind of scale; the first is what plain sentences speak of."""


def difference_estimand(measure: MeasureName) -> str:
    """Return what "judge minus clinicians" is, and which way of it is closer."""
    way = "further" if measure == "mean_absolute_error" else "closer"
    return (
        f"Mean over clinicians of {WORDS[measure].estimand} between the judge and the clinician, "
        f"minus the mean over pairs of clinicians; above 0 the judge is {way} than another "
        "clinician"
    )


def measures_of(panel: Panel) -> tuple[MeasureName, ...]:
    """Return the measures that suit a panel's scale; those in points need numbers."""
    suited = BY_FAMILY[panel.scale.family]
    return tuple(one for one in suited if panel.scale.span is not None or one not in NUMERIC)


def plain_measure(panel: Panel) -> MeasureName:
    """Return what plain sentences speak of: points for ordered scales, else the same answer."""
    return measures_of(panel)[0]


def primary_of(plan: AuditPlan | None, panels: tuple[Panel, ...]) -> Primary | None:
    """Return the primary figure: the plan's, or that of the only criterion there is."""
    if plan is not None and plan.primary is not None:
        return plan.primary
    if len(panels) == 1 and panels[0].is_on_scale:
        return Primary(criterion=panels[0].criterion, statistic=plain_measure(panels[0]))
    return None
