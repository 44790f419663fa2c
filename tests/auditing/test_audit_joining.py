"""Scores and ratings joined by item: every item is somewhere, and nothing is guessed."""

from __future__ import annotations

from datetime import date

import pytest

from judgekit.auditing.joining.join import join
from judgekit.auditing.joining.judged import TOTAL, Judged, JudgedItem
from judgekit.auditing.joining.total_panel import total_panel
from judgekit.auditing.panel import AuditScale, JudgeCell
from judgekit.auditing.plan import AuditPlan, Exclusion
from judgekit.auditing.ratings.table import ADJUDICATOR, CLINICIAN, Rating, RatingTable
from judgekit.errors import InputDataError
from judgekit.library import load_rubric
from judgekit.records.outcome import Outcome
from judgekit.records.rubric import Rubric

MEDCMR = load_rubric("medcmr")
FACETS = load_rubric("mslr_facets")
GRADES = AuditScale(levels=(0, 1, 2), is_ordered=True)


def _scored(value: float | str | None) -> JudgeCell:
    outcome = Outcome.SCORED if value is not None else Outcome.API_ERROR
    return JudgeCell(outcome=outcome, value=value)


def _judge_of(
    *items: tuple[str, str | None, dict[str, float | str | None]],
    rubric: Rubric | None = FACETS,
    is_metric: bool = False,
) -> Judged:
    return Judged(
        scorer="judge",
        is_metric=is_metric,
        rubric=rubric,
        signature=None,
        items=tuple(
            JudgedItem(name, case, "system", {}, {key: _scored(v) for key, v in cells.items()})
            for name, case, cells in items
        ),
    )


def _rating(
    item: str,
    rater: str,
    value: float | str | None,
    *,
    criterion: str = "fluency",
    case: str | None = None,
    role: str = CLINICIAN,
    comment: str | None = None,
) -> Rating:
    kind = "missing" if value is None else "level"
    return Rating(item, case, rater, role, criterion, kind, value, comment=comment)


def _table(*ratings: Rating) -> RatingTable:
    return RatingTable(ratings=ratings, digest="d", source=("r.csv",))


def test_every_item_has_a_place_in_the_flow() -> None:
    """Scored and rated are joined; the rest is named on its side; a failed judgement stays."""
    judged = _judge_of(
        ("a", None, {"fluency": 1}), ("b", None, {"fluency": None}), ("c", None, {"fluency": 2})
    )
    found = join(
        judged,
        _table(_rating("a", "A1", 1), _rating("b", "A1", 2), _rating("x", "A1", 0)),
        {"fluency": GRADES},
    )
    assert found.flow.joined == ("a", "b")
    assert found.flow.scored_only == ("c",)
    assert found.flow.rated_only == ("x",)
    (panel,) = found.panels
    assert panel.items == ("a", "b")
    assert panel.judged == (1, None)
    assert panel.answers == ((1,), (2,))
    assert panel.cases is None
    assert [one.item for one in found.unlabelled] == ["c"]
    assert found.unlabelled[0].values == {"fluency": 2.0}


def test_a_cell_left_empty_rates_nothing() -> None:
    """A sheet that lists every item and fills a few: the empty rows were not rated."""
    found = join(
        _judge_of(("a", None, {"fluency": 1}), ("b", None, {"fluency": 2})),
        _table(_rating("a", "A", 1), _rating("b", "A", None)),
        {"fluency": GRADES},
    )
    assert found.flow.rated == ("a",)
    assert found.flow.scored_only == ("b",)
    assert [one.item for one in found.unlabelled] == ["b"]


def test_an_item_rated_under_one_criterion_is_unlabelled_under_another() -> None:
    """Item b has a rating of fluency only: it is in that panel, and unlabelled under population.

    Item a is rated under both. The judge's answers stay what they are, "not applicable" included.
    """
    judged = _judge_of(
        ("a", None, {"fluency": 1, "population": 2}),
        ("b", None, {"fluency": 1, "population": "not_applicable"}),
        ("c", None, {"fluency": None, "population": 0}),
    )
    found = join(
        judged,
        _table(
            _rating("a", "A", 1),
            _rating("b", "A", 1),
            _rating("a", "A", 2, criterion="population"),
        ),
        {"fluency": GRADES, "population": GRADES},
    )
    assert [panel.items for panel in found.panels] == [("a", "b"), ("a",)]
    assert [(one.item, one.values) for one in found.unlabelled] == [
        ("b", {"fluency": 1, "population": "not_applicable"}),
        ("c", {"population": 0}),
    ]


