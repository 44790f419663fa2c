"""A plan, and what it allows to call confirmatory."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from judgekit.auditing.plan import AuditPlan
from judgekit.auditing.ratings.table import RatingTable
from judgekit.auditing.standing import ground_of, load_plan, plan_digest, refuse_tuning_ids
from judgekit.errors import ConfigurationError, InputDataError

PLAN = AuditPlan(fixed_on=date(2026, 3, 1), margin=0.1)


def _ratings(first: date | None) -> RatingTable:
    return RatingTable(ratings=(), digest="d", source=(), rated_from=first)


@pytest.mark.parametrize(
    ("plan", "first", "margin", "standing", "why"),
    [
        (None, date(2026, 4, 1), None, "exploratory", "no plan was given"),
        (PLAN, None, None, "exploratory", "carry no dates"),
        (PLAN, date(2026, 3, 1), None, "exploratory", "it was not fixed before"),
        (PLAN, date(2026, 2, 1), None, "exploratory", "it was not fixed before"),
        (PLAN, date(2026, 3, 2), None, "confirmatory", "before the first rating of 2026-03-02"),
        (PLAN, date(2026, 3, 2), 0.1, "confirmatory", "before the first rating"),
        (
            PLAN.model_copy(update={"margin": None}),
            date(2026, 3, 2),
            0.1,
            "exploratory",
            "the margin stands beside the plan",
        ),
    ],
)
def test_only_a_plan_older_than_every_rating_confirms(
    plan: AuditPlan | None, first: date | None, margin: float | None, standing: str, why: str
) -> None:
    """Same day is not before; undated ratings cannot show it; a margin apart is not planned."""
    ground = ground_of(plan, _ratings(first), margin)
    assert ground.standing == standing
    assert why in ground.reason


def test_a_margin_that_contradicts_the_plan_is_refused() -> None:
    """The plan's margin stands; another one beside it is an error that names both."""
    with pytest.raises(ConfigurationError, match=r"its margin is 0\.1, but 0\.2 was given"):
        ground_of(PLAN, _ratings(date(2026, 4, 1)), 0.2)


def test_tuned_items_and_cases_are_refused_by_name() -> None:
    """An item, or any item of a case, that the prompt was tuned on is no evidence."""
    plan = PLAN.model_copy(update={"tuning_ids": ("i2", "p9")})
    refuse_tuning_ids(plan, {"i1": "p1"})
    refuse_tuning_ids(None, {"i2": None})
    with pytest.raises(InputDataError, match="tuned on 'i2'"):
        refuse_tuning_ids(plan, {"i1": "p1", "i2": "p2"})
    with pytest.raises(InputDataError, match="'i0', 'i1', 'i2', 'i3', 'i4' and 3 more"):
        refuse_tuning_ids(plan, {f"i{k}": "p9" for k in range(8)})


def test_a_plan_loads_from_yaml_and_its_digest_is_of_its_meaning(tmp_path: Path) -> None:
    """Order of keys and comments change nothing; a changed margin changes the digest."""
    one, other, third = (tmp_path / f"{name}.yaml" for name in "abc")
    one.write_text("fixed_on: 2026-03-01\nmargin: 0.1\nunsafe: {safety: [0, 1]}\n")
    other.write_text("# later\nunsafe:\n  safety: [0, 1]\nmargin: 0.1\nfixed_on: 2026-03-01\n")
    third.write_text("fixed_on: 2026-03-01\nmargin: 0.2\nunsafe: {safety: [0, 1]}\n")
    assert plan_digest(load_plan(one)) == plan_digest(load_plan(other))
    assert plan_digest(load_plan(one)) != plan_digest(load_plan(third))
    assert load_plan(one).unsafe == {"safety": (0, 1)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("margin: 0.1\n", "fixed_on"),
        ("fixed_on: 2026-03-01\nmargin: 0\n", "margin"),
        ("fixed_on: 2026-03-01\nmargins: 0.1\n", "margins: there is no such field"),
        ("fixed_on: soon\n", "fixed_on"),
        ("- fixed_on\n", "must be a mapping of fields"),
        ("fixed_on: 2026-03-01\nexclusions: [{reason: x}]\n", "exclusions"),
        ("fixed_on: 2026-03-01\nexclusions: [{item: a, case: b, reason: x}]\n", "exclusions"),
        (
            "fixed_on: 2026-03-01\nprimary: {criterion: c, statistic: spearman}\n",
            "primary.statistic",
        ),
        ("fixed_on: 2026-03-01\nmargin: yes\n", "margin must be a number or a text"),
        ("fixed_on: 2026-03-01\nunsafe: {refers: [a, no]}\n", "unsafe.refers.1 must be"),
    ],
)
def test_a_broken_plan_says_where(tmp_path: Path, text: str, says: str) -> None:
    """The message names the file and the field."""
    path = tmp_path / "plan.yaml"
    path.write_text(text)
    with pytest.raises(ConfigurationError) as caught:
        load_plan(path)
    assert says in str(caught.value)
    assert "plan.yaml" in str(caught.value)
