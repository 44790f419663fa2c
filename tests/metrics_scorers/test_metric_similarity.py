"""Embedding similarity with an encoder that needs no package, the store, and missing extras."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from judgekit.errors import ConfigurationError, InputDataError, MissingExtraError
from judgekit.metrics import EncodingStore, HashingEncoder, bertscore, metric_scorers, similarity
from judgekit.metrics.encoders import Encoded
from judgekit.metrics.scorer import MetricScorer
from judgekit.metrics.similarity import CUT, SimilarityMetric
from judgekit.records import Sample
from judgekit.records.outcome import Outcome
from judgekit.runs import ListSource, run_in_memory, run_in_thread


class CountingEncoder(HashingEncoder):
    """Remembers what it was asked, and reads five characters."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Encode, and say which texts are longer than five characters."""
        self.asked.extend(texts)
        found = super().encode([text[:5] for text in texts])
        return found._replace(is_cut=tuple(len(text) > 5 for text in texts))


def test_a_cosine_by_hand() -> None:
    """Of the four trigrams of "ab" and the four of "ac" one is shared: 1 / (2 * 2)."""
    assert similarity(["ab", "ab"], ["ac", ["ac", "ab"]], encoder=HashingEncoder()) == [
        pytest.approx(0.25),
        pytest.approx(1.0),
    ]


def test_a_blank_text_has_no_similarity() -> None:
    """None on either side; of several references the one with a text counts."""
    found = similarity(["", "ab", "ab"], ["ab", " ", ["", "ab"]], encoder=HashingEncoder())
    assert found == [None, None, pytest.approx(1.0)]
    with pytest.raises(InputDataError, match="each prediction needs its reference"):
        similarity(["a"], [], encoder=HashingEncoder())


def test_references_are_encoded_once_for_all_systems(tmp_path: Path) -> None:
    """The second system costs its own texts only, in memory and from a folder alike."""
    for store in (EncodingStore(), EncodingStore(tmp_path)):
        encoder = CountingEncoder()
        first = similarity(["one", "two"], ["ref", "ref"], encoder=encoder, store=store)
        assert encoder.asked == ["one", "two", "ref"]
        similarity(["three"], ["ref"], encoder=encoder, store=store)
        assert encoder.asked == ["one", "two", "ref", "three"]
    again = CountingEncoder()
    from_disk = EncodingStore(tmp_path)
    assert similarity(["one", "two"], ["ref", "ref"], encoder=again, store=from_disk) == first
    assert again.asked == ["one", "two"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.rglob("*"))


def test_the_store_forgets_the_oldest_and_refuses_a_damaged_file(tmp_path: Path) -> None:
    """Memory is bounded; a key holds neither text nor another encoder's array."""
    array = np.ones(4, dtype=np.float32)  # 16 bytes
    store = EncodingStore(max_bytes=40)
    for name in "abc":
        store.put(name, array)
    assert [store.get(name) is None for name in "abc"] == [True, False, False]
    key = EncodingStore.key("encoder", "text")
    assert "text" not in key
    assert key != EncodingStore.key("other", "text")
    EncodingStore(tmp_path).put(key, array)
    (file,) = tmp_path.rglob("*.npy")
    file.write_bytes(b"not an array")
    with pytest.raises(ConfigurationError, match="the file is damaged"):
        EncodingStore(tmp_path).get(key)


def test_similarity_in_a_run() -> None:
    """Range -1 to 1, cut texts counted, a blank reference not applicable, a refusal the worst."""
    samples = (
        Sample(id="1", response="ab", references=("ab",)),
        Sample(id="2", response="a long text", references=("ab",)),
        Sample(id="3", response="ab", references=(" ",)),
        Sample(id="4", response="no", response_status="refused", references=("ab",)),
    )
    scorer = MetricScorer(SimilarityMetric("similarity", CountingEncoder()))
    run = run_in_thread(run_in_memory(ListSource(samples), (scorer,)))
    assert [score.outcome is Outcome.SCORED for score in run.scores] == [True, True, False, True]
    assert run.scores[3].value == -1.0
    (row,) = run.summary.rows
    assert (row.range, row.n_scored, row.n_total) == ((-1.0, 1.0), 3, 3)
    assert f"similarity: 1 of 4 samples: {CUT}" in run.summary.warnings
    assert run.signature["similarity"].fields["encoder"] == "hashed trigrams"


@pytest.mark.skipif(
    importlib.util.find_spec("bert_score") is not None, reason="the extra is installed"
)
def test_a_missing_extra_is_one_sentence() -> None:
    """What needs it, and the command that installs it; before anything is read."""
    command = r"install it with: pip install 'judgekit-clinical\[{}\]'"
    with pytest.raises(MissingExtraError, match=command.format("bertscore")):
        metric_scorers("rouge1,bertscore:roberta-large")
    with pytest.raises(MissingExtraError, match=command.format("bertscore")):
        bertscore(["a"], ["b"], model="roberta-large")
    with pytest.raises(MissingExtraError, match=command.format("embed")):
        metric_scorers("similarity:all-MiniLM-L6-v2")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("bertscore", "it needs a model: bertscore:MODEL"),
        ("bertscore:m,layers=5", "there is no option 'layers'; did you mean 'layer'?"),
        ("bertscore:m,layer=five", "layer must be a whole number, got 'five'"),
        ("similarity:m,idf=yes", "there is no option 'idf'; there are: store"),
    ],
)
def test_a_model_asked_for_badly_is_one_sentence(asked: str, sentence: str) -> None:
    """Whether or not the extra is installed."""
    with pytest.raises(ConfigurationError) as caught:
        metric_scorers(asked)
    assert sentence in str(caught.value)
