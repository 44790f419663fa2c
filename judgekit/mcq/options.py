"""The options of one question, compiled for search: labels as tokens, texts as phrases."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judgekit.mcq.labels import LabelForms, compile_labels
from judgekit.mcq.lexicon import LEFT, RIGHT, UNSPACED, split_phrases
from judgekit.mcq.lexicons import LEXICONS
from judgekit.mcq.normalise import fold_text

_EDGE = " \t\n.,:;!?\"'()[]{}<>|=·•。，、；：！？「」『』《》→⇒#&"
_DASHED = re.compile(r"[\s\-–_/]+")
_ARTICLE = re.compile(
    r"^(?:a|an|the|un|une|le|la|les|el|los|las|il|lo|de|het|een|der|die|das|o|os)\s+"
)
_ASIDE = re.compile(r"\s*[(\[]([^()\[\]]+)[)\]]")
_CLASSES = ("undetermined", "none_of", "all_of")
_YES_NO = frozenset(
    [
        "yes",
        "no",
        "true",
        "false",
        "ja",
        "nein",
        "oui",
        "non",
        "sí",
        "si",
        "sim",
        "não",
        "nee",
        "sì",
        "да",
        "нет",
        "是",
        "否",
        "はい",
        "いいえ",
        "예",
        "아니오",
        "아니요",
        "네",
        "نعم",
        "لا",
    ]
)


def canonical(text: str) -> str:
    """Return folded `text` in lower case without edge punctuation, dashes as blanks."""
    return _DASHED.sub(" ", text.strip(_EDGE).lower()).strip()


@dataclass(frozen=True)
class OptionSet:
    """The options of one question.

    Attributes:
        names: The labels as the caller gives them, in option order.
        forms: How the labels look in a response.
        texts: Canonical text to option index; -1 where two options share it.
        phrases: Finds option texts in lower-cased text, the longest first; None without texts.
        phrase_options: Option index of each group of `phrases`.
        yes_no: Options whose text is a word such as yes or no.
        classes: Option index by abstention class (undetermined, none_of, all_of).
        frame: Finds "grade is B" where the texts differ in one letter only; None otherwise.
        frame_options: Letter to option index for `frame`.
        longest: Length of the longest text.
        listing: Finds all the options listed in order, each label before its text.
    """

    names: tuple[str, ...]
    forms: LabelForms
    texts: dict[str, int]
    phrases: re.Pattern[str] | None
    phrase_options: tuple[int, ...]
    yes_no: frozenset[int]
    classes: dict[str, int]
    frame: re.Pattern[str] | None
    frame_options: dict[str, int]
    listing: re.Pattern[str]
    longest: int

    def find_text(self, text: str) -> int | None:
        """Return the option whose text is exactly `text`, an article aside; None if none is."""
        plain = canonical(text)
        found = self.texts.get(plain)
        if found is None:
            found = self.texts.get(_ARTICLE.sub("", plain))
        return None if found is None or found < 0 else found


def compile_options(options: Mapping[str, str]) -> OptionSet:
    """Return the compiled form of `options` (label to text), kept for the next call.

    Raises:
        ValueError: Fewer than two options, or two labels that read alike.
    """
    return _compile(tuple((str(label), str(text)) for label, text in options.items()))


@lru_cache(maxsize=4096)
def _compile(items: tuple[tuple[str, str], ...]) -> OptionSet:
    names = tuple(label for label, _ in items)
    labels = tuple(fold_text(label).strip(_EDGE) for label in names)
    if len(items) < 2 or len(set(labels)) < len(labels) or not all(labels):
        raise ValueError(
            "reading a multiple-choice question: options need at least two labels, all different "
            f"and not empty, got {names!r}; pass a mapping of label to text"
        )
    folded = tuple(fold_text(text) for _, text in items)
    forms = compile_labels(labels)
    variants = [_variants(text) for text in folded]
    if forms.kind == "word":
        variants = [(*own, label.lower()) for own, label in zip(variants, labels, strict=True)]
    texts: dict[str, int] = {}
    for number, own in enumerate(variants):
        for form in map(canonical, own):
            if form:
                texts[form] = number if texts.get(form, number) == number else -1
    phrases, owners = _phrase_pattern(texts, forms)
    frame, letters = _frame(folded)
    return OptionSet(
        names=names,
        forms=forms,
        texts=texts,
        phrases=phrases,
        phrase_options=owners,
        yes_no=frozenset(number for form, number in texts.items() if form in _YES_NO),
        classes=_abstentions(folded),
        frame=frame,
        frame_options=letters,
        listing=_listing(labels, folded),
        longest=max(map(len, folded)),
    )


def _variants(text: str) -> tuple[str, ...]:
    """Return the text, the text without its bracketed aside, and a bracketed abbreviation."""
    low = text.lower()
    aside = _ASIDE.search(low)
    forms = [low]
    if aside:
        forms.append(_ASIDE.sub("", low))
        if len(aside[1].split()) == 1 and aside[1].isalpha() and len(aside[1]) > 1:
            forms.append(aside[1])
    without = _ARTICLE.sub("", low)
    if without != low:
        forms.append(without)
    return tuple(forms)


def _phrase_pattern(
    texts: Mapping[str, int], forms: LabelForms
) -> tuple[re.Pattern[str] | None, tuple[int, ...]]:
    usable = sorted((t for t in texts if _is_searchable(t, forms)), key=len, reverse=True)
    if not usable:
        return None, ()
    parts = ["(" + _words_pattern(text) + ")" for text in usable]
    pattern = (
        rf"{LEFT}(?<![^\W{UNSPACED}]-)(?<!\d[.,])(?:{'|'.join(parts)}){RIGHT}(?![.,]\d|-[^\W\d])"
    )
    return re.compile(pattern), tuple(texts[text] for text in usable)


def _is_searchable(text: str, forms: LabelForms) -> bool:
    if len(text) == 1:
        return text.isdigit() and forms.kind != "number"
    return True


def _words_pattern(text: str) -> str:
    words = text.split(" ")
    body = r"[\s\-–_/]?".join(map(re.escape, words)) if len(words[0]) == 1 else ""
    if not body:
        body = r"[\s\-–_/]+".join(map(re.escape, words))
    return body + (
        "s?"
        if words[-1].isascii() and words[-1].isalpha() and words[-1][-1] != "s" and len(text) > 3
        else ""
    )


def _abstentions(texts: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, text in enumerate(texts):
        low = text.lower()
        for name, phrases in _CLASS_PHRASES:
            if name not in found and any(phrase in low for phrase in phrases):
                found[name] = number
                break
    return found


_CLASS_PHRASES = tuple(
    (
        name,
        tuple(
            phrase
            for lex in LEXICONS
            for phrase in split_phrases(dict(lex.tables).get(name, ""))  # type: ignore[call-overload] # a Tag by name
            if " " in phrase or not phrase.isascii()
        ),
    )
    for name in _CLASSES
)


def _frame(texts: Sequence[str]) -> tuple[re.Pattern[str] | None, dict[str, int]]:
    """Recognise texts that differ only in their last word, a single letter or digit."""
    parts = [text.rsplit(" ", 1) for text in texts]
    if any(len(part) < 2 or len(part[1]) != 1 for part in parts):
        return None, {}
    if len({part[0].lower() for part in parts}) != 1 or len({p[1] for p in parts}) != len(parts):
        return None, {}
    letters = {part[1]: number for number, part in enumerate(parts)}
    noun = re.escape(parts[0][0].split()[-1].lower())
    either_case = f"(?i:{noun})s?"
    letter = "[" + "".join(map(re.escape, letters)) + "]"
    link = r"(?:\s+(?:is|was|of|shown\s+is|seen\s+is|:|=))?[\s:=]+"
    return re.compile(rf"{LEFT}{either_case}{link}({letter}){RIGHT}(?!-\w)"), letters


def _listing(labels: Sequence[str], texts: Sequence[str]) -> re.Pattern[str]:
    parts = []
    for label, text in zip(labels, texts, strict=True):
        words = r"[\s\-–_/]+".join(map(re.escape, canonical(text).split(" ")))
        parts.append(rf"[(\[]?{re.escape(label.lower())}[.):\]\-–\s\"]{{1,4}}{words}[.;,\"]?")
    head = r"(?:(?:options?|choices|answer choices)\s?:\s*)?[(\[{]?"
    return re.compile(head + r"[\s\-•*|,;]{1,6}".join(parts))
