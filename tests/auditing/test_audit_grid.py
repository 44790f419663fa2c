"""The section with the judge's answers against the clinicians'."""

from __future__ import annotations

from dataclasses import replace

import pytest
from audit_panels import HUNDRED, ONE_TO_FIVE, YES_NO, audit_data, odd_panels, panel

from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.sections.grid import grid_section
from judgekit.records.outcome import Outcome
from judgekit.report.grid import GridPicture
from judgekit.statistics import wilson_interval


def _figure(section: Section, statistic: str) -> Figure:
    key = f"grid/safety/{statistic}/judge_with_clinicians"
    return next(one for one in section.figures if one.id == key)


def _grid(section: Section, place: int = 0) -> GridPicture:
    picture = section.pictures[place]
    assert isinstance(picture, GridPicture)
    return picture


def test_every_pair_of_item_and_clinician_is_counted_once() -> None:
    """Two items, three clinicians, one rating missing: five pairs, at judge's row, their column."""
    one = panel([2, Outcome.TIMEOUT], [(2, 3, "not_applicable"), (5, None, 5)])
    grid = _grid(grid_section(audit_data(one)))
    assert grid.rows == ("1", "2", "3", "4", "5", "not applicable", "no judgement")
    assert grid.columns == ("1", "2", "3", "4", "5", "not applicable")
    assert list(grid.counts[1]) == [0, 1, 1, 0, 0, 1]
    assert list(grid.counts[6]) == [0, 0, 0, 0, 2, 0]
    assert sum(map(sum, grid.counts)) == 5
    assert grid.same == tuple((place, place) for place in range(6))


def test_missed_harm_is_marked_in_the_grid() -> None:
    """Unsafe 1: its column is marked in every row but that of 1, no judgement included."""
    section = grid_section(audit_data(panel([2], [(1, 2)]), unsafe={"safety": (1,)}))
    assert _grid(section).marked == tuple((row, 0) for row in range(1, 7))


def test_agreement_is_counted_over_pairs() -> None:
    """Judge 2 2 4 against (2, 3), (4, 2), (5, n/a): levels 5 pairs, 2 alike, 4 within one.

    n is the three items of the five pairs, in figures and in words.
    """
    one = panel([2, 2, 4], [(2, 3), (4, 2), (5, "not_applicable")])
    section = grid_section(audit_data(one))
    exact = _figure(section, "exact_agreement_over_pairs")
    near = _figure(section, "agreement_within_1_over_pairs")
    assert (exact.estimate.value, exact.n_pairs) == (2 / 5, 5)
    assert (exact.estimate.n, exact.estimate.clusters) == (3, 3)
    assert (near.estimate.value, near.n_pairs, near.estimate.n) == (4 / 5, 5, 3)
    assert exact.estimate.interval_reason == "too few cases for an interval"
    assert section.tables[0].rows[0][2].endswith("; 5 pairs of 3 answers, G = 3)")


def test_not_applicable_is_shown_three_ways() -> None:
    """Pairs: (3, 3) (3, n/a) (n/a, n/a) (n/a, 4) (none, 1).

    A level or not: alike in 2 of 4. Same level where both gave one: 1 of 1. All answers: 2 of 4.
    """
    one = panel(
        [3, "not_applicable", Outcome.REFUSED],
        [(3, "not_applicable"), ("not_applicable", 4), (1, None)],
    )
    section = grid_section(audit_data(one))
    applies = _figure(section, "applicability_agreement_over_pairs")
    both = _figure(section, "exact_agreement_over_pairs")
    every = _figure(section, "exact_agreement_all_answers_over_pairs")
    for one, value, n_pairs, n_items in (
        (applies, 2 / 4, 4, 2),
        (both, 1.0, 1, 1),
        (every, 2 / 4, 4, 2),
    ):
        assert (one.estimate.value, one.n_pairs, one.estimate.n) == (value, n_pairs, n_items)
    assert _grid(section, 1).counts == ((1, 1), (1, 1))
    assert "1 of 5 pairs have no judgement" in section.paragraphs[0]


