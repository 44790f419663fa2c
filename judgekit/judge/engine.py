"""One judgement after another: render, look up, call, keep, read. Failures become outcomes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

from judgekit.calling import AttemptLimits, Ledger, call_with_retries
from judgekit.errors import ProviderStoppedError
from judgekit.judge.modes import ModeFinder, Probe
from judgekit.judge.verdicts import combine, verdicts_without_judging
from judgekit.prompting import (
    ImageFolder,
    See,
    parse_reply,
    render_prompt,
    reply_schema,
    see_sample,
)
from judgekit.prompting.render import evidence_sources
from judgekit.providers.port import CallFailure, Provider, SampleTag
from judgekit.records.base import digest_text, digest_value
from judgekit.records.exchange import JudgeReply, JudgeRequest
from judgekit.records.outcome import Outcome
from judgekit.records.prompt import Prompt
from judgekit.records.rubric import Criterion, Rubric
from judgekit.records.sample import Sample
from judgekit.records.score import Verdict
from judgekit.replies import DiskStore, Recorder
from judgekit.runs.port import Exchange, Scored

Obtained = Literal["live", "store", "cassette", "script"]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every sample; all of it is part of a request.

    Attributes:
        rubric: What is judged.
        prompt: How it is put.
        model: The model asked.
        see: What the judge sees of an image.
        temperature: Sampling temperature; None: not sent.
        seed: Sampling seed; None: not sent.
        max_tokens: Limit of a reply's length.
        repeats: How many judgements of each sample.
    """

    rubric: Rubric
    prompt: Prompt
    model: str
    see: See
    temperature: float | None
    seed: int | None
    max_tokens: int
    repeats: int


@dataclass(frozen=True, slots=True)
class Means:
    """How replies are got; none of it is part of a request but the provider's endpoint."""

    provider: Provider
    obtained: Obtained
    store: DiskStore | None
    recorder: Recorder | None
    images: ImageFolder | None
    limits: AttemptLimits
    modes: ModeFinder
    ledger: Ledger


class _Failed(Exception):
    def __init__(self, outcome: Outcome, exchange: Exchange) -> None:
        super().__init__(exchange.failure)
        self.outcome = outcome
        self.exchange = exchange


async def judge_sample(question: Question, means: Means, scorer: str, sample: Sample) -> Scored:
    """Judge one sample, however often the question asks for it.

    Raises:
        ProviderStoppedError: No call can succeed.
    """
    members, exchanges = [], []
    for repeat in range(question.repeats):
        verdicts = verdicts_without_judging(question.rubric, sample, question.see)
        replies: list[str] = []
        for call, group in enumerate(question.rubric.call_groups):
            asked = tuple(criterion for criterion in group if criterion.id not in verdicts)
            if not asked:
                continue
            tag = SampleTag(sample.id, sample.case_id, call, repeat)
            found, exchange = await _judge_group(question, means, sample, asked, tag)
            verdicts |= found
            exchanges.append(exchange)
            if exchange.reply is not None:
                replies.append(digest_text(exchange.reply.text))
        members.append((verdicts, _reply_digest(replies)))
        if not exchanges:
            break
    return Scored((combine(question.rubric, scorer, sample.id, members),), tuple(exchanges))


def read_again(
    question: Question, scorer: str, sample: Sample, exchanges: tuple[Exchange, ...]
) -> Scored | None:
    """Score a sample from the replies at hand, as `judge_sample` would; None if one is missing."""
    at_hand = {(exchange.repeat, exchange.call): exchange for exchange in exchanges}
    members = []
    for repeat in range(question.repeats):
        verdicts = verdicts_without_judging(question.rubric, sample, question.see)
        replies: list[str] = []
        for call, group in enumerate(question.rubric.call_groups):
            asked = tuple(criterion for criterion in group if criterion.id not in verdicts)
            if not asked:
                continue
            exchange = at_hand.get((repeat, call))
            if exchange is None or exchange.reply is None or not exchange.reply.is_kept:
                return None
            seen = see_sample(sample, asked, question.see)
            verdicts |= parse_reply(exchange.reply.text, asked, seen).verdicts
            replies.append(digest_text(exchange.reply.text))
        members.append((verdicts, _reply_digest(replies)))
        if not exchanges:
            break
    return Scored((combine(question.rubric, scorer, sample.id, members),), exchanges)


async def _judge_group(
    question: Question,
    means: Means,
    sample: Sample,
    criteria: tuple[Criterion, ...],
    tag: SampleTag,
) -> tuple[dict[str, Verdict], Exchange]:
    try:
        exchange = await _ask(question, means, sample, criteria, tag)
    except _Failed as failed:
        lost = Verdict(outcome=failed.outcome, reason=failed.exchange.failure)
        return {criterion.id: lost for criterion in criteria}, failed.exchange
    reply = exchange.reply
    if reply is None:
        raise AssertionError("an exchange that did not fail has a reply")
    outcome = _OUTCOME_OF_FINISH.get(reply.finish)
    if outcome is not None:
        lost = Verdict(outcome=outcome, reason=_REASON_OF_FINISH[reply.finish])
        return {criterion.id: lost for criterion in criteria}, exchange
    seen = see_sample(sample, criteria, question.see)
    return parse_reply(reply.text, criteria, seen).verdicts, exchange


