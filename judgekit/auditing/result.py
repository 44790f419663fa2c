"""What `audit` returns: the sections for the clinician and for the statistician, and the files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from judgekit.auditing.data import AuditData
from judgekit.auditing.figure import Figure, Section


@dataclass(frozen=True)
class AuditReport:
    """A finished audit.

    Attributes:
        title: Heading of the page.
        data: What it was computed from.
        clinician: Sections of the first page, in order.
        statistician: Sections from the second page on, in order.
        methods: The methods paragraph, generated from what was done.
        warnings: What must be known before any figure is quoted.
        figures: Every figure once, in the order of the sections.

    Raises:
        ValueError: Two different figures have the same key.
    """

    title: str
    data: AuditData
    clinician: tuple[Section, ...]
    statistician: tuple[Section, ...]
    methods: str
    warnings: tuple[str, ...]

    figures: tuple[Figure, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", tuple(self._distinct().values()))

    def _distinct(self) -> dict[str, Figure]:
        found: dict[str, Figure] = {}
        for section in (*self.clinician, *self.statistician):
            for one in section.figures:
                if found.setdefault(one.id, one) != one:
                    raise ValueError(
                        f"figures of audit {self.title!r}: a key names one figure, but two that "
                        f"differ have the key {one.id!r}; give them another subject or group"
                    )
        return found

    def figure(self, key: str) -> Figure:
        """Return the figure of a key.

        Raises:
            KeyError: There is none; the message names keys that begin alike.
        """
        for one in self.figures:
            if one.id == key:
                return one
        head = key.split("/")[0]
        near = [one.id for one in self.figures if one.id.startswith(head)][:5]
        raise KeyError(f"no figure {key!r} in this audit; near it: {', '.join(near) or 'none'}")

    def write(self, folder: Path | str) -> None:
        """Write audit.json, audit.html, figures.csv and the tables to `folder`.

        Raises:
            OutputError: It cannot be written.
        """
        from judgekit.auditing.writers import write_audit

        write_audit(self, Path(folder))
