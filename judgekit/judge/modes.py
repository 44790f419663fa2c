"""Which output mode a model takes: found out by one call before any other goes out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

from judgekit.errors import ProviderStoppedError
from judgekit.providers.port import CallFailure
from judgekit.records.exchange import OutputMode

_Result = TypeVar("_Result")


class Probe(NamedTuple):
    """What a call is told of its place in the search.

    Attributes:
        mode: The output mode to use.
        is_first: Whether no call of this run has succeeded yet.
        can_fall_back: Whether another mode will be tried if this one is rejected.
    """

    mode: OutputMode
    is_first: bool
    can_fall_back: bool


class ModeFinder:
    """Tries the modes in order until a call succeeds in one, then keeps to it.

    Only the output mode falls back, and only while no reply has been used; calls wait for the first
    one meanwhile.
    """

    def __init__(self, modes: tuple[OutputMode, ...], *, first: OutputMode | None) -> None:
        """Start.

        Args:
            modes: What the provider knows, the best first.
            first: A mode that an earlier run found; tried before the others.
        """
        self._order = (first, *(mode for mode in modes if mode is not first)) if first else modes
        self._lock = asyncio.Lock()
        self._has_answered = False
        self._stop: ProviderStoppedError | None = None
        self.settled: OutputMode | None = None

    @property
    def has_answered(self) -> bool:
        """Whether a call of this run has succeeded."""
        return self._has_answered

    @property
    def expected(self) -> OutputMode:
        """The mode that the next call would try first."""
        return self._order[0]

    def settle(self, mode: OutputMode) -> None:
        """Keep to `mode`: a reply in it has been used, now or in an earlier part of the run."""
        self.settled = mode
        self._order = (mode,)

    async def run(self, call: Callable[[Probe], Awaitable[_Result]]) -> _Result:
        """Make one call in the mode that the model takes.

        Raises:
            CallFailure: The call failed in the last mode that could be tried.
            ProviderStoppedError: No call can succeed; calls that waited for the first one get its
                error and are not made.
        """
        if not self._has_answered:
            async with self._lock:
                if self._stop is not None:
                    raise self._stop
                if not self._has_answered:
                    try:
                        return await self._find(call)
                    except ProviderStoppedError as stop:
                        self._stop = stop
                        raise
        return await call(Probe(self.expected, is_first=False, can_fall_back=False))

    async def _find(self, call: Callable[[Probe], Awaitable[_Result]]) -> _Result:
        rejections: list[str] = []
        *others, last = self._order
        for mode in others:
            try:
                result = await call(Probe(mode, is_first=True, can_fall_back=True))
            except CallFailure as failure:
                # A reply out of the store may have settled the mode meanwhile: a run has one mode.
                if not failure.rejects_mode or self.settled is not None:
                    raise
                rejections.append(f"{mode.value}: {failure}")
                continue
            return self._found(mode, result)
        try:
            return self._found(last, await call(Probe(last, is_first=True, can_fall_back=False)))
        except CallFailure as failure:
            if rejections:
                tried = "; ".join([*rejections, f"{last.value}: {failure}"])
                failure.args = (f"no output mode was taken: {tried}",)
            raise

    def _found(self, mode: OutputMode, result: _Result) -> _Result:
        self.settle(mode)
        self._has_answered = True
        return result
