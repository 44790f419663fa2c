"""What a run would send and cost, from the real prompts; nothing is sent and nothing written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from judgekit.calling import Price, estimate_tokens
from judgekit.calling.ledger import UNKNOWN
from judgekit.judge.asking import Asker
from judgekit.providers.port import SampleTag
from judgekit.records.dry_run import DryRun
from judgekit.records.exchange import JudgeRequest

Calls = Sequence[tuple[JudgeRequest, SampleTag]]


def rehearse(
    asker: Asker,
    samples: Iterable[Calls],
    price: Price | None,
    *,
    larger_max_tokens: int | None = None,
) -> DryRun:
    """Look up every request that a run would send, and add up those without a reply.

    Args:
        asker: How replies are got.
        samples: The requests of each sample.
        price: Of a call; None: unknown.
        larger_max_tokens: Limit under which a reply that is cut off is asked for once more.
    """
    to_send: set[str] = set()
    counts: Counter[str] = Counter()
    input_cost, cost_at_most = 0.0, 0.0
    first: JudgeRequest | None = None
    for calls in samples:
        counts["samples_without_call"] += not calls
        for request, tag in calls:
            if asker.store is not None and request.digest in to_send:
                continue
            variants = [request]
            if larger_max_tokens is not None:
                variants.append(request.with_max_tokens(larger_max_tokens))
            if any(asker.has_reply(variant, tag) for variant in variants):
                counts["replies_at_hand"] += 1
                continue
            to_send.add(request.digest)
            first = first or request
            sizes = [estimate_tokens(variant) for variant in variants]
            counts["calls"] += 1
            counts["calls_at_most"] += len(variants)
            counts["images"] += len(request.images)
            counts["input_tokens"] += sizes[0].n_input
            counts["output_tokens_at_most"] += sum(size.n_output for size in sizes)
            if price is not None:
                input_cost += price.cost_usd(sizes[0].n_input, 0)
                cost_at_most += sum(price.cost_usd(size.n_input, size.n_output) for size in sizes)
    is_known = price is not None or not counts["calls"]
    return DryRun(
        **counts,
        input_cost_usd=round(input_cost, 6) if is_known else UNKNOWN,
        cost_usd_at_most=round(cost_at_most, 6) if is_known else UNKNOWN,
        first_prompt=None if first is None else (first.system, first.user),
    )
