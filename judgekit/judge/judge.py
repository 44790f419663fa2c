"""The judge that users hold: a rubric, a model, and how its replies are got and kept."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path

from pydantic import JsonValue

from judgekit.calling import AttemptLimits, BudgetLimits, Ledger, RateLimits
from judgekit.calling.breaker import DEFAULT_LIMIT
from judgekit.errors import ConfigurationError, InputDataError
from judgekit.judge.access import Access, name_judge
from judgekit.judge.asking import Asker
from judgekit.judge.dry_run import rehearse
from judgekit.judge.engine import build_request, calls_for, judge_sample, read_again
from judgekit.judge.question import Question
from judgekit.judge.targets import targets_of
from judgekit.judge.verdicts import total_range
from judgekit.judge.workers import score_side_by_side
from judgekit.library import load_prompt, load_rubric
from judgekit.prompting import ImageFolder, See, check_prompt
from judgekit.prompting.inputs import FIELD_OF_INPUT, missing_inputs, needed_inputs
from judgekit.records.dry_run import DryRun
from judgekit.records.prompt import Prompt
from judgekit.records.rubric import JudgeInput, Rubric
from judgekit.records.sample import Sample
from judgekit.records.scale import OrdinalScale
from judgekit.records.score import Score
from judgekit.records.signature import Signature
from judgekit.replies import ReplayProvider, default_store_folder
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread
from judgekit.runs.port import Emit, Exchange, RangeOfMissing, Scored, Target


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
        self._images = ImageFolder(Path(images or "."))
        self._question = Question(
            rubric=self.rubric,
            prompt=self.prompt,
            model=self._access.model_label,
            see=see,
            temperature=temperature,
            seed=seed,
            max_tokens=max_tokens,
            larger_max_tokens=larger_max_tokens,
            repeats=repeats,
        )
        self.name = self.rubric.id
        self.targets: tuple[Target, ...] = targets_of(self.rubric, repeats=repeats)
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
        taken = tuple(samples)
        for sample in taken:
            if not isinstance(sample, Sample):
                raise InputDataError(
                    f"scoring samples: each must be a Sample, got {type(sample).__name__}; "
                    "write Sample(id=..., response=...)"
                )
        return await run_in_memory(ListSource(taken), (copy.copy(self),))

    def dry_run(self, samples: Iterable[Sample]) -> DryRun:
        """Render every request for `samples` without sending any, and say what they would cost.

        Reads the reply store where there is one, and writes nothing.
        """
        return run_in_thread(self._dry_run(samples))

    async def _dry_run(self, samples: Iterable[Sample]) -> DryRun:
        quiet = self.in_rehearsal()
        await quiet.open({})
        try:
            return quiet.rehearse(samples)
        finally:
            await quiet.aclose()

    @property
    def identity(self) -> Mapping[str, JsonValue]:
        """What makes a run the same run: rubric, prompt, and every setting a reply depends on."""
        provider = self._opened.provider
        return self._question.identity(provider.name, provider.endpoint)

    @property
    def settled(self) -> Mapping[str, str]:
        """The output mode, once a reply has been used."""
        mode = self._opened.modes.settled
        return {} if mode is None else {"mode": mode.value}

    @property
    def signature(self) -> Signature:
        """What a score of this judge measures, field by field."""
        provider = self._opened.provider
        return self._question.signature(provider.name, provider.endpoint, self.settled.get("mode"))

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
        """Return fields that some criterion needs and the sample lacks."""
        known = {criterion.id for criterion in self.rubric.criteria}
        foreign = [name for name in sample.criteria if name not in known]
        if foreign:
            raise InputDataError(
                f"id {sample.id!r}: rubric {self.rubric.id!r} has no criterion {foreign[0]!r}; "
                f"it has: {', '.join(sorted(known))}"
            )
        missing = missing_inputs(self.rubric.criteria, sample, self._question.see)
        return tuple([FIELD_OF_INPUT[name] for name in missing])

    def image_digests(self, sample: Sample) -> tuple[str, ...]:
        """Return the digests of the images sent with `sample`; they are part of the input."""
        if JudgeInput.IMAGE not in needed_inputs(self.rubric.criteria, self._question.see):
            return ()
        return tuple(self._images.read(image).digest for image in sample.images)

    async def score_stream(self, samples: Iterator[tuple[int, Sample]], emit: Emit) -> None:
        """Judge every sample, as many at once as there may be connections."""
        question, images = self._question, self._images

        async def judge_one(sample: Sample) -> Scored:
            return await judge_sample(question, self._opened, images, self.name, sample)

        await score_side_by_side(samples, emit, judge_one, self._access.max_connections)

    def read_again(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> Scored | None:
        """Score a sample from the replies at hand; None where one is missing."""
        for exchange in exchanges:
            if exchange.reply is not None:
                self._ledger.add_reply(exchange.reply, n_attempts=0, is_stored=True)
        return read_again(self._question, self.name, sample, exchanges)

    def recall(self, sample: Sample, exchanges: tuple[Exchange, ...]) -> None:
        """Take replies that an earlier part of the run paid for; `sample` needs them once more."""
        self._opened.recall(sample.id, exchanges)

    def in_rehearsal(self) -> Judge:
        """Return a copy that writes nothing once it is open."""
        quiet = copy.copy(self)
        quiet._access = self._access.without_traces()
        return quiet

    def rehearse(self, samples: Iterable[Sample]) -> DryRun:
        """Render every request for `samples`, and say what those without a reply would cost."""
        question, asker = self._question, self._opened
        calls = (
            [
                (build_request(question, asker, self._images, sample, call), call.tag)
                for call in calls_for(question, sample)
            ]
            for sample in samples
        )
        price = self._access.price(asker.provider)
        return rehearse(asker, calls, price, larger_max_tokens=question.larger_max_tokens)

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


def store_folder(cache: Path | str | Cache | None) -> Path | None:
    """Return the folder of the reply store; None: replies are not kept."""
    if isinstance(cache, Cache):
        return default_store_folder()
    return None if cache is None else Path(cache)
