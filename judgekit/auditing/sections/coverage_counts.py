"""How much of the table of ratings is filled: counts by rater, by item and by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from judgekit.auditing.ratings.table import ADJUDICATOR, Kind, Rating
from judgekit.records.base import Record

Groups = Mapping[str, Mapping[str, str]]
"""Value by column, by item."""


class RaterCoverage(Record):
    """What one rater did under one criterion.

    A rater saw an item who answered at least one criterion of it, or abstained from one.

    Attributes:
        rater: Who.
        role: The role; an adjudicator is no clinician.
        criterion: Id of the criterion.
        n_items: All items.
        n_seen: Items that the rater saw.
        n_level: Answers on the scale.
        n_extra: Answers beside it, such as "not applicable".
        n_abstained: Times the rater could not assess.
        n_missing_of_seen: Items seen that have none of these.
        n_missing: All items that have none of these.
    """

    rater: str
    role: str
    criterion: str
    n_items: int
    n_seen: int
    n_level: int
    n_extra: int
    n_abstained: int
    n_missing_of_seen: int
    n_missing: int


class ItemDepth(Record):
    """By how many clinicians the items of a criterion were answered.

    Attributes:
        criterion: Id of the criterion.
        group: {} for all items, or a column and its value.
        n_items: How many items.
        n_by_clinicians: Items that 0, 1, 2, ... clinicians answered, on the scale or beside it.
        n_two_on_scale: Items with two or more answers on the scale: what agreement stands on.
    """

    criterion: str
    group: dict[str, str]
    n_items: int
    n_by_clinicians: tuple[int, ...]
    n_two_on_scale: int


class MissingReason(Record):
    """How often one reason for a missing rating was given.

    Attributes:
        criterion: Id of the criterion.
        reason: As it stands in the ratings.
        n: How often.
    """

    criterion: str
    reason: str
    n: int


class Coverage(Record):
    """Who rated what.

    Attributes:
        n_items: Number of items.
        raters: Every rater under every criterion.
        depths: By criterion: all items first, then each group.
        reasons: Why ratings are missing, where that is known.
    """

    n_items: int
    raters: tuple[RaterCoverage, ...]
    depths: tuple[ItemDepth, ...]
    reasons: tuple[MissingReason, ...]


def coverage_of(
    ratings: Iterable[Rating],
    *,
    items: Sequence[str],
    criteria: Sequence[str],
    groups: Groups | None = None,
    columns: Sequence[str] = (),
) -> Coverage:
    """Return who rated what of some items under some criteria.

    Args:
        ratings: The cells; those of other items or criteria are not counted, but their raters are.
        items: Ids of the items, each once.
        criteria: Ids of the criteria, in the order reported.
        groups: What group an item belongs to, by column; an item without one is in none.
        columns: The columns by which depth is split.
    """
    cells = tuple(ratings)
    of_items, of_criteria = set(items), set(criteria)
    inside = [cell for cell in cells if cell.item in of_items and cell.criterion in of_criteria]
    return Coverage(
        n_items=len(items),
        raters=_by_rater(cells, inside, criteria, len(items)),
        depths=_depths(inside, items, criteria, groups or {}, columns),
        reasons=_reasons(inside, criteria),
    )


def _by_rater(
    cells: Sequence[Rating], inside: Sequence[Rating], criteria: Sequence[str], n_items: int
) -> tuple[RaterCoverage, ...]:
    roles = {cell.rater: cell.role for cell in cells}
    seen: dict[str, set[str]] = {rater: set() for rater in roles}
    counts: Counter[tuple[str, str, Kind]] = Counter()
    for cell in inside:
        counts[cell.rater, cell.criterion, cell.kind] += 1
        if cell.kind != "missing":
            seen[cell.rater].add(cell.item)
    found = []
    for rater in sorted(roles, key=lambda name: (roles[name] == ADJUDICATOR, name)):
        for criterion in criteria:
            level = counts[rater, criterion, "level"]
            extra = counts[rater, criterion, "extra"]
            abstained = counts[rater, criterion, "abstained"]
            n_done, n_seen = level + extra + abstained, len(seen[rater])
            found.append(
                RaterCoverage(
                    rater=rater,
                    role=roles[rater],
                    criterion=criterion,
                    n_items=n_items,
                    n_seen=n_seen,
                    n_level=level,
                    n_extra=extra,
                    n_abstained=abstained,
                    n_missing_of_seen=n_seen - n_done,
                    n_missing=n_items - n_done,
                )
            )
    return tuple(found)


def _depths(
    inside: Sequence[Rating],
    items: Sequence[str],
    criteria: Sequence[str],
    groups: Groups,
    columns: Sequence[str],
) -> tuple[ItemDepth, ...]:
    answered: Counter[tuple[str, str]] = Counter()
    on_scale: Counter[tuple[str, str]] = Counter()
    raters = {cell.rater for cell in inside if cell.role != ADJUDICATOR}
    for cell in inside:
        if cell.role == ADJUDICATOR or cell.kind not in ("level", "extra"):
            continue
        answered[cell.criterion, cell.item] += 1
        on_scale[cell.criterion, cell.item] += cell.kind == "level"
    found = []
    for group, members in (({}, list(items)), *_grouped(items, groups, columns)):
        for criterion in criteria:
            depth = Counter(answered[criterion, item] for item in members)
            found.append(
                ItemDepth(
                    criterion=criterion,
                    group=group,
                    n_items=len(members),
                    n_by_clinicians=tuple(depth[n] for n in range(len(raters) + 1)),
                    n_two_on_scale=sum(on_scale[criterion, item] >= 2 for item in members),
                )
            )
    return tuple(found)


def _grouped(
    items: Sequence[str], groups: Groups, columns: Sequence[str]
) -> list[tuple[dict[str, str], list[str]]]:
    found = []
    for column in columns:
        by_value: dict[str, list[str]] = {}
        for item in items:
            value = groups.get(item, {}).get(column)
            if value is not None:
                by_value.setdefault(value, []).append(item)
        found += [({column: value}, by_value[value]) for value in sorted(by_value)]
    return found


def _reasons(inside: Sequence[Rating], criteria: Sequence[str]) -> tuple[MissingReason, ...]:
    counts = Counter(
        (cell.criterion, cell.reason)
        for cell in inside
        if cell.kind == "missing" and cell.reason is not None
    )
    order = {criterion: place for place, criterion in enumerate(criteria)}
    ranked = sorted(counts.items(), key=lambda one: (order[one[0][0]], -one[1], one[0][1] or ""))
    return tuple(
        MissingReason(criterion=criterion, reason=reason or "", n=n)
        for (criterion, reason), n in ranked
    )
