"""Audit ROUGE, and then each of four people, against people's ratings of answers about stories.

The raters are trained writers and the stories fiction (see data/squality/ATTRIBUTION.md): the
figures show how an audit reads, and say nothing about clinicians.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from judgekit import Run, audit
from judgekit.agreement import variance_components
from judgekit.auditing import AuditPlan, AuditReport, RatingsLayout, load_layout, read_ratings
from judgekit.auditing.words import cell
from judgekit.metrics.catalogue import metric_scorers
from judgekit.metrics.foreign import ForeignColumn
from judgekit.metrics.foreign_scorer import ForeignScorer
from judgekit.runs import FileSource, run_in_memory, run_in_thread
from judgekit.runs.port import Scorer
from judgekit.statistics.intervals import mean_estimate

DATA = Path(__file__).parent / "data" / "squality"
RATERS = ("R2", "R3", "R6", "R8")


def main() -> None:
    """Print what the three parts find, a line each."""
    with TemporaryDirectory() as name:
        ratings = _overall(Path(name))
        seats = [ForeignScorer(_seat(rater, ratings)) for rater in RATERS]
        scorers: tuple[Scorer, ...] = (*metric_scorers("rouge1,rougeL"), *seats)
        run = run_in_thread(run_in_memory(FileSource(DATA / "answers.jsonl"), scorers))
        metrics(run, ratings)
        raters(ratings)
        people(run, ratings)


def metrics(run: Run, ratings: Path) -> None:
    """Print the rank correlation of ROUGE with the mean of the raters."""
    print("ROUGE beside the raters' mean, Spearman's rank correlation")
    for name in ("rouge1", "rougeL"):
        row = next(row for row in run.summary.rows if row.scorer == name)
        skipped = row.outcomes.get("skipped", 0)
        print(f"  {name}: {row.n_scored} answers of {row.n_total}; {skipped} have no reference")
        report = audit(run, ratings, layout=_layout(), scorer=name)
        for key, label in (
            ("spearman", "pooled"),
            ("spearman_within_system", "within system"),
            ("spearman_within_case", "within case"),
        ):
            print(f"    {label}: {_of(report, f'systems/overall/{key}/judge_with_clinicians')}")


def raters(ratings: Path) -> None:
    """Print where the ratings vary: between answers, between raters, in neither."""
    table, _ = read_ratings([ratings], layout=_layout())
    cases = {one.item: one.case or "" for one in table.ratings}
    values = {(one.item, one.rater): one.value for one in table.ratings}
    print("Raters with each other (three of four rated each answer), shares of the variance")
    written = [item for item in cases if not item.endswith("-human")]
    for label, items in (("all answers", list(cases)), ("model-written answers only", written)):
        rows = [[values.get((item, rater)) for rater in RATERS] for item in items]
        clusters = [cases[item] for item in items]
        shares = variance_components(rows, clusters=clusters, n_boot=2000)
        print(f"  {label}")
        print(
            f"    between answers (agreement of one rater): {cell(shares.item_share, unit='share')}"
        )
        print(f"    between raters: {cell(shares.rater_share, unit='share')}")
        print(f"    neither: {cell(shares.residual_share, unit='share')}")
    print("  mean rating of the answers of each system")
    for system in ("human", "bart-dpr", "bart"):
        kept = [one for one in table.ratings if one.item.split("-", 2)[2] == system]
        numbers = np.array([one.value for one in kept], dtype=np.float64)
        found = mean_estimate(
            numbers, np.array([int(one.case or 0) for one in kept]), bounds=(0, 100)
        )
        print(f"    {system}: {cell(found, unit='points')}")
    print("  Over all answers most of what raters agree on is which third a human wrote.")


def people(run: Run, ratings: Path) -> None:
    """Print, as a control, what an audit says of a person in the judge's seat."""
    print("A HUMAN in the judge's seat, the other three raters as the panel; points of 0-100,")
    print("below 0 the human in the seat is the nearer one")
    for rater in RATERS:
        seat = {"rater": rater, "reason": "sits in the judge's seat"}
        plan = AuditPlan.model_validate({"fixed_on": "2026-01-01", "exclusions": [seat]})
        report = audit(run, ratings, layout=_layout(), scorer=rater, plan=plan, is_same_scale=True)
        print(f"  {rater} in the seat ({report.data.standing})")
        found = _of(report, "summary/overall/mean_absolute_error/judge_minus_clinicians")
        print(f"    distance from a rater, minus that of two others: {found}")
        for other in report.data.panels[0].raters:
            left = "reference/overall/leave_one_out_mean_absolute_error/judge_minus_clinicians"
            print(f"    {other} left out: {_of(report, f'{left}/left out={other}')}")
        won = "reference/overall/alt_test_neg_rmse_winning_rate/judge_with_clinicians"
        print(f"    alternative annotator test, epsilon 0.2, winning rate: {_of(report, won)}")


def _layout() -> RatingsLayout:
    """Return the layout without the two criteria that are not audited here."""
    layout = load_layout(DATA / "layout.yaml")
    return layout.model_copy(update={"criteria": {"overall": layout.criteria["overall"]}})


def _overall(folder: Path) -> Path:
    """Write the ratings of the answers as a whole, and return their file."""
    lines = (DATA / "ratings.csv").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines[1:] if line.split(",")[3] == "overall"]
    path = folder / "overall.csv"
    path.write_text("\n".join([lines[0], *kept]), encoding="utf-8")
    return path


def _seat(rater: str, ratings: Path) -> ForeignColumn:
    """Return a rater's ratings as if they were somebody else's metric."""
    table, _ = read_ratings([ratings], layout=_layout())
    lines = [f"{one.item},{one.value}" for one in table.ratings if one.rater == rater]
    file = ratings.with_name(f"{rater}.csv")
    file.write_text("\n".join([f"id,{rater}", *lines]), encoding="utf-8")
    return ForeignColumn(
        name=rater,
        source="a human rater of SQuALITY",
        version="1",
        minimum=0,
        maximum=100,
        higher_is_better=True,
        column=rater,
        file=file,
    )


def _of(report: AuditReport, key: str) -> str:
    return cell(report.figure(key).estimate, unit="points")


if __name__ == "__main__":
    main()
