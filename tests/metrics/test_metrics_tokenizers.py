"""How texts are cut: worked examples for both tokenizers, and what the default one loses."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgekit.metrics import cut_rouge, cut_unicode, lost_letters
from judgekit.metrics.tokenize_unicode import stem_unicode

# text, tokens of "rouge", tokens of "unicode", letters and digits the first one loses
EXAMPLES = [
    ("", [], [], 0),
    ("... -- !?", [], [], 0),
    ("Left lung: clear.", ["left", "lung", "clear"], ["left", "lung", "clear"], 0),
    ("5 \u00b5g", ["5", "g"], ["5", "\u03bcg"], 1),
    ("5\u03bcg", ["5", "g"], ["5\u03bcg"], 1),
    ("β-blocker", ["blocker"], ["β-blocker"], 1),
    ("T2-weighted", ["t2", "weighted"], ["t2-weighted"], 0),
    ("T2\u2010weighted", ["t2", "weighted"], ["t2-weighted"], 0),
    ("na\u00efve", ["na", "ve"], ["na\u00efve"], 1),
    ("nai\u0308ve", ["nai", "ve"], ["na\u00efve"], 1),
    ("3.5 cm", ["3", "5", "cm"], ["3.5", "cm"], 0),
    ("3,5 cm", ["3", "5", "cm"], ["3,5", "cm"], 0),
    ("3-5 mm", ["3", "5", "mm"], ["3", "5", "mm"], 0),
    ("5-mm, L4-L5", ["5", "mm", "l4", "l5"], ["5-mm", "l4-l5"], 0),
    ("2 cm²", ["2", "cm"], ["2", "cm2"], 1),
    ("10²", ["10"], ["10²"], 1),
    ("1½", ["1"], ["1½"], 1),
    ("H₂O", ["h", "o"], ["h2o"], 1),
    ("HER2+, HER2- (+)", ["her2", "her2"], ["her2", "+", "her2", "-", "+"], 0),
    ("-5 to (-3)", ["5", "to", "3"], ["-5", "to", "-3"], 0),
    ("\u22125 °C -- a--b", ["5", "c", "a", "b"], ["-5", "°c", "a", "b"], 0),
    ("×10⁻³ Na⁺", ["10", "na"], ["10⁻³", "na⁺"], 1),
    ("≥ 5 %", ["5"], ["≥", "5", "%"], 0),
    ("37 °C, 90°", ["37", "c", "90"], ["37", "°c", "90", "°"], 0),
    ("左肺结节3.5cm", ["3", "5cm"], ["左", "肺", "结", "节", "3.5cm"], 4),
    ("ＭＲＩ画像で", [], ["mri", "画", "像", "で"], 6),
    ("폐 결절", [], ["폐", "결절"], 3),
    ("عقدة في الرئة", [], ["عقدة", "في", "الرئة"], 11),
    ("Узел в лёгком", [], ["узел", "в", "лёгком"], 11),
    # Vowel signs are marks: they stay in the word and are not counted as letters.
    ("फेफड़े में", [], ["फ\u0947फड\u093cे", "में"], 4),
    ("ปอด", [], ["ป", "อ", "ด"], 3),
    ("soft\u00adtissue", ["soft", "tissue"], ["softtissue"], 0),
]


@pytest.mark.parametrize(("text", "by_rouge", "by_unicode", "lost"), EXAMPLES)
def test_worked_examples(text: str, by_rouge: list[str], by_unicode: list[str], lost: int) -> None:
    """Each rule of the two tokenizers, cut by hand."""
    assert by_rouge == cut_rouge(text)
    assert by_unicode == cut_unicode(text)
    assert lost == lost_letters([text])


def test_losses_add_up_over_texts() -> None:
    """µ and β in the first text, ï in the third: three."""
    assert lost_letters(["5 µg β-blocker", "plain", "naïve"]) == 3
    assert lost_letters([]) == 0


@settings(deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["No"])))
def test_unicode_loses_no_letter_of_a_script(text: str) -> None:
    """Every letter and digit of the folded text stands in some token (raised forms apart)."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
    kept = set("".join(cut_unicode(text)))

    assert {c for c in folded if unicodedata.category(c) in {"Ll", "Lo", "Nd"}} <= kept


@settings(deadline=None)
@given(st.text(alphabet="éïаβ肺 x1.-"))
def test_unicode_does_not_depend_on_how_accents_are_stored(text: str) -> None:
    """Composed and decomposed forms are one text."""
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))

    assert cut_unicode(composed) == cut_unicode(decomposed)


@settings(deadline=None)
@given(st.text(alphabet="aB1.-%,' "))
def test_unicode_cuts_plain_text_the_same_beside_other_scripts(text: str) -> None:
    """A text of plain characters is cut alike whether or not an accent follows it."""
    assert [*cut_unicode(text), "é"] == cut_unicode(f"{text} é")


def test_long_texts_are_cut_in_linear_time() -> None:
    """A run of 200,000 joined parts is one token, found without backtracking."""
    assert cut_unicode("a-" * 199_999 + "a") == ["-".join("a" * 200_000)]


def test_stemming_touches_english_parts_only() -> None:
    """Parts of a-z over three letters are stemmed; short, accented and numbered ones stay."""
    drop_last = {"blockers": "blocker", "weighted": "weight"}.__getitem__

    assert stem_unicode("β-blockers", drop_last) == "β-blocker"
    assert stem_unicode("t2-weighted", drop_last) == "t2-weight"
    assert stem_unicode("naïves", drop_last) == "naïves"
    assert stem_unicode("mri", drop_last) == "mri"
