"""How each answer was come by: by the rules, by a judge's quote, or not at all, and why not."""

from __future__ import annotations

from judgekit.choice_judge.passage import Readable
from judgekit.choice_judge.reply import parse_quote
from judgekit.mcq.scorer import KIND
from judgekit.prompting.parse import UnparseableReplyError
from judgekit.records.base import digest_text
from judgekit.records.choice import Reason
from judgekit.records.exchange import JudgeReply
from judgekit.records.outcome import Outcome
from judgekit.records.sample import Sample
from judgekit.records.score import Evidence, Score, Verdict

NAME = "mcq+judge"
READING = "reading"
BY_RULES, BY_JUDGE = "rules", "judge"
NOT_ASKED, NO_QUOTE = "open: not asked", "open: no quote"
NOT_FOUND, UNDECIDED = "open: quote not in response", "open: quote undecided"
LABELS = (BY_RULES, BY_JUDGE, NOT_ASKED, NO_QUOTE, NOT_FOUND, UNDECIDED)
ASKED: tuple[Reason, ...] = (
    "two answers",
    "hedge",
    "label and text disagree",
    "no claim",
    "outside the options",
)
"""Reasons that a passage could mend. The others it could not: nothing is there to quote (empty,
truncated, prompt echo), it was refused, or whatever could be quoted is evidence for nothing (hint
echo, only rejected options). A part of a joint response is not asked either: no rule could check
that a passage answers this question and not its neighbour."""

Failure = tuple[Outcome, str | None]
_LOST_BY_FINISH: dict[str, Failure] = {
    "length": (
        Outcome.TRUNCATED,
        "the judge's reply was cut off at the limit of its length; raise max_tokens",
    ),
    "content_filter": (
        Outcome.CONTENT_FILTERED,
        "the provider's content filter stopped the judge's reply",
    ),
    "refusal": (Outcome.REFUSED, "the judge refused to quote"),
}


def is_asked(sample: Sample, score: Score) -> bool:
    """Return whether the rules leave a sample open in a way that a judge's quote could mend.

    Args:
        sample: The sample.
        score: Its score under the rules alone.
    """
    return sample.joint is None and score.choice is not None and score.choice.reason in ASKED


def unjudged_score(score: Score, failure: Failure | None = None) -> Score:
    """Return a score as the rules had it, under the judged scorer's name.

    Args:
        score: The score under the rules alone.
        failure: What became of a judge that was asked and did not answer; None: it was not asked.
    """
    if failure is not None:
        outcome, why = failure
        reading = Verdict(outcome=outcome, reason=why)
        return _named(score, reading, f"{score.reason}; judge: {outcome.value}: {why}")
    if score.outcome is Outcome.SKIPPED:
        return _named(score, Verdict(outcome=Outcome.SKIPPED, reason=score.reason), score.reason)
    by_rules = score.outcome is Outcome.SCORED
    value = BY_RULES if by_rules else NOT_ASKED
    return _named(score, Verdict(outcome=Outcome.SCORED, value=value), score.reason)


def judged_score(
    score: Score, readable: Readable, reply: JudgeReply, *, key: frozenset[str]
) -> Score:
    """Return the score of a sample for which a judge was asked.

    Args:
        score: The score under the rules alone.
        readable: The response.
        reply: The judge's reply.
        key: Labels that are right.
    """
    if score.choice is None:
        raise AssertionError("a judge is asked of a choice that was read")
    digest = {"reply_digest": digest_text(reply.text)}
    failure = _LOST_BY_FINISH.get(reply.finish)
    if failure is not None:
        return unjudged_score(score, failure).model_copy(update=digest)
    try:
        quote = parse_quote(reply.text)
    except UnparseableReplyError as error:
        lost = unjudged_score(score, (Outcome.UNPARSEABLE, str(error)))
        return lost.model_copy(update=digest)
    if quote is None:
        reading = Verdict(outcome=Outcome.SCORED, value=NO_QUOTE)
        said = f"{score.reason}; judge: no passage commits to an answer"
        return _named(score, reading, said).model_copy(update=digest)
    read = readable.read(quote, score.choice)
    verified = read.kind != "not found"
    evidence = (Evidence(quote=quote, source="response", verified=verified),)
    if read.choice is None:
        value = UNDECIDED if verified else NOT_FOUND
        reading = Verdict(
            outcome=Outcome.SCORED, value=value, reason=read.reason, evidence=evidence
        )
        said = f"{score.reason}; judge: {read.reason}"
        return _named(score, reading, said).model_copy(update=digest)
    choice = read.choice
    kind = Verdict(outcome=Outcome.SCORED, value="answered", reason=choice.rule)
    reading = Verdict(
        outcome=Outcome.SCORED, value=BY_JUDGE, reason=score.reason, evidence=evidence
    )
    return Score(
        id=score.id,
        scorer=NAME,
        outcome=Outcome.SCORED,
        value=float(frozenset(choice.labels) == key),
        criteria={KIND: kind, READING: reading},
        choice=choice,
        reply_digest=digest["reply_digest"],
    )


def _named(score: Score, reading: Verdict, reason: str | None) -> Score:
    criteria = {**score.criteria, READING: reading}
    return score.model_copy(update={"scorer": NAME, "reason": reason, "criteria": criteria})
