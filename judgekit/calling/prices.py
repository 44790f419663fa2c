"""What a call costs by list price, where it is known; unknown is never zero."""

from __future__ import annotations

from typing import Any, Protocol
from urllib.parse import urlsplit

from judgekit.extras import require

FEATURE = "a price"


class Price(Protocol):
    """The list price of one model."""

    def cost_usd(self, n_input: int, n_output: int) -> float:
        """Return the price in US dollars of one call with so many tokens in and out."""
        ...


class ListPrice:
    """The price that the package genai-prices knows, with its tiers."""

    def __init__(self, prices: Any, provider: str, model: str) -> None:  # noqa: ANN401 - a module
        self._prices = prices
        self._provider = provider
        self._model = model

    def cost_usd(self, n_input: int, n_output: int) -> float:
        """Return the price in US dollars of one call with so many tokens in and out."""
        usage = self._prices.Usage(input_tokens=n_input, output_tokens=n_output)
        found = self._prices.calc_price(usage, model_ref=self._model, provider_id=self._provider)
        return float(found.total_price)


OWN_HOSTS = {"anthropic": "api.anthropic.com", "openai": "api.openai.com"}
"""Hosts at which a provider's list prices hold."""


def list_price(provider: str, model: str, endpoint: str) -> Price | None:
    """Return the list price of a model, or None where it is unknown.

    A server of the user's own has no list price, whatever its model is called.

    Args:
        provider: Name of the provider.
        model: Name of the model.
        endpoint: Address that the calls go to.

    Raises:
        MissingExtraError: The package with the prices is not installed.
    """
    if provider not in OWN_HOSTS or urlsplit(endpoint).hostname != OWN_HOSTS[provider]:
        return None
    prices = require("genai_prices", extra="cost", feature=FEATURE)
    price = ListPrice(prices, provider, model)
    try:
        price.cost_usd(1, 1)
    except LookupError:
        return None
    return price
