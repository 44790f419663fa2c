"""What is shown of the audit runs as it stands: plan, layouts, commands and example."""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import json
import re
import shlex
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml
from scipy import stats

from judgekit import rouge
from judgekit.auditing import AuditPlan, audit, load_layout, load_plan, read_ratings
from judgekit.auditing.joining.judged import scale_of
from judgekit.library import load_rubric
from judgekit.records.base import Record

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
PLAN = ROOT / "examples" / "audit_plan.yaml"
SQUALITY = ROOT / "examples" / "data" / "squality"
FORMS = {
    "long": Counter(level=3, extra=1, abstained=1, missing=1),
    "wide_by_criterion": Counter(level=3, extra=1, abstained=1, missing=1),
    "wide_by_rater": Counter(level=6),
}


def blocks(text: str, *languages: str) -> list[tuple[str, str]]:
    """Return language and text of each code block of these languages ("" for commands)."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    return [block for block in found if block[0] in languages]


def table_rows(text: str, first: str) -> list[list[str]]:
    """Return the cells of each row of the first table whose heading begins with `first`."""
    lines = text.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def check_names_all(given: dict[str, Any], record: type[Record]) -> None:
    """Check that a mapping names each field of a record, and so on inwards."""
    names = {name.removesuffix("_") for name in record.model_fields}
    assert names == set(given), record.__name__
    for name, value in given.items():
        inner = record.model_fields.get(name)
        kinds = re.findall(r"judgekit\.auditing\.plan\.(\w+)", str(inner and inner.annotation))
        if kinds and isinstance(value, dict):
            module = sys.modules["judgekit.auditing.plan"]
            check_names_all(value, getattr(module, kinds[0]))


def test_the_plan_template_loads_and_names_every_field() -> None:
    """Nothing that a plan can hold is missing from the template, on any level."""
    plan = load_plan(PLAN)
    assert plan.primary is not None
    assert plan.primary.criterion in {one.id for one in load_rubric("medcmr").criteria}
    check_names_all(yaml.safe_load(PLAN.read_text(encoding="utf-8")), AuditPlan)
    assert {
        name for one in plan.exclusions for name in ("item", "case", "rater") if getattr(one, name)
    } == {"item", "case", "rater"}


def test_the_ratings_shown_in_the_guide_are_read(tmp_path: Path) -> None:
    """Each form with its layout, on the scales of medcmr; what each cell is counted by hand."""
    scales = {one.id: scale_of(one) for one in load_rubric("medcmr").criteria}
    shown = blocks(GUIDE, "csv", "yaml")
    assert [kind for kind, _ in shown] == ["csv", "csv", "yaml", "csv", "yaml"]
    texts = [text for _, text in shown]
    found = {}
    for ratings, layout in ((texts[0], None), (texts[1], texts[2]), (texts[3], texts[4])):
        (tmp_path / "ratings.csv").write_text(ratings, encoding="utf-8")
        read = None
        if layout is not None:
            (tmp_path / "layout.yaml").write_text(layout, encoding="utf-8")
            read = load_layout(tmp_path / "layout.yaml")
        table, _ = read_ratings([tmp_path / "ratings.csv"], layout=read, scales=scales)
        form = "long" if read is None else read.form
        found[form] = Counter(
            one.kind for one in table.ratings if one.kind != "missing" or one.reason
        )
        assert table.rated_from is not None
        assert table.rated_from.isoformat() == "2026-02-01"
    assert found == FORMS


def test_the_planner_prints_what_the_guide_says() -> None:
    """249 items at half, 394 at a fifth (docs/statistics.md); here with a design effect of 1.6."""
    names: dict[str, object] = {}
    printed = []
    for _, code in blocks(GUIDE, "python"):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(code, names)
        printed.append(out.getvalue())
    assert f"prints `{printed[0].strip()}`" in GUIDE
    assert f"```text\n{printed[1]}```" in GUIDE
    n_cases, n_items, n_labels = map(int, printed[0].split())
    assert n_cases == pytest.approx(394 * 1.6 / 4, abs=2)
    assert (n_items, n_labels) == (4 * n_cases, 8 * n_cases)


@pytest.mark.slow
def test_the_audit_commands_print_what_is_shown(tmp_path: Path) -> None:
    """The commands of README and guide run in a clone, and their tables are the ones shown."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (shown,) = [text for _, text in blocks(README, "") if "judgekit audit" in text]
    guide = [text for _, text in blocks(GUIDE, "") if "judgekit audit" in text]
    score = guide[0].replace("\\\n", " ").splitlines()[0]
    (metric,) = re.findall(r"^`(judgekit audit [^`]*)` gives", GUIDE, flags=re.MULTILINE)
    assert shown.replace("\\\n", " ").splitlines()[1] == guide[0].splitlines()[-1]
    for line in (score, guide[0].splitlines()[-1], " ".join(metric.split())):
        command = [sys.executable, "-m", "judgekit.cli", *shlex.split(line)[1:]]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    with (tmp_path / "out/audit/tables/summary-1.csv").open(encoding="utf-8", newline="") as file:
        summary = list(csv.reader(file))[1:]
    assert table_rows(GUIDE, "Criterion") == summary
    assert table_rows(README, "facet") == [[row[0], *row[2:]] for row in summary[:4]]
    figures = json.loads((tmp_path / "out/audit_rougeL/audit.json").read_bytes())["figures"]
    rho = {one["id"]: one for one in figures}
    names = {one.name: one.id for one in load_rubric("mslr_facets").criteria}
    for facet, pooled, within in table_rows(GUIDE, "Facet"):
        for shown_cell, which in ((pooled, "spearman"), (within, "spearman_within_system")):
            one = rho[f"systems/{names[facet]}/{which}/judge_with_clinicians"]
            assert shown_cell == (
                f"{one['value']:.2f} ({one['low']:.2f} to {one['high']:.2f}; "
                f"n = {one['n_items']}, G = {one['n_cases']})"
            )


