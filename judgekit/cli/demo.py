"""`judgekit demo`: the main job on real ratings, offline and without a key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the pages and files.")] = Path("judgekit-demo"),
) -> None:
    """Grade real summaries with recorded replies, and example answers with scripted ones."""
    from judgekit.demo import run_demo

    run_demo(out)
