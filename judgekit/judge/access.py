"""How replies are got: provider, store, cassette, pace, budget; none of it changes a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from judgekit.calling import (
    AttemptLimits,
    Breaker,
    Budget,
    BudgetLimits,
    Gate,
    Ledger,
    Pacer,
    Price,
    RateLimits,
    list_price,
)
from judgekit.errors import ConfigurationError, MissingExtraError
from judgekit.judge.asking import Asker, mode_key
from judgekit.judge.modes import ModeFinder
from judgekit.providers import ProviderSettings, model_label, open_provider, parse_model
from judgekit.providers.port import Provider
from judgekit.records.exchange import OutputMode
from judgekit.replies import CassetteHeader, DiskStore, Recorder, ReplayProvider


@dataclass(frozen=True, slots=True)
class Access:
    """Everything that is opened for a run and closed after it.

    Attributes:
        provider: Name of the provider.
        model: The model there, or the path of a script.
        base_url: Address of the server; None: the provider's own.
        store: Folder of the reply store; None: replies are not kept.
        max_connections: How many calls may be under way at once.
        limits: Time and attempts of one judgement.
        rate: Requests and tokens per minute.
        budget: The most that may be spent.
        stop_after: How many first failures alike stop the run; None: never.
        record: Cassette to which every reply used is written.
        replay: Cassette that answers instead of the provider.
        is_read_only: Whether the reply store is only to be read.

    Raises:
        ConfigurationError: A setting breaks its rule, or two contradict each other.
    """

    provider: str
    model: str
    base_url: str | None
    store: Path | None
    max_connections: int
    limits: AttemptLimits
    rate: RateLimits
    budget: BudgetLimits
    stop_after: int | None
    record: Path | None
    replay: ReplayProvider | None
    is_read_only: bool = False

    def __post_init__(self) -> None:
        if self.record is not None and self.replay is not None:
            raise ConfigurationError("a run either records a cassette or replays one, not both")
        if self.max_connections < 1:
            raise ConfigurationError(
                "describing the judge: max_connections must be at least 1, "
                f"got {self.max_connections}"
            )
        if not 0 < self.limits.timeout_s < float("inf"):
            raise ConfigurationError(
                "describing the judge: timeout_s must be finite and > 0, "
                f"got {self.limits.timeout_s}"
            )

    @property
    def model_label(self) -> str:
        """What a request and a signature call the model."""
        return model_label(self.provider, self.model)

    def without_traces(self) -> Access:
        """Return what opens without making or writing anything: no store that is not there yet."""
        is_there = self.store is not None and DiskStore.exists(self.store)
        store = self.store if is_there else None
        return replace(self, store=store, record=None, is_read_only=True)

    async def open(self, settled: Mapping[str, str]) -> Asker:
        """Open everything, keeping to what an earlier part of the run settled."""
        provider = self._provider()
        try:
            return self._asker(provider, settled)
        except BaseException:
            await provider.aclose()
            raise

    def _asker(self, provider: Provider, settled: Mapping[str, str]) -> Asker:
        price = self.price(provider)
        budget = Budget(self.budget, price)
        recorder = self._recorder(provider)
        store = None
        if provider.costs and self.store is not None:
            store = DiskStore(self.store, is_read_only=self.is_read_only)
        judge = mode_key(provider.name, provider.endpoint, self.model_label)
        known = store.settled_mode(judge) if store is not None else None
        modes = ModeFinder(provider.output_modes, first=known)
        if "mode" in settled:
            modes.settle(OutputMode(settled["mode"]))
        return Asker(
            provider=provider,
            obtained="cassette" if self.replay else "live" if provider.costs else "script",
            store=store,
            recorder=recorder,
            limits=self.limits,
            modes=modes,
            gate=Gate(self.max_connections),
            pacer=Pacer(self.rate),
            budget=budget,
            breaker=Breaker(self.stop_after if provider.costs else None),
            ledger=Ledger(price),
        )

    def price(self, provider: Provider) -> Price | None:
        """Return the list price, where it is known.

        Raises:
            MissingExtraError: A budget of money needs the package with the prices.
        """
        if not provider.costs:
            return None
        try:
            return list_price(provider.name, self.model_label, provider.endpoint)
        except MissingExtraError:
            if self.budget.cost_usd is not None:
                raise
            return None

    def _provider(self) -> Provider:
        if self.replay is not None:
            return self.replay
        settings = ProviderSettings(
            model=self.model,
            base_url=self.base_url,
            timeout_s=self.limits.timeout_s,
            max_connections=self.max_connections,
        )
        return open_provider(self.provider, settings)

    def _recorder(self, provider: Provider) -> Recorder | None:
        if self.record is None:
            return None
        header = CassetteHeader(
            judgekit_cassette=1,
            provider=provider.name,
            model=self.model_label,
            endpoint=provider.endpoint,
        )
        return Recorder(self.record, header)


def name_judge(
    model: str | None, base_url: str | None, replay: ReplayProvider | None
) -> tuple[str, str]:
    """Return the provider and the model asked for, or those of the cassette.

    Raises:
        ConfigurationError: Neither is named, or they differ.
    """
    if replay is None:
        if model is None:
            raise ConfigurationError(
                "a judge needs a model, such as openai/gpt-4.1-mini, or a cassette to replay"
            )
        return parse_model(model)
    header = replay.header
    recorded = f"{header.provider}/{header.model}"
    if model is not None and model != recorded:
        raise ConfigurationError(
            f"replaying for {model}: the cassette holds replies of {recorded}; "
            "leave the judge out, or name that one"
        )
    if base_url is not None and base_url.rstrip("/") != header.endpoint:
        raise ConfigurationError(
            f"replaying for {base_url}: the cassette was recorded at {header.endpoint}; "
            "leave the base URL out"
        )
    return header.provider, header.model
