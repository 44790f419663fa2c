"""Prompt templates: texts with placeholders, and nothing that runs."""

from __future__ import annotations

from functools import cached_property

from pydantic import Field

from judgekit.records.base import Record, digest_value


class Prompt(Record):
    """A template of a system and a user message, in Jinja's notation.

    Attributes:
        id: Name by which a rubric asks for it.
        version: Whole number, raised with every change of text.
        description: What it is for.
        system: Template of the system message.
        user: Template of the user message.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    version: int = Field(ge=1, strict=True)
    description: str = Field(min_length=1)
    system: str = Field(min_length=1)
    user: str = Field(min_length=1)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the whole template, as 64 hex digits."""
        return digest_value(self.model_dump(mode="json"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prompt) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)
