"""One item as a card: who answered what, and the texts and reasons behind it."""

from __future__ import annotations

from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.words import answer
from judgekit.report.cards import Card

NO_JUDGEMENT = "no judgement"
TEXTS_KEPT_OUT = "Texts, reasons and comments are kept out of this page."


def item_card(
    data: AuditData, panel: Panel, place: int, *, facts: tuple[tuple[str, str], ...]
) -> Card:
    """Return the card of one item of a panel.

    Where texts are kept out of the audit (`data.texts` is empty) reasons and comments are kept out
    too: they quote what they speak of.

    Args:
        data: Texts and comments.
        panel: The criterion.
        place: Position of the item in the panel.
        facts: Label and text of why it stands here; shown before the answers.
    """
    return Card(
        title=panel.items[place],
        facts=(("Criterion", panel.name), *facts, *_where(panel, place), *_answers(panel, place)),
        texts=_texts(data, panel, place) if data.texts else (),
    )


def judged_words(panel: Panel, place: int) -> str:
    """Return the judge's answer, or why there is none."""
    cell = panel.judge[place]
    if cell.value is None:
        return f"{NO_JUDGEMENT} ({cell.outcome.value.replace('_', ' ')})"
    return answer(cell.value)


def _where(panel: Panel, place: int) -> tuple[tuple[str, str], ...]:
    facts = [] if panel.cases is None else [("Case", panel.cases[place])]
    system = panel.systems[place]
    return tuple(facts if system is None else [*facts, ("System", system)])


def _answers(panel: Panel, place: int) -> tuple[tuple[str, str], ...]:
    facts = [("Judge", judged_words(panel, place))]
    for rater, given in zip(panel.raters, panel.answers[place], strict=True):
        facts.append((rater, "no rating" if given is None else answer(given)))
    settled = None if panel.adjudicated is None else panel.adjudicated[place]
    return tuple(facts if settled is None else [*facts, ("Adjudicated", answer(settled))])


def _texts(data: AuditData, panel: Panel, place: int) -> tuple[tuple[str, str], ...]:
    item = panel.items[place]
    shown = data.texts.get(item)
    texts = [] if shown is None else list(shown.inputs)
    reason = panel.judge[place].reason
    if reason:
        texts.append(("Judge's reason", reason))
    commented = [
        (rater, data.comments.get((panel.criterion, item, rater))) for rater in panel.raters
    ]
    return tuple(texts + [(f"Comment of {rater}", text) for rater, text in commented if text])
