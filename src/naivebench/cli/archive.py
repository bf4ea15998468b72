"""`naivebench archive`: a finished run as a folder and a zip for a repository of research data."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from naivebench.benchmark.publication.archive import archive

PROJECT = Path(__file__).resolve().parents[3]


def run(arguments: Namespace) -> None:
    """Write both and print where they are. Raises InputError where there is no finished run."""
    folder, packed = archive(Path(arguments.directory), PROJECT, Path(arguments.out))
    print(f"archive: {folder.resolve()}\nzip: {packed.resolve()}, {packed.stat().st_size:,} bytes")
