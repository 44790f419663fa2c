"""The item browser: failures first, at most 500, each with all that was read and said about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from judgekit.records.choice import Choice
from judgekit.records.outcome import Outcome
from judgekit.records.score import Evidence, Member, Score, Verdict
from judgekit.records.summary import Summary
from judgekit.report.figures import UNSTATED, Shown
from judgekit.report.numbers import format_count, format_value
from judgekit.report.outcomes import is_failure, label_of
from judgekit.report.parts import ReportItem, ReportPart

MAX_ITEMS = 500
FAILED = "failed"
Names = Mapping[tuple[str, str | None], str]


class Chip(NamedTuple):
    """A figure in an item's headline: its name, and its value or its outcome."""

    name: str
    text: str
    is_failure: bool


NOT_REACHED = Chip("no score", "no scorer has reached it", is_failure=True)


class Quote(NamedTuple):
    """A passage that the judge quotes, and whether it stands where the judge says."""

    text: str
    source: str
    is_verified: bool


class VerdictView(NamedTuple):
    """One criterion of an item."""

    name: str
    value: Shown
    reason: Shown
    evidence: tuple[Quote, ...]
    is_failure: bool


class RepeatView(NamedTuple):
    """One of several judgements of an item."""

    number: str
    value: Shown
    criteria: tuple[tuple[str, Shown], ...]


class ScoreView(NamedTuple):
    """One scorer's say on an item."""

    scorer: str
    value: Shown
    reason: str | None
    choice: str | None
    reply_digest: str | None
    verdicts: tuple[VerdictView, ...]
    repeats: tuple[RepeatView, ...]
    is_failure: bool


class MarkView(NamedTuple):
    """An input with a marked passage."""

    label: str
    before: str
    marked: str
    after: str


class ItemView(NamedTuple):
    """One item; `outcomes` are the words its filter knows."""

    id: str
    case_id: str | None
    outcomes: tuple[str, ...]
    is_failure: bool
    chips: tuple[Chip, ...]
    scores: tuple[ScoreView, ...]
    inputs: tuple[tuple[str, str], ...]
    replies: tuple[tuple[str, str], ...]
    mark: MarkView | None


class Browser(NamedTuple):
    """The items shown, how many there are, and what can be filtered by."""

    items: tuple[ItemView, ...]
    sentence: str
    filters: tuple[tuple[str, str, str], ...]
    cells: tuple[tuple[str, str, str], ...]


def view_browser(part: ReportPart) -> Browser:
    """Return the first 500 items with the failures in front, and the sentence that says so."""
    ordered = sorted(part.items, key=lambda item: not _has_failed(item))
    names: Names = {}
    if part.summary is not None:
        names = {(row.scorer, row.criterion): row.name for row in part.summary.rows}
    shown = ordered[:MAX_ITEMS]
    words = {
        tag: f"cell-{number}"
        for number, tag in enumerate(dict.fromkeys(tag for item in shown for tag in item.tags))
    }
    items = tuple(_view_item(item, names, words) for item in shown)
    return Browser(
        items=items,
        sentence=_sentence(len(items), _total(part)),
        filters=tuple(_filters(items)),
        cells=tuple(
            (word, tag, format_count(sum(tag in item.tags for item in shown)))
            for tag, word in words.items()
        ),
    )


def _total(part: ReportPart) -> int:
    if part.n_items_total is not None:
        return max(part.n_items_total, len(part.items))
    return max(len(part.items), _n_rows(part.summary))


def _n_rows(summary: Summary | None) -> int:
    if summary is None:
        return 0
    return summary.n_input if summary.limit is None else min(summary.limit, summary.n_input)


def _sentence(n_shown: int, n_total: int) -> str:
    total = format_count(n_total)
    if n_shown == 0:
        return f"None of the {total} items is shown on this page."
    if n_shown == n_total:
        return f"All {total} items, those with a missing value first."
    cap = f" This page shows at most {MAX_ITEMS}." if n_shown == MAX_ITEMS else ""
    return (
        f"{format_count(n_shown)} of {total} items, those with a missing value first.{cap} "
        "The file scores.jsonl holds all of them."
    )


