"""Macro-F1 of the judge against clinicians' labels, in both readings that circulate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.agreement import macro_f1
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.words import answer, cell
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue
from judgekit.report.parts import ReportTable


def macro_f1_figures(section: str, data: AuditData) -> Iterator[Figure]:
    """Yield macro-F1 of each criterion, and both readings over criteria that share a scale."""
    shared: dict[tuple[ScaleValue, ...], list[Panel]] = {}
    for panel in data.panels:
        if not panel.is_on_scale or panel.scale.family == "numeric":
            continue
        shared.setdefault(categories_of(panel), []).append(panel)
        yield figure(
            section,
            panel.criterion,
            "macro_f1",
            JUDGE_CLINICIANS,
            estimand="Mean over answers of the judge's F1 against each clinician's label",
            unit="F1",
            estimate=_f1_of([panel], data, by_criterion=False),
            n_raters=len(panel.raters),
            seed=data.seed,
        )
    for levels, panels in shared.items():
        if len(panels) < 2:
            continue
        names = ", ".join(panel.criterion for panel in panels)
        scale = "/".join(answer(level) for level in levels)
        for reading, by_criterion in (("pooled", False), ("mean_over_criteria", True)):
            yield figure(
                section,
                None,
                f"macro_f1_{reading}",
                JUDGE_CLINICIANS,
                group={"scale": scale},
                estimand=(
                    "Macro-F1 of the judge against each clinician's label, "
                    f"{reading.replace('_', ' ')}, of {names}"
                ),
                unit="F1",
                estimate=_f1_of(panels, data, by_criterion=by_criterion),
                n_raters=max(len(panel.raters) for panel in panels),
                seed=data.seed,
            )


def categories_of(panel: Panel) -> tuple[ScaleValue, ...]:
    """Return the answers that F1 is averaged over: extras count where answers are labels."""
    return panel.categories if panel.scale.family == "nominal" else panel.scale.levels


def _f1_of(panels: Sequence[Panel], data: AuditData, *, by_criterion: bool) -> Estimate:
    judged: list[Answer] = []
    rows: list[Sequence[Answer]] = []
    groups: list[str] = []
    cases: list[str] = []
    for panel in panels:
        is_nominal = panel.scale.family == "nominal"
        judged += panel.judged if is_nominal else panel.levels_judged
        rows += panel.answers if is_nominal else panel.levels_given
        groups += [panel.criterion] * len(panel)
        cases += panel.items if panel.cases is None else panel.cases
    return macro_f1(
        judged,
        rows,
        categories=categories_of(panels[0]),
        groups=groups if by_criterion else None,
        clusters=cases,
        n_boot=data.n_boot,
        seed=data.seed,
    )


def f1_table(figures: Sequence[Figure]) -> ReportTable:
    """Return the figures of `macro_f1_figures` as a table."""
    return ReportTable(
        caption="Macro-F1 of the judge against each clinician's label",
        columns=("Criterion", "Reading", "Macro-F1"),
        rows=tuple(
            (
                one.criterion or f"criteria on {one.group['scale']}",
                one.statistic.removeprefix("macro_f1").strip("_").replace("_", " ")
                or "one criterion",
                cell(one.estimate, unit=one.unit),
            )
            for one in figures
        ),
        note="Two different numbers circulate: pooled over criteria, and the mean over criteria. A "
        "judge that guesses at random reaches 0.50 on two balanced answers.",
    )
