"""The port to models: one small file for each provider, found by name."""

from judgekit.providers.port import CallFailure, Provider, ProviderSettings, SampleTag
from judgekit.providers.table import PROVIDERS, open_provider, parse_model

__all__ = [
    "PROVIDERS",
    "CallFailure",
    "Provider",
    "ProviderSettings",
    "SampleTag",
    "open_provider",
    "parse_model",
]
