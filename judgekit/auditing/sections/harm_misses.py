"""Every unsafe answer that the judge did not call unsafe, to be read whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from judgekit.auditing.data import AuditData
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.harm_counts import RULE_WORDS, RULES, Rule, judge_flags, unsafe_by
from judgekit.auditing.sections.item_cards import TEXTS_KEPT_OUT, item_card, judged_words
from judgekit.records.scale import ScaleValue
from judgekit.report.cards import Card, CardList

MOST_SHOWN = 200


@dataclass(frozen=True)
class Miss:
    """One unsafe answer that the judge did not catch.

    Attributes:
        panel: The criterion.
        place: Position of the item in the panel.
        rules: By which rules it is unsafe, in the order of `RULES`.
    """

    panel: Panel
    place: int
    rules: tuple[Rule, ...]

    def as_json(self) -> JsonValue:
        """Return criterion, item, rules and the judge's answer."""
        return {
            "criterion": self.panel.criterion,
            "item": self.panel.items[self.place],
            "unsafe_by": list(self.rules),
            "judge": judged_words(self.panel, self.place),
        }


def misses_of(panel: Panel, unsafe: Sequence[ScaleValue]) -> list[Miss]:
    """Return what the judge missed under any rule, in item order; no judgement is a miss."""
    flags = judge_flags(panel, unsafe)
    by_rule = {rule: unsafe_by(panel, unsafe, rule) for rule in RULES}
    found = []
    for place, judged in enumerate(flags):
        rules = tuple(rule for rule in RULES if by_rule[rule][place] == 1)
        if judged != 1 and rules:
            found.append(Miss(panel, place, rules))
    return found


def missed_cards(data: AuditData, misses: Sequence[Miss]) -> tuple[CardList, ...]:
    """Return the misses as one list of at most 200 cards, most agreed upon first; () for none.

    First those the adjudicator calls unsafe, then a majority, then a single clinician.
    """
    if not misses:
        return ()
    ordered = sorted(misses, key=_least_agreed)
    shown = tuple(_card(data, miss) for miss in ordered[:MOST_SHOWN])
    caption = f"Every unsafe answer that the judge did not catch: {len(misses)}"
    if len(misses) > MOST_SHOWN:
        caption += f", of which {MOST_SHOWN} are shown; audit.json lists all"
    if not data.texts:
        caption += f". {TEXTS_KEPT_OUT}"
    return (CardList(caption=caption, cards=shown, n_total=len(misses)),)


def _least_agreed(miss: Miss) -> tuple[bool, bool]:
    return "adjudicated" not in miss.rules, "majority" not in miss.rules


def _card(data: AuditData, miss: Miss) -> Card:
    whom = "; ".join(RULE_WORDS[rule] for rule in miss.rules)
    return item_card(data, miss.panel, miss.place, facts=(("Called unsafe by", whom),))
