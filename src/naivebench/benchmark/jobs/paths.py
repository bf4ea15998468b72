"""Paths that Snakemake can use: it reads braces in a path as a wildcard, and they cannot be escaped."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

LINKS = Path(".snakemake", "naivebench")


def plain(path: str | Path) -> str:
    """The path relative to the current folder; if it has braces, the path of a link below `.snakemake` that
    leads to it.

    All paths of rules that may contain braces pass through this function: files of the project and files of
    the user, but not outputs in the current folder, whose names the workflow chooses.
    """
    relative = os.path.relpath(path)
    if not {"{", "}"} & set(relative):
        return relative
    link = LINKS / f"{hashlib.sha256(relative.encode()).hexdigest()[:12]}{Path(relative).suffix}"
    if not link.is_symlink():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(os.path.relpath(relative, link.parent))
        # the target's time decides whether results are out of date
        os.utime(link, (0, 0), follow_symlinks=False)
    return str(link)
