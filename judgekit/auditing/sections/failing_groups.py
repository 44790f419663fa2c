"""Groups of items: by system, by a declared column, by how alike clinicians answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judgekit.auditing.panel import Panel

SYSTEM = "system"
UNANIMITY = "unanimity"
NOT_STATED = "not stated"
UNANIMOUS, SPLIT, TOO_FEW = "unanimous", "split", "fewer than two ratings"
FEWEST, MOST = 2, 12
"""Without declared subgroups a column is shown where it has this many values."""


@dataclass(frozen=True)
class Grouping:
    """One way to part the items of a panel.

    Attributes:
        column: Its key, in the group of a figure.
        heading: What it is called in tables.
        values: The group of each item.
    """

    column: str
    heading: str
    values: tuple[str, ...]

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups, sorted, items without one last."""
        found = sorted(set(self.values) - {NOT_STATED})
        return (*found, NOT_STATED) if NOT_STATED in self.values else tuple(found)


def groupings(panel: Panel, declared: Sequence[str]) -> list[Grouping]:
    """Return by system (where two or more are known), by subgroup, and by unanimity.

    Args:
        panel: The criterion.
        declared: The declared columns; empty takes every column of 2 to 12 values, which is
            exploratory and says so in its heading. A column "system" that holds the items' own
            systems is not shown twice.
    """
    found = []
    systems = Grouping(SYSTEM, "System", _stated(panel.systems))
    if len(set(panel.systems) - {None}) > 1:
        found.append(systems)
    for name in declared or columns_of(panel):
        key = f"{name} (column)" if name in {SYSTEM, UNANIMITY} else name
        values = _stated([row.get(name) for row in panel.groups])
        if name == SYSTEM and systems in found and values == systems.values:
            continue
        if set(values) - {NOT_STATED}:
            found.append(Grouping(key, name if declared else f"{name} (exploratory)", values))
    found.append(Grouping(UNANIMITY, "Clinicians", tuple(_unanimity(row) for row in panel.answers)))
    return found


def columns_of(panel: Panel) -> list[str]:
    """Return the columns with 2 to 12 values, in order of first appearance."""
    values: dict[str, set[str]] = {}
    for row in panel.groups:
        for name, value in row.items():
            values.setdefault(name, set()).add(value)
    return [name for name, seen in values.items() if FEWEST <= len(seen) <= MOST]


def _stated(values: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(NOT_STATED if value is None else value for value in values)


def _unanimity(row: Sequence[object]) -> str:
    given = [value for value in row if value is not None]
    if len(given) < FEWEST:
        return TOO_FEW
    return UNANIMOUS if len(set(given)) == 1 else SPLIT
