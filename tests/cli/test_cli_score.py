"""`judgekit score`: exit codes, sentences, and what is left on the disk."""

from __future__ import annotations

import json
import shutil
import socket
import sys
from pathlib import Path

import pytest
from cli_command import Command, Result
from judge_server import JudgeServer, grades, status

import judgekit.cli.main as entry

OUTPUTS = {
    "journal.jsonl",
    "report.html",
    "run.json",
    "samples.jsonl",
    "scores.jsonl",
    "summary.json",
}


def said(result: Result, code: int) -> str:
    """Return the one sentence on stderr; nothing on stdout, no traceback, the exit code given."""
    assert result.code == code, result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("judgekit: ")
    return lines[0]


def judged(rows: Path, out: Path, *more: object) -> tuple[object, ...]:
    """Return the arguments of a judged run."""
    return ("score", rows, "--rubric", "medcmr", "--out", out, "--no-cache", *more)


def test_a_judged_run_is_done(command: Command, rows: Path, script: Path, tmp_path: Path) -> None:
    """Exit 0 with a failed row if no gate was set; stdout empty, no progress without a terminal."""
    out = tmp_path / "out"
    result = command(*judged(rows, out, "--judge", f"scripted/{script}"))
    assert (result.code, result.stdout) == (0, "")
    assert {path.name for path in out.iterdir()} == OUTPUTS
    assert "\x1b" not in result.stderr
    assert "\r" not in result.stderr
    assert "━" not in result.stderr
    assert f"wrote {out / 'report.html'}" in result.stderr
    scores = [json.loads(line) for line in (out / "scores.jsonl").read_text("utf-8").splitlines()]
    assert [(s["id"], s["outcome"], s["value"]) for s in scores] == [
        ("a", "scored", 100.0),
        ("b", "scored", 100.0),
        ("c", "api_error", None),
    ]


def test_json_prints_the_summary_and_nothing_else(
    command: Command, rows: Path, script: Path, tmp_path: Path
) -> None:
    """Stdout is one JSON value, equal to summary.json; all else is on stderr."""
    out = tmp_path / "out"
    result = command(*judged(rows, out, "--judge", f"scripted/{script}", "--json"))
    assert result.code == 0
    assert json.loads(result.stdout) == json.loads((out / "summary.json").read_text("utf-8"))
    assert "wrote" in result.stderr


@pytest.mark.parametrize(("gate", "code"), [("0.6", 0), ("0.7", 1), ("1", 1), ("0", 0)])
def test_a_missed_gate_is_exit_1(
    quick_command: Command, rows: Path, script: Path, tmp_path: Path, gate: str, code: int
) -> None:
    """2 of 3 are scored: a coverage of 0.67 passes 0.6 and misses 0.7; the files are written."""
    out = tmp_path / "out"
    result = quick_command(
        *judged(rows, out, "--judge", f"scripted/{script}", "--min-coverage", gate)
    )
    assert result.code == code
    assert ("gate missed: medcmr: Total: coverage 2/3 is below" in result.stderr) is (code == 1)
    assert {path.name for path in out.iterdir()} == OUTPUTS


def test_nothing_scored_is_exit_1(command: Command, rows: Path, tmp_path: Path) -> None:
    """A script without replies scores nothing: that is no success, and says so."""
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    judge = f"scripted/{tmp_path / 'none.jsonl'}"
    result = command(*judged(rows, tmp_path / "out", "--judge", judge))
    assert result.code == 1
    assert "scored nothing at all" in result.stderr


def test_a_limit_scores_the_first_rows_and_the_next_run_goes_on(
    command: Command, rows: Path, script: Path, tmp_path: Path
) -> None:
    """--limit 1, then all: one run, whose journal holds the first row once."""
    out = tmp_path / "out"
    first = command(*judged(rows, out, "--judge", f"scripted/{script}", "--limit", 1))
    assert first.code == 0
    assert len((out / "scores.jsonl").read_text("utf-8").splitlines()) == 1
    second = command(*judged(rows, out, "--judge", f"scripted/{script}"))
    assert second.code == 0
    assert "medcmr: 1 of 3 are done already" in second.stderr
    journal = [json.loads(line) for line in (out / "journal.jsonl").read_text("utf-8").splitlines()]
    assert sorted(entry["id"] for entry in journal) == ["a", "b", "c"]


