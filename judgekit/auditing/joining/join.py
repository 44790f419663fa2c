"""Scores and ratings joined by item: one panel a criterion, and what became of every item."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judgekit.auditing.data import Flow, UnlabelledItem
from judgekit.auditing.joining.flow import flow_of, leaving_of, unlabelled_items
from judgekit.auditing.joining.judged import TOTAL, Judged, JudgedItem
from judgekit.auditing.panel import Answer, AuditScale, JudgeCell, Panel
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.ratings.answers import shown_levels
from judgekit.auditing.ratings.table import ADJUDICATOR, Rating, RatingTable
from judgekit.errors import InputDataError
from judgekit.records.outcome import Outcome
from judgekit.records.rubric import NOT_APPLICABLE_VALUE

Cells = Mapping[str, Mapping[str, Mapping[str, Rating]]]
"""A rating by criterion, item and rater."""
NO_CELL = JudgeCell(
    outcome=Outcome.SKIPPED, value=None, reason="the run holds no score of this item"
)


class Joined(NamedTuple):
    """What an audit is computed from.

    Attributes:
        panels: One for each of the clinicians' criteria that the scorer has too.
        flow: What became of every item.
        unlabelled: Items of the run that nobody rated under some criterion.
        comments: What raters wrote, by criterion, item and rater.
        warnings: What was left aside, in sentences.
    """

    panels: tuple[Panel, ...]
    flow: Flow
    unlabelled: tuple[UnlabelledItem, ...]
    comments: dict[tuple[str, str, str], str]
    warnings: tuple[str, ...]


def join(
    judged: Judged,
    table: RatingTable,
    scales: Mapping[str, AuditScale],
    *,
    plan: AuditPlan | None = None,
    pairs: Mapping[str, str] | None = None,
    is_same_scale: bool = False,
) -> Joined:
    """Join one scorer's items with the ratings of them.

    Args:
        judged: The scorer.
        table: The ratings.
        scales: The clinicians' scale of each criterion, extras included.
        plan: What is left out; None: nothing.
        pairs: The scorer's criterion for one of the clinicians', where the names differ.
        is_same_scale: Whether a metric's values lie on the clinicians' scale, as a judge's scores
            do that came as a column.

    Raises:
        InputDataError: No item or no criterion is in both; an item's case differs between the two,
            or is known for some items only; an item was adjudicated twice.
    """
    cells = _by_criterion(table)
    matched, warnings = _matched(judged, scales, pairs or {})
    leaving = leaving_of(plan)
    cases = _cases(judged, table)
    by_id = {item.id: item for item in judged.items}
    rated = _rated(table, matched)
    excluded = {
        name: why
        for name in by_id
        if name in rated and (why := leaving.why(name, cases.get(name))) is not None
    }
    joined = [item for item in judged.items if item.id in rated and item.id not in excluded]
    if not joined and not excluded:
        raise _nothing_shared(by_id, rated)
    _check_cases(joined, cases)
    raters = sorted(
        {
            rating.rater
            for rating in table.ratings
            if rating.role != ADJUDICATOR and rating.rater not in leaving.raters
        }
    )
    panels = tuple(
        _panel(
            judged,
            criterion,
            own,
            scales[criterion],
            cells[criterion],
            joined,
            raters,
            cases,
            is_same_scale=is_same_scale,
        )
        for criterion, own in matched.items()
    )
    return Joined(
        panels=panels,
        flow=flow_of(judged, table, joined, excluded, leaving, cases),
        unlabelled=unlabelled_items(judged, panels, excluded, matched, leaving, cases),
        comments={
            (rating.criterion, rating.item, rating.rater): rating.comment
            for rating in table.ratings
            if rating.comment
        },
        warnings=tuple(warnings),
    )


def _by_criterion(table: RatingTable) -> dict[str, dict[str, dict[str, Rating]]]:
    cells: dict[str, dict[str, dict[str, Rating]]] = defaultdict(lambda: defaultdict(dict))
    for rating in table.ratings:
        cells[rating.criterion][rating.item][rating.rater] = rating
    return cells


def _matched(
    judged: Judged, scales: Mapping[str, AuditScale], pairs: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Return the scorer's criterion for each of the clinicians', and what has none."""
    own = {name for item in judged.items for name in item.cells}
    unknown = [criterion for criterion in pairs if criterion not in scales]
    if unknown:
        raise InputDataError(
            f"auditing {judged.scorer!r}: --pair names the criterion {unknown[0]!r}, which nobody "
            f"rated; the ratings have {', '.join(scales)}"
        )
    found: dict[str, str] = {}
    for criterion in scales:
        wanted = pairs.get(criterion, TOTAL if judged.is_metric else criterion)
        if wanted in own:
            found[criterion] = wanted
        elif criterion in pairs:
            raise InputDataError(
                f"auditing {judged.scorer!r}: --pair names its criterion {wanted!r}, which it does "
                f"not have; there are {', '.join(sorted(own))}"
            )
    left = [criterion for criterion in scales if criterion not in found]
    if not found:
        raise InputDataError(
            f"auditing {judged.scorer!r}: none of the rated criteria ({', '.join(scales)}) is one "
            f"of its own ({', '.join(sorted(own))}); name pairs with --pair RATED=OWN"
        )
    warnings = [
        f"{judged.scorer} has no criterion {criterion!r}: its ratings are left aside"
        for criterion in left
    ]
    return found, warnings


