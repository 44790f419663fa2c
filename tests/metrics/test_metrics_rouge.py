"""ROUGE: worked examples, the input rules, and laws that need no reference package."""

from __future__ import annotations

import math
import warnings

import pytest

from judgekit.errors import InputDataError
from judgekit.metrics import LostLettersWarning, RougeScore, rouge


def test_rouge_1_2_and_l_of_a_worked_pair() -> None:
    """Shared unigrams, bigrams and the longest common subsequence, counted by hand.

    prediction  the cat sat on the mat      6 unigrams, 5 bigrams
    reference   the cat lay on a mat        6 unigrams, 5 bigrams
    unigrams shared: the (1 of 2), cat, on, mat = 4         P = 4/6, R = 4/6, F = 2/3
    bigrams shared: "the cat" only = 1                      P = R = F = 1/5
    LCS: the cat on mat = 4                                 P = R = F = 2/3
    """
    scores = rouge(["The cat sat on the mat."], ["The cat lay on a mat"])

    assert scores["rouge1"][0] == pytest.approx((4 / 6, 4 / 6, 2 / 3))
    assert scores["rouge2"][0] == pytest.approx((1 / 5, 1 / 5, 1 / 5))
    assert scores["rougeL"][0] == pytest.approx((4 / 6, 4 / 6, 2 / 3))


def test_a_repeated_word_counts_at_most_as_often_as_in_the_reference() -> None:
    """Clipping: "no no no no" against "no mass" shares one unigram: P = 1/4, R = 1/2, F = 1/3."""
    score = rouge(["no no no no"], ["no mass"], variants=["rouge1"])["rouge1"][0]

    assert score == pytest.approx((1 / 4, 1 / 2, 1 / 3))


def test_order_matters_to_l_and_not_to_1() -> None:
    """Reversing three words keeps ROUGE-1 at 1 and leaves an LCS of one word: 1/3."""
    scores = rouge(["right lung clear"], ["clear lung right"])

    assert scores["rouge1"][0] == RougeScore(1.0, 1.0, 1.0)
    assert scores["rouge2"][0] == RougeScore(0.0, 0.0, 0.0)
    assert scores["rougeL"][0] == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def test_lsum_takes_the_union_over_the_lines() -> None:
    """Lin (2004), section 3.2: the union of w1 w2 and w1 w3 w5 covers 4 of 5 reference words.

    reference w1 w2 w3 w4 w5; candidate lines "w1 w2 w6 w7 w8" and "w1 w3 w8 w9 w5": the union LCS
    is w1 w2 w3 w5, so R = 4/5 (as printed in the paper), P = 4/10, F = 2 * 0.32 / 1.2 = 8/15.
    """
    score = rouge(["w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"], ["w1 w2 w3 w4 w5"], variants=["rougeLsum"])[
        "rougeLsum"
    ][0]

    assert score == pytest.approx((4 / 10, 4 / 5, 8 / 15))


def test_line_order_lowers_l_and_not_lsum() -> None:
    """Two swapped lines of two words: L finds one line (2/4), Lsum finds both (1)."""
    scores = rouge(["a b\nc d"], ["c d\na b"], variants=["rougeL", "rougeLsum"])

    assert scores["rougeL"][0] == RougeScore(0.5, 0.5, 0.5)
    assert scores["rougeLsum"][0] == RougeScore(1.0, 1.0, 1.0)


def test_rouge_n_counts_runs_of_n_words() -> None:
    """Of "a b c d" and "a b c e", 3-grams share "a b c" (1 of 2), 4-grams and 5-grams nothing."""
    scores = rouge(["a b c d"], ["a b c e"], variants=["rouge3", "rouge4", "rouge5"])

    assert scores["rouge3"][0] == RougeScore(0.5, 0.5, 0.5)
    assert scores["rouge4"][0] == RougeScore(0.0, 0.0, 0.0)
    assert scores["rouge5"][0] == RougeScore(0.0, 0.0, 0.0)


def test_stemming_joins_inflected_words() -> None:
    """Porter (1980): "lesions" and "lesion" have one stem; without stemming they differ."""
    pair = (["lesions enhancing"], ["lesion enhanced"])

    assert rouge(*pair, variants=["rouge1"])["rouge1"][0].fmeasure == 0.0
    assert rouge(*pair, variants=["rouge1"], use_stemmer=True)["rouge1"][0].fmeasure == 1.0


