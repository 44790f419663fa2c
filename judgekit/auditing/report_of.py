"""The sections of a report, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Section
from judgekit.auditing.joining.judge_warnings import judge_warnings
from judgekit.auditing.methods import methods_paragraph
from judgekit.auditing.panel import Panel
from judgekit.auditing.result import AuditReport
from judgekit.auditing.sections.agreement import agreement_section
from judgekit.auditing.sections.bias import bias_section
from judgekit.auditing.sections.calibration import calibration_section
from judgekit.auditing.sections.checklist import checklist_section
from judgekit.auditing.sections.components import components_section
from judgekit.auditing.sections.correction import correction_section
from judgekit.auditing.sections.coverage import coverage_section
from judgekit.auditing.sections.disagreements import disagreements_section
from judgekit.auditing.sections.drift import drift_section
from judgekit.auditing.sections.failing import failing_section
from judgekit.auditing.sections.flow import flow_section
from judgekit.auditing.sections.grid import grid_section
from judgekit.auditing.sections.harm import harm_section
from judgekit.auditing.sections.paradox import paradox_section
from judgekit.auditing.sections.points import points_section
from judgekit.auditing.sections.reference import reference_section
from judgekit.auditing.sections.sensitivity import sensitivity_section
from judgekit.auditing.sections.stability import stability_section
from judgekit.auditing.sections.summary import summary_section
from judgekit.auditing.sections.systems import systems_section
from judgekit.auditing.sections.uses import uses_section

Maker = Callable[[AuditData], Section]

CLINICIAN: tuple[Maker, ...] = (
    summary_section,
    uses_section,
    harm_section,
    grid_section,
    points_section,
    failing_section,
    disagreements_section,
    correction_section,
)
STATISTICIAN: tuple[Maker, ...] = (
    flow_section,
    coverage_section,
    agreement_section,
    paradox_section,
    reference_section,
    systems_section,
    components_section,
    stability_section,
    calibration_section,
    bias_section,
    sensitivity_section,
    checklist_section,
)


def report_of(
    data: AuditData, *, warnings: tuple[str, ...] = (), earlier: Sequence[Panel] | None = None
) -> AuditReport:
    """Return the report of joined data.

    Args:
        data: What everything is computed from.
        warnings: What must be known before any figure is quoted; what the panels themselves tell is
            added.
        earlier: Panels of another run of the same judge, joined with the same ratings, for drift;
            None: no such run.
    """
    title = None if data.plan is None else data.plan.title
    clinician = tuple(section(data) for section in CLINICIAN)
    drift = () if earlier is None else (drift_section(data, earlier),)
    statistician = (*(section(data) for section in STATISTICIAN[:-1]), *drift)
    figures = [one for section in (*clinician, *statistician) for one in section.figures]
    return AuditReport(
        title=title or f"Audit of {data.scorer} against clinicians",
        data=data,
        clinician=clinician,
        statistician=(*statistician, STATISTICIAN[-1](data)),
        methods=methods_paragraph(data, figures),
        warnings=(*warnings, *judge_warnings(data.panels)),
    )
