"""Med-CMR's released JSON with predictions: no row dropped, none invented, none mixed up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judgekit.errors import InputDataError
from judgekit.records import Sample
from judgekit.runs import FileSource
from judgekit.runs.survey import survey

Row = dict[str, object]
OPEN: Row = {
    "index": 0,
    "question": "What is shown?",
    "image_path": "images/a.png",
    "answer": "A pneumothorax.",
    "visual_description": "A thin pleural line.",
    "task": "SOD",
    "subtype": "chest",
    "question type": "open",
    "modality": "X-ray",
    "organ system": "respiratory",
    "doi": "10.1/x",
}
MCQ: Row = {**OPEN, "answer": "B", "A": "Normal", "B": "Pneumothorax", "C": "Effusion"}


def release(path: Path, *items: Row) -> Path:
    """Write items as the benchmark releases them: one JSON array."""
    path.write_text(json.dumps(items, indent=1), encoding="utf-8")
    return path


def predictions(path: Path, *rows: Row) -> Path:
    """Write predictions, one JSON object a line."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def read(path: Path, answers: Path | None = None) -> list[Sample]:
    """Return the samples of a release."""
    return [sample for _, sample in FileSource(path, predictions=answers)]


def test_an_item_becomes_a_sample(tmp_path: Path) -> None:
    """Id open-<index>; the case is the image; the five columns are groups; the rest is metadata."""
    answers = predictions(tmp_path / "p.jsonl", {"index": 0, "response": "A pneumothorax."})
    assert read(release(tmp_path / "r.json", OPEN), answers) == [
        Sample.model_validate(
            {
                "id": "open-0",
                "response": "A pneumothorax.",
                "question": "What is shown?",
                "references": ["A pneumothorax."],
                "visual_evidence": "A thin pleural line.",
                "images": ["images/a.png"],
                "case_id": "images/a.png",
                "groups": {
                    "task": "SOD",
                    "subtype": "chest",
                    "question_type": "open",
                    "modality": "X-ray",
                    "organ_system": "respiratory",
                },
                "answer": "A pneumothorax.",
                "metadata": {"doi": "10.1/x"},
            }
        )
    ]


def test_an_item_with_options_is_multiple_choice(tmp_path: Path) -> None:
    """Id mcq-<index>, so that it never meets the open item of the same index."""
    answers = predictions(tmp_path / "p.jsonl", {"index": 0, "response": "B"})
    (sample,) = read(release(tmp_path / "r.json", MCQ), answers)
    assert sample.id == "mcq-0"
    assert sample.options == {"A": "Normal", "B": "Pneumothorax", "C": "Effusion"}
    assert sample.answer == "B"


@pytest.mark.parametrize("as_array", [True, False])
def test_predictions_are_json_or_jsonl_in_any_order(tmp_path: Path, as_array: bool) -> None:
    """An index is the same as a number and as a text."""
    rows: list[Row] = [{"index": "1", "response": "one"}, {"index": 0, "response": "zero"}]
    make = release if as_array else predictions
    answers = make(tmp_path / "p.json", *rows)
    items = release(tmp_path / "r.json", OPEN, {**OPEN, "index": 1})
    assert [s.response for s in read(items, answers)] == ["zero", "one"]


def test_an_item_without_a_prediction_stays_without_a_response(tmp_path: Path) -> None:
    """It is counted and skipped later; a response of the file's own never stands in for it."""
    items = release(tmp_path / "r.json", OPEN, {**OPEN, "index": 1, "response": "of another model"})
    answers = predictions(tmp_path / "p.jsonl", {"index": 0, "response": "zero"})
    assert [(s.id, s.response) for s in read(items, answers)] == [
        ("open-0", "zero"),
        ("open-1", None),
    ]


def test_a_null_prediction_is_no_response(tmp_path: Path) -> None:
    """A harness that writes null where its model failed loses no row."""
    answers = predictions(tmp_path / "p.jsonl", {"index": 0, "response": None})
    assert [s.response for s in read(release(tmp_path / "r.json", OPEN), answers)] == [None]


def test_responses_inside_the_file_are_read_without_predictions(tmp_path: Path) -> None:
    """Some harnesses add `response` to the released items; an item without one stays."""
    items = release(tmp_path / "r.json", {**OPEN, "response": "here"}, {**OPEN, "index": 1})
    assert [s.response for s in read(items)] == ["here", None]


BAD_RELEASES: list[tuple[list[Row], list[Row] | None, str]] = [
    ([OPEN], None, "holds no responses; give the model's responses with --predictions FILE"),
    ([OPEN], [{"index": 5, "response": "x"}], "1 of 1 predictions have no item in"),
    ([OPEN], [{"index": 5, "response": "x"}], "such as index '5'; is this the other file's pre"),
    ([OPEN], [{"index": 0, "response": "x"}] * 2, "line 2: a second prediction for index '0'"),
    ([OPEN], [{"index": 0}], "line 1: the field 'response' is missing; a prediction has index"),
    ([OPEN], [{"response": "x"}], "line 1: the field 'index' is missing"),
    (
        [OPEN],
        [{"index": None, "response": "x"}],
        "index must be a whole number or a text, got None",
    ),
    (
        [OPEN],
        [{"index": 0.0, "response": "x"}],
        "index must be a whole number or a text, got float",
    ),
    ([OPEN], [{"index": 0, "response": ["x"]}], "response must be a text or null, got list"),
    ([{**OPEN, "index": True}], [], "item 0: index must be a whole number or a text, got bool"),
    ([OPEN, {"index": 1}], [], "item 1: the field 'question' is missing"),
    ([OPEN, OPEN], [], "item 1: id 'open-0' stands twice"),
    ([{**OPEN, "image_path": ""}], [], "item 0: images.0.path: String should have at least 1"),
    ([{**OPEN, "question": 5}], [], "item 0: question: Input should be a text"),
]


@pytest.mark.parametrize(("items", "rows", "said"), BAD_RELEASES)
def test_a_bad_release_is_refused_in_one_sentence(
    tmp_path: Path, items: list[Row], rows: list[Row] | None, said: str
) -> None:
    """The sentence names the file and the item or line; it is an error of input data (exit 3)."""
    path = release(tmp_path / "r.json", *items)
    answers = None
    if rows is not None:
        answers = (predictions if rows else release)(tmp_path / "p.jsonl", *rows)
    with pytest.raises(InputDataError) as caught:
        survey(FileSource(path, predictions=answers), ())
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_key_that_stands_twice_in_an_item_is_refused(tmp_path: Path) -> None:
    """Which of the two answers would be the right one? It is not guessed."""
    path = tmp_path / "r.json"
    path.write_text(json.dumps([OPEN])[:-2] + ', "answer": "other"}]', encoding="utf-8")
    with pytest.raises(InputDataError, match="the key 'answer' stands twice"):
        read(path)


def test_an_empty_file_of_predictions_is_refused(tmp_path: Path) -> None:
    """Nothing at all is a file that was not written, not a model that never answered."""
    answers = predictions(tmp_path / "p.jsonl")
    with pytest.raises(InputDataError, match=r"p\.jsonl: the file is empty"):
        read(release(tmp_path / "r.json", OPEN), answers)
