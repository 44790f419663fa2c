"""Samples scored side by side: as many at once as there may be connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

from judgekit.records.sample import Sample
from judgekit.runs.port import Emit, Scored

_BREATH = 32
"""Samples a worker may score from the store before it lets the loop do something else."""


async def score_side_by_side(
    samples: Iterator[tuple[int, Sample]],
    emit: Emit,
    score_one: Callable[[Sample], Awaitable[Scored]],
    n_workers: int,
) -> None:
    """Score every sample of the stream and emit each under its number, in order of completion.

    Args:
        samples: Samples with their numbers; the workers share the stream.
        emit: Told of each score.
        score_one: Scores one sample.
        n_workers: How many samples may be under way at once.
    """

    async def work() -> None:
        for count, (number, sample) in enumerate(samples):
            emit(number, await score_one(sample))
            if count % _BREATH == 0:
                await asyncio.sleep(0)

    workers = [asyncio.create_task(work()) for _ in range(n_workers)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
