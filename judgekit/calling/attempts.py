"""The one place that retries: a call, tried again within its time where that may help."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

import tenacity

from judgekit.calling.budget import BudgetStopped
from judgekit.providers.port import CallFailure
from judgekit.records.exchange import JudgeReply

Sleep = Callable[[float], Awaitable[None]]
_ATTEMPTS_TO_REACH = 3
_ATTEMPTS_IN_A_MODE = 2


@dataclass(frozen=True, slots=True)
class AttemptLimits:
    """Limits of one call.

    Attributes:
        timeout_s: Seconds for everything: attempts, back-off and waits the server asks for.
        max_attempts: Attempts at the most.
        first_backoff_s: Longest first back-off; each is drawn at random and may be twice the last.
        max_backoff_s: Longest back-off of all.
    """

    timeout_s: float = 120.0
    max_attempts: int = 8
    first_backoff_s: float = 0.5
    max_backoff_s: float = 20.0


class Attempted(NamedTuple):
    """A reply and how many attempts it took."""

    reply: JudgeReply
    n_attempts: int


async def call_with_retries(
    send: Callable[[], Awaitable[JudgeReply]],
    limits: AttemptLimits,
    *,
    is_first: bool,
    can_fall_back: bool,
    before_retry: Callable[[CallFailure], Awaitable[None]] | None = None,
    sleep: Sleep = asyncio.sleep,
) -> Attempted:
    """Call `send` until it replies, cannot help, or runs out of time or attempts.

    A server's Retry-After is honoured; where it reaches past the deadline the call is given up at
    once, with the server's answer as the reason.

    Args:
        send: Makes one attempt.
        limits: Time and attempts.
        is_first: Whether no call of this run has succeeded yet: then a server that cannot be
            reached is given three attempts.
        can_fall_back: Whether another output mode can be tried: a server error that may mean the
            mode is then met with one more attempt, since it may pass, and no further one.
        before_retry: Told of each failure that is met with another attempt, before that one.
        sleep: Waits; replaced in tests.

    Raises:
        CallFailure: The last failure; `is_timeout` where the time ran out during an attempt.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + limits.timeout_s
    backoff = tenacity.wait_random_exponential(
        multiplier=limits.first_backoff_s, max=limits.max_backoff_s
    )

    def wait(state: tenacity.RetryCallState) -> float:
        failure = _failure(state)
        return failure.retry_after_s if failure.retry_after_s is not None else backoff(state)

    def stop(state: tenacity.RetryCallState) -> bool:
        limit = min(
            limits.max_attempts,
            _attempts_against(_failure(state), is_first=is_first, can_fall_back=can_fall_back),
        )
        return state.attempt_number >= limit or loop.time() + state.upcoming_sleep > deadline

    retrying = tenacity.AsyncRetrying(
        sleep=sleep,
        wait=wait,
        stop=stop,
        retry=tenacity.retry_if_exception(_helps),
        reraise=True,
    )
    attempt = 0
    last_failure: CallFailure | None = None

    async def once() -> JudgeReply:
        nonlocal attempt, last_failure
        attempt += 1
        if last_failure is not None and before_retry is not None:
            await before_retry(last_failure)
        try:
            async with asyncio.timeout_at(deadline):
                return await send()
        except TimeoutError as error:
            raise CallFailure(f"no reply within {limits.timeout_s:g} s", is_timeout=True) from error
        except CallFailure as failure:
            last_failure = failure
            raise

    try:
        return Attempted(await retrying(once), attempt)
    except CallFailure as failure:
        failure.n_attempts = attempt
        raise
    except BudgetStopped as stopped:
        stopped.n_attempts = attempt - 1
        if last_failure is not None:
            stopped.args = (f"{stopped}; the last attempt failed: {last_failure}",)
        raise


def _attempts_against(failure: CallFailure, *, is_first: bool, can_fall_back: bool) -> float:
    """Return how many attempts a failure is worth while nothing is known of the server yet."""
    if is_first and failure.is_unreachable:
        return _ATTEMPTS_TO_REACH
    if can_fall_back and failure.rejects_mode:
        return _ATTEMPTS_IN_A_MODE
    return math.inf


def _helps(error: BaseException) -> bool:
    return isinstance(error, CallFailure) and error.is_retryable


def _failure(state: tenacity.RetryCallState) -> CallFailure:
    error = state.outcome.exception() if state.outcome is not None else None
    if not isinstance(error, CallFailure):
        raise TypeError("only a CallFailure is retried")
    return error
