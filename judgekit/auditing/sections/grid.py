"""The judge's answers against the clinicians': who said what, and how often they said the same."""

from __future__ import annotations

from dataclasses import dataclass

from judgekit.agreement import percent_agreement
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.grid_counts import (
    N_BINS,
    ROUNDING,
    answer_grid,
    applicability_grid,
    beside_words,
)
from judgekit.auditing.sections.side_by_side import (
    NO_PAIR,
    SideBySide,
    all_answers,
    because,
    exact_agreement,
    is_fine,
    levels,
)
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.report.grid import GridPicture
from judgekit.report.parts import ReportTable

SECTION = "grid"
TITLE = "The judge's answers against the clinicians'"
METRIC = (
    "Under {names}, {scorer} gives numbers that are not on the clinicians' scale: there is no "
    "answer to lay beside theirs, and no agreement to count."
)
PAIRS = "Pairs are of an answer and a clinician"
NO_LEVEL_PAIR = "no item was given a level by both the judge and a clinician"


@dataclass(frozen=True)
class _Agreement:
    """One kind of agreement: its name, what the table calls it, what it is the share of."""

    statistic: str
    label: str
    estimand: str
    pairs: SideBySide
    estimate: Estimate


def grid_section(data: AuditData) -> Section:
    """Return a grid of answers for each criterion, and how often both sides said the same.

    Where a scale has answers beside it, such as "not applicable", agreement is shown three ways:
    whether an answer is a level at all, on levels where both gave one, and over all answers.
    """
    judged = [panel for panel in data.panels if panel.is_on_scale]
    off = [panel.name for panel in data.panels if not panel.is_on_scale]
    found = [(panel, _agreements(panel, data)) for panel in judged]
    pictures: list[GridPicture] = []
    for panel in judged:
        pictures.append(answer_grid(panel, data.unsafe.get(panel.criterion, ())))
        if panel.scale.extras:
            pictures.append(applicability_grid(panel))
    said = [_sentence(panel, rows) for panel, rows in found]
    if off:
        said.append(METRIC.format(names=", ".join(off), scorer=data.scorer))
    return Section(
        id=SECTION,
        title=TITLE,
        paragraphs=tuple(said) or ("No criterion was rated: there is nothing to compare.",),
        figures=tuple(_figure(panel, one) for panel, rows in found for one in rows),
        tables=(_table(found),) if found else (),
        pictures=tuple(pictures),
    )


def _agreements(panel: Panel, data: AuditData) -> list[_Agreement]:
    on_scale = levels(panel)
    rows = [
        _Agreement(
            "exact_agreement_over_pairs",
            "The same level",
            "Share of pairs of an item and a clinician in which judge and clinician gave the same "
            "level, among pairs in which both gave one",
            on_scale,
            because(exact_agreement(on_scale, panel.scale, data), NO_LEVEL_PAIR),
        )
    ]
    near = _near(panel, on_scale, data)
    rows += [] if near is None else [near]
    if panel.scale.extras:
        every = all_answers(panel)
        beside = beside_words(panel.scale)
        rows += [
            _Agreement(
                "applicability_agreement_over_pairs",
                f"Both a level, or both {beside}",
                "Share of pairs of an item and a clinician in which both gave a level or both an "
                f"answer beside the scale ({beside})",
                every,
                _applicability(panel, every, data),
            ),
            _Agreement(
                "exact_agreement_all_answers_over_pairs",
                "The same answer, of all answers",
                "Share of pairs of an item and a clinician in which judge and clinician gave the "
                "same answer, answers beside the scale being answers like the levels",
                every,
                exact_agreement(every, panel.scale, data),
            ),
        ]
    return rows


def _near(panel: Panel, pairs: SideBySide, data: AuditData) -> _Agreement | None:
    """Return agreement within one level, or on a fine scale within a tenth of its range."""
    if panel.scale.family == "nominal":
        return None
    if not is_fine(panel.scale):
        place = {level: number for number, level in enumerate(panel.scale.levels)}
        rows: list[tuple[Answer, Answer]] = [
            (None if judge is None else place[judge], None if given is None else place[given])
            for judge, given in pairs.rows
        ]
        name, within, words = "agreement_within_1_over_pairs", 1.0, "one level"
    else:
        low, high = panel.scale.span or (0.0, 0.0)
        rows = list(pairs.rows)
        name, within = "agreement_within_tenth_over_pairs", (high - low) / N_BINS
        words = f"{within:g} points (a tenth of the scale)"
    found = percent_agreement(
        rows,
        within=within * (1 + ROUNDING),
        clusters=pairs.cases,
        n_boot=data.n_boot,
        seed=data.seed,
    )
    return _Agreement(
        name,
        f"Within {words}",
        "Share of pairs of an item and a clinician in which judge and clinician are no more than "
        f"{words} apart, among pairs in which both gave a level",
        pairs,
        because(found, NO_LEVEL_PAIR),
    )


def _applicability(panel: Panel, pairs: SideBySide, data: AuditData) -> Estimate:
    extras = panel.scale.extras
    rows = [
        (None if judge is None else int(judge in extras), int(given in extras))
        for judge, given in pairs.rows
    ]
    found = percent_agreement(
        rows, categories=(0, 1), clusters=pairs.cases, n_boot=data.n_boot, seed=data.seed
    )
    return because(found, NO_PAIR)


def _sentence(panel: Panel, rows: list[_Agreement]) -> str:
    every = all_answers(panel)
    n_without = len(every.rows) - every.n_judged
    said = f"{panel.name}: judge and a clinician gave the same level: {_cell(panel, rows[0])}."
    if panel.scale.is_continuous:
        said += (
            " The judge's values lie between the levels, as means and totals do, so that the same "
            "level is seldom given; see the bias in points."
        )
    elif is_fine(panel.scale):
        said += " On so fine a scale the same level is seldom given; see the bias in points."
    if n_without:
        said += f" {n_without} of {len(every.rows)} pairs have no judgement and do not enter."
    return said


def _figure(panel: Panel, one: _Agreement) -> Figure:
    return figure(
        SECTION,
        panel.criterion,
        one.statistic,
        JUDGE_CLINICIANS,
        estimand=f"{one.estimand}.",
        unit="share",
        estimate=one.estimate,
        n_raters=len(panel.raters),
        n_items=one.pairs.n_items,
    )


def _cell(panel: Panel, one: _Agreement) -> str:
    made = _figure(panel, one)
    return cell(made.estimate, unit=made.unit, n_pairs=made.n_pairs)


def _table(found: list[tuple[Panel, list[_Agreement]]]) -> ReportTable:
    return ReportTable(
        caption="How often judge and clinician said the same",
        columns=("Criterion", "What is the same", "Share of pairs"),
        rows=tuple(
            (panel.name, one.label, _cell(panel, one)) for panel, rows in found for one in rows
        ),
        note=f"{PAIRS}, G the cases among them. Pairs without a judgement do not enter.",
    )
