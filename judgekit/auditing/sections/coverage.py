"""Who rated what: missing, abstained, not applicable and a judge's failure as four things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Section
from judgekit.auditing.panel import Panel
from judgekit.auditing.ratings.table import ADJUDICATOR
from judgekit.auditing.sections.coverage_counts import Coverage, ItemDepth, coverage_of
from judgekit.records.outcome import Outcome
from judgekit.report.grid import GridPicture
from judgekit.report.parts import ReportTable

SECTION = "coverage"
FOUR_THINGS = (
    "Four things are kept apart: a rating that was not given is missing; a clinician who could not "
    "assess abstained; “not applicable” and “other” are answers beside the scale; and what the "
    "judge failed to give is a failure of the judge. None of them is counted as a grade."
)
_LONGEST_REASON = 80
_ANSWERED = (Outcome.SCORED, Outcome.NOT_APPLICABLE, Outcome.CANNOT_ASSESS)


def coverage_section(data: AuditData) -> Section:
    """Return the coverage of the joined items: by rater and criterion, and by number of raters.

    Criteria are those that clinicians rated; excluded raters are not counted. A criterion that no
    two clinicians rated on its scale gives a warning.
    """
    out = {rater for rater, _ in data.flow.excluded_raters}
    cells = [cell for cell in data.ratings.ratings if cell.rater not in out]
    rated = {cell.criterion for cell in cells}
    panels = [panel for panel in data.panels if panel.criterion in rated]
    names = {panel.criterion: panel.name for panel in panels}
    coverage = coverage_of(
        cells,
        items=data.flow.joined,
        criteria=tuple(names),
        groups={
            item: group
            for panel in panels
            for item, group in zip(panel.items, panel.groups, strict=True)
        },
        columns=data.subgroups,
    )
    return Section(
        id=SECTION,
        title="Who rated what",
        paragraphs=(_summary(coverage, data), FOUR_THINGS, *_reading_notes(data)),
        pictures=_pictures(coverage, names),
        tables=(
            _rater_table(coverage, names),
            *_depth_tables(coverage, names, data.subgroups),
            *_reason_tables(coverage, names),
            _judge_table(panels, data.scorer),
        ),
        warnings=_warnings(coverage, names),
        details=_details(coverage, panels),
    )


def _details(coverage: Coverage, panels: Sequence[Panel]) -> dict[str, JsonValue]:
    return {
        **coverage.model_dump(mode="json"),
        "judge": [
            {
                "criterion": panel.criterion,
                "n_items": len(panel),
                "outcomes": dict[str, JsonValue](_outcomes(panel)),
            }
            for panel in panels
        ],
    }


def _summary(coverage: Coverage, data: AuditData) -> str:
    roles = {one.rater: one.role for one in coverage.raters}
    n_settled = sum(role == ADJUDICATOR for role in roles.values())
    cases = "" if data.flow.cases is None else f" of {data.flow.cases} cases"
    settled = f", beside {n_settled} who settled answers" if n_settled else ""
    return (
        f"{_counted(len(roles) - n_settled, 'clinician')}{settled}; "
        f"{_counted(coverage.n_items, 'item')}{cases} that both the clinicians' table and the run "
        "hold, after exclusions."
    )


def _counted(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _reading_notes(data: AuditData) -> tuple[str, ...]:
    notes = data.ratings.warnings
    return (f"Reading the ratings: {'; '.join(notes)}.",) if notes else ()


def _pictures(coverage: Coverage, names: Mapping[str, str]) -> tuple[GridPicture, ...]:
    raters = list(dict.fromkeys(one.rater for one in coverage.raters))
    if not raters or not names:
        return ()
    counts = {(one.rater, one.criterion): one.n_level + one.n_extra for one in coverage.raters}
    return (
        GridPicture(
            caption="Answers by rater and criterion",
            row_name="rater",
            column_name="criterion",
            rows=tuple(raters),
            columns=tuple(names.values()),
            counts=tuple(tuple(counts[rater, key] for key in names) for rater in raters),
            note=f"Of {coverage.n_items} items; answers on the scale and beside it.",
        ),
    )


def _rater_table(coverage: Coverage, names: Mapping[str, str]) -> ReportTable:
    return ReportTable(
        caption="What each rater gave",
        columns=(
            "Rater",
            "Role",
            "Criterion",
            "On the scale",
            "Beside the scale",
            "Abstained",
            "Missing, of items seen",
            "Missing, of all items",
        ),
        rows=tuple(
            (
                one.rater,
                one.role,
                names[one.criterion],
                str(one.n_level),
                str(one.n_extra),
                str(one.n_abstained),
                f"{one.n_missing_of_seen} of {one.n_seen}",
                f"{one.n_missing} of {one.n_items}",
            )
            for one in coverage.raters
        ),
        note="A rater saw an item who answered or abstained under at least one criterion of it.",
    )


def _depth_tables(
    coverage: Coverage, names: Mapping[str, str], columns: Sequence[str]
) -> tuple[ReportTable, ...]:
    whole = [one for one in coverage.depths if not one.group]
    tables = [
        _depth_table(
            "Items by how many clinicians answered", [(names[one.criterion], one) for one in whole]
        )
    ]
    for column in columns:
        rows = [
            (f"{names[one.criterion]}: {one.group[column]}", one)
            for one in coverage.depths
            if column in one.group
        ]
        if rows:
            tables.append(_depth_table(f"Items by how many clinicians answered, by {column}", rows))
    return tuple(tables)


def _depth_table(caption: str, rows: Sequence[tuple[str, ItemDepth]]) -> ReportTable:
    width = max((len(one.n_by_clinicians) for _, one in rows), default=1)
    return ReportTable(
        caption=caption,
        columns=(
            "Criterion",
            "Items",
            *(f"By {n}" if n else "By nobody" for n in range(width)),
            "Two or more on the scale",
        ),
        rows=tuple(
            (name, str(one.n_items), *map(str, one.n_by_clinicians), str(one.n_two_on_scale))
            for name, one in rows
        ),
        note="Adjudicators are not counted. An answer beside the scale counts as an answer.",
    )


def _reason_tables(coverage: Coverage, names: Mapping[str, str]) -> tuple[ReportTable, ...]:
    if not coverage.reasons:
        return ()
    return (
        ReportTable(
            caption="Why ratings are missing, where the table says so",
            columns=("Criterion", "Reason", "Ratings"),
            rows=tuple(
                (names[one.criterion], _short(one.reason), str(one.n)) for one in coverage.reasons
            ),
        ),
    )


def _short(reason: str) -> str:
    return reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}..."


def _judge_table(panels: Sequence[Panel], scorer: str) -> ReportTable:
    rows = []
    for panel in panels:
        counts = _outcomes(panel)
        answered = [str(counts.get(outcome.value, 0)) for outcome in _ANSWERED]
        failed = {key: n for key, n in counts.items() if key not in _ANSWERED}
        words = ", ".join(f"{key.replace('_', ' ')} {n}" for key, n in failed.items())
        n_failed = sum(failed.values())
        rows.append(
            (
                panel.name,
                str(len(panel)),
                *answered,
                f"{n_failed} ({words})" if failed else "0",
            )
        )
    return ReportTable(
        caption=f"What {scorer} gave on the same items",
        columns=("Criterion", "Items", "Scored", "Not applicable", "Could not assess", "Failed"),
        rows=tuple(rows),
    )


def _outcomes(panel: Panel) -> dict[str, int]:
    counts = Counter(cell.outcome.value for cell in panel.judge)
    return {outcome.value: counts[outcome.value] for outcome in Outcome if counts[outcome.value]}


def _warnings(coverage: Coverage, names: Mapping[str, str]) -> tuple[str, ...]:
    single = [
        names[one.criterion] for one in coverage.depths if not one.group and one.n_two_on_scale == 0
    ]
    if not single:
        return ()
    return (
        "No item has answers of two clinicians on the scale under "
        f"{', '.join(single)}: how far clinicians agree with each other cannot be said.",
    )
