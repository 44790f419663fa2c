"""The laws of rubrics and scales, checked when they are made."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from strategies import ordinal_scales

from judgekit.records import Criterion, NominalScale, OrdinalScale, Rubric

Fields = dict[str, Any]


def rubric_fields() -> Fields:
    """Return the fields of a lawful rubric with two criteria, weighted 25/75."""
    scale = {"kind": "ordinal", "minimum": 0, "maximum": 2}
    first = {"id": "first", "name": "First", "question": "?", "weight": 25, "scale": scale}
    second = {**first, "id": "second", "weight": 75}
    return copy.deepcopy(
        {
            "id": "mine",
            "version": 1,
            "title": "Mine",
            "description": "For tests.",
            "source": "Made up.",
            "total": {"kind": "weighted_mean"},
            "criteria": [first, second],
        }
    )


def changed(path: str, value: object) -> Fields:
    """Return lawful fields with one of them changed; `path` is dotted, digits count criteria."""
    fields = rubric_fields()
    place: Any = fields
    *inner, last = path.split(".")
    for part in inner:
        place = place[int(part)] if part.isdigit() else place[part]
    place[last] = value
    return fields


NOMINAL = {
    "kind": "nominal",
    "levels": [{"value": "a", "anchor": "A."}, {"value": "b", "anchor": "B."}],
}
HALF_ANCHOR = {
    "kind": "ordinal",
    "minimum": 0,
    "maximum": 2,
    "levels": [{"value": 0.5, "anchor": "Half."}],
}
BROKEN: list[tuple[str, object, str]] = [
    ("criteria.1.id", "first", "criterion ids must be unique, got 'first' more than once"),
    ("criteria.0.weight", 0, "criterion 'first': weight must be finite and > 0, got 0.0"),
    ("criteria.0.weight", -3, "criterion 'first': weight must be finite and > 0, got -3.0"),
    ("criteria.0.weight", None, "criterion 'first': weight must be finite and > 0, got None"),
    ("criteria.0.weight", float("inf"), "finite number"),
    ("criteria.0.weight", float("nan"), "finite number"),
    ("criteria.0.weight", True, "valid number"),
    ("criteria.0.weight", "25", "valid number"),
    ("criteria.0.weight", 24, "percent weights must add up to 100, got 99 .24 . 75."),
    ("criteria.0.weight", 25.001, "percent weights must add up to 100"),
    ("criteria.0.inputs", ["smell"], "'question', 'reference', 'visual_evidence' or 'image'"),
    ("criteria.0.inputs", ["question", "question"], "each input stands once"),
    ("criteria.0.scale", NOMINAL, "criterion 'first' is nominal and cannot enter a weighted mean"),
    ("criteria.0.scale", HALF_ANCHOR, "an anchor's value must be on the scale 0 to 2 by 1"),
    ("criteria.0.wieght", 25, "wieght"),
    ("criteria.0.id", "First!", "match pattern"),
    ("criteria.0.not_applicable", "", "at least 1 character"),
    ("criteria", [], "at least 1 item"),
    ("total", {"kind": "none"}, "has weight 25, but the rubric declares total: none"),
    ("total", {"kind": "weighted_mean", "minimum": 5, "maximum": 5}, "minimum < maximum"),
    ("total", {"kind": "best"}, "does not match any of the expected tags"),
    ("version", 0, "greater than or equal to 1"),
    ("version", True, "valid integer"),
    ("colour", "red", "colour"),
]


@pytest.mark.parametrize(("path", "value", "message"), BROKEN)
def test_a_broken_law_is_refused_with_its_reason(path: str, value: object, message: str) -> None:
    """Each law of a rubric refuses what breaks it, and says which law and where."""
    with pytest.raises(ValidationError, match=message):
        Rubric.model_validate(changed(path, value))


def test_the_rubric_that_the_broken_ones_start_from_is_lawful() -> None:
    """Without the change, the same fields make a rubric: each refusal above has one cause."""
    assert Rubric.model_validate(rubric_fields()).id == "mine"


def test_weights_that_add_up_in_decimals_are_accepted() -> None:
    """33.3 + 33.3 + 33.4 is 100, though binary floats miss it by a hair."""
    fields = rubric_fields()
    first = fields["criteria"][0]
    fields["criteria"] = [
        {**first, "id": name, "weight": weight}
        for name, weight in (("a", 33.3), ("b", 33.3), ("c", 33.4))
    ]
    assert len(Rubric.model_validate(fields).criteria) == 3


def test_relative_weights_need_no_sum() -> None:
    """1 and 4 are lawful weights where the rubric calls them relative."""
    fields = changed("total", {"kind": "weighted_mean", "weights": "relative"})
    fields["criteria"][0]["weight"], fields["criteria"][1]["weight"] = 1, 4
    assert [c.weight for c in Rubric.model_validate(fields).criteria] == [1.0, 4.0]


def test_a_label_may_not_be_the_word_for_not_applicable() -> None:
    """A label "not_applicable" beside a not_applicable rule would make a reply ambiguous."""
    levels = [{"value": name, "anchor": "."} for name in ("not_applicable", "b")]
    fields = changed("total", {"kind": "none"})
    fields["criteria"] = [
        {
            "id": "a",
            "name": "A",
            "question": "?",
            "scale": {"kind": "nominal", "levels": levels},
            "not_applicable": "Never.",
        }
    ]
    with pytest.raises(ValidationError, match="give the label another name"):
        Rubric.model_validate(fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"minimum": 1, "maximum": 1}, "minimum < maximum"),
        ({"minimum": 0, "maximum": 1, "step": 0}, "step must be > 0"),
        ({"minimum": 0, "maximum": 1, "step": -1}, "step must be > 0"),
        ({"minimum": 0, "maximum": 1, "step": 0.3}, "step must divide its range"),
        ({"minimum": 0, "maximum": 10**12}, "at most 1001 values"),
        ({"minimum": 0, "maximum": float("inf")}, "finite number"),
        ({"minimum": False, "maximum": True}, "valid number"),
        ({"minimum": 0, "maximum": 2, "levels": [{"value": 3, "anchor": "x"}]}, "got 3"),
        ({"minimum": 0, "maximum": 2, "levels": [{"value": "1", "anchor": "x"}]}, "got '1'"),
        ({"minimum": 0, "maximum": 2, "levels": [{"value": 1, "anchor": ""}]}, "at least 1 char"),
        (
            {"minimum": 0, "maximum": 2, "levels": [{"value": v, "anchor": "x"} for v in (1, 1.0)]},
            "must be unique",
        ),
        ({"minimum": 0, "maximum": 2, "levels": [{"value": True, "anchor": "x"}]}, "in quotes"),
    ],
)
def test_an_unlawful_ordinal_scale_is_refused(fields: Fields, message: str) -> None:
    """A scale has a lowest and a highest value, a step between them, and anchors that are on it."""
    with pytest.raises(ValidationError, match=message):
        OrdinalScale.model_validate(fields)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["a"], "at least 2 items"),
        (["a", "a"], "must be unique"),
        (["a", 1], "must be text, got 1"),
        (["a", ""], "must be text, got ''"),
        (["a", False], "in quotes"),
    ],
)
def test_an_unlawful_nominal_scale_is_refused(values: list[object], message: str) -> None:
    """Labels are texts, at least two of them, all different; YAML's no is not one unquoted."""
    with pytest.raises(ValidationError, match=message):
        NominalScale.model_validate({"levels": [{"value": v, "anchor": "x"} for v in values]})


