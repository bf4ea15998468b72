"""Paths as Snakemake can hold them: braces in a path are a wildcard to it, and nothing escapes one."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

LINKS = Path(".snakemake", "naivebench")


def plain(path: str | Path) -> str:
    """The path relative to the current folder; if it has braces, a link below `.snakemake` that leads there.

    All paths of rules that do not begin in the current folder under a name of our own go through here: files
    of the project and files of the user. So none of them reaches Snakemake with a brace.
    """
    relative = os.path.relpath(path)
    if not {"{", "}"} & set(relative):
        return relative
    link = LINKS / f"{hashlib.sha256(relative.encode()).hexdigest()[:12]}{Path(relative).suffix}"
    if not link.is_symlink():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(os.path.relpath(relative, link.parent))
        os.utime(link, (0, 0), follow_symlinks=False)  # what it leads to tells whether results are stale
    return str(link)
