"""The section with what the audit supports, and what the judge must not be used for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from audit_panels import YES_NO, audit_data, odd_panels, panel
from pydantic import ValidationError
from scipy.stats import kendalltau

from judgekit.agreement import system_ranking
from judgekit.auditing.data import UnlabelledItem
from judgekit.auditing.figure import Section
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import MeanScoresUse, RankingUse, SingleAnswersUse, Uses
from judgekit.auditing.sections.system_accuracy import (
    ALL_TIED,
    EVERY_DRAW,
    TIED,
    system_accuracy,
    system_tau,
)
from judgekit.auditing.sections.use_entries import ALL_RATED, NO_WIDTH, NOT_HELD, ONE_WIDTH
from judgekit.auditing.sections.uses import NEVER, UNCORRECTED, uses_section
from judgekit.records.outcome import Outcome

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
    assert len(_never(section)) == 5
    assert _never(section)[-2:] == [UNCORRECTED, NEVER]


def _unsure() -> Panel:
    """C beats b by one point in 8 of 12 cases and loses by one in 4; clinicians a < b < c."""
    judge = [value for case in range(12) for value in ((1, 3, 4) if case < 8 else (1, 4, 3))]
    return panel(
        judge,
        [(1,), (2,), (3,)] * 12,
        cases=[f"c{place // 3}" for place in range(36)],
        systems=tuple("abc") * 12,
    )


def test_an_order_that_no_draw_changes_has_no_interval_and_is_not_shown() -> None:
    """A < b < c in every case on both sides: every draw has 1, and no end can reach 0.9."""
    section = uses_section(audit_data(_systems((1, 2, 3), (2, 3, 5)), uses=RANKING))
    assert _entry(section, "Ranking") == f"not shown: no interval: {EVERY_DRAW}"
    estimate = section.figures[0].estimate
    assert (estimate.value, estimate.interval_reason) == (1.0, EVERY_DRAW)
    assert (estimate.n, estimate.clusters) == (36, 12)


def test_a_ranking_is_shown_where_its_low_end_reaches_the_minimum() -> None:
    """The low end is 2/3 (see the interval below): enough for 0.6."""
    uses = Uses(ranking=RankingUse(minimum_pairwise_accuracy=0.6))
    section = uses_section(audit_data(_unsure(), uses=uses, n_boot=2000))
    assert _entry(section, "Ranking") == "shown"
    assert "not for saying which system is better" not in _never(section)
    assert _never(section)[-2:] == [UNCORRECTED, NEVER]


def test_one_pair_of_three_ordered_otherwise_is_two_thirds() -> None:
    """Clinicians a < b < c, the judge a < c < b: two of three pairs alike."""
    section = uses_section(audit_data(_systems((1, 3, 2), (1, 2, 3)), uses=RANKING))
    assert section.figures[0].estimate.value == pytest.approx(2 / 3)
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


def test_tau_is_kendalls_on_the_means_and_items_of_the_accuracy() -> None:
    """Against scipy's tau-b of the systems' means, ties and gaps included; n is the accuracy's."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        judge = rng.integers(1, 4, size=40).astype(object)
        judge[rng.random(40) < 0.2] = Outcome.API_ERROR
        clinicians = rng.integers(1, 4, size=40)
        one = panel(
            judge.tolist(),
            [(value,) for value in clinicians.tolist()],
            cases=[f"c{place // 4}" for place in range(40)],
            systems=tuple("abcd") * 10,
        )
        kept = [place for place in range(40) if not isinstance(judge[place], Outcome)]
        means = [
            [np.mean([side[place] for place in kept if place % 4 == k]) for k in range(4)]
            for side in (judge, clinicians)
        ]
        found = system_tau(one, audit_data(one, n_boot=0))
        assert found.value == pytest.approx(kendalltau(*means).statistic)
        assert (found.n, found.clusters) == (len(kept), len({place // 4 for place in kept}))
        assert found.n == system_accuracy(one, audit_data(one, n_boot=0)).n


def test_tau_has_an_interval_as_the_accuracy_has() -> None:
    """Where the pair (b, c) ties tau-b is 2 / sqrt(2 x 3), where it turns round (2 - 1) / 3."""
    found = system_tau(_unsure(), audit_data(_unsure(), n_boot=2000))
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low in (pytest.approx(1 / 3), pytest.approx(2 / 6**0.5))


def test_tau_is_undefined_where_one_side_ties_throughout() -> None:
    """The judge gives all systems the same mean: the accuracy is 0, tau has nothing to say."""
    one = _systems((2, 2, 2), (1, 2, 3))
    assert system_accuracy(one, audit_data(one)).value == 0
    assert system_tau(one, audit_data(one)).reason == TIED


def test_the_interval_resamples_cases() -> None:
    """C beats b by one point in 8 of 12 cases and loses by one in 4: not sure, so low is 2/3.

    The other two pairs are the same in every draw, and the clinicians order all three the same.
    """
    found = system_accuracy(_unsure(), audit_data(_unsure(), n_boot=2000))
    assert found.value == 1.0
    assert (found.low, found.high) == pytest.approx((2 / 3, 1.0))
    section = uses_section(audit_data(_unsure(), uses=RANKING, n_boot=2000))
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
    one = replace(_unsure(), is_on_scale=False)
    uses = Uses(
        ranking=RankingUse(minimum_pairwise_accuracy=0.6),
        mean_scores=EVERYTHING.mean_scores,
        single_answers=EVERYTHING.single_answers,
    )
    section = uses_section(audit_data(one, uses=uses, unsafe={"safety": (1,)}, n_boot=2000))
    assert _entry(section, "Ranking") == "shown"
    assert "not on the clinicians' scale" in _entry(section, "Mean scores")
    assert "needs a cut-off" in _entry(section, "Decisions")


def _constant_judge(criterion: str = "safety") -> Panel:
    """Return 24 answers rated 3 and 4 by turns, to which the judge gives 3 throughout."""
    return panel([3] * 24, [(3,), (4,)] * 12, criterion=criterion)


def _unrated(*criteria: str, system: str | None = None) -> UnlabelledItem:
    return UnlabelledItem(f"u{system}", None, system, dict.fromkeys(criteria, 3))


def _means(most: float | dict[str, float]) -> Uses:
    return Uses(mean_scores=MeanScoresUse(maximum_half_width=most))


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (0.22, "shown"),
        (
            0.21,
            "not shown: all answers: half the interval's width is 0.22 points, over 0.21",
        ),
    ],
)
def test_a_mean_is_shown_where_its_interval_is_narrow_enough(most: float, expected: str) -> None:
    """A constant judge has the weight 0, so that the corrected mean is that of the labels, 3.5.

    Each of 24 adds 0.5 / 24: SE^2 = 24 / 23 x 24 x (0.5 / 24)^2 = 0.010870, SE = 0.104257, times
    t(23) = 2.068658: 0.2157. Whatever is shown, the judge's own means are barred.
    """
    data = audit_data(_constant_judge(), uses=_means(most), unlabelled=(_unrated("safety"),))
    section = uses_section(data)
    assert _entry(section, "Mean scores") == expected
    assert UNCORRECTED in _never(section)


def test_where_every_answer_was_rated_the_judge_adds_nothing() -> None:
    """The judge is off by 2 points throughout, and the clinicians' mean has a narrow interval.

    Nothing was corrected, so no use of the judge is shown and both kinds of means are barred.
    """
    one = panel([5] * 24, [(3,), (2,)] * 12, systems=("a", "b") * 12)
    section = uses_section(audit_data(one, uses=_means(4)))
    assert _entry(section, "Mean scores") == f"not shown: {ALL_RATED}"
    assert "not for reporting mean scores that clinicians' ratings correct" in _never(section)
    assert UNCORRECTED in _never(section)


def test_a_corrected_mean_without_an_interval_is_not_shown() -> None:
    """With unrated answers the mean is corrected; all ratings alike, it has no interval."""
    data = audit_data(
        panel([3] * 12, [(3,)] * 12), uses=EVERYTHING, unlabelled=(_unrated("safety"),)
    )
    assert _entry(uses_section(data), "Mean scores").startswith(
        "not shown: all answers: no interval: too few failures labelled"
    )


def test_every_known_system_needs_its_own_mean() -> None:
    """The 24 items of a suffice; the one of b has no interval, or with none unrated no judge."""
    one = panel([3] * 24 + [3], [(3,), (4,)] * 12 + [(3,)], systems=("a",) * 24 + ("b",))
    of_a, of_b = (_unrated("safety", system=name) for name in "ab")
    entries = [
        _entry(uses_section(audit_data(one, uses=_means(0.5), unlabelled=more)), "Mean scores")
        for more in ((of_a, of_b), (of_a,))
    ]
    assert entries == [
        "not shown: b: no interval: too few cases for an interval",
        f"not shown: b: {ALL_RATED}",
    ]


def test_half_widths_are_declared_by_criterion() -> None:
    """Safety suffices for 0.22; depth is not declared; the audit holds no criterion "tone"."""
    data = audit_data(
        _constant_judge(),
        _constant_judge("depth"),
        uses=_means({"safety": 0.22, "tone": 1}),
        unlabelled=(_unrated("safety", "depth"),),
    )
    section = uses_section(data)
    entries = {row[1]: row[3] for row in section.tables[0].rows if row[0].startswith("Mean")}
    assert entries == {
        "Safety": "shown",
        "Depth": f"not shown: {NO_WIDTH}",
        "tone": f"not shown: {NOT_HELD}",
    }
    assert any(words.endswith("correct, by Depth, tone") for words in _never(section))


def test_half_widths_are_positive_and_some_are_declared() -> None:
    """A mapping without an entry, or a width of 0, is refused; a mapping comes back as it was."""
    for most in ({}, {"safety": 0}, 0):
        with pytest.raises(ValidationError):
            MeanScoresUse.model_validate({"maximum_half_width": most})
    uses = _means({"safety": 0.2, "total": 3.0})
    assert Uses.model_validate_json(uses.model_dump_json()) == uses


def test_one_half_width_serves_one_criterion_and_never_its_total() -> None:
    """0.22 holds for safety alone; with a second criterion it is nobody's, nor is it a total's."""
    extra = (_unrated("safety", "depth", "total"),)
    for other, expected in (
        ("total", ["shown", f"not shown: {NO_WIDTH}"]),
        ("depth", [f"not shown: {ONE_WIDTH}"] * 2),
    ):
        panels = (_constant_judge(), _constant_judge(other))
        section = uses_section(audit_data(*panels, uses=_means(0.22), unlabelled=extra))
        rows = [row[3] for row in section.tables[0].rows if row[0].startswith("Mean")]
        assert rows == expected


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


def test_the_plan_names_who_says_what_is_unsafe() -> None:
    """Three clinicians, one of whom calls all 40 unsafe, and an adjudicator of one: of none.

    Any: 40 of 40 are unsafe. A majority, and the adjudicator: none is, so the share caught is
    undefined; the adjudicator's rule says that it stands on 1 of 40 answers.
    """
    one = panel([1] * 40, [(1, 5, 5)] * 40, adjudicated=[5] + [None] * 39)
    texts = {}
    for rule in ("any", "majority", "adjudicated"):
        uses = Uses(
            single_answers=SingleAnswersUse(
                minimum_sensitivity=0.9, maximum_false_alarms=0.1, rule=rule
            )
        )
        section = uses_section(audit_data(one, uses=uses, unsafe={"safety": (1,)}))
        row = next(row for row in section.tables[0].rows if row[0].startswith("Decisions"))
        texts[rule] = row[2] + " | " + row[3] + " | " + row[4]
    assert "that any clinician calls unsafe" in texts["any"]
    assert "of 40 of 40 answers: caught 100.0 %" in texts["any"]
    for rule in ("majority", "adjudicated"):
        assert "caught: undefined: no answer was called unsafe" in texts[rule]
    assert "of 1 of 40 answers" in texts["adjudicated"]


def test_without_an_adjudicator_that_rule_has_nothing_to_say() -> None:
    """The plan names the adjudicator and nobody adjudicated: never another rule instead."""
    uses = Uses(
        single_answers=SingleAnswersUse(
            minimum_sensitivity=0.9, maximum_false_alarms=0.1, rule="adjudicated"
        )
    )
    section = uses_section(audit_data(_safety(40, 0), uses=uses, unsafe={"safety": (1,)}))
    assert _entry(section, "Decisions") == "not shown: no adjudicator rated this criterion"


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
    uses = Uses(ranking=RankingUse(minimum_pairwise_accuracy=0.6))
    section = uses_section(audit_data(_unsure(), other, uses=uses, n_boot=2000))
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
