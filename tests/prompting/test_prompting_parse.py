"""A raw reply to verdicts: each hostile reply has its outcome, in bounded time; none raises."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import criteria as criteria_strategy
from strategies import json_values, texts

from judgekit.prompting import ParsedReply, SeenSample, parse_reply
from judgekit.records import Criterion, JudgeInput, NominalScale, OrdinalScale, Outcome, Verdict

GRADE = Criterion(id="grade", name="G", question="?", scale=OrdinalScale(minimum=0, maximum=5))
HALVES = Criterion(
    id="halves",
    name="H",
    question="?",
    scale=OrdinalScale(minimum=0, maximum=5, step=0.5),
    not_applicable="Never.",
)
COLOUR = Criterion.model_validate(
    {
        "id": "colour",
        "name": "C",
        "question": "?",
        "scale": {
            "kind": "nominal",
            "levels": [{"value": name, "anchor": "."} for name in ("red", "grün", "1")],
        },
    }
)
SEEN = SeenSample(
    "A small LEFT\napical pneumothorax.", {JudgeInput.REFERENCE: ("First.", "Second one.")}, False
)


def parse(text: str, *criteria: Criterion) -> ParsedReply:
    """Read a reply that was asked for `criteria`, by default for one grade of 0 to 5."""
    return parse_reply(text, criteria or (GRADE,), SEEN)


def entry(value: str, **others: object) -> str:
    """Return a reply with one entry whose value is the JSON text `value`."""
    rest = "".join(f', "{name}": {json.dumps(other)}' for name, other in others.items())
    return f'{{"grade": {{"value": {value}{rest}}}}}'


GOOD = entry("4", reason="Clear.", evidence=[])
WHOLE_REPLIES = [
    ("", "is empty"),
    (" \n\t", "is empty"),
    ("I would give it a 4.", "no JSON object"),
    ("4", "no JSON object"),
    ("null", "no JSON object"),
    ("[]", "no JSON object"),
    ("[4]", "no JSON object"),
    ("{grade: {value: 4}}", "no JSON object"),
    ("{'grade': {'value': 4}}", "no JSON object"),
    (json.dumps(GOOD), "no JSON object"),
    ("{" * 1_000_000, "no JSON object"),
    ("{ " * 500_000, "no JSON object"),
    ("\ud800{\udfff", "no JSON object"),
    (f"{GOOD}{GOOD}", "two JSON objects"),
    (f"{GOOD}\n\nOr rather:\n{GOOD}", "two JSON objects"),
    (f"{GOOD} {{}}", "two JSON objects"),
    (f"[{GOOD}, {GOOD}]", "two JSON objects"),
    (GOOD[:-1], "broken JSON object"),
    (GOOD[: len(GOOD) // 2], "broken JSON object"),
    ('{"grade": {"value": 4,}}', "broken JSON object"),
    ('{"grade": {"value": 04}}', "broken JSON object"),
    ('{"grade": {"value": +4}}', "broken JSON object"),
    ('{"grade": "\x00"}', "broken JSON object"),
    ('{"grade": "' + "x" * 1_000_000, "broken JSON object"),
    ('{"a":' * 200_000, "nested too deeply"),
    ('{"grade": ' + "[" * 200_000, "nested too deeply"),
    ('{"grade": {"value": 4, "value": 5}}', "a key twice"),
    ('{"grade": {"value": 4}, "grade": {"value": 4}}', "a key twice"),
    (entry("NaN"), "NaN, which is not JSON"),
    (entry("Infinity"), "Infinity, which is not JSON"),
    (entry("-Infinity"), "-Infinity, which is not JSON"),
    ("{}", "lacks criterion 'grade'"),
    ('{"Grade": {"value": 4}}', "lacks criterion 'grade'"),
    (f'{{"verdicts": {GOOD}}}', "lacks criterion 'grade'"),
    ('{"grade": {"value": 4}, "total": {"value": 80}}', "was not asked for"),
]


@pytest.mark.parametrize(("text", "problem"), WHOLE_REPLIES)
def test_a_reply_that_is_not_one_object_with_all_criteria_is_unparseable(
    text: str, problem: str
) -> None:
    """Nothing of such a reply is used; whatever its size, that is found within a second."""
    started = time.process_time()
    parsed = parse(text)
    assert time.process_time() - started < 1
    assert parsed.problem is not None
    assert problem in parsed.problem
    assert parsed.verdicts == {"grade": Verdict(outcome=Outcome.UNPARSEABLE, reason=parsed.problem)}


def test_a_reply_that_lacks_one_criterion_loses_all() -> None:
    """One criterion is missing: the others, though whole, are not used."""
    parsed = parse(GOOD, GRADE, HALVES)
    assert {v.outcome for v in parsed.verdicts.values()} == {Outcome.UNPARSEABLE}
    assert parsed.problem == "the reply lacks criterion 'halves'"


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here is my grading:\n\n{GOOD}\n\nI hope that {{this}} helps.",
        f"<think>A value {{of 0-5}}?</think>{GOOD}",
        f"\ufeff{GOOD}\r\n",
        json.dumps(json.loads(GOOD), indent=4),
        f"[{GOOD}]",
    ],
)
def test_words_around_the_one_object_are_ignored(text: str) -> None:
    """Fences, prose, thoughts and white space around the object do not matter."""
    assert parse(text) == ParsedReply(
        {"grade": Verdict(outcome=Outcome.SCORED, value=4, reason="Clear.")}, None
    )


VALUES = [
    (GRADE, "4", Outcome.SCORED, 4),
    (GRADE, "4.0", Outcome.SCORED, 4),
    (GRADE, "4e0", Outcome.SCORED, 4),
    (GRADE, "-0", Outcome.SCORED, 0),
    (GRADE, "-0.0", Outcome.SCORED, 0),
    (HALVES, "3.5", Outcome.SCORED, 3.5),
    (HALVES, '"not_applicable"', Outcome.NOT_APPLICABLE, None),
    (COLOUR, '"red"', Outcome.SCORED, "red"),
    (COLOUR, '"gr\\u00fcn"', Outcome.SCORED, "grün"),
    (COLOUR, '"1"', Outcome.SCORED, "1"),
    (GRADE, "null", Outcome.CANNOT_ASSESS, None),
    (COLOUR, "null", Outcome.CANNOT_ASSESS, None),
    (GRADE, "3.5", Outcome.OUT_OF_RANGE, None),
    (GRADE, "3.0000000001", Outcome.OUT_OF_RANGE, None),
    (GRADE, "6", Outcome.OUT_OF_RANGE, None),
    (GRADE, "-1", Outcome.OUT_OF_RANGE, None),
    (GRADE, "80", Outcome.OUT_OF_RANGE, None),
    (GRADE, "1e999", Outcome.OUT_OF_RANGE, None),
    (GRADE, "-1e999", Outcome.OUT_OF_RANGE, None),
    (GRADE, "9" * 5000, Outcome.OUT_OF_RANGE, None),
    (GRADE, "-" + "9" * 5000, Outcome.OUT_OF_RANGE, None),
    (GRADE, "1" + "0" * 5000 + ".0", Outcome.OUT_OF_RANGE, None),
    (COLOUR, '"Red"', Outcome.OUT_OF_RANGE, None),
    (COLOUR, '"red "', Outcome.OUT_OF_RANGE, None),
    (COLOUR, '"\\ud800"', Outcome.OUT_OF_RANGE, None),
    (COLOUR, '"not_applicable"', Outcome.OUT_OF_RANGE, None),
    (GRADE, '"4"', Outcome.UNPARSEABLE, None),
    (GRADE, '"4 out of 5"', Outcome.UNPARSEABLE, None),
    (GRADE, '"not_applicable"', Outcome.UNPARSEABLE, None),
    (GRADE, "true", Outcome.UNPARSEABLE, None),
    (GRADE, "false", Outcome.UNPARSEABLE, None),
    (GRADE, "[4]", Outcome.UNPARSEABLE, None),
    (GRADE, '{"value": 4}', Outcome.UNPARSEABLE, None),
    (COLOUR, "1", Outcome.UNPARSEABLE, None),
    (COLOUR, '["red"]', Outcome.UNPARSEABLE, None),
    (COLOUR, "true", Outcome.UNPARSEABLE, None),
]


@pytest.mark.parametrize(
    ("criterion", "value", "outcome", "expected"), VALUES, ids=lambda part: str(part)[:24]
)
def test_a_value_is_on_the_scale_or_has_its_own_outcome(
    criterion: Criterion, value: str, outcome: Outcome, expected: object
) -> None:
    """A value is never rounded, clamped, or read out of a text; null means cannot assess."""
    parsed = parse(f'{{"{criterion.id}": {{"value": {value}, "reason": "R."}}}}', criterion)
    verdict = parsed.verdicts[criterion.id]
    assert parsed.problem is None
    assert (verdict.outcome, verdict.value) == (outcome, expected)
    assert type(verdict.value) is type(expected)
    assert verdict.reason


@pytest.mark.parametrize(
    "text", ['{"grade": 4}', '{"grade": null}', '{"grade": []}', '{"grade": {}}']
)
def test_an_entry_without_a_value_is_unparseable(text: str) -> None:
    """An entry must be an object that holds a value, if only null."""
    assert parse(text).verdicts["grade"].outcome is Outcome.UNPARSEABLE


def test_one_bad_value_leaves_the_others_their_own() -> None:
    """Outcomes are per criterion where the reply as a whole can be read."""
    text = '{"grade": {"value": 9}, "halves": {"value": 0.5}, "colour": {"value": null}}'
    outcomes = [v.outcome.value for v in parse(text, GRADE, HALVES, COLOUR).verdicts.values()]
    assert outcomes == ["out_of_range", "scored", "cannot_assess"]


@pytest.mark.parametrize("reason", [None, 5, ["x"], {"a": 1}])
def test_a_reason_that_is_no_text_is_no_reason(reason: object) -> None:
    """The value stands, without a reason."""
    verdict = parse(entry("4", reason=reason)).verdicts["grade"]
    assert (verdict.value, verdict.reason) == (4, None)


def test_half_a_surrogate_pair_is_replaced_so_that_it_can_be_written() -> None:
    """A cut emoji in a reason or a quote is U+FFFD afterwards: the journal is UTF-8."""
    text = (
        '{"grade": {"value": 4, "reason": "\\ud83d", '
        '"evidence": [{"quote": "\\udca9", "source": "response"}]}}'
    )
    verdict = parse(text).verdicts["grade"]
    assert verdict.reason == "\ufffd"
    assert [(e.quote, e.verified) for e in verdict.evidence] == [("\ufffd", False)]
    assert verdict.model_dump_json().encode()


@pytest.mark.parametrize(
    ("quote", "source", "verified"),
    [
        ("small left apical", "response", True),
        ("A SMALL  left\n", "response", True),
        ("right apical", "response", False),
        ("First.", "response", False),
        ("Second one.", "reference", True),
        ("First. Second", "reference", False),
        ("anything", "question", False),
    ],
)
def test_a_quote_is_checked_against_its_source(quote: str, source: str, verified: bool) -> None:
    """Case and white space apart, it stands in the text it is said to come from, or it does not."""
    evidence = [{"quote": quote, "source": source}]
    found = parse(entry("4", evidence=evidence)).verdicts["grade"].evidence
    assert [(e.quote, e.source, e.verified) for e in found] == [(quote, source, verified)]


@given(st.text(), st.text(), st.text())
def test_what_stands_in_a_text_is_verified_however_it_is_spaced(
    before: str, quote: str, after: str
) -> None:
    """A passage copied to the letter stands there, and so it does in capitals of its own case."""
    assume(quote.strip())
    seen = SeenSample(f"{before}{quote}{after}", {}, False)
    spaced = " ".join(quote.split())
    evidence = [{"quote": text, "source": "response"} for text in (quote, spaced)]
    found = parse_reply(entry("4", evidence=evidence), (GRADE,), seen).verdicts["grade"].evidence
    assert [e.verified for e in found] == [True, True]


@pytest.mark.parametrize(
    "evidence",
    [
        "a quote",
        [None, 1, "text", []],
        [{"quote": "x"}],
        [{"quote": " ", "source": "response"}],
        [{"quote": "x", "source": "image"}],
        [{"quote": 5, "source": "response"}],
        [{"quote": "x", "source": ["response"]}],
        {"quote": "x", "source": "response"},
    ],
)
def test_evidence_of_another_shape_is_left_out(evidence: object) -> None:
    """What is no quote with a known source is not shown as one; the value stands."""
    verdict = parse(entry("4", evidence=evidence)).verdicts["grade"]
    assert (verdict.value, verdict.evidence) == (4, ())


def test_many_quotes_are_checked_in_bounded_time() -> None:
    """2,000 quotes of a response of 100,000 characters: the response is folded once for all."""
    seen = SeenSample("A small pneumothorax. " * 5_000, {}, False)
    evidence = [{"quote": "Small  pneumothorax", "source": "response"}] * 2_000
    started = time.process_time()
    parsed = parse_reply(entry("4", evidence=evidence), (GRADE,), seen)
    assert time.process_time() - started < 1
    assert len(parsed.verdicts["grade"].evidence) == 2_000


@st.composite
def asked(draw: st.DrawFn) -> tuple[Criterion, ...]:
    """Return one to three criteria with different ids."""
    found = draw(st.lists(criteria_strategy(), min_size=1, max_size=3, unique_by=lambda c: c.id))
    return tuple(found)


@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_valid_reply_is_read_as_it_was_written(data: st.DataObject) -> None:
    """JSON of values on the scales, with prose around it, gives those values back."""
    criteria = data.draw(asked())
    reply: dict[str, Any] = {}
    expected = {}
    for criterion in criteria:
        value = data.draw(st.sampled_from([*criterion.scale.values, None]))
        reason = data.draw(texts)
        reply[criterion.id] = {"value": value, "reason": reason, "evidence": []}
        outcome = Outcome.CANNOT_ASSESS if value is None else Outcome.SCORED
        expected[criterion.id] = Verdict(outcome=outcome, value=value, reason=reason)
    text = json.dumps(reply, ensure_ascii=data.draw(st.booleans()))
    parsed = parse_reply(f"Grades: {text} .", criteria, SEEN)
    assert parsed == ParsedReply(expected, None)


hostile = (
    st.text(st.characters(), max_size=80)
    | st.text('{}[]":,0123456789.eE+-truefalsn \\u', max_size=80)
    | json_values.map(lambda value: json.dumps({"grade": value}))
    | json_values.map(lambda value: json.dumps({"grade": {"value": value, "evidence": value}}))
    | st.text('{}[]":,4\\', max_size=6).map(lambda noise: f"{GOOD[:20]}{noise}{GOOD[20:]}")
)


@given(hostile)
@settings(max_examples=100, deadline=None)
def test_no_reply_raises(text: str) -> None:
    """Whatever the text, each criterion has one verdict, which has a value only on its scale."""
    parsed = parse(text)
    verdict = parsed.verdicts["grade"]
    assert set(parsed.verdicts) == {"grade"}
    if verdict.outcome is Outcome.SCORED:
        assert verdict.value in GRADE.scale.values
    assert verdict.model_dump_json().encode()


def test_the_scales_of_these_tests_are_of_both_kinds() -> None:
    """The table above covers an ordinal and a nominal scale."""
    assert isinstance(GRADE.scale, OrdinalScale)
    assert isinstance(COLOUR.scale, NominalScale)
