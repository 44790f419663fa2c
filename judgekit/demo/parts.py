"""The parts of the demonstration: where their data is, who judges it, and what is said of it."""

from __future__ import annotations

from judgekit.demo.mcq import mcq_part
from judgekit.demo.mslr import JUDGE, METRIC, RUBRIC, agreement_tables, mslr_audits
from judgekit.demo.mslr_metrics import metrics_picture, metrics_table
from judgekit.demo.page import DemoPart
from judgekit.judge import Judge
from judgekit.library import data_folder
from judgekit.metrics.catalogue import metric_scorers
from judgekit.runs import FileSource

METRICS = "rouge1,rouge2,rougeL,token_f1"

MAX_TOKENS = 2048
"""The reply limit with which the cassette was recorded; it is part of every request."""


def demo_parts() -> tuple[DemoPart, ...]:
    """Return the parts in the order in which they are run and shown."""
    return (_mslr(), _medcmr(), mcq_part())


def _mslr() -> DemoPart:
    folder = data_folder("examples") / "mslr"
    return DemoPart(
        name="mslr",
        title="Real ratings: a toy judge beside two annotators",
        paragraphs=(
            "39 generated summaries of 20 Cochrane reviews, each rated by both annotators of the "
            "MSLR annotated data set (Apache-2.0). The judge is SmolLM2-135M-Instruct, run "
            "locally; its replies were recorded through judgekit and are replayed from a cassette.",
            "A model of this size cannot judge, and its audit shows it: compare its agreement with "
            "the annotators to the annotators' agreement with each other. That is what judgekit is "
            "for: it shows when a judge cannot be trusted. The pictures ask the same of metrics "
            "that count shared words: how far do they order the summaries as the annotators do?",
            f"Two whole audits stand in folders beside this page: {JUDGE}/audit.html of the judge, "
            f"and {METRIC}/audit.html of ROUGE-L. The ratings are older than any plan, so both are "
            "exploratory; with two annotators the alternative annotator test is undefined, and "
            "they say so. Where they say clinician, the data say annotator.",
        ),
        source=FileSource(folder / "answers.jsonl"),
        scorers=(
            Judge(RUBRIC, replay=folder / "cassette.jsonl", max_tokens=MAX_TOKENS),
            *metric_scorers(METRICS),
        ),
        audits=lambda run: mslr_audits(run, folder / "ratings.tsv"),
        tables=lambda run, audits: (
            *agreement_tables(audits),
            metrics_table(run, folder / "ratings.tsv"),
        ),
        pictures=lambda run: (metrics_picture(run, folder / "ratings.tsv"),),
    )


def _medcmr() -> DemoPart:
    folder = data_folder("examples") / "medcmr_examples"
    return DemoPart(
        name="medcmr_examples",
        title="Worked examples: scripted judgements, written by hand",
        paragraphs=(
            "Twelve items in the shape of a Med-CMR release, written for judgekit: none comes from "
            "the benchmark. The judgements are scripted: they were written by hand to show what "
            "a sensible judgement looks like, and no model made them.",
            "One reply is cut off, one criterion cannot be assessed, and one response is missing: "
            "they have no total, and the bounds say what they could have done to the mean. The "
            "empty response is the contestant's own failure: it scores 0 and stays in the mean.",
        ),
        source=FileSource(folder / "items.json", predictions=folder / "predictions.jsonl"),
        scorers=(Judge("medcmr", f"scripted/{folder / 'scripted_replies.jsonl'}"),),
        tables=lambda *_: (),
    )
