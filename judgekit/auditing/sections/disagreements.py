"""The ten items on which the judge is farthest from the clinicians, to be read whole."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from pydantic import JsonValue

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Section
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.item_cards import TEXTS_KEPT_OUT, item_card
from judgekit.auditing.words import answer, number
from judgekit.records.scale import ScaleValue
from judgekit.report.cards import Card, CardList

MOST_SHOWN = 10
FEWEST_SHOWN = 2
ROUNDING = 1e-12
FEWEST = 2
"""So many ratings, all alike, make a unanimous panel."""


@dataclass(frozen=True)
class _Apart:
    """One item on which judge and clinicians differ.

    Attributes:
        place: Its position in the panel.
        words: How they differ.
        points: How many points, for scales of numbers.
        order: What it is sorted by; the smallest comes first.
    """

    place: int
    words: tuple[str, str]
    points: float | None
    order: tuple[float, int]


def disagreements_section(data: AuditData) -> Section:
    """Return for each criterion the items on which judge and clinicians differ most.

    Ten are shown, shared between the criteria but two of each at least; `details` holds ten of
    each.

    On scales of numbers by the distance from the clinicians' mean; for labels those on which the
    judge differs from the majority, unanimous panels first. Items that differ alike stand in item
    order.
    """
    found = [(panel, _apart(panel)) for panel in data.panels if panel.is_on_scale]
    most = max(FEWEST_SHOWN, math.ceil(MOST_SHOWN / max(len(found), 1)))
    said = [_sentence(panel, rows) for panel, rows in found]
    off = [panel.name for panel in data.panels if not panel.is_on_scale]
    if off:
        said.append(
            f"Under {', '.join(off)}, {data.scorer} gives numbers that are not on the clinicians' "
            "scale: no distance can be taken."
        )
    if any(rows for _, rows in found) and not data.texts:
        said.append(TEXTS_KEPT_OUT)
    return Section(
        id="disagreements",
        title="Where judge and clinicians are farthest apart",
        paragraphs=tuple(said) or ("No criterion was rated: there is nothing to compare.",),
        cards=tuple(_cards(data, panel, rows, most) for panel, rows in found if rows),
        details={
            "farthest": [_json(panel, one) for panel, rows in found for one in rows[:MOST_SHOWN]]
        },
    )


def _apart(panel: Panel) -> list[_Apart]:
    rows = _labels_apart(panel) if panel.scale.span is None else _points_apart(panel)
    return sorted(rows, key=lambda one: one.order)


def _points_apart(panel: Panel) -> list[_Apart]:
    found = []
    for place, (judge, mean) in enumerate(zip(panel.levels_judged, panel.means, strict=True)):
        if judge is None or mean is None or isinstance(judge, str):
            continue
        points = judge - mean
        if abs(points) <= ROUNDING * abs(mean):
            continue
        which = "higher" if points > 0 else "lower"
        words = (
            f"{number(abs(points), 'points')} points {which} than the clinicians' mean, "
            f"{number(mean, 'points')}"
        )
        found.append(_Apart(place, ("The judge is", words), points, (-abs(points), place)))
    return found


def _labels_apart(panel: Panel) -> list[_Apart]:
    found = []
    for place, (judge, row) in enumerate(zip(panel.judged, panel.answers, strict=True)):
        most = _majority(row)
        if judge is None or most is None or judge == most[0]:
            continue
        label, votes, given = most
        is_unanimous = votes == given >= FEWEST
        whom = f"all {given} clinicians" if is_unanimous else f"{votes} of {given} clinicians"
        words = f"{answer(label)}, from {whom}; the judge's answer is {answer(judge)}"
        found.append(_Apart(place, ("The majority is", words), None, (not is_unanimous, place)))
    return found


def _majority(row: tuple[ScaleValue | None, ...]) -> tuple[ScaleValue, int, int] | None:
    """Return the answer that more than half gave, its votes and all; None where there is none."""
    given = [value for value in row if value is not None]
    if not given:
        return None
    label, votes = Counter(given).most_common(1)[0]
    return (label, votes, len(given)) if 2 * votes > len(given) else None


def _sentence(panel: Panel, rows: list[_Apart]) -> str:
    has_labels = panel.scale.span is None
    whom = "the clinicians' majority" if has_labels else "the clinicians' mean"
    n_compared = _n_compared(panel)
    said = f"{panel.name}: on {len(rows)} of {n_compared} items the judge differs from {whom}."
    n_left = len(panel) - n_compared
    if n_left:
        lacks = "no answer, or no answer has" if has_labels else "no level, or no level comes from"
        whose = "the majority of clinicians" if has_labels else "a clinician"
        said += (
            f" Not ranked: {n_left} of {len(panel)} items, to which the judge gave {lacks} {whose}."
        )
    return said


def _n_compared(panel: Panel) -> int:
    if panel.scale.span is None:
        pairs = zip(panel.judged, panel.answers, strict=True)
        return sum(judge is not None and _majority(row) is not None for judge, row in pairs)
    sides = zip(panel.levels_judged, panel.means, strict=True)
    return sum(judge is not None and mean is not None for judge, mean in sides)


def _cards(data: AuditData, panel: Panel, rows: list[_Apart], most: int) -> CardList:
    shown = rows[:most]
    caption = f"{panel.name}: the {len(shown)} items farthest apart, of {len(rows)} that differ"
    return CardList(
        caption=caption,
        cards=tuple(_card(data, panel, one) for one in shown),
        n_total=len(rows),
    )


def _card(data: AuditData, panel: Panel, one: _Apart) -> Card:
    return item_card(data, panel, one.place, facts=(one.words,))


def _json(panel: Panel, one: _Apart) -> JsonValue:
    return {
        "criterion": panel.criterion,
        "item": panel.items[one.place],
        "judge": panel.judged[one.place],
        "points": one.points,
    }
