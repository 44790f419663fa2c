"""Every record: the same after a round trip, frozen, closed, and silent about what it was given."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import pkgutil

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from strategies import RECORDS, prompts, replies, rubrics

import judgekit.records
from judgekit.library import load_prompt, load_rubric
from judgekit.records import JudgeReply, JudgeRequest, Record, Rubric, Sample, canonical_json
from judgekit.records.base import json_without_floats
from judgekit.records.exchange import OutputMode
from judgekit.records.prompt import Prompt

SECRET = "the patient is Jane Example"


def all_record_types() -> list[type[Record]]:
    """Return every record type of the room but the one of multiple choice, which has its own."""
    found: set[type[Record]] = set()
    for module in pkgutil.iter_modules(judgekit.records.__path__):
        if module.name != "choice":
            loaded = importlib.import_module(f"judgekit.records.{module.name}")
            found |= {
                kind
                for _, kind in inspect.getmembers(loaded, inspect.isclass)
                if issubclass(kind, Record) and kind.__module__ == loaded.__name__
            }
    return sorted(found - {Record}, key=lambda kind: kind.__name__)


by_type = pytest.mark.parametrize("kind", all_record_types(), ids=lambda kind: kind.__name__)


@by_type
def test_a_record_survives_json(kind: type[Record]) -> None:
    """Record -> JSON text -> record is the identity, for every record type there is."""

    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    @given(RECORDS[kind])
    def check(record: Record) -> None:
        assert record == kind.model_validate_json(record.model_dump_json(by_alias=True))

    check()


@by_type
def test_a_record_is_frozen_and_closed(kind: type[Record]) -> None:
    """No field can be set afterwards, and a field that does not exist is refused."""

    @settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
    @given(RECORDS[kind])
    def check(record: Record) -> None:
        for name in kind.model_fields:
            with pytest.raises(ValidationError, match="frozen"):
                setattr(record, name, None)
        fields = record.model_dump(by_alias=True)
        with pytest.raises(ValidationError, match="no_such_field"):
            kind.model_validate({**fields, "no_such_field": 1})

    check()


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(rubrics())
def test_a_rubric_survives_yaml_with_its_digest(
    tmp_path_factory: pytest.TempPathFactory, rubric: Rubric
) -> None:
    """A rubric written as `rubrics show` writes it loads as the same rubric: equal, same digest."""
    path = tmp_path_factory.getbasetemp() / "rubric.yaml"
    content = rubric.model_dump(mode="json", exclude_none=True)
    path.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")
    loaded = load_rubric(path)
    assert rubric == loaded
    assert rubric.digest == loaded.digest


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(prompts)
def test_a_prompt_survives_yaml_with_its_digest(
    tmp_path_factory: pytest.TempPathFactory, prompt: Prompt
) -> None:
    """A prompt written as YAML loads as the same prompt: equal, same digest."""
    path = tmp_path_factory.getbasetemp() / "prompt.yaml"
    path.write_text(
        yaml.safe_dump(prompt.model_dump(mode="json"), allow_unicode=True), encoding="utf-8"
    )
    loaded = load_prompt(path)
    assert prompt == loaded
    assert prompt.digest == loaded.digest


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(rubrics())
def test_reading_a_derived_property_does_not_change_a_rubric(rubric: Rubric) -> None:
    """A rubric whose digest and calls were asked for equals one that nobody looked at."""
    untouched = Rubric.model_validate_json(rubric.model_dump_json())
    assert len(rubric.digest) == 64
    assert sum(len(group) for group in rubric.call_groups) == len(rubric.criteria)
    assert untouched == rubric
    assert hash(untouched) == hash(rubric)


@pytest.mark.parametrize(
    "fields",
    [
        {"id": {"text": SECRET}, "response": "x"},
        {"id": "a", "response": [SECRET]},
        {"id": "a", "response": "x", "polarity": SECRET},
        {"id": "a", "response": "x", "references": SECRET},
        {"id": "a", "response": "x", "groups": SECRET},
        {"id": "a", "response": "x", "metadata": {"k": {SECRET}}},
        {"id": "a", "response": "x", "images": [{"file": SECRET}]},
    ],
    ids=lambda fields: ",".join(fields),
)
def test_errors_never_show_what_a_sample_holds(fields: dict[str, object]) -> None:
    """Neither the text nor the repr of a validation error holds the value that was refused."""
    with pytest.raises(ValidationError) as caught:
        Sample.model_validate(fields)
    assert SECRET not in str(caught.value)
    assert SECRET not in repr(caught.value)


def test_numbers_become_names_and_truth_values_do_not() -> None:
    """Ids are texts: whole numbers become their digits; true is no id."""
    sample = Sample.model_validate({"id": 7, "response": "x", "case_id": 12, "groups": {"arm": 3}})
    assert sample.id == "7"
    assert sample.case_id == "12"
    assert sample.groups == {"arm": "3"}
    with pytest.raises(ValidationError):
        Sample.model_validate({"id": True, "response": "x"})


def test_groups_are_named_as_json_names_them() -> None:
    """A group's value that is no text is called by its JSON, never by a Python repr."""
    groups = {"a": True, "b": [1, "é"], "c": 0.5, "d": None}
    assert Sample.model_validate({"id": "1", "response": "x", "groups": groups}).groups == {
        "a": "true",
        "b": '[1, "é"]',
        "c": "0.5",
    }


