"""Pace: calls within limits for any minute, and a gate that narrows and widens."""

from __future__ import annotations

import asyncio

import pytest

from judgekit.calling import Gate, Pacer, RateLimits


class Clock:
    """A clock that moves only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


async def sent_at(limits: RateLimits, sizes: list[int]) -> list[float]:
    """Return when each call of `sizes` tokens may go."""
    clock = Clock()
    pacer = Pacer(limits, sleep=clock.sleep, clock=clock)
    times = []
    for size in sizes:
        await pacer.take(size)
        times.append(clock.now)
    return times


async def test_no_limit_never_waits() -> None:
    """Without limits, calls go at once and nothing is remembered of them."""
    assert await sent_at(RateLimits(), [10**9] * 100) == [0.0] * 100


async def test_no_minute_holds_more_requests_than_allowed() -> None:
    """Three a minute: the fourth waits until the first is a minute old."""
    times = await sent_at(RateLimits(requests_per_minute=3), [1] * 7)
    assert times == [0.0, 0.0, 0.0, 60.0, 60.0, 60.0, 120.0]


async def test_no_minute_holds_more_tokens_than_allowed() -> None:
    """100 tokens a minute: 60 + 30 go, the next 20 wait for the first to be a minute old."""
    times = await sent_at(RateLimits(tokens_per_minute=100), [60, 30, 20, 90])
    assert times == [0.0, 0.0, 60.0, 120.0]


async def test_a_call_larger_than_the_limit_goes_alone() -> None:
    """It could never fit, so it goes once nothing else is within the minute."""
    times = await sent_at(RateLimits(tokens_per_minute=100), [500, 10])
    assert times == [0.0, 60.0]


async def test_counted_tokens_replace_the_estimate() -> None:
    """A call estimated at 90 that used 10 leaves room for 90 more."""
    clock = Clock()
    pacer = Pacer(RateLimits(tokens_per_minute=100), sleep=clock.sleep, clock=clock)
    correct = await pacer.take(90)
    correct(10)
    await pacer.take(90)
    assert clock.now == 0.0


async def test_the_gate_holds_back_what_does_not_fit() -> None:
    """Never more inside than its width; all get through in the end."""
    gate = Gate(3)
    inside, most, through = 0, 0, 0

    async def pass_through() -> None:
        nonlocal inside, most, through
        async with gate.passage():
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1
            through += 1

    await asyncio.gather(*(pass_through() for _ in range(20)))
    assert (most, through) == (3, 20)


async def test_one_wave_of_rejections_halves_the_gate_once() -> None:
    """Eight calls under way that are all told 429 halve it once: 8 to 4, not to 1."""
    gate = Gate(8)
    entries = []

    async def rejected() -> None:
        async with gate.passage() as entry:
            entries.append(entry)
            await asyncio.sleep(0)
            gate.shrink(entry)

    await asyncio.gather(*(rejected() for _ in range(8)))
    assert gate.width == 4
    async with gate.passage() as entry:
        gate.shrink(entry)
    assert gate.width == 2


def test_the_gate_never_closes() -> None:
    """However many rejections come, one call at a time stays possible."""
    gate = Gate(2)
    for entry in range(1, 10):
        gate._n_entered = entry
        gate.shrink(entry)
    assert gate.width == 1


@pytest.mark.parametrize(
    ("start", "successes", "width"), [(2, 2, 3), (2, 1, 2), (2, 5, 4), (2, 99, 8)]
)
def test_a_round_of_successes_widens_by_one(start: int, successes: int, width: int) -> None:
    """From 2: two successes make 3, three more make 4; never above where it began."""
    gate = Gate(8)
    gate.width = start
    for _ in range(successes):
        gate.grow()
    assert gate.width == width