def test_a_mapping_is_printed(quick_command: Command, tmp_path: Path) -> None:
    """Whoever reads the log sees which column was read as which field."""
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"key": 1, "model_response": "x y", "gold": "x y"}\n', encoding="utf-8")
    mapping = ("id=key", "response=model_response", "reference=gold")
    flags = [flag for pair in mapping for flag in ("--map", pair)]
    result = quick_command("score", rows, "--metrics", "rouge1", "--out", tmp_path / "out", *flags)
    assert result.code == 0
    for pair in mapping:
        field, column = pair.split("=")
        assert f"column '{column}' is read as {field}" in result.stderr


USAGE: list[tuple[tuple[str, ...], str]] = [
    (("--rubric", "medcrm", "--judge", "openai/x"), "did you mean 'medcmr'?"),
    (("--rubric", "medcmr"), "--rubric needs a judge: add --judge PROVIDER/MODEL or --replay FILE"),
    (("--judge", "openai/x"), "a judge needs --rubric; judgekit rubrics list shows them"),
    ((), "nothing to score with: add --judge PROVIDER/MODEL --rubric NAME, or --metrics NAMES"),
    (("--metrics", "rouge1,rogueL"), "there is no such metric; did you mean 'rougeL'?"),
    (("--rubric", "medcmr", "--judge", "gpt-4"), "it must be PROVIDER/MODEL"),
    (("--rubric", "medcmr", "--judge", "opnai/x"), "no provider 'opnai'; did you mean 'openai'?"),
    (("--rubric", "medcmr", "--judge", "scripted/nowhere.jsonl"), "reading the script nowhere"),
    (("--rubric", "medcmr", "--judge", "openai/x", "--prompt", "juge"), "did you mean 'judge'?"),
    (("--rubric", "medcmr", "--judge", "openai/x", "--see", "sound"), "must be evidence, image or"),
    (
        ("--rubric", "medcmr", "--judge", "openai/x", "--temperature", "hot"),
        "must be 0 to 2, or none",
    ),
    (("--rubric", "medcmr", "--judge", "openai/x", "--timeout", "nan"), "timeout_s must be finite"),
    (("--metrics", "rouge1", "--map", "response"), "it must be FIELD=COLUMN"),
    (("--metrics", "rouge1", "--map", "answr=x"), "there is no field 'answr'"),
    (("--metrics", "rouge1", "--map", "id=a", "--map", "id=b"), "'id' is mapped twice"),
]


@pytest.mark.parametrize(("flags", "sentence"), USAGE, ids=lambda part: " ".join(part)[:50])
def test_a_configuration_that_cannot_run_is_exit_2(
    quick_command: Command, rows: Path, tmp_path: Path, flags: tuple[str, ...], sentence: str
) -> None:
    """One sentence that says what to do instead; nothing is written."""
    out = tmp_path / "out"
    assert sentence in said(quick_command("score", rows, "--out", out, *flags), 2)
    assert not out.exists()


