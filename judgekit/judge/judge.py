"""The judge that users hold: a rubric, a model, and how its replies are got and kept."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path

from pydantic import JsonValue

import judgekit
from judgekit.calling import (
    AttemptLimits,
    Breaker,
    Budget,
    BudgetLimits,
    Gate,
    Ledger,
    Pacer,
    Price,
    RateLimits,
    list_price,
)
from judgekit.calling.breaker import DEFAULT_LIMIT
from judgekit.errors import ConfigurationError, InputDataError, MissingExtraError
from judgekit.judge.asking import Asker, mode_key
from judgekit.judge.dry_run import DryRun, rehearse
from judgekit.judge.engine import Question, judge_sample, read_again
from judgekit.judge.modes import ModeFinder
from judgekit.judge.targets import targets_of
from judgekit.judge.verdicts import total_range
from judgekit.library import load_prompt, load_rubric
from judgekit.prompting import ImageFolder, See, check_prompt
from judgekit.prompting.inputs import FIELD_OF_INPUT, SEE_CHOICES, allowed_inputs, missing_inputs
from judgekit.providers import ProviderSettings, model_label, open_provider, parse_model
from judgekit.providers.port import Provider
from judgekit.records.exchange import OutputMode
from judgekit.records.prompt import Prompt
from judgekit.records.rubric import JudgeInput, Rubric
from judgekit.records.sample import Sample
from judgekit.records.scale import OrdinalScale
from judgekit.records.score import Score
from judgekit.records.signature import SHORT_DIGEST, Signature
from judgekit.replies import (
    CassetteHeader,
    DiskStore,
    Recorder,
    ReplayProvider,
    default_store_folder,
)
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread
from judgekit.runs.port import Emit, Exchange, RangeOfMissing, Scored, Target

_BREATH = 32
"""Samples a worker may score from the store before it lets the loop do something else."""


class Cache(Enum):
    """Where replies are kept when no folder is named."""

    USER = "the user's cache folder"


class Judge:
    """Grades responses on a rubric by asking a language model.

    Example:
        >>> judge = Judge("medcmr", "openai/gpt-4.1-mini")  # doctest: +SKIP
        >>> run = judge.score(samples)  # doctest: +SKIP
        >>> run.write("out")  # doctest: +SKIP
    """

    def __init__(
        self,
        rubric: Rubric | str | Path,
        model: str | None = None,
        *,
        base_url: str | None = None,
        cache: Path | str | Cache | None = Cache.USER,
        see: See = "evidence",
        max_connections: int = 16,
        timeout_s: float = 120.0,
        repeats: int = 1,
        prompt: Prompt | str | Path | None = None,
        temperature: float | None = 0.0,
        seed: int | None = None,
        max_tokens: int = 4096,
        larger_max_tokens: int | None = None,
        rate: RateLimits | None = None,
        budget: BudgetLimits | None = None,
        stop_after: int | None = DEFAULT_LIMIT,
        images: Path | str | None = None,
        record: Path | str | None = None,
        replay: Path | str | None = None,
    ) -> None:
        """Describe a judge; nothing is opened or sent yet.

        Args:
            rubric: A rubric, its name, or the path of its file.
            model: "PROVIDER/MODEL"; may be left out with `replay`.
            base_url: Address of an OpenAI-compatible server; None: the provider's own.
            cache: Folder of the reply store; None: replies are not kept.
            see: What the judge is shown of the image: the description of it, itself, or both.
            max_connections: How many calls may be under way at once.
            timeout_s: Seconds for one judgement, attempts and back-off included.
            repeats: How many judgements of each sample; their mean is the score.
            prompt: A prompt, its name or its file; None: the one that the rubric names.
            temperature: Sampling temperature; None: not sent.
            seed: Sampling seed; None: not sent.
            max_tokens: Limit of a reply's length in tokens.
            larger_max_tokens: After a reply that was cut off, ask once more with this limit; None:
                do not.
            rate: Requests and tokens per minute; None: no limit.
            budget: The most that may be spent in calls, tokens or money; None: no limit. What does
                not fit ends as `budget_stopped`.
            stop_after: Stop when so many first calls have all failed alike; None: never.
            images: Folder from which images are read; None: the working folder.
            record: Cassette to which every reply used is written.
            replay: Cassette that answers for the judge it was recorded from.

        Raises:
            ConfigurationError: An argument breaks its rule, or arguments contradict each other.
            RubricError: No such rubric, or one of its laws is broken.
            PromptError: No such prompt, or it is not a valid template.
        """
        self.rubric = rubric if isinstance(rubric, Rubric) else load_rubric(rubric)
        asked = self.rubric.prompt if prompt is None else prompt
        self.prompt = asked if isinstance(asked, Prompt) else load_prompt(asked)
        check_prompt(self.prompt)
        _check_settings(see, max_connections, timeout_s, repeats, temperature, max_tokens)
        _check_larger(max_tokens, larger_max_tokens)
        self._replay = None if replay is None else ReplayProvider(Path(replay))
        self._provider_name, self._model = _judge_name(model, base_url, self._replay)
        if record is not None and replay is not None:
            raise ConfigurationError("a run either records a cassette or replays one, not both")
        self._base_url = base_url
        self._store_folder = _store_folder(cache)
        self._max_connections = max_connections
        self._limits = AttemptLimits(timeout_s=timeout_s)
        self._images = ImageFolder(Path(images or "."))
        self._record = None if record is None else Path(record)
        self._question = Question(
            rubric=self.rubric,
            prompt=self.prompt,
            model=model_label(self._provider_name, self._model),
            see=see,
            temperature=temperature,
            seed=seed,
            max_tokens=max_tokens,
            larger_max_tokens=larger_max_tokens,
            repeats=repeats,
        )
        self._rate = rate or RateLimits()
        self._budget = budget or BudgetLimits()
        self._stop_after = stop_after
        self.name = self.rubric.id
        self.targets: tuple[Target, ...] = targets_of(self.rubric)
        self._asker: Asker | None = None
        self._ledger = Ledger()

    def score(self, samples: Iterable[Sample]) -> Run:
        """Score `samples` and return the run; works in scripts, notebooks, threads and event loops.

        Raises:
            InputDataError: Samples break a rule: an id twice, cases declared on some only.
            ProviderStoppedError: The run cannot go on at the provider; nothing was scored.
        """
        return run_in_thread(self.ascore(samples))

    async def ascore(self, samples: Iterable[Sample]) -> Run:
        """Score `samples` in the running event loop; otherwise as `score`.

        Each run has its own connections and counts, so one judge may score in several at once.
        """
        return await run_in_memory(ListSource(tuple(samples)), (copy.copy(self),))

    async def rehearse(self, samples: Iterable[Sample]) -> DryRun:
        """Render every request of a run without sending any, and say what they would cost.

        Reads the reply store where there is one, and writes nothing.
        """
        twin = copy.copy(self)
        folder = self._store_folder
        if folder is not None and not DiskStore.exists(folder):
            twin._store_folder = None
        twin._record = None
        await twin.open({})
        try:
            asker = twin._opened
            price = twin._price(asker.provider)
            return rehearse(self._question, asker, self._images, samples, price)
        finally:
            await twin.aclose()

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """What makes a run the same run: rubric, prompt, and every setting a reply depends on."""
        question = self._question
        provider = self._opened.provider
        return {
            "rubric": f"{self.rubric.id}@{self.rubric.version}:{self.rubric.digest}",
            "prompt": f"{self.prompt.id}@{self.prompt.version}:{self.prompt.digest}",
            "judge": f"{provider.name}/{question.model}",
            "endpoint": provider.endpoint,
            "see": question.see,
            "temperature": question.temperature,
            "seed": question.seed,
            "max_tokens": question.max_tokens,
            "larger_max_tokens": question.larger_max_tokens,
            "repeats": question.repeats,
        }

    @property
    def settled(self) -> Mapping[str, str]:
        """The output mode, once a reply has been used."""
        mode = self._opened.modes.settled
        return {} if mode is None else {"mode": mode.value}

    @property
    def signature(self) -> Signature:
        """What a score of this judge measures, field by field."""
        question, opened = self._question, self._opened
        rubric, prompt = self.rubric, self.prompt
        is_visual = any(
            name in (JudgeInput.VISUAL_EVIDENCE, JudgeInput.IMAGE)
            for criterion in rubric.criteria
            for name in criterion.inputs
        )
        fields = {
            "scorer": self.name,
            "rubric": f"{rubric.id}@{rubric.version}:{rubric.digest[:SHORT_DIGEST]}",
            "prompt": f"{prompt.id}@{prompt.version}:{prompt.digest[:SHORT_DIGEST]}",
            "judge": f"{opened.provider.name}/{question.model}",
            "endpoint": opened.provider.endpoint,
            "see": question.see if is_visual else "no visual input",
            "calls": rubric.calls,
            "mode": self.settled.get("mode", "no call was made"),
            "temperature": "not sent"
            if question.temperature is None
            else f"{question.temperature:g}",
            "seed": "not sent" if question.seed is None else str(question.seed),
            "max_tokens": _limits_text(question),
            "repeats": str(question.repeats),
            "judgekit": judgekit.__version__,
        }
        return Signature(fields=fields)

    async def open(self, settled: Mapping[str, str]) -> None:
        """Open the provider, the reply store and the cassette."""
        provider: Provider = self._replay or open_provider(
            self._provider_name,
            ProviderSettings(
                model=self._model,
                base_url=self._base_url,
                timeout_s=self._limits.timeout_s,
                max_connections=self._max_connections,
            ),
        )
        keeps = provider.costs and self._store_folder is not None
        store = DiskStore(self._store_folder) if keeps and self._store_folder else None
        known = (
            store.settled_mode(mode_key(provider.name, provider.endpoint, self._question.model))
            if store
            else None
        )
        modes = ModeFinder(provider.output_modes, first=known)
        if "mode" in settled:
            modes.settle(OutputMode(settled["mode"]))
        price = self._price(provider)
        self._ledger = Ledger(price)
        self._asker = Asker(
            provider=provider,
            obtained="cassette" if self._replay else "live" if provider.costs else "script",
            store=store,
            recorder=self._open_recorder(provider),
            limits=self._limits,
            modes=modes,
            gate=Gate(self._max_connections),
            pacer=Pacer(self._rate),
            budget=Budget(self._budget, price),
            breaker=Breaker(self._stop_after if provider.costs else None),
            ledger=self._ledger,
        )

    async def aclose(self) -> None:
        """Close what is open."""
        asker, self._asker = self._asker, None
        if asker is None:
            return
        await asker.provider.aclose()
        if asker.store is not None:
            asker.store.close()
        if asker.recorder is not None:
            asker.recorder.close()

    def check(self, sample: Sample) -> tuple[str, ...]:
        """Return fields that some criterion needs and the sample lacks."""
        known = {criterion.id for criterion in self.rubric.criteria}
        foreign = [name for name in sample.criteria if name not in known]
        if foreign:
            raise InputDataError(
                f"id {sample.id!r}: rubric {self.rubric.id!r} has no criterion {foreign[0]!r}; "
                f"it has: {', '.join(sorted(known))}"
            )
        see = self._question.see
        return tuple(
            dict.fromkeys(
                FIELD_OF_INPUT[name]
                for criterion in self.rubric.criteria
                for name in missing_inputs(criterion, sample, see)
            )
        )

    def image_digests(self, sample: Sample) -> tuple[str, ...]:
        """Return the digests of the images sent with `sample`; they are part of the input."""
        see = self._question.see
        if not any(JudgeInput.IMAGE in allowed_inputs(c, see) for c in self.rubric.criteria):
            return ()
        return tuple(self._images.read(image).digest for image in sample.images)

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Judge every sample, as many at once as there may be connections."""
        workers = [
            asyncio.create_task(self._work(samples, emit)) for _ in range(self._max_connections)
        ]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        for count, (number, sample) in enumerate(samples):
            scored = await judge_sample(
                self._question, self._opened, self._images, self.name, sample
            )
            emit(number, scored)
            if count % _BREATH == 0:
                await asyncio.sleep(0)

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:
        """Score a sample from the replies at hand; None where one is missing."""
        for exchange in exchanges:
            if exchange.reply is not None:
                self._ledger.add_reply(exchange.reply, n_attempts=0, is_stored=True)
        return read_again(self._question, self.name, sample, exchanges)

    def range_of_missing(self, target: Target, score: Score) -> RangeOfMissing | None:
        """Return the range of a missing total, given what was scored, or that of a scale."""
        if target.criterion is None:
            found = total_range(self.rubric, score)
            return None if found is None else RangeOfMissing(*found)
        criterion = next(c for c in self.rubric.criteria if c.id == target.criterion)
        scale = criterion.scale
        if not isinstance(scale, OrdinalScale):
            return None
        return RangeOfMissing(scale.minimum, scale.maximum)

    def usage(self) -> dict[str, JsonValue]:
        """Return calls and tokens: spent in this run, and what the result would cost afresh."""
        return self._ledger.summary()

    @property
    def _opened(self) -> Asker:
        if self._asker is None:
            raise ConfigurationError("the judge is not open: it is used through score()")
        return self._asker

    def _price(self, provider: Provider) -> Price | None:
        """Return the list price, where it is known or a budget of money demands it."""
        if not provider.costs:
            return None
        try:
            return list_price(provider.name, self._question.model, provider.endpoint)
        except MissingExtraError:
            if self._budget.cost_usd is not None:
                raise
            return None

    def _open_recorder(self, provider: Provider) -> Recorder | None:
        if self._record is None:
            return None
        header = CassetteHeader(
            judgekit_cassette=1,
            provider=provider.name,
            model=self._question.model,
            endpoint=provider.endpoint,
        )
        return Recorder(self._record, header)


