"""Every kind of picture as its drawing; line and flow pictures as places on an SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judgekit.report.diagram import DiagramDrawing, DiagramPicture, draw_diagram
from judgekit.report.dots import DotDrawing, DotPicture, draw_dots
from judgekit.report.grid import GridDrawing, GridPicture, draw_grid
from judgekit.report.parts import FlowPicture, LinePicture, Point
from judgekit.report.scatter import ScatterDrawing, ScatterPicture, draw_scatter

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 12, 40
_SPREAD = 14
_FLOW_HEIGHT = 220
_GAP = 10
_THINNEST = 1.5


class Mark(NamedTuple):
    """A point with its interval."""

    x: str
    y: str
    low: str | None
    high: str | None
    words: str


class Line(NamedTuple):
    """One series: its class number, its name, the stretches between points, and the points."""

    number: int
    name: str
    stretches: tuple[str, ...]
    marks: tuple[Mark, ...]


class LineDrawing(NamedTuple):
    """A line picture, ready for the template."""

    kind: str
    caption: str
    words: str
    note: str | None
    places: tuple[tuple[str, str], ...]
    ticks: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    chance: tuple[str, ...]


class Band(NamedTuple):
    """One band of a flow: its outline, the place of its words, and the words."""

    number: int
    path: str
    y: str
    text: str


class FlowDrawing(NamedTuple):
    """A flow picture, ready for the template."""

    kind: str
    caption: str
    words: str
    note: str | None
    height: str
    source: str
    bands: tuple[Band, ...]


Picture = LinePicture | FlowPicture | ScatterPicture | DotPicture | GridPicture | DiagramPicture
Drawing = LineDrawing | FlowDrawing | ScatterDrawing | DotDrawing | GridDrawing | DiagramDrawing


def draw(picture: Picture) -> Drawing:
    """Return where everything of a picture is drawn, and the same in words."""
    match picture:
        case LinePicture():
            return _draw_lines(picture)
        case FlowPicture():
            return _draw_flow(picture)
        case ScatterPicture():
            return draw_scatter(picture)
        case DotPicture():
            return draw_dots(picture)
        case GridPicture():
            return draw_grid(picture)
        case DiagramPicture():
            return draw_diagram(picture)


def _draw_lines(picture: LinePicture) -> LineDrawing:
    lines = tuple(
        _line(number, name, points, len(picture.series))
        for number, (name, points) in enumerate(picture.series)
    )
    words = "; ".join(
        f"{name}: "
        + ", ".join(f"{place} {p.text}" for place, p in zip(picture.places, points, strict=True))
        for name, points in picture.series
    )
    n = len(picture.places)
    return LineDrawing(
        kind="lines",
        caption=picture.caption,
        words=f"{picture.caption}. {words}",
        note=picture.note,
        places=tuple(
            (f"{_x(number, n):.1f}", place) for number, place in enumerate(picture.places)
        ),
        ticks=tuple(
            (f"{_y(share):.1f}", f"{100 * share:.0f}") for share in (0, 0.25, 0.5, 0.75, 1)
        ),
        lines=lines,
        chance=tuple(_chance(picture.chance, n)),
    )


def _line(number: int, name: str, points: Sequence[Point], n_series: int) -> Line:
    # Series stand side by side at a place, so that no interval hides another.
    shift = _SPREAD * (number - (n_series - 1) / 2)
    marks = []
    stretches: list[list[str]] = [[]]
    for place, point in enumerate(points):
        if point.value is None:
            stretches.append([])
            continue
        x, y = f"{_x(place, len(points)) + shift:.1f}", f"{_y(point.value):.1f}"
        stretches[-1].append(f"{x},{y}")
        marks.append(
            Mark(
                x,
                y,
                None if point.low is None else f"{_y(point.low):.1f}",
                None if point.high is None else f"{_y(point.high):.1f}",
                f"{name}: {point.text}",
            )
        )
    joined = tuple(" ".join(stretch) for stretch in stretches if len(stretch) > 1)
    return Line(number, name, joined, tuple(marks))


def _chance(chances: Sequence[float | None], n: int) -> Iterator[str]:
    half = (WIDTH - LEFT - RIGHT) / max(n, 1) / 2
    for place, chance in enumerate(chances):
        if chance is not None:
            x = _x(place, n)
            yield f"M{x - half:.1f},{_y(chance):.1f}H{x + half:.1f}"


def _x(place: int, n: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (place + 0.5) / n


def _y(share: float) -> float:
    inside = min(max(share, 0.0), 1.0)
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - inside)


def _draw_flow(picture: FlowPicture) -> FlowDrawing:
    """Return bands from one bar on the left to the parts on the right, gaps between these."""
    bands = []
    start = 0.0
    for number, (name, size, text) in enumerate(picture.parts):
        left = TOP + _GAP * (len(picture.parts) - 1) / 2 + _FLOW_HEIGHT * start
        right = TOP + _FLOW_HEIGHT * start + _GAP * number
        height = max(_FLOW_HEIGHT * size, _THINNEST if size > 0 else 0)
        bands.append(
            Band(
                number, _ribbon(left, right, height), f"{right + height / 2:.1f}", f"{name}: {text}"
            )
        )
        start += size
    total = _FLOW_HEIGHT + _GAP * (len(picture.parts) - 1) + 2 * TOP
    return FlowDrawing(
        kind="flow",
        caption=picture.caption,
        words=f"{picture.caption}. {picture.source}: " + "; ".join(band.text for band in bands),
        note=picture.note,
        height=f"{total:.0f}",
        source=picture.source,
        bands=tuple(_apart(bands)),
    )


def _ribbon(left: float, right: float, height: float) -> str:
    a, b, middle = 130, 330, 230
    return (
        f"M{a},{left:.1f}C{middle},{left:.1f} {middle},{right:.1f} {b},{right:.1f}"
        f"V{right + height:.1f}C{middle},{right + height:.1f} {middle},{left + height:.1f} "
        f"{a},{left + height:.1f}Z"
    )


def _apart(bands: Sequence[Band]) -> Iterator[Band]:
    """Move words down where they would stand on those above."""
    lowest = 0.0
    for band in bands:
        y = max(float(band.y), lowest)
        lowest = y + 15
        yield band._replace(y=f"{y:.1f}")
