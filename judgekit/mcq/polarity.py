"""What the hint does: the hint effect, and the differences of accuracy between polarities.

Definitions: Med-R2 (arXiv 2605.24492) names the polarities and accuracy; the figures are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from judgekit.mcq.figures import Figure
from judgekit.mcq.items import McqItem
from judgekit.mcq.polarity_pairs import Cases, Pair
from judgekit.mcq.rates import Part, Term, difference, part, share, unpaired_difference

Hinting = Literal["negative", "positive"]
NO_HINT = "the hint names no single option"
ONE_SIDED = "one of the two variants is missing"
CONTRASTS: tuple[tuple[str, str], ...] = (("positive", "neutral"), ("neutral", "negative"))
Where = dict[str, str]


def hint_effects(pairs: Sequence[Pair], levels: Sequence[str]) -> Iterator[Figure]:
    """Yield the hint effect under negative hints, then under positive ones: over all, by level."""
    for hinting in ("negative", "positive"):
        for where, chosen in by_level(pairs, levels):
            if where and not any(getattr(pair, hinting) for pair in chosen):
                continue
            yield _hint_effect(chosen, hinting, {**where, "polarity": hinting})


def _hint_effect(pairs: Sequence[Pair], hinting: str, where: Where) -> Figure:
    twins = twins_of(pairs, lambda pair: (getattr(pair, hinting), pair.neutral))
    usable = [(a, b, case) for a, b, case in twins if a.hinted is not None]
    runs = [
        (again, neutral, hinted.hinted)
        for pair in pairs
        if (hinted := getattr(pair, hinting)) and (again := pair.again)
        if (neutral := pair.neutral) and hinted.hinted is not None
    ]
    noise = (
        sum(again.chose(hint) - neutral.chose(hint) for again, neutral, hint in runs) / len(runs)
        if runs
        else None
    )
    figure = difference(
        Term(
            "hint_effect",
            f"hint effect, {hinting}",
            f"P(answer under {hinting} = hinted option) - P(answer under neutral = the same "
            "option), over all pairs whose hint names one option",
            "ours",
        ),
        [chose(a, a.hinted) for a, _, _ in usable],
        [chose(b, a.hinted) for a, b, _ in usable],
        [case for _, _, case in usable],
        where=where,
        n_left_out=len(twins) - len(usable),
        left_out=NO_HINT,
    )
    if noise is None:
        return figure
    how = f"the same between two neutral runs of {len(runs)} pairs"
    return figure.model_copy(update={"chance": noise, "chance_is": how})


def accuracy_gaps(
    pairs: Sequence[Pair],
    items: Sequence[McqItem],
    cases: Cases,
    levels: Sequence[str],
) -> Iterator[Figure]:
    """Yield positive - neutral and neutral - negative, over all and by level.

    Over declared pairs; where none holds both polarities, the unpaired contrast, labelled so.
    """
    by_id = [(item, cases[item.id]) for item in items if item.kind is not None]
    for high, low in CONTRASTS:
        is_paired = any(getattr(p, high) and getattr(p, low) for p in pairs)
        for where, chosen in by_level(pairs, levels):
            place = {**where, "contrast": f"{high} - {low}"}
            level = where.get("level")
            here = [(i, c) for i, c in by_id if level is None or i.level == level]
            if is_paired:
                yield _paired_gap(chosen, here, (high, low), place)
                continue
            seen = {(i.paradigm, i.polarity) for i, _ in here}
            # A paradigm with one of the two polarities only would be contrasted with the other.
            alike = [(i, c) for i, c in here if {(i.paradigm, high), (i.paradigm, low)} <= seen]
            if alike:
                yield _unpaired_gap(alike, (high, low), place)


def _paired_gap(
    pairs: Sequence[Pair],
    items: Sequence[tuple[McqItem, int]],
    contrast: tuple[str, str],
    where: Where,
) -> Figure:
    high, low = contrast
    twins = twins_of(pairs, lambda pair: (getattr(pair, high), getattr(pair, low)))
    n_members = sum(item.polarity in contrast for item, _ in items)
    n_again = sum(pair.again is not None for pair in pairs)
    return difference(
        Term(
            "accuracy_gap",
            f"accuracy, {high} - {low}",
            f"P(right under {high}) - P(right under {low}), over declared pairs",
            "paper",
        ),
        [right(a) for a, _, _ in twins],
        [right(b) for _, b, _ in twins],
        [case for _, _, case in twins],
        where=where,
        n_left_out=n_members - n_again - 2 * len(twins),
        left_out="without its twin of the other polarity",
    )


def _unpaired_gap(
    items: Sequence[tuple[McqItem, int]], contrast: tuple[str, str], where: Where
) -> Figure:
    high, low = ([(i, c) for i, c in items if i.polarity == polarity] for polarity in contrast)
    return unpaired_difference(
        Term(
            "accuracy_gap",
            f"accuracy, {contrast[0]} - {contrast[1]} (unpaired)",
            f"P(right under {contrast[0]}) - P(right under {contrast[1]}), over different items",
            "paper",
        ),
        [right(i) for i, _ in high],
        [right(i) for i, _ in low],
        [c for _, c in high],
        [c for _, c in low],
        where=where,
        note="unpaired: no pair_id declares which variants belong together; clustered by case",
    )


def consistency(pairs: Sequence[Pair], levels: Sequence[str]) -> Iterator[Figure]:
    """Yield robust accuracy and stability, over all and by level."""
    for where, chosen in by_level(pairs, levels):
        full = [
            (pair.positive, pair.neutral, pair.negative, pair.case)
            for pair in chosen
            if pair.positive and pair.neutral and pair.negative
        ]
        lacking = {"n_left_out": len(chosen) - len(full), "left_out": "not all three polarities"}
        yield share(
            Term("robust", "robust accuracy", "P(right under all three polarities)", "ours"),
            [_all_right((a, b, c)) for a, b, c, _ in full],
            [case for *_, case in full],
            where=where,
            chances=[b.chance**3 for _, b, _, _ in full],
            **lacking,  # type: ignore[arg-type] # a count and its words
        )
        yield share(
            Term("stable", "stability", "P(same option text under all three polarities)", "ours"),
            [_all_same((a, b, c)) for a, b, c, _ in full],
            [case for *_, case in full],
            where=where,
            chances=[b.chance**2 for _, b, _, _ in full],
            **lacking,  # type: ignore[arg-type] # a count and its words
        )


def by_level(
    pairs: Sequence[Pair], levels: Sequence[str]
) -> Iterator[tuple[Where, Sequence[Pair]]]:
    """Yield all pairs, then those of each level where there are several levels."""
    yield {}, pairs
    if len(levels) > 1:
        for level in levels:
            yield {"level": level}, [pair for pair in pairs if pair.level == level]


_RIGHT, _WRONG, _OPEN = part(True), part(False), part(False, num_high=True)


def right(item: McqItem) -> Part:
    """Return whether an item is right; open where an answer may be there that was not found."""
    return _RIGHT if item.is_right else _OPEN if item.is_unknown else _WRONG


def chose(item: McqItem, text: str | None) -> Part:
    """Return whether an item chose one text; open where its answer was not found."""
    return _RIGHT if item.chose(text) else _OPEN if item.is_unknown else _WRONG


def twins_of(
    pairs: Sequence[Pair], both: Callable[[Pair], tuple[McqItem | None, McqItem | None]]
) -> list[tuple[McqItem, McqItem, int]]:
    """Return the pairs that have both members, with their case."""
    found = []
    for pair in pairs:
        a, b = both(pair)
        if a is not None and b is not None:
            found.append((a, b, pair.case))
    return found


def _all_right(items: tuple[McqItem, ...]) -> Part:
    seen = all(item.is_right for item in items)
    return part(seen, num_low=seen, num_high=all(i.is_right or i.is_unknown for i in items))


def _all_same(items: tuple[McqItem, ...]) -> Part:
    answered = [item.chosen_texts for item in items if item.is_answered]
    is_same = len(set(answered)) <= 1
    seen = is_same and len(answered) == len(items)
    could_be = is_same and all(item.is_answered or item.is_unknown for item in items)
    return part(seen, num_low=seen, num_high=could_be)
