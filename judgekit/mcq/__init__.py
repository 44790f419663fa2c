"""Multiple choice: reading the chosen options from a response, without ever guessing."""

from judgekit.mcq.extract import extract_choice
from judgekit.mcq.joint import JointQuestion, extract_joint

__all__ = ["JointQuestion", "extract_choice", "extract_joint"]
