"""What a sample of labels is planned for: one record for each kind of figure."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from judgekit.agreement.enrichment import Stratum
from judgekit.records.base import Record


class MeanGoal(Record):
    """A mean score (or bias) to within `half_width` points.

    Attributes:
        half_width: Half the wanted interval, in points.
        sd: Standard deviation between items of what is averaged.
        rater_sd: Standard deviation of raters about an item's mean, 0 if sd holds it already.
        n_raters: Raters of each item, whose mean is taken.
    """

    kind: Literal["mean"] = "mean"
    half_width: float = Field(gt=0)
    sd: float = Field(gt=0)
    rater_sd: float = Field(default=0.0, ge=0)
    n_raters: int = Field(default=1, ge=1)


class ProportionGoal(Record):
    """A share of items to within `half_width`.

    Attributes:
        half_width: Half the wanted interval, 0 to 0.5.
        expected: The share expected, 0 to 1.
        n_raters: Raters of each item.
    """

    kind: Literal["proportion"] = "proportion"
    half_width: float = Field(gt=0, lt=0.5)
    expected: float = Field(ge=0, le=1)
    n_raters: int = Field(default=1, ge=1)


class KappaGoal(Record):
    """Cohen's kappa of two raters, unweighted, to within `half_width`.

    Attributes:
        half_width: Half the wanted interval.
        kappa: The kappa expected, -1 to 1, ends excluded.
        shares: Share of each category, the same for both raters, summing to 1; (1 - p, p) for a
            class with prevalence p.
    """

    kind: Literal["kappa"] = "kappa"
    half_width: float = Field(gt=0)
    kappa: float = Field(gt=-1, lt=1)
    shares: tuple[float, ...] = Field(min_length=2)
    n_raters: Literal[2] = 2


class IccGoal(Record):
    """An intraclass correlation to within `half_width` (Bonett 2002).

    Attributes:
        half_width: Half the wanted interval.
        expected: The correlation expected, 0 to 1, ends excluded.
        n_raters: Raters of each item.
    """

    kind: Literal["icc"] = "icc"
    half_width: float = Field(gt=0, lt=1)
    expected: float = Field(gt=0, lt=1)
    n_raters: int = Field(ge=2)


class SensitivityGoal(Record):
    """The judge's sensitivity for the unsafe class to within `half_width`.

    Attributes:
        half_width: Half the wanted (Wilson) interval, 0 to 0.5.
        expected: The sensitivity expected, 0 to 1.
        prevalence: Unsafe share of items, for a simple random sample; None with strata.
        strata: Parts of the items to be sampled at different rates; empty with a prevalence.
        assurance: Probability that a random sample holds enough unsafe items.
        n_raters: Raters of each item.
    """

    kind: Literal["sensitivity"] = "sensitivity"
    half_width: float = Field(gt=0, lt=0.5)
    expected: float = Field(ge=0, le=1)
    prevalence: float | None = Field(default=None, gt=0, le=1)
    strata: tuple[Stratum, ...] = ()
    assurance: float = Field(default=0.9, gt=0, lt=1)
    n_raters: int = Field(default=1, ge=1)


Goal: TypeAlias = MeanGoal | ProportionGoal | KappaGoal | IccGoal | SensitivityGoal
