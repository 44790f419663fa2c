"""The corrected mean score of the systems under test, beside the judge's and the clinicians'."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.correction_means import (
    MOST_PAIRED,
    Corrected,
    differences_of,
    items_of,
    means_of,
)
from judgekit.auditing.sections.correction_rates import rate_figures, rate_tables, rates_of
from judgekit.auditing.sections.panel_numbers import why_no_points
from judgekit.auditing.sections.scored_items import systems_of
from judgekit.auditing.words import cell
from judgekit.report.parts import ReportTable

SECTION = "correction"
CAVEAT = (
    "A corrected mean holds only if the rated answers are a random sample of the run's answers or "
    "of its cases, all were scored by this judge in one version, the ratings are of these very "
    "answers, and none of them was used to tune the judge's prompt. Where answers were drawn with "
    "unequal chances, the plan must declare them (sampling)."
)
METHOD = (
    "The corrected mean is the clinicians' mean of the rated answers, moved by what the judge says "
    "of the answers that nobody rated (prediction-powered inference). Beside it stand the judge's "
    "own mean over all answers, which is off by as much as the judge is, and the clinicians' mean "
    "alone, over all rated answers, which needs no judge. An answer that clinicians rated only as "
    "not applicable is neither rated nor unrated here: it is counted and left out."
)
WEIGHTED = (
    "Answers were drawn for rating with the chances that the plan declares; rated answers are "
    "weighted by 1 over their chance."
)
SCORED_BESIDE = (
    "Answers that clinicians found not applicable under {name}: {n}, of which the judge scored "
    "{judged}. They are left out, but such answers among those that nobody rated cannot be told "
    "apart and enter the corrected mean by the judge's score."
)
NO_PANEL = "No criterion is in both the run and the ratings, so there is nothing to correct."
TOO_MANY = "Differences are shown for up to {most} systems; under {name} there are {n}."


def correction_section(data: AuditData) -> Section:
    """Return the corrected means by criterion and system, and the systems' paired differences.

    A criterion without points (labels, or a metric off the clinicians' scale) has no mean and says
    so. Rates (a binary scale, declared unsafe answers) are corrected by Rogan and Gladen's formula
    too. `details["summary_rows"]` holds raw and corrected mean side by side.
    """
    means = [(panel, means_of(data, panel)) for panel in data.panels]
    differences = [(panel, differences_of(data, panel)) for panel in data.panels]
    rates = [rate for panel in data.panels for rate in rates_of(data, panel)]
    figures = [one for panel, rows in means for one in _mean_figures(panel, rows)]
    figures += [one for panel, rows in differences for one in _difference_figures(panel, rows)]
    figures += rate_figures(SECTION, rates)
    tables = [_table(panel, rows, "Mean score") for panel, rows in means]
    tables += [
        _table(panel, rows, "Paired difference of mean scores")
        for panel, rows in differences
        if rows
    ]
    tables += rate_tables(rates)
    return Section(
        id=SECTION,
        title="Corrected scores",
        paragraphs=_paragraphs(data),
        figures=tuple(figures),
        tables=tuple(tables),
        warnings=(CAVEAT, *_scored_beside(means)) if data.panels else (),
        details={
            "summary_rows": [_record(panel, row) for panel, rows in means for row in rows],
            "difference_rows": [_record(panel, row) for panel, rows in differences for row in rows],
        },
    )


def _words(row: Corrected, *, of: str) -> tuple[tuple[str, str, str], ...]:
    """Return statistic, subject and estimand of the three means."""
    if row.mean is None:
        judged, n_rated, left = f"the {of} that the judge scored", "", ""
    else:
        counts = row.counts
        judged = f"the {counts.judged} of {counts.total} {of} that the judge scored"
        n_rated = f" {counts.labelled}"
        left = f"; {counts.unjudged} without a judge's score are left out"
        if counts.beside:
            left += f", and so are {counts.beside} that clinicians rated as not applicable"
    return (
        ("judge_mean", "judge", f"Mean of the judge's own scores over {judged}{left}"),
        (
            "labelled_mean",
            "clinicians",
            f"Mean of the clinicians' mean rating over all{n_rated} rated {of}, whether or not the "
            "judge scored them; it needs no judge",
        ),
        (
            "ppi_mean",
            "judge corrected by clinicians",
            f"Mean rating that clinicians would give to {judged}, predicted from their ratings of "
            f"some and the judge's scores of all{left}",
        ),
    )


def _mean_figures(panel: Panel, rows: Sequence[Corrected]) -> list[Figure]:
    return [
        figure(
            SECTION,
            panel.criterion,
            statistic,
            subject,
            estimand=f"{estimand}.",
            unit="points",
            estimate=estimate,
            n_raters=None if subject == "judge" else len(panel.raters),
            group=row.group,
        )
        for row in rows
        for (statistic, subject, estimand), estimate in zip(
            _words(row, of="answers"), row.estimates, strict=True
        )
    ]


def _difference_figures(panel: Panel, rows: Sequence[Corrected]) -> list[Figure]:
    return [
        figure(
            SECTION,
            panel.criterion,
            f"{statistic}_difference",
            subject,
            estimand=f"First minus second system, paired by case. {estimand}.",
            unit="points",
            estimate=estimate,
            n_raters=None if subject == "judge" else len(panel.raters),
            group=row.group,
        )
        for row in rows
        for (statistic, subject, estimand), estimate in zip(
            _words(row, of="pairs of answers"), row.estimates, strict=True
        )
    ]


def _scored_beside(means: Sequence[tuple[Panel, Sequence[Corrected]]]) -> tuple[str, ...]:
    """Return a warning for each criterion whose "not applicable" the judge scores all the same."""
    return tuple(
        SCORED_BESIDE.format(
            name=panel.name, n=rows[0].counts.beside, judged=rows[0].counts.beside_judged
        )
        for panel, rows in means
        if rows[0].counts.beside_judged and rows[0].counts.unlabelled_judged
    )


def _table(panel: Panel, rows: Sequence[Corrected], what: str) -> ReportTable:
    return ReportTable(
        caption=f"{what}: {panel.name}",
        columns=("Answers of", "Judge alone", "Clinicians alone", "Corrected", "Answers"),
        rows=tuple(
            (row.label, *(cell(one, unit="points") for one in row.estimates), row.said)
            for row in rows
        ),
        note="n counts answers (or pairs of them), G cases; for the corrected mean G counts cases "
        "with a rating.",
    )


def _paragraphs(data: AuditData) -> tuple[str, ...]:
    if not data.panels:
        return (NO_PANEL,)
    crowded = []
    for panel in data.panels:
        n = len(systems_of(items_of(data, panel)))
        if n > MOST_PAIRED and why_no_points(panel) is None:
            crowded.append(TOO_MANY.format(most=MOST_PAIRED, name=panel.name, n=n))
    return (METHOD, *(() if data.probabilities is None else (WEIGHTED,)), *crowded)


def _record(panel: Panel, row: Corrected) -> dict[str, JsonValue]:
    raw, labelled, corrected = row.estimates
    return {
        "criterion": panel.criterion,
        "group": dict(row.group),
        "raw": raw.value,
        "labelled_only": labelled.value,
        "corrected": corrected.value,
        "low": corrected.low,
        "high": corrected.high,
        "reason": corrected.reason or corrected.interval_reason,
        "n_items": row.counts.total,
        "n_rated": row.counts.labelled,
        "n_labelled": row.counts.labelled_judged,
        "n_unlabelled": row.counts.unlabelled_judged,
        "n_without_judge": row.counts.unjudged,
        "n_not_applicable": row.counts.beside,
        "judge_weight": None if row.mean is None else row.mean.weight,
    }
