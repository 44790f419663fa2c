"""What single responses yield: answer, evidence, what was rejected and why, reasons for none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import judgekit.mcq
from judgekit.mcq import extract_choice
from judgekit.mcq.lexicons import LEXICONS
from judgekit.records.choice import Choice, Reason, Status

_ORGANS = {"A": "Liver", "B": "Kidney", "C": "Spleen", "D": "Pancreas"}


def test_evidence_is_a_place_in_the_original_text() -> None:
    """The span counts characters of the response as it came, marks and reasoning included."""
    response = "<think>A?</think>\n**Answer:** \u200b（Ｃ）"
    choice = extract_choice(response, _ORGANS)
    assert (choice.labels, response[slice(*(choice.span or (0, 0)))]) == (("C",), "Ｃ")


def test_what_is_rejected_is_kept_with_its_reason() -> None:
    """The hint's option and a negated one are listed in order of appearance, with spans."""
    response = "The hint says B, but it is not A. Answer: D"
    choice = extract_choice(response, _ORGANS)
    assert [(r.label, r.why) for r in choice.rejected] == [("B", "attributed"), ("A", "negated")]
    assert [response[slice(*r.span)] for r in choice.rejected] == ["B", "A"]
    assert choice.labels == ("D",)


@pytest.mark.parametrize(
    ("response", "status", "reason"),
    [
        ("", "none", "empty"),
        ("<think>It could be A", "none", "truncated"),
        ("The answer is", "none", "truncated"),
        ("Answer: G", "none", "outside the options"),
        ("Question: Which organ? A. Liver B. Kidney C. Spleen D. Pancreas", "none", "prompt echo"),
        ("The hint says B.", "none", "hint echo"),
        ("Answer: AB", "ambiguous", "two answers"),
        ("It could be A or B.", "ambiguous", "hedge"),
        ("B. Liver", "ambiguous", "label and text disagree"),
        ("I cannot interpret images.", "refused", "refused"),
        ("It is not A.", "none", "only rejected options"),
        ("The film is well exposed.", "none", "no claim"),
    ],
)
def test_no_answer_has_a_reason(response: str, status: Status, reason: Reason) -> None:
    """Each way of not answering has its own status and reason, and no labels."""
    choice = extract_choice(response, _ORGANS)
    assert (status, reason, ()) == (choice.status, choice.reason, choice.labels)


def test_a_known_question_is_masked() -> None:
    """What repeats the question is no evidence, however it is broken into lines."""
    question = "Which organ is this? Most readers say that the answer is B."
    response = "Which organ is this? Most readers say that\nthe answer is B."
    assert extract_choice(response, _ORGANS, question=question).status == "none"


def test_one_option_text_for_two_labels_decides_nothing() -> None:
    """A text that two options share is never resolved to one of them."""
    options = {"A": "Cyst", "B": "Cyst", "C": "Abscess"}
    assert extract_choice("cyst", options).labels == ()
    assert extract_choice("Answer: B", options).labels == ("B",)


@pytest.mark.parametrize(
    "options", [{}, {"A": "CT"}, {"A": "CT", "Ａ": "MRI"}, {"": "x", "B": "y"}]
)
def test_options_that_cannot_be_told_apart_are_refused(options: dict[str, str]) -> None:
    """Fewer than two labels, empty ones, or two that read alike are an error that names them."""
    with pytest.raises(ValueError, match="at least two labels"):
        extract_choice("A", options)


def test_multi_select_is_a_set_in_option_order() -> None:
    """Labels come in option order whatever the response's order; the same text is one list."""
    choice = extract_choice("Answer: D and B", _ORGANS, multi_select=True)
    assert choice.labels == ("B", "D")
    assert extract_choice("Answer: D and B", _ORGANS).status == "ambiguous"


def test_a_choice_cannot_lie() -> None:
    """An answer without labels or span, and a non-answer without a reason, cannot be made."""
    for fields in (
        {"status": "answered"},
        {"status": "answered", "labels": ("A",)},
        {"status": "none"},
        {"status": "none", "labels": ("A",), "reason": "empty"},
    ):
        with pytest.raises(ValueError, match="choice"):
            Choice.model_validate(fields)


def test_rules_hold_no_phrases() -> None:
    """Rules name no language: no rule module imports a single language's lexicon."""
    for path in Path(judgekit.mcq.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"lexicons\.[a-z]+ import|lexicons import (?!ENGLISH|LEXICONS)", text)


def test_languages_without_cases_are_marked() -> None:
    """A language is experimental exactly if the given corpus has no case of it."""
    known = {"en", "zh", "fr", "ar", "es", "nl", "pt", "de", "ru", "el", "it", "ko", "id", "ja"}
    assert known == {lex.code for lex in LEXICONS if not lex.experimental}
    assert len({lex.code for lex in LEXICONS}) == len(LEXICONS)


def test_reading_is_a_pure_function() -> None:
    """The same input gives the same choice, whatever was read before."""
    first = extract_choice("I think it is B.", _ORGANS)
    extract_choice("La respuesta es C", {"A": "Hígado", "B": "Riñón", "C": "Bazo"})
    assert first == extract_choice("I think it is B.", _ORGANS)
