"""What the texts of a sheet's cells mean: levels, extras, reasons for missing, abstentions."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from judgekit.records.base import Record
from judgekit.records.scale import Number

STANDARD_EXTRAS = ("not_applicable", "other")
"""Answers beside the scale that need no declaration, unless the scale has such a level."""


class AnswerTexts(Record):
    """What the texts of a sheet's cells mean.

    A text is looked up as it stands: among labels, missing, abstained, then the scale's levels and
    the extras. Only then, and only with `match: prefix`, its code is: what stands before the colon.

    Attributes:
        labels: Level or extra by text.
        match: "prefix": "2: Yes" may also be read by its code "2"; None: as elsewhere, or exactly.
        extras: Answers beside the scale; None: `STANDARD_EXTRAS`, where they occur.
        missing: Texts that mean that there is no rating, each with the reason.
        abstained: Texts that mean that the rater could not assess.
    """

    labels: dict[str, Number | str] = Field(default_factory=dict)
    match: Literal["exact", "prefix"] | None = None
    extras: tuple[str, ...] | None = None
    missing: dict[str, str] = Field(default_factory=dict)
    abstained: tuple[str, ...] = ()

    @field_validator("labels", "missing", mode="before")
    @classmethod
    def _keys_are_texts(cls, texts: object) -> object:
        if not isinstance(texts, dict):
            return texts
        for side in (*texts, *texts.values()):
            if isinstance(side, bool):
                raise ValueError(
                    "YAML reads an unquoted yes, no, on, off, true or false as a truth value; "
                    "put it in quotes"
                )
        return {str(key).strip(): value for key, value in texts.items()}

    @field_validator("abstained")
    @classmethod
    def _without_margins(cls, texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text.strip() for text in texts)

    @model_validator(mode="after")
    def _one_meaning(self) -> Self:
        meanings = [*self.labels, *self.missing, *self.abstained]
        repeated = next((text for text in meanings if meanings.count(text) > 1), None)
        if repeated is not None:
            raise ValueError(
                f"the text {repeated!r} has two meanings; let it stand once among labels, missing "
                "and abstained"
            )
        return self

    def under(self, general: AnswerTexts) -> AnswerTexts:
        """Return these texts with those of `general` that have no meaning here."""
        own = {*self.labels, *self.missing, *self.abstained}
        labels = {text: to for text, to in general.labels.items() if text not in own}
        missing = {text: why for text, why in general.missing.items() if text not in own}
        return AnswerTexts(
            labels={**labels, **self.labels},
            match=self.match or general.match,
            extras=general.extras if self.extras is None else self.extras,
            missing={**missing, **self.missing},
            abstained=(*(one for one in general.abstained if one not in own), *self.abstained),
        )
