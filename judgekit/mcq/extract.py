"""Extraction of the answer to one multiple-choice question: never random, never nearest string."""

from __future__ import annotations

from collections.abc import Mapping

from judgekit.mcq.decide import Decision, decide
from judgekit.mcq.echoes import mask_echoes, strip_courtesy
from judgekit.mcq.labels import FOREIGN
from judgekit.mcq.languages import phrasebook_of
from judgekit.mcq.normalise import PlainText, normalise
from judgekit.mcq.options import OptionSet, compile_options
from judgekit.mcq.reasoning import cut_reasoning, cut_runaway
from judgekit.mcq.scene import build_scene
from judgekit.mcq.structured import Slot, find_slots
from judgekit.mcq.whole import Whole, read_whole
from judgekit.records.choice import Choice, Reason, Rejected


def extract_choice(
    response: str,
    options: Mapping[str, str],
    *,
    multi_select: bool = False,
    question: str | None = None,
) -> Choice:
    """Return the option or options that `response` gives as its answer, or why there is none.

    Rules in order, the first that speaks decides: the whole response is an answer; a structure
    (tag, box, JSON) holds one; a declaration; a conclusion; a label that stands alone; an
    assertion; a single hedge; an abstention option or a refusal; the only option mentioned. What
    is negated, attributed to a hint, taken back or an echo of the prompt is evidence for nothing.
    Reasoning blocks are cut first; of what remains, at most 32,000 characters (the head and the
    tail) are read. The right answer is not an input, and nothing is ever guessed.

    Args:
        response: The response as it came.
        options: Label to text, in option order. Labels may be letters of either case, numbers,
            Roman numerals, letters of other scripts, or words.
        multi_select: True when several labels may be right.
        question: The question as asked, hint included; what repeats it is an echo.

    Returns:
        The choice. Its spans are places in `response`.

    Raises:
        ValueError: `options` has fewer than two labels, or two that read alike.

    Example:
        >>> choice = extract_choice("The hint says A, but I choose B.", {"A": "CT", "B": "MRI"})
        >>> choice.status, choice.labels, choice.rejected[0].why
        ('answered', ('B',), 'attributed')
    """
    compiled = compile_options(options)
    if not response.strip():
        return Choice(status="none", reason="empty")
    kept = cut_reasoning(response)
    if not kept.pieces:
        return Choice(status="none", reason="truncated" if kept.is_truncated else "empty")
    pieces = cut_runaway(response, kept.pieces)
    plain = normalise(response, pieces)
    choice = read_plain(plain, compiled, multi_select=multi_select, question=question)
    if choice.status == "none" and choice.reason == "no claim" and kept.is_truncated:
        return choice.model_copy(update={"reason": "truncated"})
    return choice


def read_plain(
    plain: PlainText, options: OptionSet, *, multi_select: bool, question: str | None = None
) -> Choice:
    """Return the choice of a normalised text, by the same rules.

    Args:
        plain: Normalised text.
        options: Compiled options.
        multi_select: True when several labels may be right.
        question: The question as asked.
    """
    whole = read_whole(plain.text, 0, len(plain.text), options, multi=multi_select)
    if whole is not None:
        return _from_whole(whole, plain, options, "whole response")
    text = plain.text
    found = _structured(plain, options, multi_select=multi_select)
    if found is not None:
        return found
    plain = mask_echoes(plain, options, question)
    book = phrasebook_of(plain.low)
    plain = strip_courtesy(plain, book, options)
    if plain.text != text:
        whole = read_whole(plain.text, 0, len(plain.text), options, multi=multi_select)
        if whole is not None:
            return _from_whole(whole, plain, options, "whole response")
    scene = build_scene(plain, options, book, multi_select=multi_select)
    return _from_decision(decide(scene), plain, options)


def _structured(plain: PlainText, options: OptionSet, *, multi_select: bool) -> Choice | None:
    outside: Choice | None = None
    for slot in find_slots(plain.text):
        choice = _read_slot(plain, slot, options, multi_select=multi_select)
        if choice.status == "answered" or choice.reason in _TELLING:
            return choice
        if choice.reason == "outside the options":
            outside = outside or choice
    return outside


_TELLING: tuple[Reason, ...] = ("two answers", "hedge", "label and text disagree", "refused")


def _read_slot(plain: PlainText, slot: Slot, options: OptionSet, *, multi_select: bool) -> Choice:
    text = plain.text[slot.start : slot.end]
    whole = read_whole(plain.text, slot.start, slot.end, options, multi=multi_select)
    if whole is not None:
        return _from_whole(whole, plain, options, slot.name)
    if not text.strip():
        return Choice(status="none", reason="empty")
    origin = plain.origin or range(len(plain.text))
    part = PlainText(text, plain.low[slot.start : slot.end], list(origin[slot.start : slot.end]))
    book = phrasebook_of(part.low)
    decision = decide(build_scene(part, options, book, multi_select=multi_select))
    choice = _from_decision(decision, part, options)
    if choice.rule is not None:
        return choice.model_copy(update={"rule": f"{slot.name}: {choice.rule}"})
    return choice


def _from_whole(whole: Whole, plain: PlainText, options: OptionSet, rule: str) -> Choice:
    if whole.status != "answered":
        return Choice(status=whole.status, reason=whole.reason, rule=rule)
    return Choice(
        status="answered",
        labels=tuple(options.names[number] for number in whole.options),
        rule=rule,
        span=plain.span(whole.start, whole.end),
    )


def _from_decision(decision: Decision, plain: PlainText, options: OptionSet) -> Choice:
    rejected = []
    for claim in decision.claims:
        why = claim.why
        if why is None and decision.status == "ambiguous":
            why = "competing"
        if why is None:
            continue
        span = plain.span(claim.group.start, claim.group.end)
        rejected += [
            Rejected(label=options.names[number], span=span, why=why)
            for number in claim.group.options
            if number != FOREIGN
        ]
    answered = decision.status == "answered"
    return Choice(
        status=decision.status,
        labels=tuple(options.names[number] for number in decision.options),
        rule=decision.rule,
        span=plain.span(decision.start, decision.end) if answered else None,
        rejected=tuple(rejected),
        reason=decision.reason,
    )


__all__ = ["extract_choice", "read_plain"]