@pytest.mark.slow
def test_the_guide_names_every_section(tmp_path: Path) -> None:
    """A reader finds each heading of the page in the guide."""
    (tmp_path / "a.csv").write_text("id,m\na,0.5\nb,0.7\n", encoding="utf-8")
    rows = ['{"id": "a", "response": "x", "m": 1}', '{"id": "b", "response": "y", "m": 2}']
    (tmp_path / "rows.jsonl").write_text("\n".join(rows), encoding="utf-8")
    column = "m:source=us,version=1,range=0..5,higher_is_better=yes"
    command = [sys.executable, "-m", "judgekit.cli", "score", str(tmp_path / "rows.jsonl")]
    command += ["--column", column, "--out", str(tmp_path / "run")]
    subprocess.run(command, capture_output=True, check=True)
    ratings = "item,rater,criterion,value\na,A,overall,1\nb,A,overall,3\n"
    (tmp_path / "ratings.csv").write_text(ratings, encoding="utf-8")
    layout = {"criteria": {"overall": {"scale": {"kind": "ordinal", "minimum": 0, "maximum": 5}}}}
    (tmp_path / "layout.yaml").write_text(
        yaml.safe_dump({"schema": "judgekit.ratings_layout/1", **layout}), encoding="utf-8"
    )
    report = audit(
        tmp_path / "run",
        tmp_path / "ratings.csv",
        layout=tmp_path / "layout.yaml",
        earlier=tmp_path / "run",
        n_boot=100,
    )
    titles = [one.title for one in (*report.clinician, *report.statistician)]
    plain = " ".join(GUIDE.split())
    assert [title for title in titles if f"**{title}**" not in plain] == []


def squality() -> tuple[dict[str, Any], dict[str, dict[str, float]]]:
    """Return the answers by id, and the overall ratings by answer and rater."""
    lines = (SQUALITY / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    given: dict[str, dict[str, float]] = defaultdict(dict)
    with (SQUALITY / "ratings.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["criterion"] == "overall":
                given[row["item"]][row["rater"]] = float(row["value"])
    return {row["id"]: row for row in map(json.loads, lines)}, given


@pytest.mark.slow
def test_the_audit_of_squality_prints_what_the_guide_shows() -> None:
    """The output is the guide's; its values are those of scipy and of plain loops.

    A judge's distance is the mean over raters of the mean absolute difference, the raters' the mean
    over their pairs on the same answers.
    """
    path = ROOT / "examples" / "audit_squality.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    assert f"```text\n{done.stdout}```" in GUIDE
    lines = done.stdout.splitlines()
    answers, given = squality()
    written = [key for key, row in answers.items() if row.get("reference")]
    pairs = (
        [answers[key]["response"] for key in written],
        [answers[key]["reference"] for key in written],
    )
    means = [sum(given[key].values()) / 3 for key in written]
    for variant in ("rouge1", "rougeL"):
        at = next(n for n, line in enumerate(lines) if line.startswith(f"  {variant}: "))
        assert lines[at] == f"  {variant}: 200 answers of 300; 100 have no reference"
        scores = [one.fmeasure for one in rouge(*pairs, variants=(variant,))[variant]]
        rho = float(stats.spearmanr(scores, means).statistic)
        assert lines[at + 1].startswith(f"    pooled: {rho:.2f} (")
    raters = sorted({rater for row in given.values() for rater in row})
    for seat in raters:
        others = [rater for rater in raters if rater != seat]
        own = [distance(given, seat, rater) for rater in others]
        theirs = [distance(given, *two, seat) for two in itertools.combinations(others, 2)]
        at = lines.index(f"  {seat} in the seat (exploratory)")
        difference = sum(own) / 3 - sum(theirs) / 3
        start = "    distance from a rater, minus that of two others: "
        assert lines[at + 1].startswith(f"{start}{difference:.2f} (")


def distance(given: dict[str, dict[str, float]], a: str, b: str, also: str | None = None) -> float:
    """Return the mean absolute difference of two raters, on answers that `also` rated too."""
    both = [row for row in given.values() if {a, b, also or a} <= row.keys()]
    return sum(abs(row[a] - row[b]) for row in both) / len(both)