@pytest.mark.parametrize(
    "flags",
    [
        ("--no-such-flag",),
        ("--limit", "0"),
        ("--limit", "many"),
        ("--min-coverage", "1.5"),
        ("--min-coverage", "nan"),
        ("--max-connections", "x"),
    ],
)
def test_a_flag_that_cannot_be_read_is_exit_2(
    quick_command: Command, rows: Path, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    """The command line is wrong: usage on stderr, nothing on stdout, nothing written."""
    out = tmp_path / "out"
    result = quick_command("score", rows, "--out", out, "--metrics", "rouge1", *flags)
    assert (result.code, result.stdout) == (2, "")
    assert "Usage:" in result.stderr
    assert not out.exists()


def test_a_rubric_whose_weights_do_not_add_up_is_exit_2(
    command: Command, rows: Path, tmp_path: Path
) -> None:
    """The sentence names the file, the law, the sum and the remedy."""
    shown = command("rubrics", "show", "medcmr").stdout
    mine = tmp_path / "mine.yaml"
    mine.write_text(shown.replace("weight: 40.0", "weight: 45.0"), encoding="utf-8")
    out = tmp_path / "out"
    flags = ("--rubric", mine, "--judge", "openai/x", "--out", out)
    message = said(command("score", rows, *flags), 2)
    assert str(mine) in message
    assert "percent weights must add up to 100, got 110 (10 + 10 + 45 + 45); mend them" in message
    assert not out.exists()


def test_no_key_is_exit_2(command: Command, rows: Path, tmp_path: Path) -> None:
    """Without a base URL the provider itself is meant, and it needs a key: in which variable."""
    out = tmp_path / "out"
    message = said(command(*judged(rows, out, "--judge", "openai/gpt-4.1-mini")), 2)
    assert "OPENAI_API_KEY is not set" in message
    assert "--base-url" in message
    assert not out.exists()


def test_a_wrong_key_stops_at_once(
    command: Command, rows: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """401: exit 4, the variable is named, one call was made and none repeated, nothing is left."""
    judge_server.script("", status(401, "Incorrect API key provided"))
    out = tmp_path / "out"
    flags = ("--judge", "openai/m", "--base-url", judge_server.base_url, "--max-connections", 8)
    message = said(command(*judged(rows, out, *flags)), 4)
    assert "401" in message
    assert "OPENAI_API_KEY" in message
    assert len(judge_server.calls_with("")) == 1
    assert not out.exists()


def test_a_model_that_does_not_exist_is_exit_4(
    command: Command, rows: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """404: the model is named, and what to check."""
    judge_server.script("", status(404, "The model `gpt-9` does not exist"))
    out = tmp_path / "out"
    flags = ("--judge", "openai/gpt-9", "--base-url", judge_server.base_url)
    message = said(command(*judged(rows, out, *flags)), 4)
    assert "asking 'gpt-9'" in message
    assert "check the model's name and the base URL" in message
    assert not out.exists()


@pytest.mark.slow
def test_an_unreachable_server_is_exit_4(command: Command, rows: Path, tmp_path: Path) -> None:
    """Nobody listens: the address is named, after a few attempts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}/v1"
    out = tmp_path / "out"
    message = said(command(*judged(rows, out, "--judge", "openai/m", "--base-url", url)), 4)
    assert f"{url} cannot be reached" in message
    assert "check the address and that the server is running" in message
    assert not out.exists()


def test_a_stop_halfway_keeps_what_is_done(
    command: Command, rows: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """A key that is revoked after the first row: exit 4, the files as far as the run came."""
    judge_server.script("", grades(), status(401))
    out = tmp_path / "out"
    flags = ("--judge", "openai/m", "--base-url", judge_server.base_url, "--max-connections", 1)
    result = command(*judged(rows, out, *flags))
    assert result.code == 4
    assert {path.name for path in out.iterdir()} == OUTPUTS
    scores = [json.loads(line) for line in (out / "scores.jsonl").read_text("utf-8").splitlines()]
    assert [s["outcome"] for s in scores] == ["scored", "skipped", "skipped"]


def test_input_that_breaks_a_rule_is_exit_3(
    command: Command, rows: Path, script: Path, tmp_path: Path
) -> None:
    """A bad last line is found before the first row is scored: nothing is written."""
    with rows.open("a", encoding="utf-8") as file:
        file.write('{"id": "d", "resp')
    out = tmp_path / "out"
    message = said(command(*judged(rows, out, "--judge", f"scripted/{script}")), 3)
    assert f"reading {rows}, line 4: not one JSON object" in message
    assert not out.exists()


def test_a_prediction_without_an_item_is_exit_3(command: Command, tmp_path: Path) -> None:
    """Predictions of the other file: refused before anything is scored."""
    items, answers, out = tmp_path / "i.json", tmp_path / "p.jsonl", tmp_path / "out"
    items.write_text('[{"index": 0, "question": "q", "image_path": "a.png"}]', encoding="utf-8")
    answers.write_text('{"index": 1, "response": "x"}\n', encoding="utf-8")
    flags = ("--predictions", answers, "--metrics", "rouge1", "--out", out)
    assert "1 of 1 predictions have no item" in said(command("score", items, *flags), 3)
    assert not out.exists()


def test_an_item_without_a_prediction_stays_and_is_counted(
    command: Command, tmp_path: Path
) -> None:
    """Two items, one prediction: n is 2, one scored, one skipped."""
    items, answers, out = tmp_path / "i.json", tmp_path / "p.jsonl", tmp_path / "out"
    item = {"question": "q", "image_path": "a.png", "answer": "yes"}
    items.write_text(json.dumps([{"index": n, **item} for n in (0, 1)]), encoding="utf-8")
    answers.write_text('{"index": 1, "response": "yes"}\n', encoding="utf-8")
    flags = ("--predictions", answers, "--metrics", "rouge1", "--out", out, "--json")
    result = command("score", items, *flags)
    assert result.code == 0
    (row,) = json.loads(result.stdout)["rows"]
    assert (row["n_scored"], row["n_total"]) == (1, 2)
    assert row["outcomes"] == {"scored": 1, "skipped": 1}


def test_the_folder_of_another_run_is_refused(
    command: Command, rows: Path, script: Path, tmp_path: Path
) -> None:
    """Exit 2, naming what differs; the folder is as it was, to the byte."""
    out = tmp_path / "out"
    judge = ("--judge", f"scripted/{script}")
    assert command(*judged(rows, out, *judge)).code == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    other = tmp_path / "other.jsonl"
    other.write_text(rows.read_text("utf-8").replace("small", "large"), encoding="utf-8")
    message = said(command(*judged(other, out, *judge)), 2)
    assert "it holds a run with another input" in message
    assert "name another folder with --out" in message
    message = said(command(*judged(rows, out, *judge, "--temperature", "1")), 2)
    assert "temperature (0.0 there, 1.0 now)" in message
    assert before == {path.name: path.read_bytes() for path in out.iterdir()}


def test_a_folder_that_holds_foreign_files_of_these_names_is_refused(
    command: Command, rows: Path, tmp_path: Path
) -> None:
    """A scores.jsonl that no run of judgekit left is not written over."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "scores.jsonl").write_text("mine", encoding="utf-8")
    message = said(command("score", rows, "--metrics", "rouge1", "--out", out), 2)
    assert "it holds scores.jsonl, but no run.json" in message
    assert [path.name for path in out.iterdir()] == ["scores.jsonl"]


def test_a_folder_that_cannot_be_made_is_exit_2(
    command: Command, rows: Path, tmp_path: Path
) -> None:
    """A file stands where the folder should be: one sentence with the path."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    out = tmp_path / "file" / "out"
    assert str(out) in said(command("score", rows, "--metrics", "rouge1", "--out", out), 2)


def test_the_second_run_is_the_same_byte_for_byte(
    command: Command, rows: Path, script: Path, tmp_path: Path
) -> None:
    """Run again, into the same folder and into a copy of it: scores.jsonl does not change."""
    out = tmp_path / "out"
    judge = ("--judge", f"scripted/{script}")
    assert command(*judged(rows, out, *judge)).code == 0
    before = (out / "scores.jsonl").read_bytes()
    shutil.copytree(out, tmp_path / "copy")
    for folder in (out, tmp_path / "copy"):
        assert command(*judged(rows, folder, *judge)).code == 0
        assert (folder / "scores.jsonl").read_bytes() == before


def test_a_missing_extra_is_one_sentence_with_the_command(
    rows: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Without the openai package: exit 2, and what to install, to the letter."""
    monkeypatch.setitem(sys.modules, "openai", None)
    out = tmp_path / "out"
    arguments = judged(rows, out, "--judge", "openai/m", "--base-url", "http://127.0.0.1:1/v1")
    monkeypatch.setattr(sys, "argv", ["judgekit", *map(str, arguments)])
    with pytest.raises(SystemExit) as caught:
        entry.main()
    result = Result(int(str(caught.value.code)), *capfd.readouterr())
    message = said(result, 2)
    assert "needs the 'openai' package" in message
    assert "pip install 'judgekit-clinical[openai]'" in message
    assert not out.exists()
