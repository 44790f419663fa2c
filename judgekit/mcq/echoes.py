"""Parts of a response that repeat the prompt: question, option list, instruction, courtesy."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgekit.mcq.normalise import PlainText, fold_text
from judgekit.mcq.options import OptionSet
from judgekit.mcq.phrasebook import Phrasebook

_HEAD = re.compile(
    r"^\s*(?:[#>]+\s*)?(?:question|frage|vraag|pregunta|pergunta|domanda|问题|题目|質問|問題|질문|"
    r"السؤال|вопрос|q)\s*\d{0,3}\s*[:.)]"
)
_INSTRUCTION = re.compile(
    r"(?:answer|answer with|respond with|format|form|reply with)?\s*:?\s*[\"']?"
    r"(?:\$letter\b|\[letter\]|\[?\b[a-d]/[b-d](?:/[c-j])+\b\]?|\byour_?answer\b|\byour_?choice\b"
    r"|\bone of abcd\w*\b|\ba through [b-j]\b|\ba to [d-j]\b|\(a[-–][c-j]\)|\ba[-–][d-j]\b)[\"']?",
)
_TELL = re.compile(
    r"(?:answer|respond|reply|choose|select|pick)\b[^.\n]{0,60}\b(?:from the (?:given )?(?:choices|"
    r"options)|option'?s? letter|letter (?:of|from|only)|one letter|single letter|a letter|"
    r"letter directly)[^.\n]{0,40}[.\n:]"
)
_MAX_QUESTION = 4000


def mask(plain: PlainText, spans: Sequence[tuple[int, int]]) -> PlainText:
    """Return the text with ranges blanked by line breaks, places unchanged.

    Args:
        plain: The text.
        spans: Half-open ranges, in any order.
    """
    if not spans:
        return plain
    text, low, position = [], [], 0
    for start, end in sorted(spans):
        if end <= position:
            continue
        start = max(start, position)
        fill = "\n" * (end - start)
        text += [plain.text[position:start], fill]
        low += [plain.low[position:start], fill]
        position = end
    return plain._replace(
        text="".join(text) + plain.text[position:], low="".join(low) + plain.low[position:]
    )


def mask_echoes(plain: PlainText, options: OptionSet, question: str | None) -> PlainText:
    """Return the text without what repeats the question, its options or its instruction."""
    if question:
        plain = _mask_question(plain, question)
    plain = _mask_option_list(plain, options)
    if "letter" in plain.low or "/" in plain.low or "through" in plain.low or "a to" in plain.low:
        told = [match.span() for match in _TELL.finditer(plain.low)]
        plain = mask(plain, told + [match.span() for match in _INSTRUCTION.finditer(plain.low)])
    elif _RANGE.search(plain.low):
        plain = mask(plain, [match.span() for match in _INSTRUCTION.finditer(plain.low)])
    return plain


_RANGE = re.compile(r"\ba[-–][c-j]\b")


def _mask_question(plain: PlainText, question: str) -> PlainText:
    words = fold_text(question).lower().split()
    if not words or len(words) > _MAX_QUESTION:
        return plain
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    return mask(plain, [match.span() for match in pattern.finditer(plain.low)])


def _mask_option_list(plain: PlainText, options: OptionSet) -> PlainText:
    """Blank a list of all options, each label before its own text, and the question over it."""
    head = _HEAD.match(plain.low)
    last = None
    for match in options.listing.finditer(plain.low):
        last = match
        plain = mask(plain, [match.span()])
        break
    if head is not None:
        stop = last.start() if last is not None else _line_end(plain.low, head.end())
        if last is None and re.match(r"\s*[^\s]{1,3}\s*$", plain.low[head.end() : stop]):
            return plain
        plain = mask(plain, [(head.start(), stop)])
    return plain


def _line_end(low: str, start: int) -> int:
    stop = low.find("\n", start)
    return len(low) if stop < 0 else stop


def strip_courtesy(plain: PlainText, book: Phrasebook, options: OptionSet) -> PlainText:
    """Return the text without closing sentences of courtesy that name no option.

    Args:
        plain: The text.
        book: Phrases of its languages.
        options: The question's options.
    """
    low = plain.low
    for match in book.courtesy.finditer(low, max(0, len(low) - _MAX_COURTESY)):
        before = low[: match.start()].rstrip(" *-(>")[-1:]
        if before not in _SENTENCE_ENDS or _names_option(plain, match.start(), book, options):
            continue
        return mask(plain, [(match.start(), len(low))])
    return plain


def _names_option(plain: PlainText, start: int, book: Phrasebook, options: OptionSet) -> bool:
    if book.cue.search(plain.low, start):
        return True
    if options.phrases is not None and options.phrases.search(plain.low, start):
        return True
    return any(
        match.group().lower() not in book.letter_words
        for match in options.forms.scan.finditer(plain.text, start)
    )


_MAX_COURTESY = 600
_SENTENCE_ENDS = frozenset((".", "!", "?", "\n", "", "。", "！", "？", ")", '"'))
