"""Scores: one sample under one scorer, down to each criterion, its reason and its evidence."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from judgekit.records.base import Record
from judgekit.records.choice import Choice
from judgekit.records.outcome import Outcome

WITHOUT_JUDGE = "without asking a judge"
"""How the reason of a verdict ends that a rubric's rule gave."""

EvidenceSource = Literal["response", "question", "reference", "visual_evidence"]


class Evidence(Record):
    """A passage that a judge quotes.

    Attributes:
        quote: The words quoted.
        source: Where the judge says they stand.
        verified: Whether they stand there, up to case and white space.
    """

    quote: str
    source: EvidenceSource
    verified: bool


class Verdict(Record):
    """One criterion of one sample.

    Attributes:
        outcome: What became of it.
        value: On the criterion's own scale; only when `scored`.
        reason: The judge's reason, or why there is no value.
        evidence: Passages quoted, each checked against its source.
    """

    outcome: Outcome
    value: float | int | str | None = None
    reason: str | None = None
    evidence: tuple[Evidence, ...] = ()

    @model_validator(mode="after")
    def _value_means_scored(self) -> Self:
        if (self.value is not None) != (self.outcome is Outcome.SCORED):
            raise ValueError(f"a value exists only for 'scored', got {self.outcome.value!r}")
        return self


class Member(Record):
    """One of several judgements of the same sample: a repeat."""

    repeat: int
    outcome: Outcome
    value: float | None
    criteria: dict[str, Verdict]
    reply_digest: str | None


class Score(Record):
    """One sample under one scorer.

    Attributes:
        id: The sample's id.
        scorer: The scorer's name.
        outcome: `scored`, or what kept the sample from having a value.
        value: On the scorer's own range; only when `scored`. A rubric without a total scores its
            criteria and has no value of its own.
        reason: Why there is no value, or what must be known about it.
        criteria: Verdict of each criterion, in rubric order.
        members: The single judgements, when there were several.
        reply_digest: SHA-256 of the raw reply or replies.
        choice: What was read from the response, for multiple choice.
    """

    id: str
    scorer: str
    outcome: Outcome
    value: float | None = None
    reason: str | None = None
    criteria: dict[str, Verdict] = Field(default_factory=dict)
    members: tuple[Member, ...] = ()
    reply_digest: str | None = None
    choice: Choice | None = None

    @model_validator(mode="after")
    def _value_means_scored(self) -> Self:
        if self.value is not None and self.outcome is not Outcome.SCORED:
            raise ValueError(f"a value exists only for 'scored', got {self.outcome.value!r}")
        return self
