"""Verdicts that need no judge, and verdicts to a score; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgekit.prompting.inputs import See, missing_inputs
from judgekit.records.base import digest_value
from judgekit.records.outcome import FINISHED, Outcome
from judgekit.records.rubric import Criterion, Rubric, WeightedMeanTotal
from judgekit.records.sample import Sample
from judgekit.records.scale import NominalScale, OrdinalScale
from judgekit.records.score import WITHOUT_JUDGE, Member, Score, Verdict
from judgekit.statistics.totals import Part, weighted_mean, weighted_mean_range

Verdicts = Mapping[str, Verdict]


def verdicts_without_judging(rubric: Rubric, sample: Sample, see: See) -> dict[str, Verdict]:
    """Return the verdicts of those criteria for which no judge need be asked.

    Those are, in this order, criteria that do not apply to the sample, all where the rubric says
    what such a response scores, all where there is no response, and those that lack an input.
    """
    is_minimum = rubric.responses.rule(sample.response_status) == "minimum"
    is_complete = not missing_inputs(rubric.criteria, sample, see)
    found: dict[str, Verdict] = {}
    for criterion in rubric.criteria:
        if sample.criteria and criterion.id not in sample.criteria:
            found[criterion.id] = Verdict(
                outcome=Outcome.NOT_APPLICABLE, reason="not among the sample's criteria"
            )
            continue
        if is_minimum:
            found[criterion.id] = _minimum(criterion, sample.response_status)
            continue
        if sample.response is None:
            found[criterion.id] = Verdict(
                outcome=Outcome.SKIPPED, reason="there is no response to score"
            )
            continue
        lacking = () if is_complete else missing_inputs((criterion,), sample, see)
        if lacking:
            found[criterion.id] = Verdict(
                outcome=Outcome.SKIPPED, reason=f"the sample has no {lacking[0].value}"
            )
    return found


def _minimum(criterion: Criterion, status: str) -> Verdict:
    if isinstance(criterion.scale, NominalScale):
        return Verdict(
            outcome=Outcome.NOT_APPLICABLE,
            reason=f"the response is {status}, and a nominal scale has no minimum",
        )
    return Verdict(
        outcome=Outcome.SCORED,
        value=criterion.scale.minimum,
        reason=f"the response is {status}: the scale's minimum, {WITHOUT_JUDGE}",
    )


def combine(
    rubric: Rubric, scorer: str, sample_id: str, members: Sequence[tuple[Verdicts, str | None]]
) -> Score:
    """Return the score of one sample from its judgements.

    Args:
        rubric: What was judged.
        scorer: Name of the scorer.
        sample_id: Id of the sample.
        members: Verdicts and reply digest of each repeat, at least one.
    """
    single = [_score(rubric, scorer, sample_id, verdicts, digest) for verdicts, digest in members]
    if len(single) == 1:
        return single[0]
    merged = {
        criterion.id: _merge(criterion, [verdicts[criterion.id] for verdicts, _ in members])
        for criterion in rubric.criteria
    }
    digests = [digest for _, digest in members]
    whole = _score(
        rubric,
        scorer,
        sample_id,
        merged,
        digest_value(digests) if any(digest is not None for digest in digests) else None,
    )
    kept = tuple(
        Member(
            repeat=number,
            outcome=score.outcome,
            value=score.value,
            criteria=score.criteria,
            reply_digest=score.reply_digest,
        )
        for number, score in enumerate(single)
    )
    return whole.model_copy(update={"members": kept})


def _merge(criterion: Criterion, verdicts: Sequence[Verdict]) -> Verdict:
    """Return the mean of the repeats, or the label that most gave; one that failed is no mean."""
    failed = next((v for v in verdicts if v.outcome not in FINISHED), None)
    if failed is not None:
        return Verdict(outcome=failed.outcome, reason=f"a repeat failed: {failed.reason}")
    applicable = [verdict for verdict in verdicts if verdict.outcome is Outcome.SCORED]
    if 0 < len(applicable) < len(verdicts):
        return Verdict(
            outcome=Outcome.CANNOT_ASSESS, reason="the repeats disagree on whether it applies"
        )
    if not applicable:
        return Verdict(outcome=Outcome.NOT_APPLICABLE, reason=verdicts[0].reason)
    if isinstance(criterion.scale, NominalScale):
        return _majority([str(verdict.value) for verdict in applicable])
    values = [float(verdict.value or 0) for verdict in applicable]
    mean = sum(values) / len(values)
    return Verdict(
        outcome=Outcome.SCORED,
        value=int(mean) if mean.is_integer() else mean,
        reason=f"mean of {len(values)} repeats",
    )


def _majority(labels: Sequence[str]) -> Verdict:
    best = max(labels, key=labels.count)
    count = labels.count(best)
    if any(labels.count(label) == count for label in labels if label != best):
        return Verdict(outcome=Outcome.CANNOT_ASSESS, reason="the repeats tie")
    return Verdict(
        outcome=Outcome.SCORED, value=best, reason=f"given by {count} of {len(labels)} repeats"
    )


def _score(
    rubric: Rubric, scorer: str, sample_id: str, verdicts: Verdicts, digest: str | None
) -> Score:
    ordered = {criterion.id: verdicts[criterion.id] for criterion in rubric.criteria}
    outcome, reason = _outcome(rubric, ordered)
    value = None
    if outcome is Outcome.SCORED and isinstance(rubric.total, WeightedMeanTotal):
        share = weighted_mean(_parts(rubric, ordered, only_scored=True))
        value = None if share is None else _on_total(rubric.total, share)
    return Score(
        id=sample_id,
        scorer=scorer,
        outcome=outcome,
        value=value,
        reason=reason,
        criteria=ordered,
        reply_digest=digest,
    )


def _outcome(rubric: Rubric, verdicts: Verdicts) -> tuple[Outcome, str | None]:
    scored = [name for name, verdict in verdicts.items() if verdict.value is not None]
    failed = [name for name, verdict in verdicts.items() if verdict.outcome not in FINISHED]
    renormalises = (
        isinstance(rubric.total, WeightedMeanTotal) and rubric.total.missing == "renormalise"
    )
    if failed and not (renormalises and scored):
        first = verdicts[failed[0]]
        return first.outcome, f"{failed[0]}: {first.reason or first.outcome.value}"
    if not scored:
        return Outcome.NOT_APPLICABLE, "no criterion applies"
    if failed:
        return Outcome.SCORED, f"renormalised without {', '.join(failed)}"
    return Outcome.SCORED, None


def total_range(rubric: Rubric, score: Score) -> tuple[float, float] | None:
    """Return the lowest and highest total that a sample without one could have had.

    Criteria that were scored keep their values; the missing ones range over their scales.
    """
    if not isinstance(rubric.total, WeightedMeanTotal):
        return None
    parts = _parts(rubric, score.criteria, only_scored=False)
    if not parts:
        return rubric.total.minimum, rubric.total.maximum
    low, high = weighted_mean_range(parts)
    return _on_total(rubric.total, low), _on_total(rubric.total, high)


def _parts(rubric: Rubric, verdicts: Verdicts, *, only_scored: bool) -> list[Part]:
    parts = []
    for criterion in rubric.criteria:
        verdict = verdicts.get(criterion.id)
        value = None if verdict is None else verdict.value
        is_open = verdict is None or verdict.outcome is not Outcome.NOT_APPLICABLE
        if value is not None or (is_open and not only_scored):
            parts.append(Part(_share(criterion, value), criterion.weight or 0.0))
    return parts


def _share(criterion: Criterion, value: float | int | str | None) -> float | None:
    scale = criterion.scale
    if value is None or isinstance(value, str) or not isinstance(scale, OrdinalScale):
        return None
    return (value - scale.minimum) / (scale.maximum - scale.minimum)


def _on_total(total: WeightedMeanTotal, share: float) -> float:
    return round(total.minimum + share * (total.maximum - total.minimum), 10)
