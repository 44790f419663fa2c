"""One sample to one score: what needs no judge, what is asked, and what the replies say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from judgekit.judge.asking import Asker, AskingFailed
from judgekit.judge.question import Question
from judgekit.judge.verdicts import combine, verdicts_without_judging
from judgekit.prompting import (
    ImageFolder,
    SeenSample,
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
        self.settled = settled
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
    for call in calls_for(question, sample, judgements.settled):
        request = build_request(question, asker, images, sample, call)
        judgements.add(*await _judge_call(question, asker, call, request))
    return judgements.scored(scorer)


def read_again(
    question: Question, scorer: str, sample: Sample, exchanges: tuple[Exchange, ...]
) -> Scored | None:
    """Score a sample from the replies at hand, as `judge_sample` would; None if one is missing."""
    at_hand = {(exchange.repeat, exchange.call): exchange for exchange in exchanges}
    judgements = _Judgements(question, sample)
    for call in calls_for(question, sample, judgements.settled):
        exchange = at_hand.get((call.tag.repeat, call.tag.call))
        if exchange is None or exchange.reply is None or not exchange.reply.is_kept:
            return None
        parsed = parse_reply(exchange.reply.text, call.criteria, call.seen)
        judgements.add(parsed.verdicts, exchange)
    return judgements.scored(scorer)


class SampleCall(NamedTuple):
    """One call that a sample needs.

    Attributes:
        tag: Whose it is, and which.
        criteria: The criteria asked for.
        seen: What the judge is shown.
    """

    tag: SampleTag
    criteria: tuple[Criterion, ...]
    seen: SeenSample


def calls_for(
    question: Question, sample: Sample, settled: Mapping[str, Verdict] | None = None
) -> Iterator[SampleCall]:
    """Yield the calls that one sample needs.

    Args:
        question: What is asked.
        sample: Of whom.
        settled: Verdicts of the criteria for which no judge need be asked; None: found out here.
    """
    if settled is None:
        settled = verdicts_without_judging(question.rubric, sample, question.see)
    for repeat in range(question.repeats):
        for number, group in enumerate(question.rubric.call_groups):
            asked = tuple([criterion for criterion in group if criterion.id not in settled])
            if asked:
                tag = SampleTag(sample.id, sample.case_id, number, repeat)
                yield SampleCall(tag, asked, see_sample(sample, asked, question.see))


async def _judge_call(
    question: Question, asker: Asker, call: SampleCall, request: JudgeRequest
) -> tuple[dict[str, Verdict], Exchange]:
    try:
        exchange = await _ask_for_whole_reply(question, asker, request, call.tag)
    except AskingFailed as failed:
        return _lost(call.criteria, failed.outcome, failed.exchange.failure), failed.exchange
    reply = exchange.reply
    if reply is None:
        raise AssertionError("an exchange that did not fail has a reply")
    outcome = _OUTCOME_OF_FINISH.get(reply.finish)
    if outcome is not None:
        reason = _REASON_OF_FINISH[reply.finish]
        if outcome is Outcome.TRUNCATED:
            asker.breaker.failed(outcome.value, reason)
        return _lost(call.criteria, outcome, reason), exchange
    parsed = parse_reply(reply.text, call.criteria, call.seen)
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
    question: Question, asker: Asker, images: ImageFolder, sample: Sample, call: SampleCall
) -> JudgeRequest:
    """Return the whole request of one call, in the mode expected."""
    seen = call.seen
    shown = tuple(images.read(image) for image in sample.images) if seen.shows_images else ()
    rendered = render_prompt(
        question.prompt, call.criteria, seen, see=question.see, image_count=len(shown)
    )
    return JudgeRequest(
        provider=asker.provider.name,
        endpoint=asker.provider.endpoint,
        model=question.model,
        system=rendered.system,
        user=rendered.user,
        images=shown,
        reply_schema=reply_schema(call.criteria, evidence_sources(seen)),
        output_mode=asker.modes.expected,
        temperature=question.temperature,
        seed=question.seed,
        max_tokens=question.max_tokens,
        repeat=call.tag.repeat,
    )


def _reply_digest(digests: list[str]) -> str | None:
    if not digests:
        return None
    return digests[0] if len(digests) == 1 else digest_value(digests)
