"""The toy judge, and a metric, audited against the annotators of the summaries."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from judgekit.auditing import AuditReport, audit
from judgekit.auditing.naming import CLINICIANS, JUDGE_CLINICIANS
from judgekit.auditing.panel import Panel
from judgekit.auditing.words import cell
from judgekit.report import ReportTable
from judgekit.runs import Run

RUBRIC = "mslr_facets"
JUDGE, METRIC = "audit_judge", "audit_rougeL"
"""Folders of the two audits, beside the demonstration's page."""

MEASURES = (
    ("exact_agreement", "Exact agreement", "share"),
    ("kappa", "Cohen's kappa", "kappa"),
)


def mslr_audits(run: Run, ratings: Path) -> dict[str, AuditReport]:
    """Return the audits of the judge and of ROUGE-L, by the name of their folder.

    Args:
        run: A run of the judge on `mslr_facets`, and of rougeL.
        ratings: The annotators' ratings, one line per summary, rater and facet.
    """
    return {
        JUDGE: audit(run, ratings, scorer=RUBRIC),
        METRIC: audit(run, ratings, scorer="rougeL", rubric=RUBRIC),
    }


def agreement_tables(audits: Mapping[str, AuditReport]) -> tuple[ReportTable, ...]:
    """Return what the audit of the judge says first, and agreement and kappa by facet."""
    report = audits[JUDGE]
    (summary,) = report.clinician[0].tables
    return summary, _by_facet(report)


def _by_facet(report: AuditReport) -> ReportTable:
    pairs = (
        ("judge with annotators", JUDGE_CLINICIANS),
        ("annotators with each other", CLINICIANS),
    )
    return ReportTable(
        caption="Agreement and Cohen's kappa (unweighted), facet by facet",
        columns=("Facet", *(f"{title}, {who}" for _, title, _ in MEASURES for who, _ in pairs)),
        rows=tuple(
            (
                panel.name,
                *(
                    _figure(report, panel, statistic, subject, unit)
                    for statistic, _, unit in MEASURES
                    for _, subject in pairs
                ),
            )
            for panel in report.data.panels
        ),
        note="N/A and Other are answers, and agreeing on them is agreeing; n counts the summaries "
        "that the judge answered. Kappa is 0 by construction where a rater gave one answer "
        "throughout; it then has no interval.",
    )


def _figure(report: AuditReport, panel: Panel, statistic: str, subject: str, unit: str) -> str:
    is_whole = panel.scale.family == "nominal" or not panel.scale.extras
    name = statistic if is_whole else f"{statistic}_all_answers"
    key = f"agreement/{panel.criterion}/{name}/{subject.replace(' ', '_')}"
    return cell(report.figure(key).estimate, unit=unit)
