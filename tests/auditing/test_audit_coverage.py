"""Coverage: who rated what, with missing, abstained, beside the scale and failed kept apart."""

from __future__ import annotations

import json
from dataclasses import replace

from audit_panels import audit_data, panel

from judgekit.auditing.data import AuditData
from judgekit.auditing.ratings.checked_table import rating_table
from judgekit.auditing.ratings.table import Kind, Rating
from judgekit.auditing.sections.coverage import coverage_section
from judgekit.auditing.sections.coverage_counts import coverage_of
from judgekit.records.outcome import Outcome


def _cell(
    item: str,
    rater: str,
    kind: Kind,
    *,
    criterion: str = "safety",
    reason: str | None = None,
    role: str = "clinician",
) -> Rating:
    value = {"level": 3, "extra": "other"}.get(kind)
    return Rating(item, None, rater, role, criterion, kind, value, reason)


CELLS = (
    _cell("i0", "R1", "level"),
    _cell("i0", "R2", "level"),
    _cell("i1", "R1", "extra"),
    _cell("i1", "R2", "level"),
    _cell("i2", "R1", "abstained"),
    _cell("i2", "R2", "missing", reason="not shown"),
    _cell("i3", "R1", "missing"),
    _cell("i0", "R1", "level", criterion="tone"),
    _cell("i3", "R1", "level", criterion="tone"),
    _cell("i0", "C", "level", role="adjudicator"),
)
"""Four items and a fifth, i4, that nobody rated.

By hand. R1 saw i0, i1, i2 (abstained) and i3 (answered under tone only); R2 saw i0 and i1, for
"not shown" is not seen. Under safety R1 has 1 level, 1 extra, 1 abstention: of 4 seen 1 is missing,
of 5 items 2. R2 has 2 levels: 0 of 2 seen, 3 of 5. Clinicians with an answer under safety: i0 two,
i1 two, i2 none, i3 none, i4 none; on the scale two only in i0. Under tone: i0 and i3 one each.
"""
ITEMS = ("i0", "i1", "i2", "i3", "i4")


def test_counts_by_rater_are_those_of_the_table() -> None:
    """Each rater's answers, abstentions and gaps, of the items seen and of all items."""
    coverage = coverage_of(CELLS, items=ITEMS, criteria=("safety", "tone"))

    found = {
        (one.rater, one.criterion): (
            one.n_seen,
            one.n_level,
            one.n_extra,
            one.n_abstained,
            one.n_missing_of_seen,
            one.n_missing,
        )
        for one in coverage.raters
    }
    assert found == {
        ("R1", "safety"): (4, 1, 1, 1, 1, 2),
        ("R1", "tone"): (4, 2, 0, 0, 2, 3),
        ("R2", "safety"): (2, 2, 0, 0, 0, 3),
        ("R2", "tone"): (2, 0, 0, 0, 2, 5),
        ("C", "safety"): (1, 1, 0, 0, 0, 4),
        ("C", "tone"): (1, 0, 0, 0, 1, 5),
    }
    assert [one.rater for one in coverage.raters] == ["R1", "R1", "R2", "R2", "C", "C"]


def test_items_are_counted_by_how_many_clinicians_answered() -> None:
    """An adjudicator is not counted, an answer beside the scale is, groups split the items."""
    groups = {"i0": {"field": "heart"}, "i1": {"field": "heart"}, "i2": {"field": "eye"}}

    coverage = coverage_of(
        CELLS, items=ITEMS, criteria=("safety", "tone"), groups=groups, columns=("field", "absent")
    )

    found = [
        (one.criterion, one.group, one.n_items, one.n_by_clinicians, one.n_two_on_scale)
        for one in coverage.depths
    ]
    assert found == [
        ("safety", {}, 5, (3, 0, 2), 1),
        ("tone", {}, 5, (3, 2, 0), 0),
        ("safety", {"field": "eye"}, 1, (1, 0, 0), 0),
        ("tone", {"field": "eye"}, 1, (1, 0, 0), 0),
        ("safety", {"field": "heart"}, 2, (0, 0, 2), 1),
        ("tone", {"field": "heart"}, 2, (1, 1, 0), 0),
    ]


def test_reasons_are_counted() -> None:
    """The reasons for missing ratings, the most frequent first; a bare gap has none."""
    more = (
        _cell("i4", "R1", "missing", reason="late"),
        _cell("i3", "R2", "missing", reason="late"),
    )

    coverage = coverage_of((*CELLS, *more), items=ITEMS, criteria=("safety",))

    assert [(one.reason, one.n) for one in coverage.reasons] == [("late", 2), ("not shown", 1)]


