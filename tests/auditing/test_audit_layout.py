"""Layouts of ratings: what may be declared, and what contradicts itself."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.answer_texts import AnswerTexts
from judgekit.auditing.ratings.answers import AnswerReader
from judgekit.auditing.ratings.layout import RatingsLayout, load_layout
from judgekit.auditing.ratings.layout_columns import ColumnPart
from judgekit.errors import ConfigurationError

SCALE = AuditScale(levels=(0, 1, 2), is_ordered=True)
DATA = Path(__file__).parent / "data"


def _load(folder: Path, text: str) -> RatingsLayout:
    path = folder / "layout.yaml"
    path.write_text(text, encoding="utf-8")
    return load_layout(path)


def test_a_layout_loads_from_yaml() -> None:
    """A layout file is a record; its YAML keys 0 and (+1) are texts of cells."""
    layout = load_layout(DATA / "mslr_layout.yaml")

    assert layout.form == "wide_by_criterion"
    assert layout.texts_of("direction_target").labels == {
        "Other / uncertain (please comment)": "other",
        "(-1)": "negative",
        "0": "no_effect",
        "(+1)": "positive",
        "N/A": "not_specified",
    }
    assert layout.texts_of("claim_target").labels["N/A"] == "not_applicable"
    assert layout.texts_of("claim_target").match == "prefix"


def test_a_layout_is_what_it_writes() -> None:
    """A layout written out and read again is the same layout."""
    layout = load_layout(DATA / "mslr_layout.yaml")

    again = RatingsLayout.model_validate_json(layout.model_dump_json(by_alias=True))

    assert again == layout


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("[long]", "it must be a mapping of fields, got list"),
        ("schema: judgekit.ratings_layout/2", "schema: Input should be"),
        ("forms: long", "forms: there is no such field"),
        ("criteria: {a: {labels: {yes: 1}}}", "YAML reads an unquoted yes"),
        ("criteria: {a: {labels: {'yes': on}}}", "YAML reads an unquoted yes"),
        (
            "criteria: {a: {labels: {x: 1}, missing: {x: late}}}",
            "the text 'x' has two meanings; let it stand once among labels, missing and abstained",
        ),
        ("criteria: {a: {named: Q}, b: {named: Q}}", "two criteria are named 'Q' in the file"),
        ("criteria: {a: {named: b}, b: {}}", "two criteria are named 'b' in the file"),
        ("criteria: {a: {comment: c}}", "belongs to wide_by_criterion, got form long"),
        ("{form: wide_by_rater}", "wide_by_rater needs raters: {HEADING: RATER}"),
        ("raters: {A: a}", "raters belongs to the form wide_by_rater, got form long"),
        (
            "{form: wide_by_rater, raters: {A: a}, columns: {rater: who}}",
            "wide_by_rater names its raters under raters",
        ),
        (
            "{form: wide_by_rater, raters: {A: a}, columns: {abstain: no_idea}}",
            "columns.abstain belongs to the long form, got form wide_by_rater",
        ),
        (
            "{columns: {rater: who}, rater: {files: {a.csv: A}}}",
            "the rater comes from a column (columns.rater) or from the file (rater), not both",
        ),
        (
            "{form: wide_by_criterion, criterion: a}",
            "wide_by_criterion names its criteria under criteria; leave criterion out",
        ),
        (
            "{columns: {criterion: what}, criterion: a}",
            "the criterion comes from a column (columns.criterion) or is fixed (criterion)",
        ),
        ("rater: {}", "declare either files (a rater for each file's name) or a pattern"),
        ("rater: {pattern: '('}", "pattern must be a regular expression, got '('"),
        ("rater: {pattern: 'a'}", "pattern must have exactly one group (...), got 0 in 'a'"),
        (
            "columns: {item: {join: [{column: a, first: 1, last: 1}]}}",
            "a column gives its first or its last characters, not both",
        ),
        ("delimiter: '::'", "delimiter: String should have at most 1 character"),
    ],
)
def test_a_layout_that_contradicts_itself_is_refused(tmp_path: Path, text: str, rule: str) -> None:
    """Each broken law is one sentence that names its place."""
    with pytest.raises(ConfigurationError) as caught:
        _load(tmp_path, text)

    message = str(caught.value)
    assert message.startswith(("ratings layout ", "loading ratings layout "))
    assert rule in message


def test_a_layout_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """A path without a file is an error of what was asked for."""
    with pytest.raises(ConfigurationError, match="loading ratings layout"):
        load_layout(tmp_path / "no.yaml")


def test_parts_of_columns_are_their_first_or_last_characters() -> None:
    """The whole text, its first characters, its last; a short text is taken whole."""
    assert ColumnPart(column="a").of("abcdef") == "abcdef"
    assert ColumnPart(column="a", first=2).of("abcdef") == "ab"
    assert ColumnPart(column="a", last=2).of("abcdef") == "ef"
    assert ColumnPart(column="a", last=9).of("abcdef") == "abcdef"


def test_a_criterions_own_texts_go_before_the_general_ones() -> None:
    """A text that a criterion gives a meaning has that one; the rest come from the general part."""
    layout = RatingsLayout.model_validate(
        yaml.safe_load(
            """
            every_criterion:
              match: prefix
              extras: [unclear]
              labels: {good: 2, bad: 0}
              missing: {"-": not shown}
              abstained: ["?", "??"]
            criteria:
              a: {match: exact, labels: {"?": 1}, missing: {bad: page torn}}
            """
        )
    )

    texts = layout.texts_of("a")

    assert texts.labels == {"good": 2, "?": 1}
    assert texts.missing == {"-": "not shown", "bad": "page torn"}
    assert texts.abstained == ("??",)
    assert (texts.match, texts.extras) == ("exact", ("unclear",))
    assert layout.texts_of("b") is layout.every_criterion


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("2", "level", 2),
        ("2: Yes--no errors", "level", 2),
        ("2 : Yes", "level", 2),
        ("N/A: no population", "extra", "not_applicable"),
        ("X: see note", "abstained", None),
        ("-: torn", "missing", None),
        ("1: of two", "level", 0),
        (None, "missing", None),
    ],
)
def test_a_text_is_looked_up_whole_and_then_by_its_code(
    text: str | None, kind: str, value: object
) -> None:
    """The whole text goes before its code: "1: of two" is declared to mean 0, "1: ..." is 1."""
    texts = AnswerTexts.model_validate(
        {
            "match": "prefix",
            "labels": {"N/A": "not_applicable", "1: of two": 0},
            "missing": {"-": "not shown"},
            "abstained": ["X"],
        }
    )

    answer = AnswerReader("a", SCALE, texts).read(text, "here")

    assert (answer.kind, answer.value) == (kind, value)


def test_extras_are_those_declared_and_those_met() -> None:
    """Declared extras stand in the scale at once, the standard ones once they were met."""
    declared = AnswerReader("a", SCALE, AnswerTexts(extras=("unclear", "other")))
    standard = AnswerReader("a", SCALE, AnswerTexts())

    before = standard.scale.extras
    standard.read("other", "here")

    assert declared.scale.extras == ("unclear", "other")
    assert (before, standard.scale.extras) == ((), ("other",))


def test_a_scales_own_extras_are_kept() -> None:
    """Extras that came with the rubric's scale stay, and others are added."""
    scale = AuditScale(levels=(0, 1), is_ordered=True, extras=("not_applicable",))

    reader = AnswerReader("a", scale, AnswerTexts(extras=("unclear",)))

    assert reader.scale.extras == ("not_applicable", "unclear")


def test_errors_of_a_layout_do_not_show_what_it_holds() -> None:
    """A record's errors say which law was broken, and not what the file held."""
    with pytest.raises(ValidationError) as caught:
        RatingsLayout.model_validate({"rated_from": "Mrs Smith"})

    assert "Smith" not in str(caught.value)
