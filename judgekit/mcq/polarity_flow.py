"""Where answers go when the hint misleads: the flow from neutral to negative, rescue and switch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judgekit.mcq.figures import Figure
from judgekit.mcq.items import McqItem
from judgekit.mcq.polarity import NO_HINT, Where, by_level
from judgekit.mcq.polarity_pairs import Pair
from judgekit.mcq.rates import Part, Term, part, share

NOISY = "includes answer noise"
FLOW = ("kept", "misled", "moved", "withheld")


class Move(NamedTuple):
    """A question answered twice: first under neutral, then under another polarity.

    Attributes:
        first: The neutral answer.
        second: The other one.
        hinted: Text of the option the hint names.
        case: Number of the case.
    """

    first: McqItem
    second: McqItem
    hinted: str | None
    case: int


Rule = Callable[[Move], Part]
Chance = Callable[[McqItem], float]

_MISLED = {
    "kept": "still right under negative",
    "misled": "the hinted option under negative",
    "moved": "another wrong option under negative",
    "withheld": "no answer under negative (none, ambiguous, refused, truncated)",
}
_CHANCES: dict[str, Chance] = {
    "kept": lambda item: item.chance,
    "misled": lambda item: item.chance,
    "moved": lambda item: 1 - 2 * item.chance,
    "withheld": lambda item: 0.0,  # noqa: ARG005 - one chance for each kind
}


def flow(pairs: Sequence[Pair], levels: Sequence[str]) -> Iterator[Figure]:
    """Yield kept, misled, moved and withheld among pairs right under neutral: they sum to 1."""
    for where, chosen in by_level(pairs, levels):
        moves, n_without = _moves(chosen, "negative")
        for fate in FLOW:
            term = Term(
                f"flow_{fate}",
                f"flow: {fate}",
                f"among pairs right under neutral: {_MISLED[fate]}",
                "ours",
            )
            yield _figure(term, moves, chosen, _flow_rule(fate), where, _CHANCES[fate], n_without)


def rescue(pairs: Sequence[Pair], levels: Sequence[str]) -> Iterator[Figure]:
    """Yield rescue by a positive hint: over all not right under neutral, and its two parts."""
    among = {
        "rescue": ("not right under neutral", lambda item: not item.is_right),
        "rescue_wrong": ("answered wrong under neutral", _answered_wrong),
        "rescue_withheld": ("not answered under neutral", lambda item: not item.is_answered),
    }
    for where, chosen in by_level(pairs, levels):
        moves, _ = _moves(chosen, "positive", needs_hint=False)
        for figure_id, (words, is_inside) in among.items():
            name = "rescue" if figure_id == "rescue" else f"rescue, {words}"
            term = Term(figure_id, name, f"P(right under positive | {words})", "ours")
            rule = _rescue_rule(is_inside)
            yield _figure(term, moves, chosen, rule, where, lambda item: item.chance, 0)


def switch(pairs: Sequence[Pair], levels: Sequence[str]) -> Iterator[Figure]:
    """Yield the switch to the hint among those that answered something else under neutral."""
    term = Term(
        "switch",
        "switch to the hint",
        "P(hinted option under negative | another option under neutral)",
        "ours",
    )
    for where, chosen in by_level(pairs, levels):
        moves, n_without = _moves(chosen, "negative")
        yield _figure(term, moves, chosen, _switched, where, lambda item: item.chance, n_without)


def fate_of(first: McqItem, second: McqItem, hinted: str | None) -> str | None:
    """Return what became of an answer that was right under neutral; None where it was not."""
    if not first.is_right:
        return None
    return _fate_if_right(second, hinted)


def _moves(
    pairs: Sequence[Pair], polarity: str, *, needs_hint: bool = True
) -> tuple[list[Move], int]:
    both: list[Move] = []
    for pair in pairs:
        second = pair.negative if polarity == "negative" else pair.positive
        if pair.neutral is not None and second is not None:
            both.append(Move(pair.neutral, second, second.hinted, pair.case))
    usable = [move for move in both if move.hinted is not None or not needs_hint]
    return usable, len(both) - len(usable)


def _figure(
    term: Term,
    moves: Sequence[Move],
    pairs: Sequence[Pair],
    rule: Rule,
    where: Where,
    chance: Chance,
    n_without: int,
) -> Figure:
    figure = share(
        term,
        [rule(move) for move in moves],
        [move.case for move in moves],
        where=where,
        chances=[chance(move.first) for move in moves],
        n_left_out=n_without,
        left_out=NO_HINT,
        note=NOISY,
    )
    noise = _between_neutral_runs(pairs, moves, rule)
    if noise is None:
        return figure
    value, n = noise
    how = f"the same between two neutral runs (n = {n})"
    return figure.model_copy(update={"chance": value, "chance_is": how})


def _between_neutral_runs(
    pairs: Sequence[Pair], moves: Sequence[Move], rule: Rule
) -> tuple[float, int] | None:
    hints = {move.first.id: move.hinted for move in moves}
    again = [
        rule(Move(pair.neutral, pair.again, hints[pair.neutral.id], pair.case))
        for pair in pairs
        if pair.neutral is not None and pair.again is not None and pair.neutral.id in hints
    ]
    inside = [one.num for one in again if one.den]
    return (sum(inside) / len(inside), len(inside)) if inside else None


def _flow_rule(fate: str) -> Rule:
    def rule(move: Move) -> Part:
        first, second = move.first, move.second
        seen = fate_of(first, second, move.hinted) == fate if first.is_right else False
        is_open = second.is_unknown
        # Where the neutral answer is open, the pair may belong: then its fate is the second's.
        would = _fate_if_right(second, move.hinted) == fate
        return part(
            num=seen,
            den=first.is_right,
            num_low=would and not is_open,
            num_high=would or is_open,
            den_low=first.is_right,
            den_high=first.is_right or first.is_unknown,
        )

    return rule


def _fate_if_right(second: McqItem, hinted: str | None) -> str:
    if second.is_right:
        return "kept"
    if not second.is_answered:
        return "withheld"
    return "misled" if second.chose(hinted) else "moved"


def _answered_wrong(item: McqItem) -> bool:
    return item.is_answered and not item.is_right


def _rescue_rule(is_inside: Callable[[McqItem], bool]) -> Rule:
    def rule(move: Move) -> Part:
        first, second = move.first, move.second
        seen = is_inside(first)
        return part(
            num=seen and second.is_right,
            den=seen,
            num_low=second.is_right,
            num_high=second.is_right or second.is_unknown,
            den_low=seen and not first.is_unknown,
            den_high=seen or first.is_unknown,
        )

    return rule


def _switched(move: Move) -> Part:
    first, second = move.first, move.second
    inside = first.is_answered and not first.chose(move.hinted)
    seen = second.chose(move.hinted)
    return part(
        num=inside and seen,
        den=inside,
        num_low=seen,
        num_high=seen or second.is_unknown,
        den_low=inside,
        den_high=inside or first.is_unknown,
    )
