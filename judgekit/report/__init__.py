"""One HTML page of a run or an audit; it computes nothing and asks for nothing from outside."""

from judgekit.report.cards import Card, CardList
from judgekit.report.diagram import DiagramPicture, Stage
from judgekit.report.dots import DotPicture, DotRow
from judgekit.report.grid import GridPicture
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
    "Card",
    "CardList",
    "DiagramPicture",
    "Dot",
    "DotPicture",
    "DotRow",
    "FlowPicture",
    "GridPicture",
    "LinePicture",
    "Point",
    "ReportItem",
    "ReportPart",
    "ReportTable",
    "ScatterPanel",
    "ScatterPicture",
    "Stage",
    "render_page",
    "render_report",
]
