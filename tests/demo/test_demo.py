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

from judgekit.demo import demo_parts
from judgekit.library import data_folder
from judgekit.report import ReportTable
from judgekit.runs import Run, run_in_folder, run_in_thread

# Raw agreement of the two annotators on the 39 shared summaries, counted in their own sheets.
AGREE = {
    "Fluency": 34,
    "Population": 22,
    "Intervention": 30,
    "Outcome": 14,
    "Effect direction, target": 35,
    "Effect direction, generated": 35,
    "Strength of claim, target": 21,
    "Strength of claim, generated": 35,
}


@pytest.fixture(scope="module")
def mslr(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, tuple[ReportTable, ...]]:
    """Return the run on real ratings and its tables."""
    part = next(part for part in demo_parts() if part.name == "mslr")
    folder = tmp_path_factory.mktemp("demo")
    run = run_in_thread(run_in_folder(part.source, part.scorers, folder / "mslr"))
    return run, part.tables(run)


def table(tables: tuple[ReportTable, ...], caption: str) -> ReportTable:
    """Return the table whose caption begins so."""
    return next(table for table in tables if table.caption.startswith(caption))


def ratings() -> dict[tuple[str, str], dict[str, str]]:
    """Return the annotators' answers by rater and facet."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    path = data_folder("examples") / "mslr" / "ratings.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found.setdefault((row["rater"], row["criterion"]), {})[row["id"]] = row["value"]
    return found


def test_every_recorded_reply_is_found_and_none_is_paid(
    mslr: tuple[Run, tuple[ReportTable, ...]],
) -> None:
    """39 replies come from the cassette; nothing was spent and no call failed."""
    usage = mslr[0].usage["mslr_facets"]
    assert isinstance(usage, dict)
    spent = usage["spent"]
    assert isinstance(spent, dict)
    assert usage["replies_at_hand"] == 39
    assert (spent["calls"], spent["failed_calls"]) == (0, 0)
    assert usage["models_returned"] == {"SmolLM2-135M-Instruct": 39}


def test_the_annotators_agree_as_the_source_has_it(
    mslr: tuple[Run, tuple[ReportTable, ...]],
) -> None:
    """Exact agreement of the two annotators is that of their own sheets, facet by facet."""
    rows = table(mslr[1], "Exact agreement").rows
    assert {row[0]: row[1].split(" = ")[0] for row in rows} == {
        facet: f"{count}/39" for facet, count in AGREE.items()
    }


def test_kappa_of_the_annotators_by_hand(mslr: tuple[Run, tuple[ReportTable, ...]]) -> None:
    """Kappa is (p_o - p_e) / (1 - p_e) with p_e from the raters' own margins, in plain loops."""
    answers = ratings()
    a, b = answers["A1", "fluency"], answers["A2", "fluency"]
    n = len(a)
    observed = sum(a[key] == b[key] for key in a) / n
    count_a, count_b = Counter(a.values()), Counter(b.values())
    expected = sum(count_a[label] * count_b[label] for label in count_a) / n**2
    kappa = (observed - expected) / (1 - expected)
    row = next(row for row in table(mslr[1], "Cohen's kappa").rows if row[0] == "Fluency")
    assert row[1].startswith(f"{kappa:.2f} (")


def test_a_judge_that_never_varies_has_no_kappa(
    mslr: tuple[Run, tuple[ReportTable, ...]],
) -> None:
    """The toy judge gives every summary the same fluency: the table says so instead of a number."""
    run, tables = mslr
    given = {s.criteria["fluency"].value for s in run.scores if s.scorer == "mslr_facets"}
    assert len(given) == 1
    row = next(row for row in table(tables, "Cohen's kappa").rows if row[0] == "Fluency")
    assert row[2].startswith("undefined: judge always says")
    assert row[3].startswith("undefined: judge always says")


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