def test_steps_of_a_tenth_are_written_as_people_write_them() -> None:
    """0, 0.1, 0.2, 0.3, ...: three steps of 0.1 are 0.3, not 0.30000000000000004."""
    scale = OrdinalScale(minimum=0, maximum=1, step=0.1)
    assert scale.values == (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)


@given(ordinal_scales())
@settings(max_examples=50, deadline=None)
def test_a_scale_holds_its_values_and_nothing_beside_them(scale: OrdinalScale) -> None:
    """Every value is held, ascending from minimum to maximum; a value between or beyond is not."""
    values = scale.values
    assert (values[0], values[-1]) == (scale.minimum, scale.maximum)
    assert list(values) == sorted(set(values))
    assert all(scale.holds(value) for value in values)
    assert Criterion(id="a", name="A", question="?", scale=scale).values == set(values)
    between = [value + scale.step / 3 for value in values]
    near = [value + 1e-7 for value in values]
    assert not any(scale.holds(value) for value in [values[0] - scale.step, *between, *near])


@given(st.integers(min_value=10**18) | st.floats(min_value=1e18, allow_infinity=False))
def test_a_huge_value_is_off_the_scale(value: float) -> None:
    """No size of number makes the check fail or overflow."""
    assert not OrdinalScale(minimum=0, maximum=5).holds(value)
    assert not OrdinalScale(minimum=0, maximum=5).holds(-value)


def test_calls_by_input_part_criteria_by_what_they_may_see() -> None:
    """Criteria that may see the same inputs, in whatever order, share a call in rubric order."""
    fields = changed("calls", "by_input")
    first = {**fields["criteria"][0], "weight": 25}
    seen: tuple[list[str], ...] = (
        ["question", "reference"],
        ["question"],
        ["reference", "question"],
        [],
    )
    fields["criteria"] = [
        {**first, "id": name, "inputs": inputs} for name, inputs in zip("abcd", seen, strict=True)
    ]
    groups = Rubric.model_validate(fields).call_groups
    assert [[c.id for c in group] for group in groups] == [["a", "c"], ["b"], ["d"]]
