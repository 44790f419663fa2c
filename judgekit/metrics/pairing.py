"""Predictions beside their references, checked before anything is counted."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.errors import InputDataError


def check_pairs(
    metric: str, predictions: Sequence[str], references: Sequence[str | Sequence[str]]
) -> list[tuple[str, ...]]:
    """Return the references of each prediction, at least one each.

    Args:
        metric: The metric's name, for the message.
        predictions: n texts.
        references: n references; each a text, or a list or tuple of at least one text.

    Returns:
        n tuples, in order.

    Raises:
        InputDataError: The lengths differ, a reference list is empty, or something is not a text.
    """
    for what, texts in (("predictions", predictions), ("references", references)):
        if isinstance(texts, str):
            raise InputDataError(f"{metric}: {what} must be a list of texts, got one text; wrap it")
    if len(predictions) != len(references):
        raise InputDataError(
            f"{metric}: each prediction needs its reference, got {len(predictions)} predictions "
            f"and {len(references)} references; pass one text or list of texts per prediction"
        )
    for place, text in enumerate(predictions):
        _check_text(metric, text, f"predictions[{place}]")
    return [_check_reference(metric, text, place) for place, text in enumerate(references)]


def _check_reference(metric: str, reference: object, place: int) -> tuple[str, ...]:
    if not isinstance(reference, (list, tuple)):
        return (_check_text(metric, reference, f"references[{place}]"),)
    if not reference:
        raise InputDataError(
            f"{metric}: references[{place}] is an empty list; give at least one text, "
            "or leave the item out and count it as missing"
        )
    return tuple(
        _check_text(metric, text, f"references[{place}][{choice}]")
        for choice, text in enumerate(reference)
    )


def _check_text(metric: str, text: object, where: str) -> str:
    if not isinstance(text, str):
        raise InputDataError(
            f"{metric}: {where} must be a text, got {type(text).__name__}; "
            "a missing text is not an empty one: leave the item out and count it as missing"
        )
    return text
