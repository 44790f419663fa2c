"""Attempts of one call: which failures are met with another, how long it waits, when it stops."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from judgekit.calling import AttemptLimits, call_with_retries
from judgekit.providers.port import CallFailure
from judgekit.records.exchange import JudgeReply

REPLY = JudgeReply(text="{}")
LIMITS = AttemptLimits(timeout_s=100.0)


class _Server:
    """Fails as it is told, one failure after another, and then replies."""

    def __init__(self, *failures: CallFailure) -> None:
        self.n_calls = 0
        self._failures = list(failures)

    async def send(self) -> JudgeReply:
        self.n_calls += 1
        if self._failures:
            raise self._failures.pop(0)
        return REPLY


class _Clock:
    """Notes each wait and takes no time."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


def _busy(**how: float) -> CallFailure:
    return CallFailure("busy", status=429, is_retryable=True, **how)  # type: ignore[arg-type]


async def _call(
    send: Callable[[], Awaitable[JudgeReply]],
    clock: _Clock,
    *,
    limits: AttemptLimits = LIMITS,
    is_first: bool = False,
    can_fall_back: bool = False,
) -> int:
    attempted = await call_with_retries(
        send, limits, is_first=is_first, can_fall_back=can_fall_back, sleep=clock.sleep
    )
    return attempted.n_attempts


async def test_a_reply_at_once_waits_for_nothing() -> None:
    """One attempt, no wait."""
    clock = _Clock()
    assert await _call(_Server().send, clock) == 1
    assert clock.waits == []


async def test_the_first_wait_is_short_and_none_is_longer_than_the_cap() -> None:
    """First at most 0.5 s, each at most twice the one before's ceiling, all at most 20 s."""
    for _ in range(20):
        clock = _Clock()
        assert await _call(_Server(*(_busy() for _ in range(7))).send, clock) == 8
        for number, wait in enumerate(clock.waits):
            assert 0 <= wait <= min(0.5 * 2**number, 20.0)


async def test_waits_differ_between_calls() -> None:
    """Calls that failed together do not come back together."""
    clocks = [_Clock() for _ in range(8)]
    for clock in clocks:
        await _call(_Server(_busy()).send, clock)
    assert len({clock.waits[0] for clock in clocks}) > 4


async def test_a_wait_that_the_server_asks_for_is_taken_as_it_is() -> None:
    """Retry-After replaces our own back-off."""
    clock = _Clock()
    await _call(_Server(_busy(retry_after_s=42.0), _busy(retry_after_s=0.0)).send, clock)
    assert clock.waits == [42.0, 0.0]


async def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    """The call is given up at once, with the server's answer, and not as a timeout."""
    clock, server = _Clock(), _Server(_busy(retry_after_s=101.0))
    with pytest.raises(CallFailure, match="busy") as raised:
        await _call(server.send, clock)
    assert (server.n_calls, clock.waits, raised.value.is_timeout) == (1, [], False)


@pytest.mark.parametrize(
    "failure",
    [
        CallFailure("bad", status=400),
        CallFailure("slow", is_timeout=True),
        CallFailure("filter", status=400, is_content_filtered=True),
    ],
    ids=str,
)
async def test_what_another_attempt_cannot_mend_is_tried_once(failure: CallFailure) -> None:
    """A failure that is not marked as passing is final."""
    server = _Server(failure)
    with pytest.raises(CallFailure):
        await _call(server.send, _Clock())
    assert server.n_calls == 1
    assert failure.n_attempts == 1


async def test_a_server_that_was_never_there_is_tried_three_times() -> None:
    """Before the first success nobody waits for eight attempts at a wrong address."""
    gone = [CallFailure("gone", is_retryable=True, is_unreachable=True) for _ in range(9)]
    first, later = _Server(*gone), _Server(*gone)
    for server, is_first in ((first, True), (later, False)):
        with pytest.raises(CallFailure):
            await _call(server.send, _Clock(), is_first=is_first)
    assert (first.n_calls, later.n_calls) == (3, LIMITS.max_attempts)


@pytest.mark.parametrize(("can_fall_back", "n_calls"), [(True, 2), (False, 8)])
async def test_a_500_that_stays_is_met_with_another_mode(can_fall_back: bool, n_calls: int) -> None:
    """It may pass or mean the mode: two attempts where another mode is left, else all eight."""
    failures = [
        CallFailure("x", status=500, is_retryable=True, rejects_mode=True) for _ in range(9)
    ]
    server = _Server(*failures)
    with pytest.raises(CallFailure) as raised:
        await _call(server.send, _Clock(), can_fall_back=can_fall_back)
    assert raised.value.n_attempts == server.n_calls == n_calls


async def test_an_attempt_that_does_not_end_is_a_timeout() -> None:
    """The deadline holds for an attempt under way too."""

    async def never() -> JudgeReply:
        await asyncio.sleep(60)
        return REPLY

    with pytest.raises(CallFailure, match=r"no reply within 0\.05 s") as raised:
        await _call(never, _Clock(), limits=AttemptLimits(timeout_s=0.05))
    assert raised.value.is_timeout


async def test_what_is_no_failure_of_a_call_is_handed_on() -> None:
    """A mistake in the program is not tried again."""
    n_calls = 0

    async def broken() -> JudgeReply:
        nonlocal n_calls
        n_calls += 1
        raise KeyError("mistake")

    with pytest.raises(KeyError):
        await _call(broken, _Clock())
    assert n_calls == 1
