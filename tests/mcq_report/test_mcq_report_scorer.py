"""Multiple choice as a scorer: outcomes, values and bounds as in any other run, and the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from mcq_rows import CUT, EITHER, NOTHING, OPTIONS, REFUSAL, pair, row

from judgekit.mcq import McqScorer, items_of, mcq_report, report_of_items
from judgekit.mcq.report_pictures import report_pictures, spread_over_cells, tags_of
from judgekit.mcq.report_run import items_of_run, report_part
from judgekit.mcq.report_tables import report_tables
from judgekit.records import Outcome, Sample
from judgekit.report import FlowPicture, LinePicture, Point, ReportItem, ReportPart, render_page
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread

EVIL = "<img src=x onerror=alert(1)>&\"'"
SAID = {
    "right": "A",
    "wrong": "B",
    "either": EITHER,
    "refused": REFUSAL,
    "none": NOTHING,
    "cut": CUT,
}


def scored(*samples: Sample) -> Run:
    """Return the run of some samples."""
    return run_in_thread(run_in_memory(ListSource(samples), (McqScorer(),)))


@pytest.fixture(scope="module")
def run() -> Run:
    """One response of each kind, and one that is not there."""
    rows = [row(name, said) for name, said in SAID.items()]
    return scored(*rows, row("absent", None))


def test_a_value_exists_only_for_an_answer(run: Run) -> None:
    """1 and 0 are scored; no answer is `unanswered`, with its kind; no response is skipped."""
    found = {s.id: (s.outcome.value, s.value) for s in run.scores}
    assert found == {
        "right": ("scored", 1.0),
        "wrong": ("scored", 0.0),
        "either": ("unanswered", None),
        "refused": ("unanswered", None),
        "none": ("unanswered", None),
        "cut": ("unanswered", None),
        "absent": ("skipped", None),
    }
    kinds = {s.id: s.criteria["kind"].value for s in run.scores}
    assert kinds == {
        "right": "answered",
        "wrong": "answered",
        "either": "ambiguous",
        "refused": "refused",
        "none": "none",
        "cut": "truncated",
        "absent": None,
    }


def test_the_mean_counts_no_answer_as_wrong_and_the_bounds_leave_it_open(run: Run) -> None:
    """1 of 6 responses is right. Worst: 1/7. Best: all but the wrong one and the refusal, 5/7."""
    accuracy, kind = run.summary.rows
    assert accuracy.value == pytest.approx(1 / 6)
    assert (accuracy.n_scored, accuracy.n_total) == (2, 7)
    assert (accuracy.worst, accuracy.best) == pytest.approx((1 / 7, 5 / 7))
    assert accuracy.outcomes == {"scored": 2, "unanswered": 4, "skipped": 1}
    counts = {c.value: c.count for c in kind.distribution}
    assert counts == {"answered": 2, "ambiguous": 1, "refused": 1, "none": 1, "truncated": 1}


def test_the_summary_and_the_report_agree(run: Run) -> None:
    """The same accuracy, bounds and counts, whether from the summary or from the report."""
    accuracy = run.summary.rows[0]
    figure = report_of_items(items_of_run(run)).one("accuracy")
    assert (figure.value, figure.low, figure.high) == (accuracy.value, accuracy.low, accuracy.high)
    assert (figure.bound_low, figure.bound_high) == (accuracy.worst, accuracy.best)


def test_the_choice_is_kept_in_the_score(run: Run) -> None:
    """Labels, rule and place in the response are in scores.jsonl; a refusal has its reason."""
    scores = {s.id: s for s in run.scores}
    choice = scores["right"].choice
    assert choice is not None
    assert (choice.labels, choice.span) == (("A",), (0, 1))
    assert scores["refused"].reason == "refused: refused"
    assert json.loads(scores["right"].model_dump_json())["choice"]["labels"] == ["A"]


@pytest.mark.parametrize(
    ("status", "response", "kind"),
    [
        ("refused", "B", "refused"),
        ("error", "B", "none"),
        ("empty", "", "none"),
        ("truncated", "The answer is B. It", "answered"),
        ("truncated", "The lesion has", "truncated"),
    ],
)
def test_what_the_harness_says_of_a_response(status: str, response: str, kind: str) -> None:
    """A refusal or failure is no answer whatever its text; a cut-off text may hold one."""
    score = McqScorer().score(row("a", response, response_status=status))
    assert score.criteria["kind"].value == kind


def test_a_joint_response_is_read_once_for_its_parts() -> None:
    """Each part has its own choice; the parts of another response are not mixed in."""
    parts = [{"id": name, "options": OPTIONS} for name in ("one", "two")]
    scorer = McqScorer()

    def labels(prompt: str, response: str) -> list[tuple[str, ...]]:
        scores = [
            scorer.score(row(part, response, joint={"id": prompt, "part": part, "parts": parts}))
            for part in ("one", "two")
        ]
        return [score.choice.labels for score in scores if score.choice is not None]

    assert labels("p", "1. A\n2. B") == [("A",), ("B",)]
    assert labels("q", "1. C\n2. D") == [("C",), ("D",)]


def test_scores_must_stand_in_the_order_of_the_samples() -> None:
    """Scores of other samples are refused, not matched by position."""
    rows = [row("a", "A"), row("b", "B")]
    scores = [McqScorer().score(sample) for sample in rows]
    assert len(list(items_of(rows, scores))) == 2
    with pytest.raises(ValueError, match="the score of 'b' stands where that of 'a' should"):
        list(items_of(rows, scores[::-1]))


PAIRS = [
    sample
    for n in range(12)
    for level in ("organ", "lesion")
    for sample in pair(f"p{n}", "A", "B" if n < 4 else "A", "A", level=level)
]
PAIRS = [s.model_copy(update={"id": f"{s.id}-{s.level}"}) for s in PAIRS]


def test_the_page_shows_lines_flow_and_every_figure() -> None:
    """Pictures in words, a table for each kind of figure, and each figure with its n."""
    run = scored(*PAIRS)
    items = items_of_run(run)
    report = report_of_items(items)
    page = render_page([report_part(run, report, items, title="x")], title="x")
    lines, flow = report_pictures(report)
    assert isinstance(lines, LinePicture)
    assert isinstance(flow, FlowPicture)
    assert [name for name, _ in lines.series] == ["positive", "neutral", "negative"]
    assert [name for name, *_ in flow.parts] == [
        "kept",
        "misled to the hint",
        "moved elsewhere",
        "withheld",
    ]
    assert "misled to the hint: 33.3 % (8 of 24)" in page
    captions = [table.caption for table in report_tables(report)]
    assert captions[0].startswith("What the hint does")
    for caption in captions:
        assert f"<caption>{caption}</caption>" in page
    assert "http" not in re.sub(r"http-equiv", "", page)


def test_items_stand_behind_their_cells() -> None:
    """Each item bears its level, polarity and flow; a capped page has some of every cell."""
    tags = tags_of(list(items_of(PAIRS)))
    assert tags["p0-negative-lesion"] == (
        "lesion / negative",
        "answered wrong",
        "flow: misled to the hint",
    )
    assert tags["p9-negative-organ"] == ("organ / negative", "right", "flow: kept")
    shown = spread_over_cells(tags, 8)
    assert {tags[name][0] for name in shown} == {own[0] for own in tags.values()}


def test_pictures_and_marks_escape_every_text() -> None:
    """Markup in a caption, a name, a tag, a warning or a marked passage stays a text."""
    point = Point(0.5, 0.4, 0.6, EVIL)
    part = ReportPart(
        title=EVIL,
        items=(ReportItem(EVIL, None, (("Response", EVIL),), (), (), ("Response", 0, 8), (EVIL,)),),
        pictures=(
            LinePicture(EVIL, (EVIL,), ((EVIL, (point,)),), (0.25,), EVIL),
            FlowPicture(EVIL, EVIL, ((EVIL, 1.0, EVIL),), EVIL),
        ),
        warnings=(EVIL,),
    )
    page = render_page([part], title=EVIL)
    assert "<img" not in page
    assert "<mark>&lt;img src</mark>" in page


def test_a_picture_with_too_few_points_is_refused() -> None:
    """A series has one point for each place."""
    with pytest.raises(ValueError, match="it must have 2 points"):
        LinePicture("x", ("a", "b"), (("s", (Point(None, None, None, ""),)),))


def test_a_run_of_med_cmr_items_is_not_touched_by_polarity_tables() -> None:
    """Without polarities there is no hint table, no flow and no test."""
    report = mcq_report([row(str(n), "A") for n in range(3)])
    assert report.family == "no tests: there are no polarities"
    assert report.all("hint_effect") == ()
    assert report_pictures(report) == ()


def test_a_finished_run_is_read_again_by_the_rules_as_they_are(tmp_path: Path) -> None:
    """The scorer reads a kept sample again: a rerun never shows an older reading."""
    again = McqScorer().read_again(row("a", "A"), ())
    assert again is not None
    assert again.scores[0].outcome is Outcome.SCORED
