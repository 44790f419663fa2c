"""Rubric, prompt and sample to two messages, in one pass over the template.

What a sample holds is put in and never read again as a template: braces, LaTeX or template
notation in an answer stay text. Data stands between boundary lines that no data can contain.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from jinja2 import StrictUndefined, Template, TemplateError, meta
from jinja2.sandbox import ImmutableSandboxedEnvironment

from judgekit.errors import PromptError
from judgekit.prompting.inputs import See, SeenSample, allowed_inputs
from judgekit.records.base import canonical_json, digest_text
from judgekit.records.prompt import Prompt
from judgekit.records.rubric import Criterion, JudgeInput
from judgekit.records.scale import Level, OrdinalScale, ScaleValue

BOUNDARY_DIGITS = 16
PLACEHOLDERS = frozenset(
    {
        "boundary",
        "criteria",
        "image_count",
        "not_applicable",
        "question",
        "references",
        "response",
        "sources",
        "visual_evidence",
    }
)


class RenderedPrompt(NamedTuple):
    """The two messages of a call."""

    system: str
    user: str


class ShownLevel(NamedTuple):
    """An anchor as a template sees it."""

    value: str
    anchor: str


class ShownCriterion(NamedTuple):
    """A criterion as a template sees it; all texts."""

    id: str
    name: str
    question: str
    inputs: str
    choices: str
    levels: tuple[ShownLevel, ...]
    not_applicable: str | None


def check_prompt(prompt: Prompt) -> None:
    """Compile both templates, check their placeholders, and render them on trial.

    They are rendered once with and once without every optional input.

    Raises:
        PromptError: A template does not compile, names a placeholder that does not exist, never
            shows the response, or fails when it is rendered.
    """
    criterion = Criterion(
        id="trial",
        name="Trial",
        question="?",
        scale=OrdinalScale(minimum=0, maximum=1, levels=(Level(value=0, anchor="No."),)),
        inputs=tuple(JudgeInput),
        not_applicable="Never.",
    )
    every: dict[JudgeInput, tuple[str, ...]] = {
        name: ("text",) for name in JudgeInput if name is not JudgeInput.IMAGE
    }
    for texts, image_count in ((every, 1), ({}, 0)):
        seen = SeenSample("text", texts, shows_images=image_count > 0)
        render_prompt(prompt, (criterion,), seen, see="both", image_count=image_count)


def render_prompt(
    prompt: Prompt,
    criteria: tuple[Criterion, ...],
    seen: SeenSample,
    *,
    see: See,
    image_count: int,
) -> RenderedPrompt:
    """Return the messages that ask for `criteria` of what is seen of one sample.

    Raises:
        PromptError: The template fails on these values.
    """
    templates = _compiled(prompt)
    present = {*seen.texts, *((JudgeInput.IMAGE,) if seen.shows_images else ())}
    values = {
        "boundary": boundary(seen),
        "criteria": [_describe(criterion, see, frozenset(present)) for criterion in criteria],
        "image_count": image_count,
        "not_applicable": any(criterion.not_applicable for criterion in criteria),
        "question": next(iter(seen.texts.get(JudgeInput.QUESTION, ())), None),
        "references": seen.texts.get(JudgeInput.REFERENCE, ()),
        "response": seen.response,
        "sources": ", ".join(json.dumps(source) for source in evidence_sources(seen)),
        "visual_evidence": next(iter(seen.texts.get(JudgeInput.VISUAL_EVIDENCE, ())), None),
    }
    try:
        return RenderedPrompt(*(template.render(values) for template in templates))
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise PromptError(f"rendering prompt {prompt.id!r}: {error}") from error


def boundary(seen: SeenSample) -> str:
    """Return 16 hex digits that occur in none of the texts shown.

    They are the first digits of the SHA-256 of those texts, so the same data always renders to the
    same request; should they occur in the data, a counter is added until they do not.
    """
    texts = [seen.response, *(text for texts in seen.texts.values() for text in texts)]
    data = canonical_json([seen.response, {name: list(t) for name, t in seen.texts.items()}])
    counter = 0
    while True:
        digits = digest_text(f"{data}{counter or ''}")[:BOUNDARY_DIGITS]
        if not any(digits in text for text in texts):
            return digits
        counter += 1


def evidence_sources(seen: SeenSample) -> tuple[str, ...]:
    """Return the names of the texts that a judge may quote, the response first."""
    return ("response", *(name.value for name in seen.texts))


def _describe(criterion: Criterion, see: See, present: frozenset[JudgeInput]) -> ShownCriterion:
    scale = criterion.scale
    shown = [name for name in allowed_inputs(criterion, see) if name in present]
    return ShownCriterion(
        id=criterion.id,
        name=criterion.name,
        question=criterion.question,
        inputs=", ".join(name.value.replace("_", " ") for name in shown),
        choices=", ".join(_shown(value) for value in scale.values),
        levels=tuple(ShownLevel(_shown(level.value), level.anchor) for level in scale.levels),
        not_applicable=criterion.not_applicable,
    )


def _shown(value: ScaleValue) -> str:
    """Return a value as JSON has it, for a reply to repeat; whole numbers have no point."""
    is_whole = isinstance(value, float) and value.is_integer()
    return json.dumps(int(value) if is_whole else value, ensure_ascii=False)


@lru_cache(maxsize=32)
def _compiled(prompt: Prompt) -> tuple[Template, Template]:
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        keep_trailing_newline=False,
    )
    named: set[str] = set()
    compiled = []
    for part, text in (("system", prompt.system), ("user", prompt.user)):
        try:
            named |= meta.find_undeclared_variables(environment.parse(text))
            compiled.append(environment.from_string(text))
        except TemplateError as error:
            raise PromptError(
                f"prompt {prompt.id!r}, {part}: not a valid template: {error}"
            ) from error
    unknown = sorted(named - PLACEHOLDERS)
    if unknown:
        raise PromptError(
            f"prompt {prompt.id!r}: unknown placeholder {unknown[0]!r}; "
            f"there are: {', '.join(sorted(PLACEHOLDERS))}"
        )
    absent = sorted({"boundary", "criteria", "response"} - named)
    if absent:
        raise PromptError(f"prompt {prompt.id!r}: the placeholder {absent[0]!r} must be used")
    return compiled[0], compiled[1]
