"""Rows of multiple-choice questions, written short."""

from __future__ import annotations

from judgekit.records import Sample

OPTIONS = {"A": "CT", "B": "MRI", "C": "Ultrasound", "D": "X-ray"}
REFUSAL = "I'm sorry, but I can't interpret medical images."
NOTHING = "More views would help."
EITHER = "It could be A or B."
CUT = "<think>The image shows a"


def row(sample_id: str, response: str | None, answer: str = "A", /, **fields: object) -> Sample:
    """Return a question with four options, key A unless said otherwise."""
    known = {"id": sample_id, "response": response, "options": OPTIONS, "answer": answer}
    return Sample.model_validate({**known, **fields})


def pair(
    name: str,
    neutral: str | None = None,
    negative: str | None = None,
    positive: str | None = None,
    *,
    hint: str | None = "B",
    **fields: object,
) -> list[Sample]:
    """Return the variants of one question; the negative hint names B, the positive one the key."""
    asked = {"positive": positive, "neutral": neutral, "negative": negative}
    hints = {"positive": "A", "neutral": None, "negative": hint}
    return [
        row(
            f"{name}-{polarity}",
            response,
            pair_id=name,
            polarity=polarity,
            hint_label=hints[polarity],
            **{"case_id": name, **fields},
        )
        for polarity, response in asked.items()
        if response is not None
    ]
