"""`judgekit audit` as its users meet it: whole runs, and bad input of every kind."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from cli_command import Command, Result

GRADES = (5, 4, 3, 2, 1, 0)
N_ITEMS = 24


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run: 24 answers of 12 cases, judged by a script on medcmr."""
    from cli_command import in_own_process

    folder = tmp_path_factory.mktemp("audit")
    rows, replies = [], []
    for k in range(N_ITEMS):
        rows.append(
            {
                "id": f"a{k}",
                "case_id": f"p{k // 2}",
                "system": ("one", "two")[k % 2],
                "response": f"answer <script>alert({k})</script>",
                "question": "q",
                "reference": "r",
                "visual_evidence": "v",
                "groups": {"specialty": ("heart", "lung", "skin")[k % 3]},
            }
        )
        criteria = ("consistency", "coherence", "visual_accuracy", "correctness")
        reply = {
            name: {"value": GRADES[(k + place) % 6], "reason": f"why {k}", "evidence": []}
            for place, name in enumerate(criteria)
        }
        replies.append({"id": f"a{k}", "reply": reply})
    (folder / "input.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "replies.jsonl").write_text("".join(json.dumps(row) + "\n" for row in replies))
    done = in_own_process(
        "score", folder / "input.jsonl", "--rubric", "medcmr", "--no-cache",
        "--judge", f"scripted/{folder / 'replies.jsonl'}", "--out", folder / "run",
    )  # fmt: skip
    assert done.code == 0, done.stderr
    return folder


def _ratings(
    path: Path,
    *,
    raters: Sequence[str] = ("A", "B", "C"),
    criterion: str = "correctness",
    shift: int = 0,
    day: str | None = None,
    ids: Sequence[str] = tuple(f"a{k}" for k in range(N_ITEMS)),
) -> Path:
    """Write ratings near the judge's; clinician number r differs on every (r + 3)rd item."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["item", "rater", "criterion", "value", "comment", "rated_on"])
        for k, item in enumerate(ids):
            for place, rater in enumerate(raters):
                own = GRADES[(k + 3) % 6] + shift
                value = own if k % (place + 3) else min(own + 1, 5 + shift)
                writer.writerow([item, rater, criterion, value, f"note {rater}", day or ""])
    return path


def _plan(path: Path, text: str) -> Path:
    path.write_text(f"fixed_on: 2026-01-01\n{text}", encoding="utf-8")
    return path


def _audit(
    scored: Path, quick_command: Command, ratings: Path, *more: object
) -> tuple[Result, Path]:
    out = ratings.parent / "out"
    done = quick_command("audit", scored / "run", ratings, "--out", out, "--draws", 200, *more)
    return done, out


def test_a_whole_audit_writes_its_files(
    scored: Path, quick_command: Command, tmp_path: Path
) -> None:
    """Page, figures and tables; what joined is said; the numbers are the same in every file."""
    done, out = _audit(scored, quick_command, _ratings(tmp_path / "r.csv"))
    assert done.code == 0, done.stderr
    assert "joined 24 of 24 scored and 24 rated items" in done.stderr
    content = json.loads((out / "audit.json").read_text())
    assert content["standing"] == "exploratory"
    page = (out / "audit.html").read_text()
    assert "<script>alert" not in page
    with (out / "figures.csv").open(newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    figures = {one["id"]: one for one in content["figures"]}
    assert rows.keys() == figures.keys()
    assert all((one["value"] is None) == (one["reason"] is not None) for one in figures.values())
    assert list((out / "tables").glob("*.csv"))


def test_the_same_audit_gives_the_same_bytes(
    scored: Path, quick_command: Command, tmp_path: Path
) -> None:
    """Seeds are fixed; a second audit into the same folder replaces equal files."""
    ratings = _ratings(tmp_path / "r.csv")
    _, out = _audit(scored, quick_command, ratings)
    before = {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    done, _ = _audit(scored, quick_command, ratings)
    assert done.code == 0, done.stderr
    assert before == {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_a_plan_older_than_the_ratings_confirms(
    scored: Path, quick_command: Command, tmp_path: Path
) -> None:
    """Primary, margin and uses from the plan; a verdict; its digest in the report."""
    plan = _plan(
        tmp_path / "plan.yaml",
        "primary: {criterion: correctness, statistic: mean_absolute_error}\n"
        "margin: 0.5\nunsafe: {correctness: [0, 1]}\nsubgroups: [specialty]\n"
        "uses: {single_answers: {minimum_sensitivity: 0.9, maximum_false_alarms: 0.2}}\n",
    )
    ratings = _ratings(tmp_path / "r.csv", day="2026-02-01")
    done, out = _audit(
        scored, quick_command, ratings, "--plan", plan, "--samples", scored / "input.jsonl"
    )
    assert done.code == 0, done.stderr
    content = json.loads((out / "audit.json").read_text())
    assert content["standing"] == "confirmatory"
    assert "Verdict, with the margin of 0.50" in " ".join(done.stderr.split())
    page = (out / "audit.html").read_text()
    assert "&lt;script&gt;alert" in page
    assert "<script>alert" not in page


def test_json_on_stdout_is_the_file(scored: Path, quick_command: Command, tmp_path: Path) -> None:
    """`--json` prints audit.json as written, and nothing else."""
    done, out = _audit(scored, quick_command, _ratings(tmp_path / "r.csv"), "--json")
    assert json.loads(done.stdout) == json.loads((out / "audit.json").read_text())


def test_tuned_items_are_refused(scored: Path, quick_command: Command, tmp_path: Path) -> None:
    """An item on which the prompt was tuned: exit 3, with its id and the way out."""
    plan = _plan(tmp_path / "plan.yaml", "tuning_ids: [p3]\n")
    done, out = _audit(scored, quick_command, _ratings(tmp_path / "r.csv"), "--plan", plan)
    assert done.code == 3
    assert "tuned on 'a6', 'a7'" in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("off the scale", 3, "scale"),
        ("no shared items", 3, "no item is in both"),
        ("unknown criterion", 3, "criterion"),
        ("duplicate", 3, "twice"),
        ("empty", 3, ""),
        ("cut off", 3, ""),
        ("missing column", 3, "rater"),
        ("not there", 3, ""),
    ],
)
def test_bad_ratings_give_one_sentence(
    scored: Path, quick_command: Command, tmp_path: Path, name: str, code: int, says: str
) -> None:
    """Exit 3, a sentence that names the file or the ids, no traceback and no folder."""
    path = _ratings(tmp_path / "r.csv")
    text = path.read_text()
    if name == "off the scale":
        _ratings(path, shift=1)
    elif name == "no shared items":
        _ratings(path, ids=[f"z{k}" for k in range(N_ITEMS)])
    elif name == "unknown criterion":
        _ratings(path, criterion="style")
    elif name == "duplicate":
        path.write_text(text + text.splitlines()[1] + "\n")
    elif name == "empty":
        path.write_text("")
    elif name == "cut off":
        path.write_text(text[:-30])
    elif name == "missing column":
        path.write_text(text.replace("rater", "reader", 1))
    else:
        path.unlink()
    done, out = _audit(scored, quick_command, path)
    assert done.code == code, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("judgekit: ")
    assert not out.exists()


def test_scores_of_another_rubric_version_are_refused(
    scored: Path, quick_command: Command, tmp_path: Path
) -> None:
    """A rubric of the same name whose text differs is not the one that was judged by."""
    from judgekit.library import data_folder

    changed = (data_folder("rubrics") / "medcmr.yaml").read_text().replace("clear", "plain", 1)
    (tmp_path / "medcmr.yaml").write_text(changed)
    ratings = _ratings(tmp_path / "r.csv")
    done, _ = _audit(scored, quick_command, ratings, "--rubric", tmp_path / "medcmr.yaml")
    assert done.code == 3
    assert "scales and meaning may differ" in done.stderr


def test_one_rater_only_is_said(scored: Path, quick_command: Command, tmp_path: Path) -> None:
    """An audit with one clinician runs; what needs two is undefined with its reason."""
    done, out = _audit(scored, quick_command, _ratings(tmp_path / "r.csv", raters=("A",)))
    assert done.code == 0, done.stderr
    assert "One clinician rated" in " ".join(done.stderr.split())
    figures = json.loads((out / "audit.json").read_text())["figures"]
    alone = [one for one in figures if one["subject"] == "clinicians with each other"]
    assert alone
    assert all(one["value"] is None and one["reason"] for one in alone)


def test_wrong_use_is_exit_two(scored: Path, quick_command: Command, tmp_path: Path) -> None:
    """An unknown scorer, a margin of 0, a broken pair, an unknown column, a slip: exit 2."""
    ratings = _ratings(tmp_path / "r.csv")
    slip = _plan(tmp_path / "plan.yaml", "primary: {criterion: corectness, statistic: kappa}\n")
    for more, says in (
        (("--scorer", "rouge1"), "it has no scorer 'rouge1'"),
        (("--margin", "0"), "a margin must be a number > 0"),
        (("--pair", "x"), "write RATED=OWN"),
        (("--by", "ward"), "no item has that column; there are specialty, system"),
        (("--plan", tmp_path / "none.yaml"), "none.yaml"),
        (("--plan", slip), "'corectness' is not among the audited ones (correctness)"),
    ):
        done, out = _audit(scored, quick_command, ratings, *more)
        assert done.code == 2, (more, done.stderr)
        assert says in done.stderr
        assert not out.exists()


@pytest.mark.parametrize("options", [{"n_boot": 5}, {"n_boot": -1}, {"seed": -1}])
def test_the_python_call_keeps_the_commands_limits(
    scored: Path, tmp_path: Path, options: dict[str, int]
) -> None:
    """Five draws make no interval, and would say that cases do not vary."""
    from judgekit import audit
    from judgekit.errors import ConfigurationError

    with pytest.raises(ConfigurationError, match=f"got {next(iter(options.values()))}"):
        audit(scored / "run", _ratings(tmp_path / "r.csv"), **options)  # type: ignore[arg-type]


def test_nothing_compared_is_exit_one(scored: Path, quick_command: Command, tmp_path: Path) -> None:
    """Clinicians who all abstained leave nothing to compare: a page, and exit 1."""
    path = tmp_path / "r.csv"
    rows = "".join(f"a{k},A,correctness,,yes\n" for k in range(N_ITEMS))
    path.write_text(f"item,rater,criterion,value,abstain\n{rows}")
    done, out = _audit(scored, quick_command, path)
    assert done.code == 1, done.stderr
    assert "nothing could be compared" in done.stderr
    assert (out / "audit.html").exists()


def test_a_folder_that_is_no_run_is_refused(quick_command: Command, tmp_path: Path) -> None:
    """The message names the folder and what is missing."""
    ratings = _ratings(tmp_path / "r.csv")
    done = quick_command("audit", tmp_path, ratings, "--out", tmp_path / "out")
    assert done.code == 3
    assert "summary.json" in done.stderr


def test_drift_between_two_runs(scored: Path, quick_command: Command, tmp_path: Path) -> None:
    """An earlier run on the same items adds a section; against itself nothing changes."""
    ratings = _ratings(tmp_path / "r.csv")
    done, out = _audit(scored, quick_command, ratings, "--earlier", scored / "run")
    assert done.code == 0, done.stderr
    figures = json.loads((out / "audit.json").read_text())["figures"]
    flips = [one["value"] for one in figures if one["statistic"] == "drift_flip_rate"]
    assert flips
    assert set(flips) == {0.0}


def test_columns_of_the_run_are_columns_of_the_audit(
    quick_command: Command, tmp_path: Path
) -> None:
    """What `judgekit score --by` grouped by, any column of the rows, the audit can split by."""
    rows = [
        {"id": f"a{k}", "response": "x", "reference": "x", "modality": ("CT", "MR")[k % 2]}
        for k in range(12)
    ]
    source = tmp_path / "rows.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run = tmp_path / "run"
    done = quick_command("score", source, "--metrics", "rouge1", "--by", "modality", "--out", run)
    assert done.code == 0, done.stderr
    ratings = _ratings(tmp_path / "r.csv", ids=[f"a{k}" for k in range(12)])
    more = ("--rubric", "medcmr", "--by", "modality", "--draws", 200)
    done = quick_command("audit", run, ratings, "--out", tmp_path / "out", *more)
    assert done.code == 0, done.stderr
