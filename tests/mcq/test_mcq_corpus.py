"""Floors on the corpus of hard cases, and on cases of our own written before the rules saw them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from judgekit.mcq import extract_choice, extract_joint
from judgekit.records.choice import Choice

_DATA = Path(__file__).parents[1] / "data"
_FILES = ("mcq-cases.jsonl", "mcq-own-cases.jsonl")
_PARAMS = ("mcq-cases.jsonl", pytest.param("mcq-own-cases.jsonl", marks=pytest.mark.slow))


class Tally(NamedTuple):
    """Counts over single cases, and over the questions of joint cases."""

    n: int
    answerable: int
    right: int
    wrong: int
    easy_missed: list[str]
    joint: int
    joint_right: int


def _load(name: str) -> list[dict[str, Any]]:
    with (_DATA / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _expected(value: object) -> list[str]:
    if value is None:
        return []
    return sorted(value) if isinstance(value, list) else [str(value)]


def _read(case: Mapping[str, Any]) -> Choice:
    return extract_choice(
        case["response"], case["options"], multi_select=case.get("multi_select", False)
    )


def _joint(case: Mapping[str, Any]) -> Iterable[tuple[bool, bool]]:
    questions = [
        {key: value for key, value in question.items() if key not in {"expected", "status"}}
        for question in case["questions"]
    ]
    found = extract_joint(case["response"], questions)  # type: ignore[arg-type] # rows from JSON
    for question in case["questions"]:
        choice = found[question["id"]]
        yield sorted(choice.labels) == _expected(question["expected"]), bool(choice.labels)


def _tally(name: str) -> Tally:
    singles = [case for case in _load(name) if "questions" not in case]
    right = wrong = answerable = 0
    easy_missed = []
    for case in singles:
        labels = sorted(_read(case).labels)
        is_right = labels == _expected(case["expected"])
        answerable += case["expected"] is not None
        right += is_right and case["expected"] is not None
        wrong += bool(labels) and not is_right
        if not is_right and case["difficulty"] == "easy":
            easy_missed.append(case["id"])
    joint = [hit for case in _load(name) if "questions" in case for hit, _ in _joint(case)]
    return Tally(len(singles), answerable, right, wrong, easy_missed, len(joint), sum(joint))


@pytest.fixture(scope="module", params=_PARAMS)
def tally(request: pytest.FixtureRequest) -> Tally:
    """The counts over one case file."""
    return _tally(request.param)


def test_every_easy_case_is_right(tally: Tally) -> None:
    """Easy cases: 100 %, those without an answer included."""
    assert tally.easy_missed == []


def test_answerable_cases_are_found(tally: Tally) -> None:
    """Cases with an answer: at least 97 % read exactly."""
    assert tally.right >= 0.97 * tally.answerable


def test_wrong_or_invented_answers_are_rare(tally: Tally) -> None:
    """A wrong label, or one where there is no answer: at most 1.5 % of all cases."""
    assert tally.wrong <= 0.015 * tally.n


def test_joint_questions_are_found(tally: Tally) -> None:
    """Questions of joint responses: at least 97 % read exactly, missing parts included."""
    assert tally.joint >= 135
    assert tally.joint_right >= 0.97 * tally.joint


def test_no_answer_is_taken_from_the_hint() -> None:
    """Where a hint names an option that is not the answer, that option is never returned."""
    for name in _FILES:
        for case in _load(name):
            hint = case.get("hint_letter")
            if hint and "questions" not in case and case["expected"] != hint:
                assert hint not in _read(case).labels, case["id"]


def test_kinds_without_an_answer_have_the_stated_status() -> None:
    """Which of ambiguous, refused and none a case carries is right in at least 90 %."""
    hits = [
        _read(case).status == case["status"]
        for name in _FILES
        for case in _load(name)
        if "questions" not in case and case["expected"] is None
    ]
    assert sum(hits) >= 0.9 * len(hits)


def test_own_cases_are_well_formed() -> None:
    """Own cases: at least 120, ids unique, every expected label among the options."""
    cases = _load("mcq-own-cases.jsonl")
    assert len(cases) >= 120
    assert len({case["id"] for case in cases}) == len(cases)
    for case in cases:
        for part in case.get("questions", [case]):
            assert set(_expected(part["expected"])) <= set(part["options"]), case["id"]
