"""One response to several questions: how it is cut, and what a missing part costs."""

from __future__ import annotations

import pytest

from judgekit.mcq import JointQuestion, extract_joint

_QUESTIONS: list[JointQuestion] = [
    {"id": "q1", "name": "modality", "options": {"A": "CT", "B": "MRI"}},
    {"id": "q2", "name": "organ", "options": {"A": "Liver", "B": "Kidney", "C": "Spleen"}},
    {"id": "q3", "name": "lesion", "options": {"A": "Cyst", "B": "Abscess"}, "multi_select": True},
]


def _labels(response: str) -> list[str]:
    return ["".join(choice.labels) for choice in extract_joint(response, _QUESTIONS).values()]


@pytest.mark.parametrize(
    "response",
    [
        "1. B\n2. C\n3. A",
        "Q3: A\nQ1: B\nQ2: C",
        "B, C, A",
        "['B', 'C', 'A']",
        "BCA",
        '{"modality": "B", "organ": "C", "lesion": ["A"]}',
        "<organ>C</organ><modality>B</modality><lesion>A</lesion>",
        "| # | answer |\n|---|---|\n| 1 | B |\n| 2 | C |\n| 3 | A |",
        "The modality is B, the organ is C, and the lesion is A.",
        "First B, second C, third A.",
        "It is an MRI. The spleen holds a simple cyst.",
    ],
)
def test_every_form_gives_the_same_answers(response: str) -> None:
    """Numbers, names, JSON, tags, tables, bare lists and prose are cut to the same parts."""
    assert _labels(response) == ["B", "C", "A"]


def test_a_missing_part_is_missing_for_that_part_only() -> None:
    """No line for question 2: none for it, answers for the others."""
    found = extract_joint("1. A\n3. B", _QUESTIONS)
    assert [choice.status for choice in found.values()] == ["answered", "none", "answered"]


def test_a_bare_list_of_another_length_answers_nothing() -> None:
    """Labels are read by position only if there is exactly one for each question."""
    assert _labels("B, C") == ["", "", ""]
    assert _labels("B, C, A, B") == ["", "", ""]


def test_a_refusal_of_one_part_stays_there() -> None:
    """A refused part is refused; a refusal of the whole refuses all."""
    found = extract_joint("1. A\n2. I cannot tell.\n3. B", _QUESTIONS)
    assert [c.status for c in found.values()] == ["answered", "refused", "answered"]
    found = extract_joint("I'm sorry, I can't read scans.", _QUESTIONS)
    assert {"refused"} == {choice.status for choice in found.values()}


def test_the_last_part_that_answers_holds() -> None:
    """Final answers beat working notes; a number is never the answer of its own line."""
    assert _labels("Q1 may be B. Q2: B?\n\nFinal:\nQ1: A\nQ2: C\nQ3: B") == ["A", "C", "B"]
    numeric: list[JointQuestion] = [
        {"id": key, "options": {"1": "Yes", "2": "No"}} for key in ("x", "y")
    ]
    found = extract_joint("1. 2\n2. 1", numeric)
    assert [choice.labels for choice in found.values()] == [("2",), ("1",)]


def test_spans_are_places_in_the_whole_response() -> None:
    """Evidence of each part is counted in the response as it came."""
    response = "<think>1. A</think>\n1. **B**\n2. A\n3. B"
    choice = extract_joint(response, _QUESTIONS)["q1"]
    assert choice.span is not None
    assert response[slice(*choice.span)] == "B"
    assert choice.span[0] > response.index("</think>")


@pytest.mark.parametrize("questions", [[], [_QUESTIONS[0], _QUESTIONS[0]]])
def test_questions_without_ids_of_their_own_are_refused(questions: list[JointQuestion]) -> None:
    """No question at all, or two with one id, is an error."""
    with pytest.raises(ValueError, match="question ids"):
        extract_joint("A", questions)


def test_a_truncated_reasoning_block_leaves_every_question_open() -> None:
    """An unclosed reasoning tag: none, truncated, for each question."""
    found = extract_joint("<think>1. A 2. B", _QUESTIONS)
    assert {("none", "truncated")} == {(c.status, c.reason) for c in found.values()}
