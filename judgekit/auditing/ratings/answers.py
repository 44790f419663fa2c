"""Cells to answers: levels and extras of a scale, reasons for missing, abstentions."""

from __future__ import annotations

import re
from typing import NamedTuple

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.answer_texts import STANDARD_EXTRAS, AnswerTexts
from judgekit.auditing.ratings.table import Kind
from judgekit.errors import ConfigurationError, InputDataError
from judgekit.records.scale import OrdinalScale, Scale, ScaleValue

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_LONGEST_SHOWN = 100
_MOST_LEVELS_SHOWN = 12


class Answer(NamedTuple):
    """What a cell says.

    Attributes:
        kind: Level, extra, missing or abstained.
        value: The level or the extra; None for the other two.
        reason: Why it is missing, where that is known.
    """

    kind: Kind
    value: ScaleValue | None = None
    reason: str | None = None


BLANK = Answer("missing")


def audit_scale(scale: Scale) -> AuditScale:
    """Return a rubric's or layout's scale as an audit holds it, without extras."""
    return AuditScale(levels=scale.values, is_ordered=isinstance(scale, OrdinalScale))


class AnswerReader:
    """Reads the cells of one criterion, and knows which extras it met.

    Args:
        criterion: Id, for messages.
        scale: The scale; its extras are declared.
        texts: What the cells' texts mean.

    Raises:
        ConfigurationError: A label maps to no level and no extra, or an extra is also a level.
    """

    def __init__(self, criterion: str, scale: AuditScale, texts: AnswerTexts) -> None:
        self.criterion = criterion
        self._scale = scale
        self._by_code = texts.match == "prefix"
        self._levels: dict[str, ScaleValue] = {
            level: level for level in scale.levels if isinstance(level, str)
        }
        self._numbers = {float(one): one for one in scale.levels if not isinstance(one, str)}
        self._declared = tuple(dict.fromkeys((*scale.extras, *(texts.extras or ()))))
        self._extras = self._named_extras(texts)
        self._met: set[str] = set()
        self._known = self._meanings(texts)

    @property
    def scale(self) -> AuditScale:
        """The scale with the extras that were declared, and the standard ones that were met."""
        extras = tuple(one for one in self._extras if one in self._met or one in self._declared)
        return AuditScale(
            levels=self._scale.levels,
            is_ordered=self._scale.is_ordered,
            extras=extras,
            is_continuous=self._scale.is_continuous,
        )

    def read(self, text: str | None, place: str) -> Answer:
        """Return what a cell's text says; an empty one is missing without a reason.

        Args:
            text: The text without margins; None: the cell is empty.
            place: How messages name its row.

        Raises:
            InputDataError: The text is on no level and has no declared meaning.
        """
        if text is None:
            return BLANK
        answer = self._known.get(text)
        if answer is None:
            answer = self._of_scale(text)
            if answer is None and self._by_code and ":" in text:
                code = text.partition(":")[0].strip()
                answer = self._known.get(code) or self._of_scale(code)
            if answer is None:
                raise InputDataError(self._refusal(text, place))
            self._known[text] = answer
        if answer.kind == "extra":
            self._met.add(str(answer.value))
        return answer

    def _of_scale(self, text: str) -> Answer | None:
        if text in self._levels:
            return Answer("level", text)
        if _NUMBER.fullmatch(text) and (number := self._number(float(text))) is not None:
            return Answer("level", number)
        return Answer("extra", text) if text in self._extras else None

    def _number(self, number: float) -> ScaleValue | None:
        if self._scale.is_continuous and self._scale.span is not None:
            low, high = self._scale.span
            return number if low <= number <= high else None
        return self._numbers.get(number)

    def _named_extras(self, texts: AnswerTexts) -> tuple[str, ...]:
        both = next((one for one in self._declared if one in self._levels), None)
        if both is not None:
            raise ConfigurationError(
                f"ratings layout, criterion {self.criterion!r}: {both!r} is declared an extra, but "
                "it is a level of the scale; leave it out of extras"
            )
        standard = () if texts.extras is not None else STANDARD_EXTRAS
        free = (one for one in standard if one not in self._levels)
        return tuple(dict.fromkeys((*self._declared, *free)))

    def _meanings(self, texts: AnswerTexts) -> dict[str, Answer]:
        known = {text: Answer("missing", None, why) for text, why in texts.missing.items()}
        known.update((text, Answer("abstained")) for text in texts.abstained)
        for text, target in texts.labels.items():
            answer = self._of_scale(str(target))
            if answer is None:
                raise ConfigurationError(
                    f"ratings layout, criterion {self.criterion!r}: the label {text!r} maps to "
                    f"{target!r}, which is no level of its scale ({shown_levels(self._scale)}) and "
                    f"no extra ({_listed(self._extras)}); mend it or declare it under extras"
                )
            known[text] = answer
        return known

    def _refusal(self, text: str, place: str) -> str:
        shown = repr(text) if len(text) <= _LONGEST_SHOWN else f"a text of {len(text)} characters"
        return (
            f"{place}: criterion {self.criterion!r} is rated {shown}, which is not on its scale "
            f"({shown_levels(self._scale)}) and no extra ({_listed(self._extras)}); mend the cell, "
            f"or declare in a layout what the text means (criteria: {self.criterion}: labels, "
            "missing or abstained)"
        )


def shown_levels(scale: AuditScale) -> str:
    """Return a scale's levels in words: all of them, or the ends of a long scale."""
    low, high = str(scale.levels[0]), str(scale.levels[-1])
    if scale.is_continuous:
        return f"{low} to {high}"
    if len(scale.levels) <= _MOST_LEVELS_SHOWN:
        return _listed(tuple(str(level) for level in scale.levels))
    return f"{low}, {scale.levels[1]}, ... {high}"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "there are none"


def same_levels(one: AuditScale, other: AuditScale) -> bool:
    """Return whether two scales have the same levels and order, whatever their extras."""
    return one.levels == other.levels and one.is_ordered == other.is_ordered
