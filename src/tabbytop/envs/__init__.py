"""The field's own interfaces, thin and without rules: PettingZoo, Gymnasium and OpenSpiel.

They come with `pip install "tabbytop[envs]"`, and each works without the other two.
"""

from __future__ import annotations

import importlib
from types import ModuleType


class MissingExtra(ImportError):
    """A package that one of the interfaces is for is not installed."""


def need(package: str) -> ModuleType:
    """The package, or an error that says how to get it."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise MissingExtra(
            f"this interface needs the package {package}: pip install 'tabbytop[envs]'", name=package
        ) from error
