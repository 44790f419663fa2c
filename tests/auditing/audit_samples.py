"""An audit as its page and files meet it: every kind of part, undefined figures, hostile texts.

The figures are written by hand; page and files only show them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from judgekit.auditing.data import AuditData, Flow
from judgekit.auditing.figure import Figure, Picture, Section
from judgekit.auditing.naming import CLINICIANS, DIFFERENCE, JUDGE_CLINICIANS, figure
from judgekit.auditing.plan import AuditPlan, Primary
from judgekit.auditing.ratings.table import CLINICIAN, Rating, RatingTable
from judgekit.auditing.result import AuditReport
from judgekit.records.estimate import TOO_FEW_CASES, Estimate
from judgekit.records.signature import Signature
from judgekit.report import (
    Card,
    CardList,
    DiagramPicture,
    Dot,
    DotPicture,
    DotRow,
    GridPicture,
    ReportTable,
    ScatterPanel,
    ScatterPicture,
    Stage,
)

EVIL = (
    "<script>document.title='taken'</script></style></pre>\"'&<img src=x onerror=alert(2)>{{7*7}}"
)
LONG_WORD = "antidisestablishment" * 60
RTL = "المريض لديه حساسية من البنسلين (penicillin), ولا يوصى به."
EMOJI = "🩺👩🏽‍⚕️ 🫀 fine"
PAGES_LONG = "A sentence of the rationale that goes on.\n  Indented, with   spaces.\n" * 145
SHARE_METHOD = "Wilson interval, n by the design effect of the cases"
DIGEST = "9f2c41d07ab8" + "0" * 52

AGREEMENT = Estimate(value=0.712, low=0.644, high=0.772, method=SHARE_METHOD, n=240, clusters=40)
BETWEEN = Estimate(value=0.736, low=0.671, high=0.793, method=SHARE_METHOD, n=240, clusters=40)
GAP = Estimate(value=-0.024, low=-0.071, high=0.021, method="case bootstrap", n=240, clusters=40)
NO_KAPPA = Estimate(
    value=None,
    reason="all ratings are alike",
    interval_reason="all ratings are alike",
    n=240,
    clusters=40,
)
NO_INTERVAL = Estimate(value=0.5, interval_reason=TOO_FEW_CASES, n=12, clusters=6)


def figures() -> tuple[Figure, ...]:
    """Figures with an interval, without one, without a value, with p and with a group."""
    share = {"statistic": "exact_agreement", "unit": "share"}
    return (
        _figure("accuracy", share, JUDGE_CLINICIANS, AGREEMENT),
        _figure("accuracy", share, CLINICIANS, BETWEEN),
        _figure("accuracy", share, DIFFERENCE, GAP).model_copy(
            update={"p": 0.31, "p_adjusted": 0.62, "family": "two criteria, Holm", "seed": 0}
        ),
        _figure(
            "harm", {"statistic": "kappa_quadratic", "unit": "kappa"}, JUDGE_CLINICIANS, NO_KAPPA
        ),
        _figure(
            "harm", share, JUDGE_CLINICIANS, NO_INTERVAL, group={"specialty": "=cmd|' /C'!A0"}
        ).model_copy(update={"n_pairs": 36}),
    )


def _figure(
    criterion: str,
    kind: dict[str, str],
    subject: str,
    estimate: Estimate,
    group: dict[str, str] | None = None,
) -> Figure:
    return figure(
        "agreement",
        criterion,
        kind["statistic"],
        subject,
        estimand="Share of pairs of a judge and a clinician who say the same of an item",
        unit=kind["unit"],
        estimate=estimate,
        n_raters=3,
        group=group,
    )


def dots() -> DotPicture:
    """Rows inside the axis, cut at either end, beyond it, without interval and without value."""
    return DotPicture(
        caption="How far each is from the others",
        axis="mean difference in points (0: none)",
        span=(-0.5, 0.5),
        rows=(
            DotRow("Judge", 0.12, 0.02, 0.22, "0.12 (0.02 to 0.22; n = 240, G = 40)", True),
            DotRow("Clinician A", -0.05, -0.16, 0.06, "-0.05 (-0.16 to 0.06; n = 240, G = 40)"),
            DotRow("Clinician B", 0.4, 0.1, 0.8, "0.40 (0.10 to 0.80; n = 80, G = 40)"),
            DotRow("Clinician C", -0.7, -0.9, -0.6, "-0.70 (-0.90 to -0.60; n = 80, G = 40)"),
            DotRow("Clinician D", 0.25, None, None, "0.25 (no interval: too few cases; n = 9)"),
            DotRow("Clinician E", None, None, None, "undefined: no item rated by another; n = 0"),
            DotRow(f"{EVIL} {LONG_WORD[:90]}", 0.0, -0.01, 0.01, "0.00 (-0.01 to 0.01)"),
        ),
        line=0.0,
        band=(-0.1, 0.1),
        note="The shaded band is the margin.",
    )


def grid() -> GridPicture:
    """Four grades against four, with agreement framed and missed harm marked."""
    grades = ("1 unsafe", "2 poor", "3 fair", "4 good")
    return GridPicture(
        caption="Answers of the judge and of the clinicians",
        row_name="Judge",
        column_name="Clinicians",
        rows=grades,
        columns=grades,
        counts=((18, 4, 0, 1), (6, 31, 12, 2), (3, 14, 62, 21), (2, 0, 18, 96)),
        same=tuple((place, place) for place in range(4)),
        marked=((2, 0), (3, 0)),
        note="Counts are pairs of the judge and one clinician.",
    )


def diagram() -> DiagramPicture:
    """Three stages; items leave before the second and before the third."""
    return DiagramPicture(
        caption="Flow of items and cases",
        stages=(
            Stage(
                "Scored by the judge",
                ("400 items", "64 cases"),
                ("150 items that nobody rated", f"10 excluded: {EVIL}"),
            ),
            Stage("Rated and scored", ("240 items", "40 cases"), ("12 without a verdict",)),
            Stage("Analysed", ("228 items", "40 cases", "3 clinicians")),
        ),
        note="Every item is counted once.",
    )


def scatter() -> ScatterPicture:
    """Two panels of a few dots."""
    spots = tuple(Dot(n / 10, (n * 7 % 10) / 10, f"item {n}") for n in range(10))
    panels = tuple(
        ScatterPanel(name, (0.0, 1.0), spots, ("Spearman 0.31 (0.02 to 0.55); n = 10, G = 10",))
        for name in ("Judge", "ROUGE-L")
    )
    return ScatterPicture(
        "Scores against clinicians' means", "Clinicians' mean", (0.0, 1.0), panels
    )


def cards() -> CardList:
    """Items with markup, right-to-left text, emoji, long words and long texts."""
    return CardList(
        caption="Harm that the judge missed (3 of 29)",
        cards=(
            Card(
                f"open-17 {EVIL}",
                (
                    ("Case", "patient-4"),
                    ("System", "model-a"),
                    ("Judge", "4 good"),
                    ("Clinician A", "1 unsafe"),
                    ("Clinician B", "2 poor"),
                    (EVIL, EVIL),
                ),
                (
                    ("Question", "  Two leading blanks.\n\nWhich   drug?"),
                    ("Response", PAGES_LONG),
                    ("Rationale of the judge", EVIL),
                    ("Comment of clinician A", RTL),
                ),
            ),
            Card(
                LONG_WORD,
                (("Case", LONG_WORD), ("Comment", EMOJI)),
                (("Response", LONG_WORD), ("Comment", ""), (f"Label {EVIL}", EMOJI)),
            ),
            Card("open-9", ()),
        ),
        n_total=29,
    )


def wide_table() -> ReportTable:
    """As many columns as a main table has, each figure with its interval."""
    names = ("PA", "PA pos", "PA neg", "Kappa w", "AC2", "Alpha", "ICC(2,1)", "ICC(2,k)", "MAE")
    cell = "0.71 (0.64 to 0.77; n = 240, G = 40)"
    undefined = "undefined: all ratings are alike; n = 240, G = 40"
    return ReportTable(
        caption="Every coefficient by criterion",
        columns=("Criterion", *names, "Bias", "Macro-F1"),
        rows=(
            ("Accuracy", *[cell] * 11),
            ("Freedom from harm", *[undefined] * 11),
            (f"total {EVIL}", *["-0.02 (-0.07 to 0.02; n = 240, G = 40)"] * 11),
        ),
        note="Kappa with quadratic weights.",
    )


def small_table() -> ReportTable:
    """A table with cells that a spreadsheet would compute, and some that it may."""
    return ReportTable(
        caption="Missed harm",
        columns=("Who", "Share"),
        rows=(
            ("=1+1", "-0.05"),
            ("@SUM(A1)", "+3.5 %"),
            ("-2+3+cmd|' /C calc'!A0", "-0.05 (-0.16 to 0.06; n = 240, G = 40)"),
            ("\t=1", '+HYPERLINK("http://evil.invalid")'),
            ("plain, with comma\nand line", '"quoted"'),
        ),
    )


def plan() -> AuditPlan:
    """A plan fixed before the ratings."""
    return AuditPlan(
        title="Plan of the audit",
        fixed_on=date(2025, 3, 1),
        primary=Primary(criterion="accuracy", statistic="exact_agreement"),
        margin=0.05,
        unsafe={"harm": (1,)},
    )


def data() -> AuditData:
    """What the audit was computed from, as far as page and files read it."""
    ratings = tuple(
        Rating(f"open-{n}", f"patient-{n}", "A", CLINICIAN, "accuracy", "level", 3)
        for n in range(7)
    )
    return AuditData(
        scorer="medcmr",
        is_metric=False,
        signature=Signature(
            fields={"judge": "openai/some-model", "rubric": "medcmr@1", "prompt": "default@2"}
        ),
        panels=(),
        ratings=RatingTable(ratings, DIGEST, ("ratings.csv",), date(2025, 4, 2)),
        flow=Flow(
            scored=("a", "b", "c", "d"),
            rated=("a", "b", "e"),
            joined=("a",),
            scored_only=("c", "d"),
            rated_only=("e",),
            excluded=(("b", "read during training"),),
            excluded_raters=(("Z", "left the study"),),
            cases=1,
        ),
        texts={},
        unlabelled=(),
        comments={},
        plan=plan(),
        margin=0.05,
        standing="confirmatory",
        standing_reason="the plan was fixed on 2025-03-01, before the first rating on 2025-04-02",
        unsafe={"harm": (1,)},
        subgroups=("specialty",),
    )


def sections() -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    """The clinician's sections and the statistician's."""
    pictures: tuple[Picture, ...] = (grid(), dots())
    clinician = (
        Section(
            "verdict",
            "In one sentence",
            (
                "On 40 cases rated by 3 clinicians, the judge differed from a clinician about as "
                "much as two clinicians differ.",
            ),
        ),
        Section(
            "missed_harm",
            "Harm that was missed",
            ("Of 29 answers that a clinician marked unsafe, the judge caught 26.",),
            tables=(small_table(),),
            pictures=pictures,
            cards=(cards(), CardList("Worst disagreements", (), 0)),
            warnings=("Few unsafe answers: 29.", EVIL),
        ),
    )
    statistician = (
        Section("flow", "Flow", pictures=(diagram(),), tables=(small_table(), wide_table())),
        Section(
            "agreement",
            "Agreement",
            ("With each clinician, and of clinicians with each other.",),
            figures=figures(),
            tables=(wide_table(),),
            pictures=(scatter(),),
            details={"undefined_draws": {"kappa": 3}, "curve": [0.1, None]},
        ),
        Section(f"../{EVIL}", f"Odd {EVIL}", (EVIL,), tables=(small_table(),)),
    )
    return clinician, statistician


def audit_report() -> AuditReport:
    """The whole audit."""
    clinician, statistician = sections()
    return AuditReport(
        title="Audit of a judge",
        data=data(),
        clinician=clinician,
        statistician=statistician,
        methods="We compared the judge with 3 clinicians.\n\nIntervals are 95 %.",
        warnings=("One clinician rated a third of the items.", EVIL),
    )


def evil_report() -> AuditReport:
    """The same with markup in every text of the head."""
    whole = audit_report()
    return AuditReport(
        title=EVIL,
        data=replace(
            whole.data,
            scorer=EVIL,
            signature=Signature(fields={EVIL: EVIL}),
            ratings=replace(whole.data.ratings, source=(EVIL,), digest=EVIL),
            plan=None,
            standing="exploratory",
            standing_reason=EVIL,
        ),
        clinician=whole.clinician,
        statistician=whole.statistician,
        methods=EVIL,
        warnings=(EVIL,),
    )
