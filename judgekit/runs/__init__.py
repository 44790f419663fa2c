"""A batch: samples in, journal, resume, summary and files out; knows scorers only by their port."""

from judgekit.runs.batch import Progress, run_in_folder, run_in_memory
from judgekit.runs.rehearsal import dry_run_in_folder
from judgekit.runs.run import Run
from judgekit.runs.source import FileSource, ListSource, Source
from judgekit.runs.summary import Summary, SummaryRow
from judgekit.runs.thread import run_in_thread

__all__ = [
    "FileSource",
    "ListSource",
    "Progress",
    "Run",
    "Source",
    "Summary",
    "SummaryRow",
    "dry_run_in_folder",
    "run_in_folder",
    "run_in_memory",
    "run_in_thread",
]
