"""Bad input files: one clear sentence with file, line, rule and remedy, and no sample's text."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest

from judgekit.errors import InputDataError
from judgekit.runs import FileSource
from judgekit.runs.survey import Survey, survey

SECRET = "Jane Example"
ROW = {"id": "a", "response": SECRET, "reference": SECRET}
LINE = json.dumps(ROW)


def line(**fields: object) -> str:
    """Return a lawful row as JSON with some fields changed or added."""
    return json.dumps({**ROW, **fields})


def look_through(path: Path, **mapping: str) -> Survey:
    """Read the whole file, as every run does before anything is asked."""
    return survey(FileSource(path, mapping=mapping), ())


def refusal(path: Path, content: bytes | str, **mapping: str) -> str:
    """Return the sentence with which a file of this content is refused."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputDataError) as caught:
        look_through(path, **mapping)
    message = str(caught.value)
    assert str(path) in message
    assert SECRET not in message
    assert "\n" not in message
    assert caught.value.exit_code == 3
    return message


BAD: list[tuple[bytes | str, str]] = [
    (b"", "the file is empty; expected one JSON object a line"),
    (b"\n \n\r\n", "the file is empty; expected one JSON object a line"),
    (codecs.BOM_UTF8, "the file is empty"),
    (f"{LINE}\n{LINE[:-9]}", "line 2: not one JSON object (Unterminated string"),
    (f"{LINE}\n{LINE[:-9]}", "the last line seems cut off: write it anew"),
    (f'{LINE}\n{{"id": "b",\n{LINE}\n', "line 2: not one JSON object"),
    (f'{LINE}\n{{"id": "b",\n{LINE}\n', "write one JSON object a line"),
    (f"{LINE}\n{LINE}{LINE}\n", "line 2: not one JSON object (Extra data at column"),
    (f"{LINE}\n[1]\n", "line 2: expected a JSON object, got list; write one JSON object a line"),
    (f'{LINE}\n"{SECRET}"\n', "line 2: expected a JSON object, got str"),
    (f"{LINE}\n\n\nid,response\n", "line 4: not one JSON object"),
    (
        f'{LINE}\n{{"id": "b", "id": "c"}}\n',
        "line 2: not one JSON object (the key 'id' stands twice",
    ),
    ('{"id": "a", "response": "x", "score": NaN}', "NaN is not JSON; write null where there is no"),
    ('{"id": "a", "response": "x", "score": -Infinity}', "-Infinity is not JSON"),
    ('{"id": "a", "response": "x", "score": 1e999}', "finite number"),
    ('{"id": "a", "response": "x", "k": ' + "[" * 100_000, "nested too deeply"),
    ('{"id": "a", "response": "x", "k": ' + "9" * 5_000 + "}", "Exceeds the limit"),
    (LINE.encode("utf-16-be"), "line 1"),
    (f"{LINE}\n".encode() + b'{"id": "\xe9"}\n', "the file is not UTF-8 text; convert it to UTF-8"),
    (b"\xff\xfe\x00", "the file is not UTF-8 text; convert it to UTF-8"),
    (b"PK\x03\x04\xff\xff", "the file is not UTF-8 text"),
    (f"{LINE}\n{LINE}\n", "line 2: id 'a' stands twice (first as row 1); ids must be unique"),
    (f"{LINE}\n{line(id='1')}\n{line(id=1)}\n", "line 3: id '1' stands twice (first as row 2)"),
    (
        '{"id": "a"}',
        "there is no column 'response'; columns are id; name the right one with --map ",
    ),
    ('{"response": "x", "k": 1}', "there is no column 'id'; columns are k, response; name the rig"),
    ('{"id": null, "response": "x"}', "id is null; every row needs its own"),
    ('{"id": "", "response": "x"}', "id: String should have at least 1 character"),
    ('{"id": true, "response": "x"}', "id: Input should be a text"),
    ('{"id": 1.5, "response": "x"}', "id: Input should be a text"),
    (line(response=[SECRET]), "response: Input should be a text"),
    (line(references=["x"]), "has either reference (a text) or references (a list), not both"),
    (line(reference=[SECRET]), "reference must be a text, got list; several references are a list"),
    ('{"id": "a", "response": "x", "references": "x"}', "references: Input should be a list"),
    (line(metadata=[1]), "metadata must be an object, got list"),
    (line(metadata={"note": 1}, note=2), "'note' stands in the row and in its metadata; keep one"),
    (line(polarity="up"), "polarity: Input should be 'positive', 'neutral' or 'negative'"),
    (line(response_status="bad"), "response_status: Input should be 'ok'"),
    (line(case_id=""), "case_id: String should have at least 1 character"),
    (
        f"{line(case_id='p')}\n{line(id='b')}\n",
        "some rows have a case_id and some have none, such as",
    ),
    (
        f"{line()}\n{line(id='b', case_id='p')}\n",
        "such as line 1; give every row the patient, study",
    ),
    (f"{line()}\n{line(id='b', case_id=None)}\n{line(id='c', case_id=3)}\n", "such as line 1"),
    (line(response="\ud800"), "line 1: a text holds half of a surrogate pair"),
    (line(note={"deep": ["\udfff"]}), "half of a surrogate pair"),
    ("[]", "a JSON array is read as a Med-CMR release"),
    (f"[{LINE}]", "write other data as one JSON object a line (JSONL)"),
    (f"[{LINE}, 5]", "item 1: expected an object, got int"),
    (f"[{LINE}", "is the file cut off?"),
]


