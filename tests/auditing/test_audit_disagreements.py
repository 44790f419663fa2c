"""The section with the items on which judge and clinicians are farthest apart."""

from __future__ import annotations

import pytest
from audit_panels import YES_NO, audit_data, odd_panels, panel

from judgekit.auditing.sections.disagreements import disagreements_section
from judgekit.records.outcome import Outcome


def test_the_farthest_from_the_mean_comes_first_and_ties_stand_in_item_order() -> None:
    """Distances 1, 3, 0, 1 (means 3, 2, 4, 4): i1, then i0 and i3; i2 does not differ."""
    one = panel([4, 5, 4, 3], [(3, 3), (1, 3), (4, 4), (3, 5)])
    section = disagreements_section(audit_data(one))
    (cards,) = section.cards
    assert [card.title for card in cards.cards] == ["i1", "i0", "i3"]
    assert cards.cards[0].facts[1] == (
        "The judge is",
        "3.00 points higher than the clinicians' mean, 2.00",
    )
    assert cards.cards[2].facts[1][1].startswith("1.00 points lower")
    assert "on 3 of 4 items" in section.paragraphs[0]


def test_ten_items_are_shown_and_all_are_counted() -> None:
    """Twelve items differ by 4 points each: the first ten in item order."""
    (cards,) = disagreements_section(audit_data(panel([5] * 12, [(1,)] * 12))).cards
    assert [card.title for card in cards.cards] == [f"i{place}" for place in range(10)]
    assert cards.n_total == 12
    assert "10 items farthest apart, of 12 that differ" in cards.caption


def test_labels_differ_from_the_majority_unanimous_panels_first() -> None:
    """i0 2 of 3, i1 all 3, i2 one rating, i3 a tie (no majority), i4 agrees."""
    one = panel(
        ["no"] * 5,
        [
            ("yes", "yes", "no"),
            ("yes", "yes", "yes"),
            ("yes", None, None),
            ("yes", "no", None),
            ("no", "no", "yes"),
        ],
        scale=YES_NO,
    )
    section = disagreements_section(audit_data(one))
    (cards,) = section.cards
    assert [card.title for card in cards.cards] == ["i1", "i0", "i2"]
    assert "all 3 clinicians" in cards.cards[0].facts[1][1]
    assert "on 3 of 4 items" in section.paragraphs[0]
    assert "Not ranked: 1 of 5 items" in section.paragraphs[0]


def test_cards_hold_both_sides_reasons() -> None:
    """The judge's reason, each clinician's comment, and what was judged."""
    data = audit_data(
        panel([5], [(1, 2)]), comments={("safety", "i0", "R2"): "contraindicated here"}
    )
    (cards,) = disagreements_section(data).cards
    assert cards.cards[0].texts == (
        ("Response", "text of i0"),
        ("Judge's reason", "why i0"),
        ("Comment of R2", "contraindicated here"),
    )


def test_what_cannot_be_ranked_is_counted() -> None:
    """No judgement, an extra of the judge, and no level of a clinician: three of four items."""
    one = panel([Outcome.TIMEOUT, "not_applicable", 3, 3], [(3,), (3,), ("not_applicable",), (3,)])
    section = disagreements_section(audit_data(one))
    assert "on 0 of 1 items" in section.paragraphs[0]
    assert "Not ranked: 3 of 4 items" in section.paragraphs[0]
    assert section.cards == ()


def test_texts_kept_out_are_said() -> None:
    """Without texts the cards hold answers only."""
    section = disagreements_section(audit_data(panel([5], [(1,)]), with_texts=False))
    assert section.cards[0].cards[0].texts == ()
    assert "kept out" in section.paragraphs[-1]


@pytest.mark.parametrize("name", odd_panels())
def test_odd_panels_give_sentences(name: str) -> None:
    """Nothing raises, and the section says something."""
    assert disagreements_section(audit_data(odd_panels()[name])).paragraphs
