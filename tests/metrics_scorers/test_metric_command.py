"""`judgekit score` with metrics and columns: no judge, files, a rerun, another choice refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from judgekit.cli.main import main

METRICS = "rouge1,rougeL:stemmer=yes,tokenizer=unicode,exact,number_agreement:bare_unit=cm"
COLUMN = "green:source=GREEN, by others,version=1,range=0..1,higher_is_better=yes"


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    """Twelve answers in six cases, one of them refused and one without a green value."""
    path = tmp_path / "rows.jsonl"
    lines = [
        {
            "id": f"q{n}",
            "case_id": f"c{n // 2}",
            "response": f"a mass of {n} cm",
            "reference": f"mass of {n - n % 3} cm",
            "response_status": "refused" if n == 5 else "ok",
            "green": None if n == 7 else n / 12,
        }
        for n in range(12)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def call(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Return the exit code of the command, run here."""
    monkeypatch.setattr(sys, "argv", ["judgekit", *map(str, arguments)])
    with pytest.raises(SystemExit) as caught:
        main()
    return int(caught.value.code or 0)


def test_metrics_and_columns_score_without_a_judge(
    rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row for each figure; a rerun leaves every byte; another choice of metrics is refused."""
    out = tmp_path / "out"
    asked = ("score", rows, "--out", out, "--metrics", METRICS, "--column", COLUMN, "--json")
    assert call(monkeypatch, *asked) == 0
    summary = json.loads(capsys.readouterr().out)
    found = {row["scorer"]: row for row in summary["rows"]}
    assert list(found) == list(summary["signature"])
    assert list(found) == [
        "rouge1",
        "rougeL:stemmer=yes,tokenizer=unicode",
        "exact",
        "number_agreement:bare_unit=cm",
        "green",
    ]
    assert (found["green"]["n_scored"], found["green"]["n_total"]) == (11, 12)
    # Of twelve, 0, 3, 6 and 9 are the reference's number; the refused 5 is not among them.
    assert found["number_agreement:bare_unit=cm"]["value"] == pytest.approx(4 / 12)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    assert call(monkeypatch, *asked) == 0
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    assert call(monkeypatch, "score", rows, "--out", out, "--metrics", "rouge2") == 2
    assert "holds a run with another" in capsys.readouterr().err


def test_a_name_is_used_once(
    rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A column may not be called like a metric: the summary could not tell them apart."""
    column = COLUMN.replace("green:", "exact:") + ",column=green"
    code = call(
        monkeypatch, "score", rows, "--out", tmp_path / "o", "--metrics", "exact",
        "--column", column,
    )  # fmt: skip
    assert code == 2
    assert "the name 'exact' is used twice" in capsys.readouterr().err
