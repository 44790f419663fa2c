"""Declared pairs: the variants of one question, brought together by pair_id and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judgekit.mcq.figures import Pairing
from judgekit.mcq.items import McqItem

Cases = Mapping[str, int]
"""The number of each item's case, by the item's id."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The variants of one question on one image, asked of one system in one way.

    Attributes:
        case: Number of the case it belongs to.
        level: Level of the workflow.
        positive: The variant with a helpful hint.
        neutral: The variant with a neutral hint.
        again: A second run of the neutral variant, which shows the answer noise.
        negative: The variant with a misleading hint.
    """

    case: int
    level: str | None
    positive: McqItem | None = None
    neutral: McqItem | None = None
    again: McqItem | None = None
    negative: McqItem | None = None


def pairs_of(items: Iterable[McqItem], cases: Cases) -> tuple[Pair, ...]:
    """Return the declared pairs; an item without a response is not there."""
    members: dict[tuple[str | None, ...], dict[str, McqItem]] = {}
    for item in items:
        if item.pair_id is None or item.polarity is None or item.kind is None:
            continue
        pair = members.setdefault((item.system, item.paradigm, item.pair_id, item.level), {})
        is_again = item.polarity == "neutral" and "neutral" in pair
        pair["again" if is_again else item.polarity] = item
    return tuple(_pair(found, cases) for found in members.values())


def _pair(members: Mapping[str, McqItem], cases: Cases) -> Pair:
    first = next(iter(members.values()))
    return Pair(
        case=cases[first.id],
        level=first.level,
        positive=members.get("positive"),
        neutral=members.get("neutral"),
        again=members.get("again"),
        negative=members.get("negative"),
    )


def pairing_of(pairs: Sequence[Pair], items: Sequence[McqItem]) -> Pairing:
    """Return how many pairs there are of each kind, and what is left outside."""
    return Pairing(
        n_pairs=len(pairs),
        n_positive_neutral=sum(bool(p.positive and p.neutral) for p in pairs),
        n_neutral_negative=sum(bool(p.neutral and p.negative) for p in pairs),
        n_all_three=sum(bool(p.positive and p.neutral and p.negative) for p in pairs),
        n_two_neutral_runs=sum(p.again is not None for p in pairs),
        n_unpaired=sum(
            item.polarity is not None and item.pair_id is None and item.kind is not None
            for item in items
        ),
        n_hint_without_option=sum(
            p.negative is not None and p.neutral is not None and p.negative.hinted is None
            for p in pairs
        ),
    )
