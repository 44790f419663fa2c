"""How many tokens an image will have, by the rules that providers publish for their models.

Sources: OpenAI, "Images and vision" (tiles of 512 pixels; patches of 32 pixels with a multiplier);
Anthropic, "Vision" (width x height / 750; cells of 28 pixels for models with high resolution). The
rules are applied on the careful side: what a provider scales down to fit its cap counts as the cap.
"""

from __future__ import annotations

import base64
import math
import struct
from collections.abc import Callable
from functools import partial

from judgekit.records.exchange import ImagePart

Rule = Callable[[int, int], int]
"""Tokens of an image by its width and height in pixels."""

LONGEST_HEAD = 1 << 20
"""Characters of base64 in which an image's size is looked for; a JPEG may begin with a preview."""

_JPEG_SIZE_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})


def image_tokens(image: ImagePart, model: str) -> int:
    """Return an estimate of the tokens that `image` has for `model`.

    Args:
        image: A PNG, JPEG, GIF or WebP.
        model: The model's name, whatever stands before a slash left out. For one that is not known
            here, the highest of the rules for common models counts.
    """
    rule = _rule(model)
    size = image_size(image)
    return max(rule(*shape) for shape in _LARGEST) if size is None else rule(*size)


def image_size(image: ImagePart) -> tuple[int, int] | None:
    """Return width and height in pixels from the head of an image; None where it is damaged."""
    head = base64.b64decode(image.data_base64[:LONGEST_HEAD])
    try:
        size = _SIZES[image.media_type](head)
    except (KeyError, struct.error, IndexError):
        return None
    return size if size is not None and min(size) > 0 else None


def _tiles(base: int, per_tile: int, width: int, height: int) -> int:
    scale = min(1.0, 2048 / max(width, height))
    scale *= min(1.0, 768 / (min(width, height) * scale))
    across, down = (math.ceil(round(side * scale, 6) / 512) for side in (width, height))
    return base + per_tile * across * down


def _patches(multiplier: float, width: int, height: int) -> int:
    patches = min(1536, math.ceil(width / 32) * math.ceil(height / 32))
    return math.ceil(round(patches * multiplier, 6))


def _area(width: int, height: int) -> int:
    return min(1600, math.ceil(width * height / 750))


def _cells(width: int, height: int) -> int:
    scale = min(1.0, 2576 / max(width, height))
    cells = math.ceil(width * scale / 28) * math.ceil(height * scale / 28)
    return min(4784, cells) + 3


def _highest(width: int, height: int) -> int:
    rules: tuple[Rule, ...] = (partial(_tiles, 85, 170), partial(_patches, 2.46), _cells)
    return max(rule(width, height) for rule in rules)


_LARGEST = ((2048, 768), (8000, 8000))
"""Sizes of which one has the most tokens under any rule: the most tiles, and the most pixels."""

_RULES: tuple[tuple[str, Rule], ...] = (
    ("gpt-4o-mini", partial(_tiles, 2833, 5667)),
    ("gpt-4o", partial(_tiles, 85, 170)),
    ("gpt-4.1-mini", partial(_patches, 1.62)),
    ("gpt-4.1-nano", partial(_patches, 2.46)),
    ("gpt-4.1", partial(_tiles, 85, 170)),
    ("gpt-5-mini", partial(_patches, 1.62)),
    ("gpt-5-nano", partial(_patches, 2.46)),
    ("gpt-5-", partial(_tiles, 70, 140)),
    ("o4-mini", partial(_patches, 1.72)),
    ("o1", partial(_tiles, 75, 150)),
    ("o3", partial(_tiles, 75, 150)),
    ("claude-opus-4-7", _cells),
    ("claude-opus-4-8", _cells),
    ("claude-opus-4", _area),
    ("claude-sonnet-4", _area),
    ("claude-haiku-4", _area),
    ("claude-3", _area),
    ("claude", _cells),
)
"""The rule of a model by how its name begins, the longer beginning first."""


def _rule(model: str) -> Rule:
    name = model.lower().rpartition("/")[2].removeprefix("anthropic.")
    beginnings = (rule for beginning, rule in _RULES if f"{name}-".startswith(beginning))
    return next(beginnings, _highest)


def _png_size(head: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", head, 16)
    return width, height


def _gif_size(head: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", head, 6)
    return width, height


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    """Walk through the segments to the frame header, which holds height and width."""
    at = 2
    while head[at] == 0xFF:
        marker = head[at + 1]
        if marker == 0xFF or marker in _JPEG_WITHOUT_LENGTH:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _JPEG_SIZE_MARKERS:
            height, width = struct.unpack_from(">HH", head, at + 5)
            return width, height
        (length,) = struct.unpack_from(">H", head, at + 2)
        at += 2 + length
    return None


def _webp_size(head: bytes) -> tuple[int, int] | None:
    match head[12:16]:
        case b"VP8X":
            width, height = (int.from_bytes(head[at : at + 3], "little") + 1 for at in (24, 27))
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", head, 21)
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", head, 26))
        case _:
            return None
    return width, height


_SIZES: dict[str, Callable[[bytes], tuple[int, int] | None]] = {
    "image/png": _png_size,
    "image/gif": _gif_size,
    "image/jpeg": _jpeg_size,
    "image/webp": _webp_size,
}
