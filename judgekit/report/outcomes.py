"""Outcomes in words: what a reader must know of each, said once."""

from __future__ import annotations

from judgekit.records.outcome import FINISHED, Outcome

MEANINGS = {
    Outcome.SCORED: "it has a value",
    Outcome.NOT_APPLICABLE: "it does not apply to the sample; it is in neither numerator nor "
    "denominator",
    Outcome.CANNOT_ASSESS: "the judge said that it cannot tell",
    Outcome.UNANSWERED: "the response chooses no option, or several",
    Outcome.REFUSED: "the judge refused",
    Outcome.CONTENT_FILTERED: "the judge's provider filtered the call",
    Outcome.TRUNCATED: "the judge's reply was cut off",
    Outcome.UNPARSEABLE: "the judge's reply is not the one object asked for",
    Outcome.OUT_OF_RANGE: "the judge gave a value that is not on the scale",
    Outcome.TIMEOUT: "no reply in time",
    Outcome.API_ERROR: "the call failed at the provider",
    Outcome.BUDGET_STOPPED: "the budget was used up",
    Outcome.SKIPPED: "it was not asked, because something it needs is not there",
}


def label_of(outcome: str) -> str:
    """Return an outcome as words: "cannot_assess" as "cannot assess"."""
    return outcome.replace("_", " ")


def is_failure(outcome: Outcome) -> bool:
    """Whether a value is missing that should be there."""
    return outcome not in FINISHED
