"""What the audit supports, use by use as declared, and what the judge must not be used for."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.plan import Uses
from judgekit.auditing.sections.use_entries import (
    ALL,
    Entry,
    Use,
    accuracies,
    mean_entries,
    ranking_entries,
    single_entries,
)
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

SECTION = "uses"
USE_WORDS: dict[Use, str] = {
    "ranking": "Ranking systems",
    "mean_scores": "Mean scores, corrected by clinicians' ratings",
    "single_answers": "Decisions about single answers",
}
FORBIDDEN: dict[Use, str] = {
    "ranking": "not for saying which system is better",
    "mean_scores": "not for reporting mean scores that clinicians' ratings correct",
    "single_answers": "not for letting an answer pass, or holding it back, unseen by a person",
}
UNCORRECTED = "not for reporting its own mean scores, uncorrected, as what clinicians would give"
NEVER = "not for decisions about an individual patient"
MEANING = (
    '"Shown" says that the bound declared beforehand holds in these ratings, for this judge in '
    "this version and for answers like these. It says nothing about another use, and a use that "
    "was not declared before the ratings is not shown."
)


def uses_section(data: AuditData) -> Section:
    """Return an entry for each use: shown, not shown with its reason, or not declared.

    A use is shown only where the audit is confirmatory and the declared bound holds with the whole
    interval. What is not shown is listed as what the judge must not be used for. Its own mean
    scores, uncorrected, always stand there: no use of them can be declared.
    """
    declared = Uses() if data.plan is None else data.plan.uses
    ranked = [] if declared.ranking is None else accuracies(data)
    entries = [
        *ranking_entries(data, declared.ranking, ranked),
        *mean_entries(data, declared.mean_scores),
        *single_entries(data, declared.single_answers),
    ]
    forbidden = _forbidden(entries)
    return Section(
        id=SECTION,
        title="What this audit supports, and what not",
        paragraphs=(MEANING,),
        figures=tuple(_figure(data, panel, estimate) for panel, estimate in ranked),
        tables=(_table(entries), _never(forbidden)),
        details={
            "uses": [_json(one) for one in entries],
            "must_not": list(forbidden),
        },
    )


def _figure(data: AuditData, panel: Panel, estimate: Estimate) -> Figure:
    return figure(
        SECTION,
        panel.criterion,
        "system_pairwise_accuracy",
        JUDGE_CLINICIANS,
        estimand=(
            "Share of pairs of systems whose means the judge orders as the clinicians do, over "
            "items that both scored; a tie must be tied on both sides"
        ),
        unit="share",
        estimate=estimate,
        n_raters=len(panel.raters),
        seed=data.seed if estimate.low is not None else None,
    )


def _json(one: Entry) -> JsonValue:
    return {
        "use": one.use,
        "criterion": None if one.criterion == ALL else one.criterion,
        "bound": one.bound,
        "entry": one.text,
        "figure": one.figure,
    }


def _forbidden(entries: Sequence[Entry]) -> tuple[str, ...]:
    said = []
    for use, words in FORBIDDEN.items():
        refused = [one.criterion for one in entries if one.use == use and not one.is_shown]
        if not refused:
            continue
        is_all = ALL in refused or not any(one.is_shown for one in entries if one.use == use)
        said.append(words if is_all else f"{words}, by {', '.join(refused)}")
    return (*said, UNCORRECTED, NEVER)


def _table(entries: Sequence[Entry]) -> ReportTable:
    return ReportTable(
        caption="What was declared, and what the ratings show",
        columns=("Use", "Criterion", "Declared to be enough", "In this audit", "Figure"),
        rows=tuple(
            (USE_WORDS[one.use], one.criterion, one.bound, one.text, one.figure) for one in entries
        ),
    )


def _never(forbidden: Sequence[str]) -> ReportTable:
    return ReportTable(
        caption="What the judge must not be used for",
        columns=("It is",),
        rows=tuple((words,) for words in forbidden),
    )
