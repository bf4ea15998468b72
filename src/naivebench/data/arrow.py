"""The optional package pyarrow: whether it is installed, and its memory."""

from __future__ import annotations

import functools
import sys

from naivebench.core.checks import InputError


@functools.cache
def available() -> bool:
    """Whether pyarrow, which the extra `files` installs, can be imported; imports it."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return False
    return True


def check_available(what: str, instead: str) -> None:
    """Raise InputError if pyarrow is not installed. what: the feature that needs it; instead: the
    alternative.
    """
    if not available():
        raise InputError(
            f"{what} needs pyarrow, which is not installed: run pip install 'naivebench[files]', or {instead}"
        )


def release() -> None:
    """Return the memory of deleted Arrow columns to the system."""
    if "pyarrow" in sys.modules:
        sys.modules["pyarrow"].default_memory_pool().release_unused()
