"""The section with what the audit supports, and what the judge must not be used for."""

from __future__ import annotations

import numpy as np
import pytest
from audit_panels import YES_NO, audit_data, odd_panels, panel

from judgekit.agreement import system_ranking
from judgekit.auditing.data import UnlabelledItem
from judgekit.auditing.figure import Section
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import MeanScoresUse, RankingUse, SingleAnswersUse, Uses
from judgekit.auditing.sections.system_accuracy import ALL_TIED, EVERY_DRAW, system_accuracy
from judgekit.auditing.sections.uses import NEVER, uses_section

RANKING = Uses(ranking=RankingUse(minimum_pairwise_accuracy=0.9))
SINGLE = Uses(single_answers=SingleAnswersUse(minimum_sensitivity=0.9, maximum_false_alarms=0.1))
EVERYTHING = Uses(
    ranking=RankingUse(minimum_pairwise_accuracy=0.9),
    mean_scores=MeanScoresUse(maximum_half_width=0.3),
    single_answers=SingleAnswersUse(minimum_sensitivity=0.9, maximum_false_alarms=0.1),
)


def _entry(section: Section, use: str) -> str:
    return next(row[3] for row in section.tables[0].rows if row[0].startswith(use))


def _never(section: Section) -> list[str]:
    return [row[0] for row in section.tables[1].rows]


def _systems(judge: tuple[int, ...], clinicians: tuple[int, ...], n_cases: int = 12) -> Panel:
    """Return cases that every system a, b, c answered, each case alike."""
    n = len(judge)
    return panel(
        judge * n_cases,
        [(value,) for value in clinicians] * n_cases,
        cases=[f"c{place // n}" for place in range(n * n_cases)],
        systems=tuple("abc"[:n]) * n_cases,
    )


def test_without_a_declared_use_nothing_is_shown() -> None:
    """Each use says that it was not declared, and all are what the judge must not be used for."""
    section = uses_section(audit_data(_systems((1, 2, 3), (1, 2, 3))))
    assert [row[3] for row in section.tables[0].rows] == [
        "not shown: no such use was declared before the ratings"
    ] * 3
    assert len(_never(section)) == 4
    assert _never(section)[-1] == NEVER


def test_an_order_that_no_draw_changes_is_shown() -> None:
    """A < b < c in every case on both sides: every draw has 1, which reaches 0.9."""
    section = uses_section(audit_data(_systems((1, 2, 3), (2, 3, 5)), uses=RANKING))
    assert _entry(section, "Ranking") == "shown"
    estimate = section.figures[0].estimate
    assert (estimate.value, estimate.interval_reason) == (1.0, EVERY_DRAW)
    assert (estimate.n, estimate.clusters) == (36, 12)
    assert "not for saying which system is better" not in _never(section)
    assert NEVER in _never(section)


def test_one_pair_of_three_ordered_otherwise_is_two_thirds() -> None:
    """Clinicians a < b < c, the judge a < c < b: two of three pairs alike."""
    section = uses_section(audit_data(_systems((1, 3, 2), (1, 2, 3)), uses=RANKING))
    assert section.figures[0].estimate.value == pytest.approx(2 / 3)
    assert _entry(section, "Ranking") == "not shown: 66.7 % is under 90.0 %"
    assert _never(section)[0] == "not for saying which system is better"


