"""Runs with known values: a column of numbers that somebody declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgekit.metrics.foreign import parse_column
from judgekit.metrics.foreign_scorer import ForeignScorer
from judgekit.records import Sample
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread

DECLARED = "source=hand,version=1,range=0..10,higher_is_better=yes"


def run_with(
    values: Mapping[str, float | None],
    *,
    system: str,
    cases: Mapping[str, str] | None = None,
    declared: str | Sequence[str] = f"v:{DECLARED}",
    groups: Mapping[str, dict[str, str]] | None = None,
) -> Run:
    """Return a run whose samples have these values under each declared column."""
    samples = [
        Sample(
            id=name,
            response="text",
            system=system,
            case_id=None if cases is None else cases[name],
            groups={} if groups is None else groups[name],
            metadata={"v": value},
        )
        for name, value in values.items()
    ]
    declarations = [declared] if isinstance(declared, str) else declared
    scorers = tuple(ForeignScorer(parse_column(text)) for text in declarations)
    return run_in_thread(run_in_memory(ListSource(samples), scorers))
