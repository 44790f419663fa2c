"""What a quote comes to: only what stands in the response, only what the same rules read."""

from __future__ import annotations

import pytest
from choice_questions import COMMITS, OPEN, OPTIONS, ask_of, judged, make_judge, quotes, reading
from hypothesis import given
from hypothesis import strategies as st
from judge_server import JudgeServer, says

from judgekit.choice_judge.passage import Readable
from judgekit.mcq import McqScorer
from judgekit.records import Sample
from judgekit.records.score import Score


def one(server: JudgeServer, response: str, quote: str | None, answer: str = "B") -> Score:
    """Return the score of a response for which the judge quotes this."""
    server.otherwise = quotes(quote)
    (score,) = judged(make_judge(server), ask_of("q", response, answer))
    return score


def test_a_quote_that_commits_is_used_and_named(judge_server: JudgeServer) -> None:
    """The label comes from the rules, the rule says so, and the span is in the response."""
    score = one(judge_server, OPEN, COMMITS)
    assert (score.value, score.outcome.value, reading(score)) == (1.0, "scored", "judge")
    choice = score.choice
    assert choice is not None
    assert choice.labels == ("B",)
    assert (choice.rule or "").startswith("judge quote: ")
    assert choice.span is not None
    assert OPEN[slice(*choice.span)] == "MRI"
    assert choice.span[0] == OPEN.rindex("MRI")
    (evidence,) = score.criteria["reading"].evidence
    assert (evidence.quote, evidence.verified) == (COMMITS, True)


def test_a_used_quote_may_be_wrong(judge_server: JudgeServer) -> None:
    """The key has no part in reading: the same quote scores 0 under another key."""
    assert one(judge_server, OPEN, COMMITS, answer="A").value == 0.0


@pytest.mark.parametrize(
    "quote", ["the SCANNER shows mri.", "The\n scanner  shows", f" {COMMITS} "]
)
def test_case_and_white_space_may_differ(judge_server: JudgeServer, quote: str) -> None:
    """Verbatim up to case and white space, as every judge's quote is."""
    assert reading(one(judge_server, OPEN, quote)) == "judge"


@pytest.mark.parametrize("quote", ["I choose B.", "Option B", "The scanner shows an MRI."])
def test_an_invented_quote_is_refused(judge_server: JudgeServer, quote: str) -> None:
    """What does not stand in the response changes nothing, and is counted as that."""
    score = one(judge_server, OPEN, quote)
    assert (score.value, reading(score)) == (None, "open: quote not in response")
    assert score.criteria["reading"].evidence[0].verified is False
    assert "does not stand in the response" in (score.reason or "")


UNDECIDED = {
    "two options": ("It could be A or B.", "It could be A or B."),
    "half of a hedge": ("It could be A or B.", "B"),
    "a word": ("A pneumothorax is seen.", "A"),
    "a letter of a word": ("More views would help a bit.", "b"),
    "the hint": ("The hint says A. It may be B or C.", "A"),
    "a negation": ("Not B. CT or X-ray.", "B"),
    "the options repeated": ("A. CT\nB. MRI\nC. X-ray\nIt could be A or B.", "A. CT"),
    "places that differ": (OPEN, "MRI"),
}


@pytest.mark.parametrize("name", UNDECIDED)
def test_a_quote_out_of_its_sentence_decides_nothing(judge_server: JudgeServer, name: str) -> None:
    """A quote is read as the sentences it stands in: what was no answer there is none here."""
    response, quote = UNDECIDED[name]
    score = one(judge_server, response, quote)
    assert (score.value, reading(score)) == (None, "open: quote undecided")
    assert score.criteria["reading"].evidence[0].verified is True


def test_reasoning_is_no_answer(judge_server: JudgeServer) -> None:
    """A passage of the block that the rules cut off is not part of the response."""
    score = one(judge_server, f"<think>It is C.</think>{OPEN}", "It is C.")
    assert reading(score) == "open: quote not in response"


@pytest.mark.parametrize("quote", [None, "", "  "])
def test_null_says_that_there_is_none(judge_server: JudgeServer, quote: str | None) -> None:
    """No passage: the item stays, and the count says why."""
    score = one(judge_server, OPEN, quote)
    assert (score.value, reading(score)) == (None, "open: no quote")


def test_spans_count_in_the_original(judge_server: JudgeServer) -> None:
    """Emphasis and reasoning before the passage do not move its place."""
    response = "<think>x</think> **CT** and MRI are both fine.\nThe scanner shows **MRI**."
    score = one(judge_server, response, "shows **MRI**.")
    assert score.choice is not None
    assert score.choice.span is not None
    assert response[slice(*score.choice.span)] == "MRI"


def test_words_around_the_object_are_ignored(judge_server: JudgeServer) -> None:
    """As in a verdict's reply: one object, whatever stands around it."""
    judge_server.otherwise = says(f'Here: {{"quote": "{COMMITS}"}} Done.')
    (score,) = judged(make_judge(judge_server), ask_of("q", OPEN))
    assert reading(score) == "judge"


_WORDS = st.sampled_from(
    ["CT", "MRI", "A", "B", "C", "not", "or", "The hint says", "It is", "maybe", ".", "\n", "fine"]
)


@given(st.lists(_WORDS, max_size=14).map(" ".join), st.text(max_size=12), st.data())
def test_laws_of_any_quote(response: str, foreign: str, data: st.DataObject) -> None:
    """A used quote names options, and its span lies in the response; a foreign one is not used."""
    sample = Sample.model_validate(
        {"id": "x", "response": response, "options": OPTIONS, "answer": "A"}
    )
    by_rules = McqScorer().score(sample).choice
    if by_rules is None or by_rules.reason not in ("two answers", "hedge", "no claim"):
        return
    readable = Readable(sample)
    start = data.draw(st.integers(0, len(response)))
    end = data.draw(st.integers(start, len(response)))
    for quote in (response[start:end], foreign):
        read = readable.read(quote, by_rules)
        if read.choice is not None:
            assert set(read.choice.labels) <= OPTIONS.keys()
            assert read.choice.span is not None
            assert 0 <= read.choice.span[0] < read.choice.span[1] <= len(response)
            rejected = {(r.label, r.span) for r in by_rules.rejected if r.why != "competing"}
            assert not {(label, read.choice.span) for label in read.choice.labels} & rejected
        if " ".join(quote.split()).casefold() not in " ".join(response.split()).casefold():
            assert read.choice is None
    # The whole response as a quote decides no more than the response did.
    if "." not in response and "\n" not in response and response.strip():
        assert readable.read(response, by_rules).choice is None
