"""The audit: does the judge agree with clinicians, and what may be claimed."""

from judgekit.auditing.audit import audit
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.ratings.layout import RatingsLayout, load_layout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.auditing.ratings.table import Rating, RatingTable
from judgekit.auditing.result import AuditReport
from judgekit.auditing.standing import load_plan

__all__ = [
    "AuditData",
    "AuditPlan",
    "AuditReport",
    "Figure",
    "Rating",
    "RatingTable",
    "RatingsLayout",
    "Section",
    "audit",
    "load_layout",
    "load_plan",
    "read_ratings",
]
