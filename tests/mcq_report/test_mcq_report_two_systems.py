"""The difference of two systems' polarity gaps, by hand and from the files of their runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcq_rows import NOTHING, pair

from judgekit.errors import InputDataError
from judgekit.mcq import McqScorer, items_of
from judgekit.mcq.figures import Figure
from judgekit.mcq.polarity_comparison import gap_differences, gap_rows, gap_rows_of_folder
from judgekit.records import Sample
from judgekit.runs import ListSource, run_in_folder, run_in_thread

# Key A. Neutral -> negative:  pair   first     second
#                              p      A -> B    A -> A     1 - 0
#                              q      A -> B    A -> B     1 - 1
#                              r      B -> A    A -> ?    -1 - 1, or -1 - 0 if the open one is right
FIRST = [*pair("p", "A", "B"), *pair("q", "A", "B"), *pair("r", "B", "A")]
SECOND = [*pair("p", "A", "A"), *pair("q", "A", "B"), *pair("r", "A", NOTHING)]


def compared(first: list[Sample], second: list[Sample]) -> Figure:
    """Return the difference of the gaps neutral - negative."""
    found = gap_differences(gap_rows(items_of(first)), gap_rows(items_of(second)))
    return next(figure for figure in found if figure.where["contrast"] == "neutral - negative")


def test_three_pairs_by_hand() -> None:
    """(1 + 0 - 2) / 3 as seen; (1 + 0 - 1) / 3 if what was not found was right."""
    figure = compared(FIRST, SECOND)
    assert figure.value == pytest.approx(-1 / 3)
    assert (figure.bound_low, figure.bound_high) == pytest.approx((-1 / 3, 0.0))
    assert (figure.n, figure.n_left_out) == (3, 0)


def test_exchanging_the_systems_changes_the_sign() -> None:
    """A difference has two sides."""
    assert compared(SECOND, FIRST).value == pytest.approx(1 / 3)


def test_pairs_of_one_run_are_left_out_and_counted() -> None:
    """Only pairs that both systems answered under both polarities are compared."""
    figure = compared([*FIRST, *pair("s", "A", "B")], SECOND)
    assert (figure.n, figure.n_left_out) == (3, 1)


def test_a_pair_of_two_cases_is_refused() -> None:
    """The same pair_id with another case is another question."""
    moved = [s.model_copy(update={"case_id": "elsewhere"}) for s in SECOND]
    with pytest.raises(InputDataError, match="is of case elsewhere and of case p"):
        compared(FIRST, moved)


def test_the_files_of_a_run_say_the_same(tmp_path: Path) -> None:
    """From scores.jsonl and samples.jsonl as from items in memory."""
    for name, samples in (("one", FIRST), ("two", SECOND)):
        run_in_thread(run_in_folder(ListSource(samples), (McqScorer(),), tmp_path / name))
    found = gap_differences(
        gap_rows_of_folder(tmp_path / "one"), gap_rows_of_folder(tmp_path / "two")
    )
    assert compared(FIRST, SECOND) in found
