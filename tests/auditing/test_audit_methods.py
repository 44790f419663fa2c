"""The methods paragraph and the checklist: what was done, and what stays open."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from audit_panels import audit_data, panel

from judgekit.auditing.data import AuditData
from judgekit.auditing.methods import methods_paragraph
from judgekit.auditing.plan import AuditPlan, StudyDesign
from judgekit.auditing.sections.checklist import checklist_section
from judgekit.auditing.sections.summary import summary_section
from judgekit.records.signature import Signature

ONE = panel(
    [3, 2] * 10,
    [(3, 2 + k // 2 % 3) if k % 2 else (2, 2) for k in range(20)],
    cases=[f"p{k // 2}" for k in range(20)],
)


def _paragraph(data: AuditData) -> str:
    return methods_paragraph(data, summary_section(data).figures)


def test_it_names_only_intervals_that_were_made() -> None:
    """A case bootstrap with its draws and seed; nothing of kinds that no figure has."""
    text = _paragraph(audit_data(ONE))
    assert "case bootstrap (200 draws, seed 0)" in text
    few = _paragraph(audit_data(ONE.at(lambda place: place < 4)))
    assert "No figure has an interval." in few
    assert "bootstrap" not in few


def test_it_says_sizes_settings_and_standing() -> None:
    """Counts of raters and items, the signature's fields, and whether anything is confirmatory."""
    signature = Signature(fields={"scorer": "judge", "rubric": "r@1", "temperature": "0"})
    text = _paragraph(replace(audit_data(ONE, standing="exploratory"), signature=signature))
    assert "2 clinicians rated 20 answers under 1 criterion (Safety;" in text
    assert "(rubric r@1; temperature 0)" in text
    assert "Every verdict and every p value is exploratory: no plan was given." in text
    assert "The margin was" not in text


def test_it_quotes_margin_and_plan() -> None:
    """The margin in force, and the plan by its digest."""
    data = replace(audit_data(ONE), margin=0.2, plan=AuditPlan(fixed_on=date(2026, 1, 1)))
    text = _paragraph(data)
    assert "The margin was 0.2." in text
    assert "The plan (digest " in text


def test_open_points_are_shown_open() -> None:
    """Without a design nothing is claimed for the people who made the study."""
    section = checklist_section(audit_data(ONE))
    status = {row[0]: (row[2], row[3]) for table in section.tables for row in table.rows}
    for point in ("GRRAS 4", "GRRAS 6", "GRRAS 8", "GRRAS 9", "TRIPOD-LLM: ethics", "CLAIM: data"):
        assert status[point] == ("open", "to be stated")
    assert status["GRRAS 11"][0] == "reported"
    assert "2 clinicians, 20 answers" in status["GRRAS 11"][1]
    n_open = sum(one[0] == "open" for one in status.values())
    assert f"{n_open} are open" in section.paragraphs[0]
    assert len([name for name in status if name.startswith("GRRAS ")]) == 15


def test_the_design_of_the_plan_answers_as_it_stands() -> None:
    """A text of the plan is printed word by word; the others stay open."""
    design = StudyDesign(blinding="raters did not see the judge's scores")
    data = replace(audit_data(ONE), plan=AuditPlan(fixed_on=date(2026, 1, 1), design=design))
    rows = {row[0]: row for table in checklist_section(data).tables for row in table.rows}
    assert rows["GRRAS 8"][2:] == ("reported", "raters did not see the judge's scores")
    assert rows["GRRAS 9"][2] == "open"
