"""Accuracy and answering: over all, by level, polarity, paradigm and any column; position bias."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judgekit.mcq.figures import Figure, LabelUse
from judgekit.mcq.items import KINDS, McqItem
from judgekit.mcq.polarity import right
from judgekit.mcq.polarity_pairs import Cases
from judgekit.mcq.rates import Term, difference, part, share

Where = dict[str, str]

ACCURACY = Term("accuracy", "accuracy", "right / all with a response; no answer is wrong", "paper")
AMONG = Term("accuracy_answered", "accuracy among answered", "right / answered", "ours")
_NO_RESPONSE = "no response is at hand"


def accuracies(items: Sequence[McqItem], cases: Cases, places: Sequence[Where]) -> Iterator[Figure]:
    """Yield accuracy, accuracy among answered, and the share of each kind, for each place.

    Accuracy over several groups is over their items: each group weighs as many items as it has.
    """
    found = _by_place(items, places)
    for where in places:
        here = found[tuple(where.items())]
        present = [item for item in here if item.kind is not None]
        if not present and where:
            continue
        ids = [cases[item.id] for item in present]
        yield _accuracy(here, present, ids, where)
        yield share(
            AMONG,
            [part(item.is_right, den=item.is_answered) for item in present],
            ids,
            where=where,
            chances=[item.chance for item in present],
        ).model_copy(update={"bound_low": None, "bound_high": None})
        for kind in KINDS:
            yield share(
                Term(f"kind_{kind}", kind, f"{_KIND_WORDS[kind]} / all with a response", "ours"),
                [part(item.kind == kind) for item in present],
                ids,
                where=where,
            ).model_copy(update={"bound_low": None, "bound_high": None})


_KIND_WORDS = {
    "answered": "answered",
    "ambiguous": "several live answers",
    "refused": "refused to answer",
    "none": "no answer found",
    "truncated": "cut off before an answer",
}


def _accuracy(
    here: Sequence[McqItem], present: Sequence[McqItem], ids: Sequence[int], where: Where
) -> Figure:
    n_absent = len(here) - len(present)
    figure = share(
        ACCURACY,
        [right(item) for item in present],
        ids,
        where=where,
        chances=[item.chance for item in present],
        n_left_out=n_absent,
        left_out=_NO_RESPONSE,
    )
    if not present:
        return figure
    n_right = sum(item.is_right for item in present)
    n_open = sum(item.is_unknown for item in present)
    bounds = {
        "bound_low": n_right / len(here),
        "bound_high": (n_right + n_open + n_absent) / len(here),
    }
    return figure.model_copy(update=bounds)


def places_of(
    items: Sequence[McqItem], levels: Sequence[str], by: Sequence[str]
) -> tuple[Where, ...]:
    """Return where accuracy is reported: over all, by level, polarity and both, then by columns.

    Where questions were asked alone and jointly, the same for each of the two: variants that exist
    in one of them only would be compared with a mixture of both.
    """
    polarities = [
        p for p in ("positive", "neutral", "negative") if any(i.polarity == p for i in items)
    ]
    paradigms = [p for p in ("independent", "joint") if any(i.paradigm == p for i in items)]
    bases: list[Where] = [{}]
    if len(paradigms) > 1:
        bases += [{"paradigm": paradigm} for paradigm in paradigms]
    places: list[Where] = []
    for base in bases:
        places += [base, *({**base, "level": level} for level in levels)]
        places += [{**base, "polarity": polarity} for polarity in polarities]
        places += [{**base, "level": lv, "polarity": p} for lv in levels for p in polarities]
    for column in by:
        if column not in ("level", "polarity", "paradigm"):
            values = dict.fromkeys(item.groups[column] for item in items)
            places += [{column: value} for value in sorted(values)]
    return tuple(places)


def _by_place(
    items: Sequence[McqItem], places: Sequence[Where]
) -> dict[tuple[tuple[str, str], ...], list[McqItem]]:
    """Return the items of each place, the items being passed once for each kind of place."""
    found: dict[tuple[tuple[str, str], ...], list[McqItem]] = {tuple(w.items()): [] for w in places}
    for names in dict.fromkeys(tuple(where) for where in places):
        for item in items:
            own = tuple((name, value_at(item, name)) for name in names)
            if own in found:
                found[own].append(item)  # type: ignore[index] # a place's values are texts
    return found


def value_at(item: McqItem, name: str) -> str | None:
    """Return an item's level, polarity, paradigm, or value of a column."""
    if name in ("level", "polarity", "paradigm"):
        value: str | None = getattr(item, name)
        return value
    return item.groups.get(name)


def is_at(item: McqItem, where: Mapping[str, str]) -> bool:
    """Return whether an item is in a place."""
    return all(value_at(item, name) == value for name, value in where.items())


def by_position(items: Sequence[McqItem], cases: Cases) -> Iterator[Figure]:
    """Yield the answered rate at each position of joint answers: truncation hits the last ones."""
    joint = [item for item in items if item.position is not None and item.kind is not None]
    for position in sorted({item.position for item in joint if item.position is not None}):
        here = [item for item in joint if item.position == position]
        yield share(
            Term(
                "answered_at_position",
                f"answered at position {position}",
                "answered / all, by position in a joint answer",
                "ours",
            ),
            [part(item.is_answered) for item in here],
            [cases[item.id] for item in here],
            where={"position": str(position)},
        ).model_copy(update={"bound_low": None, "bound_high": None})


def joint_gaps(items: Sequence[McqItem], cases: Cases, levels: Sequence[str]) -> Iterator[Figure]:
    """Yield joint - independent on the same questions: over all, and by level."""
    twins: dict[tuple[str | None, ...], dict[str, McqItem]] = {}
    n_members = 0
    for item in items:
        if item.pair_id is None or item.paradigm is None or item.kind is None:
            continue
        n_members += 1
        place = (item.system, item.pair_id, item.level, item.polarity)
        twins.setdefault(place, {}).setdefault(item.paradigm, item)
    both = [(t["joint"], t["independent"]) for t in twins.values() if len(t) == 2]
    if not both:
        return
    term = Term(
        "joint_gap",
        "accuracy, joint - independent",
        "P(right when asked jointly) - P(right when asked alone), over the same questions",
        "ours",
    )
    for where in [{}, *({"level": level} for level in levels if len(levels) > 1)]:
        here = [(j, i) for j, i in both if is_at(j, where)]
        yield difference(
            term,
            [right(j) for j, _ in here],
            [right(i) for _, i in here],
            [cases[j.id] for j, _ in here],
            where=where,
            n_left_out=0 if where else n_members - 2 * len(both),
            left_out="without its twin of the other paradigm",
        )


def label_uses(items: Sequence[McqItem], cases: Cases) -> tuple[LabelUse, ...]:
    """Return how often each label was chosen beside how often it is the key.

    Over answered questions with one right option, so that both count the same items.
    """
    answered = [item for item in items if item.is_answered and item.is_single]
    labels = sorted({label for item in answered for label in (*item.chosen, *item.key)})
    ids = [cases[item.id] for item in answered]
    term = Term(
        "label_bias",
        "label chosen - label of the key",
        "P(label chosen) - P(label is the key), over answered items with one right option",
        "ours",
    )
    return tuple(
        LabelUse(
            label=label,
            n_chosen=sum(label in item.chosen for item in answered),
            n_key=sum(label in item.key for item in answered),
            difference=difference(
                term,
                [part(label in item.chosen) for item in answered],
                [part(label in item.key) for item in answered],
                ids,
                where={"label": label},
            ).model_copy(update={"bound_low": None, "bound_high": None}),
        )
        for label in labels
    )
