"""A judge for what the rules leave open in multiple choice: it quotes, and the rules read on."""

from judgekit.choice_judge.readings import NAME
from judgekit.choice_judge.scorer import ChoiceJudge

__all__ = ["NAME", "ChoiceJudge"]
