"""Multiple choice with a judge: rules first; a quote where they find no answer, or several."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue

from judgekit.calling import AttemptLimits, BudgetLimits, Ledger, RateLimits
from judgekit.calling.breaker import DEFAULT_LIMIT
from judgekit.choice_judge.passage import Readable
from judgekit.choice_judge.question import QuoteQuestion
from judgekit.choice_judge.readings import (
    ASKED,
    LABELS,
    NAME,
    READING,
    is_asked,
    judged_score,
    unjudged_score,
)
from judgekit.errors import ConfigurationError
from judgekit.judge.access import Access, name_judge
from judgekit.judge.asking import Asker, AskingFailed
from judgekit.judge.dry_run import rehearse
from judgekit.judge.judge import Cache, store_folder
from judgekit.judge.workers import score_side_by_side
from judgekit.mcq.keys import key_of
from judgekit.mcq.scorer import KIND, KINDS, McqScorer
from judgekit.providers.port import SampleTag
from judgekit.records.dry_run import DryRun
from judgekit.records.outcome import Outcome
from judgekit.records.sample import Sample
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.replies import ReplayProvider
from judgekit.runs.port import Emit, Exchange, RangeOfMissing, Scored, Target

_TARGETS = (
    Target(
        scorer=NAME,
        criterion=None,
        name="accuracy with a judge's quotes, no answer counts as wrong",
        kind="proportion",
        minimum=0.0,
        maximum=1.0,
        unanswered=0.0,
    ),
    Target(
        scorer=NAME,
        criterion=KIND,
        name="kind of answer with a judge's quotes",
        kind="nominal",
        higher_is_better=None,
        labels=KINDS,
    ),
    Target(
        scorer=NAME,
        criterion=READING,
        name="read by the rules, by a judge's quote, or open",
        kind="nominal",
        higher_is_better=None,
        labels=LABELS,
    ),
)


class ChoiceJudge:
    """Scores as `McqScorer` does, under a name of its own, and asks a judge for what is open.

    The judge is asked only where the rules say `ambiguous`, or `none` for a reason that a passage
    could mend. It never sees the key and never answers: it copies a passage, which must stand in
    the response and is read by the same rules. A judge that fails changes nothing; the failure is
    the outcome of the criterion "reading".
    """

    name = NAME

    def __init__(
        self,
        model: str | None = None,
        *,
        base_url: str | None = None,
        cache: Path | str | Cache | None = Cache.USER,
        max_connections: int = 16,
        timeout_s: float = 120.0,
        temperature: float | None = 0.0,
        seed: int | None = None,
        max_tokens: int = 4096,
        rate: RateLimits | None = None,
        budget: BudgetLimits | None = None,
        stop_after: int | None = DEFAULT_LIMIT,
        record: Path | str | None = None,
        replay: Path | str | None = None,
    ) -> None:
        """Describe the judge; nothing is opened or sent yet.

        Args:
            model: "PROVIDER/MODEL"; may be left out with `replay`.
            base_url: Address of an OpenAI-compatible server; None: the provider's own.
            cache: Folder of the reply store; None: replies are not kept.
            max_connections: How many calls may be under way at once.
            timeout_s: Seconds for one reply, attempts and back-off included.
            temperature: Sampling temperature; None: not sent.
            seed: Sampling seed; None: not sent.
            max_tokens: Limit of a reply's length in tokens.
            rate: Requests and tokens per minute; None: no limit.
            budget: The most that may be spent; None: no limit.
            stop_after: Stop when so many first calls have all failed alike; None: never.
            record: Cassette to which every reply used is written.
            replay: Cassette that answers for the judge it was recorded from.

        Raises:
            ConfigurationError: An argument breaks its rule, or arguments contradict each other.
        """
        replayed = None if replay is None else ReplayProvider(Path(replay))
        provider, name = name_judge(model, base_url, replayed)
        self._access = Access(
            provider=provider,
            model=name,
            base_url=base_url,
            store=store_folder(cache),
            max_connections=max_connections,
            limits=AttemptLimits(timeout_s=timeout_s),
            rate=rate or RateLimits(),
            budget=budget or BudgetLimits(),
            stop_after=stop_after,
            record=None if record is None else Path(record),
            replay=replayed,
        )
        self._question = QuoteQuestion(
            self._access.model_label, temperature=temperature, seed=seed, max_tokens=max_tokens
        )
        self._rules = McqScorer()
        self.targets: tuple[Target, ...] = _TARGETS
        self._asker: Asker | None = None
        self._ledger = Ledger()

    @property
    def judge(self) -> str:
        """The judge as a table calls it: "PROVIDER/MODEL"."""
        return f"{self._access.provider}/{self._access.model_label}"

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """What makes a run with it the same run: the rules, and all that a reply depends on."""
        provider = self._opened.provider
        asked = self._question.identity(provider.name, provider.endpoint)
        return {**self._rules.identity, "asked": ", ".join(ASKED), **asked}

    @property
    def settled(self) -> Mapping[str, str]:
        """The output mode, once a reply has been used."""
        mode = self._opened.modes.settled
        return {} if mode is None else {"mode": mode.value}

    @property
    def signature(self) -> Signature:
        """What its scores measure."""
        provider = self._opened.provider
        rules = {
            **self._rules.signature.fields,
            "scorer": NAME,
            "extraction": "rules; where open, rules over a judge's verbatim quote",
            "asked": ", ".join(ASKED),
        }
        mode = self.settled.get("mode")
        return self._question.signature(rules, provider.name, provider.endpoint, mode)

    async def open(self, settled: Mapping[str, str]) -> None:
        """Open the provider, the reply store and the cassette."""
        self._asker = await self._access.open(settled)
        self._ledger = self._asker.ledger

    async def aclose(self) -> None:
        """Close what is open."""
        asker, self._asker = self._asker, None
        if asker is not None:
            await asker.aclose()

    def check(self, sample: Sample) -> tuple[str, ...]:
        """Return which of "options" and "answer" the sample lacks.

        Raises:
            InputDataError: The options cannot be told apart, or the answer is not among them.
        """
        return self._rules.check(sample)

    def image_digests(self, sample: Sample) -> tuple[str, ...]:  # noqa: ARG002 - the port's signature
        """It looks at no image."""
        return ()

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Score every sample, as many at once as there may be connections."""
        await score_side_by_side(samples, emit, self._score, self._access.max_connections)

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:
        """Score a sample from the reply at hand; None where one is needed and is not there."""
        score = self._rules.score(sample)
        if not is_asked(sample, score):
            return Scored((unjudged_score(score),), exchanges)
        exchange = exchanges[-1] if exchanges else None
        if exchange is None or exchange.reply is None or not exchange.reply.is_kept:
            return None
        self._ledger.add_reply(exchange.reply, n_attempts=0, is_stored=True)
        return Scored((self._judged(sample, score, Readable(sample), exchange),), exchanges)

    def recall(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> None:
        """Take replies that an earlier part of the run paid for; `sample` needs them once more."""
        self._opened.recall(sample.id, exchanges)

    def in_rehearsal(self) -> ChoiceJudge:
        """Return a copy that writes nothing once it is open."""
        quiet = copy.copy(self)
        quiet._access = self._access.without_traces()
        return quiet

    def rehearse(self, samples: Iterable[Sample]) -> DryRun:
        """Render every request for `samples`, and say what those without a reply would cost."""
        asker = self._opened
        calls = (
            [(self._question.request(asker, sample, Readable(sample)), _tag(sample))]
            if is_asked(sample, self._rules.score(sample))
            else []
            for sample in samples
        )
        return rehearse(asker, calls, self._access.price(asker.provider))

    def range_of_missing(self, target: Target, score: Score) -> RangeOfMissing | None:
        """A refusal is no answer, whatever one reads into it; anything else could be either."""
        return self._rules.range_of_missing(target, score)

    def usage(self) -> dict[str, JsonValue]:
        """Return calls and tokens: spent in this run, and what the result would cost afresh."""
        return self._ledger.summary()

    async def _score(self, sample: Sample) -> Scored:
        score = self._rules.score(sample)
        if not is_asked(sample, score):
            return Scored((unjudged_score(score),))
        asker, readable = self._opened, Readable(sample)
        request = self._question.request(asker, sample, readable)
        try:
            exchange = await asker.ask(request, _tag(sample))
        except AskingFailed as failed:
            lost = unjudged_score(score, (failed.outcome, failed.exchange.failure))
            return Scored((lost,), (failed.exchange,))
        judged = self._judged(sample, score, readable, exchange)
        _tell_breaker(asker, judged)
        return Scored((judged,), (exchange,))

    def _judged(
        self, sample: Sample, score: Score, readable: Readable, exchange: Exchange
    ) -> Score:
        if exchange.reply is None:
            raise AssertionError("an exchange that did not fail has a reply")
        return judged_score(score, readable, exchange.reply, key=key_of(sample))

    @property
    def _opened(self) -> Asker:
        if self._asker is None:
            raise ConfigurationError("the judge is not open: it is used through a run")
        return self._asker


def _tag(sample: Sample) -> SampleTag:
    return SampleTag(sample.id, sample.case_id, 0, 0)


def _tell_breaker(asker: Asker, score: Score) -> None:
    """Count a reply that is cut off or cannot be read, which speaks of the judge's settings."""
    reading = score.criteria[READING]
    if reading.outcome is Outcome.SCORED:
        asker.breaker.succeeded()
    elif reading.outcome in (Outcome.TRUNCATED, Outcome.UNPARSEABLE):
        asker.breaker.failed(reading.outcome.value, reading.reason or "")
