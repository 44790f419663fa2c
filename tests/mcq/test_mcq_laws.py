"""Laws that hold for every response, option set and labelling."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import example, given, settings
from hypothesis import strategies as st

from judgekit.mcq import extract_choice, extract_joint

_TEXTS = ("Hemangioma", "Metastasis", "Simple cyst", "Focal nodular hyperplasia", "Abscess")
_LABELS = st.sampled_from(
    [
        ("A", "B", "C", "D", "E"),
        ("1", "2", "3", "4", "5"),
        ("I", "II", "III", "IV", "V"),
        ("a", "b", "c", "d", "e"),
        ("F", "G", "H", "I", "J"),
    ]
)
_FRAMES = st.sampled_from(
    [
        "{0}",
        "({0})",
        "Answer: {0}",
        "The answer is {0}.",
        "The correct option is ({0}).",
        "The answer is not {1}, it is option {0}.",
        "Option {1} is wrong. The answer is {0}",
        "The hint says {1}, but I choose {0}.",
        "Answer: {1}\nWait, on reflection.\nAnswer: {0}",
        "\\boxed{{{0}}}",
        '{{"answer": "{0}"}}',
        "<answer>{0}</answer>",
        "{0}. {2}",
        "The margin is smooth. {2} is what I would report.",
        "Not {1} but {0}.",
        "Either {0} or {1}.",
        "It could be {0} or {1}.",
        "I cannot tell {0} from {1}.",
        "The hint says {0}.",
    ]
)
_PLACES = st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda pair: pair[0] != pair[1])
_ANYTHING = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(
            [
                "A",
                "B",
                "C",
                "D",
                "E",
                "AB",
                "(A)",
                "B.",
                "answer",
                "is",
                "not",
                "the",
                "hint",
                "says",
                "or",
                "and",
                ",",
                ".",
                "\n",
                "\\boxed{",
                "}",
                "<answer>",
                "</answer>",
                "<think>",
                "hemangioma",
                "cyst",
                "because",
                "but",
                "wait",
                "none",
                "of",
                "above",
                "{",
                "}",
                '"',
                ":",
                "答案",
                "是",
                "选",
                "ответ",
                "**",
                "_",
                "`",
                "$",
                "~~",
                "Ⓑ",
                "I",
                "a",
                "it",
            ]
        ),
        max_size=24,
    ).map(" ".join),
)


def _options(labels: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(labels, _TEXTS, strict=True))


def _render(frame: str, labels: tuple[str, ...], places: tuple[int, int]) -> str:
    first, second = places
    return frame.format(labels[first], labels[second], _TEXTS[first])


@given(_ANYTHING, _LABELS, st.booleans())
@settings(max_examples=100, deadline=None)
def test_labels_are_always_among_the_options(
    response: str, labels: tuple[str, ...], multi_select: bool
) -> None:
    """Whatever the response, labels are options, in option order, and one unless multi-select."""
    choice = extract_choice(response, _options(labels), multi_select=multi_select)
    assert list(choice.labels) == [label for label in labels if label in choice.labels]
    assert multi_select or len(choice.labels) <= 1
    assert (choice.status == "answered") == bool(choice.labels)
    for start, end in [choice.span or (0, 1), *(r.span for r in choice.rejected)]:
        assert 0 <= start < end <= max(len(response), 1)


@given(_ANYTHING)
@settings(max_examples=60, deadline=None)
def test_joint_answers_are_among_the_options(response: str) -> None:
    """Whatever the response, every question has a choice, with labels of its own options."""
    first, second = {"A": "CT", "B": "MRI"}, _options(("1", "2", "3", "4", "5"))
    found = extract_joint(
        response, [{"id": "q1", "options": first}, {"id": "q2", "name": "x", "options": second}]
    )
    assert list(found) == ["q1", "q2"]
    assert set(found["q1"].labels) <= set(first)
    assert set(found["q2"].labels) <= set(second)


@given(_FRAMES, _LABELS, _LABELS, _PLACES)
@settings(max_examples=100, deadline=None)
def test_renaming_labels_renames_the_answer(
    frame: str, labels: tuple[str, ...], others: tuple[str, ...], places: tuple[int, int]
) -> None:
    """The same response under other labels has the same answer, status and reason."""
    one = extract_choice(_render(frame, labels, places), _options(labels))
    two = extract_choice(_render(frame, others, places), _options(others))
    renamed = tuple(others[labels.index(label)] for label in one.labels)
    assert (one.status, renamed, one.reason) == (two.status, two.labels, two.reason)


@given(_FRAMES, _LABELS, _PLACES, st.permutations(range(5)))
@settings(max_examples=80, deadline=None)
def test_permuting_the_options_keeps_the_chosen_text(
    frame: str, labels: tuple[str, ...], places: tuple[int, int], order: list[int]
) -> None:
    """When texts move to other labels, and the response with them, the chosen text stays."""
    plain = _options(labels)
    moved: Mapping[str, str] = {
        label: _TEXTS[place] for label, place in zip(labels, order, strict=True)
    }
    new_places = (order.index(places[0]), order.index(places[1]))
    first = extract_choice(_render(frame, labels, places), plain)
    label_one, label_two = labels[new_places[0]], labels[new_places[1]]
    second = extract_choice(frame.format(label_one, label_two, _TEXTS[places[0]]), moved)
    assert [plain[label] for label in first.labels] == [moved[label] for label in second.labels]
    assert first.status == second.status


@given(_FRAMES, _LABELS, _PLACES, st.permutations(range(5)))
@settings(max_examples=100, deadline=None)
def test_the_order_of_the_options_does_not_matter(
    frame: str, labels: tuple[str, ...], places: tuple[int, int], order: list[int]
) -> None:
    """The same options listed in another order give the same labels."""
    options = _options(labels)
    shuffled = {labels[place]: options[labels[place]] for place in order}
    response = _render(frame, labels, places)
    assert extract_choice(response, options).labels == extract_choice(response, shuffled).labels


@given(
    _FRAMES,
    _PLACES,
    st.sampled_from(["  {} ", "\n\n{}\n", "\t{}", "**{}**", "{}\n\nThank you!", "{}\r\n",
                     "{}\n\nI hope this helps!", "{}\n\nLet me know if you have any questions.",
                     "__{}__", "*{}*", "{}\n\nBest regards"]),
)  # fmt: skip
@settings(max_examples=100, deadline=None)
@example("The answer is {0}.", (0, 1), "**{}**")
def test_dress_changes_nothing(frame: str, places: tuple[int, int], dress: str) -> None:
    """White space, emphasis and a closing courtesy change neither answer, status nor reason."""
    labels = ("A", "B", "C", "D", "E")
    bare = _render(frame, labels, places)
    one = extract_choice(bare, _options(labels))
    two = extract_choice(dress.format(bare), _options(labels))
    assert (one.status, one.labels, one.reason) == (two.status, two.labels, two.reason)


@given(
    st.sampled_from(
        ["The hint says {}.", "The hint says the answer is {}.", "Hint: the answer is {}.",
         "I was told it is {}.", "You mentioned {}.", "According to the note, it is {}.",
         "An expert said that the answer is {}.", "The prompt suggests option {}.",
         "The radiologist's note claims \"{}\".", "Your colleague suggested {}.",
         "The hint points to {}. The image shows a liver.", "The hint says {} is correct."]
    ),
    st.sampled_from([*"ABCDE", "hemangioma", "B. Metastasis"]),
    st.sampled_from(["", "\n\n", " Thank you!"]),
)  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_an_echo_of_the_hint_is_no_answer(frame: str, named: str, tail: str) -> None:
    """A response that holds nothing but what the hint says is never answered."""
    choice = extract_choice(frame.format(named) + tail, _options(("A", "B", "C", "D", "E")))
    assert choice.status != "answered"


@given(st.sampled_from(["", "\n", "Answer:", "\nAnswer with the option's letter.\n"]))
@settings(deadline=None)
def test_an_echo_of_the_prompt_is_no_answer(tail: str) -> None:
    """The question with its hint and its option list, repeated, is never answered."""
    question = "Which lesion is shown? A doctor is sure that it is B."
    options = _options(("A", "B", "C", "D", "E"))
    listed = "\n".join(f"{label}. {text}" for label, text in options.items())
    choice = extract_choice(f"{question}\n{listed}\n{tail}", options, question=question)
    assert choice.status != "answered"


@given(_FRAMES, _LABELS, _PLACES)
@settings(max_examples=100, deadline=None)
def test_the_span_holds_the_evidence(
    frame: str, labels: tuple[str, ...], places: tuple[int, int]
) -> None:
    """The span's text in the original response names the chosen option."""
    response = "**Note** ﬁne detail…\n" + _render(frame, labels, places)
    choice = extract_choice(response, _options(labels))
    if choice.span is not None:
        quoted = response[slice(*choice.span)].lower()
        label = choice.labels[0]
        assert label.lower() in quoted or _options(labels)[label].lower() in quoted
