"""What is asked of every sample; all of it is part of each request and of the signature."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

import judgekit
from judgekit.errors import ConfigurationError
from judgekit.prompting import See
from judgekit.prompting.inputs import SEE_CHOICES
from judgekit.records.prompt import Prompt
from judgekit.records.rubric import JudgeInput, Rubric
from judgekit.records.signature import SHORT_DIGEST, Signature

NOT_SENT = "not sent"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every sample.

    Attributes:
        rubric: What is judged.
        prompt: How it is put.
        model: The model asked.
        see: What the judge sees of an image.
        temperature: Sampling temperature; None: not sent.
        seed: Sampling seed; None: not sent.
        max_tokens: Limit of a reply's length.
        larger_max_tokens: Limit of the one further call after a reply that was cut off; None: none.
        repeats: How many judgements of each sample.

    Raises:
        ConfigurationError: A setting breaks its rule.
    """

    rubric: Rubric
    prompt: Prompt
    model: str
    see: See
    temperature: float | None
    seed: int | None
    max_tokens: int
    larger_max_tokens: int | None
    repeats: int

    def __post_init__(self) -> None:
        larger = self.larger_max_tokens
        rules = (
            (
                self.see in SEE_CHOICES,
                f"see must be one of {', '.join(SEE_CHOICES)}, got {self.see!r}",
            ),
            (
                self.temperature is None or 0 <= self.temperature <= 2,
                f"temperature must be 0-2, got {self.temperature}",
            ),
            (self.max_tokens >= 1, f"max_tokens must be at least 1, got {self.max_tokens}"),
            (
                larger is None or larger > self.max_tokens,
                f"larger_max_tokens must be above max_tokens ({self.max_tokens}), got {larger}",
            ),
            (
                isinstance(self.repeats, int) and self.repeats >= 1,
                f"repeats must be a whole number of at least 1, got {self.repeats!r}",
            ),
        )
        for holds, message in rules:
            if not holds:
                raise ConfigurationError(f"describing the judge: {message}")

    def identity(self, provider: str, endpoint: str) -> dict[str, JsonValue]:
        """Return what makes a run the same run: every setting that a reply depends on."""
        return {
            "rubric": f"{self.rubric.id}@{self.rubric.version}:{self.rubric.digest}",
            "prompt": f"{self.prompt.id}@{self.prompt.version}:{self.prompt.digest}",
            "judge": f"{provider}/{self.model}",
            "endpoint": endpoint,
            "see": self.see,
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "larger_max_tokens": self.larger_max_tokens,
            "repeats": self.repeats,
        }

    def signature(self, provider: str, endpoint: str, mode: str | None) -> Signature:
        """Return what a score measures, field by field."""
        rubric, prompt, larger = self.rubric, self.prompt, self.larger_max_tokens
        fields = {
            "scorer": rubric.id,
            "rubric": f"{rubric.id}@{rubric.version}:{rubric.digest[:SHORT_DIGEST]}",
            "prompt": f"{prompt.id}@{prompt.version}:{prompt.digest[:SHORT_DIGEST]}",
            "judge": f"{provider}/{self.model}",
            "endpoint": endpoint,
            "see": self.see if self._is_visual() else "no visual input",
            "calls": rubric.calls,
            "mode": mode or "no call was made",
            "temperature": NOT_SENT if self.temperature is None else f"{self.temperature:g}",
            "seed": NOT_SENT if self.seed is None else str(self.seed),
            "max_tokens": f"{self.max_tokens}" + (f", then {larger}" if larger else ""),
            "repeats": str(self.repeats),
            "judgekit": judgekit.__version__,
        }
        return Signature(fields=fields)

    def _is_visual(self) -> bool:
        visual = {JudgeInput.VISUAL_EVIDENCE, JudgeInput.IMAGE}
        return any(visual.intersection(criterion.inputs) for criterion in self.rubric.criteria)
