"""How many tokens a request will have, before anybody has counted them."""

from __future__ import annotations

import base64
import math
import struct
from typing import NamedTuple

from judgekit.records.exchange import ImagePart, JudgeRequest

BYTES_PER_TOKEN = 3.5
"""UTF-8 bytes of English and JSON for one token of a common tokenizer, on the careful side."""

MESSAGE_OVERHEAD = 12
TOKENS_OF_UNKNOWN_IMAGE = 1600
"""For an image whose size is not read here; some models take fewer, some many more."""


class TokenEstimate(NamedTuple):
    """Tokens of a request.

    Attributes:
        n_input: Estimated tokens of messages, schema and images.
        n_output: The limit of the reply's length: the most it can have.
    """

    n_input: int
    n_output: int


def estimate_tokens(request: JudgeRequest) -> TokenEstimate:
    """Return an estimate of a request's tokens; no tokenizer is loaded.

    Text counts 3.5 UTF-8 bytes a token. An image counts as tiles of 512 pixels, 170 tokens each
    and 85 for the whole, after it is scaled to 768 pixels on the shorter side and 2,048 at most on
    the longer one (OpenAI's published rule for GPT-4o at high detail). Other models count
    otherwise, some a multiple of it: with images, leave a budget room to spare.
    """
    text = len(request.system.encode("utf-8", "surrogatepass"))
    text += len(request.user.encode("utf-8", "surrogatepass"))
    text += len(request.reply_schema.encode("utf-8"))
    images = sum(_image_tokens(image) for image in request.images)
    n_input = math.ceil(text / BYTES_PER_TOKEN) + MESSAGE_OVERHEAD + images
    return TokenEstimate(n_input, request.max_tokens)


def _image_tokens(image: ImagePart) -> int:
    size = _size(image)
    if size is None:
        return TOKENS_OF_UNKNOWN_IMAGE
    width, height = size
    scale = min(1.0, 2048 / max(width, height))
    scale *= min(1.0, 768 / (min(width, height) * scale))
    tiles = math.ceil(width * scale / 512) * math.ceil(height * scale / 512)
    return 85 + 170 * tiles


def _size(image: ImagePart) -> tuple[int, int] | None:
    """Return width and height in pixels from the head of a PNG or GIF; None for others."""
    head = base64.b64decode(image.data_base64[:44])
    if image.media_type == "image/png" and len(head) >= 24:
        width, height = struct.unpack(">II", head[16:24])
    elif image.media_type == "image/gif" and len(head) >= 10:
        width, height = struct.unpack("<HH", head[6:10])
    else:
        return None
    return (width, height) if width and height else None
