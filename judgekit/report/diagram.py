"""Flow diagrams: how many items and cases reach each stage, and where the others went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Stage:
    """One box of a flow diagram.

    Attributes:
        title: What the stage is.
        lines: Its counts, in words.
        leaving: What leaves before the next stage, in words; shown beside the arrow.
    """

    title: str
    lines: tuple[str, ...]
    leaving: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiagramPicture:
    """Boxes from top to bottom, an arrow between each two.

    Attributes:
        caption: What the diagram shows.
        stages: The boxes, in order.
        note: A sentence under the diagram.
    """

    caption: str
    stages: tuple[Stage, ...]
    note: str | None = None


class DiagramDrawing(NamedTuple):
    """A flow diagram, ready for the template: a list, which every width and reader can show."""

    kind: str
    caption: str
    note: str | None
    stages: tuple[Stage, ...]


def draw_diagram(picture: DiagramPicture) -> DiagramDrawing:
    """Return the diagram for the template."""
    return DiagramDrawing("diagram", picture.caption, picture.note, picture.stages)
