"""A multiple-choice report as pictures, and the items that stand behind each cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest

from judgekit.mcq.figures import Figure, McqReport
from judgekit.mcq.items import McqItem
from judgekit.mcq.polarity_flow import FLOW, fate_of
from judgekit.mcq.report_tables import POLARITIES, bases_of
from judgekit.mcq.report_words import chance_text, interval_text, n_text, value_text
from judgekit.report import FlowPicture, LinePicture, Point


def report_pictures(report: McqReport) -> tuple[LinePicture | FlowPicture, ...]:
    """Return accuracy by level as lines, and the flow from neutral to negative."""
    pictures: list[LinePicture | FlowPicture] = []
    base = bases_of(report)[0]
    polarities = [p for p in POLARITIES if report.all("accuracy", polarity=p, **base)]
    if polarities and report.levels:
        pictures.append(_lines(report, polarities, base))
    flow = [figure for fate in FLOW for figure in report.all(f"flow_{fate}") if not figure.where]
    if flow and all(figure.value is not None for figure in flow):
        pictures.append(_flow(flow))
    return tuple(pictures)


def _lines(report: McqReport, polarities: Sequence[str], base: dict[str, str]) -> LinePicture:
    places = [level for level in report.levels if report.all("accuracy", level=level, **base)]
    series = tuple(
        (
            polarity,
            tuple(
                _point(report, {**base, "level": level, "polarity": polarity}) for level in places
            ),
        )
        for polarity in polarities
    )
    chances = tuple(report.one("accuracy", **{**base, "level": level}).chance for level in places)
    return LinePicture(
        caption="Accuracy by level (%)" + (f", asked {base['paradigm']}ly" if base else ""),
        places=tuple(places),
        series=series,
        chance=chances,
        note="Bars are 95 % intervals over cases; a point without one has too few cases. "
        "No answer counts as wrong.",
    )


def _point(report: McqReport, where: dict[str, str]) -> Point:
    try:
        figure = report.one("accuracy", **where)
    except KeyError:
        return Point(None, None, None, "no items")
    text = f"{value_text(figure)} ({interval_text(figure)}), {n_text(figure)}"
    return Point(figure.value, figure.low, figure.high, text)


def _flow(figures: Sequence[Figure]) -> FlowPicture:
    noise = ", ".join(f"{_FATES[figure.id]} {chance_text(figure)}" for figure in figures)
    return FlowPicture(
        caption="Where answers that were right under neutral go under a misleading hint",
        source=f"{figures[0].n:,} right",
        parts=tuple(
            (
                _FATES[figure.id],
                figure.value or 0.0,
                f"{value_text(figure)} ({figure.count} of {figure.n})",
            )
            for figure in figures
        ),
        note=f"Pairs whose hint names one option; the flow {figures[0].note}: {noise}.",
    )


_FATES = {
    "flow_kept": "kept",
    "flow_misled": "misled to the hint",
    "flow_moved": "moved elsewhere",
    "flow_withheld": "withheld",
}


def tags_of(items: Sequence[McqItem]) -> dict[str, tuple[str, ...]]:
    """Return the cells that each item stands behind, by its id: level / polarity, and its flow."""
    neutral = {
        _question(item): item
        for item in reversed(items)
        if item.polarity == "neutral" and item.pair_id is not None
    }
    tags: dict[str, tuple[str, ...]] = {}
    for item in items:
        words = [word for word in (item.level, item.polarity) if word is not None]
        own = [" / ".join(words)] if words else []
        own.append(
            "right" if item.is_right else "answered wrong" if item.is_answered else "unanswered"
        )
        twin = neutral.get(_question(item))
        if item.polarity == "negative" and twin is not None and item.hinted is not None:
            fate = fate_of(twin, item, item.hinted)
            if fate is not None:
                own.append(f"flow: {_FATES[f'flow_{fate}']}")
        tags[item.id] = tuple(own)
    return tags


def spread_over_cells(tags: Mapping[str, tuple[str, ...]], most: int) -> list[str]:
    """Return at most `most` ids so that each cell has some: one of each in turn."""
    cells: dict[tuple[str, ...], list[str]] = {}
    for item_id, own in tags.items():
        cells.setdefault(own, []).append(item_id)
    in_turn = chain.from_iterable(zip_longest(*cells.values()))
    return [item_id for item_id in in_turn if item_id is not None][:most]


def _question(item: McqItem) -> tuple[str | None, ...]:
    return (item.system, item.paradigm, item.pair_id, item.level)
