"""The journal: what was appended is found again, whole or without its calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.records import Outcome, Score
from judgekit.records.exchange import JudgeReply, OutputMode
from judgekit.runs.journal import Entry, FileJournal, Journal, MemoryJournal
from judgekit.runs.port import Exchange

CALL = Exchange(
    call=0,
    repeat=0,
    request_digest="0" * 64,
    output_mode=OutputMode.JSON_SCHEMA,
    reply=JudgeReply(text='{"scores": [], "exchanges": ["é"]}'),
)


def entry(index: int, value: float) -> Entry:
    """Return what a scorer "judge" made of a sample."""
    score = Score(id=f"s{index}", scorer="judge", outcome=Outcome.SCORED, value=value)
    return Entry(index=index, id=f"s{index}", scorer="judge", scores=(score,), exchanges=(CALL,))


@pytest.mark.parametrize("is_on_disk", [True, False], ids=["file", "memory"])
def test_scores_are_those_of_the_newest_entry(tmp_path: Path, is_on_disk: bool) -> None:
    """With and without its calls, an entry says the same, also after the journal was closed."""
    path = tmp_path / "journal.jsonl"
    journal: Journal = FileJournal(path, 3) if is_on_disk else MemoryJournal()
    first, second, other = entry(0, 1), entry(0, 2), entry(2, 3)
    for written in (first, other, second):
        journal.append(written)
    for _ in ("open", "closed"):
        assert journal.get("judge", 0) == second
        assert journal.scores("judge", 0) == second.scores
        assert journal.scores("judge", 2) == other.scores
        assert journal.scores("judge", 1) is None
        assert journal.scores("another", 0) is None
        if isinstance(journal, FileJournal):
            journal.close()
