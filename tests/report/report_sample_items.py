"""Items as a page meets them: judged, failed, with evidence found and not found."""

from __future__ import annotations

from judgekit.records.outcome import Outcome
from judgekit.records.score import Evidence, Score, Verdict
from judgekit.report import ReportItem

REASON = (
    "The response names the small left apical pneumothorax and its size, in agreement with the "
    "reference, but it places the drain on the wrong side."
)
RESPONSE = (
    "There is a small left apical pneumothorax of about 1.5 cm. A right-sided chest drain is in "
    "place. The heart is not enlarged. β-blocker use cannot be judged from the image.\n\n"
    "Impression: small left pneumothorax, no tension."
)


def item(number: int, **changes: object) -> ReportItem:
    """Return an item that was scored."""
    verdicts = {
        "accuracy": Verdict(
            outcome=Outcome.SCORED,
            value=3,
            reason=REASON,
            evidence=(
                Evidence(quote="small left apical pneumothorax", source="response", verified=True),
                Evidence(quote="drain in the left chest", source="reference", verified=False),
            ),
        ),
        "completeness": Verdict(outcome=Outcome.SCORED, value=2, reason=REASON),
        "effect_direction": Verdict(outcome=Outcome.SCORED, value="no_effect"),
    }
    score = Score(
        id=f"open-{number}",
        scorer="medcmr",
        outcome=Outcome.SCORED,
        value=58.0,
        criteria=verdicts,
        reply_digest="4f" * 32,
    )
    fields: dict[str, object] = {
        "id": f"open-{number}",
        "case_id": f"study_{number // 2:03d}.png",
        "inputs": (
            ("Question", "What does the chest radiograph show?"),
            ("Visual evidence", "Visceral pleural line at the left apex; drain on the left."),
            ("Reference", "Small left apical pneumothorax with a left-sided chest drain."),
            ("Response", RESPONSE),
        ),
        "scores": (
            score,
            Score(id=f"open-{number}", scorer="rougeL", outcome=Outcome.SCORED, value=0.2554),
        ),
        "replies": (("Reply of medcmr", '{"accuracy": {"value": 3, "reason": "..."}}'),),
    }
    return ReportItem(**{**fields, **changes})  # type: ignore[arg-type]  # by name


def failed_item(number: int, outcome: Outcome, reason: str) -> ReportItem:
    """Return an item for which the judge gave nothing that counts."""
    score = Score(
        id=f"open-{number}",
        scorer="medcmr",
        outcome=outcome,
        reason=reason,
        criteria={
            name: Verdict(outcome=outcome, reason=reason)
            for name in ("accuracy", "completeness", "effect_direction")
        },
    )
    return item(
        number,
        case_id=None,
        scores=(score,),
        replies=(("Reply of medcmr", "I think the answer is quite good overall."),),
    )
