"""Samples: one contestant's response to one question, with what a scorer may need beside it."""

from __future__ import annotations

import json
from typing import Literal, Self

from pydantic import Field, JsonValue, field_validator, model_validator

from judgekit.records.base import Record

ResponseStatus = Literal["ok", "empty", "refused", "truncated", "error"]
Polarity = Literal["positive", "neutral", "negative"]


def name_of(value: object) -> str:
    """Return what a JSON value is called as a group: a text as it is, all else as its JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Image(Record):
    """An image file that belongs to a sample; its bytes are read when they are needed."""

    path: str = Field(min_length=1)


class JointPart(Record):
    """One of several questions that were asked in one prompt.

    Attributes:
        id: Unique within the prompt.
        options: Answer options by label.
        name: What the prompt calls the question.
        multi_select: Whether several options may be right.
    """

    id: str = Field(min_length=1)
    options: dict[str, str]
    name: str | None = None
    multi_select: bool = False


class JointPrompt(Record):
    """All questions of one prompt, answered by one response, and which of them a sample is about.

    Attributes:
        id: Names the prompt with its response; the samples of one response share it.
        part: Id of the sample's own question.
        parts: The questions, in prompt order.
    """

    id: str = Field(min_length=1)
    part: str
    parts: tuple[JointPart, ...]

    @model_validator(mode="after")
    def _the_part_is_one_of_them(self) -> Self:
        ids = [part.id for part in self.parts]
        if len(set(ids)) < len(ids) or self.part not in ids:
            raise ValueError("part must be the id of one of the parts, and their ids all different")
        return self


class Sample(Record):
    """One response to be scored.

    Attributes:
        id: Unique within an input.
        response: The contestant's text; None where the contestant was never asked or its answer is
            not at hand: the sample stays, with outcome `skipped`.
        question: What the contestant was asked.
        references: Reference answers; none, one or several.
        visual_evidence: A text that describes what the image shows.
        images: The images themselves.
        case_id: The patient, study or article that the sample belongs to; intervals are clustered
            by it.
        groups: Columns by which results may be broken down.
        response_status: What the harness says of the response; a blank text called "ok" is "empty".
        criteria: Ids of the rubric's criteria that apply; empty: all of them.
        options: Answer options by label, for multiple choice.
        answer: The key: a label, a label with its text, or a text; labels separated by commas with
            `multi_select`.
        multi_select: Whether several options may be right; the answer is then a set.
        polarity: The polarity of the hint in the question.
        hint_label: The option that the hint names.
        pair_id: The same question on the same image with the same options.
        level: Level of the clinical workflow.
        paradigm: How the levels were asked.
        joint: The prompt that asked several questions at once; None: the question stood alone.
        system: The contestant.
        metadata: Everything else.
    """

    id: str = Field(min_length=1)
    response: str | None
    question: str | None = None
    references: tuple[str, ...] = ()
    visual_evidence: str | None = None
    images: tuple[Image, ...] = ()
    case_id: str | None = Field(default=None, min_length=1)
    groups: dict[str, str] = Field(default_factory=dict)
    response_status: ResponseStatus = "ok"
    criteria: tuple[str, ...] = ()
    options: dict[str, str] | None = None
    answer: str | None = None
    multi_select: bool = False
    polarity: Polarity | None = None
    hint_label: str | None = None
    pair_id: str | None = None
    level: str | None = None
    paradigm: Literal["independent", "joint"] | None = None
    joint: JointPrompt | None = None
    system: str | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)

    @field_validator("id", "case_id", "pair_id", "level", "answer", "system", mode="before")
    @classmethod
    def _numbers_are_names(cls, value: object) -> object:
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return value

    @field_validator("images", mode="before")
    @classmethod
    def _paths_are_images(cls, value: object) -> object:
        if isinstance(value, str):
            value = (value,)
        if isinstance(value, list | tuple):
            return tuple({"path": image} if isinstance(image, str) else image for image in value)
        return value

    @field_validator("groups", mode="before")
    @classmethod
    def _groups_are_names(cls, value: object) -> object:
        if isinstance(value, dict):
            return {key: name_of(name) for key, name in value.items() if name is not None}
        return value

    @model_validator(mode="after")
    def _blank_is_empty(self) -> Self:
        if self.response is not None and not self.response.strip() and self.response_status == "ok":
            object.__setattr__(self, "response_status", "empty")
        return self
