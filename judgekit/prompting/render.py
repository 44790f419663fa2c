"""Rubric, prompt and sample to two messages, in one pass over the template.

What a sample holds is put in and never read again as a template: braces, LaTeX or template
notation in an answer stay text. Data stands between boundary lines that no data can contain.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from jinja2 import StrictUndefined, Template, TemplateError, meta, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from judgekit.errors import PromptError
from judgekit.prompting.inputs import See, SeenSample, allowed_inputs
from judgekit.records.base import digest_text, json_without_floats
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


_MARK = "\x00"
"""Stands around the name of a text to be put in; rubrics and prompts that hold it are refused."""

_SINGLE_TEXTS = (JudgeInput.QUESTION, JudgeInput.VISUAL_EVIDENCE)
_FORBIDDEN = (nodes.Filter, nodes.Call, nodes.Getitem, nodes.Compare, nodes.BinExpr, nodes.Concat)
"""What would read or change a sample's text instead of showing it."""

Marked = tuple[tuple[str, bool], ...]
"""Parts of a message; a part is a mark's name where the flag is set."""


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

    The template is rendered once for all samples that show the same inputs, with a mark where each
    text of a sample stands; the texts are then put in place of the marks, unread.

    Raises:
        PromptError: The template fails on these values.
    """
    references = seen.texts.get(JudgeInput.REFERENCE, ())
    present = (*seen.texts, *((JudgeInput.IMAGE,) if seen.shows_images else ()))
    system, user = _marked(prompt, criteria, see, present, len(references), image_count)
    data = {
        "boundary": boundary(seen),
        "response": seen.response,
        **{f"reference {number}": text for number, text in enumerate(references)},
        **{name.value: seen.texts[name][0] for name in _SINGLE_TEXTS if name in seen.texts},
    }
    return RenderedPrompt(_filled(system, data), _filled(user, data))


def _filled(marked: Marked, data: dict[str, str]) -> str:
    return "".join(data[part] if is_mark else part for part, is_mark in marked)


@lru_cache(maxsize=256)
def _marked(
    prompt: Prompt,
    criteria: tuple[Criterion, ...],
    see: See,
    present: tuple[JudgeInput, ...],
    n_references: int,
    image_count: int,
) -> tuple[Marked, Marked]:
    """Return both messages with marks for a sample's texts; they depend on no text."""
    templates = _compiled(prompt)
    texts = {name.value: _mark(name.value) for name in _SINGLE_TEXTS if name in present}
    described = [_describe(criterion, see, frozenset(present)) for criterion in criteria]
    if any(_MARK in text for text in _own_texts(prompt, described)):
        raise PromptError(
            f"rendering prompt {prompt.id!r}: the rubric or the prompt holds the character NUL; "
            "remove it"
        )
    values = {
        "boundary": _mark("boundary"),
        "criteria": described,
        "image_count": image_count,
        "not_applicable": any(criterion.not_applicable for criterion in criteria),
        "question": texts.get("question"),
        "references": [_mark(f"reference {number}") for number in range(n_references)],
        "response": _mark("response"),
        "sources": ", ".join(json.dumps(source) for source in _sources(present)),
        "visual_evidence": texts.get("visual_evidence"),
    }
    try:
        rendered = [template.render(values) for template in templates]
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise PromptError(f"rendering prompt {prompt.id!r}: {error}") from error
    system, user = (_split(text) for text in rendered)
    return system, user


def _own_texts(prompt: Prompt, described: list[ShownCriterion]) -> Iterator[str]:
    yield from (prompt.system, prompt.user)
    for criterion in described:
        yield from (criterion.name, criterion.question, criterion.not_applicable or "")
        yield from (level.anchor for level in criterion.levels)


def _mark(name: str) -> str:
    return f"{_MARK}{name}{_MARK}"


def _split(text: str) -> Marked:
    return tuple((part, number % 2 == 1) for number, part in enumerate(text.split(_MARK)))


def boundary(seen: SeenSample) -> str:
    """Return 16 hex digits that occur in none of the texts shown.

    They are the first digits of the SHA-256 of those texts, so the same data always renders to the
    same request; should they occur in the data, a counter is added until they do not.
    """
    texts = [seen.response, *(text for texts in seen.texts.values() for text in texts)]
    by_name = {name.value: seen.texts[name] for name in sorted(seen.texts)}
    data = json_without_floats([seen.response, by_name])
    counter = 0
    while True:
        digits = digest_text(f"{data}{counter or ''}")[:BOUNDARY_DIGITS]
        if not any(digits in text for text in texts):
            return digits
        counter += 1


def evidence_sources(seen: SeenSample) -> tuple[str, ...]:
    """Return the names of the texts that a judge may quote, the response first."""
    return _sources(tuple(seen.texts))


def _sources(present: tuple[JudgeInput, ...]) -> tuple[str, ...]:
    return ("response", *(name.value for name in present if name is not JudgeInput.IMAGE))


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
            parsed = environment.parse(text)
            named |= meta.find_undeclared_variables(parsed)
            _refuse_operations(parsed, f"prompt {prompt.id!r}, {part}")
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


def _refuse_operations(parsed: nodes.Template, where: str) -> None:
    found = next(parsed.find_all(_FORBIDDEN), None)
    if found is not None:
        raise PromptError(
            f"{where}, line {found.lineno}: a template shows its placeholders as they are, in "
            "conditions, loops and attributes; "
            f"{type(found).__name__.lower()} is not allowed"
        )
