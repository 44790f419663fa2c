"""The port to models: one small file for each provider, found by name."""

from judgekit.providers.port import CallFailure, Provider, ProviderSettings, SampleTag
from judgekit.providers.table import PROVIDERS, model_label, open_provider, parse_model

__all__ = [
    "PROVIDERS",
    "CallFailure",
    "Provider",
    "ProviderSettings",
    "SampleTag",
    "model_label",
    "open_provider",
    "parse_model",
]