def _judge_name(
    model: str | None, base_url: str | None, replay: ReplayProvider | None
) -> tuple[str, str]:
    if replay is None:
        if model is None:
            raise ConfigurationError(
                "a judge needs a model, such as openai/gpt-4.1-mini, or a cassette to replay"
            )
        return parse_model(model)
    header = replay.header
    recorded = f"{header.provider}/{header.model}"
    if model is not None and model != recorded:
        raise ConfigurationError(
            f"replaying for {model}: the cassette holds replies of {recorded}; "
            "leave the judge out, or name that one"
        )
    if base_url is not None and base_url.rstrip("/") != header.endpoint:
        raise ConfigurationError(
            f"replaying for {base_url}: the cassette was recorded at {header.endpoint}; "
            "leave the base URL out"
        )
    return header.provider, header.model


def _store_folder(cache: Path | str | Cache | None) -> Path | None:
    if isinstance(cache, Cache):
        return default_store_folder()
    return None if cache is None else Path(cache)


def _check_settings(
    see: str,
    max_connections: int,
    timeout_s: float,
    repeats: int,
    temperature: float | None,
    max_tokens: int,
) -> None:
    rules = (
        (see in SEE_CHOICES, f"see must be one of {', '.join(SEE_CHOICES)}, got {see!r}"),
        (max_connections >= 1, f"max_connections must be at least 1, got {max_connections}"),
        (0 < timeout_s < float("inf"), f"timeout_s must be finite and > 0, got {timeout_s}"),
        (repeats >= 1, f"repeats must be at least 1, got {repeats}"),
        (
            temperature is None or 0 <= temperature <= 2,
            f"temperature must be 0-2, got {temperature}",
        ),
        (max_tokens >= 1, f"max_tokens must be at least 1, got {max_tokens}"),
    )
    for holds, message in rules:
        if not holds:
            raise ConfigurationError(f"describing the judge: {message}")


def _check_larger(max_tokens: int, larger: int | None) -> None:
    if larger is not None and larger <= max_tokens:
        raise ConfigurationError(
            f"describing the judge: larger_max_tokens must be above max_tokens ({max_tokens}), "
            f"got {larger}"
        )


def _limits_text(question: Question) -> str:
    larger = question.larger_max_tokens
    return str(question.max_tokens) if larger is None else f"{question.max_tokens}, then {larger}"