def _cases(judged: Judged, table: RatingTable) -> dict[str, str]:
    """Return the case of each item, from the run or from the ratings."""
    cases = {item.id: item.case for item in judged.items if item.case is not None}
    for rating in table.ratings:
        if rating.case is None:
            continue
        known = cases.setdefault(rating.item, rating.case)
        if known != rating.case:
            raise InputDataError(
                f"joining ratings: item {rating.item!r} belongs to case {known!r} in the run and "
                f"to {rating.case!r} in the ratings ({rating.place}); correct one of them"
            )
    return cases


def _check_cases(joined: Sequence[JudgedItem], cases: Mapping[str, str]) -> None:
    without = [item.id for item in joined if item.id not in cases]
    if without and len(without) < len(joined):
        raise InputDataError(
            f"joining ratings: item {without[0]!r} has no case while others have one; "
            "name a case for every item, or for none"
        )


def _rated(table: RatingTable, matched: Mapping[str, str]) -> set[str]:
    """Return the items of which something was said; a cell left empty says nothing."""
    return {
        rating.item
        for rating in table.ratings
        if rating.criterion in matched and rating.kind != "missing"
    }


def _nothing_shared(by_id: Mapping[str, JudgedItem], rated: set[str]) -> InputDataError:
    ours, theirs = next(iter(by_id), None), min(rated, default=None)
    return InputDataError(
        f"joining ratings: no item is in both; the run has {len(by_id)} such as {ours!r}, the "
        f"ratings {len(rated)} such as {theirs!r}; the ratings' item column must hold the run's ids"
    )


def _panel(
    judged: Judged,
    criterion: str,
    own: str,
    scale: AuditScale,
    cells: Mapping[str, Mapping[str, Rating]],
    joined: Sequence[JudgedItem],
    raters: Sequence[str],
    cases: Mapping[str, str],
    *,
    is_same_scale: bool,
) -> Panel:
    items = [item for item in joined if cells.get(item.id)]
    judge = tuple(item.cells.get(own, NO_CELL) for item in items)
    panel = Panel(
        criterion=criterion,
        name=_name_of(judged, criterion),
        scale=scale,
        is_on_scale=is_same_scale or _shares_scale(judged, own, scale),
        items=tuple(item.id for item in items),
        cases=_cases_of(items, cases),
        raters=tuple(raters),
        answers=tuple(tuple(_answer(cells[item.id].get(r)) for r in raters) for item in items),
        adjudicated=_adjudicated(criterion, cells, items),
        judge=judge,
        systems=tuple(item.system for item in items),
        groups=tuple(item.groups for item in items),
    )
    return _with_judges_answers(panel)


def _cases_of(items: Sequence[JudgedItem], cases: Mapping[str, str]) -> tuple[str, ...] | None:
    known = [cases[item.id] for item in items if item.id in cases]
    return tuple(known) if known else None


def _name_of(judged: Judged, criterion: str) -> str:
    names = {} if judged.rubric is None else {c.id: c.name for c in judged.rubric.criteria}
    return names.get(criterion, criterion)


def _shares_scale(judged: Judged, own: str, scale: AuditScale) -> bool:
    return (
        not judged.is_metric and own in judged.scales and judged.scales[own].levels == scale.levels
    )


def _answer(rating: Rating | None) -> Answer:
    return None if rating is None else rating.value


def _adjudicated(
    criterion: str, cells: Mapping[str, Mapping[str, Rating]], items: Sequence[JudgedItem]
) -> tuple[Answer, ...] | None:
    settled: list[Answer] = []
    is_any = False
    for item in items:
        given = [one for one in cells[item.id].values() if one.role == ADJUDICATOR]
        if len(given) > 1:
            raise InputDataError(
                f"joining ratings: item {item.id!r}, criterion {criterion!r} was adjudicated by "
                f"{given[0].rater!r} and {given[1].rater!r}; a settled answer is one"
            )
        is_any = is_any or bool(given)
        settled.append(given[0].value if given else None)
    return tuple(settled) if is_any else None


def _with_judges_answers(panel: Panel) -> Panel:
    """Add what the judge's answers need: its "not applicable", and values between the levels."""
    if not panel.is_on_scale:
        return panel
    scale = panel.scale
    between = set()
    for value in dict.fromkeys(panel.judged):
        if value is None or value in (*scale.levels, *scale.extras):
            continue
        if value == NOT_APPLICABLE_VALUE:
            scale = replace(scale, extras=(*scale.extras, NOT_APPLICABLE_VALUE))
        elif isinstance(value, str) or scale.span is None or not _within(value, scale.span):
            raise InputDataError(
                f"joining ratings, {panel.criterion!r}: the run has the value {value!r}, which is "
                f"not on the clinicians' scale ({shown_levels(scale)}); leave --same-scale out, or "
                "pair another criterion"
            )
        else:
            between.add(value)
    return replace(panel, scale=replace(scale, is_continuous=True) if between else scale)


def _within(value: float, span: tuple[float, float]) -> bool:
    return span[0] <= value <= span[1]