def test_a_blank_case_is_no_case() -> None:
    """An empty case_id is refused: rows that share "" would be one case, which nobody meant."""
    with pytest.raises(ValidationError, match="case_id"):
        Sample(id="a", response="x", case_id="")


@pytest.mark.parametrize(("response", "status"), [("", "empty"), (" \n", "empty"), (None, "ok")])
def test_a_blank_response_is_empty(response: str | None, status: str) -> None:
    """A blank text is "empty"; no text at all is another thing, and stays."""
    assert Sample(id="a", response=response).response_status == status


@given(replies)
def test_a_reply_can_always_be_kept(reply: JudgeReply) -> None:
    """A reply's text encodes to UTF-8, even when half of a surrogate pair arrived in it."""
    cut = JudgeReply(text=f"{reply.text}\ud83d")
    assert cut.text == f"{reply.text}\ufffd"
    assert JudgeReply.model_validate_json(cut.model_dump_json()) == cut


any_text = st.text(st.characters(exclude_categories=())) | st.text(
    '\\"/\b\f\n\r\t\x00\x1f\x7f\u2028'
)


@given(
    st.builds(
        JudgeRequest,
        system=any_text,
        user=any_text,
        model=any_text,
        output_mode=st.sampled_from(OutputMode),
        temperature=st.none() | st.floats(allow_nan=False, allow_infinity=False) | st.just(1e-5),
        seed=st.none() | st.integers(),
    )
)
def test_a_request_digest_is_the_sha256_of_its_sorted_json(request: JudgeRequest) -> None:
    """Python's own writer of JSON says the same text: a key kept by any version is found again."""
    text = json.dumps(
        request.canonical(), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert request.digest == hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@given(st.recursive(any_text | st.integers() | st.none() | st.booleans(), st.lists))
def test_long_texts_have_one_json(value: object) -> None:
    """The faster writer says what the canonical one says, half surrogate pairs included."""
    assert json_without_floats(value) == canonical_json(value)


@given(st.builds(JudgeRequest, output_mode=st.just("tool"), temperature=st.none(), seed=st.none()))
def test_a_request_digest_is_that_of_its_canonical_form(request: JudgeRequest) -> None:
    """Two requests have one digest exactly when every field that can change a reply is equal."""
    twin = JudgeRequest.model_validate(request.model_dump())
    assert request.digest == twin.digest
    for name, value in {
        "model": f"{request.model}x",
        "repeat": request.repeat + 1,
        "seed": 3,
    }.items():
        other = JudgeRequest.model_validate({**request.model_dump(), name: value})
        assert request.digest != other.digest


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [1, float("-inf")]])
def test_canonical_json_refuses_what_json_cannot_say(value: object) -> None:
    """NaN and infinities have no JSON, and no digest."""
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json(value)
