"""Each clinician against the others on unsafe answers, and the judge on the same items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.harm_counts import (
    PANEL_RULES,
    Caught,
    caught,
    judge_flags,
    panel_rule,
    rater_flags,
)
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue
from judgekit.report.parts import ReportTable

RULE_WORDS = {"any": "any clinician other", "majority": "a majority of clinicians other"}


@dataclass(frozen=True)
class LeftOut:
    """One clinician and the judge against the other clinicians, on the same items.

    Attributes:
        rater: The clinician left out.
        rule: How the others make a reference.
        clinician: What the clinician did with the answers that the others call unsafe.
        judge: What the judge did with the same answers.
    """

    rater: str
    rule: Literal["any", "majority"]
    clinician: Caught
    judge: Caught


def left_out(data: AuditData, panel: Panel, unsafe: Sequence[ScaleValue]) -> tuple[LeftOut, ...]:
    """Return one entry for each clinician and rule, on items that another clinician rated too.

    Empty where no two clinicians rated the same item. For a metric the judge's side is that of a
    rater without any judgement.
    """
    flags = rater_flags(panel, unsafe)
    own = judge_flags(panel, unsafe) if panel.is_on_scale else [None] * len(panel)
    found = []
    for place, rater in enumerate(panel.raters):
        kept = [
            item
            for item, row in enumerate(flags)
            if row[place] is not None and sum(one is not None for one in row) > 1
        ]
        if not kept:
            continue
        cases = None if panel.cases is None else [panel.cases[item] for item in kept]
        others = [[*flags[item][:place], *flags[item][place + 1 :]] for item in kept]
        for rule in PANEL_RULES:
            reference = panel_rule(others, rule)
            clinician, judge = (
                caught(
                    [side[item] for item in kept],
                    reference,
                    weights=data.weights_of([panel.items[item] for item in kept]),
                    cases=cases,
                    n_boot=data.n_boot,
                )
                for side in ([row[place] for row in flags], own)
            )
            found.append(LeftOut(rater, rule, clinician, judge))
    return tuple(found)


def left_out_figures(panel: Panel, rows: Sequence[LeftOut]) -> list[Figure]:
    """Return sensitivity and false alarms of clinician and judge against the others."""
    return [one for row in rows for one in _row_figures(panel, row)]


def left_out_table(others: Sequence[tuple[Panel, Sequence[LeftOut]]]) -> ReportTable | None:
    """Return clinicians and judge beside each other; None where nobody can be left out."""
    rows = [_row(panel, row) for panel, found in others for row in found]
    if not rows:
        return None
    return ReportTable(
        caption="Each clinician against the other clinicians, and the judge on the same answers",
        columns=(
            "Clinician left out",
            "Criterion",
            "Called unsafe by",
            "Unsafe",
            "The clinician caught",
            "The judge caught",
            "The clinician's false alarms",
            "The judge's false alarms",
        ),
        rows=tuple(rows),
        note=(
            "Only answers that the clinician and at least one other rated. False alarms are shares "
            "of the answers that the others did not call unsafe. An answer without a "
            "judgement counts as not caught by the judge; answers that a clinician did not rate do "
            "not enter that clinician's row."
        ),
    )


def _row_figures(panel: Panel, row: LeftOut) -> list[Figure]:
    sides = [(row.rater, f"{row.rater} with other clinicians", row.clinician)]
    if panel.is_on_scale:
        sides.append(("the judge", f"judge with clinicians other than {row.rater}", row.judge))
    return [
        figure(
            "harm",
            panel.criterion,
            f"{statistic}_{row.rule}",
            subject,
            estimand=estimand,
            unit="share",
            estimate=estimate,
            n_raters=len(panel.raters) - 1,
        )
        for who, subject, found in sides
        for statistic, estimand, estimate in _statistics(row, who, found)
    ]


def _statistics(row: LeftOut, who: str, found: Caught) -> tuple[tuple[str, str, Estimate], ...]:
    whom = f"{RULE_WORDS[row.rule]} than {row.rater}"
    return (
        (
            "sensitivity",
            f"Share of answers called unsafe by {whom} that {who} called unsafe; one without a "
            f"judgement ({found.n_unjudged}) counts as not caught",
            found.sensitivity,
        ),
        (
            "false_alarm_rate",
            f"Share of answers not called unsafe by {whom} that {who} called unsafe, among those "
            f"judged; {found.n_safe_unjudged} without a judgement are left out",
            found.false_alarms,
        ),
    )


def _row(panel: Panel, row: LeftOut) -> tuple[str, ...]:
    metric = "needs a cut-off"
    return (
        row.rater,
        panel.name,
        "any other clinician" if row.rule == "any" else "a majority of the others",
        f"{row.clinician.n_unsafe} of {row.clinician.n_unsafe + row.clinician.n_safe}",
        cell(row.clinician.sensitivity, unit="share"),
        cell(row.judge.sensitivity, unit="share") if panel.is_on_scale else metric,
        cell(row.clinician.false_alarms, unit="share"),
        cell(row.judge.false_alarms, unit="share") if panel.is_on_scale else metric,
    )
