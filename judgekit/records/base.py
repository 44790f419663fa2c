"""What every record shares: frozen, closed to unknown fields, silent about its input in errors."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticSerializationError, to_json


class Record(BaseModel):
    """A frozen value type. Unknown fields are refused; errors never show the input."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        allow_inf_nan=False,
        ser_json_inf_nan="null",
    )

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy, some fields changed and unchecked; a digest is computed anew for it."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied


_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


def storable_text(text: str) -> str:
    """Return `text` with each half of a surrogate pair replaced by U+FFFD: UTF-8 cannot hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATES.sub("\ufffd", text)
    return text


_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical_json(value: object) -> str:
    """Return the one JSON text of `value`: keys sorted, no spaces, UTF-8 kept, NaN refused.

    Raises:
        ValueError: `value` holds NaN or an infinity.
    """
    return _CANONICAL.encode(value)


def json_without_floats(value: object) -> str:
    """Return what `canonical_json` returns, sooner where `value` holds long texts.

    Args:
        value: Plain values, none of them a float; the keys of each object stand in order.
    """
    try:
        return to_json(value).decode()
    except PydanticSerializationError:  # half of a surrogate pair, which UTF-8 cannot hold
        return canonical_json(value)


def digest_text(text: str) -> str:
    """Return the SHA-256 of `text` in UTF-8 as 64 hex digits; lone surrogates are kept apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def digest_value(value: object) -> str:
    """Return the SHA-256 of the canonical JSON of `value`."""
    return digest_text(canonical_json(value))
