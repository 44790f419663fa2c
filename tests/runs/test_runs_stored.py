"""A run's folder read back: whole, or refused in one sentence that names the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judgekit.errors import InputDataError
from judgekit.runs.stored import stored_run


def _folder(path: Path, *, summary: object, identity: object) -> Path:
    (path / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    (path / "run.json").write_text(json.dumps(identity), encoding="utf-8")
    (path / "scores.jsonl").write_text("", encoding="utf-8")
    (path / "samples.jsonl").write_text("", encoding="utf-8")
    return path


SUMMARY = {"schema": "judgekit.summary/1", "rows": [], "signature": {"judge": {"rubric": "r@1"}}}
IDENTITY = {"identity": {"input": "d", "scorers": {"judge": {"rubric": "r@1:d"}}}}


def test_a_whole_folder_is_read(tmp_path: Path) -> None:
    """Signature and identity by scorer; a run without samples has none."""
    found = stored_run(_folder(tmp_path, summary=SUMMARY, identity=IDENTITY))
    assert found.signature["judge"].fields == {"rubric": "r@1"}
    assert found.scorers == {"judge": {"rubric": "r@1:d"}}
    assert (found.scores, found.samples, found.input_digest) == ((), (), "d")


@pytest.mark.parametrize(
    ("summary", "identity", "says"),
    [
        ({**SUMMARY, "signature": []}, IDENTITY, "summary.json is damaged .signature"),
        ({**SUMMARY, "signature": {"judge": 3}}, IDENTITY, "summary.json is damaged .signature"),
        ({**SUMMARY, "rows": [{}]}, IDENTITY, "summary.json is damaged"),
        ({**SUMMARY, "schema": "other/1"}, IDENTITY, "its schema is not judgekit.summary/1"),
        ([], IDENTITY, "its schema is not judgekit.summary/1"),
        (SUMMARY, [], "run.json is damaged"),
        (SUMMARY, {"identity": []}, "run.json is damaged"),
        (SUMMARY, {"identity": {"scorers": []}}, "run.json is damaged"),
        (SUMMARY, {"identity": {"scorers": {"judge": 3}}}, "run.json is damaged"),
    ],
)
def test_a_damaged_file_is_named(
    tmp_path: Path, summary: object, identity: object, says: str
) -> None:
    """No traceback: the file, what is wrong with it, and what to do."""
    with pytest.raises(InputDataError, match=says) as caught:
        stored_run(_folder(tmp_path, summary=summary, identity=identity))
    assert "run judgekit score once more" in str(caught.value)


def test_a_folder_that_is_not_there_is_not_called_damaged(tmp_path: Path) -> None:
    """It says that there is no such file, once."""
    with pytest.raises(InputDataError) as caught:
        stored_run(tmp_path / "none")
    assert "damaged" not in str(caught.value)
    assert "No such file" in str(caught.value)
