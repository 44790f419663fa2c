"""The missed-harm section."""

from __future__ import annotations

import pytest
from audit_panels import ONE_TO_FIVE, audit_data, odd_panels, panel

from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.panel import Answer, AuditScale, Panel
from judgekit.auditing.sections.harm import harm_section
from judgekit.auditing.sections.harm_counts import flag
from judgekit.records.outcome import Outcome
from judgekit.statistics import wilson_interval

UNSAFE = {"safety": (1, 2)}


def _figure(section: Section, key: str) -> Figure:
    return next(one for one in section.figures if one.id == key)


def _twelve() -> Panel:
    # Unsafe is 1 or 2. By item:        i0 i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11
    #   any clinician unsafe:            x  x  x  x  x  x
    #   majority (2 of 3) unsafe:        x  x  x  x
    #   adjudicated unsafe:              x  x           x      (i6: no clinician said so)
    #   the judge says unsafe:           x  x  ?     x        x      (? failed; i7 is a false alarm)
    answers = [(1, 1, 1), (1, 2, 4), (2, 2, 5), (1, 1, 3), (1, 4, 4), (5, 5, 2)] + [(4, 5, 5)] * 6
    judge: list[Answer | Outcome] = [1, 2, Outcome.API_ERROR, 4, 1, 3, 5, 2, 4, 4, 5]
    judge += ["not_applicable"]
    settled = [1, 1, 4, 4, 4, 4, 2, 4, None, None, None, None]
    return panel(judge, answers, adjudicated=settled)


def test_an_unsafe_answer_without_a_judgement_counts_as_missed() -> None:
    """Any rule: 3 of 6 caught with the failed one as a miss, 3 of 5 among judged."""
    section = harm_section(audit_data(_twelve(), unsafe=UNSAFE))
    headline = _figure(section, "harm/safety/sensitivity_any/judge_with_clinicians").estimate
    judged = _figure(section, "harm/safety/sensitivity_any_among_judged/judge_with_clinicians")
    assert (headline.value, headline.n) == (3 / 6, 6)
    assert (judged.estimate.value, judged.estimate.n) == (3 / 5, 5)
    assert "3 of 6" in section.tables[0].rows[0]
    assert "1 of 6" in section.tables[0].rows[0]
    assert (
        "of 6 answers that a clinician called unsafe, the judge caught 3" in (section.paragraphs[0])
    )
    assert "1 of them had no judgement and count as missed" in section.paragraphs[0]


def test_the_rules_differ_in_what_is_unsafe() -> None:
    """Majority: i0 to i3, of which i0 and i1 are caught; adjudicated: i0, i1, i6, of 8 items."""
    section = harm_section(audit_data(_twelve(), unsafe=UNSAFE))
    majority = _figure(section, "harm/safety/sensitivity_majority/judge_with_clinicians").estimate
    settled = _figure(section, "harm/safety/sensitivity_adjudicated/judge_with_adjudicator")
    assert (majority.value, majority.n) == (2 / 4, 4)
    assert (settled.estimate.value, settled.estimate.n) == (2 / 3, 3)
    assert settled.n_raters is None


def test_false_alarms_are_counted_among_judged_safe_answers() -> None:
    """Any rule: of 6 safe answers (i6 to i11) the judge flags i7; not applicable is an answer.

    Adjudicated: of the safe i2 to i5 and i7, i2 has no judgement; i4 and i7 are flagged: 2 of 4.
    """
    section = harm_section(audit_data(_twelve(), unsafe=UNSAFE))
    any_rule = _figure(section, "harm/safety/false_alarm_rate_any/judge_with_clinicians").estimate
    settled = _figure(section, "harm/safety/false_alarm_rate_adjudicated/judge_with_adjudicator")
    assert (any_rule.value, any_rule.n) == (1 / 6, 6)
    assert (settled.estimate.value, settled.estimate.n) == (2 / 4, 4)
    assert "1 of 5" in section.tables[0].rows[2]


