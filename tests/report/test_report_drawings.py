"""Dots, grids and cards: where each thing is drawn, and what is said of it in words."""

from __future__ import annotations

import pytest

from judgekit.report.cards import LONG, Card, CardList, view_cards
from judgekit.report.dots import DotPicture, DotRow, draw_dots
from judgekit.report.grid import GridPicture, draw_grid

GRADES = ("1", "2", "3", "4")
DOTS = DotPicture(
    caption="How far each is from the others",
    axis="mean difference in points",
    span=(-0.5, 0.5),
    rows=(
        DotRow("Judge", 0.12, 0.02, 0.22, "0.12 (0.02 to 0.22; n = 240, G = 40)", True),
        DotRow("Clinician B", 0.4, 0.1, 0.8, "0.40 (0.10 to 0.80; n = 80, G = 40)"),
        DotRow("Clinician C", -0.7, -0.9, -0.6, "-0.70 (-0.90 to -0.60; n = 80, G = 40)"),
        DotRow("Clinician D", 0.25, None, None, "0.25 (no interval: too few cases; n = 9)"),
        DotRow("Clinician E", None, None, None, "undefined: no item; n = 0"),
    ),
    line=0.0,
    band=(-0.1, 0.1),
)
GRID = GridPicture(
    caption="c",
    row_name="Judge",
    column_name="Clinicians",
    rows=GRADES,
    columns=GRADES,
    counts=((18, 4, 0, 1), (6, 31, 12, 2), (3, 14, 62, 21), (2, 0, 18, 96)),
    same=((0, 0), (1, 1), (2, 2), (3, 3)),
    marked=((2, 0), (3, 0)),
)


def test_dots_are_placed_along_the_axis() -> None:
    """5 % of the width are free on both sides: -0.5 lies at 5, 0 at 50, 0.5 at 95 per cent."""
    drawn = draw_dots(DOTS)
    judge, cut, off, bare, missing = drawn.rows
    # 5 + 90 * (0.12 + 0.5) = 60.8; 0.02 -> 51.8; 0.22 -> 69.8
    assert judge.value == "60.80%"
    assert judge.interval == ("51.80%", "69.80%")
    assert judge.is_marked
    assert judge.words == "Judge: 0.12 (0.02 to 0.22; n = 240, G = 40)"
    # Clinician B reaches to 0.8: cut at the end, and said so.
    assert cut.interval == ("59.00%", "95.00%")
    assert (cut.is_low_open, cut.is_high_open) == (False, True)
    assert cut.words.endswith("; the interval goes on beyond the axis")
    # Clinician C's value is beyond: no dot at the edge, where it would claim -0.5.
    assert off.value is None
    assert off.is_low_open
    assert off.beyond == "the value lies beyond the axis"
    assert (bare.value, bare.interval) == ("72.50%", None)
    assert (missing.value, missing.interval, missing.beyond) == (None, None, None)
    assert drawn.line == ("50.00%", "0")
    # -0.1 -> 41, 0.1 -> 59
    assert drawn.band == ("41.00%", "18.00%", "-0.1 to 0.1")
    assert drawn.marked == ("Judge",)


@pytest.mark.parametrize(
    ("span", "ticks"),
    [
        ((0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ((-0.37, 0.52), ["-0.2", "0", "0.2", "0.4"]),
        ((0.0, 100.0), ["0", "20", "40", "60", "80", "100"]),
        ((1.0, 5.0), ["1", "2", "3", "4", "5"]),
        ((0.003, 0.004), ["0.003", "0.0032", "0.0034", "0.0036", "0.0038", "0.004"]),
        ((2.0, 2.0), ["2"]),
    ],
)
def test_ticks_are_round_and_few(span: tuple[float, float], ticks: list[str]) -> None:
    """Steps of 1, 2, 2.5 or 5 times a power of ten, within the axis, six at most."""
    drawn = draw_dots(DotPicture("c", "a", span, ()))
    assert [text for _, text in drawn.ticks] == ticks


def test_an_axis_without_length_still_draws() -> None:
    """Where all values are alike the dot stands in the middle and nothing is beyond."""
    row = DotRow("Judge", 2.0, None, None, "2.00")
    drawn = draw_dots(DotPicture("c", "a", (2.0, 2.0), (row,), line=3.0))
    assert drawn.rows[0].value == "50.00%"
    assert drawn.rows[0].beyond is None
    assert drawn.line is None


def test_a_grid_is_shaded_by_share_of_the_largest_count() -> None:
    """0 has shade 0, the largest 5, anything between at least 1: ceil(5 * count / largest)."""
    drawn = draw_grid(GRID)
    shades = [[cell.shade for cell in cells] for _, cells in drawn.rows]
    # 96 is the largest: 18 -> 0.94, 31 -> 1.61, 62 -> 3.23, 21 -> 1.09, 12 -> 0.63
    assert shades == [[1, 1, 0, 1], [1, 2, 1, 1], [1, 1, 4, 2], [1, 0, 1, 5]]
    assert [cell.is_marked for cell in drawn.rows[3][1]] == [True, False, False, False]
    assert [cell.is_same for cell in drawn.rows[3][1]] == [False, False, False, True]
    empty = GridPicture("c", "r", "k", ("a",), ("b",), ((0.0,),))
    assert draw_grid(empty).rows[0][1][0].shade == 0


@pytest.mark.parametrize("count", [float("nan"), float("inf"), -1.0])
def test_a_grid_refuses_what_is_no_count(count: float) -> None:
    """NaN, infinity and a negative count are refused with the row's name."""
    with pytest.raises(ValueError, match=r"grid 'c', row 'a': counts must be finite and >= 0"):
        GridPicture("c", "r", "k", ("a",), ("b",), ((count,),))
    with pytest.raises(ValueError, match="1 rows x 2 columns"):
        GridPicture("c", "r", "k", ("a",), ("b", "c"), ((1.0,),))


@pytest.mark.parametrize(
    ("n_shown", "n_total", "sentence"),
    [
        (0, 0, "There is none."),
        (1, 1, "It is shown."),
        (2, 2, "All 2 are shown."),
        (2, 1200, "2 of 1,200 are shown."),
    ],
)
def test_a_card_list_says_how_many_it_leaves_out(n_shown: int, n_total: int, sentence: str) -> None:
    """The sentence names what is shown and how many there are."""
    cards = tuple(Card(str(number), ()) for number in range(n_shown))
    assert view_cards(CardList("c", cards, n_total)).sentence == sentence


def test_long_texts_are_folded_and_never_cut() -> None:
    """From one character above the limit on a text says its length; the text itself is whole."""
    texts = (("a", "x" * LONG), ("b", "x" * (LONG + 1)))
    view = view_cards(CardList("c", (Card("t", (), texts),), 1)).cards[0]
    assert [text.size for text in view.texts] == [None, "1,501 characters"]
    assert [len(text.text) for text in view.texts] == [1500, 1501]
