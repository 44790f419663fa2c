"""The sections of a report, in the order in which they are read."""

from __future__ import annotations

from judgekit.audit.agreement_section import agreement_section
from judgekit.audit.data import AuditData
from judgekit.audit.joining import Joined
from judgekit.audit.reference_section import reference_section
from judgekit.audit.result import AuditReport
from judgekit.audit.summary_section import summary_section

CLINICIAN = (summary_section,)
STATISTICIAN = (agreement_section, reference_section)


def report_of(
    data: AuditData, *, warnings: tuple[str, ...] = (), earlier: Joined | None = None
) -> AuditReport:
    """Return the report of joined data.

    Args:
        data: What everything is computed from.
        warnings: What must be known before any figure is quoted.
        earlier: Another run of the same judge, joined with the same ratings, for drift.
    """
    title = None if data.plan is None else data.plan.title
    return AuditReport(
        title=title or f"Audit of {data.scorer} against clinicians",
        data=data,
        clinician=tuple(section(data) for section in CLINICIAN),
        statistician=tuple(section(data) for section in STATISTICIAN),
        methods="",
        warnings=warnings,
    )
