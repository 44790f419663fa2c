"""What a judge is shown of a sample: decided by the rubric, by `see`, and by what is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


@lru_cache(maxsize=256)
def needed_inputs(criteria: tuple[Criterion, ...], see: See) -> tuple[JudgeInput, ...]:
    """Return the inputs without which one of `criteria` cannot be judged, in their order.

    A question may be absent; a reference, a description or an image that a criterion is judged
    against may not.
    """
    allowed = (name for criterion in criteria for name in allowed_inputs(criterion, see))
    return tuple(dict.fromkeys(name for name in allowed if name is not JudgeInput.QUESTION))


def missing_inputs(
    criteria: tuple[Criterion, ...], sample: Sample, see: See
) -> tuple[JudgeInput, ...]:
    """Return those of the inputs that `criteria` need which `sample` lacks."""
    return tuple([name for name in needed_inputs(criteria, see) if not _given(sample, name)])


def see_sample(sample: Sample, criteria: tuple[Criterion, ...], see: See) -> SeenSample:
    """Return what one call for `criteria` shows of `sample`.

    Raises:
        ValueError: The sample has no response.
    """
    if sample.response is None:
        raise ValueError(f"sample {sample.id!r} has no response to show")
    shown = _shown(criteria, see)
    texts = {name: given for name in shown if (given := _given(sample, name))}
    shows_images = JudgeInput.IMAGE in shown and bool(sample.images)
    texts.pop(JudgeInput.IMAGE, None)
    return SeenSample(sample.response, texts, shows_images)


@lru_cache(maxsize=256)
def _shown(criteria: tuple[Criterion, ...], see: See) -> tuple[JudgeInput, ...]:
    allowed = {name for criterion in criteria for name in allowed_inputs(criterion, see)}
    return tuple(name for name in FIELD_OF_INPUT if name in allowed)


def _given(sample: Sample, name: JudgeInput) -> tuple[str, ...]:
    """Return what `sample` holds of an input; a blank text is no input."""
    return tuple([text for text in _HELD[name](sample) if text is not None and text.strip()])


_HELD: Mapping[JudgeInput, Callable[[Sample], tuple[str | None, ...]]] = {
    JudgeInput.QUESTION: lambda sample: (sample.question,),
    JudgeInput.REFERENCE: lambda sample: sample.references,
    JudgeInput.VISUAL_EVIDENCE: lambda sample: (sample.visual_evidence,),
    JudgeInput.IMAGE: lambda sample: tuple(image.path for image in sample.images),
}