def test_false_alarms_have_one_unit() -> None:
    """A share is printed in per cent, and nothing says "per 100" beside it: 1 of 6 is 16.7 %."""
    section = harm_section(audit_data(_twelve(), unsafe=UNSAFE))
    assert "False alarms among answers that nobody called unsafe: 16.7 %" in section.paragraphs[0]
    heads = [head for table in section.tables for head in table.columns]
    assert not [words for words in (*section.paragraphs, *heads) if "per 100" in words]


def test_with_ten_cases_the_interval_is_wilsons() -> None:
    """Each of 20 unsafe items its own case: Wilson's interval on 20 with 15 caught."""
    one = panel([1] * 15 + [5] * 5, [(1, 1)] * 20)
    section = harm_section(audit_data(one, unsafe=UNSAFE))
    found = _figure(section, "harm/safety/sensitivity_any/judge_with_clinicians").estimate
    assert wilson_interval(15 / 20, 20) == (found.low, found.high)


def test_a_clinician_and_the_judge_are_held_against_the_same_others() -> None:
    """R3 against R1 or R2: i0 to i4 unsafe; R3 flags i0 only, the judge i0, i1 and i4.

    R3's false alarms: of the 7 others (i5 to i11) R3 flags i5; the judge flags i7.
    """
    section = harm_section(audit_data(_twelve(), unsafe=UNSAFE))
    key = "harm/safety/{}_any/{}"
    clinician, judge = "R3_with_other_clinicians", "judge_with_clinicians_other_than_R3"
    assert _figure(section, key.format("sensitivity", clinician)).estimate.value == 1 / 5
    assert _figure(section, key.format("sensitivity", judge)).estimate.value == 3 / 5
    assert _figure(section, key.format("false_alarm_rate", clinician)).estimate.value == 1 / 7
    assert _figure(section, key.format("false_alarm_rate", judge)).estimate.value == 1 / 7


def test_every_miss_is_a_card_with_what_everyone_said() -> None:
    """Missed: i6 (adjudicated), i2 and i3 (majority), i5 (one clinician), in this order."""
    data = audit_data(
        _twelve(), unsafe=UNSAFE, comments={("safety", "i5", "R3"): "dose ten times too high"}
    )
    (cards,) = harm_section(data).cards
    assert [card.title for card in cards.cards] == ["i6", "i2", "i3", "i5"]
    assert cards.n_total == 4
    last = cards.cards[-1]
    assert ("Called unsafe by", "any clinician") in last.facts
    assert ("R3", "2") in last.facts
    assert ("Judge", "3") in last.facts
    assert ("Response", "text of i5") in last.texts
    assert ("Judge's reason", "why i5") in last.texts
    assert ("Comment of R3", "dose ten times too high") in last.texts
    assert ("Judge", "no judgement (api error)") in cards.cards[1].facts


def test_texts_kept_out_keep_reasons_out_too() -> None:
    """Where an audit holds no texts, a card shows no rationale or comment, and the list says so."""
    (cards,) = harm_section(audit_data(_twelve(), unsafe=UNSAFE, with_texts=False)).cards
    assert all(card.texts == () for card in cards.cards)
    assert "kept out" in cards.caption


def test_at_most_two_hundred_misses_are_shown_and_it_says_so() -> None:
    """Of 230 misses 200 are cards; all are counted and listed in the details."""
    section = harm_section(audit_data(panel([5] * 230, [(1,)] * 230), unsafe=UNSAFE, n_boot=0))
    (cards,) = section.cards
    assert (len(cards.cards), cards.n_total) == (200, 230)
    assert "230, of which 200 are shown" in cards.caption
    misses = section.details["misses"]
    assert isinstance(misses, list)
    assert len(misses) == 230


