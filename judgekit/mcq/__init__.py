"""Multiple choice: reading the chosen options from a response, without ever guessing."""

from judgekit.mcq.extract import extract_choice
from judgekit.mcq.figures import Figure, McqReport
from judgekit.mcq.items import McqItem, items_of
from judgekit.mcq.joint import JointQuestion, extract_joint
from judgekit.mcq.report import mcq_report, report_of_items
from judgekit.mcq.scorer import McqScorer

__all__ = [
    "Figure",
    "JointQuestion",
    "McqItem",
    "McqReport",
    "McqScorer",
    "extract_choice",
    "extract_joint",
    "items_of",
    "mcq_report",
    "report_of_items",
]
