"""Where ratings vary: between answers, between raters, in neither; and the ICC that follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judgekit.agreement import icc, icc_components
from judgekit.agreement.icc import FORMS, IccForm
from judgekit.agreement.variance_components import (
    COMPONENTS,
    VarianceComponents,
    variance_components,
)
from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.naming import CLINICIANS, figure
from judgekit.auditing.panel import Panel
from judgekit.auditing.sections.panel_numbers import (
    judged_numbers,
    numbers,
    undefined,
    why_no_numbers,
    why_no_points,
)
from judgekit.auditing.words import cell
from judgekit.records.estimate import Estimate
from judgekit.report.parts import ReportTable

SECTION = "components"
WITH_JUDGE = "clinicians and judge"
NO_RATINGS = "there are no ratings"
ABSOLUTE: tuple[IccForm, ...] = ("2,1",)
READING = (
    "A rating is taken as mean + answer + rater + residual. A large part between answers means "
    "that raters tell answers apart alike; a large part between raters that some are stricter "
    "throughout; the residual is what they disagree on case by case. With the judge as one more "
    "rater the parts should stay as they are."
)
FORMS_NOTE = (
    "Form 1: each answer has raters of its own; 2: raters drawn from a population, absolute "
    "agreement; 3: these raters, consistency only; k: of the mean of all raters. The six forms "
    "need every rater on every answer; otherwise the agreement of one rater comes from the "
    "variance components, with each rater known by name. Intervals are from F where answers share "
    "no case, else from the case bootstrap with the raters held fixed."
)
SPREAD_NOTE = (
    "In points squared. A part may come out below 0 by chance and is left so; in the shares it "
    "counts as 0. The raters' severity stands on as many raters as there are and has no interval: "
    "they are held fixed, and answers of other cases tell nothing of other raters."
)
NO_PANEL = "No criterion is in both the run and the ratings, so there are no components."


class Group(NamedTuple):
    """Some answers of a criterion, rated by some raters.

    Attributes:
        panel: The answers.
        subject: Who rated: the clinicians, or they and the judge.
        group: {} for all answers, else the system.
        reason: Why their ratings are no numbers; None where they are.
    """

    panel: Panel
    subject: str
    group: dict[str, str]
    reason: str | None

    @property
    def label(self) -> str:
        """The group in words."""
        return self.group.get("system", "all answers")

    @property
    def n_raters(self) -> int:
        """Clinicians, the judge not counted."""
        return len(self.panel.raters)

    @property
    def table(self) -> list[tuple[float | None, ...]]:
        """Answers x raters; the judge, where it is one, comes last."""
        rows = [numbers(row) for row in self.panel.levels_given]
        if self.subject != WITH_JUDGE:
            return rows
        own = judged_numbers(self.panel)
        return [(*row, mine) for row, mine in zip(rows, own, strict=True)]


def components_section(data: AuditData) -> Section:
    """Return variance components and ICC by criterion, with the judge too, and within systems.

    Answers that no clinician rated do not enter.
    """
    groups = [group for panel in data.panels for group in _groups(panel)]
    parts = [(group, _parts(data, group)) for group in groups]
    coefficients = [
        (group, name, estimate) for group in groups for name, estimate in _coefficients(data, group)
    ]
    figures = [one for group, found in parts for one in _part_figures(data, group, found)]
    figures += [_icc_figure(data, *row) for row in coefficients]
    return Section(
        id=SECTION,
        title="Variance components and intraclass correlation",
        paragraphs=(READING,) if groups else (NO_PANEL,),
        figures=tuple(figures),
        tables=(_part_table(parts), _icc_table(coefficients)) if groups else (),
    )


def _groups(panel: Panel) -> list[Group]:
    rated = panel.at(lambda place: any(one is not None for one in panel.levels_given[place]))
    why, why_judge = why_no_numbers(panel), why_no_points(panel)
    found = [Group(rated, CLINICIANS, {}, why), Group(rated, WITH_JUDGE, {}, why_judge)]
    systems = sorted({system for system in rated.systems if system is not None})
    if len(systems) > 1:
        for name in systems:
            own = _of_system(rated, name)
            group = {"system": name}
            found += [
                Group(own, CLINICIANS, group, why),
                Group(own, WITH_JUDGE, group, why_judge),
            ]
    return found


def _of_system(panel: Panel, system: str) -> Panel:
    return panel.at(lambda place: panel.systems[place] == system)


def _parts(data: AuditData, group: Group) -> VarianceComponents | None:
    if group.reason is not None or not len(group.panel):
        return None
    return variance_components(
        group.table, clusters=group.panel.cases, n_boot=data.n_boot, seed=data.seed
    )


def _coefficients(data: AuditData, group: Group) -> list[tuple[str, Estimate]]:
    if group.reason is not None or not len(group.panel):
        return [("icc_components", undefined(group.reason or NO_RATINGS))]
    table, cases = group.table, group.panel.cases
    if any(one is None for row in table for one in row):
        found = icc_components(table, clusters=cases, n_boot=data.n_boot, seed=data.seed)
        return [("icc_components", found)]
    is_shared = cases is not None and len(set(cases)) < len(cases)
    forms = FORMS if group.subject == CLINICIANS and not group.group else ABSOLUTE
    return [
        (
            f"icc_{form.replace(',', '_')}",
            icc(
                table,
                form=form,
                interval="bootstrap" if is_shared else "f",
                clusters=cases,
                n_boot=data.n_boot,
                seed=data.seed,
            ),
        )
        for form in forms
    ]


_PART_WORDS = {
    "item": "between answers",
    "rater": "between raters",
    "residual": "that neither answer nor rater explains",
}


def _part_figures(data: AuditData, group: Group, found: VarianceComponents | None) -> list[Figure]:
    made = []
    for component in COMPONENTS:
        for unit, suffix in (("points squared", ""), ("share", "_share")):
            estimate = _part(group, found, f"{component}{suffix}")
            what = "Share of the variance" if suffix else "Variance"
            note = ", variances below 0 counted as 0" if suffix else "; below 0 only by chance"
            made.append(
                figure(
                    SECTION,
                    group.panel.criterion,
                    f"variance_{component}{suffix}",
                    group.subject,
                    estimand=f"{what} of single ratings {_PART_WORDS[component]}{note}.",
                    unit=unit,
                    estimate=estimate,
                    n_raters=group.n_raters,
                    seed=None if estimate.low is None else data.seed,
                    group=group.group,
                )
            )
    return made


def _part(group: Group, found: VarianceComponents | None, name: str) -> Estimate:
    if found is None:
        return undefined(group.reason or NO_RATINGS)
    estimate: Estimate = getattr(found, name)
    return estimate


def _icc_figure(data: AuditData, group: Group, name: str, estimate: Estimate) -> Figure:
    is_drawn = estimate.low is not None and "bootstrap" in (estimate.method or "")
    return figure(
        SECTION,
        group.panel.criterion,
        name,
        group.subject,
        estimand=f"{_ICC_WORDS[name]}.",
        unit="correlation",
        estimate=estimate,
        n_raters=group.n_raters,
        seed=data.seed if is_drawn else None,
        group=group.group,
    )


_ICC_WORDS = {
    "icc_1_1": "ICC(1,1): reliability of one rating where each answer has raters of its own",
    "icc_2_1": "ICC(2,1): absolute agreement of one rater of a population of raters",
    "icc_3_1": "ICC(3,1): consistency of one of these raters, blind to who is stricter",
    "icc_1_k": "ICC(1,k): reliability of the mean of k ratings, raters of its own for each answer",
    "icc_2_k": "ICC(2,k): absolute agreement of the mean of k raters of a population",
    "icc_3_k": "ICC(3,k): consistency of the mean of these k raters",
    "icc_components": "Share of the variance of one rating that lies between answers: absolute "
    "agreement of one rater, from variance components with gaps, none of them cut at 0",
}


def _part_table(rows: Sequence[tuple[Group, VarianceComponents | None]]) -> ReportTable:
    cells = []
    for group, found in rows:
        texts = [
            f"{cell(_part(group, found, name), unit='points squared')}; "
            f"share {cell(_part(group, found, f'{name}_share'), unit='share', with_n=False)}"
            if found is not None
            else cell(_part(group, found, name), unit="points squared")
            for name in COMPONENTS
        ]
        cells.append((group.panel.name, group.label, group.subject, *texts))
    return ReportTable(
        caption="Variance components",
        columns=("Criterion", "Answers of", "Raters", "Answers", "Raters' severity", "Residual"),
        rows=tuple(cells),
        note=SPREAD_NOTE,
    )


def _icc_table(rows: Sequence[tuple[Group, str, Estimate]]) -> ReportTable:
    return ReportTable(
        caption="Intraclass correlation",
        columns=("Criterion", "Answers of", "Raters", "Form", "ICC"),
        rows=tuple(
            (
                group.panel.name,
                group.label,
                group.subject,
                _form_words(name),
                cell(estimate, unit="correlation"),
            )
            for group, name, estimate in rows
        ),
        note=FORMS_NOTE,
    )


def _form_words(name: str) -> str:
    if name == "icc_components":
        return "one rater, by components"
    _, first, second = name.split("_")
    return f"ICC({first},{second})"
