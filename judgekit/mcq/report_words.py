"""Figures of a multiple-choice report in words: percent, points, intervals, counts."""

from __future__ import annotations

from judgekit.mcq.figures import Figure

MINUS = "\u2212"
DASH = "—"


def value_text(figure: Figure) -> str:
    """Return a share in percent, or a difference in points; the reason where there is none."""
    if figure.value is None:
        return figure.reason or DASH
    return _percent(figure.value, signed=figure.kind == "difference")


def interval_text(figure: Figure) -> str:
    """Return the interval, or why there is none."""
    if figure.low is None or figure.high is None:
        return figure.interval_reason or figure.reason or DASH
    signed = figure.kind == "difference"
    return f"{_percent(figure.low, signed=signed)} to {_percent(figure.high, signed=signed)}"


def _percent(share: float, *, signed: bool) -> str:
    text = f"{100 * share:.1f}"
    if float(text) == 0:
        text = "0.0"
    text = text.replace("-", MINUS)
    if signed:
        return f"+{text}" if not text.startswith(MINUS) and text != "0.0" else text
    return f"{text} %"


def bounds_text(figure: Figure) -> str:
    """Return what the figure could be, or a dash."""
    if figure.bound_low is None or figure.bound_high is None:
        return DASH
    signed = figure.kind == "difference"
    return (
        f"{_percent(figure.bound_low, signed=signed)} to "
        f"{_percent(figure.bound_high, signed=signed)}"
    )


def chance_text(figure: Figure) -> str:
    """Return what chance or noise alone would give, or a dash."""
    if figure.chance is None:
        return DASH
    text = _percent(figure.chance, signed=figure.kind == "difference")
    if figure.chance_is is not None and figure.chance_is.startswith("the same"):
        return f"noise {text} ({figure.chance_is.removeprefix('the same between ')})"
    return f"chance {text}" if figure.kind == "share" else text


def n_text(figure: Figure) -> str:
    """Return how many enter, and how many are left out and why."""
    shown = f"{figure.n:,}" if figure.count is None else f"{figure.count:,} / {figure.n:,}"
    return (
        f"{shown}; {figure.n_left_out:,} left out: {figure.left_out}" if figure.left_out else shown
    )


def p_text(figure: Figure) -> str:
    """Return the adjusted p value and the single one, or a dash outside the family."""
    if figure.test is None:
        return DASH
    if figure.p is None or figure.p_adjusted is None:
        return figure.test
    return f"{_small(figure.p_adjusted)} (single {_small(figure.p)})"


def _small(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def name_text(figure: Figure) -> str:
    """Return the name with its place."""
    place = {k: v for k, v in figure.where.items() if v not in figure.name and k != "contrast"}
    return figure.name + "".join(f" [{name}={value}]" for name, value in place.items())
