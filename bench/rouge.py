"""ROUGE against rouge-score on one core: the same pairs, the same run, identical results.

Run it with `python bench/rouge.py`. Each figure is the best of several passes; judgekit's memory
of stems is emptied before each pass, so that stemming is paid for in full.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from rouge_score.rouge_scorer import RougeScorer

from judgekit.metrics import DEFAULT_VARIANTS, RougeScore, rouge
from judgekit.metrics.tokenizers import stem_rouge

TARGET = 30
N_WORDS = 100
# fmt: off
_STEMS = [
    "lung", "lobe", "nodule", "effusion", "opacity", "pleural", "cardiac", "mediastin", "vertebr",
    "fractur", "consolid", "enhanc", "calcific", "hemorrhag", "lesion", "hepat", "renal",
    "ventricl", "enlarg", "dilat", "edema", "atelecta", "cyst", "infiltrat", "margin", "contour",
    "density", "signal", "measur", "demonstrat",
]
_ENDINGS = [
    "s", "ed", "ing", "ation", "ations", "al", "ally", "ity", "ous", "ic", "ment", "ments", "able",
    "ness", "ful",
]
_SHORT = [
    "the", "of", "in", "is", "no", "and", "with", "a", "right", "left", "mild", "new", "unchanged",
    "normal", "size", "there", "are",
]
# fmt: on


def make_reports(n: int, seed: int) -> list[str]:
    """Return `n` synthetic reports of 100 words from about 500 words of uneven frequency."""
    rng = random.Random(seed)
    long_words = [stem + ending for stem in _STEMS for ending in ["", *_ENDINGS]]
    rng.shuffle(long_words)
    weights = [1 / rank for rank in range(1, len(long_words) + 1)]
    reports = []
    for _ in range(n):
        words = [
            rng.choice(_SHORT) if rng.random() < 0.4 else rng.choices(long_words, weights)[0]
            for _ in range(N_WORDS)
        ]
        ends = [f"{word}." if rng.random() < 0.1 else word for word in words]
        reports.append(" ".join(ends).capitalize())
    return reports


def best_of(passes: int, run: Callable[[], Any]) -> tuple[float, Any]:
    """Return the least CPU time of `passes` runs in seconds, and the last result."""
    least, result = float("inf"), None
    for _ in range(passes):
        stem_rouge.cache_clear()
        start = time.process_time()
        result = run()
        least = min(least, time.process_time() - start)
    return least, result


def compare(n_pairs: int, *, use_stemmer: bool, passes: int) -> float:
    """Print and return how many times faster judgekit is; the results must be identical."""
    # Half of each prediction is its reference, so that there is something to find.
    references = make_reports(n_pairs, seed=1)
    others = make_reports(n_pairs, seed=2)
    predictions = [
        " ".join(reference.split()[:50] + other.split()[50:])
        for reference, other in zip(references, others, strict=True)
    ]
    scorer = RougeScorer(list(DEFAULT_VARIANTS), use_stemmer=use_stemmer)

    def run_peer() -> dict[str, list[RougeScore]]:
        rows = [scorer.score(r, p) for p, r in zip(predictions, references, strict=True)]
        return {name: [RougeScore(*row[name]) for row in rows] for name in DEFAULT_VARIANTS}

    ours_s, ours = best_of(
        3 * passes, lambda: rouge(predictions, references, use_stemmer=use_stemmer)
    )
    peer_s, theirs = best_of(passes, run_peer)
    assert ours == theirs, "results differ from rouge-score"
    ratio = peer_s / ours_s
    print(
        f"{n_pairs:>6} pairs  stemmer={use_stemmer!s:<5}  rouge-score {peer_s * 1e3:8.1f} ms  "
        f"judgekit {ours_s * 1e3:6.1f} ms  ratio {ratio:6.1f}  (target {TARGET})  identical"
    )
    return ratio


def main() -> None:
    """Print the ratios for a batch of reports of 100 words, without and with stemming."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--passes", type=int, default=3)
    arguments = parser.parse_args()
    rouge(["warm up"], ["warm up"], use_stemmer=True)
    ratios = [
        compare(arguments.pairs, use_stemmer=use_stemmer, passes=arguments.passes)
        for use_stemmer in (False, True)
    ]
    if min(ratios) < TARGET:
        raise SystemExit(f"below the target of {TARGET}")


if __name__ == "__main__":
    main()
