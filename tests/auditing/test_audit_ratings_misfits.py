"""Layouts that do not fit the scales or the file: each refusal names what does not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from judgekit.auditing.panel import AuditScale
from judgekit.auditing.ratings.layout import RatingsLayout
from judgekit.auditing.ratings.reading import read_ratings
from judgekit.errors import ConfigurationError, InputDataError

SCALES = {
    "quality": AuditScale(levels=(0, 1, 2), is_ordered=True),
    "kind": AuditScale(levels=("drug", "device"), is_ordered=False),
    "points": AuditScale(levels=tuple(range(101)), is_ordered=True),
}
HEADER = "item,rater,criterion,value"


def _refusal(
    folder: Path,
    content: str | bytes,
    *,
    name: str = "r.csv",
    layout: str | None = None,
    scales: Mapping[str, AuditScale] | None = SCALES,
) -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    declared = None if layout is None else RatingsLayout.model_validate(yaml.safe_load(layout))
    with pytest.raises((InputDataError, ConfigurationError)) as caught:
        read_ratings([path], layout=declared, scales=scales)
    return str(caught.value).replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("layout", "rule"),
    [
        (
            "criteria: {quality: {labels: {Good: 3}}}",
            "the label 'Good' maps to 3, which is no level of its scale (0, 1, 2) and no extra "
            "(not_applicable, other); mend it or declare it under extras",
        ),
        (
            "criteria: {quality: {labels: {Bad: other}, extras: []}}",
            "the label 'Bad' maps to 'other', which is no level of its scale (0, 1, 2) and no "
            "extra (there are none)",
        ),
        ("criteria: {kind: {extras: [drug]}}", "'drug' is declared an extra, but it is a level"),
        ("criteria: {tone: {}}", "criterion 'tone' has no scale; name the rubric"),
        ("criterion: tone", "criterion 'tone' has no scale; name the rubric"),
        (
            "columns: {item: sample}",
            "the layout's column 'sample' (item) is not there; columns are",
        ),
        (
            "columns: {item: {join: [item, visit]}}",
            "the layout's column 'visit' (item) is not there; columns are",
        ),
        (
            "{form: wide_by_criterion, criteria: {quality: {named: 'Good?'}}}",
            "the layout's column 'Good?' (criterion quality) is not there; columns are",
        ),
        (
            "{form: wide_by_criterion, criteria: {kind: {named: value, comment: why}}}",
            "the layout's column 'why' (the comment on kind) is not there; columns are",
        ),
        ("form: wide_by_criterion", "no column is named after a criterion (quality, kind, points)"),
        (
            "{form: wide_by_rater, raters: {Dr A: A}}",
            "the layout's column 'Dr A' (raters) is not there; columns are",
        ),
        ("rater: {files: {other.csv: A}}", "the layout names no rater for a file 'r.csv'"),
        ("rater: {pattern: 'from_(A)'}", "the layout names no rater for a file 'r.csv'"),
    ],
)
def test_a_layout_that_does_not_fit_is_refused(tmp_path: Path, layout: str, rule: str) -> None:
    """A layout must fit the scales and the file; what does not is named."""
    text = f"{HEADER}\na,R,quality,2\nb,R,kind,drug\n"

    assert rule in _refusal(tmp_path, text, layout=layout)


def test_without_any_scale_nothing_is_read(tmp_path: Path) -> None:
    """A scale is declared, never read off the ratings."""
    assert "no criterion has a scale; name the rubric" in _refusal(
        tmp_path, f"{HEADER}\na,R,quality,2\n", scales=None
    )


def test_two_items_may_not_share_a_joined_id(tmp_path: Path) -> None:
    """An id made of parts of columns must tell the items apart, over all rows."""
    text = "study,run,rater,criterion,value\ns,xx1,R,quality,2\ns,yy1,S,quality,0\n"
    layout = "columns: {item: {join: [study, {column: run, last: 1}]}}"

    assert _refusal(tmp_path, text, layout=layout) == (
        "reading r.csv, line 3: the item 's-1' is made of other cells than before (study, run); "
        "take more of the columns, so that two items never have one id"
    )
