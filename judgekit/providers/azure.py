"""Azure OpenAI: the models of OpenAI as deployments of one's own resource."""

from __future__ import annotations

import os
from urllib.parse import quote

from judgekit.errors import ConfigurationError, MissingKeyError
from judgekit.providers.access import check_address, read_key
from judgekit.providers.chat_completions import Dialect
from judgekit.providers.http_errors import without_credentials
from judgekit.providers.openai import NO_KEY, ChatProvider, ChatServer
from judgekit.providers.port import ProviderSettings

KEY_VARIABLE = "AZURE_OPENAI_API_KEY"
TOKEN_VARIABLE = "AZURE_OPENAI_AD_TOKEN"  # noqa: S105 - the variable's name, not a token
URL_VARIABLE = "AZURE_OPENAI_ENDPOINT"
VERSION_VARIABLE = "OPENAI_API_VERSION"


def open_provider(settings: ProviderSettings) -> ChatProvider:
    """Resolve the resource and its credentials, and open a client for one deployment.

    The model is the deployment's name. With OPENAI_API_VERSION set, the dated API of that version
    is spoken, otherwise the undated v1 API; the version is part of the endpoint, since it may
    change a reply. AZURE_OPENAI_AD_TOKEN, a token of Entra ID, goes before a key.

    Raises:
        ConfigurationError: The address of the resource is not given, or it or a key is malformed.
        MissingKeyError: Neither a key nor a token, and the address is not named outright.
        MissingExtraError: The openai package is not installed.
    """
    resource = settings.base_url or os.environ.get(URL_VARIABLE)
    if not resource:
        raise ConfigurationError(
            f"asking azure/{settings.model}: the address of the resource is not known; "
            f"set {URL_VARIABLE}, or name it with --base-url"
        )
    check_address(resource)
    token = read_key(TOKEN_VARIABLE)
    key = token or read_key(KEY_VARIABLE)
    if not key and settings.base_url is None:
        raise MissingKeyError(
            f"asking azure/{settings.model}: neither {KEY_VARIABLE} nor {TOKEN_VARIABLE} is set"
        )
    version = os.environ.get(VERSION_VARIABLE)
    root = resource.rstrip("/").removesuffix("/v1").removesuffix("/openai") + "/openai"
    if version:
        url = f"{root}/deployments/{quote(settings.model, safe='')}"
        endpoint = f"{without_credentials(url)}?api-version={version}"
        options = {"base_url": url, "api_version": version}
        options["azure_ad_token" if token else "api_key"] = key or NO_KEY
    else:
        url = f"{root}/v1"
        endpoint = without_credentials(url)
        options = {"base_url": url, "api_key": key or NO_KEY}
    server = ChatServer(
        provider="azure",
        endpoint=endpoint,
        key_variable=TOKEN_VARIABLE if token else KEY_VARIABLE,
        key=key,
        client="AsyncAzureOpenAI" if version else "AsyncOpenAI",
        options=options,
        # Dated versions keep nothing unless they are asked to, and the older reject `store`.
        dialect=Dialect(is_openai=True, keeps_requests=not version),
    )
    return ChatProvider(settings, server)