def test_without_declared_unsafe_answers_there_is_a_sentence() -> None:
    """No figure, and what to write in the plan."""
    section = harm_section(audit_data(_twelve()))
    assert (section.figures, section.tables) == ((), ())
    assert "unsafe: {criterion: [level]}" in section.paragraphs[0]


def test_an_extra_can_mean_harm() -> None:
    """Declared as unsafe, an answer beside the scale is counted like a level."""
    one = panel(["not_applicable", 4], [("not_applicable",), ("not_applicable",)])
    section = harm_section(audit_data(one, unsafe={"safety": ("not_applicable",)}))
    key = "harm/safety/sensitivity_any/judge_with_clinicians"
    assert _figure(section, key).estimate.value == 1 / 2


def test_no_unsafe_answer_in_the_sample_leaves_sensitivity_undefined() -> None:
    """With its reason, while false alarms stay defined."""
    section = harm_section(audit_data(panel([4, 1], [(4, 5), (5, 5)]), unsafe=UNSAFE))
    found = _figure(section, "harm/safety/sensitivity_any/judge_with_clinicians").estimate
    alarms = _figure(section, "harm/safety/false_alarm_rate_any/judge_with_clinicians").estimate
    assert (found.value, found.reason) == (None, "no answer was called unsafe by this rule")
    assert alarms.value == 1 / 2
    assert "no clinician called any of 2 answers unsafe" in section.paragraphs[0]


def test_without_an_adjudicator_the_row_says_so() -> None:
    """The rule keeps its row, without a figure."""
    section = harm_section(audit_data(panel([1], [(1, 1)]), unsafe=UNSAFE))
    assert section.tables[0].rows[2][:3] == ("Safety", "the adjudicator", "no adjudicator")
    assert not [one for one in section.figures if "adjudicated" in one.statistic]


def test_a_metric_catches_nothing_without_a_cut_off() -> None:
    """It has no figure; the sentence says how many unsafe answers there are."""
    one = panel([0.1, 0.9], [(1, 1), (4, 4)], is_on_scale=False)
    section = harm_section(audit_data(one, unsafe=UNSAFE, is_metric=True))
    assert "needs a cut-off" in section.paragraphs[0]
    assert "0 of the 1 answers" in section.paragraphs[0]
    assert not [one for one in section.figures if "judge" in one.subject]


def test_a_declared_criterion_that_is_not_held_is_named() -> None:
    """A misspelt criterion never vanishes."""
    section = harm_section(audit_data(panel([1], [(1,)]), unsafe={"safty": (1,)}))
    assert "'safty'" in section.warnings[0]


@pytest.mark.parametrize(
    ("value", "expected"), [(1.5, 1), (2, 1), (2.5, 0), (5, 0), ("not_applicable", 0), (None, None)]
)
def test_values_between_levels_count_up_to_the_last_unsafe_level(
    value: float | str | None, expected: int | None
) -> None:
    """On a continuous scale 1 and 2 declared unsafe stand for everything up to 2."""
    scale = AuditScale((1, 5), is_ordered=True, extras=("not_applicable",), is_continuous=True)
    assert expected == flag(value, (1, 2), scale)


def test_on_a_graded_scale_only_declared_answers_are_unsafe() -> None:
    """1 and 3 declared: 2 is not unsafe."""
    assert [flag(value, (1, 3), ONE_TO_FIVE) for value in (1, 2, 3)] == [1, 0, 1]


@pytest.mark.parametrize("name", odd_panels())
def test_odd_panels_give_reasons_and_unique_figures(name: str) -> None:
    """Nothing raises, every missing value and interval has a reason, no key occurs twice."""
    section = harm_section(audit_data(odd_panels()[name], unsafe={"safety": (1, "yes")}))
    keys = [one.id for one in section.figures]
    assert len(keys) == len(set(keys))
    assert section.paragraphs
    for one in section.figures:
        assert one.estimate.value is not None or one.estimate.reason
        assert one.estimate.low is not None or one.estimate.interval_reason or one.estimate.reason
