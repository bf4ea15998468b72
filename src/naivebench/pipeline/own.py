"""Methods in files of one's own, outside the package: `module: my/methods/thing.py` in a stanza."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]


def is_own(module: str) -> bool:
    """Whether a stanza's `module` is a file, not a module of the package."""
    return module.endswith(".py")


def path(module: str) -> Path | None:
    """The file, in the folder of the run or else in the project's; None if it is in neither."""
    return next((p for folder in (Path.cwd(), PROJECT) if (p := folder / module).is_file()), None)


def shown(module: str) -> str:
    """The file of a stanza's `module` as messages name it."""
    return module if is_own(module) else f"src/naivebench/{module.replace('.', '/')}.py"
