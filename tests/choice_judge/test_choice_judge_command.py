"""`judgekit mcq --judge`: off by default, rows of its own, and figures of `mcq` untouched."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from choice_questions import COMMITS, MODEL, OPEN, OPTIONS, quotes
from judge_server import JudgeServer, status

import judgekit.cli.main as entry
from judgekit.calling import AttemptLimits

Command = Callable[..., tuple[int, str]]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """The command within this process: its exit code and its stderr."""

    def here(*arguments: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["judgekit", *map(str, arguments)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as caught:
            entry.main()
        code = caught.value.code
        return code if isinstance(code, int) else 0, capfd.readouterr().err

    return here


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """Six questions, key B: right, wrong, mended, invented, silent, refused."""
    said = ("B", "A", OPEN, "It could be A or B.", "More views would help.", "I can't say.")
    path = tmp_path / "q.jsonl"
    rows = [
        {"id": f"q{n}", "question": f"<{n}>", "options": OPTIONS, "answer": "B", "response": text}
        for n, text in enumerate(said)
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def judging(server: JudgeServer, store: Path) -> tuple[object, ...]:
    """Return the options that name the judge."""
    return ("--judge", MODEL, "--base-url", server.base_url, "--cache", store)


def lines_of(folder: Path, scorer: str) -> list[str]:
    """Return the score lines of one scorer, as they stand in the file."""
    lines = (folder / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if json.loads(line)["scorer"] == scorer]


def rows_of(folder: Path, scorer: str) -> list[dict[str, object]]:
    """Return the summary rows of one scorer."""
    rows = json.loads((folder / "summary.json").read_bytes())["rows"]
    return [row for row in rows if row["scorer"] == scorer]


def test_off_by_default(
    command: Command, questions: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """Without --judge nothing is sent, and there is no row with a judge."""
    assert command("mcq", questions, "--out", tmp_path / "out")[0] == 0
    assert not judge_server.calls
    assert not rows_of(tmp_path / "out", "mcq+judge")
    assert "judge" not in (tmp_path / "out" / "summary.json").read_text().replace("judgekit", "")


def test_rows_of_its_own(
    command: Command, questions: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """The rows of `mcq` and mcq.json are the same to the byte; those with a judge stand beside."""
    judge_server.script("<2>", quotes(COMMITS))
    judge_server.script("<3>", quotes("I choose B."))
    judge_server.script("<4>", quotes(None))
    plain, both = tmp_path / "plain", tmp_path / "both"
    command("mcq", questions, "--out", plain)
    code, said = command("mcq", questions, "--out", both, *judging(judge_server, tmp_path / "s"))
    assert code == 0
    assert lines_of(plain, "mcq") == lines_of(both, "mcq")
    assert rows_of(plain, "mcq") == rows_of(both, "mcq")
    assert (plain / "mcq.json").read_bytes() == (both / "mcq.json").read_bytes()
    accuracy, kinds, readings = rows_of(both, "mcq+judge")
    # Right: q0 by the rules and q2 by the quote, of six; under the rules alone 1/6.
    assert accuracy["value"] == pytest.approx(2 / 6)
    assert rows_of(both, "mcq")[0]["value"] == pytest.approx(1 / 6)
    assert readings["distribution"] == [
        {"value": "rules", "count": 2},
        {"value": "judge", "count": 1},
        {"value": "open: not asked", "count": 1},
        {"value": "open: no quote", "count": 1},
        {"value": "open: quote not in response", "count": 1},
        {"value": "open: quote undecided", "count": 0},
    ]
    assert isinstance(kinds["distribution"], list)
    assert kinds["distribution"][0] == {"value": "answered", "count": 3}
    told = "mcq+judge: of 6 read by the rules 2, by a quote of the judge 1, open 3"
    page = (both / "report.html").read_text(encoding="utf-8")
    for text in (said, page):
        assert told in text
        assert f"were read with a judge, {MODEL}" in text


def test_a_dry_run_foretells_the_calls(
    command: Command, questions: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """Three of six are open for a quote: three calls foretold and made, then none is left."""
    judge_server.otherwise = quotes(COMMITS)
    options = ("--out", tmp_path / "out", *judging(judge_server, tmp_path / "s"))
    code, said = command("mcq", questions, *options, "--dry-run")
    assert code == 0
    assert figures_of(said)["calls"] == figures_of(said)["calls at most"] == "3"
    assert figures_of(said)["samples without call"] == "3"
    assert not judge_server.calls
    assert not (tmp_path / "out").exists()
    command("mcq", questions, *options)
    assert len(judge_server.calls) == 3
    _, left = command("mcq", questions, *options, "--dry-run")
    assert (figures_of(left)["calls"], figures_of(left)["samples finished"]) == ("0", "6")


def figures_of(said: str) -> dict[str, str]:
    """Return the figures that a dry run prints, by name."""
    split = (line.strip().rpartition(" ") for line in said.splitlines())
    return {name.strip(): value for name, _, value in split}


def test_a_rerun_costs_nothing(
    command: Command, questions: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """The same command again sends nothing and changes no score; so does a new folder."""
    judge_server.otherwise = quotes(COMMITS)
    options = judging(judge_server, tmp_path / "s")
    for name in ("out", "out", "new"):
        assert command("mcq", questions, "--out", tmp_path / name, *options)[0] == 0
    assert len(judge_server.calls) == 3
    first, new = ((tmp_path / name / "scores.jsonl").read_bytes() for name in ("out", "new"))
    assert first == new


def test_a_failure_is_asked_again(
    command: Command, questions: Path, tmp_path: Path, judge_server: JudgeServer
) -> None:
    """What failed at the provider says nothing of the response: a rerun asks that one alone."""
    judge_server.otherwise = quotes(None)
    judge_server.script("<3>", status(400), quotes(None))
    options = (*judging(judge_server, tmp_path / "s"), "--max-connections", "1")
    _, said = command("mcq", questions, "--out", tmp_path / "out", *options)
    assert "api_error 1" in said
    _, said = command("mcq", questions, "--out", tmp_path / "out", *options)
    assert "no quote 3" in said
    assert len(judge_server.calls) == 4


def test_options_of_a_judge_need_one(command: Command, questions: Path, tmp_path: Path) -> None:
    """An address without a judge is a usage error, not an option that does nothing."""
    code, said = command(
        "mcq", questions, "--out", tmp_path / "out", "--base-url", "http://127.0.0.1:1/v1"
    )
    assert code == 2
    assert "--base-url is for a judge" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("_loaded_sdk")
def test_a_judge_that_cannot_be_reached_leaves_the_rules(
    command: Command,
    questions: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exit 4 and the reason; what the rules read is whole, the rest is skipped, not scored."""
    quick = partial(AttemptLimits, first_backoff_s=0.01, max_backoff_s=0.02)
    monkeypatch.setattr("judgekit.choice_judge.scorer.AttemptLimits", quick)
    judge = ("--judge", MODEL, "--base-url", "http://127.0.0.1:1/v1", "--no-cache")
    code, said = command("mcq", questions, "--out", tmp_path / "out", *judge)
    assert code == 4
    assert "check the address" in said
    command("mcq", questions, "--out", tmp_path / "plain")
    assert lines_of(tmp_path / "out", "mcq") == lines_of(tmp_path / "plain", "mcq")
    assert (tmp_path / "out/mcq.json").read_bytes() == (tmp_path / "plain/mcq.json").read_bytes()
    with_judge = rows_of(tmp_path / "out", "mcq+judge")[2]
    assert isinstance(with_judge["outcomes"], dict)
    assert with_judge["outcomes"]["skipped"] >= 1
