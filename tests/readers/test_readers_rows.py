"""Good rows: ids are texts, unknown keys are metadata, other names are mapped, nothing is lost."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import samples as sample_strategy

from judgekit.errors import InputDataError
from judgekit.records import Sample
from judgekit.runs import FileSource
from judgekit.runs.port import Scorer
from judgekit.runs.source import ListSource
from judgekit.runs.survey import NOT_GIVEN, survey


def write(path: Path, *rows: dict[str, object]) -> Path:
    """Write rows as JSONL."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def read(path: Path, **mapping: str) -> list[Sample]:
    """Return the samples of a file."""
    return [sample for _, sample in FileSource(path, mapping=mapping)]


@given(st.lists(sample_strategy, max_size=3))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_samples_survive_a_file(
    tmp_path_factory: pytest.TempPathFactory, samples: list[Sample]
) -> None:
    """Samples written under their field names are read back as they were, in order."""
    path = tmp_path_factory.getbasetemp() / "rows.jsonl"
    rows = [sample.model_dump(mode="json", exclude_none=True) for sample in samples]
    write(path, {"id": "first", "response": None}, *({"response": None, **row} for row in rows))
    assert read(path) == [Sample(id="first", response=None), *samples]


def test_numbers_become_names_and_unknown_keys_become_metadata(tmp_path: Path) -> None:
    """Ids are texts; what is no field of a sample is kept as it is."""
    row = {"id": 7, "case_id": 3, "response": "x", "temperature": 0.5, "tags": ["a", None]}
    path = write(tmp_path / "r.jsonl", {**row, "metadata": {"own": 1}})
    (sample,) = read(path)
    assert (sample.id, sample.case_id) == ("7", "3")
    assert sample.metadata == {"own": 1, "temperature": 0.5, "tags": ["a", None]}


@pytest.mark.parametrize(
    ("fields", "references"),
    [
        ({}, ()),
        ({"reference": None}, ()),
        ({"references": None}, ()),
        ({"references": []}, ()),
        ({"reference": "r"}, ("r",)),
        ({"references": ["r", "s"]}, ("r", "s")),
    ],
)
def test_references_are_one_text_or_a_list(
    tmp_path: Path, fields: dict[str, object], references: tuple[str, ...]
) -> None:
    """`reference` holds one, `references` several; null is none."""
    (sample,) = read(write(tmp_path / "r.jsonl", {"id": "a", "response": "x", **fields}))
    assert sample.references == references


def test_a_row_without_a_response_stays(tmp_path: Path) -> None:
    """A null response is a row of the input, without an answer; a blank one is an empty answer."""
    rows: list[dict[str, object]] = [
        {"id": "a", "response": None},
        {"id": "b", "response": " "},
    ]
    found = read(write(tmp_path / "r.jsonl", *rows))
    assert [(s.id, s.response, s.response_status) for s in found] == [
        ("a", None, "ok"),
        ("b", " ", "empty"),
    ]


def test_other_names_are_mapped_and_nothing_is_lost(tmp_path: Path) -> None:
    """A mapped column is the field; a column that it displaces is kept under another name."""
    row = {"id": "a", "response": "old", "model_response": "new", "gold": "g", "k": 1}
    path = write(tmp_path / "r.jsonl", row)
    (sample,) = read(path, response="model_response", reference="gold")
    assert (sample.response, sample.references) == ("new", ("g",))
    assert sample.metadata == {"original_response": "old", "k": 1}


def test_one_column_may_serve_two_fields(tmp_path: Path) -> None:
    """--map id=study --map case_id=study: the study is both."""
    path = write(tmp_path / "r.jsonl", {"study": "s1", "response": "x"})
    (sample,) = read(path, id="study", case_id="study")
    assert (sample.id, sample.case_id) == ("s1", "s1")


