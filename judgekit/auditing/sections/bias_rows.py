"""Single biases of a judge under one criterion, each an estimate with its interval."""

from __future__ import annotations

from typing import NamedTuple

from judgekit.agreement import (
    family_preference,
    length_slope,
    rater_severity,
    scale_compression,
)
from judgekit.auditing.data import AuditData
from judgekit.auditing.naming import JUDGE_CLINICIANS
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import Families
from judgekit.auditing.sections.panel_numbers import (
    NO_ITEM,
    judged_numbers,
    numbers,
    undefined,
    why_no_points,
)
from judgekit.records.estimate import Estimate

NO_RATER = "no clinician rated"
NO_TEXTS = "no texts: the audit was given none, so lengths are unknown"
RESPONSE = "response"


class BiasRow(NamedTuple):
    """One figure of the battery.

    Attributes:
        panel: The criterion.
        bias: Which bias, in words.
        statistic: Its standard name.
        subject: Of whom.
        estimand: What it estimates, in a sentence.
        unit: Its unit.
        estimate: The figure.
        is_drawn: Whether its interval comes from draws.
    """

    panel: Panel
    bias: str
    statistic: str
    subject: str
    estimand: str
    unit: str
    estimate: Estimate
    is_drawn: bool


def length_row(data: AuditData, panel: Panel) -> BiasRow:
    """Return how much the judge overrates long answers; answers without a text do not enter."""
    return BiasRow(
        panel,
        "length",
        "length_slope",
        JUDGE_CLINICIANS,
        "Points by which judge minus clinicians' mean rises per unit of the natural log of the "
        "response's words, between answers of one case where cases are declared (times 0.69: for "
        "twice the length).",
        "points per log word",
        _length(data, panel),
        is_drawn=True,
    )


def n_without_text(data: AuditData, panel: Panel) -> int:
    """Return how many of a panel's answers have no text to measure."""
    return sum(_words(data, item) == 0 for item in panel.items)


def compression_rows(data: AuditData, panel: Panel) -> list[BiasRow]:
    """Return how much of the scale the judge uses beside each clinician."""
    rows = []
    reason = why_no_points(panel) or (None if panel.raters else NO_RATER)
    for place, rater in enumerate(panel.raters or ("clinicians",)):
        if reason is None and len(panel):
            found = scale_compression(
                judged_numbers(panel),
                numbers([row[place] for row in panel.levels_given]),
                clusters=panel.cases,
                n_boot=data.n_boot,
                seed=data.seed,
            )
            ratio, slope = found.sd_ratio, found.deming_slope
        else:
            ratio = slope = undefined(reason or NO_ITEM)
        subject = f"judge with {rater}"
        rows += [
            BiasRow(
                panel,
                "compression",
                "sd_ratio",
                subject,
                "Standard deviation of the judge's scores over that of the clinician's, on "
                "answers that both scored; under 1 where the judge spreads less.",
                "ratio",
                ratio,
                is_drawn=True,
            ),
            BiasRow(
                panel,
                "compression",
                "deming_slope",
                subject,
                "Slope of the judge on the clinician with equal error variances (Deming); under 1 "
                "where the judge keeps to the middle of the scale.",
                "ratio",
                slope,
                is_drawn=True,
            ),
        ]
    return rows


def severity_rows(data: AuditData, panel: Panel) -> list[BiasRow]:
    """Return how lenient the judge and each clinician are on the same answers."""
    names = ("judge", *panel.raters)
    reason = why_no_points(panel) or (None if panel.raters else NO_RATER)
    if reason is None and len(panel):
        given = [numbers(row) for row in panel.levels_given]
        table = [(own, *row) for own, row in zip(judged_numbers(panel), given, strict=True)]
        effects = rater_severity(
            table, judge=0, clusters=panel.cases, n_boot=data.n_boot, seed=data.seed
        ).effects
    else:
        effects = (undefined(reason or NO_ITEM),) * len(names)
    return [
        BiasRow(
            panel,
            "severity",
            "rater_severity",
            name if name == "judge" else f"clinician {name}",
            "Points by which the rater lies above (lenient) or below (strict) the clinicians' mean "
            "on the same answers: the rater's effect in rating = answer + rater.",
            "points",
            effect,
            is_drawn=False,
        )
        for name, effect in zip(names, effects, strict=True)
    ]


def family_rows(data: AuditData, panel: Panel) -> list[BiasRow]:
    """Return whether the judge favours its own family; none without a second judge's scores."""
    families = None if data.plan is None else data.plan.families
    second = next((one for one in data.second if one.criterion == panel.criterion), None)
    if families is None or second is None:
        return []
    return [
        BiasRow(
            panel,
            "family",
            "family_preference",
            "judge with the second judge",
            f"Judge minus second judge (of family {families.second}) on answers of family "
            f"{families.judge}, minus the same on answers of other families.",
            "points",
            _family(panel, second, families),
            is_drawn=False,
        )
    ]


def _family(panel: Panel, second: Panel, families: Families) -> Estimate:
    reason = why_no_points(panel)
    if reason is not None or not len(panel):
        return undefined(reason or NO_ITEM)
    unknown = sorted({str(one) for one in panel.systems} - families.systems.keys())
    if unknown:
        return undefined(f"the plan declares no family for the system {unknown[0]!r}")
    other = dict(zip(second.items, judged_numbers(second), strict=True))
    return family_preference(
        judged_numbers(panel),
        [other.get(item) for item in panel.items],
        [families.systems[str(one)] for one in panel.systems],
        judge_family=families.judge,
        control_family=families.second,
        clusters=panel.cases,
        n_boot=1,
    ).preference


def _length(data: AuditData, panel: Panel) -> Estimate:
    reason = why_no_points(panel)
    if reason is not None:
        return undefined(reason)
    words = [_words(data, item) for item in panel.items]
    kept = [place for place, n in enumerate(words) if n > 0]
    if not kept:
        return undefined(NO_TEXTS if len(panel) else NO_ITEM)
    judge = judged_numbers(panel)
    return length_slope(
        [judge[place] for place in kept],
        [panel.means[place] for place in kept],
        [words[place] for place in kept],
        clusters=None if panel.cases is None else [panel.cases[place] for place in kept],
        n_boot=data.n_boot,
        seed=data.seed,
    )


def _words(data: AuditData, item: str) -> int:
    shown = data.texts.get(item)
    texts = () if shown is None else shown.inputs
    return sum(len(text.split()) for label, text in texts if label.lower() == RESPONSE)
