"""The exceptions judgekit raises.

JudgekitError
├── ConfigurationError          exit 2: what was asked for cannot be run as it stands
│   ├── RubricError             a rubric breaks one of its laws (also a ValueError)
│   ├── PromptError             a prompt template breaks one of its laws (also a ValueError)
│   ├── MissingExtraError       an optional package is not installed (also an ImportError)
│   ├── MissingKeyError         a provider needs a key that is not set
│   ├── RunMismatchError        the output folder belongs to another run
│   └── OutputError             a file or folder cannot be written (also an OSError)
├── InputDataError              exit 3: the input breaks a rule (also a ValueError)
└── ProviderStoppedError        exit 4: the run cannot go on at the provider
    └── ReplayMissError         a cassette holds no reply to a request

A judgement that fails is not an exception: it is an outcome of its score.
"""

from __future__ import annotations


class JudgekitError(Exception):
    """Base of everything judgekit raises on purpose."""

    exit_code = 1


class ConfigurationError(JudgekitError):
    """What was asked for cannot be run as it stands."""

    exit_code = 2


class RubricError(ConfigurationError, ValueError):
    """A rubric breaks one of its laws."""


class PromptError(ConfigurationError, ValueError):
    """A prompt template breaks one of its laws."""


class MissingExtraError(ConfigurationError, ImportError):
    """An optional package is not installed."""


class MissingKeyError(ConfigurationError):
    """A provider needs a key that is not set."""


class RunMismatchError(ConfigurationError):
    """The output folder belongs to another run."""


class OutputError(ConfigurationError, OSError):
    """A file or folder cannot be written."""


class InputDataError(JudgekitError, ValueError):
    """The input breaks a rule; the message names file, line, rule and remedy."""

    exit_code = 3


class ProviderStoppedError(JudgekitError):
    """The run cannot go on at the provider: bad key, unknown model, unreachable server."""

    exit_code = 4


class ReplayMissError(ProviderStoppedError):
    """A cassette holds no reply to a request; the message names what differs."""
