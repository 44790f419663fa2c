"""`judgekit demo`: the main job on real ratings, offline and without a key."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the page and the files.")] = Path(
        "judgekit-demo"
    ),
) -> None:
    """Grade real summaries and example answers, and read multiple-choice answers."""
    from judgekit.cli.terminal import Terminal
    from judgekit.demo import demo_parts, finish_part, write_demo_page
    from judgekit.runs import run_in_folder, run_in_thread

    started = time.perf_counter()
    finished = []
    for part in demo_parts():
        terminal = Terminal(out / part.name)
        terminal.say("")
        terminal.say(part.title)
        for paragraph in part.paragraphs:
            terminal.say(paragraph)
        with terminal:
            run = run_in_thread(
                run_in_folder(part.source, part.scorers, out / part.name, progress=terminal)
            )
        terminal.show_run(run)
        finished.append(finish_part(part, run, out))
        for table in finished[-1].tables:
            terminal.show_table(table)
        for name in finished[-1].audits:
            terminal.say(f"wrote {out / name / 'audit.html'}, audit.json, figures.csv and tables/")
    page = write_demo_page(finished, out)
    terminal.say(f"\n{time.perf_counter() - started:.1f} s; the page: {page}")
