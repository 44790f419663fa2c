"""Rubrics and prompts by name or path: what ships, and what is said of a file that breaks a law."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from judgekit.errors import PromptError, RubricError
from judgekit.library import (
    data_folder,
    file_schema,
    load_prompt,
    load_rubric,
    prompt_names,
    rubric_names,
)
from judgekit.prompting import check_prompt
from judgekit.records import NominalScale, OrdinalScale

# What a rubric or a prompt says never changes under the same version: whoever changes its meaning
# raises the version in the file and adds a line here. A line here is never edited.
PINNED_RUBRICS = {
    "medcmr@1": "f291e1c72643d62b43415f099bbfa812af039c174fcf5f812d6a2c6992b01b7f",
    "mslr_facets@1": "396c771ee8dacc98c3490618168c4bcf6149bacb0fe16130ee5b456300c153e4",
}
PINNED_PROMPTS = {
    "judge@1": "ba4109d085006dd89f47ad5d97d97af417a7b348b4d40ee01a5ab176fa429267",
}


def test_each_rubric_is_pinned_to_its_digest() -> None:
    """Id and version name one content for ever: the digest of every rubric is written down."""
    found = {f"{r.id}@{r.version}": r.digest for r in map(load_rubric, rubric_names())}
    assert found.items() <= PINNED_RUBRICS.items()


def test_each_prompt_is_pinned_to_its_digest() -> None:
    """Id and version name one text for ever: the digest of every prompt is written down."""
    found = {f"{p.id}@{p.version}": p.digest for p in map(load_prompt, prompt_names())}
    assert found.items() <= PINNED_PROMPTS.items()


def test_the_two_rubrics_and_their_prompt_are_there() -> None:
    """The library brings at least medcmr, mslr_facets and the prompt that asks for them."""
    assert {"medcmr", "mslr_facets"} <= set(rubric_names())
    assert rubric_names() == sorted(rubric_names())
    assert "judge" in prompt_names()


@pytest.mark.parametrize("name", rubric_names())
def test_each_rubric_is_named_like_its_file_and_asks_for_a_prompt_that_works(name: str) -> None:
    """A rubric's id is its file's name; its prompt exists and renders."""
    rubric = load_rubric(name)
    assert rubric.id == name
    check_prompt(load_prompt(rubric.prompt))


@pytest.mark.parametrize("name", rubric_names())
def test_every_value_of_every_scale_has_its_anchor(name: str) -> None:
    """What judgekit ships says what each value means, so that two judges can mean the same."""
    for criterion in load_rubric(name).criteria:
        anchored = [level.value for level in criterion.scale.levels]
        assert list(criterion.scale.values) == anchored, criterion.id


def test_medcmr_is_what_the_benchmark_says() -> None:
    """Four criteria, weights 10/10/40/40, levels 0-5, total 0-100 (arXiv 2512.00818).

    Only visual accuracy may see the image or its description, only correctness the reference.
    """
    rubric = load_rubric("medcmr")
    assert [(c.id, c.weight) for c in rubric.criteria] == [
        ("consistency", 10.0),
        ("coherence", 10.0),
        ("visual_accuracy", 40.0),
        ("correctness", 40.0),
    ]
    assert all(c.scale.values == (0, 1, 2, 3, 4, 5) for c in rubric.criteria)
    assert [tuple(name.value for name in c.inputs) for c in rubric.criteria] == [
        ("question",),
        ("question",),
        ("question", "visual_evidence", "image"),
        ("question", "reference"),
    ]
    assert rubric.total.model_dump() == {
        "kind": "weighted_mean",
        "minimum": 0.0,
        "maximum": 100.0,
        "weights": "percent",
        "missing": "no_total",
    }
    assert rubric.calls == "one"


def test_mslr_facets_has_the_eight_questions_each_on_its_own_scale() -> None:
    """Fluency, three matches, two directions (nominal), two strengths of claim; no total.

    Codes as in the MSLR annotated data set.
    """
    rubric = load_rubric("mslr_facets")
    ordinal = {c.id: c.scale.values for c in rubric.criteria if isinstance(c.scale, OrdinalScale)}
    nominal = {c.id: c.scale.values for c in rubric.criteria if isinstance(c.scale, NominalScale)}
    assert ordinal == {
        "fluency": (0, 1, 2),
        "population": (0, 1, 2),
        "intervention": (0, 1, 2),
        "outcome": (0, 1, 2),
        "claim_target": (0, 1, 2, 3),
        "claim_generated": (0, 1, 2, 3),
    }
    assert nominal == dict.fromkeys(
        ("direction_target", "direction_generated"),
        ("negative", "no_effect", "positive", "not_specified"),
    )
    assert rubric.total.kind == "none"


@pytest.mark.parametrize("kind", ["rubric", "prompt"])
def test_the_committed_schema_is_the_generated_one(kind: str) -> None:
    """Whoever changes a record makes the file anew: judgekit rubrics schema [--prompt] > FILE."""
    schema = file_schema("rubric" if kind == "rubric" else "prompt")
    committed = (data_folder(f"{kind}s") / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert schema == committed
    assert json.loads(schema)["additionalProperties"] is False


@pytest.mark.parametrize("kind", ["rubric", "prompt"])
def test_each_file_names_its_schema_in_its_first_line(kind: str) -> None:
    """An editor that opens a shipped file finds the schema that stands beside it."""
    files = sorted(data_folder(f"{kind}s").glob("*.yaml"))
    assert files
    for file in files:
        first = file.read_text(encoding="utf-8").splitlines()[0]
        assert first == f"# yaml-language-server: $schema={kind}.schema.json", file.name


def lawful_text() -> str:
    """Return the text of the rubric medcmr."""
    return (data_folder("rubrics") / "medcmr.yaml").read_text(encoding="utf-8")


def test_a_rubric_loads_the_same_by_name_and_by_path(tmp_path: Path) -> None:
    """A copy under another name has the same content and the same digest."""
    path = tmp_path / "copy.yaml"
    path.write_text(lawful_text(), encoding="utf-8")
    assert load_rubric("medcmr").digest == load_rubric(path).digest == load_rubric(str(path)).digest


def test_a_file_with_a_byte_order_mark_loads_the_same(tmp_path: Path) -> None:
    """Editors on Windows put a mark before the text; it is no part of the rubric."""
    path = tmp_path / "bom.yaml"
    path.write_text(lawful_text(), encoding="utf-8-sig")
    assert load_rubric(path).digest == load_rubric("medcmr").digest


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("medcrm", "did you mean 'medcmr'?"),
        ("mslr-facets", "did you mean 'mslr_facets'?"),
        ("qqqq", "there are: medcmr, mslr_facets"),
        ("", "there are: medcmr, mslr_facets"),
        ("nowhere/medcmr.yaml", "there is no such file"),
        ("medcmr.yaml", "there is no such file"),
    ],
)
def test_an_unknown_rubric_suggests_the_nearest(name: str, said: str) -> None:
    """A name that is nearly right gets the right one, any other the list, a path its own answer."""
    with pytest.raises(RubricError) as caught:
        load_rubric(name)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("weight: 10\n", "weight: 12\n", "percent weights must add up to 100, got 104 (12 + 12 + "),
        ("id: coherence", "id: consistency", "criterion ids must be unique, got 'consistency'"),
        ("calls: one\n", "calls: two\n", "calls: Input should be 'one', 'by_input' or 'per_c"),
        ("calls: one\n", "calls: one\ncalls: one\n", "the key 'calls' stands twice"),
        ("  kind: weighted_mean\n", "  kind: weighted_mean\n  kind: none\n", "'kind' stands twice"),
        ("calls: one\n", "calls: one\nauthor: me\n", "author: there is no such field"),
        ("[question, reference]", "[question, answer]", "criteria.3.inputs.1: "),
        ("value: 0, anchor", "value: no, anchor", "in quotes"),
        ("value: 5, anchor", "value: 6, anchor", "an anchor's value must be on the scale 0 to 5"),
        ("id: medcmr", "id: [medcmr", "not valid YAML"),
        ("weight: 10\n", "weight: .nan\n", "criteria.0.weight: Input should be a finite number"),
        ("version: 1\n", "", "version: Field required"),
        ("version: 1\n", "version: !!python/object:os.x 1\n", "not valid YAML"),
    ],
)
def test_a_file_that_breaks_a_law_says_which(tmp_path: Path, old: str, new: str, said: str) -> None:
    """One sentence names the file, the place in it and the law; nothing of pydantic's shows."""
    path = tmp_path / "mine.yaml"
    assert old in lawful_text()
    path.write_text(lawful_text().replace(old, new), encoding="utf-8")
    with pytest.raises(RubricError) as caught:
        load_rubric(path)
    message = str(caught.value)
    assert said in message
    assert str(path) in message
    assert "\n" not in message
    assert "validation error" not in message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it must be a mapping of fields, got NoneType"),
        (b"- a\n- b\n", "it must be a mapping of fields, got list"),
        (b"id: \xff\xfe", "cannot be read as UTF-8"),
        (b"[" * 600, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_rubric_at_all_says_so(tmp_path: Path, content: bytes, said: str) -> None:
    """Empty, a list, not UTF-8, or nested without end: a sentence, never a traceback."""
    path = tmp_path / "mine.yaml"
    path.write_bytes(content)
    with pytest.raises(RubricError, match=said):
        load_rubric(path)


def test_a_folder_is_no_rubric(tmp_path: Path) -> None:
    """A path that is a folder is answered like a file that is not there."""
    with pytest.raises(RubricError, match="there is no such file"):
        load_rubric(tmp_path)


def test_an_unknown_prompt_suggests_the_nearest() -> None:
    """Prompts are found as rubrics are."""
    with pytest.raises(PromptError, match="did you mean 'judge'"):
        load_prompt("juge")


def test_a_prompt_with_an_unknown_field_is_refused(tmp_path: Path) -> None:
    """A field that nothing reads is a mistake of whoever wrote it."""
    path = tmp_path / "mine.yaml"
    fields = {
        "id": "a",
        "version": 1,
        "description": "d",
        "system": "s",
        "user": "u",
        "assistant": 1,
    }
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    with pytest.raises(PromptError, match="assistant: there is no such field"):
        load_prompt(path)