def test_other_items_and_criteria_are_not_counted() -> None:
    """Cells outside the items or criteria are no part of any count; their raters are listed."""
    coverage = coverage_of(CELLS, items=("i3",), criteria=("safety",))

    assert [(one.rater, one.n_level, one.n_missing) for one in coverage.raters] == [
        ("R1", 0, 1),
        ("R2", 0, 1),
        ("C", 0, 1),
    ]


def _audit() -> AuditData:
    judge = (3, "not_applicable", Outcome.TIMEOUT, Outcome.TIMEOUT, Outcome.CANNOT_ASSESS)
    groups = [{"field": "heart"}, {"field": "heart"}, {"field": "eye"}, {}, {}]
    blank = [(None, None)] * len(judge)
    data = audit_data(
        panel(judge, blank, groups=groups),
        panel((3,) * 5, blank, criterion="tone", groups=groups),
        panel((3,) * 5, blank, criterion="total"),
        subgroups=("field",),
    )
    return replace(data, ratings=rating_table(CELLS, warnings=["r.csv: a note"]))


def test_the_section_shows_the_four_things_apart() -> None:
    """Rated, beside the scale, abstained and missing are columns; failures are named."""
    section = coverage_section(_audit())

    by_rater, depth, by_field, reasons, judge = section.tables
    assert section.id == "coverage"
    assert by_rater.rows[0] == ("R1", "clinician", "Safety", "1", "1", "1", "1 of 4", "2 of 5")
    assert depth.columns[2:5] == ("By nobody", "By 1", "By 2")
    assert depth.rows == (("Safety", "5", "3", "0", "2", "1"), ("Tone", "5", "3", "2", "0", "0"))
    assert by_field.rows[0] == ("Safety: eye", "1", "1", "0", "0", "0")
    assert reasons.rows == (("Safety", "not shown", "1"),)
    assert judge.rows == (
        ("Safety", "5", "1", "1", "1", "2 (timeout 2)"),
        ("Tone", "5", "5", "0", "0", "0"),
    )


def test_the_grid_holds_the_answers() -> None:
    """The grid is raters x criteria, answers on the scale and beside it."""
    (grid,) = coverage_section(_audit()).pictures

    assert grid.rows == ("R1", "R2", "C")
    assert grid.columns == ("Safety", "Tone")
    assert grid.counts == ((2, 2), (2, 0), (1, 0))


def test_the_section_says_what_it_stands_on() -> None:
    """Clinicians and adjudicators are counted apart, and notes of the reading are shown."""
    section = coverage_section(_audit())

    assert section.paragraphs[0] == (
        "2 clinicians, beside 1 who settled answers; 5 items that both the clinicians' table and "
        "the run hold, after exclusions."
    )
    assert section.paragraphs[2] == "Reading the ratings: r.csv: a note."


def test_a_criterion_no_two_clinicians_rated_is_a_warning() -> None:
    """Without two answers on the scale of one item, clinicians' agreement is undefined."""
    assert coverage_section(_audit()).warnings == (
        "No item has answers of two clinicians on the scale under Tone: how far clinicians agree "
        "with each other cannot be said.",
    )


def test_excluded_raters_are_not_counted() -> None:
    """A rater whom the plan leaves out stands in no count."""
    data = _audit()
    out = replace(data, flow=replace(data.flow, excluded_raters=(("R2", "left early"),)))

    section = coverage_section(out)

    assert {row[0] for row in section.tables[0].rows} == {"R1", "C"}
    assert section.tables[1].columns[2:4] == ("By nobody", "By 1")


def test_the_details_are_plain_json() -> None:
    """The same counts stand in audit.json: by rater, by item, by reason, and the judge's."""
    details = json.loads(json.dumps(coverage_section(_audit()).details))

    assert details["n_items"] == 5
    assert details["raters"][0]["n_missing_of_seen"] == 1
    assert details["depths"][0]["n_by_clinicians"] == [3, 0, 2]
    assert details["reasons"] == [{"criterion": "safety", "reason": "not shown", "n": 1}]
    assert details["judge"][0]["outcomes"] == {
        "scored": 1,
        "not_applicable": 1,
        "cannot_assess": 1,
        "timeout": 2,
    }


def test_without_ratings_there_is_nothing_to_show() -> None:
    """An audit whose table is empty gives an empty section and no invented zero."""
    section = coverage_section(audit_data(panel((1, 2), [(1,), (2,)])))

    assert section.pictures == ()
    assert all(table.rows == () for table in section.tables)
    assert section.warnings == ()
