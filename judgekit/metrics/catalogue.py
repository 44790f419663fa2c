"""The metrics by name, and the scorers that a line such as "rouge1,rougeL,exact" asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from judgekit.errors import ConfigurationError
from judgekit.metrics.encoding_store import EncodingStore
from judgekit.metrics.lexical import (
    NumberMetric,
    RougeMetric,
    exact_metric,
    normalized_metric,
    token_f1_metric,
)
from judgekit.metrics.match import Normalizer
from judgekit.metrics.metric import Metric
from judgekit.metrics.number_reading import Decimal
from judgekit.metrics.requests import MetricRequest, did_you_mean, parse_requests
from judgekit.metrics.scorer import MetricScorer
from judgekit.metrics.tokenizers import TokenizerName

ROUGE_VARIANTS = (*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum")
DEFAULT_METRICS = "rouge1,rouge2,rougeL"

_YES_OR_NO = {"yes": True, "no": False}
_TOKENIZERS: dict[str, TokenizerName] = {"rouge": "rouge", "unicode": "unicode"}
_NORMALIZERS: dict[str, Normalizer] = {"unicode": "unicode", "squad": "squad"}
_DECIMALS: dict[str, Decimal] = {"point": "point", "comma": "comma"}
_AMOUNT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(.*?)\s*")


class MetricKind(NamedTuple):
    """What a name stands for.

    Attributes:
        make: Makes the metric as it is asked for.
        options: The options that it has.
        defaults: What an option is where it is not given; said again, it does not change the name.
        takes_model: Whether a model stands after the colon.
        not_in_name: Options that do not change the number, and so neither name nor signature.
    """

    make: Callable[[MetricRequest], Metric]
    options: tuple[str, ...] = ()
    defaults: Mapping[str, str] = {}
    takes_model: bool = False
    not_in_name: tuple[str, ...] = ()


def metric_scorers(text: str) -> list[MetricScorer]:
    """Return the scorers of the metrics that `text` asks for.

    ROUGE variants with the same options share one scorer and one pass over the texts. A metric
    asked for twice is measured once.

    Args:
        text: Metrics separated by commas, each NAME, NAME:OPTION=VALUE,... or NAME:MODEL,...

    Raises:
        ConfigurationError: There is no such metric, option or value; says which there are.

    Example:
        >>> [scorer.name for scorer in metric_scorers("rouge1,exact,rougeL")]
        ['rouge1+rougeL', 'exact']
    """
    requests: dict[str, MetricRequest] = {}
    for request in parse_requests(text):
        _check(request)
        known = requests.setdefault(request.spelling, request)
        if known.subject != request.subject:
            request.refuse(
                f"{known.subject!r} and {request.subject!r} would both be called "
                f"{request.spelling!r}; rename one of the folders"
            )
    metrics: dict[str, list[MetricRequest]] = {}
    for spelling, request in requests.items():
        options = ",".join(f"{k}={v}" for k, v in sorted(request.options.items()))
        is_rouge = request.name in ROUGE_VARIANTS
        metrics.setdefault(f"rouge:{options}" if is_rouge else spelling, []).append(request)
    return [MetricScorer(_made(group)) for group in metrics.values()]


def _check(request: MetricRequest) -> None:
    """Refuse what does not exist, and forget options that say what is the case anyway."""
    if request.name not in METRIC_KINDS:
        raise ConfigurationError(
            f"choosing the metric {request.name!r}: there is no such metric; "
            f"{did_you_mean(request.name, METRIC_KINDS)}"
        )
    kind = METRIC_KINDS[request.name]
    request.check_options(kind.options)
    if request.subject is not None and not kind.takes_model:
        request.refuse(f"{request.subject!r} must be an option, OPTION=VALUE")
    if request.subject is None and kind.takes_model:
        request.refuse(f"it needs a model: {request.name}:MODEL, a folder or a name on the hub")
    for option, default in kind.defaults.items():
        if request.options.get(option) == default:
            del request.options[option]
    request.unnamed = kind.not_in_name


def _made(requests: Sequence[MetricRequest]) -> Metric:
    first = requests[0]
    if first.name not in ROUGE_VARIANTS:
        return METRIC_KINDS[first.name].make(first)
    return RougeMetric(
        {request.spelling: request.name for request in requests},
        tokenizer=first.choice("tokenizer", _TOKENIZERS, "rouge"),
        use_stemmer=first.choice("stemmer", _YES_OR_NO, "no"),
    )


def _numbers(request: MetricRequest) -> Metric:
    try:
        return NumberMetric(
            request.spelling,
            tolerance=_tolerances(request),
            relative_tolerance=request.number("relative_tolerance", 0.0),
            bare_unit=request.options.get("bare_unit", ""),
            decimal=request.choice("decimal", _DECIMALS, "point"),
        )
    except ValueError as error:
        request.refuse(str(error))


def _tolerances(request: MetricRequest) -> dict[str, float]:
    """Read "2mm+5%": the largest differences, by unit."""
    found: dict[str, float] = {}
    for part in filter(None, request.options.get("tolerance", "").split("+")):
        amount = _AMOUNT.fullmatch(part)
        if amount is None:
            request.refuse(
                f"tolerance must be a number and its unit, several joined by '+' (2mm+5%), "
                f"got {part!r}"
            )
        if amount[2] in found:
            request.refuse(f"tolerance names the unit {amount[2]!r} twice")
        found[amount[2]] = float(amount[1])
    return found


def _exact(request: MetricRequest) -> Metric:
    return exact_metric(request.spelling)


def _normalized(request: MetricRequest) -> Metric:
    return normalized_metric(
        request.spelling, request.choice("normalizer", _NORMALIZERS, "unicode")
    )


def _token_f1(request: MetricRequest) -> Metric:
    return token_f1_metric(request.spelling, request.choice("normalizer", _NORMALIZERS, "unicode"))


def _bertscore(request: MetricRequest) -> Metric:
    # Imported here: the extra's packages take seconds to load.
    from judgekit.metrics.bertscore_metric import BertScoreMetric
    from judgekit.metrics.bertscore_model import BertScoreModel

    layer = request.count("layer")
    return BertScoreMetric(
        request.spelling,
        lambda: BertScoreModel(str(request.subject), layer=layer, store=_store(request)),
        idf=request.choice("idf", _YES_OR_NO, "no"),
        baseline=request.options.get("baseline"),
    )


def _similarity(request: MetricRequest) -> Metric:
    from judgekit.metrics.encoders import SentenceEncoder
    from judgekit.metrics.similarity import SimilarityMetric

    encoder = SentenceEncoder(str(request.subject))
    return SimilarityMetric(request.spelling, encoder, store=_store(request))


def _store(request: MetricRequest) -> EncodingStore:
    return EncodingStore(request.options.get("store"))


_ROUGE = MetricKind(
    lambda request: _made([request]),
    ("tokenizer", "stemmer"),
    {"tokenizer": "rouge", "stemmer": "no"},
)
METRIC_KINDS: Mapping[str, MetricKind] = {
    **dict.fromkeys(ROUGE_VARIANTS, _ROUGE),
    "exact": MetricKind(_exact),
    "normalized": MetricKind(_normalized, ("normalizer",), {"normalizer": "unicode"}),
    "token_f1": MetricKind(_token_f1, ("normalizer",), {"normalizer": "unicode"}),
    "number_agreement": MetricKind(
        _numbers,
        ("tolerance", "relative_tolerance", "bare_unit", "decimal"),
        {"decimal": "point"},
    ),
    "bertscore": MetricKind(
        _bertscore,
        ("layer", "idf", "baseline", "store"),
        {"idf": "no"},
        takes_model=True,
        not_in_name=("store",),
    ),
    "similarity": MetricKind(_similarity, ("store",), takes_model=True, not_in_name=("store",)),
}
