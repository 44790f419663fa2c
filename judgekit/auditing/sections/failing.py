"""Where the judge fails: how near it is to clinicians by group, and what it left unjudged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.failing_groups import Grouping, groupings
from judgekit.auditing.sections.side_by_side import (
    all_answers,
    exact_agreement,
    levels,
    mean_distance,
)
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.records.outcome import FINISHED, Outcome
from judgekit.report.parts import ReportTable

SECTION = "failing"
TITLE = "Where the judge fails"
PAIRS = "Pairs are of an answer and a clinician"
CHANCE = (
    "Small groups differ by chance alone. Where a group's interval holds the figure of all items, "
    "these data do not tell the two apart."
)
EXPLORATORY = (
    "No subgroups were declared beforehand: the split by every column of 2 to 12 values is "
    "exploratory, and none of its differences is a finding."
)
METRIC = (
    "Under {names}, {scorer} gives numbers that are not on the clinicians' scale: how near it is "
    "to them cannot be said in any group."
)


@dataclass(frozen=True)
class _Closeness:
    """How near the judge is to clinicians in one group of items; () for all of them."""

    panel: Panel
    heading: str
    group: tuple[tuple[str, str], ...]
    n_items: int
    n_judged_items: int
    estimate: Estimate


def failing_section(data: AuditData) -> Section:
    """Return closeness by system, subgroup and unanimity of clinicians, and outcomes.

    Closeness is exact agreement for labels, and the mean distance in points for numbers,
    over pairs of an item and a clinician. Items that state no group are a group of their own.
    """
    judged = [panel for panel in data.panels if panel.is_on_scale]
    found = [one for panel in judged for one in _by_group(panel, data)]
    tables = [_table(panel, [one for one in found if one.panel is panel]) for panel in judged]
    return Section(
        id=SECTION,
        title=TITLE,
        paragraphs=_paragraphs(data, judged),
        figures=tuple(_figure(one) for one in found),
        tables=(*tables, _outcome_table(data.panels)) if data.panels else (),
        details={"outcomes": {panel.criterion: dict(_outcomes(panel)) for panel in data.panels}},
    )


def _by_group(panel: Panel, data: AuditData) -> list[_Closeness]:
    rows = [_closeness(panel, "All items", (), panel, data)]
    for grouping in groupings(panel, data.subgroups):
        for value in grouping.groups:
            part = panel.at(_belongs(grouping, value).__contains__)
            rows.append(
                _closeness(
                    part,
                    f"{grouping.heading}: {value}",
                    ((grouping.column, value),),
                    panel,
                    data,
                )
            )
    return rows


def _belongs(grouping: Grouping, value: str) -> set[int]:
    return {place for place, group in enumerate(grouping.values) if group == value}


def _closeness(
    part: Panel, heading: str, group: tuple[tuple[str, str], ...], whole: Panel, data: AuditData
) -> _Closeness:
    has_labels = part.scale.span is None
    pairs = all_answers(part) if has_labels else levels(part)
    estimate = (
        exact_agreement(pairs, part.scale, data)
        if has_labels
        else mean_distance(pairs, part.scale.span, data)
    )
    return _Closeness(whole, heading, group, len(part), pairs.n_items, estimate)


def _measure(panel: Panel) -> tuple[str, str, str]:
    """Return statistic, unit and estimand of closeness under a criterion."""
    if panel.scale.span is None:
        words = (
            "Share of pairs of an item and a clinician in which both gave the same answer, answers "
            "beside the scale being answers like the levels."
        )
        return "exact_agreement_all_answers_over_pairs", "share", words
    words = (
        "Mean absolute difference of the judge's from a clinician's level, over pairs of an item "
        "and a clinician in which both gave one."
    )
    return "mean_absolute_error_over_pairs", "points", words


def _paragraphs(data: AuditData, judged: Sequence[Panel]) -> tuple[str, ...]:
    said = [CHANCE] if judged else []
    off = [panel.name for panel in data.panels if not panel.is_on_scale]
    if off:
        said.append(METRIC.format(names=", ".join(off), scorer=data.scorer))
    if judged and not data.subgroups:
        said.append(EXPLORATORY)
    for name in data.subgroups:
        if not any(name in row for panel in data.panels for row in panel.groups):
            said.append(f"The declared subgroup {name!r} is a column that no item has.")
    if judged and not any(len(set(panel.systems) - {None}) > 1 for panel in judged):
        said.append("Fewer than two systems are known: there is no split by system.")
    said += [_unjudged(panel) for panel in data.panels]
    return tuple(said) or ("No criterion was rated: there is nothing to compare.",)


def _unjudged(panel: Panel) -> str:
    failed = sum(count for name, count in _outcomes(panel).items() if Outcome(name) not in FINISHED)
    return f"{panel.name}: {failed} of {len(panel)} items have no judgement."


def _outcomes(panel: Panel) -> Counter[str]:
    return Counter(cell.outcome.value for cell in panel.judge)


def _figure(one: _Closeness) -> Figure:
    statistic, unit, estimand = _measure(one.panel)
    return figure(
        SECTION,
        one.panel.criterion,
        statistic,
        JUDGE_CLINICIANS,
        estimand=estimand,
        unit=unit,
        estimate=one.estimate,
        n_raters=len(one.panel.raters),
        n_items=one.n_judged_items,
        group=dict(one.group),
    )


def _table(panel: Panel, rows: Sequence[_Closeness]) -> ReportTable:
    is_share = _measure(panel)[1] == "share"
    return ReportTable(
        caption=f"{panel.name}: how near the judge is to a clinician, by group",
        columns=(
            "Items",
            "Same answer as a clinician" if is_share else "Mean distance from a clinician, points",
            "Items that entered",
        ),
        rows=tuple(
            (one.heading, _cell(_figure(one)), f"{one.n_judged_items} of {one.n_items}")
            for one in rows
        ),
        note=(
            f"{'More' if is_share else 'Less'} is nearer. {PAIRS}, G the cases among them. "
            "Unanimous: all clinicians of an item, two or more, gave the same answer."
        ),
    )


def _cell(made: Figure) -> str:
    return cell(made.estimate, unit=made.unit, n_pairs=made.n_pairs)


def _outcome_table(panels: Sequence[Panel]) -> ReportTable:
    counts = [(panel, _outcomes(panel)) for panel in panels]
    shown = [one for one in Outcome if any(one.value in found for _, found in counts)]
    return ReportTable(
        caption="What became of each judgement",
        columns=("Criterion", "Items", *(one.value.replace("_", " ") for one in shown)),
        rows=tuple(
            (panel.name, str(len(panel)), *(str(found[one.value]) for one in shown))
            for panel, found in counts
        ),
        note="An item without a judgement has no value; none was put in its place.",
    )
