"""Chains of four levels, joint answers and accuracy, against tables worked by hand."""

from __future__ import annotations

import pytest
from mcq_rows import CUT, EITHER, OPTIONS, REFUSAL, pair, row

from judgekit.errors import ConfigurationError
from judgekit.mcq import McqReport, mcq_report
from judgekit.records import Sample

LEVELS = ("quality", "anatomy", "lesion", "report")


def chain(case: str, answers: str, **fields: object) -> list[Sample]:
    """Return one case's questions, key A; "-" leaves a level out, "?" answers ambiguously."""
    return [
        row(f"{case}-{level}", EITHER if said == "?" else said, case_id=case, level=level, **fields)
        for level, said in zip(LEVELS, answers, strict=True)
        if said != "-"
    ]


# Right at each level (1) or not (0):
#   c1 1111   c2 1110   c3 1101   c4 0111   c5 1-11 (incomplete)
CHAINS = [
    *chain("c1", "AAAA"),
    *chain("c2", "AAAB"),
    *chain("c3", "AABA"),
    *chain("c4", "CAAA"),
    *chain("c5", "A-AA"),
]


def counts(report: McqReport, figure_id: str) -> list[tuple[int | None, int]]:
    """Return numerator and n of a figure at each place it has."""
    return [(figure.count, figure.n) for figure in report.all(figure_id)]


def test_four_level_chains_by_hand() -> None:
    """Up to each level: 3, 3, 2, 1 of the 4 complete chains; the incomplete one is counted."""
    report = mcq_report(CHAINS)
    assert counts(report, "chain") == [(3, 4), (3, 4), (2, 4), (1, 4)]
    # P(right at k | right at k - 1): c1 c2 c3 of c1 c2 c3; c1 c2 of c1 c2 c3 c4 without c3,
    # that is 3 of 4; c1 c4 of c1 c2 c4.
    assert counts(report, "conditional") == [(3, 3), (3, 4), (2, 3)]
    # First failing: c4 at quality, none at anatomy, c3 at lesion, c2 at report, c1 nowhere.
    failing = report.all("first_failing")
    assert {f.where["level"]: f.count for f in failing} == {
        "quality": 1,
        "anatomy": 0,
        "lesion": 1,
        "report": 1,
        "(none)": 1,
    }
    assert sum(f.value or 0 for f in failing) == pytest.approx(1.0)
    assert {f.n_left_out for f in report.all("chain")} == {1}


def test_levels_stand_in_the_order_given() -> None:
    """By default in order of appearance; an order that is given holds and names every level."""
    assert mcq_report(CHAINS).levels == LEVELS
    assert mcq_report(CHAINS, levels=LEVELS[::-1]).levels == LEVELS[::-1]
    with pytest.raises(ConfigurationError, match="'report' is not among the levels given"):
        mcq_report(CHAINS, levels=LEVELS[:3])


def test_a_level_with_two_questions_is_right_if_both_are() -> None:
    """A chain holds every question of its case at a level."""
    extra = row("c1-second", "B", case_id="c1", level="lesion")
    report = mcq_report([*chain("c1", "AAAA"), extra])
    assert counts(report, "chain") == [(1, 1), (1, 1), (0, 1), (0, 1)]


def test_bounds_of_a_chain_leave_open_what_was_not_found() -> None:
    """c: right, ambiguous, right, right. Chain to report 0, or 1 if the open one was right."""
    report = mcq_report(chain("c", "A?AA"))
    chain_to_report = report.one("chain", level="report")
    assert (chain_to_report.value, chain_to_report.bound_low, chain_to_report.bound_high) == (
        0.0,
        0.0,
        1.0,
    )
    failing = report.one("first_failing", level="anatomy")
    assert (failing.value, failing.bound_low, failing.bound_high) == (1.0, 0.0, 1.0)


def test_without_case_id_nothing_is_a_chain() -> None:
    """Which questions belong to one image is declared, never inferred."""
    loose = [sample.model_copy(update={"case_id": None}) for sample in CHAINS]
    assert mcq_report(loose).all("chain") == ()


def joint(prompt: str, response: str) -> list[Sample]:
    """Return the samples of one joint prompt of four questions, key A."""
    parts = [{"id": level, "name": level, "options": OPTIONS} for level in LEVELS]
    return [
        row(
            f"{prompt}:{level}",
            response,
            level=level,
            paradigm="joint",
            case_id=prompt,
            pair_id=prompt,
            joint={"id": prompt, "part": level, "parts": parts},
        )
        for level in LEVELS
    ]


def test_joint_answers_by_position_and_against_independent_ones() -> None:
    """The second response breaks off after two answers; alone every question was right."""
    rows = [
        *joint("p", "A,A,A,B"),
        *joint("q", "1. A\n2. A\n3. The lesion has a"),
        *(
            s.model_copy(update={"paradigm": "independent", "pair_id": "p"})
            for s in chain("p", "AAAA")
        ),
    ]
    report = mcq_report(rows)
    assert counts(report, "answered_at_position") == [(2, 2), (2, 2), (1, 2), (1, 2)]
    # p jointly: 3 of 4 right; p alone: 4 of 4; q has no independent twin.
    gap = report.one("joint_gap")
    assert (gap.value, gap.n, gap.n_left_out) == (-0.25, 4, 4)
    assert report.one("joint_gap", level="report").value == -1.0
    assert counts(report, "chain")[:4] == [(2, 2), (2, 2), (1, 2), (0, 2)]


