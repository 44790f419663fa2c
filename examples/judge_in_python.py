"""Grade the worked examples from Python and print what a reader needs beside the mean."""

from __future__ import annotations

import json
from pathlib import Path

from judgekit import Judge, Sample

DATA = Path(__file__).parent / "data" / "medcmr_examples"


def main() -> None:
    """Score the items that have a prediction."""
    items = {item["index"]: item for item in json.loads((DATA / "items.json").read_text("utf-8"))}
    lines = (DATA / "predictions.jsonl").read_text("utf-8").splitlines()
    samples = [
        Sample(
            id=f"open-{row['index']}",
            response=row["response"],
            question=items[row["index"]]["question"],
            references=(items[row["index"]]["answer"],),
            visual_evidence=items[row["index"]]["visual_description"],
            case_id=items[row["index"]]["image_path"],
        )
        for row in map(json.loads, lines)
    ]
    run = Judge("medcmr", f"scripted/{DATA / 'scripted_replies.jsonl'}").score(samples)
    for score in run.scores:
        shown = score.reason if score.value is None else f"{score.value:g}"
        print(f"{score.id}: {score.outcome}: {shown}")
    total = run.summary.rows[0]
    print(f"{total.name}: {total.value:.1f} of 100 over {total.n_scored}/{total.n_total} answers")
    print(f"could lie between {total.worst:.1f} and {total.best:.1f}; {total.interval_reason}")


if __name__ == "__main__":
    main()
