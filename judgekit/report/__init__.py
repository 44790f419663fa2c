"""One HTML page that shows a run; it computes nothing and asks for nothing from outside."""

from judgekit.report.page import render_page, render_report
from judgekit.report.parts import (
    FlowPicture,
    LinePicture,
    Point,
    ReportItem,
    ReportPart,
    ReportTable,
)

__all__ = [
    "FlowPicture",
    "LinePicture",
    "Point",
    "ReportItem",
    "ReportPart",
    "ReportTable",
    "render_page",
    "render_report",
]
