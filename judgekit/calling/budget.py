"""A hard budget of calls, tokens or money, shared by everything that one judge sends."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from judgekit.calling.prices import Price
from judgekit.errors import ConfigurationError
from judgekit.records.exchange import Usage


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """What a run may use; None: no limit.

    Attributes:
        calls: Attempts sent to the provider, retries included.
        tokens: Tokens in and out, as the provider counts them.
        cost_usd: Money, by list price.
    """

    calls: int | None = None
    tokens: int | None = None
    cost_usd: float | None = None


class BudgetStopped(Exception):
    """The budget does not hold what the next call might use.

    Attributes:
        n_attempts: How often the call was tried before the budget ended it.
    """

    n_attempts = 0


@dataclass(slots=True, eq=False)
class Reservation:
    """What one attempt might use at the most, then what it did use."""

    n_input: int
    n_output: int
    usage: Usage | None = None


class Budget:
    """Lets an attempt go only where its worst case fits into what is left.

    The worst case is the estimated input with the limit of the reply's length. While other attempts
    are under way their worst cases count as used; an attempt that does not fit waits for them, and
    where it does not fit beside none either, the budget is spent and nothing more is sent.
    """

    def __init__(self, limits: BudgetLimits, price: Price | None) -> None:
        """Start with everything left.

        Raises:
            ConfigurationError: A limit is not > 0, or money is limited and the price is unknown.
        """
        for name in ("calls", "tokens", "cost_usd"):
            limit = getattr(limits, name)
            if limit is not None and not (limit > 0 and math.isfinite(limit)):
                raise ConfigurationError(
                    f"the budget of {name} must be finite and > 0, got {limit}"
                )
        if limits.cost_usd is not None and price is None:
            raise ConfigurationError(
                "a budget of money needs a known price, and the price of this model is unknown; "
                "set a budget of calls or tokens instead"
            )
        self._limits = limits
        self._price = price
        self._calls = 0
        self._tokens = 0
        self._cost_usd = 0.0
        self._held: list[Reservation] = []
        self._changed = asyncio.Condition()
        self.is_spent = False

    @asynccontextmanager
    async def attempt(self, n_input: int, n_output: int) -> AsyncIterator[Reservation]:
        """Hold the worst case of one attempt; the caller sets `usage` if it is counted.

        An attempt whose usage nobody counted has used its worst case: a reply may have been made.
        Where it is known that none was, the caller sets `usage` to nothing.

        Raises:
            BudgetStopped: It does not fit.
        """
        wanted = Reservation(n_input, n_output)
        async with self._changed:
            await self._changed.wait_for(
                lambda: self.is_spent or self._fits(wanted) or not self._held
            )
            if self.is_spent or not self._fits(wanted):
                self.is_spent = True
                self._changed.notify_all()
                raise BudgetStopped(self._sentence())
            self._calls += 1
            self._held.append(wanted)
        try:
            yield wanted
        finally:
            self._held.remove(wanted)
            self._settle(wanted)
            async with self._changed:
                self._changed.notify_all()

    def _fits(self, wanted: Reservation) -> bool:
        limits = self._limits
        open_ones = [*self._held, wanted]
        tokens = self._tokens + sum(held.n_input + held.n_output for held in open_ones)
        cost = self._cost_usd + sum(self._cost(h.n_input, h.n_output) for h in open_ones)
        return (
            (limits.calls is None or self._calls + 1 <= limits.calls)
            and (limits.tokens is None or tokens <= limits.tokens)
            and (limits.cost_usd is None or cost <= limits.cost_usd)
        )

    def _settle(self, held: Reservation) -> None:
        usage = held.usage
        n_input = (
            held.n_input if usage is None or usage.input_tokens is None else usage.input_tokens
        )
        n_output = (
            held.n_output if usage is None or usage.output_tokens is None else usage.output_tokens
        )
        self._tokens += n_input + n_output
        self._cost_usd += self._cost(n_input, n_output)

    def _cost(self, n_input: int, n_output: int) -> float:
        return 0.0 if self._price is None else self._price.cost_usd(n_input, n_output)

    def _sentence(self) -> str:
        limits = self._limits
        parts = [
            f"{used} of {limit} {name}"
            for name, limit, used in (
                ("calls", limits.calls, f"{self._calls}"),
                ("tokens", limits.tokens, f"{self._tokens}"),
                ("USD", limits.cost_usd, f"{self._cost_usd:.4f}"),
            )
            if limit is not None
        ]
        return f"the budget does not hold another call ({', '.join(parts)} used)"
