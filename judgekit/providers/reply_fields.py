"""Fields that every provider's answer has: why the model stopped, and how many tokens it took."""

from __future__ import annotations

from collections.abc import Mapping

from judgekit.providers.port import CallFailure
from judgekit.records.exchange import Finish, Usage

_OTHER_WORDS: Mapping[str, Finish] = {
    "completed": "stop",
    "end_turn": "stop",
    "eos_token": "stop",
    "max_output_tokens": "length",
    "max_tokens": "length",
}
_SAFE_WORD_LENGTH = 40


def finish_of(word: object, known: Mapping[str, Finish]) -> Finish:
    """Return why the model stopped; no word at all is taken for a whole reply.

    Args:
        word: What the provider says.
        known: The provider's own words.

    Raises:
        CallFailure: A word that nobody knows: the reply may be a half one, and is not kept.
    """
    said = str(word or "").lower()
    found = known.get(said) or _OTHER_WORDS.get(said)
    if found is None:
        raise CallFailure(
            f"the model stopped for a reason that is not known: {said[:_SAFE_WORD_LENGTH]!r}",
            status=200,
            is_retryable=said == "error",
        )
    return found


def counted(usage: object, input_name: str, output_name: str) -> Usage:
    """Return the tokens that the provider counted; what is no whole number >= 0 counts as absent.

    A reply that was paid for is worth more than its bill.
    """
    fields = usage if isinstance(usage, dict) else {}
    return Usage(
        input_tokens=_count(fields.get(input_name)), output_tokens=_count(fields.get(output_name))
    )


def _count(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    return value