def test_best_reference_is_chosen_for_each_variant_by_itself() -> None:
    """ROUGE-1 is best against the same words in another order, ROUGE-2 against the other text.

    prediction a b c; references "c b a" (unigrams 3/3, no bigram) and "a b x y" (unigrams 2 of 3
    and 2 of 4; bigrams 1 of 2 and 1 of 3, F = 2 * (1/2) * (1/3) / (5/6) = 2/5).
    """
    scores = rouge(["a b c"], [["c b a", "a b x y"]], variants=["rouge1", "rouge2"])

    assert scores["rouge1"][0] == RougeScore(1.0, 1.0, 1.0)
    assert scores["rouge2"][0] == pytest.approx((1 / 2, 1 / 3, 2 / 5))


def test_first_of_references_with_equal_f_is_kept() -> None:
    """P and R swapped give one F; the first reference decides which pair is reported.

    prediction a b: "a b c d" has P = 1, R = 1/2; "a" has P = 1/2, R = 1. F is 2/3 in both.
    """
    one = rouge(["a b"], [["a b c d", "a"]], variants=["rouge1"])["rouge1"][0]
    other = rouge(["a b"], [["a", "a b c d"]], variants=["rouge1"])["rouge1"][0]

    assert one[:2] == (1.0, 0.5)
    assert other[:2] == (0.5, 1.0)


@pytest.mark.parametrize("variant", ["rouge1", "rouge2", "rougeL", "rougeLsum"])
@pytest.mark.parametrize(
    "pair", [("", ""), ("", "mass"), ("mass", ""), ("...", "!?"), ("\n\n", "a\n")]
)
def test_a_text_without_tokens_scores_zero(variant: str, pair: tuple[str, str]) -> None:
    """Nothing on either side shares nothing: 0, as rouge-score has it, and never an error."""
    prediction, reference = pair

    scores = rouge([prediction], [reference], variants=[variant])

    assert scores == {variant: [RougeScore(0.0, 0.0, 0.0)]}


def test_no_items_give_empty_columns() -> None:
    """An empty batch has an empty column per variant."""
    assert rouge([], []) == {"rouge1": [], "rouge2": [], "rougeL": []}
    assert rouge([], [], variants=["rougeLsum"]) == {"rougeLsum": []}


def test_score_does_not_depend_on_the_rest_of_the_batch() -> None:
    """A pair scores the same alone, and in a batch that spans several inner batches."""
    predictions = [f"nodule {i % 7} in the left lobe {i % 3}" for i in range(1100)]
    references = [f"the nodule {i % 5} of left lobe {i % 11}" for i in range(1100)]
    variants = ["rouge1", "rouge2", "rougeL", "rougeLsum"]

    together = rouge(predictions, references, variants=variants)

    for place in (0, 511, 512, 1023, 1024, 1099):
        alone = rouge([predictions[place]], [references[place]], variants=variants)
        assert {name: [column[place]] for name, column in together.items()} == alone


def test_swapping_the_sides_swaps_precision_and_recall() -> None:
    """P(a, b) = R(b, a) for each symmetric variant; F agrees."""
    a, b = "small nodule in the left lower lobe", "left lobe nodule"
    forward, backward = rouge([a], [b]), rouge([b], [a])

    for name, column in forward.items():
        assert column[0].precision == backward[name][0].recall
        assert column[0].recall == backward[name][0].precision
        assert math.isclose(column[0].fmeasure, backward[name][0].fmeasure)


# Shared tokens by hand under each tokenizer: (P, R, F) of ROUGE-1.
SCRIPTS = [
    # 左肺结节 / 右肺结节: 4 characters each, 肺 结 节 shared: 3/4.
    ("左肺结节", "右肺结节", 0.0, 3 / 4),
    # Arabic "nodule left" / "nodule right": 1 of 2 words.
    ("عقدة يسرى", "عقدة يمنى", 0.0, 1 / 2),
    # Cyrillic, case folded: 1 of 2 words.
    ("Узел слева", "узел справа", 0.0, 1 / 2),
    # micro sign (U+00B5) and Greek mu (U+03BC): "5", "μg" = 2/2; "5", "g" = 2/2.
    ("5 \u00b5g", "5 \u03bcg", 1.0, 1.0),
    # µg and mg: the default sees g / mg: 1 of 2; unicode sees μg / mg: 1 of 2.
    ("5 µg", "5 mg", 1 / 2, 1 / 2),
    # µg and g differ by a factor of a million and are the same to the default tokenizer.
    ("5 µg", "5 g", 1.0, 1 / 2),
    # "blocker" remains of β-blocker and of α-blocker.
    ("β-blocker", "α-blocker", 1.0, 0.0),
    # t2, weighted / t1, weighted: 1 of 2; as whole terms they differ.
    ("T2-weighted", "T1-weighted", 1 / 2, 0.0),
    # na, ve / naive: nothing shared in either.
    ("naïve", "naive", 0.0, 0.0),
    # composed and decomposed ï: na, ve / nai, ve shares "ve" (1/2); the same word in unicode.
    ("na\u00efve", "nai\u0308ve", 1 / 2, 1.0),
]


