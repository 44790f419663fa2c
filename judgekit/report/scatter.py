"""Scatter pictures: panels side by side, a dot for each sample; geometry only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

WIDTH, HEIGHT = 300, 230
LEFT, RIGHT, TOP, BOTTOM = 40, 10, 10, 40


@dataclass(frozen=True, slots=True)
class Dot:
    """One sample: where it lies along both axes, and what it is."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class ScatterPanel:
    """One panel.

    Attributes:
        name: What stands along the upright axis, and heads the panel.
        span: Lowest and highest value of that axis.
        dots: The samples.
        lines: Sentences under the heading: correlations with their intervals, n.
    """

    name: str
    span: tuple[float, float]
    dots: tuple[Dot, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScatterPicture:
    """Several measurements of the same samples, each against one and the same other.

    Attributes:
        caption: What the picture shows.
        x_name: What stands along the level axis of every panel.
        x_span: Lowest and highest value of that axis.
        panels: The panels, in the order shown.
        note: A sentence under the picture.
    """

    caption: str
    x_name: str
    x_span: tuple[float, float]
    panels: tuple[ScatterPanel, ...]
    note: str | None = None


class DrawnDot(NamedTuple):
    """A dot as SVG wants it, and its words."""

    x: str
    y: str
    words: str


class DrawnPanel(NamedTuple):
    """A panel as SVG wants it: ticks as place and text."""

    name: str
    lines: tuple[str, ...]
    words: str
    x_ticks: tuple[tuple[str, str], ...]
    y_ticks: tuple[tuple[str, str], ...]
    dots: tuple[DrawnDot, ...]


class ScatterDrawing(NamedTuple):
    """A scatter picture, ready for the template."""

    kind: str
    caption: str
    x_name: str
    note: str | None
    panels: tuple[DrawnPanel, ...]


def draw_scatter(picture: ScatterPicture) -> ScatterDrawing:
    """Return where every dot and tick is drawn, and each panel in words."""
    return ScatterDrawing(
        kind="scatter",
        caption=picture.caption,
        x_name=picture.x_name,
        note=picture.note,
        panels=tuple(_panel(picture, panel) for panel in picture.panels),
    )


def _panel(picture: ScatterPicture, panel: ScatterPanel) -> DrawnPanel:
    return DrawnPanel(
        name=panel.name,
        lines=panel.lines,
        words=f"{panel.name} against {picture.x_name}: {'; '.join(panel.lines)}",
        x_ticks=tuple((f"{_x(v, picture.x_span):.1f}", f"{v:g}") for v in _ticks(picture.x_span)),
        y_ticks=tuple((f"{_y(v, panel.span):.1f}", f"{v:g}") for v in _ticks(panel.span)),
        dots=tuple(
            DrawnDot(f"{_x(dot.x, picture.x_span):.1f}", f"{_y(dot.y, panel.span):.1f}", dot.text)
            for dot in panel.dots
        ),
    )


def _ticks(span: tuple[float, float]) -> tuple[float, ...]:
    return tuple(span[0] + (span[1] - span[0]) * part / 4 for part in range(5))


def _x(value: float, span: tuple[float, float]) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * _share(value, span)


def _y(value: float, span: tuple[float, float]) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - _share(value, span))


def _share(value: float, span: tuple[float, float]) -> float:
    return (value - span[0]) / (span[1] - span[0]) if span[0] < span[1] else 0.5
