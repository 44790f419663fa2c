"""Two ledgers: what a run used now, and what its replies would use if all were asked afresh."""

from __future__ import annotations

from collections import Counter

from pydantic import JsonValue

from judgekit.calling.prices import Price
from judgekit.records.exchange import JudgeReply

UNKNOWN = "unknown"
COUNTS = ("calls", "input_tokens", "output_tokens", "calls_without_token_counts")


class Ledger:
    """Counts calls, attempts, tokens and money.

    A provider that does not count tokens adds none, and the number of such replies is stated; the
    cost is then unknown, as it is where the price is. Unknown is never zero.
    """

    def __init__(self, price: Price | None = None) -> None:
        self._price = price
        self._spent = _Account()
        self._fresh = _Account()
        self._attempts = 0
        self._failed_calls = 0
        self.n_at_hand = 0
        self.models: Counter[str] = Counter()

    def add_reply(self, reply: JudgeReply, *, n_attempts: int, is_stored: bool) -> None:
        """Enter one reply; one from the store or the journal costs nothing now."""
        self._fresh.add(reply, self._price)
        if reply.model is not None:
            self.models[reply.model] += 1
        if is_stored:
            self.n_at_hand += 1
            return
        self._spent.add(reply, self._price)
        self._attempts += n_attempts

    def add_failure(self, n_attempts: int) -> None:
        """Enter a call that brought no reply."""
        self._attempts += n_attempts
        self._failed_calls += 1

    def summary(self) -> dict[str, JsonValue]:
        """Return both ledgers as plain values."""
        spent: dict[str, JsonValue] = {
            **self._spent.summary(self._price),
            "attempts": self._attempts,
            "failed_calls": self._failed_calls,
        }
        return {
            "spent": spent,
            "fresh": self._fresh.summary(self._price),
            "replies_at_hand": self.n_at_hand,
            "models_returned": dict(sorted(self.models.items())),
        }


class _Account:
    """Sums of one ledger."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._cost_usd = 0.0

    def add(self, reply: JudgeReply, price: Price | None) -> None:
        n_input, n_output = reply.usage.input_tokens, reply.usage.output_tokens
        self._counts["calls"] += 1
        self._counts["input_tokens"] += n_input or 0
        self._counts["output_tokens"] += n_output or 0
        if n_input is None or n_output is None:
            self._counts["calls_without_token_counts"] += 1
        elif price is not None:
            self._cost_usd += price.cost_usd(n_input, n_output)

    def summary(self, price: Price | None) -> dict[str, JsonValue]:
        is_known = price is not None and not self._counts["calls_without_token_counts"]
        cost = round(self._cost_usd, 6) if is_known or not self._counts["calls"] else UNKNOWN
        return {**{name: self._counts[name] for name in COUNTS}, "cost_usd": cost}
