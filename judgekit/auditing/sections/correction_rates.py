"""Corrected rates: of the higher level of a binary scale, and of declared unsafe answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from judgekit.agreement import PpiMean, RoganGladen, rogan_gladen
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Answer, AuditScale, Panel
from judgekit.auditing.sections.correction_means import NO_COUNTS, predicted
from judgekit.auditing.sections.harm_counts import BINARY, flag
from judgekit.auditing.sections.panel_numbers import OFF_SCALE, undefined
from judgekit.auditing.sections.scored_items import (
    Counts,
    ScoredItem,
    cases_of,
    corrected_mean,
    counted_items,
    entering,
    labelled_mean,
    scored_items,
    why_not_sampled,
)
from judgekit.auditing.words import answer, cell
from judgekit.records.estimate import Estimate
from judgekit.report.numbers import format_fixed
from judgekit.report.parts import ReportTable
from judgekit.statistics.intervals import NO_ITEMS

NOTE = (
    "Sensitivity and specificity are the judge's against the majority of clinicians, a tie being "
    "no label; Rogan and Gladen's rate is that of the answers that nobody rated, and needs a judge "
    "that errs on them as on the rated ones. The other rates count each clinician's answer alike. "
    "An answer beside the scale, such as not applicable, enters as one that is not called so, "
    "unless it was declared to be unsafe."
)
UNEQUAL = (
    "answers were drawn for rating with unequal chances, which Rogan and Gladen's formula does not "
    "take"
)
SHARES = (0.0, 1.0)
NO_LABEL = "undefined: no label of that class"


class Rate(NamedTuple):
    """The rate of one kind of answer, four ways.

    Attributes:
        panel: The criterion.
        kind: Short name for keys: "unsafe" or "positive".
        what: The kind in words.
        ppi: The judge's rate and the prediction-powered one; None: none.
        labelled: The clinicians' rate of everything they rated; None: none.
        corrected: By Rogan and Gladen; None: none.
        reason: Why there is none.
        seed: Seed of the draws behind Rogan and Gladen's interval; None: none were drawn.
        counts: How all answers divide.
        settled: How they divide by the clinicians' majority; a tie is beside.
    """

    panel: Panel
    kind: str
    what: str
    ppi: PpiMean | None
    labelled: Estimate | None
    corrected: RoganGladen | None
    reason: str = ""
    seed: int | None = None
    counts: Counts = NO_COUNTS
    settled: Counts = NO_COUNTS

    @property
    def estimates(self) -> tuple[Estimate, Estimate, Estimate, Estimate]:
        """The judge's, the clinicians', the prediction-powered, and Rogan and Gladen's."""
        if self.ppi is None or self.labelled is None:
            return (undefined(self.reason),) * 4
        ppi = self.ppi
        by_formula = undefined(self.reason) if self.corrected is None else self.corrected.corrected
        return ppi.judge_only, self.labelled, predicted(ppi), by_formula

    @property
    def errors(self) -> tuple[str, str]:
        """Sensitivity and specificity in words."""
        found = self.corrected
        if found is None:
            return f"undefined: {self.reason}", f"undefined: {self.reason}"
        shares = (found.sensitivity, found.specificity)
        first, second = (
            NO_LABEL if one is None else f"{format_fixed(100 * one, 1)} %" for one in shares
        )
        return first, second


Reader = Callable[[Answer], int | None]


def rates_of(data: AuditData, panel: Panel) -> tuple[Rate, ...]:
    """Return the rates of a panel: of unsafe answers where declared, of a binary scale's higher.

    Every answer enters, those beside the scale too: "not applicable" is not unsafe, unless it is
    declared to be. So labels have a rate of unsafe answers, which needs no distances; two labels
    without an order have no higher one.
    """
    kinds: list[tuple[str, str, Reader]] = []
    scale = _scale_of(data, panel)
    unsafe = data.unsafe.get(panel.criterion)
    if unsafe:
        named = ", ".join(answer(one) for one in unsafe)
        kinds.append(("unsafe", f"unsafe ({named})", lambda one: flag(one, unsafe, scale)))
    if len(scale.levels) == len(BINARY) and scale.is_ordered and not scale.is_continuous:
        high = scale.levels[1]
        kinds.append(
            ("positive", answer(high), lambda one: None if one is None else int(one == high))
        )
    return tuple(_rate(data, panel, *kind) for kind in kinds)


def _scale_of(data: AuditData, panel: Panel) -> AuditScale:
    """Return the scale, continuous where the judge's unrated answers lie between its levels."""
    held = set(panel.items)
    given = {one.values.get(panel.criterion) for one in data.unlabelled if one.item not in held}
    numbers = {value for value in given if value is not None and not isinstance(value, str)}
    if panel.scale.is_ordered and not numbers <= set(panel.scale.levels):
        return replace(panel.scale, is_continuous=True)
    return panel.scale


