"""Two ledgers: what a run used now, and what its replies would use if all were asked afresh."""

from __future__ import annotations

from collections import Counter

from pydantic import JsonValue

from judgekit.records.exchange import JudgeReply


class Ledger:
    """Counts calls, attempts and tokens.

    A provider that does not count tokens adds none, and the number of such replies is stated.
    """

    def __init__(self) -> None:
        self._spent: Counter[str] = Counter()
        self._fresh: Counter[str] = Counter()
        self.n_at_hand = 0
        self.models: Counter[str] = Counter()

    def add_reply(self, reply: JudgeReply, *, n_attempts: int, is_stored: bool) -> None:
        """Enter one reply; one from the store or the journal costs nothing now."""
        _enter(self._fresh, reply)
        if reply.model is not None:
            self.models[reply.model] += 1
        if is_stored:
            self.n_at_hand += 1
            return
        _enter(self._spent, reply)
        self._spent["attempts"] += n_attempts

    def add_failure(self, n_attempts: int) -> None:
        """Enter a call that brought no reply."""
        self._spent["attempts"] += n_attempts
        self._spent["failed_calls"] += 1

    def summary(self) -> dict[str, JsonValue]:
        """Return both ledgers as plain values."""
        return {
            "spent": {name: self._spent[name] for name in _SPENT},
            "fresh": {name: self._fresh[name] for name in _FRESH},
            "replies_at_hand": self.n_at_hand,
            "models_returned": dict(sorted(self.models.items())),
        }


_FRESH = ("calls", "input_tokens", "output_tokens", "calls_without_token_counts")
_SPENT = (*_FRESH, "attempts", "failed_calls")


def _enter(ledger: Counter[str], reply: JudgeReply) -> None:
    usage = reply.usage
    ledger["calls"] += 1
    ledger["input_tokens"] += usage.input_tokens or 0
    ledger["output_tokens"] += usage.output_tokens or 0
    ledger["calls_without_token_counts"] += usage.input_tokens is None
