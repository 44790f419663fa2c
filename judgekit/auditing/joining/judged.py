"""The judge's side of an audit: one scorer of a run, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from judgekit.auditing.panel import AuditScale, JudgeCell
from judgekit.errors import ConfigurationError, InputDataError
from judgekit.library import load_rubric, rubric_names
from judgekit.records.outcome import Outcome
from judgekit.records.rubric import NOT_APPLICABLE_VALUE, Criterion, Rubric, WeightedMeanTotal
from judgekit.records.scale import OrdinalScale
from judgekit.records.score import Score, Verdict
from judgekit.records.signature import Signature
from judgekit.runs.stored import StoredRun

TOTAL = "total"
"""What a rubric's total is called among criteria."""
GROUPING = ("level", "paradigm", "polarity", "system")


@dataclass(frozen=True)
class JudgedItem:
    """What one sample is, and what the scorer said of it.

    Attributes:
        id: The sample's id.
        case: Its case; None: none is declared.
        system: The system that wrote it; None: unknown.
        groups: Columns by which figures may be split.
        cells: What the scorer said under each of its criteria; "total" for the whole.
    """

    id: str
    case: str | None
    system: str | None
    groups: dict[str, str]
    cells: Mapping[str, JudgeCell]


@dataclass(frozen=True)
class Judged:
    """One scorer of a run.

    Attributes:
        scorer: Its name.
        is_metric: Whether it is a metric: one value a sample, no criteria of its own.
        rubric: The rubric it judged by, or for a metric the one that clinicians rated on; None:
            none is known.
        signature: What it measured.
        items: Every sample of the run, in input order.
    """

    scorer: str
    is_metric: bool
    rubric: Rubric | None
    signature: Signature | None
    items: tuple[JudgedItem, ...]

    @property
    def scales(self) -> dict[str, AuditScale]:
        """The scale of each of the rubric's criteria; empty without a rubric."""
        return {} if self.rubric is None else {c.id: scale_of(c) for c in self.rubric.criteria}


def scale_of(criterion: Criterion) -> AuditScale:
    """Return a criterion's scale as an audit needs it."""
    return AuditScale(
        levels=criterion.scale.values,
        is_ordered=isinstance(criterion.scale, OrdinalScale),
        extras=(NOT_APPLICABLE_VALUE,) if criterion.not_applicable is not None else (),
    )


def judged_of(stored: StoredRun, scorer: str | None, rubric: Rubric | None) -> Judged:
    """Return one scorer of a run.

    Args:
        stored: The run.
        scorer: Which one; None: the only one, or the only one with a rubric.
        rubric: The rubric it judged by; None: the one of that name which judgekit brings.

    Raises:
        ConfigurationError: No such scorer, or several and none named; the rubric is unknown.
        InputDataError: The scores were made by another version of the rubric.
    """
    name = _chosen(stored, scorer)
    label = stored.scorers.get(name, {}).get("rubric")
    short = None if name not in stored.signature else stored.signature[name].fields.get("rubric")
    is_metric = label is None and short is None
    found = rubric if is_metric else _rubric(name, label or short or "", rubric)
    kept = {score.id: score for score in stored.scores if score.scorer == name}
    return Judged(
        scorer=name,
        is_metric=is_metric,
        rubric=found,
        signature=stored.signature.get(name),
        items=tuple(
            _item(sample, kept.get(sample["id"]), None if is_metric else found)
            for sample in stored.samples
        ),
    )


def _chosen(stored: StoredRun, scorer: str | None) -> str:
    names = list(dict.fromkeys(score.scorer for score in stored.scores)) or list(stored.signature)
    listed = ", ".join(names)
    if scorer is not None:
        if scorer not in names:
            raise ConfigurationError(
                f"auditing {stored.source}: it has no scorer {scorer!r}; there are {listed}"
            )
        return scorer
    with_rubric = [name for name in names if _has_rubric(stored, name)]
    candidates = with_rubric or names
    if len(candidates) != 1:
        raise ConfigurationError(
            f"auditing {stored.source}: it has several scorers ({listed}); "
            "say which one with --scorer"
        )
    return candidates[0]


def _has_rubric(stored: StoredRun, name: str) -> bool:
    return name in stored.signature and "rubric" in stored.signature[name].fields


def _rubric(scorer: str, label: str, given: Rubric | None) -> Rubric:
    """Return the rubric behind "id@version:digest"."""
    identity, _, digest = label.partition(":")
    if given is None:
        name = identity.partition("@")[0]
        if name not in rubric_names():
            raise ConfigurationError(
                f"auditing {scorer!r}: its rubric {identity!r} does not come with judgekit; name "
                "its file with --rubric"
            )
        given = load_rubric(name)
    if not given.digest.startswith(digest):
        raise InputDataError(
            f"auditing {scorer!r}: the scores were made with rubric {identity} (digest "
            f"{digest[:12]}), but the one at hand is {given.id}@{given.version} (digest "
            f"{given.digest[:12]}): scales and meaning may differ; name the rubric that was used "
            "with --rubric, or score again"
        )
    return given


def _item(sample: Mapping[str, Any], score: Score | None, rubric: Rubric | None) -> JudgedItem:
    groups = {str(column): str(value) for column, value in sample["groups"].items()}
    for column in GROUPING:
        if sample[column] is not None:
            groups.setdefault(column, str(sample[column]))
    return JudgedItem(
        id=sample["id"],
        case=sample["case_id"],
        system=sample["system"],
        groups=groups,
        cells={} if score is None else _cells(score, rubric),
    )


def _cells(score: Score, rubric: Rubric | None) -> dict[str, JudgeCell]:
    whole = JudgeCell(
        outcome=score.outcome,
        value=score.value,
        reason=score.reason,
        repeats=tuple(member.value for member in score.members),
    )
    if rubric is None:
        return {TOTAL: whole}
    cells = {
        criterion.id: _cell(
            criterion,
            score.criteria.get(criterion.id),
            [member.criteria.get(criterion.id) for member in score.members],
            score,
        )
        for criterion in rubric.criteria
    }
    return {**cells, TOTAL: whole} if isinstance(rubric.total, WeightedMeanTotal) else cells


def _cell(
    criterion: Criterion, verdict: Verdict | None, repeats: Iterable[Verdict | None], score: Score
) -> JudgeCell:
    if verdict is None:
        return JudgeCell(outcome=score.outcome, value=None, reason=score.reason)
    return JudgeCell(
        outcome=verdict.outcome,
        value=_value(criterion, verdict),
        reason=verdict.reason,
        repeats=tuple(None if one is None else _value(criterion, one) for one in repeats),
    )


def _value(criterion: Criterion, verdict: Verdict) -> float | int | str | None:
    if verdict.outcome is Outcome.NOT_APPLICABLE and criterion.not_applicable is not None:
        return NOT_APPLICABLE_VALUE
    return verdict.value
