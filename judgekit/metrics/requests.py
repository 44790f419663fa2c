"""How metrics are asked for in one line of text: NAME[:SUBJECT][,OPTION=VALUE...], and so on.

"rouge1,rougeL:tokenizer=unicode,stemmer=yes,exact" asks for three metrics, the second with two
options: a part that has "=" before any ":" is an option of the metric before it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn, TypeVar

from judgekit.errors import ConfigurationError

_Value = TypeVar("_Value")


@dataclass
class MetricRequest:
    """One metric as it was asked for.

    Attributes:
        name: The metric.
        subject: What stands after the colon without "=": a model; None: nothing does.
        options: The options, in the order given.
        unnamed: Options that are no part of its spelling.
    """

    name: str
    subject: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    unnamed: tuple[str, ...] = ()

    def add(self, option: str) -> None:
        """Take one OPTION=VALUE.

        Raises:
            ConfigurationError: It is given twice, or has no value.
        """
        key, _, value = (part.strip() for part in option.partition("="))
        if not key or not value:
            self.refuse(f"option {option!r} must be OPTION=VALUE")
        if key in self.options:
            self.refuse(f"option {key!r} is given twice")
        self.options[key] = value

    def check_options(self, known: Sequence[str]) -> None:
        """Refuse an option that the metric does not have.

        Raises:
            ConfigurationError: There is no such option; says which there are.
        """
        for key in self.options:
            if key not in known:
                hint = did_you_mean(key, known) if known else "it has none"
                self.refuse(f"there is no option {key!r}; {hint}")

    def choice(self, key: str, choices: Mapping[str, _Value], default: str) -> _Value:
        """Return what an option of fixed words stands for.

        Raises:
            ConfigurationError: It is none of the words.
        """
        word = self.options.get(key, default)
        if word not in choices:
            self.refuse(f"{key} must be {' or '.join(choices)}, got {word!r}")
        return choices[word]

    def number(self, key: str, default: float) -> float:
        """Return an option that is a number.

        Raises:
            ConfigurationError: It is none.
        """
        text = self.options.get(key)
        try:
            return default if text is None else float(text)
        except ValueError:
            self.refuse(f"{key} must be a number, got {text!r}")

    def count(self, key: str) -> int | None:
        """Return an option that is a whole number, 0 or more; None where it is not given.

        Raises:
            ConfigurationError: It is none.
        """
        text = self.options.get(key)
        if text is None:
            return None
        if not (text.isascii() and text.isdigit()):
            self.refuse(f"{key} must be a whole number, got {text!r}")
        return int(text)

    def refuse(self, why: str) -> NoReturn:
        """Say why the metric cannot be had as asked for.

        Raises:
            ConfigurationError: Always.
        """
        raise ConfigurationError(f"choosing the metric {self.name!r}: {why}")

    @property
    def spelling(self) -> str:
        """The metric with its options in alphabetic order: the name of its figure."""
        parts = [
            f"{key}={_without_place(value)}"
            for key, value in sorted(self.options.items())
            if key not in self.unnamed
        ]
        model = [_without_place(self.subject)] if self.subject else []
        return ":".join([self.name, ",".join([*model, *parts])]).rstrip(":")


def parse_requests(text: str) -> list[MetricRequest]:
    """Return the metrics that a line of text asks for, in order.

    Args:
        text: Metrics separated by commas.

    Raises:
        ConfigurationError: An option stands before any metric, or is given twice.

    Example:
        >>> [one.spelling for one in parse_requests("rouge1, rougeL:tokenizer=unicode,stemmer=yes")]
        ['rouge1', 'rougeL:stemmer=yes,tokenizer=unicode']
    """
    requests: list[MetricRequest] = []
    for part in filter(None, map(str.strip, text.split(","))):
        if "=" in part.partition(":")[0]:
            if not requests:
                raise ConfigurationError(
                    f"choosing metrics: {part!r} is an option and stands before any metric; "
                    "write NAME:OPTION=VALUE"
                )
            requests[-1].add(part)
            continue
        name, _, rest = (piece.strip() for piece in part.partition(":"))
        request = MetricRequest(name)
        if "=" in rest:
            request.add(rest)
        else:
            request.subject = rest or None
        requests.append(request)
    return requests


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint at the nearest known word, or at all of them."""
    choices = list(known)
    near = difflib.get_close_matches(word, choices, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(choices)}"


def _without_place(text: str) -> str:
    """Return the last part of a path: where it lies on this machine says nothing elsewhere."""
    is_path = text.startswith((".", "/", "~")) or text.count("/") > 1
    return Path(text).name if is_path else text
