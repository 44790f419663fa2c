"""Agreement, criterion by criterion: judge with clinicians, clinicians with each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judgekit.auditing.closeness import closeness_figures, closeness_of, reference_of
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.measures import WORDS, measures_of
from judgekit.auditing.naming import CLINICIANS, DIFFERENCE, JUDGE_CLINICIANS
from judgekit.auditing.panel import Answer, JudgeCell, Panel
from judgekit.auditing.sections.all_raters import WITH_JUDGE, all_rater_figures
from judgekit.auditing.sections.f1_figures import f1_table, macro_f1_figures
from judgekit.auditing.sections.prevalence import prevalence_table
from judgekit.auditing.words import cell
from judgekit.records.outcome import Outcome
from judgekit.report.parts import ReportTable

ID = "agreement"
JUDGED_ITEMS = "items that the judge answered"
ALL_ITEMS = "all items that two clinicians rated"
_COLUMNS = (
    "Figure",
    "Judge with clinicians",
    "Clinicians with each other",
    "Judge minus clinicians",
)
_INTERVALS = "95 % intervals over the sampling of cases, raters held fixed. n is items, G cases."
_NOTE = (
    "Means over pairs of raters; the difference comes from the same draws of cases. 95 % intervals "
    "over the sampling of cases, judge and raters held fixed. n is items, G cases; pairs are of an "
    "answer and a clinician. In the last "
    "column above 0 means closer than another clinician, but for the mean absolute difference, "
    "where it means further."
)


def agreement_section(data: AuditData) -> Section:
    """Return the main table: a block for each criterion, and macro-F1 over all of them."""
    figures: list[Figure] = []
    tables: list[ReportTable] = [prevalence_table(data)]
    for panel in data.panels:
        own = _with_judge(panel, data) if panel.is_on_scale else _clinicians_alone(panel, data)
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
                    "with clinicians below. How far clinicians agree with each other needs no "
                    f"judge and stands here, over {ALL_ITEMS}."
                ]
                if off
                else []
            ),
        ),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def _with_judge(panel: Panel, data: AuditData) -> list[Figure]:
    return [
        *_pairwise(panel, data, JUDGED_ITEMS),
        *_extras(panel, data, JUDGED_ITEMS),
        *all_rater_figures(ID, panel, data),
    ]


def _clinicians_alone(panel: Panel, data: AuditData) -> list[Figure]:
    """Return the clinicians' figures over all of their items, for a judge off their scale."""
    # Something in the judge's place keeps every item; its own figures are dropped.
    stand_in = JudgeCell(Outcome.SCORED, panel.scale.levels[0])
    filled = replace(panel, is_on_scale=True, judge=(stand_in,) * len(panel))
    pairs = [*_pairwise(filled, data, ALL_ITEMS), *_extras(filled, data, ALL_ITEMS)]
    return [
        *(one for one in pairs if one.subject == CLINICIANS),
        *all_rater_figures(ID, panel, data),
    ]


def _pairwise(panel: Panel, data: AuditData, items: str) -> Iterator[Figure]:
    for measure in measures_of(panel):
        found = closeness_of(panel, measure, n_boot=data.n_boot, seed=data.seed)
        if found is not None:
            yield from closeness_figures(ID, panel, found, among=items, seed=data.seed)


def _extras(panel: Panel, data: AuditData, items: str) -> Iterator[Figure]:
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
                among=f"{items}, all answers as categories, those beside the scale included",
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
        among=f"{items}, the answer being whether it lies on the scale or beside it",
        seed=data.seed,
    )


def _side(panel: Panel, value: Answer) -> str | None:
    if value is None:
        return None
    return "beside it" if value in panel.scale.extras else "on the scale"


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
    if not panel.is_on_scale:
        return ReportTable(
            caption=panel.name,
            columns=(_COLUMNS[0], _COLUMNS[2]),
            rows=tuple((_title(one.statistic), _cell(one)) for one in figures),
            note=f"Over {ALL_ITEMS}; {_INTERVALS}",
        )
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
    if one is None:
        return "not computed"
    return cell(one.estimate, unit=one.unit, with_n=with_n, n_pairs=one.n_pairs)