@pytest.mark.parametrize(("content", "said"), BAD, ids=lambda part: repr(part)[:40])
def test_a_bad_file_is_refused_in_one_sentence(
    tmp_path: Path, content: bytes | str, said: str
) -> None:
    """File, line, rule and remedy; one line; the error of input data (exit 3); nobody's text."""
    assert said in refusal(tmp_path / "rows.jsonl", content)


def test_a_file_that_is_not_there_or_is_a_folder_is_input_that_is_wrong(tmp_path: Path) -> None:
    """The system's reason and the path."""
    with pytest.raises(InputDataError, match=r"nowhere\.jsonl: No such file"):
        look_through(tmp_path / "nowhere.jsonl")
    with pytest.raises(InputDataError, match="directory"):
        look_through(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        LINE,
        f"{LINE}\n",
        f"\n\n{LINE}\n\n",
        f"{LINE}\r\n",
        f"  {LINE}  \r\n \r\n",
        codecs.BOM_UTF8 + LINE.encode(),
        LINE.encode("utf-16"),
        codecs.BOM_UTF16_BE + LINE.encode("utf-16-be"),
    ],
    ids=["plain", "end", "blank", "crlf", "space", "utf-8-bom", "utf-16-le", "utf-16-be"],
)
def test_what_can_be_read_for_certain_is_read_the_same(
    tmp_path: Path, content: bytes | str
) -> None:
    """Line ends, blank lines and a byte order mark do not change what is read: one input digest."""
    plain, other = tmp_path / "plain.jsonl", tmp_path / "other.jsonl"
    plain.write_text(LINE, encoding="utf-8")
    other.write_bytes(content.encode() if isinstance(content, str) else content)
    assert look_through(plain) == look_through(other)


def test_line_numbers_count_blank_lines(tmp_path: Path) -> None:
    """The number is the one that an editor shows."""
    assert "line 5: " in refusal(tmp_path / "r.jsonl", f"\n{LINE}\n\n\n{{\n{line(id='b')}\n")


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path: Path) -> None:
    """U+2028, U+0085 and a form feed are characters of a text, not ends of a line."""
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": "a", "response": "x\u2028y\x85z"}\n', encoding="utf-8")
    assert [s.response for _, s in FileSource(path)] == ["x\u2028y\x85z"]


def test_predictions_belong_to_a_release_only(tmp_path: Path) -> None:
    """Rows of a JSONL file hold their own response."""
    path = tmp_path / "r.jsonl"
    path.write_text(LINE, encoding="utf-8")
    with pytest.raises(InputDataError, match="--predictions goes with a JSON array"):
        list(FileSource(path, predictions=path))


@pytest.mark.parametrize(
    ("mapping", "said"),
    [
        ({"response": "answer"}, "--map response=answer names a column that is not there"),
        ({"references": "response"}, "not both"),
    ],
)
def test_a_mapping_that_does_not_fit_is_refused(
    tmp_path: Path, mapping: dict[str, str], said: str
) -> None:
    """A column that is not there is named, with those that are; a reference is given once."""
    assert said in refusal(tmp_path / "r.jsonl", LINE, **mapping)
