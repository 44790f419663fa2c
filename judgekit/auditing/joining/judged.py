"""The judge's side of an audit: one scorer of a run, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from judgekit.auditing.panel import AuditScale, JudgeCell
from judgekit.errors import ConfigurationError, InputDataError
from judgekit.library import load_rubric, rubric_names
from judgekit.records.outcome import FINISHED, Outcome
from judgekit.records.rubric import NOT_APPLICABLE_VALUE, Criterion, Rubric, WeightedMeanTotal
from judgekit.records.scale import OrdinalScale, ScaleValue
from judgekit.records.score import Score, Verdict
from judgekit.records.signature import Signature
from judgekit.runs.sample_names import NAMES
from judgekit.runs.stored import StoredRun

TOTAL = "total"
"""What a rubric's total is called among criteria."""
PARTIAL_TOTAL = "renormalised without"
"""How the reason of a total begins that lacks a criterion: it is no answer here."""
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

    Returns:
        Its items. A total that lacks a criterion (`missing: renormalise`) is no answer: its cell
        has the outcome of the criterion that failed, no value, and the reason.

    Raises:
        ConfigurationError: No such scorer, or several and none named; the rubric is unknown.
        InputDataError: The scores were made by another version of the rubric; samples and scores
            of the run do not go together, or a score is off the rubric's scale.
    """
    name = _chosen(stored, scorer)
    label = stored.scorers.get(name, {}).get("rubric")
    short = None if name not in stored.signature else stored.signature[name].fields.get("rubric")
    is_metric = label is None and short is None
    found = rubric if is_metric else _rubric(name, label or short or "", rubric)
    kept = _kept_scores(stored, name)
    return Judged(
        scorer=name,
        is_metric=is_metric,
        rubric=found,
        signature=stored.signature.get(name),
        items=tuple(
            _item(sample, kept[sample["id"]], None if is_metric else found)
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


def _kept_scores(stored: StoredRun, name: str) -> dict[str, Score]:
    """Return the scorer's score of every sample; a run has one of each, skipped ones included."""
    kept: dict[str, Score] = {}
    ids: set[str] = set()
    for sample in stored.samples:
        if not isinstance(sample, Mapping) or not set(NAMES) <= sample.keys():
            raise _damaged(stored, f"a sample must name {', '.join(NAMES)}: {sample!r}")
        if sample["id"] in ids:
            raise _damaged(stored, f"sample {sample['id']!r} stands twice")
        ids.add(sample["id"])
    for score in stored.scores:
        if score.scorer != name:
            continue
        if score.id in kept:
            raise _damaged(stored, f"sample {score.id!r} was scored twice by {name!r}")
        if score.id not in ids:
            raise _damaged(stored, f"a score of {score.id!r} belongs to none of its samples")
        kept[score.id] = score
    bare = ids - kept.keys()
    if bare:
        why = f"{len(bare)} of {len(ids)} samples have no score, such as {min(bare)!r}"
        raise _damaged(stored, why)
    return kept


def _damaged(stored: StoredRun, why: str) -> InputDataError:
    return InputDataError(
        f"auditing {stored.source}: its files are damaged ({why}); run judgekit score once more "
        "with the same --out"
    )


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


def _item(sample: Mapping[str, Any], score: Score, rubric: Rubric | None) -> JudgedItem:
    groups = {str(column): str(value) for column, value in sample["groups"].items()}
    for column in GROUPING:
        if sample[column] is not None:
            groups.setdefault(column, str(sample[column]))
    return JudgedItem(
        id=sample["id"],
        case=sample["case_id"],
        system=sample["system"],
        groups=groups,
        cells=_cells(score, rubric),
    )


def _cells(score: Score, rubric: Rubric | None) -> dict[str, JudgeCell]:
    whole = JudgeCell(
        outcome=score.outcome,
        value=score.value,
        reason=score.reason,
        repeats=tuple(
            None if _failed(member.criteria) else member.value for member in score.members
        ),
    )
    if rubric is None:
        return {TOTAL: whole}
    failed = _failed(score.criteria)
    if failed and score.value is not None:
        # A clinician's total has every criterion: this one is not like it.
        reason = f"{PARTIAL_TOTAL} {', '.join(failed)}"
        outcome = score.criteria[failed[0]].outcome
        whole = replace(whole, outcome=outcome, value=None, reason=reason)
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


def _failed(verdicts: Mapping[str, Verdict]) -> list[str]:
    """Return the criteria that are open: neither scored nor not applicable."""
    return [name for name, verdict in verdicts.items() if verdict.outcome not in FINISHED]


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
    if verdict.value is not None and not _is_within(criterion, verdict.value):
        raise InputDataError(
            f"reading the judge's scores: criterion {criterion.id!r} was given {verdict.value!r}, "
            f"which is not within its scale ({criterion.scale.values[0]!r} to "
            f"{criterion.scale.values[-1]!r}); run judgekit score once more with the same --out"
        )
    return verdict.value


def _is_within(criterion: Criterion, value: ScaleValue) -> bool:
    """Return whether a score can be one; the mean of repeats lies between levels."""
    scale = criterion.scale
    if isinstance(scale, OrdinalScale):
        return not isinstance(value, str) and scale.minimum <= value <= scale.maximum
    return value in scale.values
