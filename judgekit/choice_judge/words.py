"""What a person is told of rows that were read with a judge: where it had a part, how often."""

from __future__ import annotations

from judgekit.choice_judge.readings import BY_JUDGE, BY_RULES, LABELS, NAME, READING
from judgekit.records.outcome import Outcome
from judgekit.records.summary import Summary


def notes_of(summary: Summary, judge: str) -> tuple[str, ...]:
    """Return the sentences that stand with the figures, on the page and in the terminal.

    Args:
        summary: Summary of a run with a `ChoiceJudge`.
        judge: The judge, "PROVIDER/MODEL".
    """
    row = next(
        row
        for row in summary.rows
        if (row.scorer, row.criterion) == (NAME, READING) and not row.group
    )
    counts = {str(count.value): count.count for count in row.distribution}
    failed = {name: n for name, n in row.outcomes.items() if name != Outcome.SCORED.value}
    open_ = {name.removeprefix("open: "): counts[name] for name in LABELS if name not in _READ}
    shown = ", ".join(f"{name} {n:,}" for name, n in {**open_, **failed}.items() if n)
    n_open = row.n_total - counts[BY_RULES] - counts[BY_JUDGE]
    return (
        f"Rows named {NAME} were read with a judge, {judge}: where the rules found no answer or "
        "several, it quoted a passage, and the same rules read that. No other figure holds it.",
        f"{NAME}: of {row.n_total:,} read by the rules {counts[BY_RULES]:,}, by a quote of the "
        f"judge {counts[BY_JUDGE]:,}, open {n_open:,}" + (f" ({shown})." if shown else "."),
    )


_READ = (BY_RULES, BY_JUDGE)
