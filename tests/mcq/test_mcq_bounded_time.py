"""Reading takes bounded time, whatever the response."""

from __future__ import annotations

import time

import pytest

from judgekit.mcq import extract_choice, extract_joint

_MEGABYTE = 1_000_000
_OPTIONS = {"A": "Hepatocellular carcinoma", "B": "Hemangioma", "C": "Metastasis", "D": "Abscess"}
_PIECES = (
    "A", "A ", "A. ", "A, ", "A or B ", "not ", "the answer is ", "(", "[[", "\\boxed{", "<think>",
    "</think>", "<answer>", "**", "~~a", "$", '{"answer": ', "####\n", " ", "\n", " \n", "1. A\n",
    "hepatitis B ", "<b ", "_", "\\text{", "{", "Ｂ", "选", "é", "A/", "hemangioma ", "| A ", ".. ",
    "hint says ", "a/b/c", "Question:", "is correct ", "I ", "1A ", "::", "e\u0301",
    "\"answer\": \"",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", _PIECES)
def test_a_megabyte_is_read_within_a_second(piece: str) -> None:
    """1 MB of any repeated piece takes under a second of CPU; a joint response under two."""
    text = (piece * (_MEGABYTE // len(piece) + 1))[:_MEGABYTE]
    extract_choice("The answer is A.", _OPTIONS)
    start = time.process_time()
    extract_choice(text, _OPTIONS, question="Which lesion? The hint says B.")
    assert time.process_time() - start < 1.0
    start = time.process_time()
    extract_joint(text, [{"id": key, "options": _OPTIONS} for key in ("q1", "q2", "q3", "q4")])
    assert time.process_time() - start < 2.0


def test_an_answer_at_either_end_of_a_long_response_is_found() -> None:
    """Head and tail of what is too long to be read whole are read."""
    filler = "The margin is smooth. " * 20_000
    assert extract_choice(filler + "\nAnswer: B", _OPTIONS).labels == ("B",)
    assert extract_choice("Answer: C\n" + filler, _OPTIONS).labels == ("C",)
