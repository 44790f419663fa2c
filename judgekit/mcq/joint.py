"""Extraction of the answers to several questions from one response."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from judgekit.mcq.extract import read_plain
from judgekit.mcq.languages import languages_of
from judgekit.mcq.lexicon import LEFT, RIGHT, split_phrases, trie_pattern
from judgekit.mcq.normalise import PlainText, normalise
from judgekit.mcq.options import compile_options
from judgekit.mcq.reasoning import cut_reasoning
from judgekit.mcq.segments import Part, find_segments
from judgekit.records.choice import Choice


class JointQuestion(TypedDict):
    """One question of a joint prompt: its id, its options, and how it may be named."""

    id: str
    options: Mapping[str, str]
    name: NotRequired[str | None]
    multi_select: NotRequired[bool]


def extract_joint(response: str, questions: Sequence[JointQuestion]) -> dict[str, Choice]:
    """Return for each question the answer that one response to all of them gives.

    The response is cut by JSON key, tag, table row, number, name or ordinal; each part is read by
    the rules of `extract_choice`, and the last part that answers a question holds. A bare list
    ("C, A, C, D", "CACD") is read by position if it has exactly one label for each question. A
    missing part is `none` for that question only; a refusal of the whole refuses every question.

    Args:
        response: The response as it came.
        questions: In prompt order, `id` and `options` each, `name` and `multi_select` if any.

    Returns:
        A choice for every question id, in the order given.

    Raises:
        ValueError: No question, two with one id, or options that are no options.

    Example:
        >>> both = [{"id": "organ", "options": {"A": "Liver", "B": "Lung"}},
        ...         {"id": "side", "options": {"A": "Left", "B": "Right"}}]
        >>> {key: choice.labels for key, choice in extract_joint("1. B 2. A", both).items()}
        {'organ': ('B',), 'side': ('A',)}
    """
    parts = _parts(questions)
    kept = cut_reasoning(response)
    if not kept.pieces:
        none = Choice(status="none", reason="truncated" if kept.is_truncated else "empty")
        return {part.id: none for part in parts}
    plain = normalise(response, kept.pieces)
    choices = _read(plain, parts)
    return {part.id: choice for part, choice in zip(parts, choices, strict=True)}


def _parts(questions: Sequence[JointQuestion]) -> tuple[Part, ...]:
    ids = [str(question["id"]) for question in questions]
    if not ids or len(set(ids)) < len(ids):
        raise ValueError(
            f"reading a joint response: question ids must be there and all different, got {ids!r}"
        )
    return tuple(
        Part(
            number,
            question.get("name"),
            compile_options(question["options"]),
            bool(question.get("multi_select")),
        )
        for number, question in zip(ids, questions, strict=True)
    )


def _read(plain: PlainText, parts: Sequence[Part]) -> list[Choice]:
    listed = _wide_table(plain, parts) or _bare_list(plain, parts)
    if listed is not None:
        return listed
    segments = find_segments(plain.text, plain.low, parts)
    if segments.covered:
        return [
            _read_ranges(plain, part, ranges)
            for part, ranges in zip(parts, segments.ranges, strict=True)
        ]
    return _same_for_all(plain, parts) or _undivided(plain, parts)


def _read_ranges(plain: PlainText, part: Part, ranges: Sequence[tuple[int, int]]) -> Choice:
    """Return the reading of the last range that speaks, an answer before anything else."""
    found = Choice(status="none", reason="no claim")
    for start, end in reversed(ranges[-_MAX_RANGES:]):
        choice = _read_range(plain, part, start, end)
        if choice.status == "answered":
            return choice
        if found.reason in {"no claim", "empty"}:
            found = choice
    return found


def _read_range(plain: PlainText, part: Part, start: int, end: int) -> Choice:
    text = plain.text[start:end]
    if not text.strip(" \n\t\"'.,;:|(){}[]"):
        return Choice(status="none", reason="empty")
    origin = plain.origin[start:end] if plain.origin else list(range(start, end))
    piece = PlainText(text, plain.low[start:end], origin)
    return read_plain(piece, part.options, multi_select=part.multi_select)


_LIST_EDGE = r"(?:^|[\n:>\[(\"'{]|\bare\b)[\s\[(\"'{]{0,6}+"
_ONE_LABEL = r"[\"'(\[]?([A-Za-z]|\d{1,2}|[IVXivx]{1,4})[\"')\].]?"


def _bare_list(plain: PlainText, parts: Sequence[Part]) -> list[Choice] | None:
    """Return the reading by position of the last list of exactly one label for each question."""
    glue = r"(?:\s?[,;/|]\s?|\s|\s?\n\s?|\s?-\s?)"
    pattern = re.compile(
        _LIST_EDGE + glue.join([_ONE_LABEL] * len(parts)) + r"[\s\])}\"'.]{0,12}(?=$|\n|</)"
    )
    matches = list(pattern.finditer(plain.text)) if len(parts) > 1 else []
    spans: list[tuple[int, int]] = []
    if matches:
        spans = [matches[-1].span(number + 1) for number in range(len(parts))]
    else:
        core = plain.text.strip(" \n\t\"'.[](){}")
        if len(core) == len(parts) > 1 and core.isalpha() and core.isupper():
            start = plain.text.find(core)
            spans = [(start + number, start + number + 1) for number in range(len(parts))]
    if not spans:
        return None
    choices = [_read_range(plain, part, *span) for part, span in zip(parts, spans, strict=True)]
    fits = sum(choice.status == "answered" for choice in choices)
    return choices if fits * 2 > len(parts) else None


def _wide_table(plain: PlainText, parts: Sequence[Part]) -> list[Choice] | None:
    """Return the reading of a table with a column for each question: its last row."""
    if "|" not in plain.text:
        return None
    lines = re.finditer(r"[^\n]+", plain.text)
    rows = [(m.start(), m.group()) for m in lines if "|" in m.group()][:_MAX_ROWS]
    wanted = [{part.id.lower(), (part.name or part.id).lower()} for part in parts]
    for number, (_, header) in enumerate(rows[:-1]):
        titles = [cell.strip().lower() for cell in header.strip(" |").split("|")]
        columns = [next((i for i, t in enumerate(titles) if t in own), None) for own in wanted]
        if None in columns or len(parts) < 2:
            continue
        start, row = rows[-1] if number + 1 < len(rows) else (0, "")
        spans = [(m.start() + start, m.end() + start) for m in re.finditer(r"[^|]+", row)]
        spans = [span for span in spans if plain.text[slice(*span)].strip()]
        if len(spans) != len(titles):
            return None
        places = [column for column in columns if column is not None]
        return [
            _read_range(plain, part, *spans[at]) for part, at in zip(parts, places, strict=True)
        ]
    return None


_MAX_ROWS = 400
_MAX_RANGES = 64


def _same_for_all(plain: PlainText, parts: Sequence[Part]) -> list[Choice] | None:
    """Return one answer for every question where the response says that it holds for all."""
    phrases = [p for lex in languages_of(plain.low) for p in split_phrases(lex.for_all)]
    pattern = re.compile(rf"{LEFT}(?:{trie_pattern(phrases)}){RIGHT}(?:\s[a-z]{{2,12}}){{0,2}}")
    match = pattern.search(plain.low)
    if match is None:
        return None
    fill = "\n" * (match.end() - match.start())
    masked = PlainText(
        plain.text[: match.start()] + fill + plain.text[match.end() :],
        plain.low[: match.start()] + fill + plain.low[match.end() :],
        plain.origin,
    )
    choices = [_read_range(masked, part, 0, len(masked.text)) for part in parts]
    return choices if any(choice.status == "answered" for choice in choices) else None


def _undivided(plain: PlainText, parts: Sequence[Part]) -> list[Choice]:
    """Return refusals, and of the answers those that name an option by its text."""
    choices = []
    for part in parts:
        choice = _read_range(plain, part, 0, len(plain.text))
        if choice.status == "answered" and not _names_text(plain, part, choice):
            choice = Choice(status="none", reason="no claim", rejected=choice.rejected)
        choices.append(choice)
    return choices


def _names_text(plain: PlainText, part: Part, choice: Choice) -> bool:
    if choice.span is None or part.options.phrases is None:
        return False
    origin = plain.origin or range(len(plain.low))
    start, end = choice.span
    piece = "".join(c for c, o in zip(plain.low, origin, strict=False) if start <= o < end)
    return part.options.phrases.search(piece) is not None


__all__ = ["JointQuestion", "extract_joint"]