@pytest.mark.parametrize(("prediction", "reference", "default", "kept"), SCRIPTS)
def test_worked_examples_of_scripts_under_both_tokenizers(
    prediction: str, reference: str, default: float, kept: float
) -> None:
    """The default tokenizer sees a-z and 0-9 only; "unicode" sees the words as written."""
    by_default = rouge([prediction], [reference], variants=["rouge1"], warn=False)
    by_unicode = rouge([prediction], [reference], variants=["rouge1"], tokenizer="unicode")

    assert by_default["rouge1"][0].fmeasure == pytest.approx(default)
    assert by_unicode["rouge1"][0].fmeasure == pytest.approx(kept)


def test_unicode_works_with_every_variant_and_the_stemmer() -> None:
    """Stemming reaches the English part of a hyphenated term; Lsum cuts lines alike."""
    scores = rouge(
        ["β-blockers\n左肺"],
        ["β-blocker\n左肺"],
        variants=["rouge1", "rouge2", "rougeL", "rougeLsum"],
        tokenizer="unicode",
        use_stemmer=True,
    )

    assert scores == {name: [RougeScore(1.0, 1.0, 1.0)] for name in scores}


def test_lost_letters_are_warned_of_with_their_count() -> None:
    """µ, β and ï are three letters in two of the four texts."""
    with pytest.warns(LostLettersWarning, match="drops 3 letters or digits in 2 of 4 texts"):
        rouge(["5 µg β-blocker", "clear"], ["naïve", "clear"])


def test_nothing_lost_and_nothing_warned() -> None:
    """Plain text, the unicode tokenizer and warn=False say nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rouge(["plain ≥ text"], ["plain – text"])
        rouge(["µg"], ["µg"], tokenizer="unicode")
        rouge(["µg"], ["µg"], warn=False)


def test_lengths_that_differ_are_refused() -> None:
    """Two predictions and one reference do not pair."""
    with pytest.raises(InputDataError, match="got 2 predictions and 1 references"):
        rouge(["a", "b"], ["a"])


def test_an_empty_reference_list_is_refused() -> None:
    """Without a reference there is no score, and 0 would be a lie."""
    with pytest.raises(InputDataError, match=r"references\[1\] is an empty list"):
        rouge(["a", "b"], ["a", []])


@pytest.mark.parametrize("wrong", [None, 3, float("nan"), b"text"])
def test_a_value_that_is_no_text_is_refused(wrong: object) -> None:
    """A missing text is not an empty one."""
    name = type(wrong).__name__

    with pytest.raises(InputDataError, match=rf"predictions\[1\] must be a text, got {name}"):
        rouge(["a", wrong], ["a", "b"])  # type: ignore[list-item]
    with pytest.raises(InputDataError, match=rf"references\[0\] must be a text, got {name}"):
        rouge(["a"], [wrong])  # type: ignore[list-item]
    with pytest.raises(InputDataError, match=rf"references\[0\]\[1\] must be a text, got {name}"):
        rouge(["a"], [["a", wrong]])  # type: ignore[list-item]


def test_one_text_instead_of_a_list_is_refused() -> None:
    """A string would otherwise be read as a list of characters."""
    with pytest.raises(InputDataError, match="predictions must be a list of texts"):
        rouge("abc", ["a", "b", "c"])
    with pytest.raises(InputDataError, match="references must be a list of texts"):
        rouge(["a", "b", "c"], "abc")


@pytest.mark.parametrize("variant", ["rouge0", "rouge10", "rougel", "ROUGE1", "bleu", "", "rouge١"])
def test_an_unknown_variant_is_named(variant: str) -> None:
    """Variants are rouge1 to rouge9, rougeL and rougeLsum, spelled so."""
    with pytest.raises(ValueError, match="unknown variant"):
        rouge(["a"], ["a"], variants=[variant])


@pytest.mark.parametrize("variants", ["rouge1", [], ()])
def test_variants_must_be_a_list_of_at_least_one(variants: object) -> None:
    """A bare name or nothing is refused."""
    with pytest.raises(ValueError, match="variants must be a list"):
        rouge(["a"], ["a"], variants=variants)  # type: ignore[arg-type]


def test_an_unknown_tokenizer_is_named() -> None:
    """Tokenizers are "rouge" and "unicode"."""
    with pytest.raises(ValueError, match="unknown tokenizer 'bert'; use 'rouge' or 'unicode'"):
        rouge(["a"], ["a"], tokenizer="bert")  # type: ignore[arg-type]
