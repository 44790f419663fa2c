"""Chains of levels: how far an image is read right along the clinical workflow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judgekit.mcq.figures import Figure
from judgekit.mcq.items import McqItem
from judgekit.mcq.polarity_pairs import Cases
from judgekit.mcq.rates import Part, Term, part, share

Where = dict[str, str]
INCOMPLETE = "cases without a question at every level"


@dataclass(frozen=True, slots=True)
class Chain:
    """One case (or one joint answer) with a question at every level.

    Attributes:
        case: Number of the case.
        levels: For each level in order: whether every question there is right.
    """

    case: int
    levels: tuple[Part, ...]


def chain_figures(
    items: Sequence[McqItem], cases: Cases, levels: Sequence[str]
) -> Iterator[Figure]:
    """Yield the chain figures for each paradigm and polarity, over cases that have every level.

    A chain is a case (in joint answers: one answer) under one polarity, paradigm and system. A
    level is right if each of its questions is. Incomplete chains leave the figures and are counted.
    """
    if len(levels) < 2:
        return
    grouped: dict[tuple[str | None, str | None], dict[tuple[str, ...], list[McqItem]]] = {}
    for item in items:
        if item.level is None or item.kind is None:
            continue
        if item.joint_id is None and item.case_id is None:
            continue  # which questions belong together is declared, never inferred
        own = grouped.setdefault((item.paradigm, item.polarity), {})
        name = (item.system or "", item.joint_id or str(cases[item.id]))
        own.setdefault(name, []).append(item)
    for (paradigm, polarity), members in grouped.items():
        where = {
            name: value
            for name, value in (("paradigm", paradigm), ("polarity", polarity))
            if value is not None
        }
        found = (_chain(questions, cases, levels) for questions in members.values())
        chains = [chain for chain in found if chain is not None]
        yield from _figures(chains, levels, where, len(members) - len(chains))


def _chain(items: Sequence[McqItem], cases: Cases, levels: Sequence[str]) -> Chain | None:
    parts = []
    for level in levels:
        here = [item for item in items if item.level == level]
        if not here:
            return None
        seen = all(item.is_right for item in here)
        possible = all(item.is_right or item.is_unknown for item in here)
        parts.append(part(seen, num_low=seen, num_high=possible))
    return Chain(cases[items[0].id], tuple(parts))


def _figures(
    chains: Sequence[Chain], levels: Sequence[str], where: Where, n_incomplete: int
) -> Iterator[Figure]:
    ids = [chain.case for chain in chains]
    for k, level in enumerate(levels):
        parts = {
            Term("chain", f"chain accuracy to {level}", "P(right at all levels up to k)", "ours"): [
                _all(chain.levels[: k + 1]) for chain in chains
            ],
            Term("first_failing", f"first failing: {level}", _FAILING, "ours"): [
                _first_failing(chain.levels, k) for chain in chains
            ],
        }
        if k:
            conditional = f"{level}, given {levels[k - 1]}"
            term = Term("conditional", conditional, "P(right at k | right at k - 1)", "ours")
            parts[term] = [_given(chain.levels[k - 1], chain.levels[k]) for chain in chains]
        for term, own in parts.items():
            yield _share(term, own, ids, {**where, "level": level}, n_incomplete)
    term = Term("first_failing", "first failing: none", _FAILING, "ours")
    parts_of_none = [_all(chain.levels) for chain in chains]
    yield _share(term, parts_of_none, ids, {**where, "level": "(none)"}, n_incomplete)


_FAILING = "share of chains whose first level that is not right is k; over k and none they sum to 1"


def _share(
    term: Term, parts: Sequence[Part], ids: Sequence[int], where: Where, n_incomplete: int
) -> Figure:
    return share(term, parts, ids, where=where, n_left_out=n_incomplete, left_out=INCOMPLETE)


def _all(parts: Sequence[Part]) -> Part:
    seen = all(one.num for one in parts)
    return part(seen, num_low=seen, num_high=all(one.num_high for one in parts))


def _first_failing(parts: Sequence[Part], k: int) -> Part:
    before, here = parts[:k], parts[k]
    seen = all(one.num for one in before) and not here.num
    return part(
        seen,
        num_low=all(one.num_low for one in before) and not here.num_high,
        num_high=all(one.num_high for one in before) and not here.num_low,
    )


def _given(before: Part, here: Part) -> Part:
    return part(
        num=before.num and here.num,
        den=before.num,
        num_low=here.num_low,
        num_high=here.num_high,
        den_low=before.num_low,
        den_high=before.num_high,
    )
