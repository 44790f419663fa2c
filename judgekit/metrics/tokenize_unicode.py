"""The "unicode" tokenizer: keeps every script, units, accents, decimals and hyphenated terms."""

from __future__ import annotations

import functools
import re
import sys
import unicodedata
from collections.abc import Callable

# Superscripts, subscripts and fractions: compatibility folding would make "10²" a "102" and
# "1½" an "11⁄2", so these stay as they are, or become plain digits behind a letter (cm², H₂O).
_RAISED = "²³¹⁰⁴-⁹₀-₉"
_NUMBER_FORMS = re.compile("([²³¹¼-¾\u2070-\u209c\u2150-\u215f\u2189])")
_RAISED_AFTER_LETTER = re.compile(f"(?<=[^\\W\\d_{_RAISED}])[{_RAISED}]+")
_INVISIBLE = re.compile("[\u00ad\ufeff]")
_HYPHENS = re.compile("[\u2010\u2011\u2212]")

# Scripts written without spaces: Han, Hiragana, Katakana, Bopomofo, Yi; Thai, Lao, Myanmar, Khmer.
_UNSPACED = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua48c\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U000323af"
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6"
    "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3"
)
_SYMBOLS = "%‰±≤≥<>=+"


def cut_unicode(text: str) -> list[str]:
    """Return the tokens of `text` in any script, lower-cased.

    The rules, in order:

    1. The text is case-folded and compatibility-normalised (NFKC): µ (micro sign) and μ (Greek
       mu) are one letter, full-width letters become plain, an accent is the same however it is
       stored, and it is kept. Superscripts, subscripts and fractions are kept as written, except
       that behind a letter they become plain digits: "cm²" is "cm2", "10²" stays "10²".
    2. Chinese, Japanese (kana and kanji), Thai, Lao, Myanmar and Khmer: one character, with the
       marks that belong to it, is one token. Korean is cut at spaces like Latin script.
    3. Elsewhere a token is a run of letters, digits and their marks. A point or comma between
       two digits belongs to the number ("3.5", "1,5" as written). A hyphen joins ("t2-weighted",
       "β-blocker", "5-mm") unless it stands between two digits ("3-5" is a range of two tokens).
       A number written against its unit stays so ("5mg").
    4. A minus that stands directly before a digit and behind a space or bracket belongs to the
       number ("-5"); a hyphen that ends a word is a token of its own, so that "HER2-" is not
       "HER2+".
    5. "%", "‰", "±", "≤", "≥", "<", ">", "=", "+" and "°" are tokens; "°C" and "°F" are one.
    6. All else separates: other punctuation, "/".

    Args:
        text: Any text.

    Returns:
        The tokens in order; an empty list for a text without any.

    Example:
        >>> cut_unicode("T2-weighted: 3.5 µg, naïve")
        ['t2-weighted', '3.5', 'μg', 'naïve']
    """
    return _pattern(text.isascii()).findall(_fold(text))


def stem_unicode(token: str, stem: Callable[[str], str]) -> str:
    """Return `token` with each of its English-looking parts stemmed.

    A part is what stands between hyphens; it is stemmed when it is made of a-z only and longer
    than three letters, so that other languages and numbers stay as they are.

    Args:
        token: One token of `cut_unicode`.
        stem: The stemmer of one a-z word.

    Returns:
        The stemmed token, never empty.

    Example:
        >>> stem_unicode("β-blockers", lambda word: word.removesuffix("s"))
        'β-blocker'
    """
    return "-".join(
        stem(part) if len(part) > 3 and part.isascii() and part.isalpha() else part
        for part in token.split("-")
    )


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    visible = _HYPHENS.sub("-", _INVISIBLE.sub("", text))
    plain = _RAISED_AFTER_LETTER.sub(_to_plain_digits, visible)
    # Odd places of the split hold the number forms, which are left as they are.
    parts = [
        part if index % 2 else unicodedata.normalize("NFKC", part)
        for index, part in enumerate(_NUMBER_FORMS.split(plain))
    ]
    return unicodedata.normalize("NFC", "".join(parts).casefold())


def _to_plain_digits(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", match.group())


@functools.cache
def _pattern(is_ascii: bool) -> re.Pattern[str]:
    marks = "" if is_ascii else _mark_class()
    one = f"[{_UNSPACED}][{marks}]*|" if marks else ""
    letter = f"(?:(?![{_UNSPACED}])[^\\W_]|[{marks}⁺⁻])" if marks else "[^\\W_]"
    solid = f"{letter}+(?:(?<=\\d)[.,](?=\\d){letter}+)*"
    hyphen = "(?:(?<!\\d)-|-(?!\\d))"
    word = f"{solid}(?:{hyphen}{solid})*"
    sign = "(?<![^\\s(\\[{<>≤≥=±~:])-(?=\\d)"
    behind = f"[^\\W_]|[{marks}⁺⁻]" if marks else "[^\\W_]"
    last_hyphen = f"(?<={behind})-(?![-\\w])"
    return re.compile(f"{one}(?:{sign})?{word}|°[cf](?![^\\W_])|[{_SYMBOLS}°]|{last_hyphen}")


def _mark_class() -> str:
    """Return the combining marks, and the joiners that stand inside words, as a regex class."""
    last = min(sys.maxunicode, 0x1FFFF)
    points = [point for point in range(0x300, last) if unicodedata.category(chr(point))[0] == "M"]
    ranges: list[list[int]] = []
    for point in [*points, 0x200C, 0x200D]:
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "".join(f"{chr(first)}-{chr(final)}" for first, final in ranges)