def test_raters_are_columns_and_an_adjudicator_is_none_of_them() -> None:
    """A rater without a rating of the item has None; the settled answer stands apart."""
    found = join(
        _judge_of(("a", None, {"fluency": 1}), ("b", None, {"fluency": 1})),
        _table(
            _rating("a", "B", 2),
            _rating("a", "A", 1),
            _rating("b", "B", 0),
            _rating("a", "chair", 2, role=ADJUDICATOR),
        ),
        {"fluency": GRADES},
    )
    (panel,) = found.panels
    assert panel.raters == ("A", "B")
    assert panel.answers == ((1, 2), (None, 0))
    assert panel.adjudicated == (2, None)


def test_two_settled_answers_are_refused() -> None:
    """A settled answer is one: two adjudicators of a cell are named."""
    ratings = _table(_rating("a", "x", 1, role=ADJUDICATOR), _rating("a", "y", 1, role=ADJUDICATOR))
    with pytest.raises(InputDataError, match="adjudicated by 'x' and 'y'"):
        join(_judge_of(("a", None, {"fluency": 1})), ratings, {"fluency": GRADES})


def test_cases_come_from_either_side_and_may_not_differ() -> None:
    """The ratings' case serves where the run has none; a contradiction or a gap is refused."""
    bare = _judge_of(("a", None, {"fluency": 1}), ("b", None, {"fluency": 1}))
    found = join(
        bare,
        _table(_rating("a", "A", 1, case="p"), _rating("b", "A", 1, case="p")),
        {"fluency": GRADES},
    )
    assert found.panels[0].cases == ("p", "p")
    assert found.flow.cases == 1
    with pytest.raises(InputDataError, match="'p' in the run and to 'q' in the ratings"):
        join(
            _judge_of(("a", "p", {"fluency": 1})),
            _table(_rating("a", "A", 1, case="q")),
            {"fluency": GRADES},
        )
    with pytest.raises(InputDataError, match="item 'b' has no case while others have one"):
        join(
            bare, _table(_rating("a", "A", 1, case="p"), _rating("b", "A", 1)), {"fluency": GRADES}
        )


def test_the_plans_exclusions_leave_with_their_reason() -> None:
    """By item, by case and by rater; what is excluded is neither joined nor unlabelled."""
    plan = AuditPlan(
        fixed_on=date(2026, 1, 1),
        exclusions=(
            Exclusion(item="a", reason="unreadable"),
            Exclusion(case="q", reason="withdrawn"),
            Exclusion(rater="C", reason="saw the scores"),
        ),
    )
    judged = _judge_of(
        *(
            (name, case, {"fluency": 1})
            for name, case in (("a", "p"), ("b", "p"), ("c", "q"), ("d", "q"))
        )
    )
    found = join(
        judged,
        _table(*(_rating(name, rater, 1) for name in "abc" for rater in "AC")),
        {"fluency": GRADES},
        plan=plan,
    )
    assert found.flow.joined == ("b",)
    assert found.flow.excluded == (("a", "unreadable"), ("c", "withdrawn"))
    assert found.flow.excluded_raters == (("C", "saw the scores"),)
    assert found.panels[0].raters == ("A",)
    assert found.unlabelled == ()


def test_nothing_in_both_is_refused_with_an_example_of_each_side() -> None:
    """No shared item, or no shared criterion: the message shows what each side has."""
    judged = _judge_of(("a", None, {"fluency": 1}))
    with pytest.raises(InputDataError, match="the run has 1 such as 'a', the ratings 1 such as"):
        join(judged, _table(_rating("z", "A", 1)), {"fluency": GRADES})
    with pytest.raises(InputDataError, match=r"rated criteria \(style\) is one of its own"):
        join(judged, _table(_rating("a", "A", 1, criterion="style")), {"style": GRADES})
    ratings = _table(_rating("a", "A", 1), _rating("a", "A", 1, criterion="style"))
    found = join(judged, ratings, {"fluency": GRADES, "style": GRADES})
    assert found.warnings == ("judge has no criterion 'style': its ratings are left aside",)


