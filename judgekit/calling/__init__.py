"""How calls are made: pace, retries within a deadline, budget, circuit breaker, ledger."""

from judgekit.calling.attempts import Attempted, AttemptLimits, call_with_retries
from judgekit.calling.breaker import Breaker
from judgekit.calling.budget import Budget, BudgetLimits, BudgetStopped
from judgekit.calling.estimate import TokenEstimate, estimate_tokens
from judgekit.calling.ledger import Ledger
from judgekit.calling.pace import Gate, Pacer, RateLimits
from judgekit.calling.prices import Price, list_price

__all__ = [
    "AttemptLimits",
    "Attempted",
    "Breaker",
    "Budget",
    "BudgetLimits",
    "BudgetStopped",
    "Gate",
    "Ledger",
    "Pacer",
    "Price",
    "RateLimits",
    "TokenEstimate",
    "call_with_retries",
    "estimate_tokens",
    "list_price",
]
