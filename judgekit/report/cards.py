"""Cards: single items that are read whole, with what everyone said of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from judgekit.report.numbers import format_count

LONG = 1500
"""A text of more characters than this is folded on the screen; on paper all are open."""


@dataclass(frozen=True, slots=True)
class Card:
    """One item.

    Attributes:
        title: Its id, and why it stands here.
        facts: Label and text of short facts: case, system, each answer given.
        texts: Label and text of what may be long: question, response, rationales, comments.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    texts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CardList:
    """Cards under one heading.

    Attributes:
        caption: What the items have in common, with how many there are.
        cards: The cards shown.
        n_total: How many there are in all.
    """

    caption: str
    cards: tuple[Card, ...]
    n_total: int


class CardText(NamedTuple):
    """One text of a card; `size` is its length in words where it is folded, else None."""

    label: str
    text: str
    size: str | None


class CardView(NamedTuple):
    """One card, ready for the template."""

    title: str
    facts: tuple[tuple[str, str], ...]
    texts: tuple[CardText, ...]


class CardListView(NamedTuple):
    """Cards under their caption, and how many of all they are."""

    caption: str
    sentence: str
    cards: tuple[CardView, ...]


def view_cards(found: CardList) -> CardListView:
    """Return the cards for the template; no text is cut."""
    return CardListView(
        caption=found.caption,
        sentence=_sentence(len(found.cards), found.n_total),
        cards=tuple(
            CardView(
                title=card.title,
                facts=card.facts,
                texts=tuple(
                    CardText(label, text, _size(text) if len(text) > LONG else None)
                    for label, text in card.texts
                ),
            )
            for card in found.cards
        ),
    )


def _sentence(n_shown: int, n_total: int) -> str:
    if n_total == 0:
        return "There is none."
    if n_shown < n_total:
        return f"{format_count(n_shown)} of {format_count(n_total)} are shown."
    return "It is shown." if n_total == 1 else f"All {format_count(n_total)} are shown."


def _size(text: str) -> str:
    return f"{format_count(len(text))} characters"
