"""The JSON Schema of a reply, derived from the scales."""

from __future__ import annotations

import json

from judgekit.library import load_rubric
from judgekit.prompting import reply_schema


def test_the_schema_asks_for_every_criterion_in_rubric_order() -> None:
    """One closed object with one required closed entry for each criterion.

    A value is one of the scale or null; "not_applicable" only where the criterion says so.
    """
    criteria = load_rubric("mslr_facets").criteria
    schema = json.loads(reply_schema(criteria, ("response", "reference")))
    names = [criterion.id for criterion in criteria]
    assert schema["type"] == "object"
    assert list(schema["properties"]) == schema["required"] == names
    assert schema["additionalProperties"] is False
    fluency, population = schema["properties"]["fluency"], schema["properties"]["population"]
    assert fluency["properties"]["value"] == {"enum": [0, 1, 2, None]}
    assert population["properties"]["value"] == {"enum": [0, 1, 2, "not_applicable", None]}
    assert fluency["required"] == ["value", "reason", "evidence"]
    assert fluency["additionalProperties"] is False
    source = fluency["properties"]["evidence"]["items"]["properties"]["source"]
    assert source == {"type": "string", "enum": ["response", "reference"]}
