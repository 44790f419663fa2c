"""What every provider is, and the one way in which a call fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from judgekit.records.exchange import JudgeReply, JudgeRequest, OutputMode


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """How a provider is reached. None of it can change a reply but the endpoint.

    Attributes:
        model: The model's name at the provider, or the path of a script.
        base_url: Address of the server; None: the provider's own.
        timeout_s: Seconds after which a single attempt is given up.
        max_connections: How many calls may be under way at once.
    """

    model: str
    base_url: str | None
    timeout_s: float
    max_connections: int


REQUEST_TIMEOUT = 408


class SampleTag(NamedTuple):
    """Whose reply is asked for; it is never sent."""

    sample_id: str
    case_id: str | None
    call: int
    repeat: int


class CallFailure(Exception):
    """A call that brought no reply.

    Attributes:
        status: HTTP status; None when there was no answer.
        is_retryable: Whether the same call may succeed later.
        retry_after_s: Seconds the server asked to wait; None if it did not.
        rejects_mode: Whether the answer may mean that the output mode is not supported.
        is_unreachable: Whether no connection to the server came about.
        is_timeout: Whether the attempt ran out of time.
        is_content_filtered: Whether a content filter stopped the request.
        n_attempts: How often the call was tried before it was given up.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        is_retryable: bool = False,
        retry_after_s: float | None = None,
        rejects_mode: bool = False,
        is_unreachable: bool = False,
        is_timeout: bool = False,
        is_content_filtered: bool = False,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.is_retryable = is_retryable
        self.retry_after_s = retry_after_s
        self.rejects_mode = rejects_mode
        self.is_unreachable = is_unreachable
        self.is_timeout = is_timeout
        self.is_content_filtered = is_content_filtered
        self.n_attempts = 1

    @property
    def may_have_cost(self) -> bool:
        """Whether the provider may have made a reply that nobody counted.

        A connection that never came about, or an answer of 4xx other than 408, made none.
        """
        is_refusal = self.status is not None and 400 <= self.status < 500
        return not (self.is_unreachable or (is_refusal and self.status != REQUEST_TIMEOUT))


class Provider(Protocol):
    """Encodes a request, sends it once, and decodes or classifies what comes back.

    Attributes:
        name: Name in `--judge NAME/MODEL`.
        endpoint: The resolved address or identity, without any key.
        output_modes: The modes it knows, the best first.
        costs: Whether a reply is worth keeping because it was paid for or waited for.
    """

    name: str
    endpoint: str
    output_modes: tuple[OutputMode, ...]
    costs: bool

    async def send(self, request: JudgeRequest, tag: SampleTag) -> JudgeReply:
        """Send `request` once.

        Raises:
            CallFailure: No reply came.
            ProviderStoppedError: No call can succeed: bad key, unknown model.
        """
        ...

    async def aclose(self) -> None:
        """Close connections."""
        ...
