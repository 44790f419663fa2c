"""How many tokens a request will have, before anybody has counted them."""

from __future__ import annotations

import math
from typing import NamedTuple

from judgekit.calling.image_tokens import image_tokens
from judgekit.records.exchange import JudgeRequest

BYTES_PER_TOKEN = 3.5
"""UTF-8 bytes of English and JSON for one token of a common tokenizer, on the careful side."""

MESSAGE_OVERHEAD = 12


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

    Text counts 3.5 UTF-8 bytes a token, an image by the rule that is published for the model.
    """
    text = len(request.system.encode("utf-8", "surrogatepass"))
    text += len(request.user.encode("utf-8", "surrogatepass"))
    text += len(request.reply_schema.encode("utf-8"))
    images = sum(image_tokens(image, request.model) for image in request.images)
    n_input = math.ceil(text / BYTES_PER_TOKEN) + MESSAGE_OVERHEAD + images
    return TokenEstimate(n_input, request.max_tokens)
