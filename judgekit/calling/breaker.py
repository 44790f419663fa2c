"""The circuit breaker: when the first calls of a run all fail alike, the rest would too."""

from __future__ import annotations

from judgekit.errors import ProviderStoppedError

DEFAULT_LIMIT = 20
SILENT_LIMIT = 3
"""First calls that may go unanswered: they are made one after another, each with its whole time."""


class Breaker:
    """Counts failures until something succeeds; then it never opens again.

    A failure that speaks of one response (a refusal, a content filter) is not counted.
    """

    def __init__(self, limit: int | None = DEFAULT_LIMIT) -> None:
        """Set how many failures alike stop the run; None: never."""
        self._limit = limit
        self._kind: str | None = None
        self._count = 0
        self._is_closed_for_good = limit is None

    def succeeded(self) -> None:
        """Note that a call brought something usable."""
        self._is_closed_for_good = True

    def failed(self, kind: str, reason: str, *, is_silent: bool = False) -> None:
        """Note a failure of some kind.

        Args:
            kind: What failures alike have in common.
            reason: What to say of it.
            is_silent: Whether the server has answered nothing in this run, this call included.

        Raises:
            ProviderStoppedError: It is the last of the first failures, all of this kind.
        """
        if self._is_closed_for_good:
            return
        self._count = self._count + 1 if kind == self._kind else 1
        self._kind = kind
        limit = min(self._limit or 1, SILENT_LIMIT) if is_silent else self._limit
        if limit is not None and self._count >= limit:
            raise ProviderStoppedError(
                f"the first {self._count} calls all failed alike ({kind}): {reason}; "
                "mend the cause and run again: what was finished is kept"
            )
