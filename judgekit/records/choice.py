"""What was read from one multiple-choice response: labels, rule, place, and what was not."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from judgekit.records.base import Record

Status = Literal["answered", "ambiguous", "refused", "none"]
Reason = Literal[
    "empty",
    "truncated",
    "outside the options",
    "prompt echo",
    "hint echo",
    "two answers",
    "label and text disagree",
    "refused",
    "hedge",
    "only rejected options",
    "no claim",
]
Why = Literal[
    "negated", "attributed", "eliminated", "corrected", "echoed", "competing", "hypothetical"
]
Span = tuple[int, int]


class Rejected(Record):
    """An option that the response mentions and that does not count as its answer.

    Attributes:
        label: The option's label.
        span: Start and end of the mention in the original response (half open).
        why: `negated` ("not B"), `attributed` (the hint's or the prompt's words), `eliminated`
            (judged wrong in a list of verdicts), `corrected` (taken back later), `echoed` (part
            of the repeated question), `competing` (one of several answers of equal standing),
            `hypothetical` ("if it were B").
    """

    label: str
    span: Span
    why: Why


class Choice(Record):
    """The answer that a response gives, or the reason why there is none.

    Attributes:
        status: `answered`, `ambiguous` (several live answers), `refused` or `none`.
        labels: The chosen labels in option order; empty unless answered; one unless multi-select.
        rule: The rule that decided; None where no rule found an answer.
        span: Start and end of the evidence in the original response; None unless answered.
        rejected: Options mentioned but not chosen, in order of appearance.
        reason: Why there is no answer; None when answered.
    """

    status: Status
    labels: tuple[str, ...] = ()
    rule: str | None = None
    span: Span | None = None
    rejected: tuple[Rejected, ...] = ()
    reason: Reason | None = None

    @model_validator(mode="after")
    def _an_answer_has_evidence(self) -> Self:
        answered = self.status == "answered"
        if answered != bool(self.labels) or answered != (self.span is not None):
            raise ValueError("a choice has labels and a span exactly when it is answered")
        if answered == (self.reason is not None):
            raise ValueError("a choice has a reason exactly when it is not answered")
        return self
