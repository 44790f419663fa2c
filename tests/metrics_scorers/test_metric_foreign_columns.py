"""Other people's metrics: a column by declaration, from the input or from a file by id."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.errors import ConfigurationError, InputDataError
from judgekit.metrics.foreign import parse_column
from judgekit.metrics.foreign_scorer import ForeignScorer
from judgekit.records import Sample
from judgekit.records.outcome import Outcome
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread

DECLARED = "source=RadGraph-F1,version=0.1,range=0..1,higher_is_better=yes"


def run_of(values: dict[str, object], declaration: str, **statuses: str) -> Run:
    """Return the run of one sample for each value, under the declared column."""
    samples = [
        Sample.model_validate(
            {
                "id": name,
                "response": "text",
                "response_status": statuses.get(name, "ok"),
                "metadata": {} if value is Ellipsis else {"rg": value},
            }
        )
        for name, value in values.items()
    ]
    scorer = ForeignScorer(parse_column(declaration))
    return run_in_thread(run_in_memory(ListSource(samples), (scorer,)))


def test_a_column_of_the_input_is_a_scorer() -> None:
    """Values as they are, missing ones skipped and counted; no answer without one is the worst."""
    run = run_of({"a": 0.5, "b": None, "c": ..., "d": 1, "e": None}, f"rg:{DECLARED}", e="refused")
    assert [score.value for score in run.scores] == [0.5, None, None, 1.0, 0.0]
    assert run.scores[1].outcome is Outcome.SKIPPED
    (row,) = run.summary.rows
    # 0.5 + 1 + 0 over 3; with the two missing at 0 and at 1: 1.5 / 5 and 3.5 / 5.
    assert (row.value, row.n_scored, row.n_total) == (0.5, 3, 5)
    assert [row.worst, row.best] == pytest.approx([0.3, 0.7])


def test_the_declaration_is_the_signature() -> None:
    """Name, source and version as the user wrote them, commas included."""
    run = run_of(
        {"a": 2.5},
        "errors:source=Yu et al., 2023,version=v1, beta,range=0..,higher_is_better=no,column=rg",
    )
    fields = run.signature["errors"].fields
    assert fields["source"] == "Yu et al., 2023"
    assert fields["version"] == "v1, beta"
    assert (fields["range"], fields["higher_is_better"]) == ("0..", "no")
    (row,) = run.summary.rows
    assert (row.range, row.higher_is_better, row.worst) == (None, False, 2.5)


def test_lower_is_better_turns_the_worst_value() -> None:
    """The worst value of a count of errors from 0 to 6 is 6."""
    run = run_of(
        {"a": 1, "b": None},
        "rg:source=s,version=1,range=0..6,higher_is_better=no",
        b="empty",
    )
    assert [score.value for score in run.scores] == [1.0, 6.0]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("v.jsonl", '{"id": 1, "rg": 0.25}\n{"id": "b", "rg": null}\n'),
        ("v.csv", "id,rg,note\n1,0.25,x\nb,,y\n"),
        ("v.tsv", "id\trg\n1\t0.25\nb\t \n"),
    ],
)
def test_a_second_file_is_joined_by_id(tmp_path: Path, name: str, content: str) -> None:
    """JSONL, CSV and TSV alike; a blank cell is missing; the values are part of the identity."""
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    run = run_of({"1": ..., "b": ..., "c": ...}, f"rg:{DECLARED},file={file}")
    assert [score.value for score in run.scores] == [0.25, None, None]
    first = run.plan.scorers[0].identity["values"]
    file.write_text(content.replace("0.25", "0.5"), encoding="utf-8")
    other = run_of({"1": ..., "b": ..., "c": ...}, f"rg:{DECLARED},file={file}")
    assert first != other.plan.scorers[0].identity["values"]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("0.5", "sample 0: reading column 'rg', id 'a': every value must be a number, got a text"),
        (True, "got true or false"),
        ([1], "got a list"),
        (1.5, "1.5 lies outside the declared range 0..1"),
        (None, "no sample has a value; name the right one with column=COLUMN"),
    ],
)
def test_a_bad_value_is_one_sentence(value: object, sentence: str) -> None:
    """Where it stands, the rule and the kind of value; never the text itself."""
    with pytest.raises(InputDataError) as caught:
        run_of({"a": value}, f"rg:{DECLARED}")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("id,rg\na,high\n", "line 2: every value must be a number, got a text"),
        ("id,rg\na,nan\n", "line 2: nan lies outside the declared range"),
        ("id,rg\na,1\na,1\n", "line 3: id 'a' stands twice"),
        ("id,rg\na,1\nz,1\n", "1 ids are not in the input, such as 'z'"),
        ("id,value\na,1\n", "there is no column 'rg'"),
        ("name,rg\na,1\n", "line 2: every row needs an id"),
        ("id,rg\na\n", "line 2: it must have as many cells as the heading"),
        (None, "No such file or directory"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path: Path, content: str | None, sentence: str) -> None:
    """The file, the line, the rule."""
    file = tmp_path / "v.csv"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(InputDataError) as caught:
        run_of({"a": ...}, f"rg:{DECLARED},file={file}")
    assert sentence in str(caught.value)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rg", "source is missing; write NAME:source=WHO"),
        (f":{DECLARED}", "NAME is missing"),
        ("rg:source=s,version=1,range=0-1,higher_is_better=yes", "range must be LOW..HIGH"),
        ("rg:source=s,version=1,range=1..0,higher_is_better=yes", "range must rise"),
        ("rg:source=s,version=1,range=0..inf,higher_is_better=yes", "finite numbers"),
        ("rg:source=s,version=1,range=0..1,higher_is_better=maybe", "must be yes, no or neither"),
        (f"rg:{DECLARED},source=x", "'source' is given twice"),
        (f"rg:{DECLARED},fiel=x", "there is no option 'fiel'; did you mean 'file'?"),
    ],
)
def test_a_bad_declaration_is_one_sentence(text: str, sentence: str) -> None:
    """What is wrong, and what to write."""
    with pytest.raises(ConfigurationError) as caught:
        parse_column(text)
    assert sentence in str(caught.value)
