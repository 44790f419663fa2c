"""Files to questions: columns of other names, options in their shapes, joint rows, tables."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from judgekit.errors import InputDataError
from judgekit.mcq import mcq_report
from judgekit.records import Sample
from judgekit.runs.mcq_files import McqFileSource

OPTIONS = ["A. X-ray", "B. MRI", "C. CT", "D. Ultrasound"]
PROMPT = """Answer the questions.
1. Which modality?
A. X-ray
B. MRI
C. CT
2. Which organ? A. Liver B. Lung
3. Which finding?
A. Nodule
B. Mass
"""
JOINT = {
    "image_paths": "images/1.png",
    "modality": "CT",
    "joint_prompt": PROMPT,
    "modality_answer": "C. CT",
    "organ_answer": "B. Lung",
    "lesion_answer": "A. Nodule",
    "model_response": "C,B,A",
}


def jsonl(path: Path, *rows: Mapping[str, object]) -> Path:
    """Write rows, one JSON object a line."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def read(path: Path, **mapping: str) -> list[Sample]:
    """Return the samples of a file."""
    return [sample for _, sample in McqFileSource(path, mapping=mapping)]


def test_a_single_row_of_drvd_bench(tmp_path: Path) -> None:
    """Key "C. CT", options with their labels, response under model_response, case the image."""
    single = {
        "image_paths": "images/1.png",
        "modality": "CT",
        "level": "modality",
        "question": "Which modality?",
        "options": OPTIONS,
        "answer": "C. CT",
        "model_response": "C",
    }
    source = McqFileSource(jsonl(tmp_path / "q.jsonl", single))
    assert source.columns() == {"response": "model_response", "case_id": "image_paths"}
    (sample,) = [sample for _, sample in source]
    assert sample.id == "line 1"
    assert sample.options == {"A": "X-ray", "B": "MRI", "C": "CT", "D": "Ultrasound"}
    assert (sample.case_id, sample.level) == ("images/1.png", "modality")
    assert sample.metadata == {"modality": "CT"}
    assert mcq_report([sample]).one("accuracy").value == 1.0


def test_a_joint_row_becomes_a_sample_for_each_level(tmp_path: Path) -> None:
    """Options are read from the prompt where it lists one run for each level; keys confirm them."""
    samples = read(jsonl(tmp_path / "q.jsonl", JOINT))
    assert [s.id for s in samples] == ["line 1:modality", "line 1:organ", "line 1:lesion"]
    assert [s.options for s in samples] == [
        {"A": "X-ray", "B": "MRI", "C": "CT"},
        {"A": "Liver", "B": "Lung"},
        {"A": "Nodule", "B": "Mass"},
    ]
    assert {s.paradigm for s in samples} == {"joint"}
    assert mcq_report(samples).one("accuracy").count == 3


@pytest.mark.parametrize(
    ("response", "right"),
    [
        ("C,B,A", 3),
        (["C", "B", "B"], 2),
        ("['C','B','A']", 3),
        ({"modality": "C", "organ": "A", "lesion": "A"}, 2),
        ({"modality": "Error", "organ": "Error", "lesion": "Error"}, 0),
    ],
)
def test_a_joint_response_in_each_of_its_shapes(
    tmp_path: Path, response: object, right: int
) -> None:
    """A text, a list, a list as text, a mapping by level; "Error" for every level is no answer."""
    samples = read(jsonl(tmp_path / "q.jsonl", {**JOINT, "model_response": response}))
    assert mcq_report(samples).one("accuracy").count == right
    if right == 0:
        assert {s.response_status for s in samples} == {"error"}


def test_options_of_a_level_in_their_own_column(tmp_path: Path) -> None:
    """`<level>_options` stand before the prompt, and `<level>_hint_label` goes with its level."""
    row = {
        **{name: value for name, value in JOINT.items() if name != "joint_prompt"},
        "modality_options": OPTIONS,
        "organ_options": {"A": "Liver", "B": "Lung"},
        "lesion_options": ["Nodule", "Mass"],
        "organ_hint_label": "A",
        "polarity": "Negative",
    }
    samples = read(jsonl(tmp_path / "q.jsonl", row))
    assert [s.hint_label for s in samples] == [None, "A", None]
    assert {s.polarity for s in samples} == {"negative"}


def test_a_joint_row_without_options_is_refused(tmp_path: Path) -> None:
    """A prompt that lists fewer runs than levels leaves it open which is whose."""
    path = jsonl(tmp_path / "q.jsonl", {**JOINT, "joint_prompt": "1. A. X-ray B. MRI"})
    with pytest.raises(InputDataError, match=r"no options for 'modality'.*1 runs.*3 levels"):
        read(path)


