"""Signatures: exactly what a number measured, as ordered fields that can be compared."""

from __future__ import annotations

from judgekit.records.base import Record

SHORT_DIGEST = 12


class Signature(Record):
    """Ordered fields that say what was measured; two numbers compare only if these are equal.

    Example:
        >>> str(Signature(fields={"rubric": "medcmr@1", "see": "evidence"}))
        'rubric=medcmr@1|see=evidence'
    """

    fields: dict[str, str]

    def __str__(self) -> str:
        return "|".join(f"{name}={_escape(value)}" for name, value in self.fields.items())

    def differences(self, other: Signature) -> dict[str, tuple[str | None, str | None]]:
        """Return the fields in which the two differ, with both values; None where absent."""
        names = [*self.fields, *(name for name in other.fields if name not in self.fields)]
        return {
            name: (self.fields.get(name), other.fields.get(name))
            for name in names
            if self.fields.get(name) != other.fields.get(name)
        }


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("|", "\\|")
