"""ROUGE against the rouge-score package: the difference is exactly 0."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score import rouge_scorer

from judgekit.metrics import cut_rouge, rouge
from judgekit.metrics.rouge_lcs import union_lcs_hits

VARIANTS = ["rouge1", "rouge2", "rouge3", "rouge9", "rougeL", "rougeLsum"]
WORDS = [
    *["the", "a", "of", "no", "is", "in", "lung", "lungs", "nodule", "nodules", "running", "ran"],
    *["ies", "flies", "sses", "being", "agreed", "happily", "happy", "caresses", "T2-weighted"],
    *["µg", "β-blocker", "naïve", "3.5", "cm2", "10²", "肺", "رئة", "лёгкое", ".", ",", "--", "_"],
    *["\u212a", "\u0130", "\ud800", "\x00", "\n", "\n\n", "\t", "\r", "\u2028", "don't", "x" * 40],
]
HAND_MADE = [
    ("", ""),
    ("", "the lung"),
    ("the lung", ""),
    ("... ,, !", "?"),
    ("the the the the", "the"),
    ("the", "the the the the"),
    ("a b c d e f", "f e d c b a"),
    ("a b a b a b a b", "b a b a"),
    ("\n", "\n\n"),
    (" \n a", "a \n "),
    ("a b\nc d\ne f", "e f\na b\nc d"),
    ("w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5"),
    ("a\na\na", "a a"),
    ("a a", "a\na\na"),
    ("word " * 700, "word " * 300),
    ("one two three " * 150, "three one two " * 120),
]


def random_text(rng: random.Random) -> str:
    """Return 0 to 60 words, with line breaks in some texts."""
    n_words = rng.choice([0, 1, 2, 3, 8, 20, 60])
    separator = rng.choice([" ", "\n", ", ", " \n "])
    few = rng.sample(WORDS, rng.choice([2, 6, len(WORDS)]))
    return separator.join(rng.choice(few) for _ in range(n_words))


def count_differences(
    predictions: list[str], references: list[str | list[str]], *, use_stemmer: bool
) -> int:
    """Return in how many scores the two packages differ in any bit."""
    ours = rouge(predictions, references, variants=VARIANTS, use_stemmer=use_stemmer, warn=False)
    scorer = rouge_scorer.RougeScorer(VARIANTS, use_stemmer=use_stemmer)
    differences = 0
    for place, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        if isinstance(reference, str):
            theirs = scorer.score(reference, prediction)
        else:
            theirs = scorer.score_multi(reference, prediction)
        differences += sum(tuple(theirs[v]) != tuple(ours[v][place]) for v in VARIANTS)
    return differences


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_hand_made_pairs_equal_rouge_score(use_stemmer: bool) -> None:
    """Empty, punctuation only, repeated, reversed, many lines: not a bit of difference."""
    short = [pair for pair in HAND_MADE if len(pair[0]) < 1000]
    predictions, references = (list(side) for side in zip(*short, strict=True))

    assert count_differences(predictions, [*references], use_stemmer=use_stemmer) == 0


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_random_pairs_equal_rouge_score(use_stemmer: bool) -> None:
    """120 random pairs, single and several references: not a bit of difference."""
    rng = random.Random(11)
    predictions = [random_text(rng) for _ in range(120)]
    references: list[str | list[str]] = [
        [random_text(rng) for _ in range(rng.randint(1, 3))] if i % 2 else random_text(rng)
        for i in range(120)
    ]

    assert count_differences(predictions, references, use_stemmer=use_stemmer) == 0


@pytest.mark.slow
@pytest.mark.parametrize("use_stemmer", [False, True])
def test_two_thousand_pairs_equal_rouge_score(use_stemmer: bool) -> None:
    """1,000 pairs with one reference, 984 with several, 16 by hand: not a bit of difference."""
    rng = random.Random(12)
    predictions = [random_text(rng) for _ in range(1984)]
    references: list[str | list[str]] = [random_text(rng) for _ in range(1000)]
    references += [[random_text(rng) for _ in range(rng.randint(1, 4))] for _ in range(984)]
    predictions += [prediction for prediction, _ in HAND_MADE]
    references += [reference for _, reference in HAND_MADE]

    assert len(predictions) == 2000
    assert count_differences(predictions, references, use_stemmer=use_stemmer) == 0


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec=None)))
def test_tokens_equal_those_of_rouge_score(text: str) -> None:
    """Any text, lone surrogates included, is cut as the package cuts it."""
    from rouge_score import tokenize

    assert tokenize.tokenize(text, None) == cut_rouge(text)


_SENTENCES = st.lists(st.lists(st.integers(0, 3), max_size=9), max_size=4)


@settings(deadline=None, max_examples=150)
@given(_SENTENCES, _SENTENCES)
def test_union_hits_equal_those_of_rouge_score(
    prediction: list[list[int]], reference: list[list[int]]
) -> None:
    """With four words ties abound, and the union depends on which subsequence is read out."""
    available = Counter(token for sentence in prediction for token in sentence)
    hits = 0
    for sentence in reference:
        places = {i for other in prediction for i in rouge_scorer.lcs_ind(sentence, other)}
        for place in places:
            if available[sentence[place]] > 0:
                hits += 1
                available[sentence[place]] -= 1

    assert hits == union_lcs_hits(prediction, reference)
