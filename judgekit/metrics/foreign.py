"""What a user declares of somebody else's metric, and whether a value keeps to it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from judgekit.errors import ConfigurationError, InputDataError
from judgekit.metrics.requests import did_you_mean

SYNTAX = (
    "NAME:source=WHO,version=V,range=0..1,higher_is_better=yes; also column=COLUMN where the "
    "column has another name, and file=FILE where the values stand in a second file by id"
)
_NEEDED = ("source", "version", "range", "higher_is_better")
_OPTIONS = (*_NEEDED, "column", "file")
_KINDS = {str: "a text", bool: "true or false", list: "a list", dict: "an object"}
_DIRECTIONS: dict[str, bool | None] = {"yes": True, "no": False, "neither": None}


@dataclass(frozen=True)
class ForeignColumn:
    """What a user declares of somebody else's metric.

    Attributes:
        name: What the figure is called.
        source: Who computes it: a package, a paper.
        version: Of the package or model.
        minimum: Lowest possible value; None: unbounded.
        maximum: Highest possible value; None: unbounded.
        higher_is_better: Direction; None: neither.
        column: Where the values stand, in a row's own columns or in `file`.
        file: JSONL, CSV or TSV with `id` and the column; None: the input itself.
    """

    name: str
    source: str
    version: str
    minimum: float | None
    maximum: float | None
    higher_is_better: bool | None
    column: str
    file: Path | None = None

    @property
    def range(self) -> str:
        """The declared range as it is written."""
        return "..".join("" if end is None else f"{end:g}" for end in (self.minimum, self.maximum))

    @property
    def direction(self) -> str:
        """Whether more is better: yes, no or neither."""
        return next(word for word, way in _DIRECTIONS.items() if way is self.higher_is_better)

    @property
    def worst(self) -> float | None:
        """The worst value of the range; None where it is open on that side, or neither is worse."""
        if self.higher_is_better is None:
            return None
        return self.minimum if self.higher_is_better else self.maximum

    def checked(self, value: JsonValue, place: str) -> float | None:
        """Return a value as a number; None where there is none.

        Raises:
            InputDataError: It is no number, or lies outside the declared range.
        """
        if value is None:
            return None
        what = f"reading column {self.column!r}, {place}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            kind = _KINDS.get(type(value), type(value).__name__)
            raise InputDataError(
                f"{what}: every value must be a number, got {kind}; leave the cell empty, or "
                "null, where there is none"
            )
        number = float(value)
        low = -math.inf if self.minimum is None else self.minimum
        high = math.inf if self.maximum is None else self.maximum
        if not math.isfinite(number) or not low <= number <= high:
            raise InputDataError(
                f"{what}: {number!r} lies outside the declared range {self.range}; declare the "
                "metric's real range"
            )
        return number


def parse_column(text: str) -> ForeignColumn:
    """Return the foreign metric that a line of text declares.

    Args:
        text: NAME:source=WHO,version=V,range=LOW..HIGH,higher_is_better=yes|no|neither, and
            optionally column=COLUMN and file=FILE. An open end of the range is left out: "0..".
            A comma that no OPTION= follows belongs to the value before it.

    Raises:
        ConfigurationError: Something is missing or wrong; says what to write.

    Example:
        >>> parse_column("green:source=GREEN,version=1,range=0..1,higher_is_better=yes").maximum
        1.0
    """
    name, _, rest = text.partition(":")
    options: dict[str, str] = {}
    last = ""
    for part in rest.split(","):
        key, equals, value = part.partition("=")
        if equals and key.strip() in options:
            raise _wrong(text, f"{key.strip()!r} is given twice")
        if equals:
            last = key.strip()
            options[last] = value.strip()
        elif last:
            options[last] += f",{part}"
    for key in options:
        if key not in _OPTIONS:
            raise _wrong(text, f"there is no option {key!r}; {did_you_mean(key, _OPTIONS)}")
    missing = [key for key in _NEEDED if not options.get(key)]
    if not name.strip() or missing:
        raise _wrong(text, f"{missing[0] if name.strip() else 'NAME'} is missing")
    if options["higher_is_better"] not in _DIRECTIONS:
        raise _wrong(text, "higher_is_better must be yes, no or neither")
    minimum, maximum = _parse_range(text, options["range"])
    return ForeignColumn(
        name=name.strip(),
        source=options["source"],
        version=options["version"],
        minimum=minimum,
        maximum=maximum,
        higher_is_better=_DIRECTIONS[options["higher_is_better"]],
        column=options.get("column", name.strip()),
        file=Path(options["file"]) if "file" in options else None,
    )


def _parse_range(text: str, given: str) -> tuple[float | None, float | None]:
    low, dots, high = given.partition("..")
    try:
        ends = [float(end) if end.strip() else None for end in (low, high)]
    except ValueError:
        raise _wrong(text, f"range must be LOW..HIGH in numbers, got {given!r}") from None
    if not dots or any(end is not None and not math.isfinite(end) for end in ends):
        raise _wrong(text, f"range must be LOW..HIGH in finite numbers, got {given!r}")
    if ends[0] is not None and ends[1] is not None and not ends[0] < ends[1]:
        raise _wrong(text, f"range must rise, got {given!r}")
    return ends[0], ends[1]


def _wrong(text: str, why: str) -> ConfigurationError:
    return ConfigurationError(f"reading --column {text!r}: {why}; write {SYNTAX}")
