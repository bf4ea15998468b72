"""Figures of matplotlib, which is imported when the first one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.core.checks import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(asked: str, **options: Any) -> Figure:
    """An empty figure for what is `asked`, with options of matplotlib's Figure.

    Raises InputError without matplotlib.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            f"{asked} needs matplotlib, which is not installed: run `pip install matplotlib`"
        ) from None
    return Figure(**options)
