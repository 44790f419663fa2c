"""The demonstration: real ratings and worked examples, offline, each part a run and a page part."""

from judgekit.demo.page import DemoPart, FinishedPart, finish_part, write_demo_page
from judgekit.demo.parts import demo_parts

__all__ = ["DemoPart", "FinishedPart", "demo_parts", "finish_part", "write_demo_page"]
