"""The section that says where the judge fails."""

from __future__ import annotations

import pytest
from audit_panels import YES_NO, audit_data, odd_panels, panel

from judgekit.auditing.figure import Figure, Section
from judgekit.auditing.sections.failing import failing_section
from judgekit.records.outcome import Outcome


def _figure(
    section: Section, group: str = "", statistic: str = "mean_absolute_error_over_pairs"
) -> Figure:
    key = f"failing/safety/{statistic}/judge_with_clinicians{group}"
    return next(one for one in section.figures if one.id == key)


def test_distance_is_over_pairs_of_item_and_clinician() -> None:
    """Judge 3 and 4 against (1, 4) and (4, none): distances 2 1 0, mean 1, 3 pairs, 2 items."""
    section = failing_section(audit_data(panel([3, 4], [(1, 4), (4, None)])))
    found = _figure(section)
    assert (found.estimate.value, found.n_pairs) == (1.0, 3)
    assert (found.estimate.n, found.estimate.clusters) == (2, 2)
    assert "3 pairs of 2 answers, G = 2" in section.tables[0].rows[0][1]


def test_systems_are_told_apart_and_unknown_ones_are_a_group() -> None:
    """a: |3-1| = 2; b: |4-4| = 0; the item of no known system: |5-2| = 3."""
    one = panel([3, 4, 5], [(1,), (4,), (2,)], systems=("a", "b", None))
    section = failing_section(audit_data(one))
    values = [
        _figure(section, f"/system={name}").estimate.value for name in ("a", "b", "not stated")
    ]
    assert values == [2.0, 0.0, 3.0]


def test_unanimous_and_split_cases_are_told_apart() -> None:
    """Unanimous i0: 4 against (3, 3) is 1. Split i1: 5 against (1, 3) is 4 and 2, mean 3.

    i2 has one rating and is in neither; it is a row of its own.
    """
    one = panel([4, 5, 2], [(3, 3), (1, 3), (2, None)])
    section = failing_section(audit_data(one))
    assert _figure(section, "/unanimity=unanimous").estimate.value == 1.0
    assert _figure(section, "/unanimity=split").estimate.value == 3.0
    assert _figure(section, "/unanimity=fewer than two ratings").estimate.value == 0.0
    assert section.tables[0].rows[0][-1] == "3 of 3"


def test_declared_subgroups_are_used_alone() -> None:
    """Only the declared column splits; one that no item has is named."""
    groups = [{"language": "en", "task": "a"}, {"language": "de", "task": "b"}]
    one = panel([3, 3], [(3,), (1,)], groups=groups)
    section = failing_section(audit_data(one, subgroups=("language", "ward")))
    assert _figure(section, "/language=de").estimate.value == 2.0
    assert not [one for one in section.figures if "task" in one.group]
    assert "The declared subgroup 'ward' is a column that no item has." in section.paragraphs
    assert not [text for text in section.paragraphs if "exploratory" in text]


def test_undeclared_columns_of_few_values_are_exploratory() -> None:
    """2 to 12 values are shown and labelled; a column of one value, or of 13, is not."""
    groups = [{"task": "ab"[k % 2], "site": "one", "note": str(k)} for k in range(13)]
    section = failing_section(audit_data(panel([3] * 13, [(3,)] * 13, groups=groups)))
    columns = {name for one in section.figures for name in one.group}
    assert columns == {"task", "unanimity"}
    assert [row[0] for row in section.tables[0].rows][1] == "task (exploratory): a"
    assert [text for text in section.paragraphs if "exploratory" in text]


def test_a_column_of_the_same_name_keeps_its_own_key() -> None:
    """A column called "system" and the items' systems are two groupings with two keys."""
    one = panel(
        [3, 4],
        [(3,), (3,)],
        systems=("a", "b"),
        groups=[{"system": "a"}, {"system": "c"}],
    )
    section = failing_section(audit_data(one))
    assert _figure(section, "/system=b").estimate.value == 1.0
    assert _figure(section, "/system (column)=c").estimate.value == 1.0


def test_the_systems_are_not_split_by_twice() -> None:
    """A run's column "system" is what the systems are: one split; another column stays."""
    groups = [{"system": "a", "model": "a"}, {"system": "b", "model": "b"}]
    one = panel([3, 4], [(3,), (3,)], systems=("a", "b"), groups=groups)
    for declared in ((), ("system", "model")):
        section = failing_section(audit_data(one, subgroups=declared))
        columns = {name for made in section.figures for name in made.group}
        assert columns == {"system", "model", "unanimity"}


def test_labels_are_compared_by_exact_agreement() -> None:
    """Yes against (yes, no): half of the pairs."""
    section = failing_section(audit_data(panel(["yes"], [("yes", "no")], scale=YES_NO)))
    assert (
        _figure(section, statistic="exact_agreement_all_answers_over_pairs").estimate.value == 1 / 2
    )


def test_failures_are_counted_by_outcome() -> None:
    """One timeout, one not assessed, one scored: a column each, and what has no judgement."""
    one = panel([3, Outcome.TIMEOUT, Outcome.CANNOT_ASSESS, "not_applicable"], [(3,)] * 4)
    section = failing_section(audit_data(one))
    table = section.tables[-1]
    assert table.columns[2:] == ("scored", "not applicable", "cannot assess", "timeout")
    assert table.rows[0] == ("Safety", "4", "1", "1", "1", "1")
    assert "Safety: 2 of 4 items have no judgement." in section.paragraphs


def test_a_metric_has_no_distance() -> None:
    """Its outcomes are counted all the same."""
    section = failing_section(audit_data(panel([0.2], [(3,)], is_on_scale=False)))
    assert section.figures == ()
    assert [table.caption for table in section.tables] == ["What became of each judgement"]


@pytest.mark.parametrize("name", odd_panels())
def test_odd_panels_give_reasons(name: str) -> None:
    """Nothing raises, every missing value and interval has a reason, no key occurs twice."""
    section = failing_section(audit_data(odd_panels()[name]))
    keys = [one.id for one in section.figures]
    assert len(keys) == len(set(keys))
    assert section.paragraphs
    for one in section.figures:
        assert one.estimate.value is not None or one.estimate.reason
        assert one.estimate.low is not None or one.estimate.interval_reason or one.estimate.reason