def test_rows_of_a_large_file_are_read_as_a_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading 2,000 rows of 1,000 characters takes a small part of the file's 2 MB of memory."""
    monkeypatch.setattr("judgekit.runs.source.KEPT_BYTES", 1_000_000)
    path = tmp_path / "r.jsonl"
    text = "x" * 1_000
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f'{{"id": {number}, "response": "{text}"}}\n' for number in range(2_000))
    tracemalloc.start()
    n_rows = sum(1 for _ in FileSource(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert n_rows == 2_000
    assert peak < 500_000


def test_rows_of_a_small_file_are_read_once(tmp_path: Path) -> None:
    """After one whole reading the same samples come again, whatever the file says meanwhile."""
    path = write(tmp_path / "r.jsonl", {"id": 1, "response": "x"}, {"id": 2, "response": "y"})
    source = FileSource(path)
    next(iter(source))
    first = [located.sample for located in source]
    path.unlink()
    assert [located.sample for located in source] == first


class Needs:
    """A scorer, as far as a survey asks it, that needs references."""

    def check(self, sample: Sample) -> tuple[str, ...]:
        return () if sample.references else ("references",)

    def image_digests(self, sample: Sample) -> tuple[str, ...]:
        return ()


def scorers(count: int) -> tuple[Scorer, ...]:
    """Return so many scorers that need references."""
    return tuple(Needs() for _ in range(count))  # type: ignore[misc]  # only what a survey asks


def rows_with_references(*given: bool) -> ListSource:
    """Return a source whose rows have a reference where `given` says so."""
    return ListSource(
        [
            Sample(id=str(number), response="x", references=("r",) if has_one else ())
            for number, has_one in enumerate(given)
        ]
    )


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_field_that_no_row_has_is_refused(count: int) -> None:
    """Whether one scorer needs it or three: nothing could be scored, so the column is asked for."""
    with pytest.raises(InputDataError, match=r"no row has 'references'.*--map references=COLUMN"):
        survey(rows_with_references(False, False), scorers(count))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_field_that_some_rows_have_is_enough(count: int) -> None:
    """Two scorers that miss it in half of the rows do not make it missing in all."""
    assert survey(rows_with_references(True, False), scorers(count)).n == 2


def test_groups_are_taken_from_groups_then_fields_then_metadata() -> None:
    """Each column of `by` has a value in each row; what a row lacks is said, not dropped."""
    source = ListSource(
        [
            Sample(id="1", response="x", groups={"task": "TP"}, level="lesion"),
            Sample(id="2", response="x", metadata={"task": True, "arm": 1.0}),
            Sample(id="3", response="x"),
        ]
    )
    found = survey(source, (), by=("task", "level", "arm")).groups
    labels = {name: [names[code] for code in codes] for name, (names, codes) in found.items()}
    assert labels == {
        "task": ["TP", "true", NOT_GIVEN],
        "level": ["lesion", NOT_GIVEN, NOT_GIVEN],
        "arm": [NOT_GIVEN, "1.0", NOT_GIVEN],
    }


def test_a_column_that_no_row_has_is_refused() -> None:
    """A mistyped column would make one group of everything: the columns there are, are named."""
    source = ListSource([Sample(id="1", response="x", groups={"task": "TP"})])
    with pytest.raises(InputDataError, match=r"no row has the column 'taks'.* there are: .*task"):
        survey(source, (), by=("taks",))


def test_a_limit_takes_the_first_rows_and_checks_them_all() -> None:
    """Cases and digest are those of the whole input; what is scored are the first rows."""
    source = ListSource([Sample(id=str(n), response="x", case_id=str(n // 2)) for n in range(6)])
    whole, limited = survey(source, ()), survey(source, (), limit=3)
    assert (limited.n_rows, limited.n, limited.n_cases) == (6, 3, 2)
    assert whole.n_cases == 3
    assert limited.digest == whole.digest


def test_an_input_without_samples_is_refused() -> None:
    """Zero rows are a mistake, not a run of nothing."""
    with pytest.raises(InputDataError, match="there are no samples"):
        survey(ListSource([]), ())


def test_a_source_can_be_read_twice(tmp_path: Path) -> None:
    """A run reads its input more than once, in the same order."""
    source = FileSource(
        write(tmp_path / "r.jsonl", *({"id": n, "response": "x"} for n in range(5)))
    )
    orders: Iterator[list[str]] = ([s.id for _, s in source] for _ in range(2))
    assert next(orders) == next(orders) == ["0", "1", "2", "3", "4"]
