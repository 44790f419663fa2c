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
from judgekit.report.scatter import Dot, ScatterPanel, ScatterPicture

__all__ = [
    "Dot",
    "FlowPicture",
    "LinePicture",
    "Point",
    "ReportItem",
    "ReportPart",
    "ReportTable",
    "ScatterPanel",
    "ScatterPicture",
    "render_page",
    "render_report",
]
