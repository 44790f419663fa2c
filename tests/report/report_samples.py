"""A run as a page meets it: failures, labels, no interval, low coverage, groups, scorers.

The figures are written by hand; a page only shows them.
"""

from __future__ import annotations

from judgekit.records.signature import Signature
from judgekit.records.summary import (
    Cases,
    CriteriaCorrelation,
    LabelCount,
    Summary,
    SummaryRow,
)

ALL = {"scored": 42}
T_METHOD = "mean ± t(19) x standard error, 95 %; standard error clustered by case"


def row(**changes: object) -> SummaryRow:
    """Return a complete row of a total from 0 to 100, with some fields changed."""
    fields: dict[str, object] = {
        "scorer": "medcmr",
        "criterion": None,
        "name": "Total",
        "group": {},
        "value": 58.0,
        "low": 52.125,
        "high": 63.875,
        "n_scored": 42,
        "n_total": 42,
        "coverage": 1.0,
        "worst": 58.0,
        "best": 58.0,
        "range": (0.0, 100.0),
        "higher_is_better": True,
        "clusters": 20,
        "outcomes": ALL,
        "method": T_METHOD,
    }
    return SummaryRow.model_validate({**fields, **changes})


LOW = {
    "n_scored": 36,
    "n_total": 42,
    "coverage": 36 / 42,
    "worst": 49.7,
    "best": 64.0,
    "outcomes": {"scored": 36, "refused": 1, "truncated": 1, "unparseable": 3, "timeout": 1},
}
NOMINAL = "labels are counted, not averaged"


def levels(*counts: int) -> tuple[LabelCount, ...]:
    """Return the distribution of an ordinal scale from 0."""
    return tuple(LabelCount(value=value, count=count) for value, count in enumerate(counts))


def criterion(identifier: str, name: str, value: float, *counts: int) -> SummaryRow:
    """Return the row of a criterion from 0 to 5."""
    n = sum(counts)
    return row(
        criterion=identifier,
        name=name,
        value=value,
        low=value - 0.31,
        high=value + 0.31,
        worst=value * n / 42,
        best=(value * n + 5 * (42 - n)) / 42,
        n_scored=n,
        coverage=n / 42,
        range=(0.0, 5.0),
        outcomes={"scored": n, **({"cannot_assess": 42 - n} if n < 42 else {})},
        distribution=levels(*counts),
    )


def direction() -> SummaryRow:
    """Return the row of a nominal criterion."""
    return row(
        criterion="effect_direction",
        name="Effect direction",
        value=None,
        reason=NOMINAL,
        low=None,
        high=None,
        interval_reason=NOMINAL,
        worst=None,
        best=None,
        bounds_reason=NOMINAL,
        method=None,
        range=None,
        higher_is_better=None,
        n_scored=41,
        coverage=41 / 42,
        outcomes={"scored": 41, "not_applicable": 0, "out_of_range": 1},
        distribution=(
            LabelCount(value="negative", count=3),
            LabelCount(value="no_effect", count=21),
            LabelCount(value="positive", count=17),
            LabelCount(value="not_specified", count=0),
        ),
    )


def group_rows() -> tuple[SummaryRow, ...]:
    """Return rows by task: one ordinary, one with too few cases, one without a single score."""
    return (
        row(
            group={"task": "diagnosis"}, value=61.4, low=54.0, high=68.8, **{**LOW, "clusters": 12}
        ),
        row(
            group={"task": "localisation"},
            value=52.5,
            low=None,
            high=None,
            interval_reason="too few cases for an interval",
            n_scored=9,
            n_total=9,
            clusters=6,
            worst=52.5,
            best=52.5,
            outcomes={"scored": 9},
        ),
        row(
            group={"task": "report generation"},
            value=None,
            reason="no item has a value",
            low=None,
            high=None,
            interval_reason="no item has a value",
            n_scored=0,
            n_total=5,
            coverage=0.0,
            worst=0.0,
            best=100.0,
            clusters=0,
            method=None,
            outcomes={"api_error": 5},
        ),
    )


def summary(**changes: object) -> Summary:
    """Return the summary of a run with a judge and two metrics."""
    rouge = {"range": (0.0, 1.0), "low": 0.2213, "high": 0.2899, "value": 0.2554}
    loss = {"range": None, "bounds_reason": "a missing value has no bounded range"}
    rows = (
        row(**LOW),
        criterion("accuracy", "Accuracy", 3.1, 1, 4, 6, 12, 10, 4),
        criterion("completeness", "Completeness of findings", 2.6, 3, 6, 9, 12, 8, 4),
        direction(),
        row(scorer="rougeL", name="rougeL", worst=0.2554, best=0.2554, **rouge),
        row(
            scorer="length",
            name="length",
            value=812.5,
            low=700.0,
            high=925.0,
            worst=None,
            best=None,
            higher_is_better=None,
            **loss,
        ),
        *group_rows(),
    )
    fields: dict[str, object] = {
        "signature": {
            "medcmr": Signature(
                fields={
                    "scorer": "medcmr",
                    "rubric": "medcmr@1:0f3a9c1d2b4e",
                    "prompt": "judge@1:77aa01bc9d3f",
                    "judge": "openai/SmolLM2-135M-Instruct",
                    "endpoint": "127.0.0.1:8080/v1",
                    "see": "evidence",
                    "mode": "json_object",
                    "temperature": "0",
                    "seed": "not sent",
                    "max_tokens": "2048",
                    "repeats": "1",
                    "judgekit": "0.1.0",
                }
            ),
            "rougeL": Signature(fields={"scorer": "rougeL", "tokenizer": "rouge", "stemmer": "no"}),
            "length": Signature(fields={"scorer": "length"}),
        },
        "n_input": 42,
        "complete": True,
        "cases": Cases(declared=True, n=20, note="clustered by case_id"),
        "usage": {
            "medcmr": {
                "spent": {
                    "calls": 3,
                    "input_tokens": 3100,
                    "output_tokens": 0,
                    "attempts": 4,
                    "calls_without_token_counts": 1,
                    "failed_calls": 1,
                },
                "fresh": {
                    "calls": 41,
                    "input_tokens": 52417,
                    "output_tokens": 9120,
                    "calls_without_token_counts": 0,
                },
                "replies_from_store": 38,
                "models_returned": {"SmolLM2-135M-Instruct": 41},
            },
            "rougeL": {},
            "length": {},
        },
        "rows": rows,
        "correlations": (
            CriteriaCorrelation(
                scorer="medcmr", first="accuracy", second="completeness", spearman=0.913, n=36
            ),
            CriteriaCorrelation(
                scorer="medcmr",
                first="accuracy",
                second="effect_direction",
                spearman=None,
                reason="one of the two never varies",
                n=35,
            ),
            CriteriaCorrelation(
                scorer="medcmr",
                first="completeness",
                second="effect_direction",
                spearman=-0.12,
                n=35,
            ),
        ),
        "warnings": (
            "medcmr: Total: only 36 of 42 scored; read the bounds before the mean",
            "rougeL: the default tokenizer dropped letters in 3 texts",
        ),
    }
    return Summary.model_validate({**fields, **changes})
