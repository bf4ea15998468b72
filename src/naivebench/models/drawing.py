"""Creation of matplotlib figures; matplotlib is imported only when a figure is requested."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from naivebench.core.checks import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(asked: str, **options: Any) -> Figure:
    """An empty figure with options of matplotlib's Figure; `asked` names the plot in the error message.

    Raises InputError without matplotlib.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            f"{asked} needs matplotlib, which is not installed: run `pip install matplotlib`"
        ) from None
    return Figure(**options)
