"""Keys and addresses as users give them: checked before anything is sent, and never shown."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from judgekit.errors import ConfigurationError


def read_key(variable: str) -> str | None:
    """Return the key in an environment variable, without white space around it; None: not set.

    Raises:
        ConfigurationError: It holds what no HTTP header can carry; the key is not shown.
    """
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ConfigurationError(
            f"reading the key in {variable}: it holds a space, a line break or a character that is "
            "not ASCII; set it again, without quotation marks around it"
        )
    return key or None


def check_address(url: str) -> str:
    """Return a server's address as it is, once it is known to be one.

    Raises:
        ConfigurationError: No http or https address with a host, or one that holds credentials,
            which are not shown.
    """
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname)
        is_whole = is_whole and (parts.port is None or parts.port > 0)
    except ValueError:
        is_whole = False
    if "@" in url:
        raise ConfigurationError(
            "reading a base URL: it holds a user or a password, which would end up in files; "
            "give the key in the provider's environment variable"
        )
    if is_whole and (parts.query or parts.fragment):
        raise ConfigurationError(
            f"reading the base URL {url!r}: it holds a query or a fragment, and no path can follow "
            "these; leave that part out"
        )
    if not is_whole:
        raise ConfigurationError(
            f"reading the base URL {url!r}: it must be an http or https address with a host, "
            "such as http://localhost:8000/v1"
        )
    return url
