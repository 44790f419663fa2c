"""Who rated what: the coverage of a table of ratings."""

from __future__ import annotations

from judgekit.audit.data import AuditData
from judgekit.audit.figure import Section


def coverage_section(data: AuditData) -> Section:
    """Return the coverage of the joined items: by rater and criterion, and by number of raters."""
    raise NotImplementedError
