"""`naivebench archive`: package a finished run as a folder and a zip for a research data repository."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from naivebench.benchmark.publication.archive import archive

PROJECT = Path(__file__).resolve().parents[3]


def run(arguments: Namespace) -> None:
    """Write the folder and the zip, and print their paths. Raises InputError if there is no finished run."""
    folder, packed = archive(Path(arguments.directory), PROJECT, Path(arguments.out))
    print(f"archive: {folder.resolve()}\nzip: {packed.resolve()}, {packed.stat().st_size:,} bytes")
