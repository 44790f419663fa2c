"""Scripted replies: a judge of its own identity, answered from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from judge_samples import CRITERIA, make_sample
from judge_server import verdicts_text

from judgekit.errors import ConfigurationError
from judgekit.judge import Judge

GOOD = verdicts_text(dict.fromkeys(CRITERIA, 5))


def _script(folder: Path, *lines: dict[str, object] | str) -> Path:
    path = folder / "script.jsonl"
    texts = (x if isinstance(x, str) else json.dumps(x, ensure_ascii=False) for x in lines)
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_each_sample_gets_the_line_with_its_id(tmp_path: Path) -> None:
    """By id, not by order; a sample without a line is an error of the call."""
    path = _script(tmp_path, {"id": "b", "reply": GOOD}, {"id": "a", "reply": json.loads(GOOD)})
    run = Judge("medcmr", f"scripted/{path}").score([make_sample(name) for name in "abc"])
    assert [score.outcome.value for score in run.scores] == ["scored", "scored", "api_error"]


def test_repeats_have_lines_of_their_own(tmp_path: Path) -> None:
    """The number of the repeat chooses the line."""
    worse = verdicts_text({**dict.fromkeys(CRITERIA, 5), "correctness": 0})
    path = _script(
        tmp_path,
        {"id": "a", "reply": GOOD},
        {"id": "a", "reply": worse, "repeat": 1},
    )
    score = Judge("medcmr", f"scripted/{path}", repeats=2).score([make_sample("a")]).scores[0]
    # 100 and 60 of 100: correctness counts 40.
    assert [member.value for member in score.members] == [100.0, 60.0]


def test_a_line_separator_inside_a_reply_is_text(tmp_path: Path) -> None:
    """U+2028 does not end a line."""
    path = _script(tmp_path, {"id": "a", "reply": GOOD.replace("because", "be\u2028cause")})
    score = Judge("medcmr", f"scripted/{path}").score([make_sample("a")]).scores[0]
    assert score.criteria["coherence"].reason == "be\u2028cause of coherence"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (({"id": "a", "reply": "x"}, {"id": "a", "reply": "y"}), "line 2.*second reply"),
        (({"id": "a"},), "line 1.*reply"),
        (({"id": "a", "reply": "x", "answer": 1},), "line 1.*answer"),
        (({"id": "a", "reply": "x"}, "{"), "line 2"),
    ],
    ids=["twice", "no reply", "unknown field", "cut off"],
)
def test_a_script_that_breaks_a_rule_is_one_sentence(
    tmp_path: Path, lines: tuple[dict[str, object] | str, ...], words: str
) -> None:
    """File, line and rule."""
    path = _script(tmp_path, *lines)
    with pytest.raises(ConfigurationError, match=f"reading the script .*{words}"):
        Judge("medcmr", f"scripted/{path}").score([make_sample("a")])


def test_a_script_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """The path is named."""
    with pytest.raises(ConfigurationError, match="nowhere"):
        Judge("medcmr", f"scripted/{tmp_path}/nowhere.jsonl").score([make_sample("a")])