@pytest.mark.parametrize(
    "options",
    [
        {"options": {"A": "Liver", "B": "Lung"}},
        {"options": ["Liver", "Lung"]},
        {"options": '{"A": "Liver", "B": "Lung"}'},
        {"options": "A. Liver\nB. Lung"},
        {"choices": ["A) Liver", "B) Lung"]},
        {"A": "Liver", "B": "Lung"},
        {"option_a": "Liver", "option_b": "Lung"},
        {"option_A": "Liver", "option_B": "Lung"},
    ],
)
def test_options_in_each_of_their_shapes(tmp_path: Path, options: dict[str, object]) -> None:
    """A mapping, a list with labels or without, JSON, lines of text, or a column for each."""
    row = {"id": 1, "answer": "B", "response": "Lung", **options}
    (sample,) = read(jsonl(tmp_path / "q.jsonl", row))
    assert sample.options == {"A": "Liver", "B": "Lung"}


@pytest.mark.parametrize(("suffix", "delimiter"), [(".csv", ","), (".tsv", "\t")])
def test_tables(tmp_path: Path, suffix: str, delimiter: str) -> None:
    """CSV and TSV: quoted delimiters and line breaks; an empty response is an empty answer."""
    path = tmp_path / f"q{suffix}"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(["qid", "question", "A", "B", "C", "gold", "prediction", "patient_id"])
        writer.writerow(["q1", f"What{delimiter}\nis it?", "CT", "MRI", "", "B", "MRI", "p1"])
        writer.writerow(["q2", "And this?", "CT", "MRI", "US", "A", "", "p2"])
    source = McqFileSource(path)
    assert source.columns() == {
        "id": "qid",
        "response": "prediction",
        "answer": "gold",
        "case_id": "patient_id",
    }
    first, second = (sample for _, sample in source)
    assert first.options == {"A": "CT", "B": "MRI"}
    assert first.question == f"What{delimiter}\nis it?"
    assert (second.response, second.response_status) == ("", "empty")
    report = mcq_report([first, second])
    assert (report.one("accuracy").count, report.one("accuracy").n) == (1, 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("id,response\n1,a,b\n", "line 2: 3 cells, but there are 2 columns"),
        ("id,id\n1,2\n", "the column 'id' stands twice"),
        ("", "the first row is empty"),
        ("id,answer\n1,A\n", "there is no column of responses; columns are answer, id"),
    ],
)
def test_a_broken_table_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    """Too many cells, a repeated column, no header, no responses."""
    path = tmp_path / "q.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputDataError, match=sentence):
        read(path)


def test_a_mapped_column_stands_before_a_found_one(tmp_path: Path) -> None:
    """--map response=raw is obeyed although a usual name is there."""
    row = {
        "id": "1",
        "A": "CT",
        "B": "MRI",
        "answer": "A",
        "raw": "A",
        "prediction": "B",
    }
    path = jsonl(tmp_path / "q.jsonl", row)
    assert read(path, response="raw")[0].response == "A"
    assert read(path)[0].response == "B"
    with pytest.raises(InputDataError, match="--map response=none names a column that is not"):
        read(path, response="none")


def test_a_failed_call_is_no_answer(tmp_path: Path) -> None:
    """A row with `error` and no response keeps its place in the denominator."""
    row = {"id": "1", "options": OPTIONS, "answer": "C", "error": "timed out"}
    rows = [row, {"id": "2", "options": OPTIONS, "answer": "C", "model_response": "C"}]
    report = mcq_report(read(jsonl(tmp_path / "q.jsonl", *rows)))
    assert (report.one("accuracy").count, report.one("accuracy").n) == (1, 2)


def test_a_release_of_med_cmr_with_predictions(tmp_path: Path) -> None:
    """Letter and text answers; an item without a prediction stays and is left out of the mean."""
    item = {
        "question": "?",
        "task": "SOD",
        "visual_description": "x",
        "A": "CT",
        "B": "MRI",
        "C": "US",
        "D": "X-ray",
        "E": "PET",
    }
    items = [
        {**item, "index": n, "image_path": f"{n}.png", "answer": answer}
        for n, answer in enumerate(("C", "B. MRI", "A"))
    ]
    release = tmp_path / "mcq.json"
    release.write_text(json.dumps(items), encoding="utf-8")
    answers = jsonl(
        tmp_path / "p.jsonl",
        {"index": 0, "response": "C) US"},
        {"index": 1, "response": "The answer is MRI."},
    )
    samples = [sample for _, sample in McqFileSource(release, answers)]
    accuracy = mcq_report(samples, by=["task"]).one("accuracy", task="SOD")
    assert (accuracy.count, accuracy.n, accuracy.n_left_out, accuracy.chance) == (2, 2, 1, 0.2)
