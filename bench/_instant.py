"""A provider that answers at once, for measuring everything around a call."""

from __future__ import annotations

from bench._server import VERDICTS
from judgekit.providers import table
from judgekit.providers.port import ProviderSettings, SampleTag
from judgekit.records.exchange import JudgeReply, JudgeRequest, OutputMode, Usage


class InstantProvider:
    """Gives one fixed answer."""

    name = "instant"
    endpoint = "http://127.0.0.1/instant"
    output_modes = (OutputMode.JSON_SCHEMA,)
    costs = True

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:  # noqa: ARG002 - the port's signature
        """Return the answer."""
        return JudgeReply(text=VERDICTS, model=request.model, usage=Usage(input_tokens=1000))

    async def aclose(self) -> None:
        """Nothing is open."""


def open_provider(settings: ProviderSettings) -> InstantProvider:  # noqa: ARG001 - the port's signature
    """Return the provider."""
    return InstantProvider()


table.PROVIDERS = {**table.PROVIDERS, "instant": table.ProviderRow(__name__, "benchmarks")}
