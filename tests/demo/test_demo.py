"""The demonstration: its figures against the raw ratings, and its one page."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from judgekit.demo import FinishedPart, demo_parts, finish_part
from judgekit.library import data_folder
from judgekit.records.score import Verdict
from judgekit.runs import run_in_folder, run_in_thread

# Raw agreement of the two annotators on the 39 shared summaries, counted in their own sheets; of
# the facets that the judge answered throughout.
AGREE = {"Fluency": 34, "Population": 22, "Intervention": 30, "Outcome": 14}
ANNOTATORS = "Exact agreement, annotators with each other"
JUDGE = "Exact agreement, judge with annotators"
KAPPA = "Cohen's kappa, annotators with each other"
KAPPA_JUDGE = "Cohen's kappa, judge with annotators"


@pytest.fixture(scope="module")
def mslr(tmp_path_factory: pytest.TempPathFactory) -> tuple[FinishedPart, Path]:
    """Return the finished part on real ratings, and where its audits are."""
    part = next(part for part in demo_parts() if part.name == "mslr")
    folder = tmp_path_factory.mktemp("demo")
    run = run_in_thread(run_in_folder(part.source, part.scorers, folder / "mslr"))
    return finish_part(part, run, folder), folder


def by_facet(finished: FinishedPart) -> dict[str, dict[str, str]]:
    """Return the cells of the table of agreement by facet and column."""
    table = next(one for one in finished.tables if one.caption.startswith("Agreement and"))
    return {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}


def ratings() -> dict[tuple[str, str], dict[str, str]]:
    """Return the annotators' answers by rater and facet."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    path = data_folder("examples") / "mslr" / "ratings.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found.setdefault((row["rater"], row["criterion"]), {})[row["id"]] = row["value"]
    return found


def answer(verdict: Verdict) -> str | None:
    """Return what the judge said of a facet, written as the annotators' sheet has it."""
    if verdict.outcome.value == "not_applicable":
        return "not_applicable"
    return None if verdict.value is None else str(verdict.value)


@pytest.mark.slow
def test_every_recorded_reply_is_found_and_none_is_paid(mslr: tuple[FinishedPart, Path]) -> None:
    """39 replies come from the cassette; nothing was spent and no call failed."""
    usage = mslr[0].run.usage["mslr_facets"]
    assert isinstance(usage, dict)
    spent = usage["spent"]
    assert isinstance(spent, dict)
    assert usage["replies_at_hand"] == 39
    assert (spent["calls"], spent["failed_calls"]) == (0, 0)
    assert usage["models_returned"] == {"SmolLM2-135M-Instruct": 39}


@pytest.mark.slow
def test_the_annotators_agree_as_the_source_has_it(mslr: tuple[FinishedPart, Path]) -> None:
    """Exact agreement of the two annotators is that of their own sheets, facet by facet."""
    cells = by_facet(mslr[0])
    for facet, count in AGREE.items():
        assert cells[facet][ANNOTATORS].startswith(f"{100 * count / 39:.1f} % (")
        assert "n = 39, G = 20" in cells[facet][ANNOTATORS]


@pytest.mark.slow
def test_the_judge_agrees_as_often_as_a_loop_counts(mslr: tuple[FinishedPart, Path]) -> None:
    """Means over annotators of the share of equal answers, N/A and Other being answers.

    The annotators stand beside it on the summaries that the judge answered.
    """
    given, run = ratings(), mslr[0].run
    cells = by_facet(mslr[0])
    judge = [score for score in run.scores if score.scorer == "mslr_facets"]
    for panel in mslr[0].audits["audit_judge"].data.panels:
        said = {score.id: answer(score.criteria[panel.criterion]) for score in judge}
        shares = []
        for rater in ("A1", "A2"):
            own = given[rater, panel.criterion]
            same = [said[key] == own[key] for key in own if said[key] is not None]
            shares.append(sum(same) / len(same))
        assert cells[panel.name][JUDGE].startswith(f"{50 * sum(shares):.1f} % (")
        a, b = (given[rater, panel.criterion] for rater in ("A1", "A2"))
        alike = [a[key] == b[key] for key in a if said[key] is not None]
        share = 100 * sum(alike) / len(alike)
        assert cells[panel.name][ANNOTATORS].startswith(f"{share:.1f} % (")


@pytest.mark.slow
def test_kappa_of_the_annotators_by_hand(mslr: tuple[FinishedPart, Path]) -> None:
    """Kappa is (p_o - p_e) / (1 - p_e) with p_e from the raters' own margins, in plain loops."""
    answers = ratings()
    a, b = answers["A1", "fluency"], answers["A2", "fluency"]
    n = len(a)
    observed = sum(a[key] == b[key] for key in a) / n
    count_a, count_b = Counter(a.values()), Counter(b.values())
    expected = sum(count_a[label] * count_b[label] for label in count_a) / n**2
    kappa = (observed - expected) / (1 - expected)
    assert by_facet(mslr[0])["Fluency"][KAPPA].startswith(f"{kappa:.2f} (")


