"""Scores for open and multiple-choice answers whose numbers can be trusted."""

__version__ = "0.1.0"
