"""Agreement of all raters at once, and agreement on each class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judgekit.agreement import fleiss_kappa, krippendorff_alpha, specific_agreement
from judgekit.agreement.krippendorff import Metric
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure
from judgekit.auditing.naming import CLINICIANS, JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Answer, Family, Panel
from judgekit.auditing.words import answer
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue

WITH_JUDGE = "clinicians and judge together"
_METRICS: dict[Family, Metric] = {
    "nominal": "nominal",
    "ordinal": "ordinal",
    "numeric": "interval",
}
_BESIDE = ", answers beside the scale left out"


class _Pairs(NamedTuple):
    """The judge's and a clinician's answer, a row for each pair; the case of each; the items."""

    rows: list[list[Answer]]
    cases: list[str]
    n_items: int


def all_rater_figures(section: str, panel: Panel, data: AuditData) -> Iterator[Figure]:
    """Yield alpha, Fleiss' kappa and agreement on each class.

    Figures of clinicians are over all items that they rated, whatever the judge did: they need
    none. Those with the judge exist only where it is on the clinicians' scale.
    """
    is_nominal = panel.scale.family == "nominal"
    rows = panel.answers if is_nominal else panel.levels_given
    judged = panel.judged if is_nominal else panel.levels_judged
    beside = _BESIDE if panel.scale.extras and not is_nominal else ""
    levels = panel.categories if is_nominal else panel.scale.levels
    yield from _alphas(section, panel, data, rows, judged, levels, beside)
    if panel.scale.family == "numeric":
        return
    fleiss = fleiss_kappa(
        rows, categories=levels, clusters=panel.cases, n_boot=data.n_boot, seed=data.seed
    )
    yield _figure(
        section,
        panel,
        data,
        "fleiss_kappa",
        CLINICIANS,
        "Fleiss' kappa of interchangeable clinicians, gaps used: agreement over all items that two "
        "or more rated, chance over all that any rated, which are n, whether the judge answered or "
        f"not{beside}",
        "kappa",
        fleiss,
    )
    yield from _specific(section, panel, data, rows, judged, levels, beside)


def _alphas(
    section: str,
    panel: Panel,
    data: AuditData,
    rows: Sequence[Sequence[Answer]],
    judged: Sequence[Answer],
    levels: Sequence[ScaleValue],
    beside: str,
) -> Iterator[Figure]:
    metric = _METRICS[panel.scale.family]
    tables: list[tuple[str, Sequence[Sequence[Answer]], str]] = [
        (
            CLINICIANS,
            rows,
            "Krippendorff's alpha of the clinicians' ratings, gaps used, over all items that two "
            f"or more rated, whether the judge answered or not{beside}",
        )
    ]
    if panel.is_on_scale:
        both = [[*row, own] for row, own in zip(rows, judged, strict=True)]
        what = (
            "Krippendorff's alpha of the clinicians' and the judge's ratings, the judge being one "
            f"more rater, gaps used, over all items with two ratings or more{beside}"
        )
        tables.append((WITH_JUDGE, both, what))
    for subject, table, estimand in tables:
        alpha = krippendorff_alpha(
            table,
            metric=metric,
            categories=None if metric == "interval" else levels,
            clusters=panel.cases,
            n_boot=data.n_boot,
            seed=data.seed,
        )
        name = f"krippendorff_alpha_{metric}"
        yield _figure(section, panel, data, name, subject, estimand, "alpha", alpha)


def _specific(
    section: str,
    panel: Panel,
    data: AuditData,
    rows: Sequence[Sequence[Answer]],
    judged: Sequence[Answer],
    levels: Sequence[ScaleValue],
    beside: str,
) -> Iterator[Figure]:
    """Yield agreement on each class, over pairs of the judge and a clinician, and among these."""
    pairs = _stacked(panel, rows, judged)

    def made(level: ScaleValue, table: Sequence[Sequence[Answer]], cases: object) -> Estimate:
        return specific_agreement(
            table,
            category=level,
            categories=levels,
            clusters=cases,  # type: ignore[arg-type] # a list or a tuple of names, or None
            n_boot=data.n_boot,
            seed=data.seed,
        )

    for level in levels:
        name = f"specific_agreement_{answer(level)}"
        if panel.is_on_scale:
            yield _figure(
                section,
                panel,
                data,
                name,
                JUDGE_CLINICIANS,
                f"Of the answers {answer(level)!r} of either side, the share that the other gave "
                f"too, over pairs of an item and a clinician{beside}",
                "share",
                made(level, pairs.rows, pairs.cases),
                n_items=pairs.n_items,
            )
        yield _figure(
            section,
            panel,
            data,
            name,
            CLINICIANS,
            f"Of the clinicians' ratings {answer(level)!r}, the share that a second clinician of "
            "the item gave too, over all items that two or more rated, whether the judge answered "
            f"or not{beside}",
            "share",
            made(level, rows, panel.cases),
        )


def _stacked(panel: Panel, rows: Sequence[Sequence[Answer]], judged: Sequence[Answer]) -> _Pairs:
    pairs: list[list[Answer]] = []
    cases: list[str] = []
    items = set()
    owners = panel.items if panel.cases is None else panel.cases
    for row, own, case, item in zip(rows, judged, owners, panel.items, strict=True):
        for given in row:
            if given is not None and own is not None:
                pairs.append([own, given])
                cases.append(case)
                items.add(item)
    return _Pairs(pairs, cases, len(items))


def _figure(
    section: str,
    panel: Panel,
    data: AuditData,
    statistic: str,
    subject: str,
    estimand: str,
    unit: str,
    estimate: Estimate,
    n_items: int | None = None,
) -> Figure:
    return figure(
        section,
        panel.criterion,
        statistic,
        subject,
        estimand=f"{estimand}.",
        unit=unit,
        estimate=estimate,
        n_raters=len(panel.raters),
        n_items=n_items,
        seed=None if estimate.low is None else data.seed,
    )