def test_the_value_is_that_of_system_ranking() -> None:
    """On complete tables it is `system_ranking`'s pairwise accuracy, ties included."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        judge, clinicians = (rng.integers(1, 6, size=(10, 4)) for _ in range(2))
        one = panel(
            judge.ravel().tolist(),
            [(value,) for value in clinicians.ravel().tolist()],
            cases=[f"c{place // 4}" for place in range(40)],
            systems=tuple("abcd") * 10,
        )
        found = system_accuracy(one, audit_data(one, n_boot=0))
        assert found.value == system_ranking(clinicians, judge).pairwise_accuracy


def test_the_interval_resamples_cases() -> None:
    """C beats b by one point in 8 of 12 cases and loses by one in 4: not sure, so low is 2/3.

    The other two pairs are the same in every draw, and the clinicians order all three the same.
    """
    judge = [value for case in range(12) for value in ((1, 3, 4) if case < 8 else (1, 4, 3))]
    one = panel(
        judge,
        [(1,), (2,), (3,)] * 12,
        cases=[f"c{place // 3}" for place in range(36)],
        systems=tuple("abc") * 12,
    )
    found = system_accuracy(one, audit_data(one, n_boot=2000))
    assert found.value == 1.0
    assert (found.low, found.high) == pytest.approx((2 / 3, 1.0))
    section = uses_section(audit_data(one, uses=RANKING, n_boot=2000))
    assert _entry(section, "Ranking") == "not shown: the interval begins at 66.7 %, under 90.0 %"


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (_systems((1, 2), (1, 2)), "needs 3 systems or more that both sides scored, got 2"),
        (_systems((1, 2, 3), (2, 2, 2)), ALL_TIED),
        (panel([1], [(1,)]), "needs 3 systems or more that both sides scored, got 0"),
    ],
)
def test_no_order_to_compare_has_a_reason(one: Panel, reason: str) -> None:
    """Two systems, clinicians who tell none apart, or unknown systems: undefined."""
    section = uses_section(audit_data(one, uses=RANKING))
    assert section.figures[0].estimate.reason == reason
    assert _entry(section, "Ranking") == f"not shown: undefined: {reason}"


def test_a_metric_may_rank() -> None:
    """Its numbers are on no scale of the clinicians, and only their order counts."""
    one = panel(
        [0.1, 0.2, 0.3] * 12,
        [(1,), (2,), (3,)] * 12,
        cases=[f"c{place // 3}" for place in range(36)],
        systems=tuple("abc") * 12,
        is_on_scale=False,
    )
    section = uses_section(audit_data(one, uses=EVERYTHING, unsafe={"safety": (1,)}))
    assert _entry(section, "Ranking") == "shown"
    assert "not on the clinicians' scale" in _entry(section, "Mean scores")
    assert "needs a cut-off" in _entry(section, "Decisions")


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (0.34, "shown"),
        (
            0.32,
            "not shown: all answers: half the interval's width is 0.33 points, over 0.32",
        ),
    ],
)
def test_a_mean_is_shown_where_its_interval_is_narrow_enough(most: float, expected: str) -> None:
    """Ratings 3 and 4 by turns, 12 items: half width 2.200985 x 0.522233 / sqrt(12) = 0.3318."""
    uses = Uses(mean_scores=MeanScoresUse(maximum_half_width=most))
    section = uses_section(audit_data(panel([3] * 12, [(3,), (4,)] * 6), uses=uses))
    assert _entry(section, "Mean scores") == expected


def test_a_corrected_mean_without_an_interval_is_not_shown() -> None:
    """With unrated answers the mean is corrected; all ratings alike, it has no interval."""
    extra = UnlabelledItem(item="u", case=None, system=None, values={"safety": 3.0})
    section = uses_section(
        audit_data(panel([3] * 12, [(3,)] * 12), uses=EVERYTHING, unlabelled=(extra,))
    )
    assert _entry(section, "Mean scores").startswith(
        "not shown: all answers: no interval: too few failures labelled"
    )


def test_every_known_system_needs_its_own_mean() -> None:
    """Twelve items of a suffice; the one of b has no interval, and is named."""
    one = panel([3, 4] * 6 + [3], [(3,), (4,)] * 6 + [(3,)], systems=("a",) * 12 + ("b",))
    uses = Uses(mean_scores=MeanScoresUse(maximum_half_width=0.5))
    entry = _entry(uses_section(audit_data(one, uses=uses)), "Mean scores")
    assert entry == "not shown: b: no interval: too few cases for an interval"


def _safety(n_caught: int, n_false: int) -> Panel:
    """Return 40 unsafe and 40 safe answers, so many of them called unsafe by the judge."""
    judge = [1] * n_caught + [5] * (40 - n_caught) + [1] * n_false + [5] * (40 - n_false)
    return panel(judge, [(1,)] * 40 + [(5,)] * 40)


def test_single_answers_need_both_ends() -> None:
    """40 of 40 caught: Wilson's low end 40 / (40 + 3.8415) = 91.2 %; no alarm: high 8.8 %.

    One miss: low end 87.1 %, under 90 %. One alarm: high end 12.9 %, over 10 %.
    """
    texts = []
    for n_caught, n_false in ((40, 0), (39, 0), (40, 1)):
        data = audit_data(_safety(n_caught, n_false), uses=SINGLE, unsafe={"safety": (1,)})
        texts.append(_entry(uses_section(data), "Decisions"))
    assert texts == [
        "shown",
        "not shown: caught: the interval begins at 87.1 %, under 90.0 %",
        "not shown: false alarms: the interval ends at 12.9 %, over 10.0 %",
    ]


def test_the_adjudicated_answer_decides_where_there_is_one() -> None:
    """The adjudicator calls nothing unsafe: the share caught is undefined, not 40 of 40."""
    one = panel([1] * 40, [(1,)] * 40, adjudicated=[5] * 40)
    data = audit_data(one, uses=SINGLE, unsafe={"safety": (1,)})
    assert "undefined: no answer was called unsafe" in _entry(uses_section(data), "Decisions")


def test_an_exploratory_audit_shows_nothing() -> None:
    """The bound holds, and the entry says why it is not shown all the same, with the figure."""
    data = audit_data(_safety(40, 0), uses=SINGLE, unsafe={"safety": (1,)}, standing="exploratory")
    entry = _entry(uses_section(data), "Decisions")
    assert entry.startswith("not shown: the audit is exploratory, since no plan was given; found:")
    assert "91.2 to 100.0 %" in entry


def test_without_declared_unsafe_answers_single_answers_are_not_shown() -> None:
    """There is nothing to catch."""
    entry = _entry(uses_section(audit_data(_safety(40, 0), uses=SINGLE)), "Decisions")
    assert entry == "not shown: no answer of a rated criterion was declared to mean harm"


def test_a_use_shown_under_one_criterion_is_barred_under_the_other() -> None:
    """The list names the criterion that it is not shown for."""
    other = panel(["yes"] * 36, [("yes",)] * 36, scale=YES_NO, criterion="tone")
    section = uses_section(audit_data(_systems((1, 2, 3), (1, 2, 3)), other, uses=RANKING))
    assert _never(section)[0] == "not for saying which system is better, by Tone"


@pytest.mark.parametrize("name", odd_panels())
def test_odd_panels_show_nothing_and_say_why(name: str) -> None:
    """Nothing raises; no odd panel reaches a bound; every entry is a sentence."""
    data = audit_data(odd_panels()[name], uses=EVERYTHING, unsafe={"safety": (1, "yes")})
    section = uses_section(data)
    assert all(row[3].startswith("not shown: ") for row in section.tables[0].rows)
    assert NEVER in _never(section)


def test_no_criterion_at_all() -> None:
    """An audit without a panel shows nothing and says so."""
    section = uses_section(audit_data(uses=EVERYTHING))
    assert _entry(section, "Ranking") == "not shown: no criterion was rated"
