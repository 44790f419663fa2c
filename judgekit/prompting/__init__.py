"""Rubric and sample to messages, and the reply back to verdicts; pure but for reading images."""

from judgekit.prompting.images import ImageFolder
from judgekit.prompting.inputs import See, SeenSample, see_sample
from judgekit.prompting.parse import ParsedReply, parse_reply
from judgekit.prompting.render import RenderedPrompt, check_prompt, render_prompt
from judgekit.prompting.schema import reply_schema

__all__ = [
    "ImageFolder",
    "ParsedReply",
    "RenderedPrompt",
    "See",
    "SeenSample",
    "check_prompt",
    "parse_reply",
    "render_prompt",
    "reply_schema",
    "see_sample",
]
