"""What became of a judgement: a closed set, in which only `scored` carries a value."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What became of one criterion, or of one sample, under one scorer."""

    SCORED = "scored"
    NOT_APPLICABLE = "not_applicable"
    CANNOT_ASSESS = "cannot_assess"
    UNANSWERED = "unanswered"
    REFUSED = "refused"
    CONTENT_FILTERED = "content_filtered"
    TRUNCATED = "truncated"
    UNPARSEABLE = "unparseable"
    OUT_OF_RANGE = "out_of_range"
    TIMEOUT = "timeout"
    API_ERROR = "api_error"
    BUDGET_STOPPED = "budget_stopped"
    SKIPPED = "skipped"


RETRIED_ON_RERUN = frozenset({Outcome.TIMEOUT, Outcome.API_ERROR, Outcome.BUDGET_STOPPED})
"""Outcomes that say nothing about the sample: a rerun asks again."""

FINISHED = (Outcome.SCORED, Outcome.NOT_APPLICABLE)
"""Outcomes of a criterion that leave its sample's total defined."""