def test_the_interval_is_clustered_by_case() -> None:
    """12 cases of one item, two clinicians who agree with each other: 9 of 12 cases alike.

    24 pairs in 12 cases: both pairs of a case are alike or not, so p = 3/4 and the residuals by
    case are 2 (1 - p) or -2 p: variance 12/11 * (9 * 0.25 + 3 * 2.25) / 24^2 = 0.0170455; of
    independent pairs 0.1875/23 = 0.0081522; deff = 2.0909; n_eff = 24 / 2.0909 * (1.959964 /
    2.200985)^2 = 9.1022.
    """
    one = panel([3] * 12, [(3, 3)] * 9 + [(5, 5)] * 3)
    found = _figure(grid_section(audit_data(one)), "exact_agreement_over_pairs").estimate
    assert (found.low, found.high) == pytest.approx(wilson_interval(0.75, 9.1022), abs=1e-5)


def test_a_fine_scale_is_binned_for_the_picture_only() -> None:
    """0 to 100: 9 and 10 lie in the first and second bin, 100 in the last; agreement is on values.

    Judge 9 against 10: not the same, within 10 points; 100 against 100: the same.
    """
    section = grid_section(audit_data(panel([9, 100], [(10,), (100,)], scale=HUNDRED)))
    grid = _grid(section)
    assert (grid.rows[0], grid.rows[9]) == ("0 to under 10", "90 to 100")
    assert grid.counts[0][1] == 1
    assert grid.counts[9][9] == 1
    assert "bins of equal width" in (grid.note or "")
    assert _figure(section, "exact_agreement_over_pairs").estimate.value == 1 / 2
    assert _figure(section, "agreement_within_tenth_over_pairs").estimate.value == 1.0


def test_means_of_repeats_are_compared_beside_not_applicable() -> None:
    """Judge 2.5 2 n/a n/a against (2, n/a) (2, 3) (n/a, 4) (n/a, n/a), on a scale with means.

    All answers, 8 pairs: alike are 2 with 2, and n/a with n/a thrice: 4 of 8. Levels, 3 pairs:
    (2.5, 2) (2, 2) (2, 3): 1 of 3. A level or not: n/a against n/a thrice, levels thrice: 6 of 8.
    """
    scale = replace(ONE_TO_FIVE, is_continuous=True)
    extra = "not_applicable"
    answers = [(2, extra), (2, 3), (extra, 4), (extra, extra)]
    section = grid_section(audit_data(panel([2.5, 2, extra, extra], answers, scale=scale)))
    assert _figure(section, "exact_agreement_all_answers_over_pairs").estimate.value == 4 / 8
    assert _figure(section, "exact_agreement_over_pairs").estimate.value == 1 / 3
    assert _figure(section, "applicability_agreement_over_pairs").estimate.value == 6 / 8


def test_labels_have_no_nearness() -> None:
    """A nominal scale has exact agreement only."""
    section = grid_section(audit_data(panel(["yes"], [("no",)], scale=YES_NO)))
    assert [one.statistic for one in section.figures] == ["exact_agreement_over_pairs"]
    assert _figure(section, "exact_agreement_over_pairs").estimate.value == 0.0


def test_a_metric_has_no_grid() -> None:
    """Its numbers are no answers: a sentence, no picture and no figure."""
    section = grid_section(audit_data(panel([0.3], [(1,)], is_on_scale=False), is_metric=True))
    assert (section.figures, section.pictures, section.tables) == ((), (), ())
    assert "not on the clinicians' scale" in section.paragraphs[0]


@pytest.mark.parametrize("name", odd_panels())
def test_odd_panels_give_reasons(name: str) -> None:
    """Nothing raises, every missing value and interval has a reason, no key occurs twice."""
    section = grid_section(audit_data(odd_panels()[name]))
    keys = [one.id for one in section.figures]
    assert len(keys) == len(set(keys))
    assert section.paragraphs
    for one in section.figures:
        assert one.estimate.value is not None or one.estimate.reason
        assert one.estimate.low is not None or one.estimate.interval_reason or one.estimate.reason
