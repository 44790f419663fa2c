"""The table of providers: name, module that holds it, and what it is for."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from judgekit.errors import ConfigurationError
from judgekit.providers.port import Provider, ProviderSettings


class ProviderRow(NamedTuple):
    """A provider.

    Attributes:
        module: Module with a function `open_provider(settings)`.
        purpose: What it is for.
        model_is_file: Whether its model is the path of a file; a request names the file alone.
    """

    module: str
    purpose: str
    model_is_file: bool = False


PROVIDERS: Mapping[str, ProviderRow] = {
    "anthropic": ProviderRow("judgekit.providers.anthropic", "Anthropic's Messages"),
    "azure": ProviderRow("judgekit.providers.azure", "deployments of an Azure OpenAI resource"),
    "instructor": ProviderRow(
        "judgekit.providers.instructor", "OpenAI and Anthropic asked in instructor's way"
    ),
    "litellm": ProviderRow("judgekit.providers.litellm", "whatever litellm reaches"),
    "openai": ProviderRow(
        "judgekit.providers.openai", "OpenAI and every server that speaks Chat Completions"
    ),
    "scripted": ProviderRow(
        "judgekit.providers.scripted",
        "replies written in a file, for tests and examples",
        model_is_file=True,
    ),
}


def parse_model(text: str) -> tuple[str, str]:
    """Split "PROVIDER/MODEL"; the model's own name may hold further slashes.

    Raises:
        ConfigurationError: No slash, or no such provider.
    """
    name, slash, model = text.partition("/")
    if not slash or not model:
        raise ConfigurationError(
            f"reading the judge {text!r}: it must be PROVIDER/MODEL, such as openai/gpt-4.1-mini"
        )
    if name not in PROVIDERS:
        near = difflib.get_close_matches(name, PROVIDERS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(PROVIDERS)}"
        raise ConfigurationError(f"reading the judge {text!r}: no provider {name!r}; {hint}")
    return name, model


def model_label(name: str, model: str) -> str:
    """Return what a request and a signature call the model: no path of this machine."""
    return Path(model).name if PROVIDERS[name].model_is_file else model


def open_provider(name: str, settings: ProviderSettings) -> Provider:
    """Load the provider's module and open it.

    Raises:
        MissingExtraError: Its package is not installed.
        MissingKeyError: It needs a key that is not set.
    """
    module = importlib.import_module(PROVIDERS[name].module)
    open_it: Callable[[ProviderSettings], Provider] = module.open_provider
    return open_it(settings)
