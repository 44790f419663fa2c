"""Does the judge rank as clinicians do: systems by their means, and single answers."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.agreement.within_groups import Kind
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.association import (
    NAMES,
    TIE_RULES,
    Association,
    PairOrder,
    associations,
    pair_orders,
)
from judgekit.auditing.sections.panel_numbers import why_no_numbers
from judgekit.auditing.sections.system_means import (
    Ranked,
    SystemMean,
    known_systems,
    ranked,
    system_means,
)
from judgekit.auditing.words import cell
from judgekit.report.parts import ReportTable

SECTION = "systems"
NO_PANEL = "No criterion is in both the run and the ratings, so nothing is ranked."
READING = (
    "A judge can rank systems rightly and single answers badly, and the other way round. A pooled "
    "correlation is high already where both sides tell systems, or cases, apart; within a system "
    "and within a case that no longer helps. Correlations are blind to a judge that is too high or "
    "too low throughout."
)
SYSTEMS = "Under {name} there are {n} systems: {systems}."
NO_SYSTEM = "Under {name} the system of no answer is known, so systems are not ranked."
_RANKINGS = (
    (
        "pairwise_accuracy",
        "share",
        "Share of pairs of systems whose means, over all answers that both sides scored, the judge "
        "orders as the clinicians do; a tie is an order of its own",
    ),
    (
        "soft_pairwise_accuracy",
        "share",
        "One minus the mean difference of the one-sided sign-flip p with which clinicians and "
        "judge tell two systems apart, on cases that every system answered",
    ),
    (
        "kendall_tau_b",
        "correlation",
        "Kendall's tau-b of the clinicians' and the judge's means of systems, over all answers "
        "that both sides scored",
    ),
)
_WHERE = (
    ("", "over all answers"),
    ("_within_system", "within systems, pooled over them"),
    ("_within_case", "within cases, pooled over them"),
)
_KIND_WORDS: dict[Kind, str] = {
    "pearson": "Pearson's correlation",
    "spearman": "Spearman's rank correlation",
    "kendall": "Kendall's tau-b",
}


def systems_section(data: AuditData) -> Section:
    """Return system means and ranking, item-level correlations and pairwise accuracy.

    Works for metrics too, since only order is compared; labels have none and say so.
    """
    panels = data.panels
    means = [(panel, one) for panel in panels for one in system_means(panel)]
    rankings = [ranked(data, panel) for panel in panels]
    links = [one for panel in panels for one in associations(data, panel)]
    orders = [one for panel in panels for one in pair_orders(data, panel)]
    figures = [one for row in means for one in _mean_figures(*row)]
    figures += [one for row in rankings for one in _ranking_figures(data, row)]
    figures += [one for row in links for one in _link_figures(data, row)]
    figures += [_order_figure(data, row) for row in orders]
    tables = [_mean_table(means)] if means else []
    if panels:
        tables += [_ranking_table(rankings), _link_table(links), _order_table(data, orders)]
    return Section(
        id=SECTION,
        title="Ranking of systems and of answers",
        paragraphs=(READING, *_counts(panels)) if panels else (NO_PANEL,),
        figures=tuple(figures),
        tables=tuple(tables),
        details={"n_systems": {panel.criterion: len(known_systems(panel)) for panel in panels}},
    )


def _counts(panels: Sequence[Panel]) -> tuple[str, ...]:
    said = []
    for panel in panels:
        systems = known_systems(panel)
        text = SYSTEMS if systems else NO_SYSTEM
        said.append(text.format(name=panel.name, n=len(systems), systems=", ".join(systems)))
    return tuple(said)


def _mean_figures(panel: Panel, row: SystemMean) -> list[Figure]:
    return [
        figure(
            SECTION,
            panel.criterion,
            "system_mean",
            subject,
            estimand=f"Mean {what} over the system's answers that both sides scored.",
            unit=unit,
            estimate=estimate
            if why_no_numbers(panel) is None
            else estimate.model_copy(update={"reason": why_no_numbers(panel)}),
            n_raters=None if subject == "judge" else len(panel.raters),
            group={"system": row.system},
        )
        for subject, what, unit, estimate in (
            ("clinicians", "of the clinicians' mean rating", "points", row.clinicians),
            ("judge", "of the judge's score", _judge_unit(panel), row.judge),
        )
    ]


def _judge_unit(panel: Panel) -> str:
    return "points" if panel.is_on_scale else "the metric's own unit"


def _ranking_figures(data: AuditData, row: Ranked) -> list[Figure]:
    return [
        figure(
            SECTION,
            row.panel.criterion,
            f"system_{name}",
            JUDGE_CLINICIANS,
            estimand=f"{estimand}.",
            unit=unit,
            estimate=row.estimate(name),
            n_raters=len(row.panel.raters),
            seed=None if row.estimate(name).low is None else data.seed,
        )
        for name, unit, estimand in _RANKINGS
    ]


def _link_figures(data: AuditData, row: Association) -> list[Figure]:
    estimates = (row.pooled, row.within_system, row.within_case)
    return [
        figure(
            SECTION,
            row.panel.criterion,
            f"{NAMES[row.kind]}{suffix}",
            JUDGE_CLINICIANS,
            estimand=f"{_KIND_WORDS[row.kind]} of the judge's score and the clinicians' mean "
            f"rating of single answers, {where}.",
            unit="correlation",
            estimate=estimate,
            n_raters=len(row.panel.raters),
            seed=None if estimate.low is None else data.seed,
        )
        for (suffix, where), estimate in zip(_WHERE, estimates, strict=True)
    ]


def _order_figure(data: AuditData, row: PairOrder) -> Figure:
    is_drawn = row.estimate.low is not None and "bootstrap" in (row.estimate.method or "")
    return figure(
        SECTION,
        row.panel.criterion,
        f"pairwise_accuracy_{row.ties}",
        JUDGE_CLINICIANS,
        estimand="Share of pairs of answers of one case that the judge orders as the clinicians' "
        f"means do; {TIE_RULES[row.ties]}.",
        unit="share",
        estimate=row.estimate,
        n_raters=len(row.panel.raters),
        n_items=row.n_items,
        seed=data.seed if is_drawn else None,
    )


def _mean_table(rows: Sequence[tuple[Panel, SystemMean]]) -> ReportTable:
    return ReportTable(
        caption="Mean of each system",
        columns=("Criterion", "System", "Clinicians", "Judge"),
        rows=tuple(
            (
                panel.name,
                row.system,
                *(cell(one.estimate, unit=one.unit) for one in _mean_figures(panel, row)),
            )
            for panel, row in rows
        ),
        note="On answers that both sides scored; not corrected.",
    )


def _ranking_table(rows: Sequence[Ranked]) -> ReportTable:
    return ReportTable(
        caption="Systems ranked by their means",
        columns=(
            "Criterion",
            "Systems",
            "Pairwise accuracy",
            "Soft pairwise accuracy",
            "Kendall's tau-b",
            "Cases without every system",
        ),
        rows=tuple(
            (
                row.panel.name,
                str(len(row.systems)),
                *(cell(row.estimate(name), unit=unit) for name, unit, _ in _RANKINGS),
                str(row.n_left_out),
            )
            for row in rows
        ),
        note="Accuracy and tau are over all answers that both sides scored, and n counts them; for "
        "the soft accuracy n counts cases that every system answered, several answers of one "
        "system to one case entering as their mean. With few systems accuracy and tau take few "
        "values, and the ends of their intervals are among these.",
    )


def _link_table(rows: Sequence[Association]) -> ReportTable:
    return ReportTable(
        caption="Correlation of judge and clinicians' mean, answer by answer",
        columns=("Criterion", "Correlation", "Pooled", "Within system", "Within case"),
        rows=tuple(
            (
                row.panel.name,
                _KIND_WORDS[row.kind],
                *(
                    cell(one, unit="correlation")
                    for one in (row.pooled, row.within_system, row.within_case)
                ),
            )
            for row in rows
        ),
    )


def _order_cell(made: Figure) -> str:
    return cell(made.estimate, unit=made.unit, n_pairs=made.n_pairs)


def _order_table(data: AuditData, rows: Sequence[PairOrder]) -> ReportTable:
    return ReportTable(
        caption="Two answers of one case, ordered",
        columns=("Criterion", "Ties", "Accuracy", "Pairs", "Tied by clinicians", "Tied by judge"),
        rows=tuple(
            (
                row.panel.name,
                TIE_RULES[row.ties],
                _order_cell(_order_figure(data, row)),
                *(
                    ("none",) * 3
                    if row.found is None
                    else (
                        str(row.found.n_pairs),
                        str(row.found.reference_ties),
                        str(row.found.judge_ties),
                    )
                ),
            )
            for row in rows
        ),
        note="Scores are tied where they are equal; the clinicians' score is their mean. Pairs "
        "are those that the rule compares.",
    )
