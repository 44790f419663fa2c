"""How calls are made: retries within a deadline, and the ledger of what they used."""

from judgekit.calling.attempts import Attempted, AttemptLimits, call_with_retries
from judgekit.calling.ledger import Ledger

__all__ = ["AttemptLimits", "Attempted", "Ledger", "call_with_retries"]
