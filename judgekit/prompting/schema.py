"""The JSON Schema of the reply that a call asks for, derived from the scales."""

from __future__ import annotations

import json
from functools import lru_cache

from pydantic import JsonValue

from judgekit.records.rubric import NOT_APPLICABLE_VALUE, Criterion


@lru_cache(maxsize=256)
def reply_schema(criteria: tuple[Criterion, ...], sources: tuple[str, ...]) -> str:
    """Return the schema, as JSON, of one object with one property per criterion.

    Every property is required and no other is allowed, as the strict modes of providers demand.
    Properties stand in rubric order, since models write them in the order of the schema.

    Args:
        criteria: Criteria of the call.
        sources: Names of the texts that may be quoted.
    """
    entries = {criterion.id: _criterion_schema(criterion, sources) for criterion in criteria}
    return json.dumps(_closed_object(entries), ensure_ascii=False, separators=(",", ":"))


def _criterion_schema(criterion: Criterion, sources: tuple[str, ...]) -> JsonValue:
    values: list[JsonValue] = list(criterion.scale.values)
    if criterion.not_applicable is not None:
        values.append(NOT_APPLICABLE_VALUE)
    quote = _closed_object(
        {"quote": {"type": "string"}, "source": {"type": "string", "enum": list(sources)}}
    )
    return _closed_object(
        {
            "value": {"enum": [*values, None]},
            "reason": {"type": "string"},
            "evidence": {"type": "array", "items": quote},
        }
    )


def _closed_object(properties: dict[str, JsonValue]) -> JsonValue:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
