"""Metrics against ratings: the picture's places, and the demonstration's correlations."""

from __future__ import annotations

import csv
import json

import pytest
from scipy import stats

from judgekit.demo.mslr_metrics import metrics_picture, metrics_table
from judgekit.demo.parts import demo_parts
from judgekit.library import data_folder
from judgekit.metrics import rouge
from judgekit.report import Dot, ReportPart, ScatterPanel, ScatterPicture, render_page
from judgekit.report.scatter import draw_scatter
from judgekit.runs import run_in_memory, run_in_thread


def test_a_dot_lies_where_its_values_say() -> None:
    """The middle of both axes is the middle of the plot; markup in a name stays text."""
    panel = ScatterPanel("<rouge>", (0.0, 1.0), (Dot(1.0, 0.5, "s: <b>"),), ("rho 0.1",))
    picture = ScatterPicture("Caption", "rating", (0.0, 2.0), (panel,))
    (drawn,) = draw_scatter(picture).panels
    # 300 x 230 with 40 left, 10 right, 10 top, 40 bottom: middles at 40 + 125 and 10 + 90.
    assert (drawn.dots[0].x, drawn.dots[0].y) == ("165.0", "100.0")
    assert [text for _, text in drawn.x_ticks] == ["0", "0.5", "1", "1.5", "2"]
    page = render_page((ReportPart("Part", pictures=(picture,)),), title="Page")
    assert "&lt;rouge&gt;" in page
    assert "<title>s: &lt;b&gt;</title>" in page
    assert "<rouge>" not in page


def test_the_demonstrations_correlations_are_spearmans() -> None:
    """Rouge1 against the mean of both annotators' ratings, by scipy from the data files."""
    folder = data_folder("examples") / "mslr"
    given: dict[str, list[float]] = {}
    with (folder / "ratings.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            asked = row["criterion"] in ("population", "intervention", "outcome")
            if asked and row["value"] in ("0", "1", "2"):
                given.setdefault(row["id"], []).append(float(row["value"]))
    rows = [
        json.loads(line)
        for line in (folder / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    rows = [row for row in rows if row["id"] in given]
    scores = rouge([r["response"] for r in rows], [r["reference"] for r in rows])["rouge1"]
    ratings = [sum(given[r["id"]]) / len(given[r["id"]]) for r in rows]
    expected = stats.spearmanr([score.fmeasure for score in scores], ratings).statistic
    part = demo_parts()[0]
    run = run_in_thread(run_in_memory(part.source, part.scorers))
    table = metrics_table(run, folder / "ratings.tsv")
    (shown,) = (cells for cells in table.rows if cells[0] == "rouge1")
    assert float(shown[1].split()[0]) == pytest.approx(expected, abs=0.005)
    assert shown[3] == str(len(rows))
    picture = metrics_picture(run, folder / "ratings.tsv")
    assert [panel.name for panel in picture.panels][1:] == [
        "rouge1",
        "rouge2",
        "rougeL",
        "token_f1",
    ]
    assert {len(panel.dots) for panel in picture.panels[1:]} == {len(rows)}
