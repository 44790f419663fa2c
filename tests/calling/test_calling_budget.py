"""Budgets: hard, shared, and never wrong by what is under way."""

from __future__ import annotations

import asyncio

import pytest

from judgekit.calling import Budget, BudgetLimits, BudgetStopped
from judgekit.errors import ConfigurationError
from judgekit.records.exchange import Usage


class CentPerToken:
    """A price of 0.01 a token in, 0.02 a token out."""

    def cost_usd(self, n_input: int, n_output: int) -> float:
        return 0.01 * n_input + 0.02 * n_output


async def spend(
    budget: Budget, used: Usage | None, *, n_input: int = 10, n_output: int = 10
) -> bool:
    """Make one attempt; return whether the budget let it go."""
    try:
        async with budget.attempt(n_input, n_output) as held:
            await asyncio.sleep(0)
            held.usage = used
    except BudgetStopped:
        return False
    return True


async def test_calls_are_counted_to_the_last() -> None:
    """Of 50 attempts at once under a budget of 7, exactly 7 go out."""
    budget = Budget(BudgetLimits(calls=7), None)
    went = await asyncio.gather(*(spend(budget, None) for _ in range(50)))
    assert sum(went) == 7


async def test_tokens_never_exceed_the_budget() -> None:
    """Each may use 20 and uses 12: under 100 tokens, 7 go.

    After 6 there are 72 used, and 72 + 20 fits; after 7 there are 84, and 84 + 20 does not.
    """
    budget = Budget(BudgetLimits(tokens=100), None)
    went = [await spend(budget, Usage(input_tokens=8, output_tokens=4)) for _ in range(10)]
    assert went == [True] * 7 + [False] * 3


async def test_an_attempt_waits_for_those_under_way() -> None:
    """Two worst cases do not fit at once, yet both go: the second waits for the first's count."""
    budget = Budget(BudgetLimits(tokens=30), None)
    used = Usage(input_tokens=5, output_tokens=5)
    assert await asyncio.gather(spend(budget, used), spend(budget, used)) == [True, True]
    assert not await spend(budget, used)


async def test_uncounted_usage_counts_as_the_worst_case() -> None:
    """A server that counts nothing uses up its worst case: 100 / 20 = 5 attempts."""
    budget = Budget(BudgetLimits(tokens=100), None)
    went = [await spend(budget, Usage()) for _ in range(8)]
    assert went == [True] * 5 + [False] * 3


async def test_money_follows_the_price() -> None:
    """Worst case 0.10 + 0.20 = 0.30, used 0.05 + 0.02 = 0.07: under 0.50, three go, the fourth not.

    0.07 + 0.30 and 0.14 + 0.30 fit; 0.21 + 0.30 does not.
    """
    budget = Budget(BudgetLimits(cost_usd=0.5), CentPerToken())
    went = [await spend(budget, Usage(input_tokens=5, output_tokens=1)) for _ in range(5)]
    assert went == [True, True, True, False, False]


def test_money_without_a_price_is_refused() -> None:
    """An unknown price is not zero: a budget of money cannot be kept with it."""
    with pytest.raises(ConfigurationError, match="price of this model is unknown"):
        Budget(BudgetLimits(cost_usd=1.0), None)


@pytest.mark.parametrize("limits", [BudgetLimits(calls=0), BudgetLimits(tokens=-1)])
def test_a_budget_is_above_zero(limits: BudgetLimits) -> None:
    """A budget that allows nothing is a mistake, not a run."""
    with pytest.raises(ConfigurationError, match="must be finite and > 0"):
        Budget(limits, None)


async def test_a_failed_attempt_gives_its_place_back() -> None:
    """An exception inside an attempt leaves no reservation behind."""
    budget = Budget(BudgetLimits(tokens=40), None)

    async def fail() -> None:
        async with budget.attempt(10, 10) as held:
            held.usage = Usage(input_tokens=0, output_tokens=0)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert await spend(budget, Usage(input_tokens=10, output_tokens=10))
    assert await spend(budget, Usage(input_tokens=10, output_tokens=10))
