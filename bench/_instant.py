"""A provider that answers at once, for measuring everything around a call."""

from __future__ import annotations

from judgekit.providers import table
from judgekit.providers.port import ProviderSettings, SampleTag
from judgekit.records.exchange import JudgeReply, JudgeRequest, OutputMode, Usage

from bench._server import VERDICTS


class InstantProvider:
    """Gives one fixed answer."""

    name = "instant"
    endpoint = "http://127.0.0.1/instant"
    output_modes = (OutputMode.JSON_SCHEMA,)
    costs = True

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:
        """Return the answer."""
        return JudgeReply(text=VERDICTS, model=request.model, usage=Usage(input_tokens=1000))

    async def aclose(self) -> None:
        """Nothing is open."""


def open_provider(settings: ProviderSettings) -> InstantProvider:
    """Return the provider."""
    return InstantProvider()


table.PROVIDERS = {**table.PROVIDERS, "instant": table.ProviderRow(__name__, "benchmarks")}
