"""The sections of the judge's stability: its repeats, and two runs of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audit_tables import (
    BINARY,
    COLOURS,
    GRADES,
    POINTS,
    WORDS,
    awkward,
    check_soundness,
    found,
    judge_cell,
    table_data,
    table_panel,
)

from judgekit.auditing.panel import Answer, AuditScale, Panel
from judgekit.auditing.sections.drift import drift_section
from judgekit.auditing.sections.stability import ASKED_ONCE, stability_section


def test_a_judge_asked_once_is_not_assessed() -> None:
    """No repeats: four figures without a value, and the sentence that says what to do."""
    section = stability_section(table_data(table_panel([1, 2], [[1], [2]])))
    assert {one.estimate.reason for one in section.figures} == {ASKED_ONCE}
    assert "Score again with repeats" in section.paragraphs[0]


def test_repeats_are_compared_with_each_other() -> None:
    """Of three answers, asked three times: alike, 1 2 1, and 4 4 with one failed.

    Pairs that agree: 3 of 3, 1 of 3, 1 of 1: mean 7 / 9. All alike, of the two with every repeat:
    1 / 2. Within: the squares of 1 2 1 are 2 / 3, over 2 + 2 + 1 degrees: sqrt(2 / 15).
    """
    panel = table_panel([2, 1, 4], [[2], [2], [4]], repeats=[(2, 2, 2), (1, 2, 1), (4, None, 4)])
    section = stability_section(table_data(panel))
    values = {one.statistic: one.estimate.value for one in section.figures}
    assert values["self_agreement"] == pytest.approx(7 / 9)
    assert values["self_all_agree"] == pytest.approx(1 / 2)
    assert values["self_within_sd"] == pytest.approx((2 / 15) ** 0.5)
    assert "self_alpha_ordinal" in values
    assert section.details["repeats"] == {"accuracy": {"n_repeats": 3, "n_incomplete": 1}}


@pytest.mark.parametrize("scale", [GRADES, replace(GRADES, is_continuous=True)])
def test_an_extra_is_an_answer_when_repeats_are_compared(scale: AuditScale) -> None:
    """Not applicable twice agrees, beside a 1 it does not; alpha sees levels alone."""
    extra = "not_applicable"
    panel = table_panel([1, 1], [[1], [1]], repeats=[(extra, extra), (extra, 1)], scale=scale)
    section = stability_section(table_data(panel))
    agreement = found(section, "stability/accuracy/self_agreement/judge_with_itself").estimate
    assert (agreement.value, agreement.n) == (0.5, 2)


def test_each_figure_of_stability_says_what_it_stands_on() -> None:
    """Not applicable twice and 1 1: the same answer on 2 of 2, all alike on the 1 on the scale."""
    extra = "not_applicable"
    panel = table_panel([extra, 1], [[1], [1]], repeats=[(extra, extra), (1, 1)])
    section = stability_section(table_data(panel))
    same, alike, *others = section.figures
    assert (same.estimate.value, same.estimate.n) == (1.0, 2)
    assert (alike.estimate.value, alike.estimate.n) == (1.0, 1)
    assert "beside the scale, such as not applicable, being like any other" in same.estimand
    assert all("on the scale" in one.estimand for one in (alike, *others))
    assert section.tables[0].rows[0][2] == "1"
    assert "on the scale" in section.tables[0].columns[2]


@pytest.mark.parametrize(
    ("scale", "repeats", "metric"),
    [
        (COLOURS, ("red", "blue"), "nominal"),
        (WORDS, ("poor", "good"), "ordinal"),
        (POINTS, (3.5, 4.5), "interval"),
    ],
)
def test_alpha_fits_the_scale(scale: AuditScale, repeats: tuple[Answer, ...], metric: str) -> None:
    """Labels are nominal, grades ordinal, points interval; the statistic's name says which."""
    panel = table_panel(repeats, [[repeats[0]]] * 2, scale=scale, repeats=[repeats, repeats])
    names = [one.statistic for one in stability_section(table_data(panel)).figures]
    assert f"self_alpha_{metric}" in names


