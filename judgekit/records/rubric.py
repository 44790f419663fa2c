"""Rubrics: what is judged, on which scales, with which weights, from which inputs."""

from __future__ import annotations

import math
from collections import Counter
from enum import StrEnum
from functools import cached_property
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from judgekit.records.base import Record, digest_value
from judgekit.records.sample import ResponseStatus
from judgekit.records.scale import OrdinalScale, Scale, ScaleValue

ID_PATTERN = r"^[a-z][a-z0-9_]*$"
NOT_APPLICABLE_VALUE = "not_applicable"
"""What a judge answers where a criterion that allows it does not apply."""


class JudgeInput(StrEnum):
    """What a criterion may be shown beside the response, which it always sees."""

    QUESTION = "question"
    REFERENCE = "reference"
    VISUAL_EVIDENCE = "visual_evidence"
    IMAGE = "image"


class Criterion(Record):
    """One thing that is judged.

    Attributes:
        id: Key of the criterion in replies and files.
        name: Its name in tables.
        question: What the judge is asked, as a full sentence.
        scale: The values it may take; it alone decides what is in range.
        weight: Its share of a weighted mean; None where the rubric has no total.
        inputs: What the judge may see for it, beside the response.
        not_applicable: When the criterion does not apply, in words; None: it always applies.
    """

    id: str = Field(pattern=ID_PATTERN)
    name: str = Field(min_length=1)
    question: str = Field(min_length=1)
    scale: Scale
    weight: float | None = Field(default=None, strict=True)
    inputs: tuple[JudgeInput, ...] = ()
    not_applicable: str | None = Field(default=None, min_length=1)

    @field_validator("inputs")
    @classmethod
    def _each_input_once(cls, inputs: tuple[JudgeInput, ...]) -> tuple[JudgeInput, ...]:
        if len(set(inputs)) != len(inputs):
            raise ValueError(f"each input stands once, got {', '.join(inputs)}")
        return inputs

    @model_validator(mode="after")
    def _labels_are_not_keywords(self) -> Self:
        if self.not_applicable is not None and NOT_APPLICABLE_VALUE in self.scale.values:
            raise ValueError(
                f"criterion {self.id!r}: {NOT_APPLICABLE_VALUE!r} is what a judge answers when the "
                "criterion does not apply; give the label another name or drop not_applicable"
            )
        return self

    @cached_property
    def values(self) -> frozenset[ScaleValue]:
        """All values of its scale, to look one up in; `True` equals 1 here."""
        return frozenset(self.scale.values)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the criterion, as 64 hex digits."""
        return digest_value(self.model_dump(mode="json"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Criterion) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


class WeightedMeanTotal(Record):
    """A total that is the weighted mean of the criteria, each first mapped to 0-1 on its scale.

    Attributes:
        minimum: The total when every criterion is at the bottom of its scale.
        maximum: The total when every criterion is at the top.
        weights: "percent" weights must add up to 100; "relative" ones need only be positive.
        missing: "no_total" when a criterion has no score, or "renormalise" over the rest; a total
            that was renormalised says so.
    """

    kind: Literal["weighted_mean"] = "weighted_mean"
    minimum: float = 0
    maximum: float = 100
    weights: Literal["percent", "relative"] = "percent"
    missing: Literal["no_total", "renormalise"] = "no_total"


class NoTotal(Record):
    """Criteria that are reported one by one."""

    kind: Literal["none"] = "none"


class ResponsePolicy(Record):
    """What a contestant's response that is not an ordinary answer scores.

    "minimum" puts every ordinal criterion at the bottom of its scale, in the denominator, without
    asking the judge; "judge" has the text judged as it is. A nominal criterion has no bottom: it is
    not applicable then.
    """

    empty: Literal["minimum"] = "minimum"
    refused: Literal["minimum", "judge"] = "minimum"
    truncated: Literal["minimum", "judge"] = "minimum"
    error: Literal["minimum"] = "minimum"

    def rule(self, status: ResponseStatus) -> Literal["minimum", "judge"]:
        """Return what is done with a response of `status`."""
        match status:
            case "ok":
                return "judge"
            case "refused":
                return self.refused
            case "truncated":
                return self.truncated
            case "empty" | "error":
                return "minimum"


class Rubric(Record):
    """A validated rubric. Its meaning never changes under the same id and version.

    Attributes:
        id: Name by which it is loaded.
        version: Whole number, raised with every change of meaning.
        title: One line.
        description: What it is for, and what it is not.
        source: Where criteria and weights come from, and what is ours.
        prompt: Id of the prompt template that asks for it.
        calls: How many calls judge one sample: one for all criteria, one for each set of criteria
            that may see the same inputs, or one for each criterion.
        criteria: In the order in which they are asked and reported.
        total: How the criteria become one number.
        responses: What empty, refused, truncated or failed responses score.
    """

    id: str = Field(pattern=ID_PATTERN)
    version: int = Field(ge=1, strict=True)
    title: str = Field(min_length=1)
    description: str = Field(min_length=1)
    source: str = Field(min_length=1)
    prompt: str = "judge"
    calls: Literal["one", "by_input", "per_criterion"] = "one"
    criteria: tuple[Criterion, ...] = Field(min_length=1)
    total: WeightedMeanTotal | NoTotal = Field(discriminator="kind")
    responses: ResponsePolicy = ResponsePolicy()

    @model_validator(mode="after")
    def _laws(self) -> Self:
        repeated = [name for name, n in Counter(c.id for c in self.criteria).items() if n > 1]
        if repeated:
            raise ValueError(f"criterion ids must be unique, got {repeated[0]!r} more than once")
        for criterion in self.criteria:
            self._check_weight(criterion)
        if isinstance(self.total, WeightedMeanTotal):
            if not self.total.minimum < self.total.maximum:
                raise ValueError("a total must satisfy minimum < maximum")
            self._check_weight_sum(self.total)
        return self

    def _check_weight(self, criterion: Criterion) -> None:
        weight = criterion.weight
        if isinstance(self.total, NoTotal):
            if weight is not None:
                raise ValueError(
                    f"criterion {criterion.id!r} has weight {weight:g}, but the rubric declares "
                    "total: none; leave the weight out or declare a weighted_mean"
                )
            return
        if weight is None or not math.isfinite(weight) or weight <= 0:
            raise ValueError(
                f"criterion {criterion.id!r}: weight must be finite and > 0, got {weight!r}"
            )
        if not isinstance(criterion.scale, OrdinalScale):
            raise ValueError(
                f"criterion {criterion.id!r} is nominal and cannot enter a weighted mean; "
                "give it an ordinal scale or declare total: none"
            )

    def _check_weight_sum(self, total: WeightedMeanTotal) -> None:
        weights = [criterion.weight or 0 for criterion in self.criteria]
        if total.weights == "percent" and abs(math.fsum(weights) - 100) > 1e-9:
            raise ValueError(
                f"percent weights must add up to 100, got {math.fsum(weights):g} "
                f"({' + '.join(f'{weight:g}' for weight in weights)}); "
                "mend them or declare weights: relative"
            )

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything the rubric says, as 64 hex digits."""
        return digest_value(self.model_dump(mode="json"))

    @cached_property
    def call_groups(self) -> tuple[tuple[Criterion, ...], ...]:
        """The criteria of each call, in rubric order."""
        if self.calls == "one":
            return (self.criteria,)
        if self.calls == "per_criterion":
            return tuple((criterion,) for criterion in self.criteria)
        by_input: dict[frozenset[JudgeInput], list[Criterion]] = {}
        for criterion in self.criteria:
            by_input.setdefault(frozenset(criterion.inputs), []).append(criterion)
        return tuple(tuple(group) for group in by_input.values())