_OUTCOME_OF_FINISH = {
    "length": Outcome.TRUNCATED,
    "content_filter": Outcome.CONTENT_FILTERED,
    "refusal": Outcome.REFUSED,
}
_REASON_OF_FINISH = {
    "length": "the reply was cut off at the limit of its length; raise max_tokens",
    "content_filter": "the provider's content filter stopped the reply",
    "refusal": "the judge refused to grade this response",
}


async def _ask(
    question: Question,
    means: Means,
    sample: Sample,
    criteria: tuple[Criterion, ...],
    tag: SampleTag,
) -> Exchange:
    request = build_request(question, means, sample, criteria, tag)
    kept = _look_up(means, request, tag)
    if kept is not None:
        means.modes.settle(request.output_mode)
        return kept
    started = time.perf_counter()

    async def call(probe: Probe) -> Exchange:
        in_mode = request.in_mode(probe.mode)
        return _look_up(means, in_mode, tag) or await _call(means, in_mode, tag, probe)

    try:
        exchange = await means.modes.run(call)
    except CallFailure as failure:
        raise _Failed(
            _outcome_of(failure), _exchange(means, request, tag, failure=failure)
        ) from failure
    return exchange.model_copy(update={"seconds": round(time.perf_counter() - started, 4)})


async def _call(means: Means, request: JudgeRequest, tag: SampleTag, probe: Probe) -> Exchange:
    try:
        attempted = await call_with_retries(
            lambda: means.provider.send(request, tag),
            means.limits,
            is_first=probe.is_first,
            can_fall_back=probe.can_fall_back,
        )
    except CallFailure as failure:
        means.ledger.add_failure(failure.n_attempts)
        if probe.is_first and failure.is_unreachable:
            raise ProviderStoppedError(
                f"asking {request.provider}/{request.model}: {failure}; "
                "check the address and that the server is running"
            ) from failure
        raise
    reply = attempted.reply
    means.ledger.add_reply(reply, n_attempts=attempted.n_attempts, is_stored=False)
    if means.store is not None:
        if reply.is_kept:
            reply = means.store.put(request.digest, reply, tag)
        if probe.is_first:
            means.store.settle_mode(
                mode_key(request.provider, request.endpoint, request.model), request.output_mode
            )
    if means.recorder is not None:
        means.recorder.record(request, reply)
    return _exchange(means, request, tag, reply=reply, n_attempts=attempted.n_attempts)


def _look_up(means: Means, request: JudgeRequest, tag: SampleTag) -> Exchange | None:
    reply = means.store.get(request.digest, tag) if means.store is not None else None
    if reply is None:
        return None
    means.ledger.add_reply(reply, n_attempts=0, is_stored=True)
    if means.recorder is not None:
        means.recorder.record(request, reply)
    return _exchange(means, request, tag, reply=reply, obtained="store")


def build_request(
    question: Question,
    means: Means,
    sample: Sample,
    criteria: tuple[Criterion, ...],
    tag: SampleTag,
) -> JudgeRequest:
    """Return the whole request for `criteria` of one sample, in the mode expected."""
    seen = see_sample(sample, criteria, question.see)
    images = (
        tuple(means.images.read(image) for image in sample.images)
        if seen.shows_images and means.images is not None
        else ()
    )
    rendered = render_prompt(
        question.prompt, criteria, seen, see=question.see, image_count=len(images)
    )
    return JudgeRequest(
        provider=means.provider.name,
        endpoint=means.provider.endpoint,
        model=question.model,
        system=rendered.system,
        user=rendered.user,
        images=images,
        reply_schema=reply_schema(criteria, evidence_sources(seen)),
        output_mode=means.modes.expected,
        temperature=question.temperature,
        seed=question.seed,
        max_tokens=question.max_tokens,
        repeat=tag.repeat,
    )


def mode_key(provider: str, endpoint: str, model: str) -> str:
    """Return the name under which a model's output mode is remembered."""
    return digest_value([provider, endpoint, model])


def _exchange(
    means: Means,
    request: JudgeRequest,
    tag: SampleTag,
    *,
    reply: JudgeReply | None = None,
    failure: CallFailure | None = None,
    obtained: Obtained | None = None,
    n_attempts: int = 0,
) -> Exchange:
    return Exchange(
        call=tag.call,
        repeat=tag.repeat,
        request_digest=request.digest,
        output_mode=request.output_mode,
        reply=reply,
        failure=None if failure is None else str(failure),
        obtained=obtained or means.obtained,
        n_attempts=n_attempts if failure is None else failure.n_attempts,
    )


def _outcome_of(failure: CallFailure) -> Outcome:
    if failure.is_timeout:
        return Outcome.TIMEOUT
    if failure.is_content_filtered:
        return Outcome.CONTENT_FILTERED
    return Outcome.API_ERROR


def _reply_digest(digests: list[str]) -> str | None:
    if not digests:
        return None
    return digests[0] if len(digests) == 1 else digest_value(digests)
