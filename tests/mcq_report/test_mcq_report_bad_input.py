"""Bad input: one clear sentence each, with the rule, the question and what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcq_rows import OPTIONS, pair, row

from judgekit.errors import InputDataError
from judgekit.mcq import mcq_report
from judgekit.mcq.checks import CheckedSource
from judgekit.mcq.keys import key_of, named_option
from judgekit.mcq.scorer import McqScorer
from judgekit.records import Sample
from judgekit.runs import ListSource
from judgekit.runs.mcq_files import McqFileSource
from judgekit.runs.survey import survey

OTHERS = {"A": "CT", "B": "MRI", "C": "Ultrasound", "D": "Angiography"}


def sentence(*samples: Sample) -> str:
    """Return what is said of an input."""
    with pytest.raises(InputDataError) as caught:
        survey(CheckedSource(ListSource(samples)), (McqScorer(),))
    return str(caught.value)


def test_no_options() -> None:
    """A file without options names the field and how to map it."""
    said = sentence(row("a", "A", options=None), row("b", "B", options=None))
    assert "no row has 'options'" in said
    assert "--map options=COLUMN" in said


def test_an_answer_that_is_not_among_the_options() -> None:
    """The question, the answer, the labels, and what an answer may be."""
    said = sentence(row("a", "A"), row("b", "A", "F"))
    assert "sample 1: question 'b': the answer 'F' is not among the options A, B, C, D" in said


def test_an_answer_whose_label_and_text_disagree() -> None:
    """The key "C. CT" where C is another option is none: which of the two is meant?"""
    assert "is not among the options" in sentence(row("a", "A", "C. CT"))


def test_a_long_answer_is_not_shown() -> None:
    """A text that is no option is described, not repeated: it may be a patient's."""
    said = sentence(row("a", "A", "the patient is Jane Example"))
    assert "Jane" not in said
    assert "of 27 characters" in said


def test_two_keys_for_one_id() -> None:
    """The same id with another key is told apart from a row that is there twice."""
    assert "id 'a' stands twice, with two different keys" in sentence(
        row("a", "A"), row("a", "A", "B")
    )
    assert "id 'a' stands twice (first as row 1)" in sentence(row("a", "A"), row("a", "A"))


def test_an_unknown_polarity(tmp_path: Path) -> None:
    """The word, and the three that are known."""
    path = tmp_path / "q.jsonl"
    fields = {"id": "a", "options": OPTIONS, "answer": "A", "response": "A"}
    path.write_text(json.dumps({**fields, "polarity": "adverse"}), encoding="utf-8")
    with pytest.raises(
        InputDataError,
        match="line 1: unknown polarity 'adverse'; it must be positive, neutral or negative",
    ):
        list(McqFileSource(path))


def test_a_pair_with_other_option_texts() -> None:
    """Members are named, and how many texts differ; their order may."""
    neutral, negative = pair("p", "A", "B")
    said = sentence(neutral, negative.model_copy(update={"options": OTHERS}))
    assert "pair 'p': 'p-neutral' and 'p-negative' have different option texts (1 of 4" in said


def test_a_pair_with_other_keys() -> None:
    """A pair is the same question, so it has one key."""
    neutral, negative = pair("p", "A", "B")
    assert "have different keys" in sentence(neutral, negative.model_copy(update={"answer": "C"}))


def test_a_pair_of_two_cases() -> None:
    """A pair is on one image; a second image of the case needs the case's id."""
    neutral, negative = pair("p", "A", "B")
    said = sentence(neutral, negative.model_copy(update={"case_id": "other"}))
    assert "different cases ('p' and 'other')" in said


def test_a_pair_with_two_negative_members() -> None:
    """Which of the two is the twin? Two neutral ones are two runs, a third is one too many."""
    neutral, negative = pair("p", "A", "B")
    again = negative.model_copy(update={"id": "again"})
    assert "'again' is one negative member too many" in sentence(neutral, negative, again)
    neutrals = [neutral.model_copy(update={"id": name}) for name in ("n2", "n3")]
    assert "'n3' is one neutral member too many" in sentence(neutral, *neutrals)


@pytest.mark.parametrize(
    "labels", [("A", "B", "1"), ("A", "B", "none"), ("1", "2", "iii"), ("A", "II")]
)
def test_mixed_label_kinds(labels: tuple[str, ...]) -> None:
    """Letters, numbers, numerals and words do not go together in one question."""
    options = dict(zip(labels, OPTIONS.values(), strict=False))
    said = sentence(row("a", "A", labels[0], options=options))
    assert "question 'a': its labels are of mixed kinds" in said


@pytest.mark.parametrize(
    "labels",
    [("A", "B"), ("a", "b"), ("1", "2", "10"), ("I", "II", "IV"), ("yes", "no"), ("甲", "乙")],
)
def test_labels_of_one_kind(labels: tuple[str, ...]) -> None:
    """Each kind for itself is fine."""
    options = dict(zip(labels, OPTIONS.values(), strict=False))
    assert key_of(row("a", "A", labels[1], options=options)) == {labels[1]}


def test_one_option_is_no_choice() -> None:
    """Options need two labels that read differently."""
    assert "at least two labels" in sentence(row("a", "A", options={"A": "CT"}))


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("C", "C"),
        ("c", "C"),
        ("(C)", "C"),
        ("C. Ultrasound", "C"),
        ("c) ultrasound", "C"),
        ("Ultrasound", "C"),
        (" ULTRASOUND. ", "C"),
        ("E", None),
        ("C. CT", None),
        ("sound", None),
        ("", None),
    ],
)
def test_what_a_key_names(name: str, label: str | None) -> None:
    """A label of either case, a label with its text, or a text; never a part of one."""
    assert named_option(name, OPTIONS) == label


def test_a_label_stands_before_a_text() -> None:
    """Where option A reads "B" and option B reads "A", an answer B is option B."""
    assert named_option("B", {"A": "B", "B": "A"}) == "B"


def test_samples_in_memory_are_checked_alike() -> None:
    """`mcq_report` refuses what the command refuses."""
    with pytest.raises(InputDataError, match="not among the options"):
        mcq_report([row("a", "A", "F")])


def test_a_hint_at_the_key_warns() -> None:
    """A misleading hint that names the right option is no misleading hint."""
    report = mcq_report(pair("p", "A", "A", hint="A"))
    assert any("negative hints name the right option" in warning for warning in report.warnings)
