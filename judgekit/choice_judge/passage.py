"""A judge's quote to an answer: found in the response word for word, read by the same rules.

A quote is never read by itself, since out of its sentence "B" could come from "not B": it is read
as the whole sentences or lines it stands in, and what the rules had rejected stays rejected.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

from judgekit.mcq.echoes import mask_echoes
from judgekit.mcq.extract import read_plain
from judgekit.mcq.normalise import PlainText, normalise
from judgekit.mcq.options import OptionSet, compile_options
from judgekit.mcq.reasoning import cut_reasoning, cut_runaway
from judgekit.records.choice import Choice, Span
from judgekit.records.sample import Sample

MAX_PLACES = 16
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？\n]")


class QuoteReading(NamedTuple):
    """What a quote comes to.

    Attributes:
        kind: `answered`, `not found` (the quote does not stand in the response) or `undecided`
            (it does, and the rules find no one answer in it).
        choice: The answer; None unless answered.
        reason: Why there is none; "" when answered.
    """

    kind: Literal["answered", "not found", "undecided"]
    choice: Choice | None = None
    reason: str = ""


class Readable:
    """What the rules read of a response: reasoning, runaway text and echoes are not part of it.

    Attributes:
        shown: The text that a judge sees: reasoning and runaway text cut, nothing else changed.
    """

    def __init__(self, sample: Sample) -> None:
        """Prepare one response that the rules have read as `none` or `ambiguous`."""
        response = sample.response or ""
        self._pieces = cut_runaway(response, cut_reasoning(response).pieces)
        self._response = response
        self._options: OptionSet = compile_options(sample.options or {})
        self._multi_select = sample.multi_select
        self._question = sample.question
        self.shown = "\n".join(response[start:end] for start, end in self._pieces)

    def read(self, quote: str, by_rules: Choice) -> QuoteReading:
        """Return what `quote` comes to.

        Args:
            quote: What the judge copied; it must stand in the response up to case and white space.
            by_rules: What the rules made of the whole response; an option mentioned there that
                is negated, attributed or otherwise rejected is no answer in a quote either.
        """
        places = list(islice(self._places(quote), MAX_PLACES + 1))
        if not places:
            return QuoteReading("not found", reason="the quote does not stand in the response")
        if len(places) > MAX_PLACES:
            return QuoteReading(
                "undecided", reason=f"the quote stands in more than {MAX_PLACES} places"
            )
        plain = normalise(self._response, self._pieces)
        masked = mask_echoes(plain, self._options, self._question)
        choices = [self._read_place(plain, masked, place) for place in places]
        unlike = next((choice for choice in choices if choice.status != "answered"), None)
        if unlike is not None:
            return QuoteReading(
                "undecided", reason=f"the quote read by the rules: {unlike.status}, {unlike.reason}"
            )
        if len({choice.labels for choice in choices}) > 1:
            return QuoteReading("undecided", reason="the quote stands in places that differ")
        return _unless_rejected(choices[-1], by_rules)

    def _places(self, quote: str) -> Iterator[Span]:
        words = quote.split()
        if not words:
            return
        pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
        for start, end in self._pieces:
            yield from (match.span() for match in pattern.finditer(self._response, start, end))

    def _read_place(self, plain: PlainText, masked: PlainText, place: Span) -> Choice:
        start, end = _widened(plain, place)
        text = masked.text[start:end]
        if not text.strip():
            return Choice(status="none", reason="prompt echo")
        origin = plain.origin[start:end] if plain.origin else list(range(start, end))
        piece = PlainText(text, masked.low[start:end], origin)
        return read_plain(
            piece, self._options, multi_select=self._multi_select, question=self._question
        )


def _widened(plain: PlainText, place: Span) -> Span:
    """Return the range in the plain text of the whole sentences or lines that hold a place."""
    start, end = place
    if plain.origin is not None:
        start, end = bisect_left(plain.origin, start), bisect_left(plain.origin, end)
    left, right = 0, len(plain.text)
    for match in _SENTENCE_END.finditer(plain.text):
        if match.end() <= start:
            left = match.end()
        elif match.end() >= end:
            right = match.end()
            break
    return left, right


def _unless_rejected(choice: Choice, by_rules: Choice) -> QuoteReading:
    start, end = choice.span or (0, 0)
    for rejected in by_rules.rejected:
        is_here = rejected.span[0] < end and start < rejected.span[1]
        if rejected.why != "competing" and rejected.label in choice.labels and is_here:
            return QuoteReading(
                "undecided", reason=f"the quote leaves out why {rejected.label} was {rejected.why}"
            )
    kept = tuple(r for r in by_rules.rejected if r.label not in choice.labels)
    update = {"rule": f"judge quote: {choice.rule}", "rejected": kept}
    return QuoteReading("answered", choice.model_copy(update=update))
