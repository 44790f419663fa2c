"""The first thing a clinician reads: how the judge compares with a second clinician."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.agreement import HumanReference, MeasureName, margin_verdict
from judgekit.agreement.human_reference import turned
from judgekit.auditing.closeness import closeness_figures, closeness_of
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.measures import WORDS, measures_of, plain_measure, primary_of
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.association import associations
from judgekit.auditing.sections.reference_plot import MOST_DRAWN, reference_pictures
from judgekit.auditing.words import cell, interval, number
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

ID = "summary"
NO_MARGIN = (
    "No margin was set, so there is no verdict: how much further from a clinician than another "
    "clinician a judge may be is for people to decide, before the ratings are seen."
)


def summary_section(data: AuditData) -> Section:
    """Return the sentence on the primary figure, a row for each criterion, the reference plot."""
    primary = primary_of(data.plan, data.panels)
    figures: list[Figure] = []
    rows: list[tuple[str, ...]] = []
    sentences: list[str] = []
    warnings: list[str] = []
    for panel in data.panels:
        measure = plain_measure(panel)
        if primary is not None and primary.criterion == panel.criterion:
            measure = primary.statistic
            sentences, problem = _primary_sentences(panel, measure, data)
            warnings += problem
        found = _found(panel, measure, data)
        if found is None:
            continue
        figures += closeness_figures(ID, panel, found, seed=data.seed)
        rows.append(_row(panel, found))
    return Section(
        id=ID,
        title="How the judge compares with a second clinician",
        paragraphs=(*(sentences or _without_primary(data)), *_standing(data), *_not_drawn(data)),
        figures=tuple(figures),
        pictures=tuple(reference_pictures(data)),
        tables=(_table(rows),) if rows else _order_tables(data),
        warnings=tuple(warnings),
    )


def verdict_of(data: AuditData) -> str | None:
    """Return one of the four verdicts on the primary figure; None without margin or primary."""
    primary = primary_of(data.plan, data.panels)
    if primary is None or data.margin is None:
        return None
    for panel in data.panels:
        if panel.criterion == primary.criterion:
            found = _found(panel, primary.statistic, data)
            return None if found is None else margin_verdict(found.closeness, margin=data.margin)
    return None


def _found(panel: Panel, measure: MeasureName, data: AuditData) -> HumanReference | None:
    return closeness_of(panel, measure, n_boot=data.n_boot, seed=data.seed)


def _primary_sentences(
    panel: Panel, measure: MeasureName, data: AuditData
) -> tuple[list[str], list[str]]:
    if measure not in measures_of(panel) or not panel.is_on_scale:
        reason = (
            "the judge's values are not on the clinicians' scale"
            if not panel.is_on_scale
            else f"it does not suit its scale ({panel.scale.family}); "
            f"there are {', '.join(measures_of(panel))}"
        )
        return [], [f"primary figure {measure} of {panel.criterion} cannot be computed: {reason}"]
    found = _found(panel, measure, data)
    if found is None:
        return [], []
    sentences = [_sentence(panel, found)]
    if data.margin is None:
        return [*sentences, NO_MARGIN], []
    verdict = margin_verdict(found.closeness, margin=data.margin)
    return [*sentences, _verdict_sentence(verdict, data.margin, found)], []


def _sentence(panel: Panel, found: HumanReference) -> str:
    unit = WORDS[found.measure].unit
    what = WORDS[found.measure].inline
    n_raters = len(panel.raters)
    by = f"{n_raters} clinician{'' if n_raters == 1 else 's'}"
    on = f"{panel.name}: on {_size(found.judge_human)} rated by {by}, "
    judge, human, difference = found.judge_human, found.human_human, found.closeness
    if judge.value is None:
        return f"{on}closeness of judge and clinicians is undefined: {judge.reason}."
    start = f"{on}{what} of the judge with a clinician was {_amount(judge.value, unit)}"
    if human.value is None or difference.value is None:
        return f"{start}; of two clinicians with each other it is undefined: {human.reason}."
    way = "as far from a clinician as another clinician is"
    if number(difference.value, unit) == number(0.0, unit):
        pass
    elif difference.value > 0:
        way = "closer to a clinician than another clinician is"
    elif difference.value < 0:
        way, difference = "further from a clinician than another clinician is", turned(difference)
    return (
        f"{start}, of two clinicians with each other {_amount(human.value, unit)}: the judge was "
        f"{way}, by {_difference_words(difference, unit)}."
    )


def _amount(value: float, unit: str) -> str:
    return f"{number(value, unit)} points" if unit == "points" else number(value, unit)


def _difference_words(difference: Estimate, unit: str) -> str:
    size = number(difference.value or 0.0, unit).removesuffix(" %")
    words = {"share": " percentage points", "points": " points"}.get(unit, "")
    if difference.low is None:
        return f"{size}{words} (no interval: {difference.interval_reason})"
    open_words = "" if difference.low > 0 else ", which leaves open who is closer"
    ends = interval(difference, unit).removesuffix(" %")
    return f"{size}{words} (95 % interval {ends}{open_words})"


def _verdict_sentence(verdict: str, margin: float, found: HumanReference) -> str:
    unit = WORDS[found.measure].unit
    words = {
        "closer": "the judge is closer to a clinician than another clinician is",
        "no further than the margin": "the judge is no further from a clinician than another "
        "clinician by more than the margin",
        "further than the margin": "the judge is further from a clinician than another clinician "
        "by more than the margin",
        "these data cannot tell": "these data cannot tell",
    }[verdict]
    return f"Verdict, with the margin of {number(margin, unit)}: {words}."


def _size(estimate: Estimate) -> str:
    if estimate.clusters is None or estimate.clusters == estimate.n:
        return f"{estimate.n} case{'' if estimate.n == 1 else 's'}"
    cases = f"{estimate.clusters} case{'' if estimate.clusters == 1 else 's'}"
    return f"{cases} ({estimate.n} answers)"


def _without_primary(data: AuditData) -> list[str]:
    if all(not panel.is_on_scale for panel in data.panels):
        return [
            f"{data.scorer} does not speak on the clinicians' scale, so it cannot be compared with "
            "a second clinician answer by answer. Whether it orders answers as clinicians do "
            "stands below and under “Ranking of systems and of answers”."
        ]
    return [
        "No primary criterion was declared, so there is no single sentence and no verdict: each "
        "criterion stands below on its own."
    ]


def _standing(data: AuditData) -> Iterator[str]:
    yield (
        "The verdict on the primary figure and the declared uses are confirmatory: "
        f"{data.standing_reason}. Every other figure explores, but for a test that says it was "
        "planned."
        if data.standing == "confirmatory"
        else f"Everything here is exploratory: {data.standing_reason}."
    )
    least = min((len(panel.raters) for panel in data.panels), default=0)
    if least == 1:
        yield (
            "One clinician rated: how clinicians differ from each other is unknown, and with it "
            "what a difference of the judge means."
        )


def _not_drawn(data: AuditData) -> tuple[str, ...]:
    many = [panel.name for panel in data.panels if len(panel.raters) > MOST_DRAWN]
    if not many:
        return ()
    return (f"No picture shows more than {MOST_DRAWN} clinicians, as under {', '.join(many)}.",)


def _row(panel: Panel, found: HumanReference) -> tuple[str, ...]:
    words = WORDS[found.measure]
    return (
        panel.name,
        words.title,
        cell(found.judge_human, unit=words.unit),
        cell(found.human_human, unit=words.unit),
        _compared(found.closeness, words.unit),
    )


def _compared(closeness: Estimate, unit: str) -> str:
    """Return "closer by ..." or "further by ...", so that no sign has to be read."""
    if closeness.value is None:
        return f"undefined: {closeness.reason}"
    if float(number(closeness.value, unit).removesuffix(" %")) == 0:
        return f"as far: {_difference_words(closeness, unit)}"
    way, turned_round = (
        ("closer", closeness)
        if closeness.value > 0
        else (
            "further",
            turned(closeness),
        )
    )
    return f"{way} by {_difference_words(turned_round, unit)}"


def _order_tables(data: AuditData) -> tuple[ReportTable, ...]:
    """Return whether answers are ordered alike, where nothing else can be compared."""
    found = [
        one
        for panel in data.panels
        if panel.scale.span is not None
        for one in associations(data, panel)
        if one.kind == "spearman"
    ]
    if not found:
        return ()
    return (
        ReportTable(
            caption=f"Does {data.scorer} order answers as clinicians do? Rank correlation",
            columns=("Criterion", "All answers", "Within system"),
            rows=tuple(
                (
                    one.panel.name,
                    cell(one.pooled, unit="correlation"),
                    cell(one.within_system, unit="correlation"),
                )
                for one in found
            ),
            note="1: the same order as the clinicians' mean; 0: none. An interval that holds 0 "
            "leaves open whether it orders answers as they do at all. A correlation is blind to a "
            "score that is off throughout.",
        ),
    )


def _table(rows: Sequence[tuple[str, ...]]) -> ReportTable:
    return ReportTable(
        caption="The judge beside a second clinician, criterion by criterion",
        columns=(
            "Criterion",
            "Measured by",
            "Judge with a clinician",
            "Clinician with a clinician",
            "The judge, beside a second clinician",
        ),
        rows=tuple(rows),
        note="n is answers, G cases; 95 % intervals over the sampling of cases. Two clinicians are "
        "a reference, not a ceiling.",
    )
