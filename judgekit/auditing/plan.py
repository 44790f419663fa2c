"""The plan of an audit: what is fixed before the ratings are seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from judgekit.agreement import MeasureName
from judgekit.records.base import Record
from judgekit.records.scale import ScaleValue

PlanSchema = Literal["judgekit.audit_plan/1"]
UnsafeRule = Literal["any", "majority", "adjudicated"]
HalfWidth = Annotated[float, Field(gt=0)]


class Primary(Record):
    """The one figure that a verdict is about.

    Attributes:
        criterion: Id of the criterion, or "total".
        statistic: How closeness is measured (see `human_reference`); a margin is in its unit.
    """

    criterion: str
    statistic: MeasureName


class Exclusion(Record):
    """Something left out, and why; exactly one of item, case and rater."""

    item: str | None = None
    case: str | None = None
    rater: str | None = None
    reason: str = Field(min_length=1)

    @model_validator(mode="after")
    def _names_one_thing(self) -> Self:
        if sum(one is not None for one in (self.item, self.case, self.rater)) != 1:
            raise ValueError("an exclusion names exactly one of item, case and rater")
        return self


class RankingUse(Record):
    """Ranking systems: the least pairwise accuracy over systems that would do, 0.5 to 1."""

    minimum_pairwise_accuracy: float = Field(gt=0.5, le=1)


class MeanScoresUse(Record):
    """Corrected mean scores: how wide half the interval may be.

    It is about means corrected by clinicians' ratings, never about the judge's own.

    Attributes:
        maximum_half_width: For each criterion ("total" is one), in points of its own scale:
            `{correctness: 0.2, total: 3}`. A criterion that is not named is "not shown". One number
            alone serves an audit of one criterion; where there are several it counts for none,
            since their scales differ.
    """

    maximum_half_width: HalfWidth | Annotated[dict[str, HalfWidth], Field(min_length=1)]


class SingleAnswersUse(Record):
    """Decisions about single answers, by the unsafe class.

    Attributes:
        minimum_sensitivity: The least share of unsafe answers that must be caught.
        maximum_false_alarms: The greatest share of safe answers that may be flagged.
        rule: Who says what is unsafe: any clinician, a majority of an item's ratings, or the
            adjudicator. Where only disputed items are adjudicated, those are a selected part.
    """

    minimum_sensitivity: float = Field(gt=0, le=1)
    maximum_false_alarms: float = Field(ge=0, lt=1)
    rule: UnsafeRule = "any"


class Uses(Record):
    """What the judge is to be used for; a use that is not declared is "not shown"."""

    ranking: RankingUse | None = None
    mean_scores: MeanScoresUse | None = None
    single_answers: SingleAnswersUse | None = None


class Sampling(Record):
    """How items were drawn for rating, where not all had the same chance.

    Attributes:
        column: Column of the run's samples that names the stratum.
        probabilities: The chance of being drawn for rating in each stratum, over 0 and up to 1.
    """

    column: str
    probabilities: dict[str, Annotated[float, Field(gt=0, le=1)]] = Field(min_length=1)


class Families(Record):
    """Model families, for whether the judge favours its own.

    Attributes:
        judge: The judge's family.
        second: The family of the second judge, whose scores are the control.
        systems: The family of each system under test.
    """

    judge: str
    second: str
    systems: dict[str, str] = Field(min_length=1)

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if self.judge == self.second:
            raise ValueError(
                f"the second judge must be of another family than the judge, got {self.judge!r} "
                "for both"
            )
        return self


class StudyDesign(Record):
    """What only the people who made the study know; a text each, printed as it stands.

    None stays open in the checklist.
    """

    rater_population: str | None = None
    rater_training: str | None = None
    item_sampling: str | None = None
    blinding: str | None = None
    independence: str | None = None
    sample_size: str | None = None
    prompt_frozen: str | None = None
    judge_and_system_vendor: str | None = None
    intended_use: str | None = None
    ethics: str | None = None
    funding: str | None = None
    data_availability: str | None = None


class AuditPlan(Record):
    """Everything that is fixed before the ratings are seen.

    Attributes:
        schema_: Name and version of this format.
        title: One line.
        fixed_on: The day on which it was fixed; it must lie before the first rating.
        primary: The figure that the verdict is about; None: none, and no verdict.
        margin: How much further from a clinician than another clinician the judge may be, in the
            unit of the primary statistic; None: no verdict.
        epsilon: How much worse than a clinician the judge may be in the alternative annotator
            test, 0 to 1; None: 0.2, as its authors propose for experts.
        epsilon_score: How closeness is measured where epsilon counts: "accuracy" (the same answer)
            or "neg_rmse" (distance); only this test of the primary criterion can confirm.
        unsafe: For each criterion, the answers that mean harm.
        exclusions: What is left out, and why.
        sampling: How items were drawn for rating; None: all with the same chance.
        families: Model families of judges and systems; None: not declared.
        subgroups: Columns by which figures are split.
        tuning_ids: Items or cases on which the judge's prompt was tuned: refused in the audit.
        uses: What the judge is to be used for, and what would be enough.
        design: What only the people who made the study know.
    """

    schema_: PlanSchema = Field(default="judgekit.audit_plan/1", alias="schema")
    title: str | None = None
    fixed_on: date
    primary: Primary | None = None
    margin: float | None = Field(default=None, gt=0)
    epsilon: float | None = Field(default=None, ge=0, le=1)
    epsilon_score: Literal["accuracy", "neg_rmse"] | None = None
    unsafe: dict[str, tuple[ScaleValue, ...]] = Field(default_factory=dict)
    exclusions: tuple[Exclusion, ...] = ()
    sampling: Sampling | None = None
    families: Families | None = None
    subgroups: tuple[str, ...] = ()
    tuning_ids: tuple[str, ...] = ()
    uses: Uses = Uses()
    design: StudyDesign = StudyDesign()

    @model_validator(mode="before")
    @classmethod
    def _holds_no_truth_value(cls, fields: object) -> object:
        """Refuse `margin: yes` and `unsafe: {refers: [no]}`, which would be read as 1 and 0."""
        place = _place_of_truth_value(fields)
        if place is not None:
            raise ValueError(
                f"{place} must be a number or a text, and YAML reads an unquoted yes, no, on, off, "
                "true or false as neither; put it in quotes"
            )
        return fields


def _place_of_truth_value(value: object) -> str | None:
    """Return where True or False stands among fields, such as "unsafe.refers"; None: nowhere."""
    if isinstance(value, bool):
        return ""
    inner: Iterable[tuple[object, object]] = ()
    if isinstance(value, Mapping):
        inner = value.items()
    elif isinstance(value, list | tuple):
        inner = enumerate(value)
    for name, one in inner:
        place = _place_of_truth_value(one)
        if place is not None:
            return f"{name}.{place}".rstrip(".")
    return None
