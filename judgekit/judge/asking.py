"""One request to one reply: from the store, or from the provider at the pace and price allowed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from judgekit.calling import (
    AttemptLimits,
    Breaker,
    Budget,
    BudgetStopped,
    Gate,
    Ledger,
    Pacer,
    call_with_retries,
    estimate_tokens,
)
from judgekit.errors import ProviderStoppedError
from judgekit.judge.modes import ModeFinder, Probe
from judgekit.providers.port import CallFailure, Provider, SampleTag
from judgekit.records.base import digest_value
from judgekit.records.exchange import JudgeReply, JudgeRequest, Usage
from judgekit.records.outcome import Outcome
from judgekit.replies import DiskStore, Recorder
from judgekit.runs.port import Exchange

Obtained = Literal["live", "store", "cassette", "script"]
TOO_MANY_REQUESTS = 429
NOTHING = Usage(input_tokens=0, output_tokens=0)


class AskingFailed(Exception):
    """A request that brought no reply, with the outcome that this is."""

    def __init__(self, outcome: Outcome, exchange: Exchange) -> None:
        super().__init__(exchange.failure)
        self.outcome = outcome
        self.exchange = exchange


@dataclass(frozen=True, slots=True)
class Asker:
    """How replies are got; none of it is part of a request but the provider's endpoint."""

    provider: Provider
    obtained: Obtained
    store: DiskStore | None
    recorder: Recorder | None
    limits: AttemptLimits
    modes: ModeFinder
    gate: Gate
    pacer: Pacer
    budget: Budget
    breaker: Breaker
    ledger: Ledger
    _under_way: dict[str, asyncio.Event] = field(default_factory=dict)
    _recalled: dict[tuple[str, str], Exchange] = field(default_factory=dict)

    async def ask(self, request: JudgeRequest, tag: SampleTag) -> Exchange:
        """Return the exchange that answers `request`, in the mode that the model takes.

        Two requests that are equal are sent once, where replies are kept.

        Raises:
            AskingFailed: No reply came.
            ProviderStoppedError: No call can succeed.
        """
        kept = self.look_up(request, tag)
        if kept is not None:
            self.modes.settle(request.output_mode)
            return kept
        started = time.perf_counter()

        async def call(probe: Probe) -> Exchange:
            in_mode = request.in_mode(probe.mode)
            return self.look_up(in_mode, tag) or await self._ask_once(in_mode, tag, probe)

        try:
            exchange = await self.modes.run(call)
        except (CallFailure, BudgetStopped) as failure:
            raise self._failed(request, tag, failure) from failure
        return exchange.model_copy(update={"seconds": round(time.perf_counter() - started, 4)})

    async def aclose(self) -> None:
        """Close the provider, the store and the cassette."""
        await self.provider.aclose()
        if self.store is not None:
            self.store.close()
        if self.recorder is not None:
            self.recorder.close()

    def recall(self, sample_id: str, exchanges: Iterable[Exchange]) -> None:
        """Take the replies that an earlier part of the run got for a sample."""
        for exchange in exchanges:
            if exchange.reply is not None and exchange.reply.is_kept:
                self._recalled[exchange.request_digest, sample_id] = exchange

    def has_reply(self, request: JudgeRequest, tag: SampleTag) -> bool:
        """Return whether `look_up` would find a reply; nothing is counted or written."""
        is_stored = self.store is not None and request.digest in self.store
        return is_stored or (request.digest, tag.sample_id) in self._recalled

    def look_up(self, request: JudgeRequest, tag: SampleTag) -> Exchange | None:
        """Return the kept reply to a request, if there is one: in the store, or recalled."""
        kept = self._recalled.get((request.digest, tag.sample_id))
        stored = self.store.get(request.digest, tag) if self.store is not None else None
        if stored is not None:
            kept = self._exchange(request, tag, reply=stored, obtained="store")
        if kept is None or kept.reply is None:
            return None
        self.ledger.add_reply(kept.reply, n_attempts=0, is_stored=True)
        if self.recorder is not None:
            self.recorder.record(request, kept.reply)
        return kept

    async def _ask_once(self, request: JudgeRequest, tag: SampleTag, probe: Probe) -> Exchange:
        """Send a request unless an equal one is under way, whose reply is then waited for."""
        if self.store is None:
            return await self._call(request, tag, probe)
        while (under_way := self._under_way.get(request.digest)) is not None:
            await under_way.wait()
            kept = self.look_up(request, tag)
            if kept is not None:
                return kept
        finished = self._under_way[request.digest] = asyncio.Event()
        try:
            return await self._call(request, tag, probe)
        finally:
            del self._under_way[request.digest]
            finished.set()

    async def _call(self, request: JudgeRequest, tag: SampleTag, probe: Probe) -> Exchange:
        size = estimate_tokens(request)

        async def send() -> JudgeReply:
            async with self.budget.attempt(*size) as held:
                try:
                    reply = await self.provider.send(request, tag)
                except CallFailure as failure:
                    if not failure.may_have_cost:
                        held.usage = NOTHING
                    raise
                held.usage = reply.usage
                return reply

        async with self.gate.passage() as entry:
            correct = await self.pacer.take(sum(size))

            async def before_retry(failure: CallFailure) -> None:
                if failure.status == TOO_MANY_REQUESTS:
                    self.gate.shrink(entry)
                await self.pacer.take(sum(size))

            try:
                attempted = await call_with_retries(
                    send,
                    self.limits,
                    is_first=probe.is_first,
                    can_fall_back=probe.can_fall_back,
                    before_retry=before_retry,
                )
            except CallFailure as failure:
                self.ledger.add_failure(failure.n_attempts)
                self._stop_if_unreachable(request, probe, failure)
                raise
            except BudgetStopped as stopped:
                if stopped.n_attempts:
                    self.ledger.add_failure(stopped.n_attempts)
                raise
        reply = attempted.reply
        if reply.usage.input_tokens is not None and reply.usage.output_tokens is not None:
            correct(reply.usage.input_tokens + reply.usage.output_tokens)
        self.gate.grow()
        reply = self._keep(request, reply, tag, probe, n_attempts=attempted.n_attempts)
        return self._exchange(request, tag, reply=reply, n_attempts=attempted.n_attempts)

    def _keep(
        self,
        request: JudgeRequest,
        reply: JudgeReply,
        tag: SampleTag,
        probe: Probe,
        *,
        n_attempts: int,
    ) -> JudgeReply:
        """Keep a reply where replies are kept; return the one that stands there."""
        self.ledger.add_reply(reply, n_attempts=n_attempts, is_stored=not self.provider.costs)
        if self.store is not None:
            if reply.is_kept:
                reply = self.store.put(request.digest, reply, tag)
            if probe.is_first:
                judge = mode_key(request.provider, request.endpoint, request.model)
                self.store.settle_mode(judge, request.output_mode)
        if self.recorder is not None:
            self.recorder.record(request, reply)
        return reply

    def _failed(
        self, request: JudgeRequest, tag: SampleTag, failure: CallFailure | BudgetStopped
    ) -> AskingFailed:
        if isinstance(failure, BudgetStopped):
            exchange = self._exchange(
                request, tag, failure=str(failure), n_attempts=failure.n_attempts
            )
            return AskingFailed(Outcome.BUDGET_STOPPED, exchange)
        outcome = _outcome_of(failure)
        if outcome is not Outcome.CONTENT_FILTERED:
            kind = outcome.value if failure.status is None else f"{outcome.value} {failure.status}"
            is_silent = failure.is_timeout and not self.modes.has_answered
            self.breaker.failed(kind, str(failure), is_silent=is_silent)
        exchange = self._exchange(request, tag, failure=str(failure), n_attempts=failure.n_attempts)
        return AskingFailed(outcome, exchange)

    def _stop_if_unreachable(
        self, request: JudgeRequest, probe: Probe, failure: CallFailure
    ) -> None:
        if probe.is_first and failure.is_unreachable:
            raise ProviderStoppedError(
                f"asking {request.provider}/{request.model}: {failure}; "
                "check the address and that the server is running"
            ) from failure

    def _exchange(
        self,
        request: JudgeRequest,
        tag: SampleTag,
        *,
        reply: JudgeReply | None = None,
        failure: str | None = None,
        obtained: Obtained | None = None,
        n_attempts: int = 0,
    ) -> Exchange:
        return Exchange(
            call=tag.call,
            repeat=tag.repeat,
            request_digest=request.digest,
            output_mode=request.output_mode,
            reply=reply,
            failure=failure,
            obtained=obtained or self.obtained,
            n_attempts=n_attempts,
        )


def mode_key(provider: str, endpoint: str, model: str) -> str:
    """Return the name under which a model's output mode is remembered."""
    return digest_value([provider, endpoint, model])


def _outcome_of(failure: CallFailure) -> Outcome:
    if failure.is_timeout:
        return Outcome.TIMEOUT
    if failure.is_content_filtered:
        return Outcome.CONTENT_FILTERED
    return Outcome.API_ERROR
