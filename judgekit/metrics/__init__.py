"""Metrics that need no judge: texts in, one value per text out."""

from __future__ import annotations

from judgekit.metrics.bertscore import BertScore, TruncatedTextsWarning, bertscore
from judgekit.metrics.bertscore_model import BertScoreModel
from judgekit.metrics.catalogue import metric_scorers
from judgekit.metrics.encoders import Encoder, HashingEncoder, SentenceEncoder
from judgekit.metrics.encoding_store import EncodingStore
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
from judgekit.metrics.similarity import similarity
from judgekit.metrics.tokenize_unicode import cut_unicode
from judgekit.metrics.tokenizers import TokenizerName, cut_rouge, lost_letters

__all__ = [
    "DEFAULT_VARIANTS",
    "BertScore",
    "BertScoreModel",
    "Encoder",
    "EncodingStore",
    "Flag",
    "HashingEncoder",
    "LostLettersWarning",
    "Normalizer",
    "NumberAgreement",
    "NumberMatch",
    "Quantity",
    "RougeScore",
    "SentenceEncoder",
    "TokenF1",
    "TokenizerName",
    "TruncatedTextsWarning",
    "bertscore",
    "cut_rouge",
    "cut_unicode",
    "english_laterality_flags",
    "english_negation_flags",
    "exact_match",
    "lost_letters",
    "metric_scorers",
    "normalized_match",
    "number_agreement",
    "read_numbers",
    "rouge",
    "similarity",
    "token_f1",
]
