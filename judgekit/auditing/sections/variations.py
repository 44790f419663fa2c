"""The closeness of judge and clinicians under other choices of raters, answers, labels, weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judgekit.agreement import MeasureName
from judgekit.agreement.pair_measures import NUMERIC
from judgekit.auditing.closeness import closeness_of
from judgekit.auditing.data import AuditData
from judgekit.auditing.measures import plain_measure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.panel_numbers import NO_ITEM, undefined
from judgekit.records.estimate import Estimate

OFF_SCALE = "the judge's values are not on the clinicians' scale"
ONE_LABEL = "a majority is one label: there are no two clinicians to compare"
NO_GRADES = "values between levels occur, or there are too many levels for this"
MOST_LEFT_OUT = 12
"""Of more clinicians than this none is left out in turn: each turn compares every two others."""
WEIGHTS: tuple[MeasureName, ...] = ("kappa", "kappa_linear", "kappa_quadratic")


class Choice(NamedTuple):
    """One way of looking at a criterion.

    Attributes:
        name: Short name, for keys.
        words: The choice in words.
        panel: The criterion as seen that way.
        group: A column and its value where the choice is one of several alike.
        why_not: Why it cannot be taken; None where it can.
    """

    name: str
    words: str
    panel: Panel
    group: dict[str, str]
    why_not: str | None = None


class Variation(NamedTuple):
    """The closeness under one choice.

    Attributes:
        choice: The choice.
        measure: How closeness is measured.
        judge: Mean closeness of judge and clinicians.
        difference: That minus the clinicians' with each other.
    """

    choice: Choice
    measure: MeasureName
    judge: Estimate
    difference: Estimate


def variations(data: AuditData, panel: Panel) -> list[Variation]:
    """Return closeness with all ratings, without each clinician, of complete cases, by majority.

    Clinicians are left out in turn where there are at most 12 of them.

    The measure is the plan's for its primary criterion, else what plain sentences speak of.
    """
    measure = chosen_measure(data, panel)
    choices = [Choice("all_ratings", "all ratings", panel, {})]
    if 1 < len(panel.raters) <= MOST_LEFT_OUT:
        choices += [
            Choice("without_rater", f"without {name}", _without(panel, place), {"without": name})
            for place, name in enumerate(panel.raters)
        ]
    choices.append(
        Choice("complete_cases", "only answers that all rated and the judge", _whole(panel), {})
    )
    found = [_variation(data, choice, measure) for choice in choices]
    by_majority = _variation(data, _majority(panel), measure)
    if by_majority.judge.value is not None:
        by_majority = by_majority._replace(difference=undefined(ONE_LABEL))
    return [*found, by_majority]


def weight_variations(data: AuditData, panel: Panel) -> list[Variation]:
    """Return kappa unweighted and, for grades, with linear and quadratic weights."""
    family = panel.scale.family
    why_not = NO_GRADES if family == "numeric" else None
    return [
        _variation(data, Choice("weights", "all ratings", panel, {}, why_not), measure)
        for measure in (WEIGHTS if family == "ordinal" else WEIGHTS[:1])
    ]


def chosen_measure(data: AuditData, panel: Panel) -> MeasureName:
    """Return the plan's measure for its primary criterion, where the scale has it; else the plain.

    Measures of categories are not had by a scale without single levels, nor those in points by
    labels.
    """
    primary = None if data.plan is None else data.plan.primary
    if primary is None or primary.criterion != panel.criterion:
        return plain_measure(panel)
    if primary.statistic in NUMERIC:
        suits = panel.scale.span is not None
    else:
        suits = panel.scale.family != "numeric"
    return primary.statistic if suits else plain_measure(panel)


def _variation(data: AuditData, choice: Choice, measure: MeasureName) -> Variation:
    panel = choice.panel
    reason = None if panel.is_on_scale else OFF_SCALE
    if reason is None:
        reason = choice.why_not or (None if len(panel) and panel.raters else NO_ITEM)
    if reason is None:
        found = closeness_of(panel, measure, n_boot=data.n_boot, seed=data.seed)
        if found is not None:
            return Variation(choice, measure, found.judge_human, found.difference)
    none = undefined(reason or OFF_SCALE)
    return Variation(choice, measure, none, none)


def _without(panel: Panel, rater: int) -> Panel:
    return replace(
        panel,
        raters=(*panel.raters[:rater], *panel.raters[rater + 1 :]),
        answers=tuple((*row[:rater], *row[rater + 1 :]) for row in panel.answers),
    )


def _whole(panel: Panel) -> Panel:
    return panel.at(
        lambda place: (
            panel.judged[place] is not None
            and all(answer is not None for answer in panel.answers[place])
        )
    )


def _majority(panel: Panel) -> Choice:
    single = replace(
        panel,
        raters=("majority",) if panel.raters else (),
        answers=tuple((_most_given(row),) if panel.raters else () for row in panel.answers),
    )
    why_not = NO_GRADES if panel.scale.family == "numeric" else None
    return Choice("majority", "the majority as one label (a tie is none)", single, {}, why_not)


def _most_given(row: Sequence[Answer]) -> Answer:
    given = [answer for answer in row if answer is not None]
    return next((one for one in given if 2 * given.count(one) > len(given)), None)
