"""The judge as a classifier of clinicians' labels."""

from __future__ import annotations

import numpy as np
import pytest
from agreement_cases import CASES

from judgekit.agreement.classification import macro_f1, panel_flags, sensitivity, specificity

SMALL = CASES["healthbench_macro_f1_small"]
GRADER, CRITERION = SMALL["data"]["grader"], SMALL["data"]["criterion"]
PHYSICIANS = [row + [None] * (3 - len(row)) for row in SMALL["data"]["physicians"]]
SCALE = (0, 1)


def test_both_readings_of_healthbench() -> None:
    """Pooled, per criterion and mean over criteria equal the released code's figures."""
    expected = SMALL["expected"]
    pooled = macro_f1(GRADER, PHYSICIANS, categories=SCALE)
    assert pooled.value == pytest.approx(expected["pooled"], abs=1e-9)
    for name in ("a", "b"):
        kept = [i for i, criterion in enumerate(CRITERION) if criterion == name]
        actual = macro_f1(
            [GRADER[i] for i in kept], [PHYSICIANS[i] for i in kept], categories=SCALE
        )
        assert actual.value == pytest.approx(expected[f"criterion_{name}"], abs=1e-9)
    mean = macro_f1(GRADER, PHYSICIANS, categories=SCALE, groups=CRITERION)
    assert mean.value == pytest.approx(expected["mean_over_criteria"], abs=1e-9)
    votes = panel_flags(PHYSICIANS, category=1, categories=SCALE, rule="majority")
    majority = macro_f1(GRADER, [[vote] for vote in votes], categories=SCALE)
    assert majority.value == pytest.approx(expected["majority_vote"], abs=1e-9)


def test_a_class_that_never_occurs_has_no_f1() -> None:
    """Perfect agreement on one class says nothing on the other: undefined, not 0.5 or 1."""
    actual = macro_f1([1, 1, 1], [[1], [1], [1]], categories=SCALE, n_boot=20)
    assert (actual.value, actual.low) == (None, None)
    assert "neither" in str(actual.reason)


def test_panel_rules_by_hand() -> None:
    """Any needs one vote; majority more than half of the given votes, a tie is not one."""
    panel = [[1, 0, 0], [1, 1, 0], [1, 0, None], [None, None, None], [0, 0, 0], [1, None, None]]
    options = {"category": 1, "categories": SCALE}
    assert panel_flags(panel, rule="any", **options) == [1, 1, 1, None, 0, 1]
    assert panel_flags(panel, rule="majority", **options) == [0, 1, 0, None, 0, 1]


def test_sensitivity_by_hand_and_its_interval() -> None:
    """Caught of unsafe with Wilson's interval: 18 of 20 is 0.699-0.972."""
    judge = ["unsafe"] * 18 + ["safe"] * 2 + ["unsafe"] + ["safe"] * 9
    truth = ["unsafe"] * 20 + ["safe"] * 10
    options = {"category": "unsafe", "categories": ("safe", "unsafe"), "n_boot": 1}
    caught = sensitivity(judge, truth, **options)
    assert (caught.value, caught.n) == (0.9, 20)
    expected = CASES["wilson_sensitivity"]["expected"][1]
    assert (caught.low, caught.high) == pytest.approx(expected, abs=1e-9)
    spared = specificity(judge, truth, **options)
    assert (spared.value, spared.n) == (0.9, 10)


def test_sensitivity_without_such_items() -> None:
    """No unsafe item: undefined; unrated items do not count as missed."""
    options = {"category": 1, "categories": SCALE}
    assert sensitivity([1, 0], [0, 0], **options).value is None
    assert sensitivity([1, None], [1, 1], **options).value == 1.0
    assert specificity([1], [1], **options).reason == (
        "no item rated by the judge lies outside category 1"
    )


def test_bad_input_is_refused() -> None:
    """Unknown rules, categories off the scale and unequal lengths are refused by name."""
    with pytest.raises(ValueError, match="rule must be 'any' or 'majority', got 'all'"):
        panel_flags([[1]], category=1, categories=SCALE, rule="all")
    with pytest.raises(ValueError, match="category 7 is not on the scale"):
        sensitivity([1], [1], category=7, categories=SCALE)
    with pytest.raises(ValueError, match="judge must have one entry per item, got 1 for 2"):
        macro_f1([1], [[1], [0]], categories=SCALE)
    with pytest.raises(ValueError, match="groups must have one entry per item, got 1 for 2"):
        macro_f1([1, 1], [[1], [0]], categories=SCALE, groups=["a"])
    assert macro_f1(np.array([]), np.empty((0, 2)), categories=SCALE).value is None
