"""What a judge is shown of a sample: decided by the rubric, by `see`, and by what is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judgekit.records.rubric import Criterion, JudgeInput
from judgekit.records.sample import Sample

See = Literal["evidence", "image", "both"]
SEE_CHOICES: tuple[See, ...] = ("evidence", "image", "both")

_VISUAL: Mapping[See, frozenset[JudgeInput]] = {
    "evidence": frozenset({JudgeInput.VISUAL_EVIDENCE}),
    "image": frozenset({JudgeInput.IMAGE}),
    "both": frozenset({JudgeInput.VISUAL_EVIDENCE, JudgeInput.IMAGE}),
}
_EITHER = _VISUAL["both"]

FIELD_OF_INPUT: Mapping[JudgeInput, str] = {
    JudgeInput.QUESTION: "question",
    JudgeInput.REFERENCE: "references",
    JudgeInput.VISUAL_EVIDENCE: "visual_evidence",
    JudgeInput.IMAGE: "images",
}


@dataclass(frozen=True, slots=True)
class SeenSample:
    """The part of a sample that one call shows.

    Attributes:
        response: The text to be graded.
        texts: Texts by input: a question, references, a description of the image.
        shows_images: Whether the sample's images are attached.
    """

    response: str
    texts: Mapping[JudgeInput, tuple[str, ...]]
    shows_images: bool


def allowed_inputs(criterion: Criterion, see: See) -> tuple[JudgeInput, ...]:
    """Return what the judge may see for `criterion`, in the order that the rubric declares."""
    return _allowed(criterion.inputs, see)


@lru_cache(maxsize=256)
def _allowed(inputs: tuple[JudgeInput, ...], see: See) -> tuple[JudgeInput, ...]:
    hidden = _EITHER - _VISUAL[see]
    return tuple(name for name in inputs if name not in hidden)


def missing_inputs(criterion: Criterion, sample: Sample, see: See) -> tuple[JudgeInput, ...]:
    """Return inputs without which `criterion` cannot be judged and that `sample` lacks.

    A question may be absent; a reference, a description or an image that the criterion is judged
    against may not.
    """
    return tuple(
        name
        for name in allowed_inputs(criterion, see)
        if name is not JudgeInput.QUESTION and not _is_given(sample, name)
    )


def see_sample(sample: Sample, criteria: tuple[Criterion, ...], see: See) -> SeenSample:
    """Return what one call for `criteria` shows of `sample`.

    Raises:
        ValueError: The sample has no response.
    """
    if sample.response is None:
        raise ValueError(f"sample {sample.id!r} has no response to show")
    shown = {name for criterion in criteria for name in allowed_inputs(criterion, see)}
    given: dict[JudgeInput, tuple[str, ...]] = {
        name: _given(sample, name)
        for name in FIELD_OF_INPUT
        if name in shown and name is not JudgeInput.IMAGE
    }
    texts = {name: found for name, found in given.items() if found}
    return SeenSample(sample.response, texts, JudgeInput.IMAGE in shown and bool(sample.images))


def _is_given(sample: Sample, name: JudgeInput) -> bool:
    match name:
        case JudgeInput.VISUAL_EVIDENCE:
            return bool(sample.visual_evidence and sample.visual_evidence.strip())
        case JudgeInput.REFERENCE if len(sample.references) == 1:
            return bool(sample.references[0].strip())
        case _:
            return bool(_given(sample, name))


def _given(sample: Sample, name: JudgeInput) -> tuple[str, ...]:
    """Return what `sample` holds of an input; a blank text is no input."""
    match name:
        case JudgeInput.QUESTION:
            found: tuple[str | None, ...] = (sample.question,)
        case JudgeInput.REFERENCE:
            found = sample.references
        case JudgeInput.VISUAL_EVIDENCE:
            found = (sample.visual_evidence,)
        case JudgeInput.IMAGE:
            found = tuple(image.path for image in sample.images)
    return tuple(text for text in found if text is not None and text.strip())
