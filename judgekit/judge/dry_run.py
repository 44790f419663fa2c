"""What a run would send and cost, from the real prompts; nothing is sent and nothing written."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from judgekit.calling import Price, estimate_tokens
from judgekit.calling.ledger import UNKNOWN
from judgekit.judge.asking import Asker
from judgekit.judge.engine import build_request, calls_for
from judgekit.judge.question import Question
from judgekit.prompting import ImageFolder
from judgekit.records.base import Record
from judgekit.records.exchange import JudgeRequest
from judgekit.records.sample import Sample


class DryRun(Record):
    """Calls that a run would make.

    Attributes:
        calls: Requests that would be sent, repeats included; attempts after a failure are not.
        replies_at_hand: Requests whose replies are in the reply store already.
        samples_without_call: Samples that need no judge.
        images: Images that would be sent.
        input_tokens: Estimated tokens in.
        output_tokens_at_most: Tokens out if every reply were as long as its limit.
        input_cost_usd: Price of the tokens in; "unknown" where the list price is.
        cost_usd_at_most: Price if every reply were as long as its limit; "unknown" likewise.
        first_prompt: System and user message of the first request, to be read before paying.
    """

    calls: int = 0
    replies_at_hand: int = 0
    samples_without_call: int = 0
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


def rehearse(
    question: Question,
    asker: Asker,
    images: ImageFolder,
    samples: Iterable[Sample],
    price: Price | None,
) -> DryRun:
    """Render every request that a run would send, look it up, and add up the rest."""
    to_send: set[str] = set()
    counts = dict.fromkeys(("calls", "at_hand", "without", "images", "input", "output"), 0)
    costs = [0.0, 0.0]
    first: JudgeRequest | None = None
    for sample in samples:
        n_requests = 0
        for call in calls_for(question, sample):
            request = build_request(question, asker, images, sample, call)
            n_requests += 1
            if asker.store is not None and request.digest in to_send:
                continue
            if asker.look_up(request, call.tag) is not None:
                counts["at_hand"] += 1
                continue
            to_send.add(request.digest)
            first = first or request
            size = estimate_tokens(request)
            counts["calls"] += 1
            counts["images"] += len(request.images)
            counts["input"] += size.n_input
            counts["output"] += size.n_output
            if price is not None:
                costs[0] += price.cost_usd(size.n_input, 0)
                costs[1] += price.cost_usd(size.n_input, size.n_output)
        counts["without"] += n_requests == 0
    is_known = price is not None or not counts["calls"]
    return DryRun(
        calls=counts["calls"],
        replies_at_hand=counts["at_hand"],
        samples_without_call=counts["without"],
        images=counts["images"],
        input_tokens=counts["input"],
        output_tokens_at_most=counts["output"],
        input_cost_usd=round(costs[0], 6) if is_known else UNKNOWN,
        cost_usd_at_most=round(costs[1], 6) if is_known else UNKNOWN,
        first_prompt=None if first is None else (first.system, first.user),
    )
