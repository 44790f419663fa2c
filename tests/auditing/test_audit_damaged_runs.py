"""A run's folder whose files do not go together is refused: a count would be wrong unseen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judgekit.auditing.joining.judged import judged_of
from judgekit.errors import InputDataError
from judgekit.library import load_rubric
from judgekit.records.outcome import Outcome
from judgekit.records.score import Score, Verdict
from judgekit.records.signature import Signature
from judgekit.runs.stored import StoredRun

FACETS = load_rubric("mslr_facets")
_NAMES = ("case_id", "system", "pair_id", "level", "paradigm", "polarity")


def _score(name: str, value: float | str = 1) -> Score:
    verdicts = {"fluency": Verdict(outcome=Outcome.SCORED, value=value)}
    return Score(id=name, scorer="judge", outcome=Outcome.SCORED, value=None, criteria=verdicts)


def _sample(name: str) -> dict[str, Any]:
    return {"id": name, "groups": {}, **dict.fromkeys(_NAMES)}


RUN = StoredRun(
    source="run",
    signature={"judge": Signature(fields={"rubric": f"mslr_facets@1:{FACETS.digest[:12]}"})},
    rows=(),
    scores=(_score("a"), _score("b")),
    samples=(_sample("a"), _sample("b")),
    complete=True,
    scorers={},
    input_digest=None,
)


def test_a_whole_run_is_read() -> None:
    """One score of each sample, in the order of the samples."""
    assert [item.id for item in judged_of(RUN, None, FACETS).items] == ["a", "b"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"samples": (*RUN.samples, _sample("a"))}, "sample 'a' stands twice"),
        ({"samples": (_sample("a"),)}, "a score of 'b' belongs to none of its samples"),
        ({"samples": (_sample("a"), {})}, "a sample must name id, case_id"),
        ({"samples": (_sample("a"), ["b"])}, "a sample must name id, case_id"),
        ({"scores": (*RUN.scores, _score("a"))}, "sample 'a' was scored twice by 'judge'"),
        ({"scores": (_score("a"),)}, "1 of 2 samples have no score, such as 'b'"),
        ({"scores": (_score("a"), _score("b", 77))}, "'fluency' was given 77, .* its scale"),
        ({"scores": (_score("a"), _score("b", "1"))}, "'fluency' was given '1', .* its scale"),
    ],
)
def test_files_that_do_not_go_together_are_refused(changes: dict[str, Any], says: str) -> None:
    """A sample twice would count twice, a score too few would read as a failed judgement."""
    with pytest.raises(InputDataError, match=says):
        judged_of(replace(RUN, **changes), None, FACETS)
