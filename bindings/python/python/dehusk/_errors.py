"""What can go wrong, in the words of the command."""

from typing import Any


class DehuskError(Exception):
    """Everything that dehusk raises, but for arguments of a wrong type and files that can not be opened."""


class OptionError(DehuskError, ValueError):
    """An option that there is not, or a value it does not take."""


class PageError(DehuskError, ValueError):
    """Something that is no web page."""


class DataError(DehuskError, ValueError):
    """A table or an archive of another shape than it should have."""


class FetchError(DehuskError, OSError):
    """A page that could not be fetched."""


class RunError(DehuskError, RuntimeError):
    """A run over a crawl, or a memory of sites, that can not go on."""


def _options_of(given: dict[str, Any]) -> Any:
    """Options in another process."""
    from dehusk._dehusk import Options

    return Options(**given)