def test_overall_accuracy_is_weighted_by_item_count() -> None:
    """Med-CMR's overall: 9 of 10 in SOD, 1 of 30 in LTG is 10/40, not the mean of 90 % and 3 %."""
    rows = [
        row(f"{task}{n}", "A" if n < right else "B", groups={"task": task})
        for task, n_items, right in (("SOD", 10, 9), ("LTG", 30, 1))
        for n in range(n_items)
    ]
    report = mcq_report(rows, by=["task"])
    assert report.one("accuracy", task="SOD").value == 0.9
    assert report.one("accuracy", task="LTG").value == pytest.approx(1 / 30)
    overall = report.one("accuracy")
    assert (overall.value, overall.count, overall.n, overall.chance) == (0.25, 10, 40, 0.25)


def test_no_answer_is_wrong_and_counted_by_its_kind() -> None:
    """Two right, one wrong, one of each kind without an answer: 2/7, and 2/3 among answered."""
    said = ["A", "A", "B", EITHER, REFUSAL, "More views would help.", CUT]
    report = mcq_report([row(str(n), text) for n, text in enumerate(said)])
    assert report.one("accuracy").value == pytest.approx(2 / 7)
    assert report.one("accuracy_answered").value == pytest.approx(2 / 3)
    kinds = ("answered", "ambiguous", "refused", "none", "truncated")
    assert [report.one(f"kind_{kind}").count for kind in kinds] == [3, 1, 1, 1, 1]
    # A refusal is wrong in any case; the other three could be right.
    accuracy = report.one("accuracy")
    assert (accuracy.bound_low, accuracy.bound_high) == pytest.approx((2 / 7, 5 / 7))


def test_a_missing_response_is_in_no_mean_and_in_the_bounds() -> None:
    """One right, one not there: accuracy 1/1, between 1/2 and 2/2, one left out."""
    report = mcq_report([row("a", "A"), row("b", None)])
    accuracy = report.one("accuracy")
    assert (accuracy.count, accuracy.n, accuracy.n_left_out) == (1, 1, 1)
    assert (accuracy.bound_low, accuracy.bound_high) == (0.5, 1.0)


def test_chance_is_the_mean_of_one_over_k() -> None:
    """Questions with 4 and 2 options: (1/4 + 1/2) / 2; sets of 2 options: 1 / (2^2 - 1)."""
    two = {"A": "yes", "B": "no"}
    report = mcq_report([row("a", "A"), row("b", "A", options=two)])
    assert report.one("accuracy").chance == 0.375
    sets = mcq_report([row("c", "A", options=two, multi_select=True)])
    assert sets.one("accuracy").chance == pytest.approx(1 / 3)


def test_several_right_options_must_all_be_chosen() -> None:
    """With multi_select the answer is a set: order plays no part, a part of it is wrong."""
    fields = {"answer": "A, C", "multi_select": True}
    rows = [row(str(n), said, **fields) for n, said in enumerate(("C, A", "A", "A, B, C"))]
    assert mcq_report(rows).one("accuracy").count == 1


def test_labels_chosen_against_labels_of_the_key() -> None:
    """Keys A A B B, chosen A A A B: A is chosen once more than it is right, B once less."""
    rows = [
        row(str(n), said, key) for n, (said, key) in enumerate(zip("AAAB", "AABB", strict=True))
    ]
    uses = {use.label: use for use in mcq_report(rows).labels}
    assert (uses["A"].n_chosen, uses["A"].n_key, uses["A"].difference.value) == (3, 2, 0.25)
    assert (uses["B"].n_chosen, uses["B"].n_key, uses["B"].difference.value) == (1, 2, -0.25)


def test_a_row_without_key_is_counted_and_said() -> None:
    """It is in no figure, and no row disappears without a word."""
    report = mcq_report([row("a", "A"), row("b", "A", answer=None)])
    assert report.one("accuracy").n == 1
    assert report.warnings == (
        "1 of 2 rows have no options or no answer; they are skipped, and in no figure",
    )


def test_total_format_failure_is_said_to_be_one() -> None:
    """All cut off in their thinking: 0 correct, answered 0 %, and not a word of knowledge."""
    report = mcq_report([row(str(n), CUT) for n in range(14)])
    assert report.warnings == (
        "0 correct of 14, answered 0 % (truncated 14): a format failure, not knowledge",
    )


@pytest.mark.parametrize(("n_cut", "warned"), [(5, False), (6, True)])
def test_more_than_five_percent_cut_off_warns(n_cut: int, warned: bool) -> None:
    """5 of 100 do not warn, 6 of 100 do."""
    rows = [row(str(n), CUT if n < n_cut else "A") for n in range(100)]
    assert any("cut off" in warning for warning in mcq_report(rows).warnings) is warned


def test_clusters_are_declared_or_said_to_be_assumed() -> None:
    """By case_id; else by pair and prompt, since variants are not independent; else by row."""
    assert mcq_report(pair("p", "A", "B")).cases == "clustered by case_id"
    loose = [s.model_copy(update={"case_id": None}) for s in pair("p", "A", "B")]
    assert mcq_report(loose).cases.startswith("no case_id was given: clustered by pair_id")
    assert mcq_report([row("a", "A")]).cases.startswith("assumes independent rows")
