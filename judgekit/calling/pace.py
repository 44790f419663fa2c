"""How fast calls may go: so many at once, so many a minute, and fewer when the server says so."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

MINUTE_S = 60.0
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Limits that a provider sets for a minute; None: none.

    Attributes:
        requests_per_minute: Calls, attempts included.
        tokens_per_minute: Tokens of calls: estimated when a call goes out, then as counted.
    """

    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None


class Gate:
    """Lets so many calls through at once.

    A 429 halves the number, once for the calls that were under way when it came; each round of
    successes raises it by one again, up to where it began.
    """

    def __init__(self, max_connections: int) -> None:
        self._most = max_connections
        self.width = max_connections
        self._n_inside = 0
        self._n_good = 0
        self._shrunk_at = 0
        self._n_entered = 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def passage(self) -> AsyncIterator[int]:
        """Wait for a place and hold it; yields the number of the entry."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._n_inside < self.width)
            self._n_inside += 1
            self._n_entered += 1
            entry = self._n_entered
        try:
            yield entry
        finally:
            self._n_inside -= 1
            async with self._changed:
                self._changed.notify_all()

    def shrink(self, entry: int) -> None:
        """Halve the width, unless a call that entered with or after `entry` has done so."""
        if entry > self._shrunk_at:
            self.width = max(1, self.width // 2)
            self._shrunk_at = self._n_entered
            self._n_good = 0

    def grow(self) -> None:
        """Note a success; a full round of them widens the gate by one."""
        self._n_good += 1
        if self.width < self._most and self._n_good >= self.width:
            self.width += 1
            self._n_good = 0


class Pacer:
    """Keeps calls within limits for any 60 seconds."""

    def __init__(
        self,
        limits: RateLimits,
        *,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits
        self._sleep = sleep
        self._clock = clock
        self._sent: deque[list[float]] = deque()
        self._lock = asyncio.Lock()

    async def take(self, n_tokens: int) -> Callable[[int], None]:
        """Wait until a call of `n_tokens` fits into the last minute, and enter it.

        A single call larger than the limit of tokens waits until it is alone.

        Returns:
            A function that corrects the tokens of this call once they are counted.
        """
        async with self._lock:
            while (wait := self._wait(self._clock(), n_tokens)) > 0:
                await self._sleep(wait)
            entry = [self._clock(), float(n_tokens)]
            if self._limits != RateLimits():
                self._sent.append(entry)

        def correct(counted: int) -> None:
            entry[1] = float(counted)

        return correct

    def _wait(self, now: float, n_tokens: int) -> float:
        while self._sent and self._sent[0][0] <= now - MINUTE_S:
            self._sent.popleft()
        if not self._sent:
            return 0.0
        requests, tokens = self._limits.requests_per_minute, self._limits.tokens_per_minute
        too_many = requests is not None and len(self._sent) + 1 > requests
        used = sum(entry[1] for entry in self._sent)
        too_large = tokens is not None and used + n_tokens > tokens
        return self._sent[0][0] + MINUTE_S - now if too_many or too_large else 0.0
