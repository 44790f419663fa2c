"""How often each value was given, in a summary, on its page and in the terminal."""

from __future__ import annotations

from judge_samples import CRITERIA, ask, make_sample, marker, row_of
from judge_server import JudgeServer, grades

from judgekit.records.summary import LabelCount
from judgekit.report.overview import view_distributions

CORRECTNESS = CRITERIA[3]


def test_means_of_repeats_between_levels_are_counted(judge_server: JudgeServer) -> None:
    """Repeats 5 5 4, 4 5 5, 0 0 1 and 3 3 3: two of 4.667, one of 0.333, one of the level 3.

    On 0 to 5 the levels come first, then what lies between them, ascending: together four, which
    is how many were scored.
    """
    told = {"a": (5, 5, 4), "b": (4, 5, 5), "c": (0, 0, 1), "d": (3, 3, 3)}
    for name, values in told.items():
        judge_server.script(marker(name), *(grades(correctness=value) for value in values))
    run = ask(judge_server, *map(make_sample, told), repeats=3)
    row = row_of(run, CORRECTNESS)
    levels, between = row.distribution[:6], row.distribution[6:]
    assert levels == tuple(LabelCount(value=k, count=int(k == 3)) for k in range(6))
    assert [one.count for one in between] == [1, 2]
    assert [round(float(one.value), 6) for one in between] == [0.333333, 4.666667]
    assert sum(one.count for one in row.distribution) == row.n_scored == 4
    shown = {one.caption: one.bars for one in view_distributions(run.summary)}
    bars = next(bars for caption, bars in shown.items() if caption.endswith(row.name))
    assert [(bar.label, bar.n) for bar in bars[6:]] == [("0.3333", "1"), ("4.667", "2")]


def test_one_judgement_gives_levels_alone(judge_server: JudgeServer) -> None:
    """Without repeats nothing lies between: a row for each level, and no other."""
    judge_server.otherwise = grades(correctness=2)
    row = row_of(ask(judge_server, make_sample("a")), CORRECTNESS)
    assert [one.value for one in row.distribution] == [0, 1, 2, 3, 4, 5]


def test_a_figure_without_levels_has_no_rows(judge_server: JudgeServer) -> None:
    """A total is any number of its range: nothing is counted."""
    judge_server.otherwise = grades(correctness=2)
    assert row_of(ask(judge_server, make_sample("a"))).distribution == ()
