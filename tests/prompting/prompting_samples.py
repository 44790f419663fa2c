"""One sample for each rubric, for the golden renderings."""

from judgekit.records import Image, Sample

CHEST = Sample(
    id="1",
    response="There is a small pneumothorax at the left apex. Chest drain advised.",
    question="What does the radiograph show?",
    references=("A small left apical pneumothorax.",),
    visual_evidence="A thin pleural line at the left apex; no lung markings beyond it.",
    images=(Image(path="chest.png"),),
)
REVIEW = Sample(
    id="2",
    response="Vitamin D may reduce falls in older adults.",
    references=("There is insufficient evidence that vitamin D prevents falls in older adults.",),
)
