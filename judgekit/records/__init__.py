"""The frozen value types that every room speaks; no I/O."""

from judgekit.records.base import Record, canonical_json, digest_text, digest_value
from judgekit.records.estimate import Estimate
from judgekit.records.exchange import (
    ImagePart,
    JudgeReply,
    JudgeRequest,
    OutputMode,
    Usage,
)
from judgekit.records.outcome import FINISHED, RETRIED_ON_RERUN, Outcome
from judgekit.records.rubric import Criterion, JudgeInput, NoTotal, Rubric, WeightedMeanTotal
from judgekit.records.sample import Image, JointPart, JointPrompt, Sample
from judgekit.records.scale import Level, NominalScale, OrdinalScale, Scale
from judgekit.records.score import Evidence, Member, Score, Verdict
from judgekit.records.signature import Signature

__all__ = [
    "FINISHED",
    "RETRIED_ON_RERUN",
    "Criterion",
    "Estimate",
    "Evidence",
    "Image",
    "ImagePart",
    "JointPart",
    "JointPrompt",
    "JudgeInput",
    "JudgeReply",
    "JudgeRequest",
    "Level",
    "Member",
    "NoTotal",
    "NominalScale",
    "OrdinalScale",
    "Outcome",
    "OutputMode",
    "Record",
    "Rubric",
    "Sample",
    "Scale",
    "Score",
    "Signature",
    "Usage",
    "Verdict",
    "WeightedMeanTotal",
    "canonical_json",
    "digest_text",
    "digest_value",
]
