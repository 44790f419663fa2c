"""What a run would send and cost, before it does."""

from __future__ import annotations

from pydantic import JsonValue

from judgekit.records.base import Record


class DryRun(Record):
    """Calls that a run would make. Attempts after a failure are in none of the figures.

    Attributes:
        calls: Requests that would be sent, repeats included.
        calls_at_most: The same, if every reply were cut off and asked for once more under the
            larger limit, where that is allowed.
        replies_at_hand: Requests whose replies are in the reply store or the run's journal already.
        samples_without_call: Samples that need no judge.
        samples_finished: Samples that the run's folder holds already.
        images: Images that would be sent with `calls`.
        input_tokens: Estimated tokens in, of `calls`.
        output_tokens_at_most: Tokens out if every reply were as long as its limit, of
            `calls_at_most`.
        input_cost_usd: Price of `input_tokens`; "unknown" where the list price is.
        cost_usd_at_most: Price of `calls_at_most` if every reply were as long as its limit;
            "unknown" likewise.
        first_prompt: System and user message of the first request, to be read before paying.
    """

    calls: int = 0
    calls_at_most: int = 0
    replies_at_hand: int = 0
    samples_without_call: int = 0
    samples_finished: int = 0
    images: int = 0
    input_tokens: int = 0
    output_tokens_at_most: int = 0
    input_cost_usd: float | str = 0.0
    cost_usd_at_most: float | str = 0.0
    first_prompt: tuple[str, str] | None = None

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figures as plain values."""
        content: dict[str, JsonValue] = self.model_dump(mode="json")
        return content
