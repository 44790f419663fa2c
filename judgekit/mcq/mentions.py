"""Where a text mentions options, by label or by text, and how the mentions form lists."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judgekit.mcq.labels import FOREIGN
from judgekit.mcq.medical import is_medical_letter
from judgekit.mcq.normalise import PlainText
from judgekit.mcq.options import OptionSet
from judgekit.mcq.phrasebook import Phrasebook

_SENTENCE_START = re.compile(r"(?:^|[.!?。！？;；\n:(]|[\"'|])[\s\-–—>|\"'*#•(]*$")
MAX_MENTIONS = 2000
_MAX_JOINT = 40
_MAX_ASIDE = 24


@dataclass(slots=True, eq=False)
class Group:
    """Mentions that stand or fall together ("A, B and C").

    Attributes:
        start: Where the first starts in the plain text.
        end: Where the last ends.
        options: Option indices in order of appearance; FOREIGN for a label that is no option.
        has_label: True if an option is named by its label.
        has_text: True if an option is named by its text.
        is_weak: True for forms that count only after a cue, in brackets or alone.
        is_glued: True for labels written together ("AB").
        either: True if joined by "or".
        both: True if joined by "and".
        conflict: True if a label stands before another option's text.
    """

    start: int
    end: int
    options: tuple[int, ...]
    has_label: bool
    has_text: bool
    is_weak: bool = False
    is_glued: bool = False
    either: bool = False
    both: bool = False
    conflict: bool = False


def find_mentions(plain: PlainText, options: OptionSet, book: Phrasebook) -> list[Group]:
    """Return the mentions in order of place, texts before the labels inside them.

    Of more than `MAX_MENTIONS`, the first eighth and the last seven eighths are kept.
    """
    texts = _texts(plain, options)
    taken = [(group.start, group.end) for group in texts]
    found = texts + _labels(plain, options, book, taken)
    found.sort(key=lambda group: group.start)
    if len(found) > MAX_MENTIONS:
        found = found[: MAX_MENTIONS // 8] + found[-MAX_MENTIONS * 7 // 8 :]
    return found


def _texts(plain: PlainText, options: OptionSet) -> list[Group]:
    found = []
    if options.phrases is not None:
        for match in options.phrases.finditer(plain.low):
            number = options.phrase_options[(match.lastindex or 1) - 1]
            if number < 0 or not _is_free_yes_no(
                plain.low, match.start(), match.end(), number, options
            ):
                continue
            found.append(Group(match.start(), match.end(), (number,), False, True))
    if options.frame is not None:
        ends = {(group.start, group.end) for group in found}
        for match in options.frame.finditer(plain.text):
            if not any(start <= match.start(1) < end for start, end in ends):
                number = options.frame_options[match.group(1)]
                found.append(Group(match.start(), match.end(), (number,), False, True))
    return found


_YES_NO_END = re.compile(r"\s*(?:[.,;:!)\]}\"'\n|-]|$|and\b|or\b|because|since|as\b)")


def _is_free_yes_no(low: str, start: int, end: int, number: int, options: OptionSet) -> bool:
    """Return False for a yes or no inside a sentence, where it is no answer."""
    if number not in options.yes_no or end - start > 9:
        return True
    at_start = _SENTENCE_START.search(low[max(0, start - 12) : start]) is not None
    return bool(_YES_NO_END.match(low, end)) or (at_start and not low[:start].strip(" \n\"'*-#>"))


def _labels(
    plain: PlainText, options: OptionSet, book: Phrasebook, taken: list[tuple[int, int]]
) -> list[Group]:
    found: list[Group] = []
    position = 0
    spans = [match.span() for match in options.forms.scan.finditer(plain.text)]
    if len(spans) > 2 * MAX_MENTIONS:
        spans = spans[: MAX_MENTIONS // 4] + spans[-MAX_MENTIONS * 7 // 4 :]
    for start, end in spans:
        while position < len(taken) and taken[position][1] <= start:
            position += 1
        if position < len(taken) and taken[position][0] <= start:
            continue
        group = _label(plain, options, book, start, end)
        if group is not None:
            found.append(group)
    return found


def _label(
    plain: PlainText, options: OptionSet, book: Phrasebook, start: int, end: int
) -> Group | None:
    token = plain.text[start:end]
    glued = options.forms.glued(token)
    if glued:
        return Group(start, end, glued, True, False, is_weak=True, is_glued=True)
    number = options.forms.index(token)
    if number is None and len(token) > 1 and options.forms.kind == "letter":
        return None
    if _has_slash_word(plain.text, options, start, end):
        return None
    bracketed = _is_bracketed(plain.text, start, end)
    if not bracketed:
        if _is_word(plain, book, start, end):
            return None
        if is_medical_letter(plain.low, start, end):
            return None
    if number is None:
        return Group(start, end, (FOREIGN,), True, False, is_weak=True)
    weak = token not in options.forms.strong or options.forms.kind == "number"
    return Group(start, end, (number,), True, False, is_weak=weak and not bracketed)


def _is_bracketed(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if before in ("(", "[", "{") and after in (")", "]", "}", ".", ":"):
        return True
    return (
        after == ")"
        and (start == 0 or before == "\n" or before == " ")
        and "(" not in text[max(0, start - 30) : start]
    )


def _has_slash_word(text: str, options: OptionSet, start: int, end: int) -> bool:
    """Return True for N/A, A/P and other abbreviations with a slash."""
    if text[end : end + 1] == "/" and text[end + 1 : end + 2].isalnum():
        return options.forms.index(text[end + 1 : end + 2]) is None
    if text[start - 1 : start] == "/" and text[max(0, start - 2) : start - 1].isalnum():
        return options.forms.index(text[start - 2 : start - 1]) is None
    return False


def _is_word(plain: PlainText, book: Phrasebook, start: int, end: int) -> bool:
    """Return True for an article, pronoun or preposition of one letter."""
    low = plain.low[start:end]
    if low not in book.letter_words or end - start > 1:
        return False
    follows = plain.text[end : end + 1] == " " and plain.text[end + 1 : end + 2].isalpha()
    if low == "i" and plain.text[end : end + 2] == ", ":
        return not book.designator_before.search(plain.low[max(0, start - 16) : start])
    if not follows:
        return False
    if low == "i":
        return not book.after_pronoun.match(plain.low, end)
    if plain.text[start].islower():
        return not book.after_pronoun.match(plain.low, end)
    if book.after_article.match(plain.low, end):
        return False
    return bool(_SENTENCE_START.search(plain.low[max(0, start - 12) : start]))


def merge_mentions(
    plain: PlainText, mentions: list[Group], book: Phrasebook, *, multi_select: bool
) -> list[Group]:
    """Return the mentions with labels and their own texts made one, and lists made groups."""
    pairs: list[Group] = []
    for group in mentions:
        last = pairs[-1] if pairs else None
        if last is not None and _is_pair(plain.low, last, group, book):
            _extend(last, group, same=last.options == group.options)
        else:
            pairs.append(group)
    merged: list[Group] = []
    for group in pairs:
        last = merged[-1] if merged else None
        if last is not None and _is_joined(plain.low, last, group, book, multi_select=multi_select):
            gap = plain.low[last.end : group.start]
            last.either = last.either or bool(book.either.search(gap))
            last.both = last.both or bool(book.both.search(gap))
            last.options = (*last.options, *(o for o in group.options if o not in last.options))
            last.end = group.end
            last.has_label |= group.has_label
            last.has_text |= group.has_text
        else:
            merged.append(group)
    return merged


def _is_pair(low: str, first: Group, second: Group, book: Phrasebook) -> bool:
    if len(first.options) > 1 or len(second.options) > 1 or first.has_label == second.has_label:
        return False
    gap = low[first.end : second.start]
    if len(gap) > _MAX_ASIDE or not gap or not book.article_gap.fullmatch(gap):
        return False
    if first.options == second.options:
        return True
    # another option's text right behind a label's delimiter contradicts the label
    return (
        first.has_label
        and FOREIGN not in first.options
        and re.fullmatch(r"[.:)\]]+\s+|\s?\(|\s[-–—]\s|\)\s", gap) is not None
        and re.match(r"\s*[)\]]?\s*(?:[.!\n]|$)", low[second.end : second.end + 4]) is not None
    )


def _extend(first: Group, second: Group, *, same: bool) -> None:
    first.end = second.end
    first.has_label = first.has_text = True
    first.is_weak = False
    if not same:
        first.conflict = True
        first.options = (*first.options, *second.options)


_SEPARATOR = re.compile(r"[,/&+、]")
_MULTI_JOINT = re.compile(r"[)\]\"']*\s*(?:[;\n]\s*)+[-•*]?\s*[(\[\"']*")


def _is_joined(
    low: str, first: Group, second: Group, book: Phrasebook, *, multi_select: bool
) -> bool:
    gap = low[first.end : second.start]
    if set(first.options) & set(second.options):
        return False
    if len(gap) > _MAX_JOINT or first.conflict or second.conflict or first.is_glued:
        return False
    if multi_select and _MULTI_JOINT.fullmatch(gap):
        return True
    if not book.joiner.fullmatch(gap):
        return False
    return bool(_SEPARATOR.search(gap) or book.either.search(gap) or book.both.search(gap))
