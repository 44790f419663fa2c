"""One sample to one score: what needs no judge, what is asked, and what the replies say."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.judge.asking import Asker, AskingFailed
from judgekit.judge.question import Question
from judgekit.judge.verdicts import combine, verdicts_without_judging
from judgekit.prompting import (
    ImageFolder,
    parse_reply,
    render_prompt,
    reply_schema,
    see_sample,
)
from judgekit.prompting.render import evidence_sources
from judgekit.providers.port import SampleTag
from judgekit.records.base import digest_text, digest_value
from judgekit.records.exchange import JudgeRequest
from judgekit.records.outcome import Outcome
from judgekit.records.rubric import Criterion
from judgekit.records.sample import Sample
from judgekit.records.score import Verdict
from judgekit.runs.port import Exchange, Scored


class _Judgements:
    """The verdicts of one sample, repeat by repeat, as its replies come in."""

    def __init__(self, question: Question, sample: Sample) -> None:
        self._rubric = question.rubric
        self._sample_id = sample.id
        settled = verdicts_without_judging(question.rubric, sample, question.see)
        self._verdicts = [dict(settled) for _ in range(question.repeats)]
        self._replies: list[list[str]] = [[] for _ in range(question.repeats)]
        self._exchanges: list[Exchange] = []

    def add(self, verdicts: dict[str, Verdict], exchange: Exchange) -> None:
        self._verdicts[exchange.repeat] |= verdicts
        self._exchanges.append(exchange)
        if exchange.reply is not None:
            self._replies[exchange.repeat].append(digest_text(exchange.reply.text))

    def scored(self, scorer: str) -> Scored:
        members = [
            (verdicts, _reply_digest(replies))
            for verdicts, replies in zip(self._verdicts, self._replies, strict=True)
        ]
        if not self._exchanges:
            members = members[:1]
        score = combine(self._rubric, scorer, self._sample_id, members)
        return Scored((score,), tuple(self._exchanges))


async def judge_sample(
    question: Question, asker: Asker, images: ImageFolder, scorer: str, sample: Sample
) -> Scored:
    """Judge one sample, however often the question asks for it.

    Raises:
        ProviderStoppedError: No call can succeed.
    """
    judgements = _Judgements(question, sample)
    for tag, asked, request in requests_for(question, asker, images, sample):
        judgements.add(*await _judge_group(question, asker, sample, asked, request, tag))
    return judgements.scored(scorer)


def read_again(
    question: Question, scorer: str, sample: Sample, exchanges: tuple[Exchange, ...]
) -> Scored | None:
    """Score a sample from the replies at hand, as `judge_sample` would; None if one is missing."""
    at_hand = {(exchange.repeat, exchange.call): exchange for exchange in exchanges}
    judgements = _Judgements(question, sample)
    for tag, asked in _calls(question, sample):
        exchange = at_hand.get((tag.repeat, tag.call))
        if exchange is None or exchange.reply is None or not exchange.reply.is_kept:
            return None
        seen = see_sample(sample, asked, question.see)
        judgements.add(parse_reply(exchange.reply.text, asked, seen).verdicts, exchange)
    return judgements.scored(scorer)


def requests_for(
    question: Question, asker: Asker, images: ImageFolder, sample: Sample
) -> Iterator[tuple[SampleTag, tuple[Criterion, ...], JudgeRequest]]:
    """Yield the requests that one sample needs, as they would be sent."""
    for tag, asked in _calls(question, sample):
        yield tag, asked, build_request(question, asker, images, sample, asked, tag)


def _calls(question: Question, sample: Sample) -> Iterator[tuple[SampleTag, tuple[Criterion, ...]]]:
    settled = verdicts_without_judging(question.rubric, sample, question.see)
    for repeat in range(question.repeats):
        for call, group in enumerate(question.rubric.call_groups):
            asked = tuple(criterion for criterion in group if criterion.id not in settled)
            if asked:
                yield SampleTag(sample.id, sample.case_id, call, repeat), asked


async def _judge_group(
    question: Question,
    asker: Asker,
    sample: Sample,
    criteria: tuple[Criterion, ...],
    request: JudgeRequest,
    tag: SampleTag,
) -> tuple[dict[str, Verdict], Exchange]:
    try:
        exchange = await _ask_for_whole_reply(question, asker, request, tag)
    except AskingFailed as failed:
        return _lost(criteria, failed.outcome, failed.exchange.failure), failed.exchange
    reply = exchange.reply
    if reply is None:
        raise AssertionError("an exchange that did not fail has a reply")
    outcome = _OUTCOME_OF_FINISH.get(reply.finish)
    if outcome is not None:
        reason = _REASON_OF_FINISH[reply.finish]
        if outcome is Outcome.TRUNCATED:
            asker.breaker.failed(outcome.value, reason)
        return _lost(criteria, outcome, reason), exchange
    parsed = parse_reply(reply.text, criteria, see_sample(sample, criteria, question.see))
    if parsed.problem is None:
        asker.breaker.succeeded()
    else:
        asker.breaker.failed(Outcome.UNPARSEABLE.value, parsed.problem)
    return parsed.verdicts, exchange


async def _ask_for_whole_reply(
    question: Question, asker: Asker, request: JudgeRequest, tag: SampleTag
) -> Exchange:
    """Ask; where the reply is cut off and a larger limit is allowed, ask once more with it.

    A reply that is cut off is not kept, so a kept reply under the larger limit is looked for first.
    """
    if question.larger_max_tokens is None:
        return await asker.ask(request, tag)
    larger = request.with_max_tokens(question.larger_max_tokens)
    kept = asker.look_up(request, tag) or asker.look_up(larger, tag)
    if kept is not None:
        asker.modes.settle(kept.output_mode)
        return kept
    exchange = await asker.ask(request, tag)
    if exchange.reply is None or exchange.reply.finish != "length":
        return exchange
    return await asker.ask(larger.in_mode(exchange.output_mode), tag)


def _lost(
    criteria: tuple[Criterion, ...], outcome: Outcome, reason: str | None
) -> dict[str, Verdict]:
    lost = Verdict(outcome=outcome, reason=reason)
    return {criterion.id: lost for criterion in criteria}


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


def build_request(
    question: Question,
    asker: Asker,
    images: ImageFolder,
    sample: Sample,
    criteria: tuple[Criterion, ...],
    tag: SampleTag,
) -> JudgeRequest:
    """Return the whole request for `criteria` of one sample, in the mode expected."""
    seen = see_sample(sample, criteria, question.see)
    shown = tuple(images.read(image) for image in sample.images) if seen.shows_images else ()
    rendered = render_prompt(
        question.prompt, criteria, seen, see=question.see, image_count=len(shown)
    )
    return JudgeRequest(
        provider=asker.provider.name,
        endpoint=asker.provider.endpoint,
        model=question.model,
        system=rendered.system,
        user=rendered.user,
        images=shown,
        reply_schema=reply_schema(criteria, evidence_sources(seen)),
        output_mode=asker.modes.expected,
        temperature=question.temperature,
        seed=question.seed,
        max_tokens=question.max_tokens,
        repeat=tag.repeat,
    )


def _reply_digest(digests: list[str]) -> str | None:
    if not digests:
        return None
    return digests[0] if len(digests) == 1 else digest_value(digests)
