"""Agreement, criterion by criterion: judge with clinicians, clinicians with each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.agreement import (
    fleiss_kappa,
    krippendorff_alpha,
    specific_agreement,
)
from judgekit.auditing.closeness import closeness_figures, closeness_of, reference_of
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.measures import WORDS, measures_of
from judgekit.auditing.naming import CLINICIANS, DIFFERENCE, JUDGE_CLINICIANS, figure
from judgekit.auditing.panel import Answer, Panel
from judgekit.auditing.sections.f1_figures import f1_table, macro_f1_figures
from judgekit.auditing.sections.prevalence import prevalence_table
from judgekit.auditing.words import answer, cell
from judgekit.records.estimate import Estimate
from judgekit.records.scale import ScaleValue
from judgekit.report.parts import ReportTable

ID = "agreement"
WITH_JUDGE = "clinicians and judge together"
_COLUMNS = (
    "Figure",
    "Judge with clinicians",
    "Clinicians with each other",
    "Judge minus clinicians",
)
_NOTE = (
    "Means over pairs of raters; the difference comes from the same draws of cases. 95 % intervals "
    "over the sampling of cases, judge and raters held fixed. n is items, G cases. In the last "
    "column above 0 means closer than another clinician, but for the mean absolute difference, "
    "where it means further."
)


def agreement_section(data: AuditData) -> Section:
    """Return the main table: a block for each criterion, and macro-F1 over all of them."""
    figures: list[Figure] = []
    tables: list[ReportTable] = [prevalence_table(data)]
    for panel in data.panels:
        if not panel.is_on_scale:
            continue
        own = [*_pairwise(panel, data), *_extras(panel, data), *_several(panel, data)]
        figures += own
        tables.append(_table(panel, own))
    figures += list(macro_f1_figures(ID, data))
    f1 = [one for one in figures if one.statistic.startswith("macro_f1")]
    if f1:
        tables.append(f1_table(f1))
    off = [panel.name for panel in data.panels if not panel.is_on_scale]
    return Section(
        id=ID,
        title="Agreement, criterion by criterion",
        paragraphs=(
            "No single coefficient is safe: raw agreement, agreement on each class and a "
            "coefficient corrected for chance stand together. Categories and their order come "
            "from the declared scale, used or not.",
            *(
                [
                    f"{data.scorer} does not give its values on the clinicians' scale "
                    f"({', '.join(off)}), so that only order can be compared: see the association "
                    "with clinicians below."
                ]
                if off
                else []
            ),
        ),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def _pairwise(panel: Panel, data: AuditData) -> Iterator[Figure]:
    for measure in measures_of(panel):
        found = closeness_of(panel, measure, n_boot=data.n_boot, seed=data.seed)
        if found is not None:
            yield from closeness_figures(ID, panel, found, seed=data.seed)


def _extras(panel: Panel, data: AuditData) -> Iterator[Figure]:
    """Yield the other two readings of an ordered scale with answers beside it."""
    if panel.scale.family == "nominal" or not panel.scale.extras:
        return
    if panel.scale.family == "ordinal":
        for measure in ("exact_agreement", "kappa"):
            found = reference_of(
                panel,
                panel.answers,
                panel.judged,
                measure,
                panel.categories,
                data.n_boot,
                data.seed,
            )
            yield from closeness_figures(
                ID,
                panel,
                found,
                statistic=f"{measure}_all_answers",
                among="all answers as categories, those beside the scale included",
                seed=data.seed,
            )
    applies = ("on the scale", "beside it")
    found = reference_of(
        panel,
        [[_side(panel, value) for value in row] for row in panel.answers],
        [_side(panel, value) for value in panel.judged],
        "exact_agreement",
        applies,
        data.n_boot,
        data.seed,
    )
    yield from closeness_figures(
        ID,
        panel,
        found,
        statistic="exact_agreement_applicable",
        among="whether the answer lies on the scale or beside it",
        seed=data.seed,
    )


def _side(panel: Panel, value: Answer) -> str | None:
    if value is None:
        return None
    return "beside it" if value in panel.scale.extras else "on the scale"


def _several(panel: Panel, data: AuditData) -> Iterator[Figure]:
    """Yield what takes all raters at once, and agreement on each class."""
    is_nominal = panel.scale.family == "nominal"
    rows = panel.answers if is_nominal else panel.levels_given
    judged = panel.judged if is_nominal else panel.levels_judged
    levels = panel.categories if is_nominal else panel.scale.levels
    both = [[*row, own] for row, own in zip(rows, judged, strict=True)]
    metrics = {"nominal": "nominal", "ordinal": "ordinal", "numeric": "interval"}
    metric = metrics[panel.scale.family]
    for subject, table in ((CLINICIANS, rows), (WITH_JUDGE, both)):
        alpha = krippendorff_alpha(
            table,
            metric=metric,  # type: ignore[arg-type] # one of three literals
            categories=None if metric == "interval" else levels,
            clusters=panel.cases,
            n_boot=data.n_boot,
            seed=data.seed,
        )
        yield _figure(
            panel,
            data,
            f"krippendorff_alpha_{metric}",
            subject,
            "Krippendorff's alpha of all ratings, gaps used",
            "alpha",
            alpha,
        )
    if panel.scale.family == "numeric":
        return
    yield _figure(
        panel,
        data,
        "fleiss_kappa",
        CLINICIANS,
        "Fleiss' kappa of interchangeable clinicians, gaps used",
        "kappa",
        fleiss_kappa(
            rows,
            categories=levels,
            clusters=panel.cases,
            n_boot=data.n_boot,
            seed=data.seed,
        ),
    )
    yield from _specific(panel, rows, judged, levels, data)


def _specific(
    panel: Panel,
    rows: Sequence[Sequence[Answer]],
    judged: Sequence[Answer],
    levels: Sequence[ScaleValue],
    data: AuditData,
) -> Iterator[Figure]:
    """Yield agreement on each class, over pairs of the judge and a clinician, and among these."""
    pairs, cases = stacked_pairs(panel, rows, judged)
    for level in levels:
        for subject, table, clusters in (
            (JUDGE_CLINICIANS, pairs, cases),
            (CLINICIANS, rows, panel.cases),
        ):
            found = specific_agreement(
                table,
                category=level,
                categories=levels,
                clusters=clusters,
                n_boot=data.n_boot,
                seed=data.seed,
            )
            yield _figure(
                panel,
                data,
                f"specific_agreement_{answer(level)}",
                subject,
                f"Of the ratings {answer(level)!r}, the share that a second rater of the item gave "
                "too, over pairs of ratings",
                "share",
                found,
            )


def stacked_pairs(
    panel: Panel, rows: Sequence[Sequence[Answer]], judged: Sequence[Answer]
) -> tuple[list[list[Answer]], list[str]]:
    """Return a row [judge, clinician] for each pair that both answered, and the case of each."""
    pairs: list[list[Answer]] = []
    cases: list[str] = []
    owners = panel.items if panel.cases is None else panel.cases
    for row, own, case in zip(rows, judged, owners, strict=True):
        for given in row:
            if given is not None and own is not None:
                pairs.append([own, given])
                cases.append(case)
    return pairs, cases


def _figure(
    panel: Panel,
    data: AuditData,
    statistic: str,
    subject: str,
    estimand: str,
    unit: str,
    estimate: Estimate,
) -> Figure:
    return figure(
        ID,
        panel.criterion,
        statistic,
        subject,
        estimand=estimand,
        unit=unit,
        estimate=estimate,
        n_raters=len(panel.raters),
        seed=None if estimate.low is None else data.seed,
    )


_TITLES = {
    "exact_agreement_all_answers": "Exact agreement, all answers",
    "kappa_all_answers": "Cohen's kappa, all answers",
    "exact_agreement_applicable": "Agreement on whether it applies",
    "krippendorff_alpha_nominal": "Krippendorff's alpha, nominal",
    "krippendorff_alpha_ordinal": "Krippendorff's alpha, ordinal",
    "krippendorff_alpha_interval": "Krippendorff's alpha, interval",
    "fleiss_kappa": "Fleiss' kappa",
}


def _title(statistic: str) -> str:
    if statistic in WORDS:
        return WORDS[statistic].title
    if statistic.startswith("specific_agreement_"):
        return f"Agreement on “{statistic.removeprefix('specific_agreement_')}”"
    return _TITLES.get(statistic, statistic)


def _table(panel: Panel, figures: Sequence[Figure]) -> ReportTable:
    by_statistic: dict[str, dict[str, Figure]] = {}
    for one in figures:
        by_statistic.setdefault(one.statistic, {})[one.subject] = one
    rows = []
    for statistic, found in by_statistic.items():
        judge = found.get(JUDGE_CLINICIANS) or found.get(WITH_JUDGE)
        rows.append(
            (
                _title(statistic)
                + (" (judge: with clinicians, as one more rater)" if WITH_JUDGE in found else ""),
                _cell(judge),
                _cell(found.get(CLINICIANS)),
                _cell(found.get(DIFFERENCE), with_n=False),
            )
        )
    return ReportTable(caption=panel.name, columns=_COLUMNS, rows=tuple(rows), note=_NOTE)


def _cell(one: Figure | None, *, with_n: bool = True) -> str:
    return "not computed" if one is None else cell(one.estimate, unit=one.unit, with_n=with_n)
