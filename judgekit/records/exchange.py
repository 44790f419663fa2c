"""What goes to a model and what comes back, before anything is read into it."""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cached_property
from typing import Literal, Self

from pydantic import Field, JsonValue, field_validator

from judgekit.records.base import (
    Record,
    canonical_json,
    digest_text,
    json_without_floats,
    storable_text,
)


class OutputMode(StrEnum):
    """How structured output is asked for; it is part of the request and of the signature."""

    JSON_SCHEMA = "json_schema"
    TOOL = "tool"
    JSON_OBJECT = "json_object"


class ImagePart(Record):
    """An image inside a request: what is sent, and the digest that stands for it."""

    media_type: str
    data_base64: str = Field(repr=False)
    digest: str


class JudgeRequest(Record):
    """One call, with everything that can change its reply and nothing else.

    Attributes:
        provider: Name of the provider.
        endpoint: The resolved address or identity that the call goes to; never a key.
        model: The model's name there.
        system: The system message.
        user: The user message.
        images: Images of the user message, in order.
        reply_schema: JSON Schema of the object asked for, as JSON; its order is part of it.
        output_mode: How the schema is put to the model.
        temperature: Sampling temperature; None: not sent.
        seed: Sampling seed; None: not sent.
        max_tokens: Limit of the reply's length in tokens.
        repeat: Number of the draw, from 0; repeats of one question are different requests.
    """

    provider: str
    endpoint: str
    model: str
    system: str
    user: str
    images: tuple[ImagePart, ...] = ()
    reply_schema: str
    output_mode: OutputMode
    temperature: float | None
    seed: int | None
    max_tokens: int
    repeat: int = 0

    def canonical(self) -> dict[str, JsonValue]:
        """Return the request as plain values, each image as its media type and digest."""
        return {
            "provider": self.provider,
            "endpoint": self.endpoint,
            "model": self.model,
            "system": self.system,
            "user": self.user,
            "images": [f"{image.media_type}:{image.digest}" for image in self.images],
            "reply_schema": self.reply_schema,
            "output_mode": self.output_mode.value,
            "temperature": None if self.temperature is None else float(self.temperature),
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "repeat": self.repeat,
        }

    def in_mode(self, mode: OutputMode) -> Self:
        """Return the same request in another output mode."""
        return self if mode is self.output_mode else self._with(output_mode=mode)

    def with_max_tokens(self, max_tokens: int) -> Self:
        """Return the same request with another limit of the reply's length."""
        return self if max_tokens == self.max_tokens else self._with(max_tokens=max_tokens)

    def _with(self, **changes: OutputMode | int) -> Self:
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self).model_validate({**fields, **changes})

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical request: the key under which its reply is kept."""
        fields = dict(sorted(self.canonical().items()))
        temperature, user = fields.pop("temperature"), fields.pop("user")  # the last two, in order
        head, tail = json_without_floats(fields), json_without_floats(user)
        return digest_text(
            f'{head[:-1]},"temperature":{canonical_json(temperature)},"user":{tail}}}'
        )

    @cached_property
    def schema_object(self) -> dict[str, JsonValue]:
        """The reply schema as an object."""
        schema: dict[str, JsonValue] = json.loads(self.reply_schema)
        return schema


class Usage(Record):
    """Tokens as the provider counts them; None where it does not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None


Finish = Literal["stop", "length", "content_filter", "refusal"]


class JudgeReply(Record):
    """A reply that arrived whole, as it arrived.

    Attributes:
        text: The raw text of the structured output; "" when there was none. Halves of surrogate
            pairs, which no file can hold, are replaced by U+FFFD.
        finish: Why the model stopped.
        model: The model that the provider says answered; None if it does not say.
        usage: Tokens of this call.
    """

    text: str
    finish: Finish = "stop"
    model: str | None = None
    usage: Usage = Usage()

    @field_validator("text")
    @classmethod
    def _text_can_be_kept(cls, text: str) -> str:
        return storable_text(text)

    @property
    def is_kept(self) -> bool:
        """Whether the reply store keeps it: complete, whatever it says."""
        return self.finish == "stop"