@pytest.mark.slow
def test_a_judge_that_never_varies_has_kappa_0_and_no_interval(
    mslr: tuple[FinishedPart, Path],
) -> None:
    """The toy judge gives every summary the same fluency: 0 by construction, and it says so."""
    finished = mslr[0]
    given = {s.criteria["fluency"].value for s in finished.run.scores if s.scorer == "mslr_facets"}
    assert len(given) == 1
    assert by_facet(finished)["Fluency"][KAPPA_JUDGE].startswith("0.00 (no interval: ")
    table = next(one for one in finished.tables if one.caption.startswith("Agreement and"))
    assert "0 by construction" in (table.note or "")


@pytest.mark.slow
def test_two_audits_are_written_and_claim_nothing(mslr: tuple[FinishedPart, Path]) -> None:
    """Judge and ROUGE-L: exploratory, no verdict, no alternative annotator test, G on each."""
    finished, folder = mslr
    assert list(finished.audits) == ["audit_judge", "audit_rougeL"]
    for name in finished.audits:
        assert (folder / name / "audit.html").is_file()
        found = json.loads((folder / name / "audit.json").read_bytes())
        assert (found["standing"], found["margin"]) == ("exploratory", None)
        assert found["flow"]["n_joined"] == 39
    figures = {one["id"]: one for one in found["figures"]}
    rho = figures["systems/population/spearman/judge_with_clinicians"]
    assert (rho["n_items"], rho["n_cases"]) == (39, 20)
    tests = [
        one
        for one in finished.audits["audit_judge"].figures
        if one.statistic.endswith("winning_rate")
    ]
    assert tests
    assert all(one.estimate.value is None for one in tests)
    assert {one.estimate.reason for one in tests} == {"needs 3 raters or more, got 2"}
    assert all("G = " in row[2] for row in finished.tables[0].rows)


def test_the_worked_examples_are_called_scripted() -> None:
    """In the file, in the part's words and in the signature: no model made these judgements."""
    part = next(part for part in demo_parts() if part.name == "medcmr_examples")
    assert "scripted" in part.title
    assert any("no model made them" in paragraph for paragraph in part.paragraphs)
    files = [path.name for path in (data_folder("examples") / "medcmr_examples").iterdir()]
    assert "scripted_replies.jsonl" in files


def test_the_worked_examples_come_to_what_their_script_says(tmp_path: Path) -> None:
    """Totals worked by hand from the scripted grades, weights 10/10/40/40.

    open-3: 10 x 5/5 + 10 x 4/5 + 40 x 2/5 + 40 x 3/5 = 10 + 8 + 16 + 24 = 58.
    open-5: 10 x 4/5 + 10 x 2/5 + 40 x 1/5 + 40 x 0/5 = 8 + 4 + 8 + 0 = 20.
    open-10 has an empty response: 0. open-9, -11 and -12 have no total.
    """
    part = next(part for part in demo_parts() if part.name == "medcmr_examples")
    run = run_in_thread(run_in_folder(part.source, part.scorers, tmp_path / "out"))
    values = {score.id: (score.outcome.value, score.value) for score in run.scores}
    assert values["open-3"] == ("scored", 58.0)
    assert values["open-5"] == ("scored", 20.0)
    assert values["open-10"] == ("scored", 0.0)
    assert values["open-9"] == ("cannot_assess", None)
    assert values["open-11"] == ("truncated", None)
    assert values["open-12"] == ("skipped", None)


@pytest.mark.slow
def test_the_command_names_one_page_that_asks_for_nothing(tmp_path: Path) -> None:
    """`judgekit demo` ends with the page's path; in a browser it loads nothing but itself."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium on this machine")
    command = [sys.executable, "-m", "judgekit.cli", "demo", "--out", str(tmp_path / "demo")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    page = Path(done.stderr.strip().splitlines()[-1].partition("the page: ")[2])
    assert page == tmp_path / "demo" / "report.html"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        tab = browser.new_page()
        asked: list[str] = []
        said: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("console", lambda message: said.append(message.text))
        tab.goto(page.as_uri())
        headings = tab.locator("h2").all_inner_texts()
        browser.close()
    assert asked == [page.as_uri()]
    assert said == []
    assert any("scripted" in heading for heading in headings)


def test_the_cassette_names_no_place_of_its_recording() -> None:
    """No path and no key is on the cassette; its endpoint is a local server."""
    path = data_folder("examples") / "mslr" / "cassette.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["endpoint"] == "http://127.0.0.1:8199/v1"
    assert len(lines) == 40
    assert not any("/root" in line or "/home" in line or "sk-" in line for line in lines)
