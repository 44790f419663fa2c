"""A multiple-choice report as tables, for the page and for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.mcq.figures import Figure, McqReport
from judgekit.mcq.polarity_flow import FLOW
from judgekit.mcq.report_words import (
    DASH,
    bounds_text,
    chance_text,
    interval_text,
    n_text,
    name_text,
    p_text,
    value_text,
)
from judgekit.report import ReportTable

NO_ITEMS = "no items"
POLARITIES = ("positive", "neutral", "negative")
_HEADLINE = ("hint_effect", "accuracy_gap")
_KINDS = ("answered", "ambiguous", "refused", "none", "truncated")


def report_tables(report: McqReport, *, by: Sequence[str] = ()) -> tuple[ReportTable, ...]:
    """Return every figure of a report in tables, each cell with its n or the reason for none.

    Args:
        report: The report.
        by: Columns to show accuracy by, besides level and polarity.
    """
    tables = [_headline(report), *_accuracy_tables(report), *_column_tables(report, by)]
    for title, ids in _TABLES:
        figures = [figure for name in ids for figure in report.all(name)]
        if figures:
            tables.append(figure_table(title, figures))
    if report.labels:
        tables.append(_label_table(report))
    return tuple(table for table in tables if table.rows)


def terminal_tables(report: McqReport, *, by: Sequence[str] = ()) -> tuple[ReportTable, ...]:
    """Return the figures that come first, in few columns: hints, accuracy, answers, flow."""
    columns = set(by) - {"level", "polarity", "paradigm"}
    grouped = [f for f in report.all("accuracy") if f.where and f.where.keys() <= columns]
    tables = [
        _brief("What the hint does (percentage points)", _first(report), with_p=True),
        *_accuracy_tables(report),
        _brief("Accuracy by column", grouped),
        _brief("How responses answer", [report.one(f"kind_{kind}") for kind in _KINDS]),
        _brief(_TABLES[0][0], [f for name in _TABLES[0][1] for f in report.all(name)]),
    ]
    return tuple(table for table in tables if table.rows)


def _first(report: McqReport) -> list[Figure]:
    return [figure for name in _HEADLINE for figure in report.all(name)]


def _brief(caption: str, figures: Sequence[Figure], *, with_p: bool = False) -> ReportTable:
    """Return a table without bounds, which the page has; places without a value are left out."""
    shown = [f for f in figures if f.value is not None or not f.where.keys() - {"polarity"}]
    return ReportTable(
        caption=caption,
        columns=("Figure", "Value", "95 % interval", "Chance or noise", "n")
        + (("p (Holm)",) if with_p else ()),
        rows=tuple(
            (
                name_text(figure),
                value_text(figure),
                interval_text(figure),
                chance_text(figure),
                f"{figure.n:,}" if figure.count is None else f"{figure.count:,} / {figure.n:,}",
                *((p_text(figure),) if with_p else ()),
            )
            for figure in shown
        ),
    )


_TABLES = (
    ("From neutral to negative, among pairs right under neutral", [f"flow_{f}" for f in FLOW]),
    ("Rescue and switch", ["rescue", "rescue_wrong", "rescue_withheld", "switch"]),
    ("All three polarities", ["robust", "stable"]),
    ("Chains of levels", ["chain", "conditional", "first_failing"]),
    ("Joint and independent", ["joint_gap", "answered_at_position"]),
)


def figure_table(caption: str, figures: Sequence[Figure]) -> ReportTable:
    """Return figures as rows: value, interval, bounds, chance, n and cases."""
    definitions = dict.fromkeys(f"{_kind_of_name(f)}: {f.definition}" for f in figures)
    notes = dict.fromkeys(figure.note for figure in figures if figure.note)
    return ReportTable(
        caption=caption,
        columns=("Figure", "Value", "95 % interval", "Bounds", "Chance or noise", "n", "Cases"),
        rows=tuple(
            (
                name_text(figure),
                value_text(figure),
                interval_text(figure),
                bounds_text(figure),
                chance_text(figure),
                n_text(figure),
                DASH if figure.clusters is None else f"{figure.clusters:,}",
            )
            for figure in figures
        ),
        note=". ".join((*definitions, *notes)) + ".",
    )


def _headline(report: McqReport) -> ReportTable:
    figures = _first(report)
    definitions = dict.fromkeys(figure.definition for figure in figures)
    return ReportTable(
        caption="What the hint does: hint effect, and differences of accuracy",
        columns=("Figure", "Value", "95 % interval", "Bounds", "Chance or noise", "n", "p (Holm)"),
        rows=tuple(
            (
                name_text(figure),
                value_text(figure),
                interval_text(figure),
                bounds_text(figure),
                chance_text(figure),
                n_text(figure),
                p_text(figure),
            )
            for figure in figures
        ),
        note=f"{'. '.join(definitions)}. Family of {report.family}; the other rows have no p. "
        "Percentage points. " + _tests(figures),
    )


def _tests(figures: Sequence[Figure]) -> str:
    tests = dict.fromkeys(f.test for f in figures if f.test)
    return "Tests: " + "; ".join(tests) + "." if tests else ""


def bases_of(report: McqReport) -> list[dict[str, str]]:
    """Return where levels and polarities are compared: in each paradigm, where there are both."""
    paradigms = dict.fromkeys(f.where["paradigm"] for f in report.all("accuracy") if _is_base(f))
    return [{"paradigm": paradigm} for paradigm in paradigms] or [{}]


def _is_base(figure: Figure) -> bool:
    return figure.where.keys() == {"paradigm"}


def _accuracy_tables(report: McqReport) -> Iterator[ReportTable]:
    for base in bases_of(report):
        yield _accuracy_table(report, base)


def _accuracy_table(report: McqReport, base: dict[str, str]) -> ReportTable:
    places = [base, *({**base, "level": level} for level in report.levels)]
    columns = [p for p in POLARITIES if report.all("accuracy", polarity=p, **base)]
    rows = []
    for where in places:
        cells = [_accuracy_cell(report, where)]
        cells += [_accuracy_cell(report, {**where, "polarity": p}) for p in columns]
        if set(cells) != {NO_ITEMS}:
            rows.append((where.get("level", "all"), *cells))
    asked = f", asked {base['paradigm']}ly" if base else ""
    return ReportTable(
        caption=f"Accuracy by level{asked}: right / all; no answer is wrong",
        columns=("Level", "all", *columns),
        rows=tuple(rows),
        note="Each cell: accuracy (95 % interval), chance, right / n. " + report.cases + ".",
    )


def _accuracy_cell(report: McqReport, where: dict[str, str]) -> str:
    try:
        figure = report.one("accuracy", **where)
    except KeyError:
        return NO_ITEMS
    return (
        f"{value_text(figure)} ({interval_text(figure)}), {chance_text(figure)}, {n_text(figure)}"
    )


def _column_tables(report: McqReport, by: Sequence[str]) -> Iterator[ReportTable]:
    """Yield how responses answered, and accuracy, over all and by each column."""
    columns = ["polarity", "level", "paradigm", *(c for c in by if c not in ("polarity", "level"))]
    figures = [figure for figure in report.all("accuracy") if len(figure.where) <= 1]
    chosen = [f for f in figures if f.where.keys() <= set(columns)]
    yield ReportTable(
        caption="How responses answer",
        columns=("Group", "Accuracy", "Chance", "Bounds", "Among answered", *_KINDS, "n"),
        rows=tuple(_answer_row(report, figure) for figure in chosen),
        note="Bounds: every ambiguous, none and truncated response wrong, or right. "
        "Unequal shares between polarities make a gap by themselves.",
    )


def _answer_row(report: McqReport, figure: Figure) -> tuple[str, ...]:
    where = figure.where
    group = " / ".join(f"{name} {value}" for name, value in where.items()) or "all"
    among = report.one("accuracy_answered", **where)
    kinds = [report.one(f"kind_{kind}", **where) for kind in _KINDS]
    return (
        group,
        f"{value_text(figure)} ({interval_text(figure)})",
        chance_text(figure),
        bounds_text(figure),
        f"{value_text(among)}, n = {among.n:,}",
        *(f"{value_text(kind)} ({kind.count})" for kind in kinds),
        n_text(figure),
    )


def _label_table(report: McqReport) -> ReportTable:
    return ReportTable(
        caption="Labels chosen against labels of the key, over answered questions with one key",
        columns=("Label", "Chosen", "Key", "Difference", "95 % interval"),
        rows=tuple(
            (
                use.label,
                f"{use.n_chosen:,}",
                f"{use.n_key:,}",
                value_text(use.difference),
                interval_text(use.difference),
            )
            for use in report.labels
        ),
        note="A label that is chosen more often than it is right is preferred for its position.",
    )


def _kind_of_name(figure: Figure) -> str:
    return figure.id.replace("_", " ")
