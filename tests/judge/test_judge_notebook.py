"""A run in a cell of a real notebook kernel, whose event loop is running."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge_samples import FIFTY_EIGHT
from judge_server import JudgeServer

CELL = """
from judgekit import Judge, Sample
sample = Sample(id="n", response="A pneumothorax.", question="What?",
                references=("A pneumothorax.",), visual_evidence="A pleural line.")
judge = Judge("medcmr", "openai/local-judge", base_url={base_url!r}, cache={cache!r})
run = judge.score([sample])
print(run.scores[0].value)
"""
AWAITED = """
again = await judge.ascore([sample])
print(again.scores[0].value, again.usage["medcmr"]["spent"]["calls"])
"""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cell_scores_with_and_without_await(judge_server: JudgeServer, tmp_path: Path) -> None:
    """`score` works in a cell as it stands, `await ascore` in the next; nothing is paid twice."""
    import nbformat
    from nbclient import NotebookClient

    judge_server.otherwise = FIFTY_EIGHT
    cell = CELL.format(base_url=judge_server.base_url, cache=str(tmp_path / "cache"))
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in (cell, AWAITED)]
    )
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    printed = [cell.outputs[0].text.strip() for cell in notebook.cells]
    assert printed == ["58.0", "58.0 0"]
    assert len(judge_server.calls) == 1
