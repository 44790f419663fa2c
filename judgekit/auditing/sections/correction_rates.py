"""Corrected rates: of the higher level of a binary scale, and of declared unsafe answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from judgekit.agreement import PpiMean, RoganGladen, ppi_mean, rogan_gladen
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.naming import figure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.harm_counts import BINARY, flag
from judgekit.auditing.sections.panel_numbers import undefined, why_no_points
from judgekit.auditing.sections.scored_items import (
    ScoredItem,
    cases_of,
    probabilities_of,
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
    "that errs on them as on the rated ones. The other rates count each clinician's answer alike."
)
NOTHING_TO_PREDICT = (
    "no answer that nobody rated has a judge's score, so the clinicians' mean needs no correction"
)
UNEQUAL = (
    "answers were drawn for rating with unequal chances, which Rogan and Gladen's formula does not "
    "take"
)
NO_LABEL = "undefined: no label of that class"


class Rate(NamedTuple):
    """The rate of one kind of answer, four ways.

    Attributes:
        panel: The criterion.
        kind: Short name for keys: "unsafe" or "positive".
        what: The kind in words.
        ppi: The judge's rate, the clinicians' and the prediction-powered one; None: none.
        corrected: By Rogan and Gladen; None: none.
        reason: Why there is none.
        seed: Seed of the draws behind Rogan and Gladen's interval; None: none were drawn.
    """

    panel: Panel
    kind: str
    what: str
    ppi: PpiMean | None
    corrected: RoganGladen | None
    reason: str = ""
    seed: int | None = None

    @property
    def estimates(self) -> tuple[Estimate, Estimate, Estimate, Estimate]:
        """The judge's, the clinicians', the prediction-powered, and Rogan and Gladen's."""
        if self.ppi is None:
            return (undefined(self.reason),) * 4
        ppi = self.ppi
        by_formula = undefined(self.reason) if self.corrected is None else self.corrected.corrected
        return ppi.judge_only, ppi.labelled_only, predicted(ppi), by_formula

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


def predicted(mean: PpiMean) -> Estimate:
    """Return the prediction-powered mean; where nothing is left to predict, with that reason."""
    found = mean.corrected
    if found.value is None and mean.n_labelled and not mean.n_unlabelled:
        return found.model_copy(update={"reason": NOTHING_TO_PREDICT})
    return found


def rates_of(data: AuditData, panel: Panel) -> tuple[Rate, ...]:
    """Return the rates of a panel: of unsafe answers where declared, of a binary scale's higher."""
    kinds: list[tuple[str, str, Callable[[Answer], int | None]]] = []
    unsafe = data.unsafe.get(panel.criterion)
    if unsafe:
        named = ", ".join(answer(one) for one in unsafe)
        kinds.append(("unsafe", f"unsafe ({named})", lambda one: flag(one, unsafe, panel.scale)))
    if len(panel.scale.levels) == len(BINARY) and not panel.scale.is_continuous:
        high = panel.scale.levels[1]
        kinds.append(
            ("positive", answer(high), lambda one: None if one is None else int(one == high))
        )
    return tuple(_rate(data, panel, *kind) for kind in kinds)


def _rate(
    data: AuditData, panel: Panel, kind: str, what: str, read: Callable[[Answer], int | None]
) -> Rate:
    reason = why_no_points(panel)
    if reason is not None:
        return Rate(panel, kind, what, None, None, reason)
    if not len(panel) and not data.unlabelled:
        return Rate(panel, kind, what, None, None, NO_ITEMS)
    flags = [[read(value) for value in row] for row in panel.levels_given]
    shares = [_share(row) for row in flags]
    majority = [_majority(share) for share in shares]
    by_share = scored_items(data, panel, labels=shares, read=read)
    misfit = why_not_sampled(by_share)
    if misfit is not None:
        return Rate(panel, kind, what, None, None, misfit)
    # A tie between clinicians is no label, and no item without one either: it is left out.
    settled = [
        item
        for place, item in enumerate(scored_items(data, panel, labels=majority, read=read))
        if place >= len(panel) or majority[place] is not None or shares[place] is None
    ]
    cases = cases_of(settled)
    return Rate(
        panel,
        kind,
        what,
        ppi_mean(
            [item.label for item in by_share],
            [item.judge for item in by_share],
            probabilities=probabilities_of(by_share),
            clusters=cases_of(by_share),
        ),
        None
        if data.probabilities is not None
        else rogan_gladen(
            _whole([item.label for item in settled]),
            _whole([item.judge for item in settled]),
            clusters=cases if cases is None or _is_shared(settled) else None,
            n_boot=data.n_boot,
            seed=data.seed,
        ),
        reason=UNEQUAL,
        seed=data.seed if _is_shared(settled) else None,
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


_STATISTICS = (
    ("judge_{kind}_rate", "judge", "Share of answers that the judge calls {what}"),
    ("labelled_{kind}_rate", "clinicians", "Share of rated answers that a clinician calls {what}"),
    (
        "ppi_{kind}_rate",
        "judge corrected by clinicians",
        "Share of all answers of the run that a clinician would call {what}, prediction-powered",
    ),
    (
        "rogan_gladen_{kind}_rate",
        "judge corrected by clinicians",
        "Share of unrated answers that most clinicians would call {what}, from the judge's rate, "
        "sensitivity and specificity",
    ),
)


def rate_figures(section: str, rates: Sequence[Rate]) -> list[Figure]:
    """Return four figures of each rate."""
    return [
        figure(
            section,
            rate.panel.criterion,
            statistic.format(kind=rate.kind),
            subject,
            estimand=f"{estimand.format(what=rate.what)}.",
            unit="share",
            estimate=estimate,
            n_raters=None if subject == "judge" else len(rate.panel.raters),
            seed=rate.seed if statistic.startswith("rogan") and estimate.low is not None else None,
        )
        for rate in rates
        for (statistic, subject, estimand), estimate in zip(
            _STATISTICS, rate.estimates, strict=True
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
