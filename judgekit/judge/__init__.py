"""The judge: the only room that sees prompting, providers, replies and calling together."""

from judgekit.judge.judge import Judge

__all__ = ["Judge"]
