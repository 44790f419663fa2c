"""Labels that need no cue: a sentence of their own, the head of the text, its very end."""

from __future__ import annotations

import re

from judgekit.mcq.claims import Claim
from judgekit.mcq.labels import FOREIGN
from judgekit.mcq.leftward import Tier
from judgekit.mcq.scene import Scene

_HEAD_DELIMITER = re.compile(r"[)\]\"'}]*(?:\s*[.:)\]\-–—,;|]|\s*\n|\s*$|\s*=)")
_MAX_LEAD = 400
_LINE_LABEL = re.compile(r"(?:^|\n)[\s\-•>|#*(\[]*$")


def mark_alone(scene: Scene, claims: list[Claim]) -> None:
    """Raise labels that are a sentence of their own, lead the text or close it."""
    heads = [claim for claim in claims if _heads_line(scene, claim)]
    for claim in claims:
        if claim.why is not None or claim.tier <= Tier.ALONE or claim.tier == Tier.HEDGED:
            continue
        if FOREIGN in claim.group.options or claim.verdict:
            continue
        if _is_alone(scene, claim) or _leads(scene, claim, heads) or _closes(scene, claim):
            claim.tier = Tier.ALONE


def _heads_line(scene: Scene, claim: Claim) -> bool:
    text, group = scene.plain.text, claim.group
    return (
        group.has_label
        and _LINE_LABEL.search(text[max(0, group.start - 8) : group.start]) is not None
        and _HEAD_DELIMITER.match(text, group.end) is not None
    )


def _is_alone(scene: Scene, claim: Claim) -> bool:
    items, low, group = scene.items, scene.plain.low, claim.group
    place = claim.index - 1
    while place >= 0 and items[place].tag != "stop":
        if items[place].group is not None:
            return False
        place -= 1
    start = items[place].end if place >= 0 else 0
    if group.start - start > 60 or not scene.book.gap.fullmatch(low, start, group.start):
        return False
    end = len(low)
    for item in items[claim.index + 1 :]:
        if item.tag == "stop":
            end = item.start
            break
        if item.tag != "comma":
            return False
    return not low[group.end : end].strip(" )]}\"'.*>|:,-–")


def _leads(scene: Scene, claim: Claim, heads: list[Claim]) -> bool:
    text, group = scene.plain.text, claim.group
    if group.start > _MAX_LEAD or text[: group.start].strip(" \n\t([{\"'>#-*•|=→"):
        return False
    if group.has_text and not group.has_label:
        return claim.group.options[0] in scene.options.yes_no
    if not _HEAD_DELIMITER.match(text, group.end):
        following = scene.items[claim.index + 1 : claim.index + 2]
        if not (following and following[0].tag in {"because", "contrast", "safe"}):
            return False
    if group.is_weak and scene.options.forms.kind != "number" and not group.has_text:
        return text[group.end : group.end + 1] in "):.,]\n"
    return not _enumerates(heads, claim)


def _enumerates(heads: list[Claim], claim: Claim) -> bool:
    """Return True if the label starts a list that goes through the options in order."""
    if claim not in heads:
        return False
    rest = [head for head in heads if head.group.start > claim.group.start]
    if not rest:
        return False
    return claim.group.options[0] == 0 and rest[0].group.options[0] == 1


def _closes(scene: Scene, claim: Claim) -> bool:
    low, group = scene.plain.low, claim.group
    if low[group.end :].strip(" \n\t.)]}\"'!*") if len(low) - group.end < 20 else True:
        return False
    if group.has_text and not group.has_label:
        return claim.group.options[0] in scene.options.yes_no
    if group.is_weak:
        return False
    before = low[: group.start].rstrip(" \n\t\"'")[-1:]
    return before in {",", ":", "(", "-", "–", "—", ">", "→", "[", "|", "="}
