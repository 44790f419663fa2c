"""Metrics that need no judge: texts in, one value per text out."""

from __future__ import annotations

from judgekit.metrics.flags import (
    Flag,
    english_laterality_flags,
    english_negation_flags,
)
from judgekit.metrics.match import (
    Normalizer,
    TokenF1,
    exact_match,
    normalized_match,
    token_f1,
)
from judgekit.metrics.number_agreement import (
    NumberAgreement,
    NumberMatch,
    number_agreement,
)
from judgekit.metrics.number_reading import Quantity, read_numbers
from judgekit.metrics.rouge import DEFAULT_VARIANTS, LostLettersWarning, RougeScore, rouge
from judgekit.metrics.tokenize_unicode import cut_unicode
from judgekit.metrics.tokenizers import TokenizerName, cut_rouge, lost_letters

__all__ = [
    "DEFAULT_VARIANTS",
    "Flag",
    "LostLettersWarning",
    "Normalizer",
    "NumberAgreement",
    "NumberMatch",
    "Quantity",
    "RougeScore",
    "TokenF1",
    "TokenizerName",
    "cut_rouge",
    "cut_unicode",
    "english_laterality_flags",
    "english_negation_flags",
    "exact_match",
    "lost_letters",
    "normalized_match",
    "number_agreement",
    "read_numbers",
    "rouge",
    "token_f1",
]