def test_pairs_join_criteria_of_different_names() -> None:
    """--pair RATED=OWN; a name that neither side has is refused with what there is."""
    judged = _judge_of(("a", None, {"fluency": 1, "population": 2}))
    ratings = _table(_rating("a", "A", 0, criterion="style"))
    found = join(judged, ratings, {"style": GRADES}, pairs={"style": "population"})
    assert found.panels[0].judged == (2,)
    with pytest.raises(InputDataError, match="'nothing', which it does not have"):
        join(judged, ratings, {"style": GRADES}, pairs={"style": "nothing"})
    with pytest.raises(InputDataError, match="'other', which nobody rated"):
        join(judged, ratings, {"style": GRADES}, pairs={"other": "fluency"})


def test_a_metric_meets_every_criterion_and_is_on_the_scale_only_by_word() -> None:
    """Its one value stands beside each criterion; whether it is on the scale is never inferred."""
    judged = _judge_of(("a", None, {TOTAL: 1}), rubric=None, is_metric=True)
    ratings = _table(_rating("a", "A", 1), _rating("a", "A", 2, criterion="population"))
    scales = {"fluency": GRADES, "population": GRADES}
    found = join(judged, ratings, scales)
    assert [panel.judged for panel in found.panels] == [(1,), (1,)]
    assert not any(panel.is_on_scale for panel in found.panels)
    declared = join(judged, ratings, scales, is_same_scale=True)
    assert all(panel.is_on_scale for panel in declared.panels)


@pytest.mark.parametrize(
    ("value", "scale", "shown"),
    [
        (77, GRADES, "0, 1, 2"),
        ("high", GRADES, "0, 1, 2"),
        (0.4, AuditScale(levels=("yes", "no"), is_ordered=False), "yes, no"),
    ],
)
def test_a_value_off_the_declared_scale_is_refused(
    value: float | str, scale: AuditScale, shown: str
) -> None:
    """Lying on a scale is a claim: a value beyond its ends, or no label of it, shows it false."""
    judged = _judge_of(("a", None, {TOTAL: value}), rubric=None, is_metric=True)
    ratings = _table(_rating("a", "A", scale.levels[0]))
    with pytest.raises(InputDataError, match=rf"{value!r}, which is not .* \({shown}\)"):
        join(judged, ratings, {"fluency": scale}, is_same_scale=True)


def test_values_between_the_levels_make_the_scale_continuous() -> None:
    """A judge's mean of repeats is no grade: no category is made of it, and none is rounded."""
    judged = _judge_of(("a", None, {"fluency": 1.5}), ("b", None, {"fluency": 2}))
    found = join(judged, _table(_rating("a", "A", 1), _rating("b", "A", 2)), {"fluency": GRADES})
    (panel,) = found.panels
    assert panel.scale.family == "numeric"
    assert panel.judged == (1.5, 2)


def test_another_scale_is_not_the_same_scale() -> None:
    """Clinicians rated 0 to 10 what the judge graded 0 to 2: only order can be compared."""
    ten = AuditScale(levels=tuple(range(11)), is_ordered=True)
    found = join(
        _judge_of(("a", None, {"fluency": 1})), _table(_rating("a", "A", 7)), {"fluency": ten}
    )
    assert not found.panels[0].is_on_scale


def test_the_total_is_the_rubrics_arithmetic_on_the_clinicians_grades() -> None:
    """Weights 10, 10, 40, 40 on scales 0 to 5: grades 5, 5, 0, 5 make 10 + 10 + 0 + 40 = 60."""
    names = [criterion.id for criterion in MEDCMR.criteria]
    grades = dict(zip(names, (5, 5, 0, 5), strict=True))
    judged = _judge_of(("a", None, {**dict.fromkeys(names, 5), TOTAL: 100.0}), rubric=MEDCMR)
    whole = [_rating("a", "A", value, criterion=name) for name, value in grades.items()]
    partial = [_rating("a", "B", 5, criterion=name) for name in names[:3]]
    found = join(judged, _table(*whole, *partial), judged.scales)
    panel = total_panel(judged, found.panels)
    assert panel is not None
    assert panel.answers == ((60.0, None),)
    assert panel.judged == (100.0,)
    assert panel.scale.family == "numeric"
    assert panel.scale.span == (0, 100)
    assert total_panel(judged, found.panels[:3]) is None
    assert total_panel(_judge_of(("a", None, {"fluency": 1})), ()) is None
