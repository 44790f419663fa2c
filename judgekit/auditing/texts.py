"""What the page may show of each item: the run's input, where it is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from judgekit.auditing.data import ItemTexts
from judgekit.errors import InputDataError
from judgekit.runs.outputs import shown_inputs
from judgekit.runs.run import Run
from judgekit.runs.source import FileSource, Source


def texts_of(
    scores: Run | Path | str, samples: Source | Path | str | None, items: Iterable[str]
) -> Mapping[str, ItemTexts]:
    """Return the texts of the items, by id; empty where the input is not at hand.

    Args:
        scores: The run; one in memory knows its own input.
        samples: The run's input; None: only a run in memory has texts.
        items: Ids of the items that are shown.

    Raises:
        InputDataError: The input does not hold one of the items.
    """
    wanted = set(items)
    source = _source(scores, samples)
    if source is None or not wanted:
        return {}
    found = {
        located.sample.id: ItemTexts(inputs=tuple(shown_inputs(located.sample)))
        for located in source
        if located.sample.id in wanted
    }
    missing = next((item for item in sorted(wanted) if item not in found), None)
    if missing is not None:
        raise InputDataError(
            f"reading texts from {source.name}: it holds no sample {missing!r}, which the run "
            "scored; name the file that was scored with --samples, or leave it out"
        )
    return found


def _source(scores: Run | Path | str, samples: Source | Path | str | None) -> Source | None:
    if isinstance(samples, str | Path):
        return FileSource(Path(samples))
    if samples is None and isinstance(scores, Run):
        return scores.plan.source
    return samples
