"""Multiple choice as a scorer: the same port, outcomes and files as a judge, and no model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import JsonValue

import judgekit
from judgekit.mcq.extract import extract_choice
from judgekit.mcq.joint import JointQuestion, extract_joint
from judgekit.mcq.keys import check_options, key_of
from judgekit.records.choice import Choice
from judgekit.records.outcome import Outcome
from judgekit.records.sample import JointPart, Sample
from judgekit.records.score import Score, Verdict
from judgekit.records.signature import Signature
from judgekit.runs.port import Emit, Exchange, RangeOfMissing, Scored, Target

NAME = "mcq"
KIND = "kind"
Kind = Literal["answered", "ambiguous", "refused", "none", "truncated"]
KINDS: tuple[Kind, ...] = ("answered", "ambiguous", "refused", "none", "truncated")
UNKNOWN: frozenset[Kind] = frozenset(("ambiguous", "none", "truncated"))
"""Kinds of no answer whose answer may be there and was not found: bounds leave them open."""


class McqScorer:
    """1 where the response chooses the key, 0 where it chooses something else.

    A response without an answer is `unanswered`; it has no value, and counts as wrong in the
    accuracy. How it has none (ambiguous, refused, none, truncated) is counted beside it, and the
    bounds show the accuracy if every ambiguous, none and truncated one were wrong, or right.
    """

    name = NAME

    def __init__(self) -> None:
        self.targets: tuple[Target, ...] = (
            Target(
                scorer=NAME,
                criterion=None,
                name="accuracy, no answer counts as wrong",
                kind="proportion",
                minimum=0.0,
                maximum=1.0,
                unanswered=0.0,
            ),
            Target(
                scorer=NAME,
                criterion=KIND,
                name="kind of answer",
                kind="nominal",
                higher_is_better=None,
                labels=KINDS,
            ),
        )
        self._joint: tuple[str, tuple[JointPart, ...], dict[str, Choice]] | None = None

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """What makes a run with it the same run."""
        return {"extraction": "rules", "no answer": "wrong"}

    @property
    def settled(self) -> Mapping[str, str]:
        """Nothing is found out on the way."""
        return {}

    @property
    def signature(self) -> Signature:
        """What its scores measure."""
        fields = {
            "scorer": NAME,
            "extraction": "rules, never guessing",
            "no answer": "counts as wrong",
            "several right options": "exact set",
            "judgekit": judgekit.__version__,
        }
        return Signature(fields=fields)

    async def open(self, settled: Mapping[str, str]) -> None:
        """Nothing is opened."""

    async def aclose(self) -> None:
        """Nothing is open."""

    def check(self, sample: Sample) -> tuple[str, ...]:
        """Return which of "options" and "answer" the sample lacks.

        Raises:
            InputDataError: The options cannot be told apart, or the answer is not among them.
        """
        lacking = tuple(name for name in ("options", "answer") if getattr(sample, name) is None)
        if not lacking:
            check_options(sample)
            key_of(sample)
        return lacking

    def image_digests(self, sample: Sample) -> tuple[str, ...]:  # noqa: ARG002 - the port's signature
        """It looks at no image."""
        return ()

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Score the samples one after another."""
        for number, sample in samples:
            emit(number, Scored((self.score(sample),)))

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:  # noqa: ARG002 - the port's signature
        """Read the response again, by the rules as they are now."""
        return Scored((self.score(sample),))

    def range_of_missing(self, target: Target, score: Score) -> RangeOfMissing | None:  # noqa: ARG002 - the port's signature
        """A refusal is no answer, whatever one reads into it; anything else could be either."""
        is_refusal = score.choice is not None and score.choice.status == "refused"
        return RangeOfMissing(0.0, 0.0 if is_refusal else 1.0)

    def usage(self) -> dict[str, JsonValue]:
        """It uses nothing that is paid for."""
        return {}

    def score(self, sample: Sample) -> Score:
        """Return the score of one sample: what its response chooses, and whether that is the key.

        Raises:
            InputDataError: The answer is not among the options.
        """
        lacking = [n for n in ("response", "options", "answer") if getattr(sample, n) is None]
        if lacking:
            reason = f"the sample has no {lacking[0]}"
            verdict = Verdict(outcome=Outcome.SKIPPED, reason=reason)
            return Score(
                id=sample.id,
                scorer=NAME,
                outcome=Outcome.SKIPPED,
                reason=reason,
                criteria={KIND: verdict},
            )
        choice = self._read(sample)
        kind = kind_of(choice)
        answered = kind == "answered"
        verdict = Verdict(outcome=Outcome.SCORED, value=kind, reason=choice.rule or choice.reason)
        return Score(
            id=sample.id,
            scorer=NAME,
            outcome=Outcome.SCORED if answered else Outcome.UNANSWERED,
            value=float(frozenset(choice.labels) == key_of(sample)) if answered else None,
            reason=None if answered else _why(sample, choice),
            criteria={KIND: verdict},
            choice=choice,
        )

    def _read(self, sample: Sample) -> Choice:
        if sample.response_status == "refused":
            return Choice(status="refused", reason="refused")
        if sample.response_status in ("empty", "error"):
            return Choice(status="none", reason="empty")
        choice = self._extract(sample)
        if sample.response_status == "truncated" and choice.status == "none":
            return choice.model_copy(update={"reason": "truncated"})
        return choice

    def _extract(self, sample: Sample) -> Choice:
        response = sample.response or ""
        if sample.joint is None:
            return extract_choice(
                response,
                sample.options or {},
                multi_select=sample.multi_select,
                question=sample.question,
            )
        parts = sample.joint.parts
        # The samples of one prompt follow one another, and share what was read.
        if self._joint is None or self._joint[:2] != (response, parts):
            self._joint = (response, parts, extract_joint(response, _questions(parts)))
        return self._joint[2][sample.joint.part]


def kind_of(choice: Choice) -> Kind:
    """Return how a response answered, or how it did not; a cut-off one is a kind of its own."""
    if choice.status == "none" and choice.reason == "truncated":
        return "truncated"
    return choice.status


def _why(sample: Sample, choice: Choice) -> str:
    said = "" if sample.response_status == "ok" else f"; the harness says {sample.response_status}"
    return f"{choice.status}: {choice.reason}{said}"


def _questions(parts: tuple[JointPart, ...]) -> list[JointQuestion]:
    return [
        {"id": p.id, "options": p.options, "name": p.name, "multi_select": p.multi_select}
        for p in parts
    ]
