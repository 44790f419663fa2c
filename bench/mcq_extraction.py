"""Speed of multiple-choice extraction: ordinary responses per second, and the worst 1 MB."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from judgekit.mcq import extract_choice

TARGET_RATE = 3000
MAX_SECONDS = 1.0
_OPTIONS = {
    "A": "Hepatocellular carcinoma",
    "B": "Hemangioma",
    "C": "Focal nodular hyperplasia",
    "D": "Metastasis",
}
_ORDINARY = (
    "B",
    "C. Focal nodular hyperplasia",
    "Answer: D",
    "The correct answer is **B**.",
    "<think>The rim fills in from the edge. A would wash out.</think>\n\nAnswer: B",
    '```json\n{"reasoning": "A and B lack the scar", "answer": "C"}\n```',
    "The lesion enhances early and keeps its contrast on the delayed phase, which speaks against "
    "A. The most likely option is B.",
    "A well-defined mass lies in segment VI. It is hypodense before contrast and fills in from the "
    "edge after it. There is no capsule and no washout, so A is unlikely. A central scar is not "
    "seen, which makes C less likely. The patient has no known tumour elsewhere, so D does not "
    "fit either.\n\nFinal answer: B",
    "The hint says D, but a solitary lesion with a central scar is focal nodular hyperplasia.",
    "I'm sorry, but I can't provide a medical diagnosis from images.",
)
_PATHOLOGICAL = (
    "A ",
    "A. ",
    "A or B ",
    "not ",
    "the answer is ",
    "(",
    "\\boxed{",
    "<think>",
    "<answer>",
    "**",
    '{"answer": ',
    " ",
    "\n",
    "hepatitis B ",
    "_",
    "选",
    "A, B, ",
)
_MEGABYTE = 1_000_000


def measure_rate(
    responses: Sequence[str], options: Mapping[str, str], *, seconds: float = 2.0
) -> float:
    """Return responses per second on one core, over at least `seconds` of CPU time.

    Args:
        responses: Response texts, read in turn.
        options: Label to text.
        seconds: Least duration of the measurement.
    """
    for response in responses:
        extract_choice(response, options)
    done, start = 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        for response in responses:
            extract_choice(response, options)
        done += len(responses)
    return done / passed


def measure_worst() -> tuple[float, str]:
    """Return the longest time in seconds for 1 MB of one repeated piece, and that piece."""
    worst = (0.0, "")
    for piece in _PATHOLOGICAL:
        text = (piece * (_MEGABYTE // len(piece) + 1))[:_MEGABYTE]
        start = time.perf_counter()
        extract_choice(text, _OPTIONS)
        worst = max(worst, (time.perf_counter() - start, piece))
    return worst


def main() -> None:
    """Print the measured rate and the worst case beside their targets."""
    rate = measure_rate(_ORDINARY, _OPTIONS)
    print(f"ordinary responses/s        {rate:10.0f}   target >= {TARGET_RATE}")
    seconds, piece = measure_worst()
    print(f"worst 1 MB response, s      {seconds:10.2f}   target <  {MAX_SECONDS}   ({piece!r})")


if __name__ == "__main__":
    main()
