"""What a question's key and hint name among its options, and when two option texts are the same."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

from judgekit.errors import InputDataError
from judgekit.mcq.options import compile_options
from judgekit.records.sample import Sample

_ROMAN = re.compile(r"[IVX]+|[ivx]+")
_LABEL_AND_TEXT = re.compile(r"[(\[]?\s*(?P<label>[^\s.:()\[\]]+)\s*[.:)\]]\s*(?P<text>.+)", re.S)
_BETWEEN_LABELS = re.compile(r"\s*[,;/|]\s*|\s+and\s+|\s+")


def same_text(text: str) -> str:
    """Return the form in which two option texts are compared: case, width and spaces aside."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" .;,")


def option_texts(options: Mapping[str, str]) -> dict[str, str]:
    """Return label -> text in the form that is compared; equal texts of one question are numbered.

    Variants of a question are matched on these, since their options may be reordered.
    """
    seen: Counter[str] = Counter()
    texts: dict[str, str] = {}
    for label, text in options.items():
        plain = same_text(text)
        seen[plain] += 1
        texts[label] = plain if seen[plain] == 1 else f"{plain} #{seen[plain]}"
    return texts


def check_options(sample: Sample) -> None:
    """Refuse options that cannot be told apart.

    Raises:
        InputDataError: Fewer than two labels, two that read alike, or labels of mixed kinds.
    """
    options = sample.options or {}
    try:
        compile_options(options)
    except ValueError:
        raise InputDataError(
            f"question {sample.id!r}: options need at least two labels that read differently, got "
            f"{', '.join(map(repr, options)) or 'none'}"
        ) from None
    kinds = {label: _kind(label) for label in options}
    if all(_ROMAN.fullmatch(label.strip()) for label in options) and len(options) > 1:
        return
    if len(set(kinds.values())) > 1:
        shown = ", ".join(f"{label!r} ({kind})" for label, kind in kinds.items())
        raise InputDataError(
            f"question {sample.id!r}: its labels are of mixed kinds: {shown}; "
            "use one kind for all options of a question"
        )


def _kind(label: str) -> str:
    plain = unicodedata.normalize("NFKC", label).strip()
    if plain.isdigit():
        return "number"
    if len(plain) == 1:
        return "letter"
    return "word"


def key_of(sample: Sample) -> frozenset[str]:
    """Return the labels that are right: one, or with `multi_select` one or more.

    A label counts before a text; "C. CT" must have the text of option C.

    Raises:
        InputDataError: The answer is not among the options.
    """
    options, answer = sample.options or {}, sample.answer or ""
    found = named_option(answer, options)
    if found is not None:
        return frozenset((found,))
    if sample.multi_select:
        parts = [named_option(part, options) for part in _BETWEEN_LABELS.split(answer.strip())]
        glued = [label for label in answer.strip() if label in options]
        if parts and None not in parts:
            return frozenset(part for part in parts if part is not None)
        if glued and len(glued) == len(answer.strip()) == len(set(glued)):
            return frozenset(glued)
    shown = repr(answer) if len(answer) <= 12 else f"of {len(answer)} characters"
    raise InputDataError(
        f"question {sample.id!r}: the answer {shown} is not among the options "
        f"{', '.join(options)}: it must be a label, a label with that option's text, or an "
        "option's text"
        + ("" if sample.multi_select else "; several right options need multi_select: true")
    )


def named_option(name: str, options: Mapping[str, str]) -> str | None:
    """Return the label of the one option that `name` names; None where it names none.

    `name` is a label (of either case where that is clear), a label with its text ("C. CT"), or a
    text.
    """
    plain = name.strip()
    if plain in options:
        return plain
    alike = [label for label in options if label.casefold() == plain.strip("().[] ").casefold()]
    if len(alike) == 1:
        return alike[0]
    texts = {label: same_text(text) for label, text in options.items()}
    named = [label for label, text in texts.items() if text and text == same_text(plain)]
    if len(named) == 1:
        return named[0]
    both = _LABEL_AND_TEXT.fullmatch(plain)
    if both is None:
        return None
    alike = [label for label in options if label.casefold() == both["label"].casefold()]
    if len(alike) == 1 and texts[alike[0]] == same_text(both["text"]):
        return alike[0]
    return None
