"""Flags of side and of absence in English: each rule by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judgekit.errors import InputDataError
from judgekit.metrics import Flag, english_laterality_flags, english_negation_flags

# prediction, reference, (term, prediction says, reference says) of each flag
SIDES = [
    ("Left pleural effusion.", "Right pleural effusion.", [("effusion", "left", "right")]),
    ("Effusion on the left.", "Right effusions", [("effusion", "left", "right")]),
    ("Left-sided mass", "right sided mass", [("mass", "left", "right")]),
    ("LEFT MASS", "right mass", [("mass", "left", "right")]),
    ("left lower lobe nodule", "right lower lobe nodule", [("nodule", "left", "right")]),
    ("bilateral effusions", "left effusion", [("effusion", "bilateral", "left")]),
    ("right effusion", "effusions in both lungs", [("effusion", "right", "bilateral")]),
    ("right lung", "both lungs", [("lung", "right", "bilateral")]),
    (
        "left effusion and right pneumothorax",
        "right effusion, left pneumothorax",
        [("effusion", "left", "right"), ("pneumothorax", "right", "left")],
    ),
    # The finding before the preposition counts beside the structure behind the side.
    (
        "mass in the left kidney",
        "mass in the right kidney; left kidney normal",
        [("mass", "left", "right")],
    ),
    # No disagreement: the same side, two sides that together are both, a side left out.
    ("left effusion", "left effusion", []),
    ("left and right effusions", "bilateral effusions", []),
    ("left effusion", "left effusion. Right effusion.", []),
    ("effusion", "left effusion", []),
    # Other things, other clauses, other phrases.
    ("left effusion", "right pneumothorax", []),
    ("left. Effusion", "right effusion", []),
    ("left, effusion", "right effusion", []),
    ("The patient left and has effusion", "right effusion", []),
    ("left lower", "right lower", []),
    # English only, and called that.
    ("Erguss links", "Erguss rechts", []),
    ("左肺结节", "右肺结节", []),
    ("", "", []),
]


@pytest.mark.parametrize(("prediction", "reference", "said"), SIDES)
def test_worked_examples_of_sides(
    prediction: str, reference: str, said: list[tuple[str, str, str]]
) -> None:
    """Disjoint sides, or both against one, for a term that both texts give a side."""
    flags = english_laterality_flags([prediction], [reference])[0]

    assert [(f.term, f.prediction_says, f.reference_says) for f in flags] == said
    assert {f.kind for f in flags} <= {"laterality"}


NEGATIONS = [
    ("No pneumothorax.", "Small pneumothorax.", [("pneumothorax", "absent", "present")]),
    ("Pneumothorax", "no pneumothorax", [("pneumothorax", "present", "absent")]),
    ("No pleural effusion", "pleural effusions", [("pleural effusion", "absent", "present")]),
    ("without hydronephrosis", "hydronephrosis", [("hydronephrosis", "absent", "present")]),
    ("negative for PE", "acute PE", [("pe", "absent", "present")]),
    ("no evidence of hemorrhage", "hemorrhage", [("hemorrhage", "absent", "present")]),
    ("Effusion is absent", "effusion", [("effusion", "absent", "present")]),
    ("Effusion is not seen", "effusion", [("effusion", "absent", "present")]),
    ("PE has been ruled out", "PE", [("pe", "absent", "present")]),
    # A list goes on over its commas up to "or"; without it the comma ends the scope.
    ("No effusion, mass or edema", "mass", [("mass", "absent", "present")]),
    ("No effusion, cardiomegaly", "cardiomegaly", []),
    # A negation behind reaches back to the comma only.
    ("Cardiomegaly, effusion is absent", "cardiomegaly", []),
    ("There is a mass and effusion is absent", "mass", []),
    ("There is a mass and effusion is absent", "effusion", [("effusion", "absent", "present")]),
    ("mass or effusion is absent", "mass", [("mass", "absent", "present")]),
    # "and" that begins a statement, "but", a full stop and a new line end it.
    ("No effusion and the heart is enlarged", "heart enlarged", []),
    ("No effusion but consolidation", "consolidation", []),
    ("No effusion. Consolidation.", "consolidation", []),
    ("No effusion\nConsolidation", "consolidation", []),
    # A line that goes on in lower case is the same sentence.
    ("No pleural\neffusion", "effusion", [("effusion", "absent", "present")]),
    # The scope is six words, in a list four behind its last "or".
    ("No one two three four five mass", "mass", [("mass", "absent", "present")]),
    ("No one two three four five six mass", "mass", []),
    ("No a, b, c, d, e, f or pleural mass", "mass", [("mass", "absent", "present")]),
    ("No effusion or one two three four mass", "mass", []),
    ("CT does not show a mass", "mass", [("mass", "absent", "present")]),
    ("not unlike a mass", "mass", []),
    ("no evidence to support biopsy", "biopsy", []),
    ("No opacities", "opacity", [("opacity", "absent", "present")]),
    # No change is not an absence; a hedge is neither.
    ("No change in effusion", "effusion", []),
    ("No significant interval increase of effusion", "effusion", []),
    ("Fracture cannot be excluded", "no fracture", []),
    ("Possible fracture", "no fracture", []),
    # Said both ways in one text, or absent in both, or said in one only.
    ("No mass. Mass in the liver.", "mass", []),
    ("no mass", "without mass", []),
    ("no mass", "clear", []),
    # English only, and called that.
    ("kein Erguss", "Erguss", []),
    ("没有结节", "结节", []),
    ("", "", []),
]


@pytest.mark.parametrize(("prediction", "reference", "said"), NEGATIONS)
def test_worked_examples_of_negation(
    prediction: str, reference: str, said: list[tuple[str, str, str]]
) -> None:
    """Absent throughout one text and present throughout the other."""
    flags = english_negation_flags([prediction], [reference])[0]

    assert [(f.term, f.prediction_says, f.reference_says) for f in flags] == said
    assert {f.kind for f in flags} <= {"negation"}


def test_spans_quote_the_side_with_its_term() -> None:
    """Side to term in both texts, in whichever order they stand."""
    prediction, reference = "There is an effusion on the left.", "A right pleural effusion."

    (flag,) = english_laterality_flags([prediction], [reference])[0]

    assert prediction[slice(*flag.prediction_span)] == "effusion on the left"
    assert reference[slice(*flag.reference_span)] == "right pleural effusion"


def test_spans_quote_the_negation_with_its_term() -> None:
    """Negation to term where there is one, otherwise the term."""
    prediction, reference = "Small pleural effusion.", "Lungs clear, no pleural effusion."

    (flag,) = english_negation_flags([prediction], [reference])[0]

    assert prediction[slice(*flag.prediction_span)] == "pleural effusion"
    assert reference[slice(*flag.reference_span)] == "no pleural effusion"


_REPORTS = st.lists(
    st.sampled_from(
        ["no", "left", "right", "both", "effusion", "mass", "on the", "is absent", ",", ".", "and"]
    ),
    max_size=12,
).map(" ".join)


@settings(deadline=None)
@given(_REPORTS)
def test_a_text_agrees_with_itself(text: str) -> None:
    """No flag against the same text."""
    assert english_laterality_flags([text], [text]) == [()]
    assert english_negation_flags([text], [text]) == [()]


@settings(deadline=None)
@given(_REPORTS, _REPORTS)
def test_swapping_the_texts_swaps_what_they_say(one: str, other: str) -> None:
    """The same terms are flagged for negation from either side, with the words exchanged."""

    def said(flags: tuple[Flag, ...]) -> set[tuple[str, str, str]]:
        return {
            (term, flag.prediction_says, flag.reference_says)
            for flag in flags
            for term in flag.term.split()
        }

    forward = said(english_negation_flags([one], [other])[0])
    backward = said(english_negation_flags([other], [one])[0])

    assert forward == {(term, theirs, ours) for term, ours, theirs in backward}


@pytest.mark.parametrize("metric", [english_laterality_flags, english_negation_flags])
def test_bad_input_is_one_sentence(metric: object) -> None:
    """Lengths, a missing text and several references are refused by name."""
    assert callable(metric)
    with pytest.raises(InputDataError, match="got 1 predictions and 0 references"):
        metric(["a"], [])
    with pytest.raises(InputDataError, match=r"references\[0\] must be a text, got NoneType"):
        metric(["a"], [None])
    with pytest.raises(InputDataError, match=r"references\[0\] holds 2 texts, give one"):
        metric(["a"], [["b", "c"]])
