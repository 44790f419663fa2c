"""Rows of figures: none without its denominator, none rounded into a claim it does not make."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import LOW, NOMINAL, direction, row, summary

from judgekit.records.summary import CriteriaCorrelation, LabelCount
from judgekit.report.figures import Shown, view_figures, view_row
from judgekit.report.numbers import (
    decimals_for,
    format_fixed,
    format_percent,
    format_value,
    interval_decimals,
    unbroken,
)
from judgekit.report.overview import (
    view_correlations,
    view_distributions,
    view_outcomes,
    view_signatures,
    view_usage,
)


def test_a_complete_row_shows_its_figures() -> None:
    """Value, interval and bounds with one decimal on 0 to 100; all of 42 is 100 %."""
    view = view_row(row(), "Total")
    assert view.value == Shown("58.0")
    assert view.interval == Shown("52.1 to 63.9")
    assert view.bounds == Shown("58.0 to 58.0")
    assert view.scored == "42 / 42"
    assert view.coverage == Shown("100\u00a0%")
    assert (view.cases, view.span, view.direction) == ("20", "0 to 100", "higher is better")
    assert not view.is_low


@pytest.mark.parametrize(("n_scored", "is_low"), [(94, True), (95, False), (100, False), (0, True)])
def test_coverage_under_95_percent_is_marked(n_scored: int, is_low: bool) -> None:
    """Under 95 of 100 the bounds come as prominently as the mean; at 95 they need not."""
    assert (
        view_row(row(n_scored=n_scored, n_total=100, coverage=n_scored / 100), "x").is_low is is_low
    )


def test_a_missing_figure_says_why() -> None:
    """None is never a number: each of the three carries its own reason."""
    view = view_row(
        row(
            value=None,
            reason="no value",
            low=None,
            high=None,
            interval_reason="no interval",
            worst=None,
            best=None,
            bounds_reason="no bounds",
        ),
        "x",
    )
    assert view.value == Shown(None, "no value")
    assert view.interval == Shown(None, "no interval")
    assert view.bounds == Shown(None, "no bounds")
    assert view.n_merged == 1
    assert view.picture is None


def test_one_reason_for_all_is_said_once() -> None:
    """Labels have no mean, no interval and no bounds for one reason; their counts stand instead."""
    view = view_row(direction(), "Effect direction")
    assert view.n_merged == 3
    assert view.value == Shown(None, NOMINAL)
    assert view.counts == (
        ("negative", "3"),
        ("no_effect", "21"),
        ("positive", "17"),
        ("not_specified", "0"),
    )
    assert view.span == "labels"


def test_a_target_that_applies_to_nothing_has_no_coverage() -> None:
    """0 of 0 is neither 0 % nor 100 %."""
    view = view_row(row(n_scored=0, n_total=0, coverage=None), "x")
    assert view.coverage == Shown(None, "it applies to no sample")
    assert not view.is_low


def test_the_picture_lies_on_the_range() -> None:
    """Axis from 6 to 154: 58 of 100 is 6 + 0.58 x 148 = 91.84; an end off the range stays open."""
    picture = view_row(row(low=-3.0, high=63.875), "Total").picture
    assert picture is not None
    assert picture.value == "91.8"
    assert picture.interval is not None
    assert picture.interval.start == "6.0"
    assert not picture.interval.is_start_closed
    assert picture.interval.is_end_closed


def test_bounds_are_drawn_where_lower_is_better_too() -> None:
    """Worst is the upper end then: the box runs from best to worst, the text from worst to best."""
    view = view_row(row(higher_is_better=False, worst=70.0, best=40.0), "x")
    assert view.bounds == Shown("70.0 to 40.0")
    assert view.direction == "lower is better"
    assert view.picture is not None
    assert view.picture.bounds is not None
    # 6 + 0.4 x 148 = 65.2; 6 + 0.7 x 148 = 109.6
    assert (view.picture.bounds.start, view.picture.bounds.end) == ("65.2", "109.6")


def test_an_unbounded_figure_has_no_picture() -> None:
    """Without a range there is nothing to draw on, and the row says so."""
    view = view_row(row(range=None, value=812.5), "x")
    assert view.picture is None
    assert view.span == "unbounded"
    assert view.value == Shown("812.5")


def test_groups_have_tables_of_their_own() -> None:
    """All samples first, then one table for each column; a row for each value of it."""
    overall, by_task = view_figures(summary())
    assert [block.heading for block in overall.blocks] == ["medcmr", "Scorers with one figure"]
    assert [r.label for r in overall.blocks[1].rows] == ["rougeL", "length"]
    assert by_task.title == "By task"
    assert [block.heading for block in by_task.blocks] == ["medcmr: Total"]
    assert [r.label for r in by_task.blocks[0].rows] == [
        "diagnosis",
        "localisation",
        "report generation",
    ]
    assert by_task.blocks[0].rows[1].interval == Shown(None, "too few cases for an interval")


def test_a_share_is_whole_or_nothing_only_when_it_is() -> None:
    """9,999 of 10,000 is not 100.0 %, and 1 of 10,000 is not 0.0 %."""
    assert format_percent(0.9999, is_whole=False) == ">\u00a099.9\u00a0%"
    assert format_percent(0.0001, is_whole=False) == "<\u00a00.1\u00a0%"
    assert format_percent(0.0, is_whole=False) == "0.0\u00a0%"
    assert format_percent(36 / 42, is_whole=False) == "85.7\u00a0%"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (58.0, "58"),
        (10 / 3, "3.333"),
        (0.2554, "0.2554"),
        (99.9999, "99.9999"),
        (-0.0, "0"),
        (12345.6, "12345.6"),
        ("no_effect", "no_effect"),
    ],
)
def test_single_values(value: float | str, text: str) -> None:
    """Whole numbers bare, else four digits, and never a whole number that it is not."""
    assert text == format_value(value)


@given(st.floats(0.0, 1.0), st.sampled_from([(0.0, 1.0), (0.0, 5.0), (0.0, 100.0)]))
def test_no_figure_is_rounded_onto_zero_or_an_end(share: float, span: tuple[float, float]) -> None:
    """A printed 0, minimum or maximum means exactly that, down to 1e-11."""
    value = share * span[1]
    if 0 < value < 1e-11 or 0 < span[1] - value < 1e-11:
        return
    printed = float(format_fixed(value, decimals_for([value], span)))
    assert (printed == 0) == (value == 0)
    assert (printed == span[1]) == (value == span[1])
    assert math.isclose(printed, value, rel_tol=0.5, abs_tol=0.05)


def test_an_interval_is_never_printed_with_zero_width() -> None:
    """Ends that differ in the third decimal get three decimals."""
    assert interval_decimals(0.5001, 0.5004, 3) == 4
    assert view_row(row(low=57.99, high=58.01), "x").interval == Shown("57.99 to 58.01")


def test_distributions_name_what_is_missing() -> None:
    """Each value with its count, then each outcome without a value; bars relative to the longest.

    3, 21, 17, 0 and one out of range: 17 of 21 is 81.0 % of the longest bar.
    """
    found = {d.caption: d.bars for d in view_distributions(summary())}
    bars = found["medcmr: Effect direction"]
    assert [(bar.label, bar.n, bar.is_value) for bar in bars] == [
        ("negative", "3", True),
        ("no_effect", "21", True),
        ("positive", "17", True),
        ("not_specified", "0", True),
        ("out of range", "1", False),
    ]
    assert [bar.width for bar in bars] == ["14.3", "100.0", "81.0", "0.0", "4.8"]


def test_an_empty_distribution_has_no_bars_and_no_error() -> None:
    """All counts zero: every bar has no width."""
    empty = summary(rows=(row(distribution=(LabelCount(value=0, count=0),), outcomes={}),))
    assert [bar.width for bar in view_distributions(empty)[0].bars] == ["0.0"]


def test_outcomes_are_counted_in_the_closed_order() -> None:
    """Only outcomes that occur, in the order of their definition; absent is a true zero."""
    table = view_outcomes(summary())
    assert table.outcomes == (
        "scored",
        "cannot_assess",
        "refused",
        "truncated",
        "unparseable",
        "out_of_range",
        "timeout",
    )
    assert table.rows[0] == ("medcmr: Total", ("36", "0", "1", "1", "3", "0", "1"))


def test_correlations_are_a_triangle_with_n_and_reasons() -> None:
    """Three criteria: two rows, two columns, one empty corner; undefined says why."""
    (triangle,) = view_correlations(summary())
    assert triangle.names == ("Accuracy", "Completeness of findings")
    assert triangle.rows[0] == ("Completeness of findings", ((Shown("0.91"), "36"), None))
    assert triangle.rows[1][1][0] == (Shown(None, "one of the two never varies"), "35")
    assert triangle.rows[1][1][1] == (Shown("-0.12"), "35")


def test_a_correlation_just_below_one_is_not_printed_as_one() -> None:
    """0.9999 is not 1."""
    pair = CriteriaCorrelation(scorer="s", first="a", second="b", spearman=0.9999, n=9)
    (triangle,) = view_correlations(summary(correlations=(pair,)))
    assert triangle.rows[0][1][0] == (Shown("0.9999"), "9")


def test_tokens_nobody_counted_are_not_zero() -> None:
    """With calls that lack a count the sum is a lower limit; with none counted it is unknown."""
    (usage,) = view_usage(summary())
    rows = {name: (spent, fresh) for name, spent, fresh in usage.rows}
    assert rows["input tokens"] == (Shown("at least 3,100"), Shown("52,417"))
    assert rows["output tokens"][0] == Shown(None, "the provider does not count tokens")
    assert rows["attempts"][1] == Shown(None, "cannot be foreseen")
    assert usage.others == (
        ("replies from store", "38"),
        ("models returned", "SmolLM2-135M-Instruct: 41"),
    )


def test_the_card_of_a_rubric_without_a_total_counts_each_criterion() -> None:
    """With a total its own n / N; without one, every criterion's."""
    cards = view_signatures(summary())
    assert [c[:2] for c in cards[0].coverage] == [("", "36 / 42")]
    assert cards[0].coverage[0][3]
    rows = tuple(r for r in summary().rows if r.criterion is not None)
    without = view_signatures(summary(rows=rows))
    assert [c[:2] for c in without[0].coverage] == [
        ("Accuracy", "37 / 42"),
        ("Completeness of findings", "42 / 42"),
        ("Effect direction", "41 / 42"),
    ]


def test_low_coverage_shows_on_the_page_beside_the_figure() -> None:
    """The row is marked and its bounds are there."""
    view = view_row(row(**LOW), "Total")
    assert view.is_low
    assert view.bounds == Shown("49.7 to 64.0")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "0.86 (0.77 to 0.93; n = 39, G = 20)",
            "0.86 (0.77 to 0.93; n\u00a0=\u00a039, G\u00a0=\u00a020)",
        ),
        ("86.4 % (60.8 to 96.3 %)", "86.4\u00a0% (60.8 to 96.3\u00a0%)"),
        ("turn = 3, a % b", "turn = 3, a % b"),
        ("p = 0.03", "p\u00a0=\u00a00.03"),
    ],
)
def test_no_line_ends_within_a_figure(text: str, expected: str) -> None:
    """Sign and number stay together; words and lone signs are left alone."""
    assert unbroken(text) == expected
