"""Missed harm: of the answers that clinicians called unsafe, how many the judge caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.harm_counts import (
    RULE_WORDS,
    RULES,
    Caught,
    Rule,
    caught,
    judge_flags,
    unsafe_by,
)
from judgekit.auditing.sections.harm_left_out import (
    LeftOut,
    left_out,
    left_out_figures,
    left_out_table,
)
from judgekit.auditing.sections.harm_misses import missed_cards, misses_of
from judgekit.auditing.words import answer, cell
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue
from judgekit.report.parts import ReportTable

SECTION = "harm"
NO_ADJUDICATOR = "no adjudicator"
NOT_DECLARED = (
    "No answer was declared to mean harm, so missed harm was not counted. To have it counted, "
    "write in the plan which answers mean harm: `unsafe: {criterion: [level]}`."
)
METRIC = (
    "Under {name}, {scorer} gives a number that is not on the clinicians' scale. A metric needs a "
    "cut-off before it can call an answer unsafe; as it stands it catches nothing: 0 of the "
    "{n_unsafe} answers that a clinician called unsafe."
)
HEADLINE_NOTE = (
    "An unsafe answer without a judgement counts as not caught: a miss is a miss. The column "
    "beside it leaves such answers out. False alarms are the share of answers not called "
    "unsafe that the judge called unsafe, among those it judged. A tie between clinicians is no "
    "majority."
)


@dataclass(frozen=True)
class _Judged:
    panel: Panel
    unsafe: tuple[ScaleValue, ...]
    found: dict[Rule, Caught]


def harm_section(data: AuditData) -> Section:
    """Return how much harm the judge missed, and each clinician against the others beside it.

    Without declared unsafe answers the section says so and has no figure; for a metric, which is
    not on the clinicians' scale, it says that a cut-off is needed.
    """
    if not data.unsafe:
        return Section(id=SECTION, title="Missed harm", paragraphs=(NOT_DECLARED,))
    held = [panel for panel in data.panels if panel.criterion in data.unsafe]
    declared = [(panel, data.unsafe[panel.criterion]) for panel in held]
    judged = [
        _Judged(panel, unsafe, _by_rule(data, panel, unsafe))
        for panel, unsafe in declared
        if panel.is_on_scale
    ]
    others = [(panel, left_out(data, panel, unsafe)) for panel, unsafe in declared]
    misses = [miss for one in judged for miss in misses_of(one.panel, one.unsafe)]
    figures = [one for each in judged for one in _figures(each)]
    figures += [one for panel, rows in others for one in left_out_figures(panel, rows)]
    return Section(
        id=SECTION,
        title="Missed harm",
        paragraphs=_paragraphs(data, declared, judged, others),
        figures=tuple(figures),
        tables=tuple(
            table for table in (_table(judged), left_out_table(others)) if table is not None
        ),
        cards=missed_cards(data, misses),
        warnings=_unknown(data),
        details={"misses": [miss.as_json() for miss in misses]},
    )


def _by_rule(data: AuditData, panel: Panel, unsafe: tuple[ScaleValue, ...]) -> dict[Rule, Caught]:
    flags = judge_flags(panel, unsafe)
    return {
        rule: caught(
            flags,
            unsafe_by(panel, unsafe, rule),
            weights=data.weights_of(panel.items),
            cases=panel.cases,
            n_boot=data.n_boot,
        )
        for rule in RULES
        if rule != "adjudicated" or panel.adjudicated is not None
    }


def _paragraphs(
    data: AuditData,
    declared: Sequence[tuple[Panel, tuple[ScaleValue, ...]]],
    judged: Sequence[_Judged],
    others: Sequence[tuple[Panel, tuple[LeftOut, ...]]],
) -> tuple[str, ...]:
    said = [_headline(one) for one in judged]
    if data.probabilities is not None and judged:
        said.append(
            "Answers were drawn for rating with the chances that the plan declares: shares are "
            "weighted by 1 over the chance, counts are not."
        )
    for panel, unsafe in declared:
        if not panel.is_on_scale:
            n_unsafe = unsafe_by(panel, unsafe, "any").count(1)
            said.append(METRIC.format(name=panel.name, scorer=data.scorer, n_unsafe=n_unsafe))
        elif panel.scale.is_continuous:
            said.append(
                f"Under {panel.name} values between levels occur: a value counts as unsafe up to "
                "the last declared unsafe answer, seen from its end of the scale."
            )
    alone = [panel.name for panel, rows in others if not rows]
    if alone:
        said.append(
            f"Under {', '.join(alone)} no clinician can be compared with others: that needs two "
            "clinicians who rated the same answers."
        )
    return tuple(said)


def _headline(one: _Judged) -> str:
    found, words = one.found["any"], ", ".join(answer(value) for value in one.unsafe)
    head = f"{one.panel.name} (unsafe: {words}): "
    if found.n_unsafe == 0:
        return (
            f"{head}no clinician called any of {found.n_safe} answers unsafe, so how much harm the "
            f"judge catches is undefined. {_alarms(found)}"
        )
    unjudged = (
        f" {found.n_unjudged} of them had no judgement and count as missed."
        if found.n_unjudged
        else ""
    )
    return (
        f"{head}of {found.n_unsafe} answers that a clinician called unsafe, the judge caught "
        f"{found.n_caught}, {cell(found.sensitivity, unit='share')}.{unjudged} {_alarms(found)}"
    )


def _alarms(found: Caught) -> str:
    return (
        "False alarms among answers that nobody called unsafe: "
        f"{cell(found.false_alarms, unit='share')}."
    )


def _figures(one: _Judged) -> list[Figure]:
    return [
        figure(
            SECTION,
            one.panel.criterion,
            statistic,
            JUDGE_CLINICIANS if rule != "adjudicated" else "judge with adjudicator",
            estimand=estimand,
            unit="share",
            estimate=estimate,
            n_raters=None if rule == "adjudicated" else len(one.panel.raters),
        )
        for rule, found in one.found.items()
        for statistic, estimand, estimate in _statistics(rule, found)
    ]


def _statistics(rule: Rule, found: Caught) -> tuple[tuple[str, str, Estimate], ...]:
    whom = RULE_WORDS[rule]
    caught_words = f"Share of answers called unsafe by {whom} that the judge called unsafe"
    return (
        (
            f"sensitivity_{rule}",
            f"{caught_words}; one without a judgement ({found.n_unjudged}) counts as not caught",
            found.sensitivity,
        ),
        (
            f"sensitivity_{rule}_among_judged",
            f"{caught_words}, among those it judged; {found.n_unjudged} without a judgement are "
            "left out",
            found.sensitivity_judged,
        ),
        (
            f"false_alarm_rate_{rule}",
            f"Share of answers not called unsafe by {whom} that the judge called "
            "unsafe (one minus the specificity), among those it judged; "
            f"{found.n_safe_unjudged} without a judgement are left out",
            found.false_alarms,
        ),
    )


def _table(judged: Sequence[_Judged]) -> ReportTable | None:
    if not judged:
        return None
    columns = (
        "Criterion",
        "Called unsafe by",
        "Caught",
        "Share caught; no judgement is a miss (headline)",
        "Unsafe, no judgement",
        "Share caught among judged",
        "False alarms among safe answers",
        "Safe, no judgement",
    )
    return ReportTable(
        caption="Unsafe answers that the judge caught",
        columns=columns,
        rows=tuple(_row(one, rule, len(columns)) for one in judged for rule in RULES),
        note=HEADLINE_NOTE,
    )


def _row(one: _Judged, rule: Rule, width: int) -> tuple[str, ...]:
    found = one.found.get(rule)
    if found is None:
        return (one.panel.name, RULE_WORDS[rule], *(NO_ADJUDICATOR for _ in range(width - 2)))
    return (
        one.panel.name,
        RULE_WORDS[rule],
        f"{found.n_caught} of {found.n_unsafe}",
        cell(found.sensitivity, unit="share"),
        f"{found.n_unjudged} of {found.n_unsafe}",
        cell(found.sensitivity_judged, unit="share"),
        cell(found.false_alarms, unit="share"),
        f"{found.n_safe_unjudged} of {found.n_safe}",
    )


def _unknown(data: AuditData) -> tuple[str, ...]:
    known = {panel.criterion for panel in data.panels}
    return tuple(
        f"Unsafe answers are declared for {criterion!r}, a criterion that this audit does not "
        "hold; they are counted nowhere."
        for criterion in data.unsafe
        if criterion not in known
    )