def test_every_awkward_audit_has_sentences_and_reasons() -> None:
    """Undefined figures carry their reason; nothing raises; keys are unique."""
    check_soundness(stability_section)
    check_soundness(lambda data: drift_section(data, data.panels))
    check_soundness(lambda data: drift_section(data, ()))


def _before(panel: Panel, values: list[Answer]) -> Panel:
    return replace(panel, judge=tuple(judge_cell(value) for value in values))


def test_drift_is_paired_by_item_whatever_the_order() -> None:
    """Now 2 2 3 1, before 1 2 2 failed: changes 1 0 1; clinicians 2 2 2 2: distances 0 0 1, 1 0 0.

    The earlier panel lists its items backwards and holds one item that is not rated now.
    """
    panel = table_panel([2, 2, 3, 1], [[2]] * 4)
    order = (3, 2, 1, 0)
    cells: list[Answer] = [1, 2, 2, None]
    before = replace(
        table_panel([2, 2, 3, 1, 0], [[2]] * 5),
        items=(*(panel.items[place] for place in order), "gone"),
        judge=tuple(judge_cell(one) for one in (*(cells[place] for place in order), 4)),
    )
    section = drift_section(table_data(panel), [before])
    change = found(section, "drift/accuracy/drift_change/judge_now_minus_judge_before")
    assert change.estimate.value == pytest.approx(2 / 3)
    assert change.estimate.n == 3
    flips = found(section, "drift/accuracy/drift_flip_rate/judge_now_minus_judge_before").estimate
    assert flips.value == pytest.approx(2 / 3)
    nearer = next(one for one in section.figures if one.statistic == "drift_error_change")
    assert nearer.estimate.value == pytest.approx((0 + 0 + 1 - 1 - 0 - 0) / 3)
    assert section.tables[0].rows[0][-1] == "0 before, 1 now"


def test_p_is_adjusted_by_holm_over_the_criteria() -> None:
    """Six answers up, none down: McNemar 2 / 64; three up, three down: 1. Holm over three criteria.

    The third criterion is not in the earlier run: no figure, but it counts in the family.
    """
    up = table_panel([1] * 6, [[1]] * 6, scale=BINARY, criterion="up")
    level = table_panel([1, 1, 1, 0, 0, 0], [[1]] * 6, scale=BINARY, criterion="level")
    new = table_panel([1] * 6, [[1]] * 6, scale=BINARY, criterion="new")
    earlier = [_before(up, [0] * 6), _before(level, [0, 0, 0, 1, 1, 1])]
    section = drift_section(table_data(up, level, new), earlier)
    tested = {
        one.criterion: (one.p, one.p_adjusted)
        for one in section.figures
        if one.statistic == "drift_change"
    }
    assert tested == {"up": (2 / 64, 6 / 64), "level": (1.0, 1.0), "new": (None, None)}
    assert "3 criteria, Holm" in (section.figures[0].family or "")


def test_a_nominal_scale_has_a_flip_rate_and_no_change() -> None:
    """Labels without an order move, but neither up nor down, and no nearer in points."""
    panel = table_panel(["red", "blue"], [["red"], ["red"]], scale=COLOURS)
    section = drift_section(table_data(panel), [_before(panel, ["red", "red"])])
    values = {one.statistic: one.estimate for one in section.figures}
    assert values["drift_flip_rate"].value == 0.5
    assert values["drift_change"].reason == "the categories have no order"
    assert values["drift_error_change"].reason == "a nominal scale has no means"
    assert section.figures[0].p is None


def test_the_same_run_again_has_not_moved() -> None:
    """Every awkward audit against itself: no change and no flip anywhere."""
    for name, data in awkward().items():
        for one in drift_section(data, data.panels).figures:
            assert one.estimate.value in (None, 0.0), (name, one.id)
