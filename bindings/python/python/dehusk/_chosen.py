"""Options as functions take them: made before, or one by one."""

from __future__ import annotations

from typing import Any

from dehusk._dehusk import Options
from dehusk._errors import OptionError


def chosen_options(options: Options | None, keywords: dict[str, Any]) -> Options:
    """The options that were given in either way."""
    if options is not None and keywords:
        raise OptionError("give either options=… or single options: dehusk.Options(…) takes them all")
    return Options(**keywords) if options is None else options
