"""The frame of every page: templates that escape, one style, one script, nothing from outside."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from judgekit.report.numbers import format_count, unbroken
from judgekit.report.outcomes import label_of

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def render_frame(
    template: str,
    values: Mapping[str, object],
    *,
    styles: tuple[str, ...] = ("style.css",),
    scripts: tuple[str, ...] = ("script.js",),
) -> str:
    """Return a page made from a template; its policy admits its own style and script only.

    Args:
        template: Name of a template that extends `base.html.j2`.
        values: What the template shows. Every text is escaped; anything not yet a text is refused.
        styles: Names of the style sheets, joined in this order into one block.
        scripts: Names of the scripts, joined likewise.

    Raises:
        TypeError: A value that is shown is not a text.
    """
    style, script = "".join(map(_asset, styles)), "".join(map(_asset, scripts))
    frame = {
        "style": style,
        "script": script,
        "style_hash": _source_hash(style),
        "script_hash": _source_hash(script),
    }
    return _environment().get_template(template).render({**values, **frame})


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("judgekit.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["words"] = label_of
    environment.filters["count_words"] = format_count
    environment.filters["unbroken"] = _unbroken
    return environment


def _printable(value: object) -> str:
    """Return the text that goes into the page; anything that is not yet a text is refused.

    Control characters and lone surrogates, which HTML cannot hold, become visible escapes.
    """
    if isinstance(value, Markup):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return _UNPRINTABLE.sub(lambda found: _escape(ord(found[0])), value)
    raise TypeError(f"a report shows texts, got {type(value).__name__}; format it first")


def _unbroken(value: object) -> str:
    return unbroken(_printable(value))


def _escape(code: int) -> str:
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


@lru_cache(maxsize=8)
def _asset(name: str) -> str:
    return files("judgekit.report").joinpath("templates", name).read_text(encoding="utf-8")


def _source_hash(text: str) -> str:
    """Return the hash by which a Content-Security-Policy admits one inline block."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
