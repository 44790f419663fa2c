"""Metrics as scorers: what is asked for by name, outcomes, signatures, one pass."""

from __future__ import annotations

import pytest

from judgekit.errors import ConfigurationError, InputDataError
from judgekit.metrics import lexical, rouge
from judgekit.metrics.catalogue import metric_scorers
from judgekit.records import Sample, Score
from judgekit.records.outcome import Outcome
from judgekit.runs import ListSource, Run, run_in_memory, run_in_thread

REFERENCE = "A mass of 3.5 cm in the left lobe."
SAMPLES = (
    Sample(id="same", response=REFERENCE, references=(REFERENCE,)),
    Sample(id="other", response="A mass of 20 mm.", references=(REFERENCE,)),
    Sample(id="empty", response=" ", references=(REFERENCE,)),
    Sample(
        id="refused", response="I cannot say.", response_status="refused", references=(REFERENCE,)
    ),
    Sample(id="unasked", response=None, references=(REFERENCE,)),
    Sample(id="bare", response="A mass."),
)


def scored(metrics: str, samples: tuple[Sample, ...] = SAMPLES) -> Run:
    """Return the run of `samples` under `metrics`."""
    return run_in_thread(run_in_memory(ListSource(samples), tuple(metric_scorers(metrics))))


def by_id(run: Run, scorer: str) -> dict[str, Score]:
    """Return the scores of one figure."""
    return {score.id: score for score in run.scores if score.scorer == scorer}


@pytest.mark.parametrize(
    "metric", ["rouge1", "rougeLsum", "exact", "normalized", "token_f1", "number_agreement"]
)
def test_every_metric_has_the_same_outcomes(metric: str) -> None:
    """No answer has the worst value and stays; what cannot be measured is skipped and counted."""
    run = scored(metric)
    found = by_id(run, metric)
    assert [found["same"].value, found["empty"].value, found["refused"].value] == [1.0, 0.0, 0.0]
    assert found["empty"].reason == "the response is empty: the worst value"
    assert found["unasked"].outcome is Outcome.SKIPPED
    assert found["unasked"].reason == "the sample has no response"
    assert found["bare"].reason == "the sample has no reference"
    (row,) = run.summary.rows
    assert (row.n_scored, row.n_total, row.range) == (4, 6, (0.0, 1.0))
    assert run.signature[metric].fields["metric"] == metric


