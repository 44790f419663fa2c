"""Figures over pairs, in records and in words."""

from __future__ import annotations

from judgekit.auditing.naming import figure
from judgekit.auditing.words import cell, counted
from judgekit.records.estimate import TOO_FEW_CASES, Estimate

OVER_PAIRS = Estimate(value=0.5, interval_reason=TOO_FEW_CASES, n=222, clusters=9)


def test_a_figure_over_pairs_holds_its_items_and_its_pairs() -> None:
    """An estimate of 222 pairs in 74 items: n is 74 items, n_pairs 222; its value is as it was."""
    one = figure(
        "grid", "harm", "s", "a with b", estimand="e", unit="share", estimate=OVER_PAIRS, n_items=74
    )
    assert (one.estimate.n, one.n_pairs, one.estimate.clusters) == (74, 222, 9)
    assert one.estimate.value == 0.5
    assert counted(one.estimate, n_pairs=one.n_pairs) == "222 pairs of 74 answers, G = 9"
    assert cell(one.estimate, unit="share", n_pairs=one.n_pairs) == (
        f"50.0 % (no interval: {TOO_FEW_CASES}; 222 pairs of 74 answers, G = 9)"
    )


def test_a_figure_over_items_has_no_pairs() -> None:
    """Without `n_items` an estimate is over items: n stays, and there are no pairs."""
    one = figure("g", None, "s", "a", estimand="e", unit="share", estimate=OVER_PAIRS)
    assert (one.estimate.n, one.n_pairs) == (222, None)
    assert counted(one.estimate) == "n = 222, G = 9"


def test_one_answer_is_not_called_answers() -> None:
    """Two pairs of one answer; without cases there is no G."""
    one = Estimate(value=None, reason="r", n=1)
    assert counted(one, n_pairs=2) == "2 pairs of 1 answer"
