"""The sections of a report, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judgekit.audit.agreement_section import agreement_section
from judgekit.audit.bias_section import bias_section
from judgekit.audit.calibration_section import calibration_section
from judgekit.audit.checklist_section import checklist_section
from judgekit.audit.components_section import components_section
from judgekit.audit.correction_section import correction_section
from judgekit.audit.coverage import coverage_section
from judgekit.audit.data import AuditData
from judgekit.audit.disagreements_section import disagreements_section
from judgekit.audit.drift_section import drift_section
from judgekit.audit.failing_section import failing_section
from judgekit.audit.figure import Section
from judgekit.audit.flow_section import flow_section
from judgekit.audit.grid_section import grid_section
from judgekit.audit.harm_section import harm_section
from judgekit.audit.methods import methods_paragraph
from judgekit.audit.panel import Panel
from judgekit.audit.points_section import points_section
from judgekit.audit.reference_section import reference_section
from judgekit.audit.result import AuditReport
from judgekit.audit.stability_section import stability_section
from judgekit.audit.summary_section import summary_section
from judgekit.audit.uses_section import uses_section

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
    reference_section,
    components_section,
    stability_section,
    calibration_section,
    bias_section,
    checklist_section,
)


def report_of(
    data: AuditData, *, warnings: tuple[str, ...] = (), earlier: Sequence[Panel] | None = None
) -> AuditReport:
    """Return the report of joined data.

    Args:
        data: What everything is computed from.
        warnings: What must be known before any figure is quoted.
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
        warnings=warnings,
    )