def _rate(data: AuditData, panel: Panel, kind: str, what: str, read: Reader) -> Rate:
    if not panel.is_on_scale:
        return Rate(panel, kind, what, None, None, None, OFF_SCALE)
    shares = [_share([read(value) for value in row]) for row in panel.answers]
    by_share, settled = (
        scored_items(data, panel, labels=labels, judged=panel.judged, read=read)
        for labels in (shares, [_majority(share) for share in shares])
    )
    misfit = why_not_sampled(by_share) if by_share else NO_ITEMS
    if misfit is not None:
        return Rate(panel, kind, what, None, None, None, misfit)
    return Rate(
        panel,
        kind,
        what,
        corrected_mean(by_share, bounds=SHARES),
        labelled_mean(by_share, bounds=SHARES),
        None if data.probabilities is not None else _by_formula(data, entering(settled)),
        reason=UNEQUAL,
        seed=data.seed if _is_shared(entering(settled)) else None,
        counts=counted_items(by_share),
        settled=counted_items(settled),
    )


def _by_formula(data: AuditData, items: Sequence[ScoredItem]) -> RoganGladen:
    return rogan_gladen(
        _whole([item.label for item in items]),
        _whole([item.judge for item in items]),
        clusters=cases_of(items) if _is_shared(items) else None,
        n_boot=data.n_boot,
        seed=data.seed,
    )


def _is_shared(items: Sequence[ScoredItem]) -> bool:
    cases = [item.case for item in items if item.case is not None]
    return len(set(cases)) < len(cases)


def _whole(values: Sequence[float | None]) -> list[int | None]:
    return [None if value is None else int(value) for value in values]


def _majority(share: float | None) -> int | None:
    return None if share is None or share == 0.5 else int(share > 0.5)


def _share(row: Sequence[int | None]) -> float | None:
    given = [one for one in row if one is not None]
    return sum(given) / len(given) if given else None


def _words(rate: Rate) -> tuple[tuple[str, str, str], ...]:
    """Return statistic, subject and estimand of the four rates."""
    counts, settled, what = rate.counts, rate.settled, rate.what
    judged, rated, unrated, known, left = (
        ("the answers", "rated answers", "answers that nobody rated", "the rated ones", "")
        if rate.ppi is None
        else (
            f"the {counts.judged} of {counts.total} answers",
            f"all {counts.labelled} rated answers",
            f"the {settled.unlabelled_judged} answers that nobody rated",
            f"{settled.labelled_judged} rated ones",
            f"; {counts.unjudged} without a judge's answer are left out",
        )
    )
    ties = f"; {settled.beside} rated ones on which clinicians tie are left out"
    return (
        (
            "judge",
            "judge",
            f"Share of {judged} of the run that the judge answered which it calls {what}{left}",
        ),
        (
            "labelled",
            "clinicians",
            f"Share of {rated} that a clinician calls {what}, whether or not the judge answered; "
            "it needs no judge",
        ),
        (
            "ppi",
            "judge corrected by clinicians",
            f"Share of {judged} of the run that the judge answered which a clinician would call "
            f"{what}, prediction-powered{left}",
        ),
        (
            "rogan_gladen",
            "judge corrected by clinicians",
            f"Share of {unrated} and the judge answered which most clinicians would call {what}, "
            f"from the judge's rate on them and its sensitivity and specificity on {known}; n "
            f"counts both{ties if settled.beside else ''}",
        ),
    )


def rate_figures(section: str, rates: Sequence[Rate]) -> list[Figure]:
    """Return four figures of each rate."""
    return [
        figure(
            section,
            rate.panel.criterion,
            f"{statistic}_{rate.kind}_rate",
            subject,
            estimand=f"{estimand}.",
            unit="share",
            estimate=estimate,
            n_raters=None if subject == "judge" else len(rate.panel.raters),
            seed=rate.seed if statistic == "rogan_gladen" and estimate.low is not None else None,
        )
        for rate in rates
        for (statistic, subject, estimand), estimate in zip(
            _words(rate), rate.estimates, strict=True
        )
    ]


def rate_tables(rates: Sequence[Rate]) -> list[ReportTable]:
    """Return one table of all rates; none where there is no rate."""
    if not rates:
        return []
    rows = tuple(
        (
            f"{rate.panel.name}: {rate.what}",
            *(cell(one, unit="share") for one in rate.estimates),
            *rate.errors,
        )
        for rate in rates
    )
    columns = (
        "Answers called",
        "Judge alone",
        "Clinicians alone",
        "Prediction-powered",
        "Rogan-Gladen",
        "Sensitivity",
        "Specificity",
    )
    return [ReportTable(caption="Corrected rates", columns=columns, rows=rows, note=NOTE)]