def _filters(items: Sequence[ItemView]) -> Iterator[tuple[str, str, str]]:
    """Yield each word the items can be filtered by, its label and the number of such items."""
    n_failed = sum(item.is_failure for item in items)
    if n_failed:
        yield FAILED, "a value is missing", format_count(n_failed)
    for outcome in Outcome:
        count = sum(outcome.value in item.outcomes for item in items)
        if count:
            yield outcome.value, label_of(outcome.value), format_count(count)


def _outcomes_of(item: ReportItem) -> Iterator[Outcome]:
    for score in item.scores:
        yield score.outcome
        for verdict in score.criteria.values():
            yield verdict.outcome


def _has_failed(item: ReportItem) -> bool:
    return not item.scores or any(is_failure(outcome) for outcome in _outcomes_of(item))


def _view_item(item: ReportItem, names: Names, cells: Mapping[str, str]) -> ItemView:
    has_failed = _has_failed(item)
    present = set(_outcomes_of(item))
    words = tuple(outcome.value for outcome in Outcome if outcome in present)
    return ItemView(
        id=item.id,
        case_id=item.case_id,
        outcomes=(
            *((FAILED,) if has_failed else ()),
            *words,
            *(cells[tag] for tag in item.tags),
        ),
        is_failure=has_failed,
        chips=tuple(_chips(item.scores, names)) or (NOT_REACHED,),
        scores=tuple(_view_score(score, names) for score in item.scores),
        inputs=item.inputs,
        replies=item.replies,
        mark=_mark(item),
    )


def _mark(item: ReportItem) -> MarkView | None:
    if item.mark is None:
        return None
    label, start, end = item.mark
    text = next((text for name, text in item.inputs if name == label), "")
    return MarkView(label, text[:start], text[start:end], text[end:]) if text[start:end] else None


def _chips(scores: Sequence[Score], names: Names) -> Iterator[Chip]:
    """Yield a chip for each score and criterion; once where everything failed alike."""
    for score in scores:
        yield Chip(score.scorer, _brief(score), is_failure(score.outcome))
        if is_failure(score.outcome) and _ends_alike(score):
            continue
        for criterion, verdict in score.criteria.items():
            name = names.get((score.scorer, criterion), criterion)
            yield Chip(name, _brief(verdict), is_failure(verdict.outcome))


def _ends_alike(score: Score) -> bool:
    return all(verdict.outcome == score.outcome for verdict in score.criteria.values())


def _brief(judged: Score | Verdict) -> str:
    return label_of(judged.outcome.value) if judged.value is None else format_value(judged.value)


def _view_score(score: Score, names: Names) -> ScoreView:
    return ScoreView(
        scorer=score.scorer,
        value=_value(score),
        reason=score.reason,
        choice=None if score.choice is None else _choice(score.choice),
        reply_digest=score.reply_digest,
        verdicts=tuple(
            _view_verdict(names.get((score.scorer, criterion), criterion), verdict)
            for criterion, verdict in score.criteria.items()
        ),
        repeats=tuple(_view_repeat(member, score.scorer, names) for member in score.members),
        is_failure=is_failure(score.outcome),
    )


def _choice(choice: Choice) -> str:
    labels = ", ".join(choice.labels)
    found = labels if choice.status == "answered" else f"{choice.status} ({choice.reason})"
    return f"{found}, by the rule '{choice.rule}'" if choice.rule else found


def _view_verdict(name: str, verdict: Verdict) -> VerdictView:
    return VerdictView(
        name=name,
        value=_value(verdict),
        reason=Shown(None, "no reason was given") if not verdict.reason else Shown(verdict.reason),
        evidence=tuple(_quote(evidence) for evidence in verdict.evidence),
        is_failure=is_failure(verdict.outcome),
    )


def _view_repeat(member: Member, scorer: str, names: Names) -> RepeatView:
    return RepeatView(
        number=str(member.repeat + 1),
        value=_value(member),
        criteria=tuple(
            (names.get((scorer, criterion), criterion), _value(verdict))
            for criterion, verdict in member.criteria.items()
        ),
    )


def _value(judged: Score | Verdict | Member) -> Shown:
    if judged.value is not None:
        return Shown(format_value(judged.value))
    if judged.outcome is Outcome.SCORED:
        return Shown(None, "scored by criterion, without a total")
    return Shown(None, label_of(judged.outcome.value) or UNSTATED)


def _quote(evidence: Evidence) -> Quote:
    return Quote(evidence.quote, label_of(evidence.source), evidence.verified)
