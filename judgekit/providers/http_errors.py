"""What an HTTP answer without a reply means, said once for every provider that speaks HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from judgekit.errors import ProviderStoppedError
from judgekit.providers.port import CallFailure

_MODE_REJECTIONS = frozenset({400, 422, 500})
_TRANSIENT = frozenset({408, 409, 429})
_SAMPLING = ("temperature", "seed", "max_completion_tokens", "max_tokens")
_FILTER_CODES = frozenset(
    {"content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation"}
)
_FILTER_WORDS = "blocked by content filtering policy"
_NO_MONEY_CODE = re.compile(r"insufficient_quota|billing_error|\w*spend_limit_reached")
_CONTEXT_CODE = "context_length_exceeded"
_LONGEST_MESSAGE = 300

# Names of exception classes of ssl, aiohttp and httpx: none of these is imported here.
_UNTRUSTED = frozenset({"SSLCertVerificationError", "ClientConnectorCertificateError"})
_UNREACHED = frozenset(
    {"ClientConnectorError", "ConnectionTimeoutError", "ClientHttpProxyError", "ProxyError"}
)
_UNREACHED_BY_HTTPX = frozenset({"ConnectError", "ConnectTimeout"})
_TRANSPORTS = frozenset({"httpx", "httpx2", "aiohttp", "ssl"})
_TIMED_OUT = frozenset({"TimeoutException", "TimeoutError"})


class Asked(NamedTuple):
    """Who was asked; its parts stand in every message.

    Attributes:
        model: The model, as the user named it.
        endpoint: The address asked, without any key.
        key_variable: Environment variable that holds the key.
        key: The key that was sent, so that no message repeats it; None: there was none.
    """

    model: str
    endpoint: str
    key_variable: str
    key: str | None

    def clean(self, text: str) -> str:
        """Return `text` in one line, cut short, without the key that an answer may quote."""
        shown = text.replace(self.key, "[key]") if self.key else text
        return " ".join(shown.split())[:_LONGEST_MESSAGE]


class ErrorAnswer(NamedTuple):
    """An answer with an error status.

    Attributes:
        status: HTTP status.
        message: The server's words.
        code: The server's stable name of the cause, if it gives one.
        param: The parameter that the server names, if it does.
        retry_after_s: Seconds that the server asks to wait.
    """

    status: int
    message: str
    code: str | None = None
    param: str | None = None
    retry_after_s: float | None = None


def read_answer(status: int, body: object, headers: Mapping[str, str], said: str) -> ErrorAnswer:
    """Read the body of an error as OpenAI, Anthropic and the servers that follow them write it.

    Args:
        status: HTTP status.
        body: The body's JSON, or what the SDK kept of it; anything else counts as absent.
        headers: Headers of the answer, found by names in small letters.
        said: What to quote where the body has no message.
    """
    whole = body if isinstance(body, dict) else {}
    inner = whole.get("error", whole)
    error = inner if isinstance(inner, dict) else {}
    details = error.get("details")
    codes = (
        details.get("error_code") if isinstance(details, dict) else None,
        error.get("code"),
        error.get("type"),
    )
    param = error.get("param")
    return ErrorAnswer(
        status=status,
        message=str(error.get("message") or said),
        code=next((code for code in codes if isinstance(code, str)), None),
        param=param if isinstance(param, str) else None,
        retry_after_s=_retry_after(headers.get("retry-after")),
    )


def classify_answer(answer: ErrorAnswer, asked: Asked) -> CallFailure | ProviderStoppedError:
    """Return the failure that an error answer is.

    A key, a model, an account or a sampling parameter that is not accepted stops the run, since no
    call can succeed; everything else is a failure of this call alone.
    """
    where = f"{asked.endpoint} answered {answer.status}: {asked.clean(answer.message)}"
    remedy = _remedy(answer, asked)
    if remedy is not None:
        return ProviderStoppedError(f"asking {asked.model!r}: {where}; {remedy}")
    if answer.code in _FILTER_CODES or _FILTER_WORDS in answer.message:
        return CallFailure(where, status=answer.status, is_content_filtered=True)
    return CallFailure(
        where,
        status=answer.status,
        is_retryable=answer.status in _TRANSIENT or answer.status >= 500,
        retry_after_s=answer.retry_after_s,
        rejects_mode=answer.status in _MODE_REJECTIONS and answer.code != _CONTEXT_CODE,
    )


def _remedy(answer: ErrorAnswer, asked: Asked) -> str | None:
    """Return what to do where no call can succeed, else None."""
    if answer.status in (401, 403):
        return f"set a valid key in {asked.key_variable}"
    if answer.status == 402 or _NO_MONEY_CODE.fullmatch(answer.code or ""):
        return "the account has reached its limit of spending: raise it, or wait until it is reset"
    if answer.status == 404:
        return "check the model's name and the base URL"
    if 300 <= answer.status < 400:
        return "a redirect is not followed: name the address that it leads to as the base URL"
    rejected = _rejected_parameter(answer) if answer.status in (400, 422) else None
    if rejected is not None:
        return (
            f"the model rejects the parameter {rejected!r}: choose a value that it takes, "
            "or 'none' to leave it out"
        )
    return None


def _rejected_parameter(answer: ErrorAnswer) -> str | None:
    if answer.param in _SAMPLING:
        return answer.param
    found = [
        (match.start(), -len(name), name)
        for name in _SAMPLING
        if (match := re.search(rf"^{name}\b|['\"`]{name}['\"`]", answer.message))
    ]
    return min(found)[2] if found else None


def classify_connection(error: BaseException, asked: Asked) -> CallFailure:
    """Return the failure that a connection which brought no answer is.

    Args:
        error: The SDK's error; the causes below it tell what happened.
        asked: Who was asked.
    """
    causes = list(_causes_of(error))
    names = frozenset(base.__name__ for cause in causes for base in type(cause).__mro__)
    kind, deepest = type(causes[-1]).__name__, asked.clean(str(causes[-1]))
    if names & _UNTRUSTED:
        return CallFailure(
            f"{asked.endpoint} cannot be reached: its certificate is not trusted ({deepest}); "
            "set SSL_CERT_FILE to the file of the authority that signed it",
            is_unreachable=True,
        )
    is_aiohttp = "ClientError" in names
    if names & _UNREACHED or (not is_aiohttp and names & _UNREACHED_BY_HTTPX):
        return CallFailure(
            f"{asked.endpoint} cannot be reached ({deepest or kind})",
            is_retryable=True,
            is_unreachable=True,
        )
    if "ServerTimeoutError" in names or (not is_aiohttp and names & _TIMED_OUT):
        return CallFailure(f"{asked.endpoint} did not answer in time", is_timeout=True)
    return CallFailure(f"the connection to {asked.endpoint} broke ({kind})", is_retryable=True)


def classify_wrapped(error: BaseException, asked: Asked) -> CallFailure | ProviderStoppedError:
    """Return the failure that the error of a library around other SDKs is.

    Such libraries rename statuses and lose bodies and headers; what their error was raised from
    still tells an HTTP answer from a broken connection and from an answer that is no JSON.
    """
    causes = list(_causes_of(error))
    for cause in reversed(causes):
        response: Any = getattr(cause, "response", None)
        if getattr(response, "headers", None) and response.status_code >= 300:
            body = _parse(response.text)
            return classify_answer(
                read_answer(response.status_code, body, response.headers, response.text), asked
            )
    packages = {base.__module__.split(".")[0] for cause in causes for base in type(cause).__mro__}
    if packages & _TRANSPORTS:
        return classify_connection(error, asked)
    decoding = [
        cause for cause in causes[1:] if isinstance(cause, ValueError | LookupError | TypeError)
    ]
    if decoding:
        return unreadable(decoding[0])
    status: object = getattr(error, "status_code", None)
    if isinstance(status, int):
        return classify_answer(ErrorAnswer(status, str(error)), asked)
    return CallFailure(f"asking {asked.endpoint} failed: {asked.clean(str(error))}")


def unreadable(error: Exception) -> CallFailure:
    """Return the failure that an answer in another shape is."""
    return CallFailure(
        f"the server's answer is not a reply of a model ({type(error).__name__})",
        status=200,
        is_retryable=True,
    )


def _parse(text: str) -> object:
    try:
        found: object = json.loads(text)
    except ValueError:
        return None
    return found


def _causes_of(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def _retry_after(header: str | None) -> float | None:
    """Read Retry-After, seconds or a date; nonsense counts as absent, a past date as no wait."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            until = parsedate_to_datetime(header)
            seconds = max(0.0, (until - datetime.now(UTC)).total_seconds())
        except (ValueError, TypeError):
            return None
    return seconds if 0 <= seconds < float("inf") else None


def without_credentials(url: str) -> str:
    """Return a URL without user, password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))
