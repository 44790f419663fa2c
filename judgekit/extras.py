"""Optional packages: imported when they are used, or one sentence with the install command."""

from __future__ import annotations

import importlib
from types import ModuleType

from judgekit.errors import MissingExtraError


def require(module: str, *, extra: str, feature: str) -> ModuleType:
    """Import `module`, or say which extra brings it.

    Args:
        module: Name of the module to import.
        extra: The extra of this distribution that installs it.
        feature: What was being done, as the subject of the error's sentence.

    Raises:
        MissingExtraError: The package is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise
        raise MissingExtraError(
            f"{feature} needs the {module.split('.')[0]!r} package; "
            f"install it with: pip install 'judgekit-clinical[{extra}]'"
        ) from error
