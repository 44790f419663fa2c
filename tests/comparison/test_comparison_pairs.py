"""Two runs: paired by id, by case, with what is missing said."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from comparison_runs import DECLARED, run_with
from scipy import stats

from judgekit import compare
from judgekit.errors import ConfigurationError, InputDataError
from judgekit.mcq.scorer import McqScorer
from judgekit.records import Sample
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread

IDS = [f"q{number}" for number in range(10)]
WIDE = "v:source=hand,version=1,range=0..20,higher_is_better=yes"


def test_a_difference_with_its_interval_and_test() -> None:
    """Differences 1 to 10: mean 5.5, t interval of 9 degrees, and p = 2 / 2^10, all one sign."""
    a = run_with({name: k + 1.0 for k, name in enumerate(IDS)}, system="a", declared=WIDE)
    b = run_with(dict.fromkeys(IDS, 0.0), system="b", declared=WIDE)
    (figure,) = compare(a, b).figures
    (pair,) = figure.pairs
    assert (pair.first, pair.second, pair.difference.value) == ("a", "b", 5.5)
    # SD of 1..10 is sqrt(55 / 6); the standard error divides it by sqrt(10).
    half = stats.t.ppf(0.975, 9) * math.sqrt(55 / 6 / 10)
    assert [pair.difference.low, pair.difference.high] == pytest.approx([5.5 - half, 5.5 + half])
    assert pair.test.p == pair.p_adjusted == 2 / 2**10
    assert pair.low_if_missing is None
    assert [system.rank for system in figure.systems] == [1, 2]


def test_cases_are_what_is_counted() -> None:
    """Twenty samples in ten cases, alike in pairs: the interval and p of ten."""
    ids = [f"{name}{part}" for name in IDS for part in "xy"]
    cases = {name: name[:-1] for name in ids}
    values = {name: float(int(name[1:-1]) + 1) for name in ids}
    a = run_with(values, system="a", cases=cases)
    b = run_with(dict.fromkeys(ids, 0.0), system="b", cases=cases)
    found = compare(a, b)
    (figure,) = found.figures
    half = stats.t.ppf(0.975, 9) * math.sqrt(55 / 6 / 10)
    assert figure.pairs[0].difference.high == pytest.approx(5.5 + half)
    assert (figure.n_compared, figure.clusters, figure.pairs[0].test.p) == (20, 10, 2 / 2**10)
    assert found.cases == "clustered by case_id"


def test_what_is_not_shared_and_what_is_missing_is_said() -> None:
    """Ids of one run only are counted; a gap leaves the mean and bounds the difference."""
    a = run_with({"1": 4.0, "2": 6.0, "3": None, "only": 9.0}, system="a")
    b = run_with({"1": 2.0, "2": 2.0, "3": 5.0}, system="b")
    found = compare(a, b)
    (figure,) = found.figures
    assert found.n_shared == 3
    assert [(run.name, run.n, run.n_not_shared) for run in found.runs] == [("a", 4, 1), ("b", 3, 0)]
    assert (figure.n_compared, figure.systems[0].missing) == (2, {"skipped": 1})
    (pair,) = figure.pairs
    assert pair.difference.value == 3.0  # (2 + 4) / 2
    # The gap of a at 0 and at 10: (2 + 4 - 5) / 3 and (2 + 4 + 5) / 3.
    assert [pair.low_if_missing, pair.high_if_missing] == pytest.approx([1 / 3, 11 / 3])
    assert pair.difference.interval_reason == "too few cases for an interval"
    assert "v: only 2 of 3 shared samples have a value in every run" in found.notes[0]


def test_lower_is_better_turns_the_ranks() -> None:
    """The run with fewer errors ranks first; the difference keeps its sign."""
    declared = "v:source=hand,version=1,range=0..,higher_is_better=no"
    a = run_with({"1": 4.0}, system="a", declared=declared)
    b = run_with({"1": 2.0}, system="b", declared=declared)
    (figure,) = compare(a, b).figures
    assert figure.pairs[0].difference.value == 2.0
    assert [system.rank for system in figure.systems] == [2, 1]


def test_unlike_signatures_are_refused_by_field() -> None:
    """The field, both values and the way out; allowed, the difference is said."""
    a = run_with({"1": 1.0}, system="a")
    b = run_with({"1": 1.0}, system="b", declared=f"v:{DECLARED}".replace("version=1", "version=2"))
    with pytest.raises(ConfigurationError) as caught:
        compare(a, b)
    assert (
        "comparing a with b by v: their signatures differ in version ('1' in a, '2' in b)"
        in str(caught.value)
    )
    assert compare(a, b, allow=["version"]).allowed == {"v": ("version",)}


def test_groups_are_compared_by_themselves() -> None:
    """By a column: the whole, then each value; a column of the contestant cannot group."""
    groups = {"1": {"task": "ct"}, "2": {"task": "mr"}, "3": {"task": "mr"}}
    a = run_with({"1": 1.0, "2": 2.0, "3": 4.0}, system="a", groups=groups)
    b = run_with({"1": 0.0, "2": 0.0, "3": 0.0}, system="b", groups=groups)
    found = compare(a, b, by=["task"]).figures
    assert [(one.group, one.pairs[0].difference.value) for one in found] == [
        ({}, pytest.approx(7 / 3)),
        ({"task": "ct"}, 1.0),
        ({"task": "mr"}, 3.0),
    ]
    with pytest.raises(InputDataError, match="is of group 'a' and 'b' in different runs"):
        compare(a, b, by=["system"])
    with pytest.raises(ConfigurationError, match="no shared sample has that column"):
        compare(a, b, by=["organ"])


def test_multiple_choice_is_compared_by_level_and_polarity() -> None:
    """Level and polarity are crossed without being asked for; no answer counts as wrong."""

    def answers(system: str, *responses: str, joint: int | None = None) -> Run:
        samples = [
            Sample(
                id=str(number),
                response=response,
                options={"A": "cyst", "B": "tumour"},
                answer="A",
                level="L1",
                polarity=polarity,
                paradigm="joint" if number == joint else "independent",
                system=system,
            )
            for number, (response, polarity) in enumerate(
                zip(responses, ("positive", "negative", "negative"), strict=True)
            )
        ]
        return run_in_thread(run_in_memory(ListSource(samples), (McqScorer(),)))

    found = compare(answers("a", "A", "A", "A"), answers("b", "A", "", "B"), scorer="mcq")
    by_group = {tuple(one.group.values()): one.pairs[0].difference.value for one in found.figures}
    assert by_group == {
        (): pytest.approx(2 / 3),
        ("L1", "negative"): 1.0,
        ("L1", "positive"): 0.0,
    }
    mixed = compare(answers("a", "A", "A", "A", joint=2), answers("b", "A", "", "B", joint=2))
    assert [one.group.get("paradigm") for one in mixed.figures] == [
        None,
        "independent",
        "joint",
        "independent",
    ]


def test_folders_and_runs_in_memory_give_the_same(tmp_path: Path) -> None:
    """What was written is compared as what was not."""
    values = {name: float(k) for k, name in enumerate(IDS)}
    cases = {name: name for name in IDS}
    a = run_with(values, system="a", cases=cases)
    b = run_with({name: 9.0 - value for name, value in values.items()}, system="b", cases=cases)
    a.write(tmp_path / "a")
    b.write(tmp_path / "b")
    assert compare(tmp_path / "a", str(tmp_path / "b")).to_json() == compare(a, b).to_json()
    twice = compare(tmp_path / "a", tmp_path / "a", names=["first", "again"])
    assert twice.figures[0].pairs[0].test.p == 1.0


def test_what_cannot_be_compared_is_one_sentence(tmp_path: Path) -> None:
    """Too few runs, no shared id, no shared figure, another case, no run in a folder."""
    a, b = run_with({"1": 1.0}, system="a"), run_with({"2": 1.0}, system="b")
    with pytest.raises(ConfigurationError, match="it takes two or more, got 1"):
        compare(a)
    with pytest.raises(InputDataError, match=r"no id is in every run.*'1' in a and '2' in b"):
        compare(a, b)
    with pytest.raises(ConfigurationError, match="names must be one for each run, got 1 for 2"):
        compare(a, b, names=["x"])
    with pytest.raises(ConfigurationError, match="names must differ"):
        compare(a, a, names=["x", "x"])
    other = run_with({"1": 1.0}, system="o", declared=f"w:{DECLARED},column=v")
    with pytest.raises(ConfigurationError, match="is in every run: a has v; o has w"):
        compare(a, other)
    with pytest.raises(ConfigurationError, match="no figure of scorer 'x' is in every run"):
        compare(a, a, scorer="x")
    moved = run_with({"1": 1.0}, system="m", cases={"1": "p2"})
    here = run_with({"1": 1.0}, system="h", cases={"1": "p1"})
    with pytest.raises(InputDataError, match="id '1' belongs to case 'p1' in one run and to 'p2'"):
        compare(here, moved)
    with pytest.raises(InputDataError, match=r"summary.json: No such file.*that judgekit score"):
        compare(tmp_path, a)
    a.write(tmp_path / "a")
    (tmp_path / "a" / "samples.jsonl").unlink()
    with pytest.raises(InputDataError, match=r"samples\.jsonl: No such file.*with the same --out"):
        compare(tmp_path / "a", a)
    (tmp_path / "a" / "summary.json").write_text(json.dumps({"schema": "x"}), encoding="utf-8")
    with pytest.raises(InputDataError, match=r"summary\.json is damaged"):
        compare(tmp_path / "a", a)
