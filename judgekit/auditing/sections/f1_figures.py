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

TWO_READINGS = (
    "Two different numbers circulate: pooled over criteria, and the mean over criteria; pairs are "
    "of an answer and a criterion. "
)
GUESSING = "A judge that guesses at random reaches 0.50 on two balanced answers."


def macro_f1_figures(section: str, data: AuditData) -> Iterator[Figure]:
    """Yield macro-F1 of each criterion, and both readings over criteria that share a scale."""
    shared: dict[tuple[ScaleValue, ...], list[Panel]] = {}
    for panel in data.panels:
        if not panel.is_on_scale or panel.scale.family == "numeric":
            continue
        shared.setdefault(categories_of(panel), []).append(panel)
        estimate = _f1_of([panel], data, by_criterion=False)
        yield figure(
            section,
            panel.criterion,
            "macro_f1",
            JUDGE_CLINICIANS,
            estimand="Mean over answers of the judge's F1 against each clinician's label",
            unit="F1",
            estimate=estimate,
            n_raters=len(panel.raters),
            seed=None if estimate.low is None else data.seed,
        )
    for levels, panels in shared.items():
        if len(panels) < 2:
            continue
        names = ", ".join(panel.criterion for panel in panels)
        scale = "/".join(answer(level) for level in levels)
        for reading, by_criterion in (("pooled", False), ("mean_over_criteria", True)):
            estimate = _f1_of(panels, data, by_criterion=by_criterion)
            yield figure(
                section,
                None,
                f"macro_f1_{reading}",
                JUDGE_CLINICIANS,
                group={"scale": scale},
                estimand=(
                    "Macro-F1 of the judge against each clinician's label, "
                    f"{reading.replace('_', ' ')}, of {names}; pairs are of an item and a criterion"
                ),
                unit="F1",
                estimate=estimate,
                n_items=_n_items(panels),
                n_raters=max(len(panel.raters) for panel in panels),
                seed=None if estimate.low is None else data.seed,
            )


def categories_of(panel: Panel) -> tuple[ScaleValue, ...]:
    """Return the answers that F1 is averaged over: extras count where answers are labels."""
    return panel.categories if panel.scale.family == "nominal" else panel.scale.levels


def _n_items(panels: Sequence[Panel]) -> int:
    """Return how many items the judge and a clinician labelled under some of the criteria."""
    return len({item for panel in panels for item in _labelled(panel)})


def _labelled(panel: Panel) -> set[str]:
    judged, rows = _labels(panel)
    return {
        item
        for item, own, row in zip(panel.items, judged, rows, strict=True)
        if own is not None and any(one is not None for one in row)
    }


def _labels(panel: Panel) -> tuple[Sequence[Answer], Sequence[Sequence[Answer]]]:
    """Return the judge's labels and the clinicians'; extras are labels on a nominal scale only."""
    is_nominal = panel.scale.family == "nominal"
    return (
        panel.judged if is_nominal else panel.levels_judged,
        panel.answers if is_nominal else panel.levels_given,
    )


def _f1_of(panels: Sequence[Panel], data: AuditData, *, by_criterion: bool) -> Estimate:
    judged: list[Answer] = []
    rows: list[Sequence[Answer]] = []
    groups: list[str] = []
    cases: list[str] = []
    for panel in panels:
        own, given = _labels(panel)
        judged += own
        rows += given
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
                cell(one.estimate, unit=one.unit, n_pairs=one.n_pairs),
            )
            for one in figures
        ),
        note=f"{TWO_READINGS if any(one.criterion is None for one in figures) else ''}{GUESSING}",
    )
