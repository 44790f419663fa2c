"""Letters and numerals that belong to medical terms, not to options."""

from __future__ import annotations

import re

_NOUNS = """hepatitis|vitamin|vitamins|type|types|factor|grade|class|group|stage|category|
    influenza|flu|protein|zone|level|segment|segments|kerley|stanford|weber|density|score|
    complex|apolipoprotein|apo|hemoglobin|haemoglobin|immunoglobulin|ig|hla|child-pugh|child|
    classification|subtype|variant|strain|serotype|phase|figure|fig|panel|plate|image|series|
    barrett|garland|bi-rads|li-rads|ti-rads|pi-rads|cad-rads|lung-rads|birads|birads density|
    coenzyme|serogroup|haplotype|hemophilia|haemophilia|streptococcus|strep|botulinum|toxin|
    concanavalin|cyclosporin|amphotericin|natriuretic peptide|ring|station|nerve|lead|view|
    tile|schatzker|garden|salter-harris|mayo|nyha|who grade|fazekas|bosniak|fleischner|typ|
    marker|arrow|line|lines|point|region|area|box|structure|syndrome|cap|troponin|
    penicillin|peptide|schistosomiasis|agatston|stadium|stade|grado|tipo|grau|clase|classe|
    hépatite|vitamine|hepatite|epatite|vitamina|gruppo|grupo|groupe|klasse|groep|gruppe|graad|
    grad|tipe|golongan|乙型|肝炎|维生素|类型|分级|分期|型|gleason|schema|bronchiectasis grade|
    patient|subject|question|segmental|sign of|gadolinium|aspect|los angeles"""
_BEFORE = re.compile(
    r"(?:(?<![^\W\d_])(?:" + "|".join(w.strip() for w in _NOUNS.split("|")) + r")[\s-]{1,2})$"
)
_AFTER = re.compile(
    r"\s(?:lines?|symptoms?|cells?|waves?|section|dimer|mode|scans?|spine|lymphocytes?|strep|"
    r"antigens?|virus|natriuretic|cell-|streptococc\w*|ring|vitamins?|fibers?|fibres?)(?![^\W\d_])"
    r"|\.\s?(?:difficile|diff|coli|pylori|aureus|pneumoniae|albicans|fumigatus|influenzae|"
    r"burgdorferi|cereus|perfringens|tetani|jejuni|f[ae]*calis|fragilis|neoformans|trachomatis|"
    r"histolytica|granulosus|multilocularis|mirabilis|cepacia|immitis|anthracis|pertussis|"
    r"psittaci|botulinum|baumannii|cloacae|pyogenes|israelii|meningitidis|gonorrhoeae|henselae|"
    r"abscessus|avium|tuberculosis|marcescens|auris|glabrata|dermatitidis|capsulatum)(?!\w)",
)
_WINDOW = 26
_DESIGNATED = re.compile(r"(?:answer|option|choice|letter)\s+(?:is\s+)?(?:type\s)?$")


def is_medical_letter(low: str, start: int, end: int) -> bool:
    """Return True when the token `low[start:end]` is part of a medical term ("hepatitis B").

    Args:
        low: The text in lower case.
        start: Where the token starts.
        end: Where it ends.
    """
    if start and low[start - 1] in " -" and _BEFORE.search(low[max(0, start - _WINDOW) : start]):
        return True
    return bool(_AFTER.match(low, end))
