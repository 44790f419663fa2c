"""Cards: single items that are read whole, with what everyone said of them."""

from __future__ import annotations

from dataclasses import dataclass


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
