"""A judge's reply to the quote in it: exactly one object with exactly one key, nothing guessed."""

from __future__ import annotations

from judgekit.prompting.parse import UnparseableReplyError, read_one_object
from judgekit.records.base import storable_text


def parse_quote(text: str) -> str | None:
    """Return the quote that a reply holds; None where it says that there is none.

    Words around the object are ignored, as in a verdict's reply; a blank quote is null.

    Raises:
        UnparseableReplyError: Not exactly one JSON object, or not exactly the key "quote" with a
            text or null.
    """
    found = read_one_object(text)
    if found.keys() != {"quote"}:
        raise UnparseableReplyError("the reply's object must have exactly the key 'quote'")
    quote = found["quote"]
    if quote is None:
        return None
    if not isinstance(quote, str):
        raise UnparseableReplyError(f"the quote must be a text or null, got {type(quote).__name__}")
    return storable_text(quote) if quote.strip() else None
