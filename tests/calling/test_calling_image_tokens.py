"""Tokens of images: the examples that providers publish, and sizes out of real file heads."""

from __future__ import annotations

import base64
import struct

import pytest

from judgekit.calling.image_tokens import image_size, image_tokens
from judgekit.records.exchange import ImagePart


def part(media_type: str, content: bytes) -> ImagePart:
    """Return an image as a request holds it."""
    encoded = base64.b64encode(content).decode("ascii")
    return ImagePart(media_type=media_type, data_base64=encoded, digest="0" * 64)


def png(width: int, height: int) -> ImagePart:
    """Return the head of a PNG (RFC 2083: signature, then IHDR)."""
    header = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"
    return part("image/png", header + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def jpeg(width: int, height: int, *, before: bytes = b"") -> ImagePart:
    """Return the head of a JPEG (T.81: SOI, APP0, other segments, then a baseline frame)."""
    app0 = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0" + bytes(9)
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)
    return part("image/jpeg", b"\xff\xd8" + app0 + before + frame)


def webp(kind: bytes, payload: bytes) -> ImagePart:
    """Return the head of a WebP (RFC 9649: RIFF, WEBP, one chunk)."""
    chunk = kind + struct.pack("<I", len(payload)) + payload
    return part("image/webp", b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk)


# A preview inside EXIF has a frame of its own, and a Huffman table's marker lies among the frames'.
_EXIF = b"\xff\xe1" + struct.pack(">H", 2 + 40) + b"\xff\xd8\xff\xc0" + bytes(36)
_HUFFMAN = b"\xff\xc4" + struct.pack(">H", 2 + 20) + bytes(20)


@pytest.mark.parametrize(
    ("image", "size"),
    [
        (png(1024, 768), (1024, 768)),
        (part("image/gif", b"GIF89a" + struct.pack("<HH", 300, 200)), (300, 200)),
        (jpeg(2000, 1333), (2000, 1333)),
        (jpeg(2000, 1333, before=_EXIF), (2000, 1333)),
        (jpeg(640, 480, before=_HUFFMAN), (640, 480)),
        (jpeg(640, 480, before=b"\xff\xee" + struct.pack(">H", 60000) + bytes(59998)), (640, 480)),
        (jpeg(512, 256, before=b"\xff\xff"), (512, 256)),
        (webp(b"VP8X", bytes(4) + b"\xff\x03\x00\xff\x02\x00"), (1024, 768)),
        (webp(b"VP8L", b"\x2f" + struct.pack("<I", 799 | 599 << 14)), (800, 600)),
        (webp(b"VP8 ", bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", 800, 600)), (800, 600)),
    ],
    ids=lambda value: str(value) if isinstance(value, tuple) else value.media_type,
)
def test_the_size_is_read_from_the_head(image: ImagePart, size: tuple[int, int]) -> None:
    """Width and height in pixels, whatever stands before the frame."""
    assert image_size(image) == size


@pytest.mark.parametrize(
    "image",
    [
        part("image/png", b"\x89PNG\r\n\x1a\n"),
        part("image/jpeg", b"\xff\xd8\xff\xe0\x00\x10JFIF"),
        part("image/jpeg", b"\xff\xd8 no segment"),
        part("image/gif", b"GIF89a" + struct.pack("<HH", 0, 200)),
        webp(b"VP9 ", bytes(20)),
        part("image/tiff", bytes(40)),
    ],
    ids=lambda image: image.media_type,
)
def test_a_damaged_head_has_no_size_and_counts_as_the_largest(image: ImagePart) -> None:
    """An image whose size is not read takes as many tokens as the model's rule has at the most."""
    assert image_size(image) is None
    assert image_tokens(image, "gpt-4.1-mini") == 2489  # 1,536 patches x 1.62 = 2488.3
    assert image_tokens(image, "claude-3-5-sonnet-20241022") == 1600


@pytest.mark.parametrize(
    ("model", "width", "height", "expected"),
    [
        # OpenAI's two examples: 4 tiles x 170 + 85, and 6 tiles x 170 + 85.
        ("gpt-4o", 1024, 1024, 765),
        ("gpt-4o-2024-11-20", 2048, 4096, 1105),
        ("gpt-4o", 512, 512, 255),  # one tile; small images are not enlarged
        ("gpt-4o-mini", 1024, 1024, 2833 + 4 * 5667),
        ("o3", 1024, 1024, 75 + 4 * 150),
        ("gpt-5-2025-08-07", 1024, 1024, 70 + 4 * 140),
        ("gpt-5", 1024, 1024, 70 + 4 * 140),
        # 32 x 32 patches, times the multiplier, rounded up.
        ("gpt-4.1-mini", 1024, 1024, 1659),
        ("openai/gpt-4.1-nano", 1024, 1024, 2520),
        ("o4-mini", 320, 330, 190),  # 10 x 11 x 1.72 = 189.2
        ("gpt-4.1-mini", 1800, 2400, 2489),  # scaled to the cap of 1,536 patches
        # Anthropic's table: 200x200 54, 1000x1000 1,334, 1092x1092 1,590.
        ("claude-3-5-sonnet-20241022", 200, 200, 54),
        ("anthropic/claude-sonnet-4-5", 1000, 1000, 1334),
        ("anthropic.claude-opus-4-1", 1092, 1092, 1590),
        ("claude-sonnet-4-5", 4000, 3000, 1600),
        # Cells of 28 pixels, and 3 for the block: 85 x 55 = 4,675; 35 x 20 = 700.
        ("claude-opus-4-7", 2356, 1530, 4678),
        ("claude-sonnet-5-5", 960, 540, 703),
        # Unknown: the highest of tiles (765), patches (2,520) and cells (37 x 37 + 3 = 1,372).
        ("my-own-vlm", 1024, 1024, 2520),
    ],
)
def test_the_published_rule_of_each_model(
    model: str, width: int, height: int, expected: int
) -> None:
    """Figures from the providers' own pages, or by hand from their rules."""
    assert image_tokens(png(width, height), model) == expected


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-4o-mini", "gpt-4.1-mini", "claude-opus-4-8", "x"])
def test_no_image_has_more_than_one_of_unknown_size(model: str) -> None:
    """What counts for a head that cannot be read is an upper bound of the rule."""
    most = image_tokens(part("image/tiff", b""), model)
    for width, height in ((1, 1), (767, 2047), (2048, 768), (8000, 8000), (2576, 1456), (4000, 9)):
        assert 0 < image_tokens(png(width, height), model) <= most
