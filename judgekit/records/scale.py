"""Scales: the values a criterion may take, declared by the rubric and never read off a sample."""

from __future__ import annotations

import math
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from judgekit.records.base import Record

MAX_VALUES = 1001
GRID_DIGITS = 12
"""Values are multiples of the step rounded so far, so that three steps of 0.1 make 0.3."""
Number = Annotated[float, Field(strict=True)] | Annotated[int, Field(strict=True)]
ScaleValue = float | int | str


class Level(Record):
    """One value of a scale and the anchor that says what it means."""

    value: Number | str
    anchor: str = Field(min_length=1)

    @field_validator("value", mode="before")
    @classmethod
    def _is_no_truth_value(cls, value: object) -> object:
        if isinstance(value, bool):
            raise ValueError(
                "a scale's value must be a number or a text, and YAML reads an unquoted yes, no, "
                "on, off, true or false as neither; put it in quotes"
            )
        return value


class OrdinalScale(Record):
    """Equally spaced, ordered values from `minimum` to `maximum`.

    A value off the grid is out of range: it is never rounded or clamped. Anchors may be given for
    some values or for all of them.
    """

    kind: Literal["ordinal"] = "ordinal"
    minimum: Number
    maximum: Number
    step: Number = 1
    levels: tuple[Level, ...] = ()

    @model_validator(mode="after")
    def _laws(self) -> Self:
        if not self.minimum < self.maximum:
            raise ValueError(
                f"a scale must satisfy minimum < maximum, got {self.minimum} and {self.maximum}"
            )
        if not self.step > 0:
            raise ValueError(f"a scale's step must be > 0, got {self.step}")
        if not _is_whole((self.maximum - self.minimum) / self.step):
            raise ValueError(
                f"a scale's step must divide its range, got step {self.step} "
                f"from {self.minimum} to {self.maximum}"
            )
        if (self.maximum - self.minimum) / self.step >= MAX_VALUES:
            raise ValueError(
                f"a scale has at most {MAX_VALUES} values, got step {self.step} "
                f"from {self.minimum} to {self.maximum}; choose a larger step"
            )
        values = [level.value for level in self.levels]
        for value in values:
            if isinstance(value, str) or not self.holds(value):
                raise ValueError(
                    f"an anchor's value must be on the scale {self.minimum} to {self.maximum} "
                    f"by {self.step}, got {value!r}"
                )
        _refuse_repeats(values)
        return self

    def holds(self, value: float) -> bool:
        """Return whether `value` is one of the scale's values."""
        if not self.minimum <= value <= self.maximum:
            return False
        return value == self._value_at(round((value - self.minimum) / self.step))

    @property
    def values(self) -> tuple[float | int, ...]:
        """All values, lowest first; whole numbers are ints."""
        count = round((self.maximum - self.minimum) / self.step)
        return tuple(self._value_at(position) for position in range(count + 1))

    def _value_at(self, position: int) -> float | int:
        value = round(self.minimum + self.step * position, GRID_DIGITS)
        return int(value) if _is_whole(value) else value


class NominalScale(Record):
    """Labels without an order: they are counted, never averaged."""

    kind: Literal["nominal"] = "nominal"
    levels: tuple[Level, ...] = Field(min_length=2)

    @model_validator(mode="after")
    def _laws(self) -> Self:
        for level in self.levels:
            if not isinstance(level.value, str) or not level.value:
                raise ValueError(f"a nominal scale's value must be text, got {level.value!r}")
        _refuse_repeats([level.value for level in self.levels])
        return self

    @property
    def values(self) -> tuple[str, ...]:
        """The labels in the order declared."""
        return tuple(str(level.value) for level in self.levels)


Scale = Annotated[OrdinalScale | NominalScale, Field(discriminator="kind")]


def _is_whole(value: float) -> bool:
    return math.isfinite(value) and abs(value - round(value)) < 1e-9


def _refuse_repeats(values: list[float | int | str]) -> None:
    repeated = sorted({str(value) for value in values if values.count(value) > 1})
    if repeated:
        raise ValueError(f"a scale's values must be unique, got {repeated[0]!r} more than once")
