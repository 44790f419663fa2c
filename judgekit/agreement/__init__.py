"""Coefficients of agreement between raters, and what follows from them: numbers in and out."""

from judgekit.agreement.alternative_annotator import AltRater, AltTest, EpsilonPoint, alt_test
from judgekit.agreement.bias_battery import (
    Compression,
    PositionBias,
    length_slope,
    position_bias,
    scale_compression,
)
from judgekit.agreement.calibration import Calibration, calibrate
from judgekit.agreement.classification import macro_f1, panel_flags, sensitivity, specificity
from judgekit.agreement.concordance import lin_ccc, pearson
from judgekit.agreement.differences import (
    BlandAltman,
    bland_altman,
    mean_absolute_error,
    mean_difference,
)
from judgekit.agreement.drift import Drift, drift
from judgekit.agreement.enrichment import (
    EnrichedSample,
    SampledStratum,
    Stratum,
    enriched_sample,
)
from judgekit.agreement.family_preference import (
    CLINICIANS,
    FamilyPreference,
    family_preference,
)
from judgekit.agreement.human_reference import (
    HumanReference,
    PairCloseness,
    human_reference,
    margin_verdict,
)
from judgekit.agreement.icc import icc
from judgekit.agreement.kappa import cohen_kappa, fleiss_kappa, gwet_ac
from judgekit.agreement.kappa_paradox import KappaParadox, kappa_paradox
from judgekit.agreement.krippendorff import krippendorff_alpha
from judgekit.agreement.label_goals import (
    IccGoal,
    KappaGoal,
    MeanGoal,
    ProportionGoal,
    SensitivityGoal,
)
from judgekit.agreement.left_out import LeftOutRater, leave_one_out
from judgekit.agreement.order_effect import OrderEffect, order_effect
from judgekit.agreement.pair_measures import MeasureName
from judgekit.agreement.pairwise import PairwiseAccuracy, pairwise_accuracy
from judgekit.agreement.planning import LabelPlan, plan_labels
from judgekit.agreement.prediction_powered import PpiMean, ppi_mean, ppi_mean_difference
from judgekit.agreement.ranks import kendall_tau_b, spearman
from judgekit.agreement.raw import (
    bias_index,
    percent_agreement,
    prevalence_index,
    specific_agreement,
)
from judgekit.agreement.repeated_differences import RepeatedBlandAltman, bland_altman_repeated
from judgekit.agreement.rogan_gladen import RoganGladen, corrected_rate, rogan_gladen
from judgekit.agreement.sample_size import icc_sample_size, kappa_variance
from judgekit.agreement.self_consistency import SelfConsistency, self_consistency
from judgekit.agreement.severity import Severity, rater_severity
from judgekit.agreement.system_ranking import SystemRanking, system_ranking
from judgekit.agreement.variance_components import (
    VarianceComponents,
    icc_components,
    variance_components,
)
from judgekit.agreement.weighted import weighted_proportion
from judgekit.agreement.within_groups import within_correlation

__all__ = [
    "CLINICIANS",
    "AltRater",
    "AltTest",
    "BlandAltman",
    "Calibration",
    "Compression",
    "Drift",
    "EnrichedSample",
    "EpsilonPoint",
    "FamilyPreference",
    "HumanReference",
    "IccGoal",
    "KappaGoal",
    "KappaParadox",
    "LabelPlan",
    "LeftOutRater",
    "MeanGoal",
    "MeasureName",
    "OrderEffect",
    "PairCloseness",
    "PairwiseAccuracy",
    "PositionBias",
    "PpiMean",
    "ProportionGoal",
    "RepeatedBlandAltman",
    "RoganGladen",
    "SampledStratum",
    "SelfConsistency",
    "SensitivityGoal",
    "Severity",
    "Stratum",
    "SystemRanking",
    "VarianceComponents",
    "alt_test",
    "bias_index",
    "bland_altman",
    "bland_altman_repeated",
    "calibrate",
    "cohen_kappa",
    "corrected_rate",
    "drift",
    "enriched_sample",
    "family_preference",
    "fleiss_kappa",
    "gwet_ac",
    "human_reference",
    "icc",
    "icc_components",
    "icc_sample_size",
    "kappa_paradox",
    "kappa_variance",
    "kendall_tau_b",
    "krippendorff_alpha",
    "leave_one_out",
    "length_slope",
    "lin_ccc",
    "macro_f1",
    "margin_verdict",
    "mean_absolute_error",
    "mean_difference",
    "order_effect",
    "pairwise_accuracy",
    "panel_flags",
    "pearson",
    "percent_agreement",
    "plan_labels",
    "position_bias",
    "ppi_mean",
    "ppi_mean_difference",
    "prevalence_index",
    "rater_severity",
    "rogan_gladen",
    "scale_compression",
    "self_consistency",
    "sensitivity",
    "spearman",
    "specific_agreement",
    "specificity",
    "system_ranking",
    "variance_components",
    "weighted_proportion",
    "within_correlation",
]