def test_variants_of_rouge_are_measured_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three variants of the same options: one call for all samples, each with its signature."""
    calls: list[tuple[str, ...]] = []
    genuine = rouge

    def counted(*texts: object, variants: tuple[str, ...], **options: object) -> object:
        calls.append(variants)
        return genuine(*texts, variants=variants, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(lexical, "rouge", counted)
    run = scored("rouge1,exact,rouge2,rougeL")
    assert calls == [("rouge1", "rouge2", "rougeL")]
    assert list(run.signature) == ["rouge1", "rouge2", "rougeL", "exact"]
    assert [row.scorer for row in run.summary.rows] == ["rouge1", "rouge2", "rougeL", "exact"]


def test_options_are_part_of_name_and_signature() -> None:
    """The name is spelled in one way, and a default said aloud is the same metric."""
    (asked,) = metric_scorers(
        "rougeL:tokenizer=unicode,stemmer=yes,rougeL:stemmer=yes, tokenizer=unicode"
    )
    assert asked.name == "rougeL:stemmer=yes,tokenizer=unicode"
    assert asked.signature.fields["tokenizer"] == "unicode"
    assert asked.signature.fields["stemmer"] == "porter"
    (plain,) = metric_scorers("rouge1:tokenizer=rouge,rouge1")
    assert plain.name == "rouge1"
    apart = metric_scorers("rouge1,rouge1:stemmer=yes")
    assert [scorer.name for scorer in apart] == ["rouge1", "rouge1:stemmer=yes"]
    assert apart[0].signature.differences(apart[1].signature).keys() == {"scorer", "stemmer"}


def test_lost_letters_are_counted_in_the_summary() -> None:
    """Two of three samples lose letters under the default tokenizer; none under the other."""
    samples = (
        Sample(id="1", response="5 µg", references=("5 mg",)),
        Sample(id="2", response="плевра", references=("плевра",)),
        Sample(id="3", response="clear", references=("clear",)),
    )
    run = scored("rouge1,rougeL", samples)
    (warning,) = (w for w in run.summary.warnings if "drops letters" in w)
    assert warning.startswith("rouge1+rougeL: 2 of 3 samples: ")
    assert warning.endswith("tokenizer=unicode keeps them")
    kept = scored("rouge1:tokenizer=unicode", samples)
    assert not [w for w in kept.summary.warnings if "letters" in w]
    assert by_id(kept, "rouge1:tokenizer=unicode")["2"].value == 1.0


def test_number_agreement_with_its_tolerance() -> None:
    """33 mm agrees with 3.5 cm within 2 mm: F1 1; without, one missing and one invented: 0."""
    samples = (
        Sample(id="1", response="33 mm", references=("3.5",)),
        Sample(id="2", response="none", references=("no lesion",)),
        Sample(id="3", response="", references=("no lesion",)),
    )
    strict, loose = "number_agreement:bare_unit=cm", "number_agreement:bare_unit=cm,tolerance=2mm"
    run = scored(f"{strict},{loose}", samples)
    assert by_id(run, loose)["1"].value == 1.0
    assert by_id(run, strict)["1"].value == 0.0
    assert by_id(run, strict)["1"].reason == "missing: 3.5; invented: 33 mm"
    assert {by_id(run, loose)[name].outcome for name in "23"} == {Outcome.NOT_APPLICABLE}
    assert run.signature[loose].fields["tolerance"] == "2mm"


def test_number_agreement_compares_with_one_reference() -> None:
    """Numbers of several references are no alternatives: the input is refused, with its place."""
    sample = Sample(id="1", response="3", references=("3", "4"))
    with pytest.raises(InputDataError, match=r"sample 0: number_agreement compares with one ref"):
        scored("number_agreement", (sample,))


def test_a_list_without_any_reference_is_refused() -> None:
    """A metric against references needs them somewhere."""
    with pytest.raises(InputDataError, match="no row has 'references'"):
        scored("exact", (Sample(id="1", response="x"),))


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("rougel", "there is no such metric; did you mean 'rougeL'?"),
        ("bleu", "there is no such metric; there are: rouge1, "),
        ("stemmer=yes,rouge1", "'stemmer=yes' is an option and stands before any metric"),
        ("rouge1:stem=yes", "there is no option 'stem'; did you mean 'stemmer'?"),
        ("rouge1:stemmer=maybe", "stemmer must be yes or no, got 'maybe'"),
        ("rouge1:stemmer=yes,stemmer=no", "option 'stemmer' is given twice"),
        ("rouge1:stemmer=", "option 'stemmer=' must be OPTION=VALUE"),
        ("rouge1:unicode", "'unicode' must be an option, OPTION=VALUE"),
        ("exact:tokenizer=unicode", "there is no option 'tokenizer'; it has none"),
        ("number_agreement:tolerance=2 parsecs", "unknown unit 'parsecs'"),
        ("number_agreement:tolerance=mm", "tolerance must be a number and its unit"),
        ("number_agreement:tolerance=1mm+2mm", "tolerance names the unit 'mm' twice"),
        ("number_agreement:relative_tolerance=a lot", "must be a number, got 'a lot'"),
        ("number_agreement:relative_tolerance=2", "must be at least 0 and below 1"),
    ],
)
def test_what_cannot_be_asked_for_is_one_sentence(asked: str, sentence: str) -> None:
    """The metric, what is wrong with it, and what there is."""
    with pytest.raises(ConfigurationError) as caught:
        metric_scorers(asked)
    assert sentence in str(caught.value)
